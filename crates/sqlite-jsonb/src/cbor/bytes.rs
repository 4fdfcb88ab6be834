//! What a byte string becomes: a text, a number, an array of numbers, or an object around a text.

use alloc::string::String;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use num_bigint::BigUint;

use super::cid::{self, Cid};
use super::options::{Bignums, ByteStrings, CborNumbers, Links};
use super::tags::{BytesAre, Sign, Tagged};
use crate::error::{Error, ErrorKind, Result};

/// What [`Tagged::bytes`] makes of a byte string.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    /// A text.
    Text(String),
    /// The digits of a bignum.
    Digits(String),
    /// An array with a number for each byte, which the source makes.
    Numbers,
    /// Objects of one member around the text that [`Tagged::wrapped`] gives.
    Wrapped(Wrapping),
}

/// What is around a text: an object of one member whose value it is, or is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapping {
    /// Nothing around a byte string.
    Bytes,
    /// Nothing around a link.
    Link,
    /// `{"/": ...}`
    DagLink,
    /// `{"/": {"bytes": ...}}`
    DagBytes,
    /// `{"bytes": ...}`
    DagBytesInside,
    /// `{"$link": ...}`
    AtprotoLink,
    /// `{"$bytes": ...}`
    AtprotoBytes,
}

impl Tagged {
    /// What a byte string becomes here.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedBytes`], [`ErrorKind::BignumTooLong`] and [`ErrorKind::UnsupportedNumber`], as the policies
    /// say; [`ErrorKind::InvalidLink`].
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Result<Bytes> {
        if let BytesAre::Text(wrapping) = self.bytes_are {
            return Ok(Bytes::Wrapped(wrapping));
        }
        match (self.bignum(), self.options.bignums) {
            (None, _) if self.is_link() => self.link(bytes),
            (None, _) => self.byte_string(bytes),
            (Some(sign), Bignums::Digits) => {
                let digits = digits(sign, bytes, self.options.max_bignum_len)?;
                if self.options.numbers == CborNumbers::Int64 && digits.parse::<i64>().is_err() {
                    let literal = digits.chars().take(64).collect();
                    return Err(Error::new(ErrorKind::UnsupportedNumber { literal }));
                }
                Ok(Bytes::Digits(digits))
            }
            (Some(sign), Bignums::Base64Url) => Ok(Bytes::Text(bignum_text(sign, bytes))),
        }
    }

    /// The text inside the objects of [`Bytes::Wrapped`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidLink`].
    pub(crate) fn wrapped(&self, bytes: &[u8]) -> Result<String> {
        let is_link = matches!(
            self.bytes_are,
            BytesAre::Link
                | BytesAre::Text(Wrapping::Link | Wrapping::DagLink | Wrapping::AtprotoLink)
        );
        if is_link {
            Ok(Cid::of_link(bytes)?.text())
        } else {
            Ok(STANDARD_NO_PAD.encode(bytes))
        }
    }

    /// The context of a text with these objects around it.
    pub(crate) const fn in_objects(mut self, wrapping: Wrapping) -> Self {
        self.bytes_are = BytesAre::Text(wrapping);
        self
    }

    /// The label of the outermost object around the text, and the context inside it.
    pub(crate) const fn peel(self) -> Option<(&'static str, Self)> {
        let BytesAre::Text(wrapping) = self.bytes_are else {
            return None;
        };
        let (label, inside) = match wrapping {
            Wrapping::Bytes | Wrapping::Link => return None,
            Wrapping::DagLink => ("/", Wrapping::Link),
            Wrapping::DagBytes => ("/", Wrapping::DagBytesInside),
            Wrapping::DagBytesInside => ("bytes", Wrapping::Bytes),
            Wrapping::AtprotoLink => ("$link", Wrapping::Link),
            Wrapping::AtprotoBytes => ("$bytes", Wrapping::Bytes),
        };
        Some((label, self.in_objects(inside)))
    }

    fn link(&self, content: &[u8]) -> Result<Bytes> {
        match (self.options.links, Cid::of_link(content)?) {
            (Links::Atproto, Cid::V0(_)) => {
                Err(cid::invalid("a CIDv0, which AT Protocol does not support"))
            }
            (Links::Atproto, Cid::V1(_)) => Ok(Bytes::Wrapped(Wrapping::AtprotoLink)),
            (Links::DagJson | Links::Tag, _) => Ok(Bytes::Wrapped(Wrapping::DagLink)),
        }
    }

    fn byte_string(&self, bytes: &[u8]) -> Result<Bytes> {
        Ok(match self.options.byte_strings {
            ByteStrings::Base64Url => Bytes::Text(URL_SAFE_NO_PAD.encode(bytes)),
            ByteStrings::Base64 => Bytes::Text(STANDARD.encode(bytes)),
            ByteStrings::Hex => Bytes::Text(hex(bytes)),
            ByteStrings::Numbers => Bytes::Numbers,
            ByteStrings::DagJson => Bytes::Wrapped(Wrapping::DagBytes),
            ByteStrings::Atproto => Bytes::Wrapped(Wrapping::AtprotoBytes),
            ByteStrings::Error => {
                let len = bytes.len();
                return Err(Error::new(ErrorKind::UnsupportedBytes { len }));
            }
        })
    }
}

/// RFC 8949 section 6.1: the byte string as it is, leading zeros included, behind a tilde for a negative bignum.
fn bignum_text(sign: Sign, bytes: &[u8]) -> String {
    let mut text = String::new();
    if sign == Sign::Negative {
        text.push('~');
    }
    URL_SAFE_NO_PAD.encode_string(bytes, &mut text);
    text
}

/// The digits of n, or of -1 - n (RFC 8949 section 3.4.3).
fn digits(sign: Sign, bytes: &[u8], limit: usize) -> Result<String> {
    let leading_zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    let significant = bytes.get(leading_zeros..).unwrap_or_default();
    let len = significant.len();
    if len > limit {
        return Err(Error::new(ErrorKind::BignumTooLong { len, limit }));
    }
    let magnitude = BigUint::from_bytes_be(significant);
    Ok(match sign {
        Sign::Positive => magnitude.to_str_radix(10),
        Sign::Negative => {
            let mut digits = successor(magnitude).to_str_radix(10);
            digits.insert(0, '-');
            digits
        }
    })
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "a bignum grows instead of overflowing"
)]
fn successor(number: BigUint) -> BigUint {
    number + 1_u32
}

/// RFC 4648 section 8.
fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
    ];
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or('0');
    let mut text = String::with_capacity(bytes.len().saturating_mul(2));
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cbor::CborOptions;
    use rstest::rstest;

    fn text(text: &str) -> Bytes {
        Bytes::Text(text.into())
    }

    #[rstest]
    // RFC 4648 section 10, and the two characters in which the alphabets differ.
    #[case::empty(ByteStrings::Base64Url, b"", text(""))]
    #[case::base64url(ByteStrings::Base64Url, b"foob", text("Zm9vYg"))]
    #[case::base64url_alphabet(ByteStrings::Base64Url, &[0xfb, 0xff], text("-_8"))]
    #[case::base64(ByteStrings::Base64, b"foob", text("Zm9vYg=="))]
    #[case::base64_alphabet(ByteStrings::Base64, &[0xfb, 0xff], text("+/8="))]
    #[case::hex(ByteStrings::Hex, b"foobar", text("666F6F626172"))]
    #[case::hex_digits(ByteStrings::Hex, &[0x09, 0xaf], text("09AF"))]
    #[case::numbers(ByteStrings::Numbers, b"foob", Bytes::Numbers)]
    fn byte_strings_follow_their_policy(
        #[case] policy: ByteStrings,
        #[case] bytes: &[u8],
        #[case] expected: Bytes,
    ) {
        let tagged = Tagged::new(CborOptions::new().byte_strings(policy));
        assert_eq!(tagged.bytes(bytes).expect("no refusal"), expected);
    }

    #[test]
    fn refused_byte_string_gives_its_length() {
        let tagged = Tagged::new(CborOptions::new().byte_strings(ByteStrings::Error));
        let error = tagged.bytes(&[1, 2]).expect_err("refused");
        assert_eq!(*error.kind(), ErrorKind::UnsupportedBytes { len: 2 });
    }

    #[rstest]
    #[case::empty(Sign::Positive, &[], "0")]
    #[case::minus_one(Sign::Negative, &[], "-1")]
    #[case::zeros(Sign::Positive, &[0, 0, 0], "0")]
    #[case::leading_zeros(Sign::Negative, &[0, 0, 1, 0], "-257")]
    // RFC 8949 Appendix A.
    #[case::past_u64(Sign::Positive, &[1, 0, 0, 0, 0, 0, 0, 0, 0], "18446744073709551616")]
    #[case::past_negative(Sign::Negative, &[1, 0, 0, 0, 0, 0, 0, 0, 0], "-18446744073709551617")]
    #[case::u128_max(Sign::Positive, &[0xff; 16], "340282366920938463463374607431768211455")]
    #[case::past_u128(Sign::Negative, &[0xff; 16], "-340282366920938463463374607431768211456")]
    fn bignum_keeps_every_digit(#[case] sign: Sign, #[case] bytes: &[u8], #[case] expected: &str) {
        assert_eq!(digits(sign, bytes, 1024).expect("short"), expected);
    }

    #[test]
    fn digits_of_a_long_bignum_read_back() {
        let bytes: alloc::vec::Vec<u8> = (1..=255).cycle().take(1024).collect();
        let digits = digits(Sign::Positive, &bytes, 1024).expect("at the limit");
        let read = BigUint::parse_bytes(digits.as_bytes(), 10).expect("digits");
        assert_eq!(read.to_bytes_be(), bytes);
    }

    #[test]
    fn leading_zeros_do_not_count_as_length() {
        let mut bytes = [0; 100];
        bytes[97..].copy_from_slice(&[1, 2, 3]);
        assert_eq!(digits(Sign::Positive, &bytes, 3).expect("three"), "66051");
        let error = digits(Sign::Positive, &bytes, 2).expect_err("three");
        assert_eq!(*error.kind(), ErrorKind::BignumTooLong { len: 3, limit: 2 });
    }

    #[rstest]
    #[case::positive(2, "AQAA")]
    #[case::negative(3, "~AQAA")]
    fn bignum_text_has_a_tilde_where_negative(#[case] tag: u64, #[case] expected: &str) {
        // The length limit is for digits, the hint for byte strings.
        let options = CborOptions::new()
            .bignums(Bignums::Base64Url)
            .max_bignum_len(0);
        let mut tagged = Tagged::new(options);
        tagged.tag(23).expect("a hint");
        tagged.tag(tag).expect("a bignum");
        assert_eq!(
            tagged.bytes(&[1, 0, 0]).expect("no refusal"),
            text(expected)
        );
    }
}
