//! Short payloads at a glance: looked at as one block, which up to 32 bytes fit.
//!
//! What is found fine here is fine. What is not may be so too, or be wrong: the careful readers know.

use super::Window;
use crate::scan::{self, Block};

/// A payload of no more than a [`Block`].
#[derive(Clone, Copy)]
pub(crate) struct Short<'a> {
    /// The payload, and what comes behind it in the blob.
    block: &'a Block,
    len: usize,
}

impl<'a> Short<'a> {
    /// `None` for long ones, and where the blob ends soon.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    pub(crate) fn new(payload: Window<'a>) -> Option<Self> {
        let block = payload.blob().get(payload.start()..)?.first_chunk()?;
        let len = payload.len();
        (len <= scan::LEN).then_some(Self { block, len })
    }

    /// The payload, and what comes behind it in the blob.
    #[inline]
    pub(crate) fn block(&self) -> &'a Block {
        self.block
    }

    /// The length of the payload in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// A bit for each byte of the payload.
    #[inline]
    fn mask(&self) -> u64 {
        // No more than 32, so nothing is shifted out.
        1_u64
            .wrapping_shl(u32::try_from(self.len).unwrap_or(0))
            .wrapping_sub(1)
    }

    /// Whether no byte of the payload is a quote, a backslash or below 0x20.
    #[inline]
    pub(crate) fn is_clean(&self) -> bool {
        u64::from(scan::specials(self.block)) & self.mask() == 0
    }

    /// Whether it is [clean](Self::is_clean) and ASCII.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        u64::from(scan::specials_and_wide(self.block)) & self.mask() == 0
    }

    /// Whether the payload is an integer.
    #[inline]
    pub(crate) fn is_int(&self) -> bool {
        let (others, sign) = self.others();
        let digits = self.len.wrapping_sub(sign);
        // Without a digit, the difference is none of 1 to 32 either.
        others == 0 && (digits == 1 || (digits <= scan::LEN && digits > 0 && !self.is_zero(sign)))
    }

    /// Whether the payload is digits, a point and digits.
    #[inline]
    pub(crate) fn is_float(&self) -> bool {
        let (others, sign) = self.others();
        let point = usize::try_from(others.trailing_zeros()).unwrap_or(0);
        let whole = point.wrapping_sub(sign);
        // One other byte, and it is behind a digit and before one.
        others & others.wrapping_sub(1) == 0
            && whole > 0
            && point.wrapping_add(1) < self.len
            && self.byte(point) == b'.'
            && (whole == 1 || !self.is_zero(sign))
    }

    /// The bytes that are no digits, but for a minus sign at the start; and the length of that.
    #[inline]
    fn others(&self) -> (u64, usize) {
        let is_negative = self.byte(0) == b'-';
        let others = u64::from(scan::no_digits(self.block)) & self.mask();
        (others & !u64::from(is_negative), usize::from(is_negative))
    }

    #[inline]
    fn is_zero(&self, at: usize) -> bool {
        self.byte(at) == b'0'
    }

    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.block.get(at).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ElementType, number, unescape};
    use alloc::vec::Vec;

    /// What is fine by [`Short`] is what is fine by the careful readers, of the payloads that it looks at.
    fn same_as_by_elements(payload: &[u8]) {
        let behind = b"5.5-\"\\\x01 and what is behind it in the blob";
        let blob = [b"7", payload, behind].concat();
        let window = Window::new(&blob, 1, payload.len());
        for element_type in [ElementType::Int, ElementType::Float, ElementType::Text] {
            let short = Short::new(window).expect("short");
            assert_eq!(short.len(), payload.len());
            assert!(short.block().starts_with(payload));
            let is_fine = match element_type {
                ElementType::Text => unescape::plain(payload).is_ok(),
                _ => number::element_type(payload) == Some(element_type),
            };
            let found = match element_type {
                ElementType::Int => short.is_int(),
                ElementType::Float => {
                    // Exponents are left to others.
                    assert!(is_fine || !short.is_float());
                    let has_exponent = payload.iter().any(|byte| b"eE".contains(byte));
                    short.is_float() || (is_fine && has_exponent)
                }
                _ => {
                    let is_clean = payload.iter().all(|&b| b >= 0x20 && !b"\"\\".contains(&b));
                    assert_eq!(short.is_clean(), is_clean);
                    assert_eq!(short.is_plain(), is_clean && payload.is_ascii());
                    is_fine
                }
            };
            assert_eq!(
                found,
                is_fine,
                "{} as {element_type}",
                payload.escape_ascii()
            );
        }
    }

    #[test]
    fn payloads_are_fine_where_they_are_for_the_careful_readers() {
        const BYTES: &[u8] = b"-+019.e/:x \"\\\x1f\xc3\xa9";
        let mut payloads = Vec::from([Vec::new()]);
        same_as_by_elements(b"");
        for _ in 0..4 {
            let longer = payloads.iter().flat_map(|payload| {
                BYTES
                    .iter()
                    .map(|&byte| [payload.as_slice(), &[byte]].concat())
            });
            payloads = longer.collect();
            for payload in &payloads {
                same_as_by_elements(payload);
            }
        }
    }

    #[test]
    fn longer_payloads_are_too() {
        let digits = b"1234567890".repeat(4);
        for len in 1..=32 {
            for at in 0..len {
                for byte in *b".-0 \"e" {
                    let mut payload = digits[..len].to_vec();
                    payload[at] = byte;
                    same_as_by_elements(&payload);
                    payload[0] = b'-';
                    same_as_by_elements(&payload);
                }
            }
        }
    }

    #[test]
    fn long_payloads_and_those_at_the_end_of_the_blob_are_none() {
        let blob = [b'a'; 40];
        for (start, len, is_short) in [(0, 32, true), (0, 33, false), (8, 32, true), (9, 1, false)]
        {
            let window = Window::new(&blob, start, len);
            assert_eq!(Short::new(window).is_some(), is_short, "{len} at {start}");
        }
    }
}
