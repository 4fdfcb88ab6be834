//! The escapes of a TEXTJ, a word at a time.
//!
//! This is the quick way through payloads that are right; [`unescape`](super::unescape) has the one that finds out what is
//! wrong and where.

use alloc::string::String;
use alloc::vec;

use super::text::special_bits;
use super::window::{Window, align};
use super::{ascii, unescape};

/// The string that the payload stands for; `None` where it holds no escape, or is no TEXTJ.
pub(super) fn unescape(payload: Window<'_>) -> Option<String> {
    // An escape is longer than what it stands for, and each word is written whole.
    let mut string = vec![0; payload.len().saturating_add(8)];
    let (mut from, mut to) = (0_usize, 0_usize);
    'words: while let Some(left) = payload.len().checked_sub(from).filter(|&left| left > 0) {
        let end = from.wrapping_add(left.min(8));
        let mut word = payload.word(from);
        put_word(&mut string, to, word);
        let mut marks = marks(word, left);
        while marks != 0 {
            let clean = marks.trailing_zeros() & !7;
            let bytes = usize::try_from(clean >> 3).unwrap_or_default();
            (from, to) = (from.wrapping_add(bytes), to.wrapping_add(bytes));
            let letter = letter(payload, from, word.wrapping_shr(clean))?;
            let character = short_escape(letter);
            if character == 0 {
                let (len, character) = unicode_escape(payload, from)?;
                from = from.wrapping_add(len);
                to = to.wrapping_add(character.encode_utf8(string.get_mut(to..)?).len());
                continue 'words;
            }
            *string.get_mut(to)? = character;
            (from, to) = (from.wrapping_add(2), to.wrapping_add(1));
            // What is left of the word goes behind it.
            word = behind(word, clean);
            marks = behind(marks, clean);
            put_word(&mut string, to, word);
        }
        if let Some(rest) = end.checked_sub(from) {
            (from, to) = (from.wrapping_add(rest), to.wrapping_add(rest));
        }
    }
    if from == to {
        return None;
    }
    string.truncate(to);
    // Text and escapes are whole characters each, so the string is UTF-8 if the payload is.
    ascii::string(string)
}

/// Whether the payload is one of a TEXTJ.
pub(super) fn are_fine(payload: Window<'_>) -> bool {
    match check_escapes(payload) {
        Some(seen) if seen & HIGHS == 0 => true,
        Some(_) => unescape::utf8(payload.payload()).is_ok(),
        None => false,
    }
}

/// All the words of the payload, one on top of the other, where its escapes are right.
fn check_escapes(payload: Window<'_>) -> Option<u64> {
    let mut from = 0_usize;
    let mut seen = 0;
    while let Some(left) = payload.len().checked_sub(from).filter(|&left| left > 0) {
        let mut end = from.wrapping_add(8);
        let mut word = payload.word(from);
        seen |= if left < 8 { align(word, left) } else { word };
        let mut marks = marks(word, left);
        while marks != 0 {
            let clean = marks.trailing_zeros() & !7;
            from = from.wrapping_add(usize::try_from(clean >> 3).unwrap_or_default());
            let letter = letter(payload, from, word.wrapping_shr(clean))?;
            if short_escape(letter) == 0 {
                let (len, _) = unicode_escape(payload, from)?;
                end = from.wrapping_add(len);
                break;
            }
            from = from.wrapping_add(2);
            word = behind(word, clean);
            marks = behind(marks, clean);
        }
        // An escape may end behind the word.
        from = end.max(from);
    }
    Some(seen)
}

const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);

/// The high bit of each byte of a word that is a quote, a backslash or below 0x20, among the first `left` ones, of which
/// there is one at least.
#[inline]
fn marks(word: u64, left: usize) -> u64 {
    let marks = special_bits(word);
    if left < 8 {
        marks & !(u64::MAX << (left.wrapping_mul(8) & 63))
    } else {
        marks
    }
}

/// What is left of a word behind an escape of two bytes, which starts `clean` bits above its lowest one.
#[inline]
fn behind(word: u64, clean: u32) -> u64 {
    word.checked_shr(clean.wrapping_add(16)).unwrap_or_default()
}

#[inline]
fn put_word(string: &mut [u8], at: usize, word: u64) {
    if let Some(place) = string.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = word.to_le_bytes();
    }
}

/// The letter of the escape at `at`, where `word` starts; `None` where there is none.
#[inline]
fn letter(payload: Window<'_>, at: usize, word: u64) -> Option<u8> {
    let [first, ..] = word.to_le_bytes();
    if first == b'\\' {
        payload.byte(at.wrapping_add(1))
    } else {
        None
    }
}

/// What an escape of two bytes with this letter stands for; 0 for other letters.
#[inline]
fn short_escape(letter: u8) -> u8 {
    const LETTERS: [(u8, u8); 8] = [
        (b'"', b'"'),
        (b'\\', b'\\'),
        (b'/', b'/'),
        (b'b', 0x08),
        (b'f', 0x0c),
        (b'n', b'\n'),
        (b'r', b'\r'),
        (b't', b'\t'),
    ];
    const TABLE: [u8; 256] = {
        let mut table = [0; 256];
        let mut rest: &[(u8, u8)] = &LETTERS;
        while let [(letter, character), behind @ ..] = rest {
            #[expect(
                clippy::indexing_slicing,
                clippy::as_conversions,
                reason = "a byte is below 256"
            )]
            {
                table[*letter as usize] = *character;
            }
            rest = behind;
        }
        table
    };
    TABLE.get(usize::from(letter)).copied().unwrap_or_default()
}

/// The length in bytes of the escape of a code unit or of a pair at `at`, backslash included, and what it stands for.
fn unicode_escape(payload: Window<'_>, at: usize) -> Option<(usize, char)> {
    match payload.payload().get(at..)? {
        [b'\\', b'u', digits @ ..] => unescape::unicode(digits).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::unescape::{Dialect, check, unescape as unescape_by_pieces, utf8};
    use alloc::borrow::Cow;
    use alloc::vec::Vec;

    #[test]
    fn escapes_are_read_as_by_the_plain_twin() {
        const PARTS: [&[u8]; 18] = [
            b"a",
            b"plain text",
            b"\\n",
            b"\\\"",
            b"\\\\",
            b"\\/",
            b"\\u00e9",
            b"\\ud83d\\ude00",
            b"\\ud83d",
            b"\\u12",
            b"\\",
            b"\"",
            b"\n",
            "é".as_bytes(),
            b"\xff",
            b"\xc3",
            b"\xa9",
            b"\\x41",
        ];
        let mut state = 1_u32;
        for _ in 0..60_000 {
            let mut payload = Vec::new();
            for _ in 0..state % 6 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let index = usize::try_from(state >> 16).unwrap_or_default() % PARTS.len();
                payload.extend_from_slice(PARTS[index]);
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) ^ (state >> 9);
            let blob = [&payload, &b"\"\\behind"[..]].concat();
            let window = Window::new(&blob, 0, payload.len());
            let expected = utf8(&payload).and_then(|text| unescape_by_pieces(text, Dialect::Json));
            let found = unescape(window);
            match &expected {
                Ok(Cow::Owned(string)) => assert_eq!(found.as_ref(), Some(string)),
                Ok(Cow::Borrowed(_)) | Err(_) => assert_eq!(found, None, "{payload:?}"),
            }
            assert_eq!(are_fine(window), check(&payload, Dialect::Json).is_ok());
        }
    }
}
