//! Which Unicode a text is in, by its first bytes: JSON is UTF-8 (RFC 8259 section 8.1), and some programs write it wider.

/// The byte order mark of UTF-8.
pub(super) const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The other marks. That of UTF-16 is the start of that of UTF-32, so it comes later.
const WIDE_MARKS: [(&[u8], &str); 4] = [
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
];

/// How many bytes tell all of them apart: two characters of UTF-32.
const ENOUGH: usize = 8;

/// The encoding of a text that is in UTF-16 or UTF-32, with or without a byte order mark.
///
/// Without one the first two characters have to be ASCII, the first of which starts a JSON text: then there are zeros
/// between them, and a zero is nowhere in JSON. Of CBOR only integers and short texts back to back look like that.
pub(super) fn wide(start: &[u8]) -> Option<&'static str> {
    let mark = WIDE_MARKS.iter().find(|(mark, _)| start.starts_with(mark));
    if let Some((_, encoding)) = mark {
        return Some(encoding);
    }
    match *start {
        [a, 0, 0, 0, b, 0, 0, 0, ..] | [0, 0, 0, a, 0, 0, 0, b, ..] if are_json(a, b) => {
            Some("UTF-32")
        }
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] if are_json(a, b) => Some("UTF-16"),
        _ => None,
    }
}

/// Whether more bytes may change what is said of these.
pub(super) fn may_be_told(start: &[u8]) -> bool {
    let may_become = |mark: &[u8]| mark.len() > start.len() && mark.starts_with(start);
    let needs_next = |&first: &u8| first == 0 || are_json(first, b' ');
    let is_alone = start.len() == 1 && start.iter().all(needs_next);
    let has_zero = start.contains(&0) && start.len() < ENOUGH;
    is_alone
        || has_zero
        || may_become(UTF8_MARK)
        || WIDE_MARKS.iter().any(|(mark, _)| may_become(mark))
}

/// Whether a JSON text may start with these two characters.
fn are_json(first: u8, second: u8) -> bool {
    let starts = matches!(
        first,
        b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'
    );
    let is_space = |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    (starts || is_space(first)) && (matches!(second, b' '..=b'~') || is_space(second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::utf16_with_mark(b"\xff\xfe{\0", Some("UTF-16"))]
    #[case::utf16_with_mark_big_endian(b"\xfe\xff\0{", Some("UTF-16"))]
    #[case::utf32_with_mark(b"\xff\xfe\0\0{\0\0\0", Some("UTF-32"))]
    #[case::utf32_with_mark_big_endian(b"\0\0\xfe\xff\0\0\0{", Some("UTF-32"))]
    #[case::utf16(b"{\0\"\0", Some("UTF-16"))]
    #[case::utf16_big_endian(b"\0[\0\n", Some("UTF-16"))]
    #[case::utf32(b"{\0\0\0\"\0\0\0", Some("UTF-32"))]
    #[case::utf32_big_endian(b"\0\0\0 \0\0\0[", Some("UTF-32"))]
    #[case::zeros_behind_a_digit(b"1\0\0\0", None)]
    #[case::zeros_behind_a_digit_to_the_block(b"1\0\0\0\0\0\0\0", None)]
    #[case::integers_in_cbor(b"\x01\0\x02\0", None)]
    #[case::text_in_jsonb(b"\x47{\0\"\0", None)]
    #[case::utf8(b"{\"a\":1}", None)]
    #[case::empty(b"", None)]
    fn encoding_is_told_by_the_first_bytes(#[case] start: &[u8], #[case] expected: Option<&str>) {
        assert_eq!(wide(start), expected);
        // What is settled with less stays.
        let settled = (0..start.len()).find(|&len| !may_be_told(&start[..len]));
        if let Some(len) = settled {
            assert_eq!(wide(&start[..len]), expected, "{len}");
        }
    }
}
