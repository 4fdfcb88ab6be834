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

/// What a block of bytes has for the scan.
enum Found {
    /// The end of the value, at this byte of the block.
    End(usize),
    /// Nothing but what was counted.
    Counted,
    /// Something that is to be looked at byte by byte.
    Details,
}

impl Scan {
    /// Looks at the bytes after those seen before; `bytes` starts where it always did.
    /// Returns where the byte stands that ends the value.
    pub(crate) fn run(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(rest) = bytes.get(self.at..).filter(|rest| !rest.is_empty()) {
            let block = rest.first_chunk().filter(|_| !self.escaped);
            match block.map_or(Found::Details, |block| self.block(block)) {
                Found::End(at) => return Some(self.at + at),
                Found::Counted => self.at += BLOCK,
                Found::Details => {
                    let end = bytes.len().min(self.at + BLOCK);
                    if let Some(end) = self.bytewise(bytes, end) {
                        return Some(end);
                    }
                }
            }
        }
        None
    }

    /// Looks at the bytes up to `end`, and beyond that in a string.
    fn bytewise(&mut self, bytes: &[u8], end: usize) -> Option<usize> {
        while self.at < end {
            if self.in_string {
                self.string(bytes);
                continue;
            }
            match bytes[self.at] {
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

    /// Looks at a whole block at once, as bits, and moves past none of it.
    fn block(&mut self, block: &Block) -> Found {
        // A bracket and its brace differ in one bit.
        const BRACE_BIT: u8 = 0x20;
        let quotes = bits(block, b'"', 0);
        let backslashes = bits(block, b'\\', 0);
        if backslashes != 0 || (self.in_string && quotes == 0) {
            return Found::Details;
        }
        let in_string = between(quotes) ^ if self.in_string { u64::MAX } else { 0 };
        let opens = bits(block, b'{', BRACE_BIT) & !in_string;
        let closes = bits(block, b'}', BRACE_BIT) & !in_string;
        if self.depth > u64::from(closes.count_ones()) {
            self.depth += u64::from(opens.count_ones());
            self.depth -= u64::from(closes.count_ones());
        } else if let Some(end) = self.end(opens, closes, bits(block, b',', 0) & !in_string) {
            self.in_string = false;
            return Found::End(end);
        }
        self.in_string = in_string >> 63 != 0;
        Found::Counted
    }

    /// Counts brackets one by one, up to the end of the value if it is there.
    fn end(&mut self, opens: u64, closes: u64, commas: u64) -> Option<usize> {
        let mut unseen = u64::MAX;
        loop {
            // A comma in a container ends nothing.
            let commas = if self.depth == 0 { commas } else { 0 };
            let sought = (opens | closes | commas) & unseen;
            if sought == 0 {
                return None;
            }
            let at = sought.trailing_zeros();
            let bit = 1 << at;
            unseen = u64::MAX << at ^ bit;
            if opens & bit != 0 {
                self.depth += 1;
            } else if self.depth == 0 {
                // A block has 64 bytes.
                return Some(at as usize);
            } else {
                self.depth -= 1;
            }
        }
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

/// How many bytes are looked at at once.
const BLOCK: usize = 64;

type Block = [u8; BLOCK];

/// A bit for each byte that is `sought` once the bits of `ignored` are set in it, the first byte in the lowest.
#[inline]
fn bits(block: &Block, sought: u8, ignored: u8) -> u64 {
    const LOWS: u64 = u64::from_le_bytes([0x7f; 8]);
    const HIGHS: u64 = !LOWS;
    // Brings the high bits of eight bytes, which are eight apart, together in the highest byte.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let (words, _) = block.as_chunks();
    words.iter().rev().fold(0, |bits, word| {
        let word = u64::from_le_bytes(*word) | u64::from_le_bytes([ignored; 8]);
        let others = word ^ u64::from_le_bytes([sought; 8]);
        // The high bit of each byte that is zero now: no sum of low bits goes beyond its byte.
        let zeros = !((others & LOWS).wrapping_add(LOWS) | others) & HIGHS;
        bits << 8 | zeros.wrapping_mul(GATHER) >> 56
    })
}

/// A bit for each byte from an odd quote on, up to the next one.
#[inline]
fn between(quotes: u64) -> u64 {
    // Each bit becomes the sum of those up to it, modulo 2.
    let mut sums = quotes;
    for distance in [1, 2, 4, 8, 16, 32] {
        sums ^= sums << distance;
    }
    sums
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

    #[test]
    fn blocks_hold_what_their_bytes_hold() {
        // Few quotes and ends, or no text gets beyond its first block.
        let alphabet = b"aaaaaaaa::1234567890    \"\"\"\\{{{[[[}}]],";
        // Knuth's MMIX generator: its high bits are random enough.
        let mut random = 1_u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005);
            random = random.wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        for _ in 0..3000 {
            let text: Vec<u8> = (0..next(400))
                .map(|_| alphabet[next(alphabet.len())])
                .collect();
            let mut bytewise = Scan::default();
            let expected = bytewise.bytewise(&text, text.len());
            let mut scan = Scan::default();
            assert_eq!(scan.run(&text), expected);
            if expected.is_none() {
                assert_eq!(format!("{scan:?}"), format!("{bytewise:?}"));
            }
            // With more bytes each time, from whatever state.
            let mut scan = Scan::default();
            let mut end = 0;
            let found = loop {
                end = text.len().min(end + next(200));
                match scan.run(&text[..end]) {
                    None if end < text.len() => {}
                    found => break found,
                }
            };
            assert_eq!(found, expected);
        }
    }

    #[rstest]
    #[case::with_commas(br#"{"a":1,"b":[2,3]} {"#, Some(17))]
    #[case::empty(b"[]", Some(2))]
    #[case::open(b"[1,", None)]
    fn container_is_measured(#[case] text: &[u8], #[case] expected: Option<usize>) {
        assert_eq!(container_len(text), expected);
    }
}
