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
    pub(super) links: Links,
    pub(super) numbers: CborNumbers,
    pub(super) checks: Checks,
}

/// What is to be refused that a walk alone does not see.
///
/// It follows from the other policies but for strictness, and is kept since each item asks for it; with it the options
/// have 16 bytes, which go along with each item of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checks {
    None,
    /// Numbers and labels that a data model does not have.
    Model,
    /// Those, and encodings that DAG-CBOR does not have.
    Strict,
}

/// What a byte string becomes.
///
/// Tags 21, 22 and 23 (RFC 8949 section 3.4.5.2) ask for an encoding of the byte strings inside them, at any depth and
/// in map keys too; the innermost one counts.
/// They override the policies that make a text or an array of it.
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
    /// An OBJECT as DAG-JSON has it, `{"/": {"bytes": "..."}}`, in base64 without padding (RFC 4648 section 4); as a map
    /// key [`ErrorKind::UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel). See [`Links::DagJson`].
    DagJson,
    /// An OBJECT as AT Protocol has it, `{"$bytes": "..."}`, in base64 without padding (RFC 4648 section 4); as a map key
    /// [`ErrorKind::UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel). See [`Links::Atproto`].
    Atproto,
}

/// What a link becomes: tag 42 on a byte string that holds a content identifier (CID) behind a byte 0x00.
///
/// The identifier is checked to be of version 0 or 1, and as long as it says; anything else is
/// [`ErrorKind::InvalidLink`](crate::ErrorKind::InvalidLink). As a map key a link is
/// [`ErrorKind::UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Links {
    /// A tag without a meaning, on a byte string like others. The default.
    #[default]
    Tag,
    /// An OBJECT as DAG-JSON has it, `{"/": "bafy..."}`: a CIDv1 in base32 (multibase `b`), a CIDv0 in base58btc.
    ///
    /// Under this policy and under [`ByteStrings::DagJson`] a map key `/` is
    /// [`ErrorKind::ReservedLabel`](crate::ErrorKind::ReservedLabel) where its value is a text, or a map whose first
    /// member is `bytes` with a text: such an object would read as a link or as bytes. The specification of DAG-JSON
    /// ("The Reserved Namespace") lets some of them pass that have a key sorted before `/`; here members keep the order of
    /// the CBOR, so none does.
    DagJson,
    /// An OBJECT as AT Protocol has it, `{"$link": "bafy..."}`, in base32 (multibase `b`). A CIDv0, which it does not
    /// support, is [`ErrorKind::InvalidLink`](crate::ErrorKind::InvalidLink).
    ///
    /// Under this policy and under [`ByteStrings::Atproto`] the map keys `$link` and `$bytes` are
    /// [`ErrorKind::ReservedLabel`](crate::ErrorKind::ReservedLabel), whatever their value.
    Atproto,
}

/// Which numbers there may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CborNumbers {
    /// All that CBOR has. The default.
    #[default]
    All,
    /// Integers from -2^63 to 2^63 - 1, as AT Protocol has them; all others, floats and bignums among them, are
    /// [`ErrorKind::UnsupportedNumber`](crate::ErrorKind::UnsupportedNumber). Map keys are no numbers.
    Int64,
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
    /// The same error for every tag but 42, those with a meaning too.
    OnlyLinks,
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
            links: Links::Tag,
            numbers: CborNumbers::All,
            checks: Checks::None,
        }
    }

    /// DAG-CBOR, as DAG-JSON shows it: [`Links::DagJson`], [`ByteStrings::DagJson`], [`Tags::OnlyLinks`],
    /// [`NonTextLabels::Error`], [`NonFinite::Error`].
    ///
    /// The members of maps keep their order, where DAG-JSON sorts them. The encoding may be any, and undefined is NULL,
    /// unless [`strict`](Self::strict) is called as well.
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::{CborOptions, to_json, to_vec};
    ///
    /// // A link to the raw bytes 00 01 02 03, which are in its identifier, and the bytes themselves.
    /// let cbor = b"\x82\xd8\x2a\x49\x00\x01\x55\x00\x04\x00\x01\x02\x03\x44\x00\x01\x02\x03";
    /// let blob = to_vec(&CborOptions::dag_cbor().bytes(cbor))?;
    /// assert_eq!(to_json(&blob)?, r#"[{"/":"bafkqabaaaebag"},{"/":{"bytes":"AAECAw"}}]"#);
    ///
    /// let blob = to_vec(&CborOptions::atproto().bytes(cbor))?;
    /// assert_eq!(to_json(&blob)?, r#"[{"$link":"bafkqabaaaebag"},{"$bytes":"AAECAw"}]"#);
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub const fn dag_cbor() -> Self {
        Self::new()
            .links(Links::DagJson)
            .byte_strings(ByteStrings::DagJson)
            .tags(Tags::OnlyLinks)
            .labels(NonTextLabels::Error)
            .non_finite(NonFinite::Error)
    }

    /// The data model of AT Protocol: [`Links::Atproto`], [`ByteStrings::Atproto`], [`CborNumbers::Int64`], and as in
    /// [`dag_cbor`](Self::dag_cbor) [`Tags::OnlyLinks`], [`NonTextLabels::Error`], [`NonFinite::Error`].
    ///
    /// What `$type` and `blob` objects must look like is for Lexicon to say, and not looked at.
    pub const fn atproto() -> Self {
        Self::dag_cbor()
            .links(Links::Atproto)
            .byte_strings(ByteStrings::Atproto)
            .numbers(CborNumbers::Int64)
    }

    /// Takes nothing but the one encoding that DAG-CBOR has for each document (its specification, "Strictness").
    ///
    /// It sets [`Tags::OnlyLinks`], [`NonTextLabels::Error`] and [`NonFinite::Error`]. These are
    /// [`ErrorKind::NotStrict`](crate::ErrorKind::NotStrict) on top of that:
    ///
    /// | | in a `ciborium::Value` |
    /// |---|---|
    /// | map keys out of order, which is by length and then by bytes, or twice | found |
    /// | floats that are a negative zero | found |
    /// | integers, lengths and tags in more bytes than they need | not seen |
    /// | indefinite lengths | not seen |
    /// | floats of 16 or 32 bits | not seen |
    /// | undefined, and simple values other than false, true and null | not seen: ciborium reads undefined as null, and refuses the others |
    ///
    /// A `Value` does not hold what it was read from, and a bignum that fits 64 bits is an integer in it. More than one
    /// item is an error of [`bytes`](Self::bytes) anyway; in a [`sequence`](Self::sequence) each item is checked by itself.
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::{CborOptions, to_vec};
    ///
    /// // {"b": 1, "a": 24}
    /// let cbor = b"\xa2\x61b\x01\x61a\x18\x18";
    /// assert!(to_vec(&CborOptions::dag_cbor().bytes(cbor)).is_ok());
    ///
    /// let error = to_vec(&CborOptions::dag_cbor().strict().bytes(cbor)).unwrap_err();
    /// assert_eq!(error.to_string(), "CBOR holds map keys out of order, which is not strict, at the root, at byte 4");
    /// ```
    pub const fn strict(mut self) -> Self {
        self.checks = Checks::Strict;
        self.tags(Tags::OnlyLinks)
            .labels(NonTextLabels::Error)
            .non_finite(NonFinite::Error)
    }

    /// What a link becomes.
    pub const fn links(mut self, policy: Links) -> Self {
        self.links = policy;
        self.with_checks()
    }

    /// Which numbers there may be.
    pub const fn numbers(mut self, policy: CborNumbers) -> Self {
        self.numbers = policy;
        self.with_checks()
    }

    /// What a byte string becomes.
    pub const fn byte_strings(mut self, policy: ByteStrings) -> Self {
        self.byte_strings = policy;
        self.with_checks()
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

    const fn with_checks(mut self) -> Self {
        let has_plain_forms = matches!(self.links, Links::Tag)
            && !matches!(
                self.byte_strings,
                ByteStrings::DagJson | ByteStrings::Atproto
            );
        let has_all_numbers = matches!(self.numbers, CborNumbers::All);
        self.checks = match self.checks {
            Checks::Strict => Checks::Strict,
            _ if has_plain_forms && has_all_numbers => Checks::None,
            _ => Checks::Model,
        };
        self
    }
}

impl Default for CborOptions {
    fn default() -> Self {
        Self::new()
    }
}
