//! The check of a whole blob.

use super::element::Element;
use super::options::DecodeOptions;
use super::walk::{Visitor, walk};
use crate::error::Result;
use crate::format::ElementType;

/// Checks a whole blob, in one scan, without recursion, and without memory but for the containers open at a point.
///
/// What passes can be read by this crate and by SQLite, and stands for a JSON document.
///
/// # Errors
/// Each with the offset of the element at fault:
/// - [`EmptyBlob`](crate::ErrorKind::EmptyBlob) for no byte at all;
/// - [`HeaderPastEnd`](crate::ErrorKind::HeaderPastEnd), [`PayloadPastEnd`](crate::ErrorKind::PayloadPastEnd),
///   [`TrailingBytes`](crate::ErrorKind::TrailingBytes) where elements do not fill the blob or their container exactly;
/// - [`ReservedType`](crate::ErrorKind::ReservedType), [`LongLiteral`](crate::ErrorKind::LongLiteral),
///   [`LabelNotText`](crate::ErrorKind::LabelNotText), [`MissingValue`](crate::ErrorKind::MissingValue);
/// - [`MalformedNumber`](crate::ErrorKind::MalformedNumber) for a payload outside the grammar of its type;
/// - [`InvalidUtf8`](crate::ErrorKind::InvalidUtf8), [`UnescapedByte`](crate::ErrorKind::UnescapedByte),
///   [`InvalidEscape`](crate::ErrorKind::InvalidEscape), [`LoneSurrogate`](crate::ErrorKind::LoneSurrogate) in texts;
/// - [`TooDeep`](crate::ErrorKind::TooDeep) past [`SQLITE_MAX_DEPTH`](crate::limits::SQLITE_MAX_DEPTH) containers, which
///   [`DecodeOptions::max_depth`] changes.
///
/// # Differences from SQLite
///
/// The verdict is that of `json_valid(blob, 8)`, SQLite 3.53.2 `src/json.c` `jsonbValidityCheck`, but for these.
///
/// Refused here, taken by SQLite:
///
/// | name | what | why |
/// |---|---|---|
/// | UTF-8 | a text of any type that is not UTF-8 | no string can hold it; SQLite does not look |
/// | lone surrogate | `\ud800` in a TEXTJ or TEXT5 without its other half right behind it | the same |
/// | leading zero | INT `01`, FLOAT5 `01.5` | `json()` prints them as they stand, and that is no JSON |
/// | no digit before the exponent | FLOAT or FLOAT5 `e5`, `-e5` | the same |
/// | escaped NUL byte | a backslash before a byte 0x00 in a TEXTJ or TEXT5 | the same; SQLite finds the terminator in its list of escapes |
/// | hex escape | `\x` in a TEXT5, or `\u` right behind a line continuation in one, before bytes that are no hexadecimal digits | the same; SQLite does not look |
///
/// Taken here, refused by SQLite:
///
/// | name | what | why |
/// |---|---|---|
/// | depth | a label or a scalar inside 1000 containers | `json_valid` counts it as one more level; `json()` reads and writes such a blob |
/// | U+99999 | that character, or the escapes of it, right behind a line continuation in a TEXT5 | it is SQLite's own mark for an escape that it cannot read |
///
/// # Examples
/// ```
/// use sqlite_jsonb::validate;
///
/// validate(b"\x4b\x131\x17a")?;
/// let error = validate(b"\x3c\x0b\x131").unwrap_err();
/// assert_eq!(error.to_string(), "label is ARRAY, expected a text element, at byte 1");
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn validate(blob: &[u8]) -> Result<()> {
    DecodeOptions::new().validate(blob)
}

/// Checks an element and all it holds.
pub(super) fn check(root: Element<'_>, max_depth: usize) -> Result<()> {
    walk(root, max_depth, &mut Check)
}

struct Check;

impl<'a> Visitor<'a> for Check {
    #[inline]
    fn open(&mut self, _: Element<'a>) -> Result<()> {
        Ok(())
    }

    #[inline]
    fn close(&mut self, _: ElementType) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    fn label(&mut self, label: Element<'a>) -> Result<()> {
        label.check_scalar()
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        scalar.check_scalar()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use rstest::rstest;

    #[rstest]
    #[case::scalar(b"\x131")]
    #[case::empty_array(b"\x0b")]
    #[case::wide_empty_object(b"\xcc\0")]
    #[case::siblings_behind_a_container(b"\xcc\x11\x17a\x4c\x17b\x131\x17c\x7b\x4c\x17d\x132\x133")]
    fn valid_blobs_pass(#[case] blob: &[u8]) {
        validate(blob).expect("valid");
    }

    #[rstest]
    #[case::array_one_byte_short(
        b"\x1b\x131",
        ErrorKind::TrailingBytes { len: 1 },
        2,
    )]
    #[case::child_past_its_container(
        b"\x4b\x1b\x131\x00",
        ErrorKind::PayloadPastEnd { payload_size: 1, available: 0 },
        2,
    )]
    #[case::header_past_its_container(
        b"\x3b\x1b\xcb\x00",
        ErrorKind::HeaderPastEnd { header_len: 2, available: 1 },
        2,
    )]
    #[case::label_without_value(b"\x5b\x2c\x17a\x131", ErrorKind::MissingValue, 2)]
    #[case::label_behind_a_container_value(
        b"\x6c\x17a\x0b\x131\x00",
        ErrorKind::LabelNotText { found: ElementType::Int },
        4,
    )]
    #[case::reserved(b"\x1b\x0e", ErrorKind::ReservedType { code: 14 }, 1)]
    #[case::number(
        b"\x3b\x2301",
        ErrorKind::MalformedNumber { element_type: ElementType::Int, literal: "01".into() },
        1,
    )]
    #[case::label_payload(
        b"\x4c\x18\\\x00\x00",
        ErrorKind::InvalidEscape { position: 0 },
        1,
    )]
    fn malformed_blobs_are_refused_at_the_element(
        #[case] blob: &[u8],
        #[case] kind: ErrorKind,
        #[case] offset: usize,
    ) {
        let error = validate(blob).expect_err("malformed");
        assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)));
    }

    #[test]
    fn limit_of_nothing_leaves_scalars() {
        let options = DecodeOptions::new().max_depth(0);
        options.validate(b"\x131").expect("a scalar");
        let error = options.validate(b"\x0b").expect_err("a container");
        assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 0 });
    }
}
