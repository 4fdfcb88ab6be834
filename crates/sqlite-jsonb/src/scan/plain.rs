//! By arithmetic on words of eight bytes.

#![cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2", not(test)),
    expect(dead_code, reason = "what stands in on other processors")
)]

use super::Block;
use crate::format::text::special_bits;

const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
const LOWS: u64 = u64::from_le_bytes([0x7f; 8]);

#[inline]
pub(super) fn no_spaces(block: &Block) -> u32 {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    bits(block, |word| {
        let bits = word ^ SPACES;
        (bits & LOWS).wrapping_add(LOWS) | bits
    })
}

#[inline]
pub(super) fn no_digits(block: &Block) -> u32 {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    // What makes a high bit of 10 and above, and nothing beyond the byte of 0x7f.
    const ABOVE_NINE: u64 = u64::from_le_bytes([0x80 - 10; 8]);
    bits(block, |word| {
        let values = word ^ ZEROS;
        (values & LOWS).wrapping_add(ABOVE_NINE) | values
    })
}

#[inline]
pub(super) fn specials(block: &Block) -> u32 {
    bits(block, special_bits)
}

#[inline]
pub(super) fn has_special([first, last]: [u64; 2]) -> bool {
    special_bits(first) | special_bits(last) != 0
}

#[inline]
pub(super) fn specials_and_wide(block: &Block) -> u32 {
    bits(block, |word| special_bits(word) | word)
}

/// The high bit of each byte of what `marks` makes of the words.
#[inline]
fn bits(block: &Block, marks: impl Fn(u64) -> u64) -> u32 {
    // Eight bits, seven apart, to the highest byte.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let (words, _) = block.as_chunks();
    words.iter().rev().fold(0, |bits, word| {
        let marks = marks(u64::from_le_bytes(*word)) & HIGHS;
        let gathered = marks.wrapping_mul(GATHER).to_be_bytes();
        bits << 8 | u32::from(gathered[0])
    })
}
