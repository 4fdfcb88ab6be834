//! By the vector instructions that each x86-64 processor has.

#![expect(
    unsafe_code,
    reason = "vector instructions: a fifth to a quarter of the time of JSON text, and as many instructions of texts in CBOR"
)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_min_epu8,
    _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
};

use super::Block;

#[inline]
pub(super) fn no_spaces(block: &Block) -> u32 {
    // SAFETY: this module is built only for targets that have SSE2.
    unsafe { no_spaces_sse2(block) }
}

#[inline]
pub(super) fn no_digits(block: &Block) -> u32 {
    // SAFETY: as above.
    unsafe { no_digits_sse2(block) }
}

#[inline]
pub(super) fn specials(block: &Block) -> u32 {
    // SAFETY: as above.
    unsafe { specials_sse2(block) }
}

#[inline]
pub(super) fn has_special(words: [u64; 2]) -> bool {
    // SAFETY: as above.
    unsafe { has_special_sse2(words) }
}

#[inline]
pub(super) fn specials_and_wide(block: &Block) -> u32 {
    // SAFETY: as above.
    unsafe { specials_and_wide_sse2(block) }
}

// Halves are named one by one: `map` of an array is a call in builds with several units of code.

#[inline]
#[target_feature(enable = "sse2")]
fn no_spaces_sse2(block: &Block) -> u32 {
    let spaces = _mm_set1_epi8(0x20);
    let [low, high] = halves(block);
    !bits(_mm_cmpeq_epi8(low, spaces), _mm_cmpeq_epi8(high, spaces))
}

#[inline]
#[target_feature(enable = "sse2")]
fn no_digits_sse2(block: &Block) -> u32 {
    let [low, high] = halves(block);
    !bits(digits_in(low), digits_in(high))
}

#[inline]
#[target_feature(enable = "sse2")]
fn digits_in(bytes: __m128i) -> __m128i {
    // The digits go to the ten lowest of the signed bytes.
    let to_lowest = _mm_set1_epi8(i8::MIN.wrapping_sub(0x30));
    let bound = _mm_set1_epi8(i8::MIN + 10);
    _mm_cmplt_epi8(_mm_add_epi8(bytes, to_lowest), bound)
}

#[inline]
#[target_feature(enable = "sse2")]
fn specials_sse2(block: &Block) -> u32 {
    let [low, high] = halves(block);
    bits(specials_in(low), specials_in(high))
}

#[inline]
#[target_feature(enable = "sse2")]
fn has_special_sse2([first, last]: [u64; 2]) -> bool {
    let bytes = _mm_set_epi64x(last.cast_signed(), first.cast_signed());
    _mm_movemask_epi8(specials_in(bytes)) != 0
}

#[inline]
#[target_feature(enable = "sse2")]
fn specials_in(bytes: __m128i) -> __m128i {
    let controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    _mm_or_si128(controls, quotes_and_backslashes(bytes))
}

#[inline]
#[target_feature(enable = "sse2")]
fn specials_and_wide_sse2(block: &Block) -> u32 {
    let [low, high] = halves(block);
    bits(specials_and_wide_in(low), specials_and_wide_in(high))
}

#[inline]
#[target_feature(enable = "sse2")]
fn specials_and_wide_in(bytes: __m128i) -> __m128i {
    // Bytes from 0x80 on are negative here.
    let controls_and_wide = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
    _mm_or_si128(controls_and_wide, quotes_and_backslashes(bytes))
}

#[inline]
#[target_feature(enable = "sse2")]
fn quotes_and_backslashes(bytes: __m128i) -> __m128i {
    let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x22));
    let backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x5c));
    _mm_or_si128(quotes, backslashes)
}

#[inline]
#[target_feature(enable = "sse2")]
fn halves(block: &Block) -> [__m128i; 2] {
    let (halves, _) = block.as_chunks::<16>();
    [load(&halves[0]), load(&halves[1])]
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(half: &[u8; 16]) -> __m128i {
    // SAFETY: `half` is sixteen bytes, and this load asks for no alignment.
    unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
}

/// The high bit of each byte.
#[inline]
#[target_feature(enable = "sse2")]
fn bits(low: __m128i, high: __m128i) -> u32 {
    // Sixteen bits each.
    let low = _mm_movemask_epi8(low).cast_unsigned();
    let high = _mm_movemask_epi8(high).cast_unsigned();
    low | high << 16
}
