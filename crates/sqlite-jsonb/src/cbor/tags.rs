//! What the tags in front of an item, and those of the containers around it, say about it.

use super::bytes::Wrapping;
use super::cid;
use super::options::{ByteStrings, CborOptions, Links, Tags};
use crate::error::{Error, ErrorKind, Result};

/// RFC 8949 section 3.4.3: an unsigned bignum.
const POSITIVE_BIGNUM: u64 = 2;
/// RFC 8949 section 3.4.3: a negative bignum, -1 - n.
const NEGATIVE_BIGNUM: u64 = 3;
/// RFC 8949 section 3.4.5.2: the encodings expected of byte strings inside.
const EXPECTED_BASE64URL: u64 = 21;
const EXPECTED_BASE64: u64 = 22;
const EXPECTED_BASE16: u64 = 23;
/// Registered in ipld/cid-cbor: an IPLD content identifier.
const LINK: u64 = 42;
/// RFC 8949 section 3.4.6: self-described CBOR.
const SELF_DESCRIBED: u64 = 55799;

/// Whether a bignum is positive or negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Positive,
    Negative,
}

/// The context of one item: the options in force, and what the tags met so far make of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tagged {
    pub(super) options: CborOptions,
    /// What the innermost tag makes of a byte string: one byte, since it goes along with each item of a tree.
    pub(super) bytes_are: BytesAre,
}

/// What a byte string is by the tag right in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BytesAre {
    Bytes,
    PositiveBignum,
    NegativeBignum,
    Link,
    /// A text that was made of it, with what is around that.
    Text(Wrapping),
}

impl Tagged {
    /// The context of a root.
    pub(crate) const fn new(options: CborOptions) -> Self {
        Self {
            options,
            bytes_are: BytesAre::Bytes,
        }
    }

    /// Takes note of the next tag in front of the item.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedTag`] where the policy says so; [`ErrorKind::InvalidLink`] for a tag below that of a link.
    pub(crate) fn tag(&mut self, tag: u64) -> Result<()> {
        // Tag 2 or 3 with a tag below is not on a byte string.
        self.not_a_bignum()?;
        match tag {
            LINK if self.options.links != Links::Tag => self.bytes_are = BytesAre::Link,
            LINK if self.options.tags == Tags::OnlyLinks => {}
            tag if self.options.tags == Tags::OnlyLinks => self.meaningless(tag)?,
            POSITIVE_BIGNUM => self.bytes_are = BytesAre::PositiveBignum,
            NEGATIVE_BIGNUM => self.bytes_are = BytesAre::NegativeBignum,
            EXPECTED_BASE64URL => self.expect(ByteStrings::Base64Url),
            EXPECTED_BASE64 => self.expect(ByteStrings::Base64),
            EXPECTED_BASE16 => self.expect(ByteStrings::Hex),
            SELF_DESCRIBED => {}
            tag => self.meaningless(tag)?,
        }
        Ok(())
    }

    /// The context of what is inside the item, or of the item itself when it is no byte string.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedTag`] for tag 2 or 3 right in front of it, where the policy says so;
    /// [`ErrorKind::InvalidLink`] for the tag of a link.
    #[inline]
    pub(crate) fn not_a_bignum(&mut self) -> Result<()> {
        if self.bytes_are == BytesAre::Bytes {
            return Ok(());
        }
        self.tag_without_bytes()
    }

    #[cold]
    fn tag_without_bytes(&mut self) -> Result<()> {
        match core::mem::replace(&mut self.bytes_are, BytesAre::Bytes) {
            BytesAre::Bytes | BytesAre::Text(_) => Ok(()),
            BytesAre::PositiveBignum => self.meaningless(POSITIVE_BIGNUM),
            BytesAre::NegativeBignum => self.meaningless(NEGATIVE_BIGNUM),
            BytesAre::Link => Err(cid::invalid("no byte string")),
        }
    }

    /// The sign of the bignum that a byte string is here, `None` where it is something else.
    pub(super) const fn bignum(&self) -> Option<Sign> {
        match self.bytes_are {
            BytesAre::PositiveBignum => Some(Sign::Positive),
            BytesAre::NegativeBignum => Some(Sign::Negative),
            BytesAre::Bytes | BytesAre::Link | BytesAre::Text(_) => None,
        }
    }

    /// Whether a byte string is a link here.
    pub(super) fn is_link(&self) -> bool {
        self.bytes_are == BytesAre::Link
    }

    /// A policy of an error or of a data model is not for a document to change.
    fn expect(&mut self, encoding: ByteStrings) {
        match self.options.byte_strings {
            ByteStrings::Error | ByteStrings::DagJson | ByteStrings::Atproto => {}
            _ => self.options.byte_strings = encoding,
        }
    }

    fn meaningless(&self, tag: u64) -> Result<()> {
        match self.options.tags {
            Tags::Drop => Ok(()),
            Tags::Error | Tags::OnlyLinks => Err(Error::new(ErrorKind::UnsupportedTag { tag })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn tagged(options: CborOptions, tags: &[u64]) -> Result<Tagged> {
        let mut tagged = Tagged::new(options);
        tags.iter().try_for_each(|&tag| tagged.tag(tag))?;
        Ok(tagged)
    }

    #[rstest]
    #[case::none(&[], ByteStrings::Numbers)]
    #[case::base64url(&[21], ByteStrings::Base64Url)]
    #[case::base64(&[22], ByteStrings::Base64)]
    #[case::hex(&[23], ByteStrings::Hex)]
    #[case::inner_wins(&[23, 22], ByteStrings::Base64)]
    #[case::others_change_nothing(&[23, 0, 55799, 24], ByteStrings::Hex)]
    #[case::bignum_between(&[22, 2, 100], ByteStrings::Base64)]
    fn innermost_hint_overrides_the_policy(#[case] tags: &[u64], #[case] expected: ByteStrings) {
        let options = CborOptions::new().byte_strings(ByteStrings::Numbers);
        let tagged = tagged(options, tags).expect("tags are dropped");
        assert_eq!(tagged.options.byte_strings, expected);
    }

    #[test]
    fn no_hint_lifts_the_refusal_of_byte_strings() {
        let options = CborOptions::new().byte_strings(ByteStrings::Error);
        let tagged = tagged(options, &[21, 22, 23]).expect("tags are dropped");
        assert_eq!(tagged.options.byte_strings, ByteStrings::Error);
    }

    #[rstest]
    #[case::positive(&[2], Some(Sign::Positive))]
    #[case::negative(&[3], Some(Sign::Negative))]
    #[case::inner(&[2, 21, 55799, 3], Some(Sign::Negative))]
    #[case::tag_below(&[2, 55799], None)]
    #[case::hint_below(&[3, 23], None)]
    #[case::none(&[4], None)]
    fn only_the_innermost_tag_makes_a_bignum(#[case] tags: &[u64], #[case] expected: Option<Sign>) {
        let tagged = tagged(CborOptions::new(), tags).expect("tags are dropped");
        assert_eq!(tagged.bignum(), expected);
    }

    #[rstest]
    #[case::known(&[55799, 21, 22, 23, 2], None)]
    #[case::unknown(&[21, 32], Some(32))]
    #[case::outermost_unknown(&[0, 1], Some(0))]
    #[case::bignum_on_a_tag(&[2, 21], Some(2))]
    #[case::bignum_on_a_bignum(&[3, 2], Some(3))]
    #[case::largest(&[u64::MAX], Some(u64::MAX))]
    fn tags_without_a_meaning_are_refused(#[case] tags: &[u64], #[case] expected: Option<u64>) {
        let error = tagged(CborOptions::new().tags(Tags::Error), tags).err();
        assert_eq!(
            error.map(|error| error.kind().clone()),
            expected.map(|tag| ErrorKind::UnsupportedTag { tag })
        );
    }
}
