//! Thirty-two bytes at a time: where the first byte is that ends a run.
//!
//! By arithmetic on words of eight bytes, and without a branch that the bytes decide: runs in a text are of any length,
//! and a branch would be guessed wrong at the end of most of them.

use core::hint::select_unpredictable;

use crate::format::text::special_bits;

/// Bytes in a row.
pub(super) type Block = [u8; LEN];

/// How many they are, and what the functions here return where there is no such byte.
pub(super) const LEN: usize = 16;

/// The first byte that is no space.
#[inline]
pub(super) fn first_no_space(block: &Block) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    first(block, |word| word ^ SPACES)
}

/// The first byte that is no ASCII digit.
#[inline]
pub(super) fn first_no_digit(block: &Block) -> usize {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
    // What makes a high bit of 10 and above, and nothing beyond the byte of 0x7f.
    const ABOVE_NINE: u64 = u64::from_le_bytes([0x80 - 10; 8]);
    first(block, |word| {
        let values = word ^ ZEROS;
        ((values & !HIGHS).wrapping_add(ABOVE_NINE) | values) & HIGHS
    })
}

/// The first quote, backslash or byte below 0x20.
#[inline]
pub(super) fn first_special(block: &Block) -> usize {
    first(block, special_bits)
}

/// The first byte in which `marks` has a bit; above the lowest one of a word there may be false ones.
#[inline]
fn first(block: &Block, marks: impl Fn(u64) -> u64) -> usize {
    let (words, _) = block.as_chunks();
    words.iter().rev().fold(0, |behind: usize, word| {
        let marks = marks(u64::from_le_bytes(*word));
        // A word has 64 bits at most, whatever the width of `usize`.
        let at = usize::try_from(marks.trailing_zeros() / 8).unwrap_or(8);
        select_unpredictable(marks == 0, behind.wrapping_add(8), at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::space(first_no_space, b' ', |byte| byte != b' ')]
    #[case::digit(first_no_digit, b'9', |byte: u8| !byte.is_ascii_digit())]
    #[case::special(first_special, b'a', |byte| byte < 0x20 || byte == b'"' || byte == b'\\')]
    fn every_byte_ends_a_run_wherever_it_stands_or_nowhere(
        #[case] find: fn(&Block) -> usize,
        #[case] filler: u8,
        #[case] is_end: fn(u8) -> bool,
    ) {
        for byte in 0..=0xff_u8 {
            for at in 0..LEN {
                // What comes behind the first end does not count.
                let mut block = [byte; LEN];
                block[..at].fill(filler);
                let expected = if is_end(byte) { at } else { LEN };
                assert_eq!(find(&block), expected, "{byte:#x} at {at}");
            }
        }
    }
}
