//! Where a JSON value ends, without parsing it: strings and nesting are all that counts.

use memchr::memchr2;

/// A scan that stops at a `,`, `]` or `}` outside of all the containers that it saw open, and goes on with more bytes.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// The byte to look at next.
    at: usize,
    depth: u64,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Looks at the bytes after those seen before; `bytes` starts where it always did.
    /// Returns where the byte stands that ends the value.
    pub(crate) fn run(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            if self.in_string {
                self.string(bytes);
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b',' | b']' | b'}' if self.depth == 0 => return Some(self.at),
                b']' | b'}' => self.depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// Goes on in a string, past its end if that is there.
    fn string(&mut self, bytes: &[u8]) {
        if self.escaped {
            self.escaped = false;
            self.at += 1;
            return;
        }
        match memchr2(b'"', b'\\', &bytes[self.at..]) {
            Some(run) => {
                self.at += run;
                self.escaped = bytes[self.at] == b'\\';
                self.in_string = self.escaped;
                self.at += 1;
            }
            None => self.at = bytes.len(),
        }
    }

    pub(crate) fn in_string(&self) -> bool {
        self.in_string
    }
}

/// The length of the container that `bytes` starts with, `None` when it does not end there.
pub(crate) fn container_len(bytes: &[u8]) -> Option<usize> {
    let mut scan = Scan {
        at: 1,
        ..Scan::default()
    };
    loop {
        let end = scan.run(bytes)?;
        scan.at = end + 1;
        if bytes[end] != b',' {
            return Some(end + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::comma("1 , 2", Some(2))]
    #[case::bracket("1]", Some(1))]
    #[case::nested(r#"{"a":[1,2]},"#, Some(11))]
    #[case::comma_in_a_string(r#""a,b","#, Some(5))]
    #[case::escaped_quote(r#""a\",b","#, Some(7))]
    #[case::escaped_backslash(r#""a\\",b"#, Some(5))]
    #[case::bracket_in_a_string(r#"["]"]]"#, Some(5))]
    #[case::open_string(r#""a,b"#, None)]
    #[case::open_container("[1,2", None)]
    #[case::empty("", None)]
    fn value_ends_where_it_ends_however_the_bytes_come(
        #[case] text: &str,
        #[case] expected: Option<usize>,
    ) {
        assert_eq!(Scan::default().run(text.as_bytes()), expected);
        let mut scan = Scan::default();
        let bitwise = (0..=text.len()).find_map(|len| scan.run(&text.as_bytes()[..len]));
        assert_eq!(bitwise, expected);
    }

    #[rstest]
    #[case::with_commas(br#"{"a":1,"b":[2,3]} {"#, Some(17))]
    #[case::empty(b"[]", Some(2))]
    #[case::open(b"[1,", None)]
    fn container_is_measured(#[case] text: &[u8], #[case] expected: Option<usize>) {
        assert_eq!(container_len(text), expected);
    }
}
