//! Thirty-two bytes at a time: which of them are of a kind, as a bit for each, the first byte in the lowest. And sixteen:
//! whether one of them is.
//!
//! A run of such bytes ends at the lowest bit, which is found without a branch that the bytes decide: runs in a text are of
//! any length, and such a branch would be guessed wrong at the end of most of them.
//!
//! By SSE2, which each x86-64 processor has; elsewhere by [`plain`] arithmetic, which tests hold the former to.

mod plain;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use plain as vector;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use sse2 as vector;

/// Bytes in a row.
pub(crate) type Block = [u8; LEN];

/// How many they are.
pub(crate) const LEN: usize = 32;

/// The bytes that are no spaces.
#[inline]
pub(crate) fn no_spaces(block: &Block) -> u32 {
    vector::no_spaces(block)
}

/// The bytes that are no ASCII digits.
#[inline]
pub(crate) fn no_digits(block: &Block) -> u32 {
    vector::no_digits(block)
}

/// The bytes that no TEXT holds: quotes, backslashes and those below 0x20.
#[inline]
pub(crate) fn specials(block: &Block) -> u32 {
    vector::specials(block)
}

/// Whether one of 16 bytes, given as two words, is one that no TEXT holds.
#[inline]
pub(crate) fn has_special(words: [u64; 2]) -> bool {
    vector::has_special(words)
}

/// The bytes that no TEXT holds, and those from 0x80 on.
#[inline]
pub(crate) fn specials_and_wide(block: &Block) -> u32 {
    vector::specials_and_wide(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::no_spaces([no_spaces, plain::no_spaces], |byte| byte != b' ')]
    #[case::no_digits([no_digits, plain::no_digits], |byte: u8| !byte.is_ascii_digit())]
    #[case::specials([specials, plain::specials], is_special)]
    #[case::specials_and_wide(
        [specials_and_wide, plain::specials_and_wide],
        |byte| is_special(byte) || byte >= 0x80
    )]
    fn each_byte_of_the_kind_has_its_bit(
        #[case] find: [fn(&Block) -> u32; 2],
        #[case] is_of_kind: fn(u8) -> bool,
    ) {
        for filler in [b' ', b'0', b'a', b'"', 0xff] {
            for byte in 0..=0xff_u8 {
                for at in 0..LEN {
                    // The next byte is another one, and a carry that leaves a byte would be seen there.
                    let mut block = [filler; LEN];
                    block[at] = byte;
                    block[(at + 1) % LEN] = byte.wrapping_add(1);
                    let bits = block.iter().rev();
                    let expected =
                        bits.fold(0, |bits, &byte| bits << 1 | u32::from(is_of_kind(byte)));
                    for find in find {
                        assert_eq!(find(&block), expected, "{byte:#x} at {at} in {filler:#x}");
                    }
                }
            }
        }
    }

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

    fn is_special(byte: u8) -> bool {
        byte < 0x20 || byte == b'"' || byte == b'\\'
    }
}
