//! Sixteen bytes at a time, in one vector where the processor has them.

/// Whether one of 16 bytes, given as two words, is one that TEXT may not hold.
#[inline]
pub(crate) fn has_special(block: [u64; 2]) -> bool {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return sse2::has_special(block);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    return plain::has_special(block);
}

/// The plain twin: in words of eight bytes.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod plain {
    use super::super::text;

    #[inline]
    pub(super) fn has_special([first, last]: [u64; 2]) -> bool {
        text::special_bits(first) | text::special_bits(last) != 0
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    #![expect(
        unsafe_code,
        reason = "an instruction set is named by a call that the compiler cannot check; a third fewer instructions a text"
    )]

    use core::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8,
    };

    #[inline]
    pub(super) fn has_special(block: [u64; 2]) -> bool {
        // SAFETY: this module is there only where SSE2 is in the target, and `in_vector` asks for nothing else.
        unsafe { in_vector(block) }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn in_vector([first, last]: [u64; 2]) -> bool {
        let block = _mm_set_epi64x(last.cast_signed(), first.cast_signed());
        let below_0x20 = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1f)), block);
        let quotes = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'"'.cast_signed()));
        let backslashes = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'\\'.cast_signed()));
        let special = _mm_or_si128(below_0x20, _mm_or_si128(quotes, backslashes));
        _mm_movemask_epi8(special) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_and_plain_twin_agree_on_each_byte_at_each_place() {
        for byte in 0..=0xff_u8 {
            for at in 0..16 {
                let mut bytes = [b'x'; 16];
                bytes[at] = byte;
                let block = bytes.as_chunks().0;
                let block = [block[0], block[1]].map(u64::from_le_bytes);
                let expected = byte < 0x20 || byte == b'"' || byte == b'\\';
                assert_eq!(has_special(block), expected, "{byte:#x} at {at}");
                assert_eq!(plain::has_special(block), expected, "{byte:#x} at {at}");
            }
        }
    }
}
