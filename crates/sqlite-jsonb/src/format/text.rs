//! Strings as payloads to write: TEXT as they are, TEXTJ with JSON escapes.

/// How one byte is written inside TEXTJ, by its value; 0 stands for itself.
///
/// The escapes are those serde_json writes: the five short ones of RFC 8259 section 7 and `\u00xx` in lower case.
#[expect(
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "constants below 256, checked when the table is made"
)]
const ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = b'u';
        byte = byte.wrapping_add(1);
    }
    table[0x08] = b'b';
    table[0x09] = b't';
    table[0x0a] = b'n';
    table[0x0c] = b'f';
    table[0x0d] = b'r';
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table
};

/// The escape of a byte: 0 for none, `u` for `\u00xx`, else the letter behind the backslash.
#[inline]
fn escape_of(byte: u8) -> u8 {
    ESCAPES.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Whether a string holds a quote, a backslash or a byte below 0x20, and so is no TEXT.
///
/// SQLite `src/json.c` `jsonbValidityCheck`, 3.54: those are the bytes that TEXT may not hold; 0x7f and non-ASCII may.
#[inline]
pub(crate) fn needs_escape(text: &[u8]) -> bool {
    let (blocks, rest) = text.as_chunks::<16>();
    blocks.iter().any(|block| any(block, is_special)) || rest.iter().any(|&byte| is_special(byte))
}

/// Where the first quote, backslash or byte below 0x20 is.
#[inline]
pub(crate) fn find_special(text: &[u8]) -> Option<usize> {
    find(text, is_special)
}

/// Where the first byte is that is special or no ASCII.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "as in `is_special`")]
pub(crate) fn find_special_or_wide(text: &[u8]) -> Option<usize> {
    find(text, |byte| is_special(byte) | (byte >= 0x80))
}

#[inline]
fn find(text: &[u8], is_sought: impl Fn(u8) -> bool + Copy) -> Option<usize> {
    let (blocks, _) = text.as_chunks::<16>();
    let clean = blocks.iter().take_while(|block| !any(block, is_sought));
    let start = clean.count().saturating_mul(16);
    let rest = text.get(start..)?;
    let at = rest.iter().position(|&byte| is_sought(byte))?;
    Some(start.saturating_add(at))
}

/// Looks at a whole block without an early exit, so that the compiler turns it into a few vector instructions.
#[inline]
fn any(block: &[u8; 16], is_sought: impl Fn(u8) -> bool) -> bool {
    block
        .iter()
        .fold(false, |found, &byte| found | is_sought(byte))
}

#[inline]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "a branch for each byte would keep the block loop out of vector registers"
)]
const fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// The length of a string with its escapes, in bytes.
pub(crate) fn escaped_len(text: &[u8]) -> usize {
    let mut len = text.len();
    let mut rest = text;
    while let Some((_, byte, tail)) = split_at_special(rest) {
        len = len.saturating_add(if escape_of(byte) == b'u' { 5 } else { 1 });
        rest = tail;
    }
    len
}

/// Hands a string with its escapes to `push`, run by run.
pub(crate) fn escape<E>(
    text: &[u8],
    mut push: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut rest = text;
    while let Some((run, byte, tail)) = split_at_special(rest) {
        push(run)?;
        match escape_of(byte) {
            b'u' => {
                let digit = |nibble: u8| HEX.get(usize::from(nibble)).copied().unwrap_or(b'0');
                push(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)])?;
            }
            letter => push(&[b'\\', letter])?,
        }
        rest = tail;
    }
    push(rest)
}

/// What comes before the first byte that TEXT may not hold, that byte, and what comes behind it.
#[inline]
fn split_at_special(text: &[u8]) -> Option<(&[u8], u8, &[u8])> {
    let at = find_special(text)?;
    let (run, rest) = text.split_at_checked(at)?;
    let (&byte, tail) = rest.split_first()?;
    Some((run, byte, tail))
}

/// Whether one of eight bytes is one that TEXT may not hold.
#[inline]
pub(crate) const fn has_special(word: u64) -> bool {
    special_bits(word) != 0
}

/// The high bit of each byte that is special; above the lowest one there may be false ones.
///
/// The borrow of a subtraction marks the bytes below a bound; it runs upwards, so the lowest mark is right.
pub(crate) const fn special_bits(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
    const CONTROLS: u64 = u64::from_le_bytes([0x20; 8]);
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    let control = word.wrapping_sub(CONTROLS) & !word;
    let quote = (word ^ QUOTES).wrapping_sub(ONES) & !(word ^ QUOTES);
    let backslash = (word ^ BACKSLASHES).wrapping_sub(ONES) & !(word ^ BACKSLASHES);
    (control | quote | backslash) & HIGHS
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;
    use rstest::rstest;

    fn escaped(text: &str) -> String {
        let mut bytes = Vec::new();
        let Ok(()) = escape(text.as_bytes(), |run| {
            bytes.extend_from_slice(run);
            Ok::<(), core::convert::Infallible>(())
        });
        assert_eq!(bytes.len(), escaped_len(text.as_bytes()));
        String::from_utf8(bytes).expect("escapes are ASCII and runs end at ASCII")
    }

    #[rstest]
    #[case::quote("a\"b", r#"a\"b"#)]
    #[case::backslash("a\\b", r"a\\b")]
    #[case::apostrophe_and_delete("a'b\u{7f}", "a'b\u{7f}")]
    #[case::short("\u{8}\t\n\u{c}\r", r"\b\t\n\f\r")]
    #[case::nul("\0", r"\u0000")]
    #[case::unit_separator("é\u{1f}日", r"é\u001f日")]
    #[case::empty("", "")]
    fn escapes_are_those_of_serde_json(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(escaped(text), expected);
    }

    #[test]
    fn every_byte_is_special_wherever_it_stands_or_nowhere() {
        for byte in 0..=0xff_u8 {
            for len in 1..40 {
                for at in [0, len / 2, len - 1] {
                    let mut text = alloc::vec![b'x'; len];
                    text[at] = byte;
                    let expected = byte < 0x20 || byte == b'"' || byte == b'\\';
                    assert_eq!(needs_escape(&text), expected, "{byte:#x} at {at} of {len}");
                    assert_eq!(find_special(&text), expected.then_some(at));
                    let expected = expected || byte >= 0x80;
                    assert_eq!(find_special_or_wide(&text), expected.then_some(at));
                }
            }
        }
    }
}
