//! Strings as payloads to write: TEXT as they are, TEXTJ with JSON escapes.

use crate::scan;

/// How one byte is written inside TEXTJ, with some bytes behind it that do not count.
#[derive(Clone, Copy)]
struct Escape {
    padded: [u8; 8],
    len: u8,
}

impl Escape {
    #[inline]
    fn len(self) -> usize {
        usize::from(self.len)
    }

    fn bytes(&self) -> &[u8] {
        self.padded.get(..self.len()).unwrap_or_default()
    }
}

/// How each byte is written inside TEXTJ, by its value.
///
/// The escapes are those serde_json writes: the five short ones of RFC 8259 section 7 and `\u00xx` in lower case.
#[expect(
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "constants below 256, checked when the table is made"
)]
const ESCAPES: [Escape; 256] = {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut table = [Escape {
        padded: [0; 8],
        len: 1,
    }; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte].padded[0] = byte as u8;
        let letter = match byte as u8 {
            0x08 => b'b',
            0x09 => b't',
            0x0a => b'n',
            0x0c => b'f',
            0x0d => b'r',
            same @ (b'"' | b'\\') => same,
            0..0x20 => b'u',
            _ => 0,
        };
        if letter == b'u' {
            let (high, low) = (HEX[byte >> 4], HEX[byte & 15]);
            table[byte] = Escape {
                padded: [b'\\', b'u', b'0', b'0', high, low, 0, 0],
                len: 6,
            };
        } else if letter != 0 {
            table[byte] = Escape {
                padded: [b'\\', letter, 0, 0, 0, 0, 0, 0],
                len: 2,
            };
        }
        byte = byte.wrapping_add(1);
    }
    table
};

/// How a byte is written inside TEXTJ.
#[inline]
fn escape_of(byte: u8) -> Escape {
    let plain = Escape {
        padded: [0; 8],
        len: 0,
    };
    ESCAPES.get(usize::from(byte)).copied().unwrap_or(plain)
}

/// Whether a string is a TEXT as it stands: it holds no quote, no backslash and no byte below 0x20.
///
/// SQLite `src/json.c` `jsonbValidityCheck`, 3.54: those are the bytes that TEXT may not hold; 0x7f and non-ASCII may.
#[inline]
pub(crate) fn is_clean(text: &[u8]) -> bool {
    let is_clean = |block: &scan::Block| scan::specials(block) == 0;
    match text.last_chunk() {
        Some(last) => {
            let (blocks, _) = text.as_chunks();
            is_clean(last) && blocks.iter().all(is_clean)
        }
        None => !text.iter().any(|&byte| is_special(byte)),
    }
}

/// Where the first quote, backslash or byte below 0x20 is.
#[inline]
pub(crate) fn find_special(text: &[u8]) -> Option<usize> {
    find(text, is_special)
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
    let (words, rest) = text.as_chunks::<8>();
    let in_words = words.iter().map(|word| {
        let mut marks = special_bits(u64::from_le_bytes(*word));
        let mut more: usize = 0;
        while marks != 0 {
            let at = usize::try_from(marks.trailing_zeros() >> 3).unwrap_or_default();
            let byte = word.get(at).copied().unwrap_or_default();
            more = more.saturating_add(escape_of(byte).len().saturating_sub(1));
            marks &= marks.wrapping_sub(1);
        }
        more
    });
    let in_rest = rest
        .iter()
        .map(|&byte| escape_of(byte).len().saturating_sub(1));
    in_words
        .chain(in_rest)
        .fold(text.len(), usize::saturating_add)
}

/// Hands a string with its escapes to `push`, run by run.
pub(crate) fn escape<E>(
    text: &[u8],
    mut push: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut rest = text;
    while let Some((run, byte, tail)) = split_at_special(rest) {
        push(run)?;
        push(escape_of(byte).bytes())?;
        rest = tail;
    }
    push(rest)
}

/// Writes a string with its escapes to the start of `place`, which is longer than that by seven bytes at least, and returns
/// its length in bytes.
pub(crate) fn escape_to(text: &[u8], place: &mut [u8]) -> usize {
    let mut at: usize = 0;
    let mut rest = text;
    while let Some((&word, tail)) = rest.split_first_chunk::<8>() {
        let marks = special_bits(u64::from_le_bytes(word));
        // The whole word goes out; what stands from the first special byte on is overwritten next.
        put_at(place, at, word);
        if marks == 0 {
            at = at.wrapping_add(8);
            rest = tail;
            continue;
        }
        let clean = usize::try_from(marks.trailing_zeros() >> 3).unwrap_or_default();
        at = at.wrapping_add(clean);
        if let Some((&byte, tail)) = rest.get(clean..).and_then(<[u8]>::split_first) {
            at = at.wrapping_add(put_escaped(place, at, byte));
            rest = tail;
        }
    }
    for &byte in rest {
        at = at.wrapping_add(put_escaped(place, at, byte));
    }
    at
}

#[inline]
fn put_escaped(place: &mut [u8], at: usize, byte: u8) -> usize {
    let escape = escape_of(byte);
    put_at(place, at, escape.padded);
    escape.len()
}

#[inline]
fn put_at(place: &mut [u8], at: usize, word: [u8; 8]) {
    if let Some(place) = place.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = word;
    }
}

/// What comes before the first byte that TEXT may not hold, that byte, and what comes behind it.
#[inline]
fn split_at_special(text: &[u8]) -> Option<(&[u8], u8, &[u8])> {
    let at = find_special(text)?;
    let (run, rest) = text.split_at_checked(at)?;
    let (&byte, tail) = rest.split_first()?;
    Some((run, byte, tail))
}

/// The high bit of each byte that is special.
///
/// A sum of the low seven bits carries into the high one from a bound on, and never beyond the byte.
#[inline]
pub(crate) const fn special_bits(word: u64) -> u64 {
    const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
    const LOWS: u64 = u64::from_le_bytes([0x7f; 8]);
    const FROM_0X20: u64 = u64::from_le_bytes([0x80 - 0x20; 8]);
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    let (quote, backslash) = (word ^ QUOTES, word ^ BACKSLASHES);
    let no_control = (word & LOWS).wrapping_add(FROM_0X20) | word;
    let no_quote = (quote & LOWS).wrapping_add(LOWS) | quote;
    let no_backslash = (backslash & LOWS).wrapping_add(LOWS) | backslash;
    !(no_control & no_quote & no_backslash) & HIGHS
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
        let mut place = [bytes.as_slice(), &[0; 7]].concat();
        assert_eq!(escape_to(text.as_bytes(), &mut place), bytes.len());
        assert_eq!(place[..bytes.len()], bytes);
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
            for len in 1..70 {
                for at in [0, len / 2, len - 1] {
                    let mut text = alloc::vec![b'x'; len];
                    text[at] = byte;
                    let expected = byte < 0x20 || byte == b'"' || byte == b'\\';
                    assert_eq!(is_clean(&text), !expected, "{byte:#x} at {at} of {len}");
                    assert_eq!(find_special(&text), expected.then_some(at));
                }
            }
        }
    }
}
