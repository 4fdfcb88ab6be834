//! What a map key becomes.

use alloc::borrow::Cow;
use alloc::string::ToString;

use super::Item;
use super::bytes::Bytes;
use super::options::NonTextLabels;
use super::tags::Tagged;
use crate::error::{Error, ErrorKind, Result};

impl Tagged {
    /// What a map key becomes here, its tags taken off.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedLabel`] for an array or a map, and for anything but text where the policy says so;
    /// those of [`bytes`](Self::bytes); [`ErrorKind::NonFinite`] and [`ErrorKind::UnsupportedTag`] where the policies
    /// say so.
    #[inline]
    pub(crate) fn label(mut self, key: Item<'_>) -> Result<Cow<'_, str>> {
        if !matches!(key, Item::Bytes(_)) {
            self.not_a_bignum()?;
        }
        match key {
            Item::Text(text) => Ok(Cow::Borrowed(text)),
            key => self.non_text_label(key),
        }
    }

    fn non_text_label(self, key: Item<'_>) -> Result<Cow<'_, str>> {
        let unsupported = || {
            Error::new(ErrorKind::UnsupportedLabel {
                found: self.name(key),
            })
        };
        if self.options.labels == NonTextLabels::Error {
            return Err(unsupported());
        }
        Ok(match key {
            Item::Text(text) => Cow::Borrowed(text),
            Item::Integer(value) => Cow::Owned(value.to_string()),
            Item::Float(value) => self.float_text(value)?,
            Item::Bool(true) => Cow::Borrowed("true"),
            Item::Bool(false) => Cow::Borrowed("false"),
            Item::Null => Cow::Borrowed("null"),
            Item::Bytes(bytes) => match self.bytes(bytes)? {
                Bytes::Text(text) | Bytes::Digits(text) => Cow::Owned(text),
                Bytes::Numbers | Bytes::Wrapped(_) => return Err(unsupported()),
            },
            Item::Array | Item::Map => return Err(unsupported()),
        })
    }

    /// What a key is, for an error.
    fn name(&self, key: Item<'_>) -> &'static str {
        match key {
            Item::Integer(_) => "an integer",
            Item::Bytes(_) if self.bignum().is_some() => "a bignum",
            Item::Bytes(_) if self.is_link() => "a link",
            Item::Bytes(_) => "a byte string",
            Item::Text(_) => "text",
            Item::Array => "an array",
            Item::Map => "a map",
            Item::Float(_) => "a float",
            Item::Bool(_) => "a boolean",
            Item::Null => "null",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cbor::{Bignums, ByteStrings, CborOptions, Tags};
    use crate::encode::NonFinite;
    use rstest::rstest;

    const DEFAULT: CborOptions = CborOptions::new();

    fn label(options: CborOptions, tags: &[u64], key: Item<'_>) -> Result<alloc::string::String> {
        let mut tagged = Tagged::new(options);
        tags.iter().try_for_each(|&tag| tagged.tag(tag))?;
        tagged.label(key).map(Cow::into_owned)
    }

    #[rstest]
    #[case::text(&[], Item::Text("é"), "é")]
    #[case::tagged_text(&[2, 32], Item::Text("a:b"), "a:b")]
    #[case::integer(&[], Item::Integer(-7), "-7")]
    #[case::largest(&[], Item::Integer(i128::from(u64::MAX)), "18446744073709551615")]
    #[case::smallest(&[], Item::Integer(-18_446_744_073_709_551_616), "-18446744073709551616")]
    #[case::float(&[], Item::Float(1.0), "1.0")]
    #[case::large_float(&[1], Item::Float(1e300), "1e+300")]
    #[case::minus_zero(&[], Item::Float(-0.0), "-0.0")]
    #[case::nan(&[], Item::Float(f64::NAN), "null")]
    #[case::truth(&[], Item::Bool(true), "true")]
    #[case::falsehood(&[], Item::Bool(false), "false")]
    #[case::null(&[], Item::Null, "null")]
    #[case::bytes(&[], Item::Bytes(&[0xfb, 0xff]), "-_8")]
    #[case::hinted_bytes(&[23], Item::Bytes(&[0xfb, 0xff]), "FBFF")]
    #[case::bignum(&[21, 3], Item::Bytes(&[1, 0]), "-257")]
    #[case::bignum_tag_on_an_integer(&[2], Item::Integer(5), "5")]
    fn default_labels_are_text(
        #[case] tags: &[u64],
        #[case] key: Item<'_>,
        #[case] expected: &str,
    ) {
        assert_eq!(label(DEFAULT, tags, key).expect("a label"), expected);
    }

    #[rstest]
    #[case::infinity(NonFinite::Overflow, f64::INFINITY, "9e999")]
    #[case::minus_infinity(NonFinite::Overflow, f64::NEG_INFINITY, "-9e999")]
    #[case::nan(NonFinite::Overflow, f64::NAN, "null")]
    #[case::null(NonFinite::Null, f64::INFINITY, "null")]
    fn non_finite_labels_follow_the_policy(
        #[case] policy: NonFinite,
        #[case] value: f64,
        #[case] expected: &str,
    ) {
        let options = DEFAULT.non_finite(policy);
        assert_eq!(
            label(options, &[], Item::Float(value)).expect("a label"),
            expected
        );
    }

    #[test]
    fn bignum_label_follows_the_policy() {
        let options = DEFAULT.bignums(Bignums::Base64Url);
        assert_eq!(
            label(options, &[3], Item::Bytes(&[1])).expect("a label"),
            "~AQ"
        );
    }

    #[rstest]
    #[case::array(DEFAULT, &[], Item::Array, ErrorKind::UnsupportedLabel { found: "an array" })]
    #[case::map(DEFAULT, &[0], Item::Map, ErrorKind::UnsupportedLabel { found: "a map" })]
    #[case::bytes_as_numbers(
        DEFAULT.byte_strings(ByteStrings::Numbers), &[], Item::Bytes(&[1]),
        ErrorKind::UnsupportedLabel { found: "a byte string" })]
    #[case::bytes(
        DEFAULT.byte_strings(ByteStrings::Error), &[22], Item::Bytes(&[1]),
        ErrorKind::UnsupportedBytes { len: 1 })]
    #[case::infinity(
        DEFAULT.non_finite(NonFinite::Error), &[], Item::Float(f64::INFINITY),
        ErrorKind::NonFinite { value: f64::INFINITY })]
    #[case::long_bignum(
        DEFAULT.max_bignum_len(1), &[2], Item::Bytes(&[1, 0]),
        ErrorKind::BignumTooLong { len: 2, limit: 1 })]
    #[case::bignum_tag_on_text(
        DEFAULT.tags(Tags::Error), &[2], Item::Text("a"), ErrorKind::UnsupportedTag { tag: 2 })]
    fn labels_without_a_text_are_errors(
        #[case] options: CborOptions,
        #[case] tags: &[u64],
        #[case] key: Item<'_>,
        #[case] expected: ErrorKind,
    ) {
        let error = label(options, tags, key).expect_err("no label");
        assert_eq!(*error.kind(), expected);
    }

    #[rstest]
    #[case::integer(&[], Item::Integer(1), "an integer")]
    #[case::bytes(&[], Item::Bytes(&[]), "a byte string")]
    #[case::bignum(&[2], Item::Bytes(&[]), "a bignum")]
    #[case::float(&[], Item::Float(f64::NAN), "a float")]
    #[case::boolean(&[], Item::Bool(true), "a boolean")]
    #[case::null(&[], Item::Null, "null")]
    fn only_text_passes_where_the_policy_says_so(
        #[case] tags: &[u64],
        #[case] key: Item<'_>,
        #[case] found: &'static str,
    ) {
        let options = DEFAULT.labels(NonTextLabels::Error);
        let error = label(options, tags, key).expect_err("no text");
        assert_eq!(*error.kind(), ErrorKind::UnsupportedLabel { found });
        assert_eq!(label(options, &[32], Item::Text("a")).expect("text"), "a");
    }
}
