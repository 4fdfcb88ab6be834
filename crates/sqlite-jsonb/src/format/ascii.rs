//! Strings that are ASCII, found to be so many bytes at a time.
//!
//! A second look by `core::str::from_utf8` takes 6 ns for 4 bytes and 12 ns for 17 (one machine), which is more than all else
//! that is done to a short text.

#![allow(
    unsafe_code,
    reason = "bytes that were looked at become a string without a second look"
)]

use alloc::string::String;
use alloc::vec::Vec;

use super::short::Short;
use super::window::{Window, align};
use crate::scan::{self, Block};

/// The payload as a string, if it is [plain](is_plain).
#[inline]
pub(crate) fn plain(payload: Window<'_>) -> Option<&str> {
    if !is_plain(payload) {
        return None;
    }
    // SAFETY: no byte of the payload has its high bit set, and what is ASCII is UTF-8.
    Some(unsafe { core::str::from_utf8_unchecked(payload.payload()) })
}

/// The bytes as a string, if they are UTF-8.
#[inline]
pub(crate) fn string(bytes: Vec<u8>) -> Option<String> {
    if !bytes.is_ascii() && simdutf8::basic::from_utf8(&bytes).is_err() {
        return None;
    }
    // SAFETY: all of the bytes are ASCII, which is UTF-8, or were found to be UTF-8 by simdutf8.
    Some(unsafe { String::from_utf8_unchecked(bytes) })
}

/// The bytes as a string, if they are UTF-8.
#[inline]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    if !bytes.is_ascii() {
        return simdutf8::basic::from_utf8(bytes).ok();
    }
    // SAFETY: all of the bytes are ASCII, which is UTF-8.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Whether the payload is ASCII without a quote, a backslash or a byte below 0x20.
#[inline]
pub(crate) fn is_plain(payload: Window<'_>) -> bool {
    if (1..=8).contains(&payload.len()) {
        let marks = special_or_wide(payload.word(0)) & HIGHS;
        return align(marks, payload.len()) == 0;
    }
    match Short::new(payload) {
        Some(short) => short.is_plain(),
        None => is_long_plain(payload.blob(), payload.start(), payload.len()),
    }
}

#[inline(never)]
fn is_long_plain(blob: &[u8], start: usize, len: usize) -> bool {
    let payload = Window::new(blob, start, len);
    let bytes = payload.payload();
    if let Some(last) = bytes.last_chunk() {
        let is_plain = |block: &Block| scan::specials_and_wide(block) == 0;
        let (blocks, _) = bytes.as_chunks();
        return is_plain(last) && blocks.iter().all(is_plain);
    }
    let (mut at, mut left) = (0, payload.len());
    while left > 8 {
        if special_or_wide(payload.word(at)) & HIGHS != 0 {
            return false;
        }
        at = at.wrapping_add(8);
        left = left.wrapping_sub(8);
    }
    left == 0 || align(special_or_wide(payload.word(at)) & HIGHS, left) == 0
}

const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);

/// A word with the high bit of a byte set where that one is a quote, a backslash, below 0x20 or no ASCII, and perhaps of
/// bytes above such a one.
#[inline]
fn special_or_wide(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const SPACES: u64 = u64::from_le_bytes([0x20; 8]);
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    // A difference borrows from the byte above only where it has marked its own.
    word.wrapping_sub(SPACES)
        | (word ^ QUOTES).wrapping_sub(ONES)
        | (word ^ BACKSLASHES).wrapping_sub(ONES)
        | word
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// The plain twin of [`plain`].
    fn plain_by_bytes(payload: &[u8]) -> Option<&str> {
        let is_plain = |byte: &u8| byte.is_ascii() && *byte >= 0x20 && !b"\"\\".contains(byte);
        if payload.iter().all(is_plain) {
            core::str::from_utf8(payload).ok()
        } else {
            None
        }
    }

    #[test]
    fn plain_strings_are_those_without_any_other_byte() {
        for byte in 0..=u8::MAX {
            for len in 0..80_usize {
                for at in [0, len / 3, len / 2, len.saturating_sub(1), len] {
                    // What stands behind the payload does not count.
                    let mut blob = vec![b'x'; len + 9];
                    blob[at] = byte;
                    for end in [len, len + 3, len + 9] {
                        let blob = &blob[..end];
                        let window = Window::new(blob, 0, len);
                        let expected = plain_by_bytes(&blob[..len]);
                        assert_eq!(plain(window), expected, "{byte:#x} at {at} of {len}");
                        assert_eq!(is_plain(window), expected.is_some());
                    }
                }
            }
        }
    }

    #[test]
    fn borrows_of_one_byte_do_not_mark_the_next_one_alone() {
        for pair in 0..=u16::MAX {
            let blob = [&b"ab"[..], &pair.to_be_bytes(), b"cdefghij"].concat();
            let window = Window::new(&blob, 1, 6);
            assert_eq!(plain(window), plain_by_bytes(window.payload()), "{pair:#x}");
        }
    }

    #[test]
    fn bytes_are_a_string_where_they_are_utf8() {
        for bytes in [&b"plain"[..], "größer".as_bytes(), b"\xff", b"a\xc3", b""] {
            let expected = core::str::from_utf8(bytes).ok();
            assert_eq!(string(bytes.to_vec()).as_deref(), expected);
            assert_eq!(utf8(bytes), expected);
        }
    }
}
