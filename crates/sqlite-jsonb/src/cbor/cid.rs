//! Content identifiers, which links hold.
//!
//! Only two encodings are written here, both without an option, so they are two short tables rather than two dependencies.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};

/// The identity prefix of multibase, which the content of tag 42 starts with (IPLD DAG-CBOR specification, "Links").
const IDENTITY: u8 = 0;
/// sha2-256 and 32 bytes of digest: what a CIDv0 starts with, which is nothing but a multihash.
const SHA2_256: [u8; 2] = [0x12, 32];
const CIDV0_LEN: usize = 34;

/// A content identifier in its binary form, found sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cid<'a> {
    V0(&'a [u8]),
    V1(&'a [u8]),
}

impl<'a> Cid<'a> {
    /// Reads the content of tag 42.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidLink`].
    pub(super) fn of_link(content: &'a [u8]) -> Result<Self> {
        match content.split_first() {
            Some((&IDENTITY, cid)) => Self::read(cid).map_err(invalid),
            _ => Err(invalid("a byte string that does not start with 0x00")),
        }
    }

    /// The specification of CIDs in the repository multiformats/cid, "Decoding Algorithm".
    fn read(cid: &'a [u8]) -> Result<Self, &'static str> {
        if cid.starts_with(&SHA2_256) {
            return match cid.len() {
                CIDV0_LEN => Ok(Self::V0(cid)),
                _ => Err("a CIDv0 whose digest has not 32 bytes"),
            };
        }
        let (version, rest) = varint(cid)?;
        if version != 1 {
            return Err("a CID of a version other than 0 and 1");
        }
        let (_codec, rest) = varint(rest)?;
        let (_function, rest) = varint(rest)?;
        let (digest_len, digest) = varint(rest)?;
        if usize::try_from(digest_len) != Ok(digest.len()) {
            return Err("a CID whose digest has another length than it says");
        }
        Ok(Self::V1(cid))
    }

    /// The text of the identifier: base58btc without a prefix for a CIDv0, base32 in lower case behind a `b` for a CIDv1.
    pub(super) fn text(self) -> String {
        match self {
            Self::V0(cid) => base58(cid),
            Self::V1(cid) => base32(cid),
        }
    }
}

#[cold]
pub(super) fn invalid(found: &'static str) -> Error {
    Error::new(ErrorKind::InvalidLink { found })
}

/// An unsigned varint in its shortest form of nine bytes at most, and what is behind it (repository
/// multiformats/unsigned-varint).
fn varint(bytes: &[u8]) -> Result<(u64, &[u8]), &'static str> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().take(9).enumerate() {
        let shift = u32::try_from(index).unwrap_or_default().saturating_mul(7);
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            if byte == 0 && index > 0 {
                return Err("a CID with a varint longer than needed");
            }
            let (_, rest) = bytes.split_at(index.saturating_add(1));
            return Ok((value, rest));
        }
    }
    Err(if bytes.len() < 9 {
        "a CID that is cut"
    } else {
        "a CID with a varint of more than nine bytes"
    })
}

/// RFC 4648 section 6 in lower case without padding, behind the `b` by which multibase names it.
fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let digit = |bits: u32| {
        let digit = usize::try_from(bits & 31).ok();
        let digit = digit.and_then(|digit| ALPHABET.get(digit));
        char::from(digit.copied().unwrap_or_default())
    };
    let digits = bytes.len().saturating_mul(8).div_ceil(5);
    let mut text = String::with_capacity(digits.saturating_add(1));
    text.push('b');
    // At most 4 bits wait for the next byte.
    let (mut waiting, mut count) = (0_u32, 0_u32);
    for &byte in bytes {
        waiting = (waiting << 8) | u32::from(byte);
        count = count.saturating_add(8);
        while let Some(left) = count.checked_sub(5) {
            count = left;
            text.push(digit(waiting >> count));
        }
    }
    if count > 0 {
        text.push(digit(waiting << 5_u32.saturating_sub(count)));
    }
    text
}

/// The Bitcoin alphabet of draft-msporny-base58: a number in base 58 behind a `1` for each leading zero byte.
///
/// The time grows with the square of the length, and that is always 34 bytes here.
fn base58(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    // Least significant first.
    let mut digits: Vec<u8> = Vec::new();
    for &byte in bytes {
        let mut carry = u32::from(byte);
        for digit in &mut digits {
            carry = carry.saturating_add(u32::from(*digit) << 8);
            *digit = u8::try_from(carry % 58).unwrap_or_default();
            carry /= 58;
        }
        while carry > 0 {
            digits.push(u8::try_from(carry % 58).unwrap_or_default());
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|&&byte| byte == 0);
    let leading = zeros.map(|_| &0);
    let digits = leading.chain(digits.iter().rev());
    let symbol = |&digit: &u8| ALPHABET.get(usize::from(digit)).copied();
    digits.filter_map(symbol).map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn v1(tail: &[u8]) -> Vec<u8> {
        [&[0, 1, 0x71], tail].concat()
    }

    // RFC 4648 section 10, in lower case and without padding.
    #[rstest]
    #[case::empty(b"", "b")]
    #[case::one(b"f", "bmy")]
    #[case::two(b"fo", "bmzxq")]
    #[case::three(b"foo", "bmzxw6")]
    #[case::four(b"foob", "bmzxw6yq")]
    #[case::five(b"fooba", "bmzxw6ytb")]
    #[case::six(b"foobar", "bmzxw6ytboi")]
    fn base32_is_that_of_the_rfc(#[case] bytes: &[u8], #[case] expected: &str) {
        assert_eq!(base32(bytes), expected);
    }

    // The test vectors of draft-msporny-base58, section 5.
    #[rstest]
    #[case::words(b"Hello World!", "2NEpo7TZRRrLZSi2U")]
    #[case::sentence(
        b"The quick brown fox jumps over the lazy dog.",
        "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z"
    )]
    #[case::leading_zeros(&[0, 0, 0x28, 0x7f, 0xb4, 0xcd], "11233QC4")]
    fn base58_is_that_of_the_draft(#[case] bytes: &[u8], #[case] expected: &str) {
        assert_eq!(base58(bytes), expected);
    }

    #[test]
    fn identity_hash_is_a_cid_of_any_length() {
        // The raw bytes 0, 1, 2, 3 in an identity multihash.
        let link = [0, 1, 0x55, 0, 4, 0, 1, 2, 3];
        let cid = Cid::of_link(&link).expect("sound");
        assert_eq!(cid.text(), "bafkqabaaaebag");
    }

    #[test]
    fn cid_of_version_0_is_base58() {
        // The empty directory of IPFS, known to its users as QmUNLLsP...
        let digest = [
            0x59, 0x94, 0x84, 0x39, 0x06, 0x5f, 0x29, 0x61, 0x9e, 0xf4, 0x12, 0x80, 0xcb, 0xb9,
            0x32, 0xbe, 0x52, 0xc5, 0x6d, 0x99, 0xc5, 0x96, 0x6b, 0x65, 0xe0, 0x11, 0x12, 0x39,
            0xf0, 0x98, 0xbb, 0xef,
        ];
        let link = [&[0, 0x12, 0x20], digest.as_slice()].concat();
        let cid = Cid::of_link(&link).expect("sound");
        assert_eq!(cid.text(), "QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn");
    }

    #[rstest]
    #[case::empty(b"", "a byte string that does not start with 0x00")]
    #[case::no_prefix(&[1, 0x71, 0, 0], "a byte string that does not start with 0x00")]
    #[case::nothing_behind(&[0], "a CID that is cut")]
    #[case::version_2(&[0, 2, 0x71, 0, 0], "a CID of a version other than 0 and 1")]
    #[case::short_v0(&[0, 0x12, 0x20, 1], "a CIDv0 whose digest has not 32 bytes")]
    #[case::no_codec(&[0, 1], "a CID that is cut")]
    #[case::cut_varint(&v1(&[0x80]), "a CID that is cut")]
    #[case::no_length(&v1(&[0x12]), "a CID that is cut")]
    #[case::short_digest(&v1(&[0x12, 2, 1]), "a CID whose digest has another length than it says")]
    #[case::long_digest(&v1(&[0x12, 0, 1]), "a CID whose digest has another length than it says")]
    #[case::wide_varint(&v1(&[0x92, 0, 0]), "a CID with a varint longer than needed")]
    #[case::endless_varint(
        &v1(&[0xff; 12]),
        "a CID with a varint of more than nine bytes"
    )]
    #[case::giant_digest(
        &v1(&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        "a CID whose digest has another length than it says"
    )]
    fn unsound_link_is_refused(#[case] content: &[u8], #[case] expected: &'static str) {
        let error = Cid::of_link(content).expect_err("unsound");
        assert_eq!(*error.kind(), ErrorKind::InvalidLink { found: expected });
    }
}
