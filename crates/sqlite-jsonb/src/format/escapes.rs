//! The escapes of a TEXTJ, a block at a time.
//!
//! This is the quick way through payloads that are right; [`unescape`](super::unescape) has the one that finds out what is
//! wrong and where.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;

use super::window::Window;
use super::{ascii, unescape};
use crate::scan::{self, Block};

/// Strings of up to so many bytes are put together on the stack.
const SHORT: usize = 256;

/// The string that the payload stands for; `None` where it holds no escape, or is no TEXTJ.
pub(super) fn unescape(payload: Window<'_>) -> Option<String> {
    // An escape is longer than what it stands for, and blocks are written whole.
    if payload.len() <= SHORT {
        let mut place = [0; SHORT + scan::LEN];
        let len = unescape_to(payload, &mut place)?;
        return ascii::utf8(place.get(..len)?).map(ToOwned::to_owned);
    }
    let mut string = vec![0; payload.len().saturating_add(scan::LEN)];
    let len = unescape_to(payload, &mut string)?;
    string.truncate(len);
    // Text and escapes are whole characters each, so the string is UTF-8 if the payload is.
    ascii::string(string)
}

/// Writes the string that the payload stands for to the start of `place`, and returns its length in bytes; `None` as above.
fn unescape_to(payload: Window<'_>, place: &mut [u8]) -> Option<usize> {
    let (mut from, mut to) = (0_usize, 0_usize);
    while from < payload.len() {
        let start = from;
        let mut specials = specials_at(payload, start);
        while specials != 0 {
            let at = usize::try_from(specials.trailing_zeros()).unwrap_or(0);
            let escape = start.wrapping_add(at);
            // What comes before the escape, and some bytes more.
            *place.get_mut(to..)?.first_chunk_mut()? = block_at(payload, from);
            to = to.wrapping_add(escape.wrapping_sub(from));
            let character = short_escape(letter(payload, escape)?);
            if character != 0 {
                *place.get_mut(to)? = character;
                (from, to) = (escape.wrapping_add(2), to.wrapping_add(1));
            } else {
                let (len, character) = unicode_escape(payload, escape)?;
                from = escape.wrapping_add(len);
                to = to.wrapping_add(character.encode_utf8(place.get_mut(to..)?).len());
            }
            specials = behind(specials, from.wrapping_sub(start));
        }
        let end = start.wrapping_add(scan::LEN).min(payload.len());
        if from < end {
            *place.get_mut(to..)?.first_chunk_mut()? = block_at(payload, from);
            to = to.wrapping_add(end.wrapping_sub(from));
            from = end;
        }
    }
    (from != to).then_some(to)
}

/// Whether the payload is one of a TEXTJ.
pub(super) fn are_fine(payload: Window<'_>) -> bool {
    are_escapes_fine(payload) && ascii::utf8(payload.payload()).is_some()
}

/// Whether all that may not stand bare is part of an escape, and all escapes are right.
pub(super) fn are_escapes_fine(payload: Window<'_>) -> bool {
    check_escapes(payload).is_some()
}

fn check_escapes(payload: Window<'_>) -> Option<()> {
    let mut from = 0_usize;
    while from < payload.len() {
        let start = from;
        let mut specials = specials_at(payload, start);
        while specials != 0 {
            let at = usize::try_from(specials.trailing_zeros()).unwrap_or(0);
            let escape = start.wrapping_add(at);
            let len = match short_escape(letter(payload, escape)?) {
                0 => unicode_escape(payload, escape)?.0,
                _ => 2,
            };
            from = escape.wrapping_add(len);
            specials = behind(specials, from.wrapping_sub(start));
        }
        // An escape may end behind the block.
        from = from.max(start.wrapping_add(scan::LEN));
    }
    Some(())
}

/// A bit for each byte in the block from `at` on that is one of the payload and may not stand bare.
#[inline]
fn specials_at(payload: Window<'_>, at: usize) -> u32 {
    let specials = scan::specials(&block_at(payload, at));
    let left = payload.len().saturating_sub(at);
    if left < scan::LEN {
        specials & !u32::MAX.wrapping_shl(u32::try_from(left).unwrap_or(0))
    } else {
        specials
    }
}

/// The bits from the one numbered `count` on.
#[inline]
fn behind(bits: u32, count: usize) -> u32 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    bits & u32::MAX.checked_shl(count).unwrap_or(0)
}

/// The block from `at` on, of the payload or behind it; zeros where nothing is.
#[inline]
fn block_at(payload: Window<'_>, at: usize) -> Block {
    let start = payload.start().wrapping_add(at);
    let rest = payload.blob().get(start..).unwrap_or_default();
    match rest.first_chunk() {
        Some(block) => *block,
        None => last_block(rest),
    }
}

/// The block at the end of a blob, of which there are less bytes.
#[cold]
#[inline(never)]
fn last_block(bytes: &[u8]) -> Block {
    let mut block = [0; scan::LEN];
    if let Some(place) = block.get_mut(..bytes.len()) {
        place.copy_from_slice(bytes);
    }
    block
}

/// The letter of the escape at `at`; `None` where there is none.
#[inline]
fn letter(payload: Window<'_>, at: usize) -> Option<u8> {
    match payload.byte(at)? {
        b'\\' => payload.byte(at.wrapping_add(1)),
        _ => None,
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
