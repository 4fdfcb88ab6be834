//! What a caller may choose about CBOR.

use crate::encode::NonFinite;

/// Policies for what CBOR holds and JSON does not.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{ByteStrings, CborOptions, ErrorKind};
///
/// let fingerprint = b"\x43\xc0\xff\xee";
///
/// let blob = sqlite_jsonb::to_vec(&CborOptions::new().bytes(fingerprint))?;
/// assert_eq!(blob, b"\x47wP_u");
///
/// let hex = CborOptions::new().byte_strings(ByteStrings::Hex);
/// let blob = sqlite_jsonb::to_vec(&hex.bytes(fingerprint))?;
/// assert_eq!(blob, b"\x67C0FFEE");
///
/// let none = CborOptions::new().byte_strings(ByteStrings::Error);
/// let error = sqlite_jsonb::to_vec(&none.bytes(fingerprint)).unwrap_err();
/// assert_eq!(*error.kind(), ErrorKind::UnsupportedBytes { len: 3 });
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct CborOptions {
    pub(super) max_bignum_len: usize,
    pub(super) byte_strings: ByteStrings,
    pub(super) bignums: Bignums,
    pub(super) labels: NonTextLabels,
    pub(super) tags: Tags,
    pub(super) non_finite: Option<NonFinite>,
}

/// What a byte string becomes.
///
/// Tags 21, 22 and 23 (RFC 8949 section 3.4.5.2) ask for an encoding of the byte strings inside them, at any depth and
/// in map keys too; the innermost one counts.
/// They override any policy but [`Error`](Self::Error).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ByteStrings {
    /// TEXT in base64url without padding (RFC 4648 section 5), as RFC 8949 section 6.1 advises and tag 21 asks.
    /// The default.
    #[default]
    Base64Url,
    /// TEXT in base64 with padding (RFC 4648 section 4), as tag 22 asks.
    Base64,
    /// TEXT in upper-case hexadecimal (RFC 4648 section 8), as tag 23 asks.
    Hex,
    /// An ARRAY of INTs from 0 to 255; as a map key [`ErrorKind::UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel).
    Numbers,
    /// An error: [`ErrorKind::UnsupportedBytes`](crate::ErrorKind::UnsupportedBytes), under tags 21 to 23 too.
    Error,
}

/// What a bignum becomes: a byte string right below tag 2 or 3 (RFC 8949 section 3.4.3).
///
/// Tags 21 to 23 around it ask nothing of it: it is a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bignums {
    /// INT with all its digits. The default: RFC 8949 section 6.1 has many JSON readers in mind that round numbers, but
    /// JSONB keeps digits.
    #[default]
    Digits,
    /// TEXT in base64url without padding, behind a `~` where it is negative, as RFC 8949 section 6.1 advises.
    ///
    /// That is for bignums the source still shows as such: ciborium reads one that fits 64 bits as an integer, and takes
    /// leading zeros off others of up to 16 bytes.
    Base64Url,
}

/// What a map key becomes that is no text string.
///
/// Two keys may come out as one label, such as `1` and `"1"`: both members are kept, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NonTextLabels {
    /// Text. The default:
    /// an integer in decimal, a bignum and a byte string as their policies say, a float, boolean or null as its JSON
    /// text. Arrays and maps are [`ErrorKind::UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel).
    #[default]
    Text,
    /// An error: [`ErrorKind::UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel).
    Error,
}

/// What becomes of a tag that has no meaning here.
///
/// Those with one are never refused: 2 and 3 on a byte string, 21 to 23, and 55799, which says no more than that this
/// is CBOR (RFC 8949 section 3.4.6).
/// Tags 2 and 3 on anything but a byte string, which section 3.4.3 calls invalid, are tags without a meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tags {
    /// Dropped, and what is below kept, as RFC 8949 section 6.1 advises. The default.
    #[default]
    Drop,
    /// An error: [`ErrorKind::UnsupportedTag`](crate::ErrorKind::UnsupportedTag).
    Error,
}

impl CborOptions {
    /// The defaults: [`ByteStrings::Base64Url`], [`Bignums::Digits`] of 1024 bytes at most, [`NonTextLabels::Text`],
    /// [`Tags::Drop`], and no policy of its own for NaN and infinities.
    pub const fn new() -> Self {
        Self {
            max_bignum_len: 1024,
            byte_strings: ByteStrings::Base64Url,
            bignums: Bignums::Digits,
            labels: NonTextLabels::Text,
            tags: Tags::Drop,
            non_finite: None,
        }
    }

    /// What a byte string becomes.
    pub const fn byte_strings(mut self, policy: ByteStrings) -> Self {
        self.byte_strings = policy;
        self
    }

    /// What a bignum becomes.
    pub const fn bignums(mut self, policy: Bignums) -> Self {
        self.bignums = policy;
        self
    }

    /// The longest bignum that is turned into digits, in bytes, leading zeros not counted; past it
    /// [`ErrorKind::BignumTooLong`](crate::ErrorKind::BignumTooLong).
    ///
    /// The time for the digits grows faster than their number.
    pub const fn max_bignum_len(mut self, bytes: usize) -> Self {
        self.max_bignum_len = bytes;
        self
    }

    /// What a map key becomes that is no text string.
    pub const fn labels(mut self, policy: NonTextLabels) -> Self {
        self.labels = policy;
        self
    }

    /// What becomes of a tag that has no meaning here.
    pub const fn tags(mut self, policy: Tags) -> Self {
        self.tags = policy;
        self
    }

    /// What a NaN or an infinity becomes.
    ///
    /// Unset, [`EncodeOptions::non_finite`](crate::EncodeOptions::non_finite) of the encoder is in force, except for
    /// map keys, which are written as under [`NonFinite::Null`].
    pub const fn non_finite(mut self, policy: NonFinite) -> Self {
        self.non_finite = Some(policy);
        self
    }
}

impl Default for CborOptions {
    fn default() -> Self {
        Self::new()
    }
}
