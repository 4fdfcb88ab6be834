//! The escapes of a TEXTJ, a word at a time.
//!
//! This is the quick way through payloads that are right; [`unescape`](super::unescape) has the one that finds out what is
//! wrong and where.

use alloc::string::String;
use alloc::vec;

use super::text::special_bits;
use super::window::Window;
use super::{ascii, unescape};

/// The string that the payload stands for; `None` where it holds no escape, or is no TEXTJ.
pub(super) fn unescape(payload: Window<'_>) -> Option<String> {
    // An escape is longer than what it stands for, and each word is written whole.
    let mut string = vec![0; payload.len().saturating_add(8)];
    let (mut from, mut to) = (0_usize, 0_usize);
    while let Some(left) = payload.len().checked_sub(from).filter(|&left| left > 0) {
        let word = payload.word(from);
        *string.get_mut(to..)?.first_chunk_mut()? = word.to_le_bytes();
        let clean = clean_bytes(word, left);
        from = from.wrapping_add(clean);
        to = to.wrapping_add(clean);
        if clean == left.min(8) {
            continue;
        }
        let (len, character) = escape(payload, from)?;
        from = from.wrapping_add(len);
        if let Some(place) = string.get_mut(to)
            && character.is_ascii()
        {
            *place = u8::try_from(character).unwrap_or_default();
            to = to.wrapping_add(1);
        } else {
            to = to.wrapping_add(character.encode_utf8(string.get_mut(to..)?).len());
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
    let mut at = 0_usize;
    // All bytes that were seen, one on top of the other.
    let mut seen = 0;
    while let Some(left) = payload.len().checked_sub(at).filter(|&left| left > 0) {
        let word = payload.word(at);
        seen |= word;
        let clean = clean_bytes(word, left);
        at = at.wrapping_add(clean);
        if clean == left.min(8) {
            continue;
        }
        match escape(payload, at) {
            Some((len, _)) => at = at.wrapping_add(len),
            None => return false,
        }
    }
    let may_be_wide = seen & u64::from_le_bytes([0x80; 8]) != 0;
    !may_be_wide || unescape::utf8(payload.payload()).is_ok()
}

/// How many bytes of a word, and of the `left` ones, come before the first one that is special.
#[inline]
fn clean_bytes(word: u64, left: usize) -> usize {
    let clean = usize::try_from(special_bits(word).trailing_zeros() >> 3).unwrap_or(8);
    clean.min(left)
}

/// The length in bytes of the escape at `at`, backslash included, and what it stands for.
#[inline]
fn escape(payload: Window<'_>, at: usize) -> Option<(usize, char)> {
    if payload.byte(at)? != b'\\' {
        return None;
    }
    let character = match payload.byte(at.wrapping_add(1))? {
        b'n' => '\n',
        same @ (b'"' | b'\\' | b'/') => char::from(same),
        b'u' => {
            let digits = payload.payload().get(at.wrapping_add(2)..)?;
            return unescape::unicode(digits).ok();
        }
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        _ => return None,
    };
    Some((2, character))
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
