//! The children of one container.

use alloc::borrow::Cow;
use core::fmt;
use core::iter::FusedIterator;

use super::element::Element;
use crate::error::{Error, ErrorKind, Result};
use crate::format::Window;

/// The elements in a payload as they stand: see [`Element::children`].
///
/// Nothing follows an error.
#[derive(Clone)]
pub struct Children<'a> {
    /// What is left of the payload.
    rest: Window<'a>,
}

impl<'a> Children<'a> {
    pub(super) fn new(payload: Window<'a>) -> Self {
        Self { rest: payload }
    }

    /// A label and the element behind it; both are there, and the label is a text.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "elements that are returned by a call are in memory"
    )]
    pub(crate) fn member(&mut self) -> Option<Result<(Element<'a>, Element<'a>)>> {
        let (blob, start) = (self.rest.blob(), self.rest.start());
        let end = start.wrapping_add(self.rest.len());
        if let Some(label) = Element::try_parse(blob, start, end)
            && label.element_type().is_text()
            && let Some(value) = Element::try_parse(blob, label.end(), end)
        {
            self.rest = self.rest.skip(value.end().wrapping_sub(start));
            return Some(Ok((label, value)));
        }
        self.no_member().map(Err)
    }

    /// Why there is no member, unless nothing is left.
    #[inline(never)]
    fn no_member(&mut self) -> Option<Error> {
        let label = match self.next()? {
            Ok(label) => label,
            Err(error) => return Some(error),
        };
        let found = label.element_type();
        let missing = || label.fault(ErrorKind::MissingValue);
        let error = if found.is_text() {
            self.next().and_then(Result::err).unwrap_or_else(missing)
        } else {
            label.fault(ErrorKind::LabelNotText { found })
        };
        self.rest = Window::default();
        Some(error)
    }
}

impl<'a> Iterator for Children<'a> {
    type Item = Result<Element<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.len() == 0 {
            return None;
        }
        let start = self.rest.start();
        let end = start.wrapping_add(self.rest.len());
        let element = Element::parse(self.rest.blob(), start, end);
        self.rest = match &element {
            Ok(element) => self.rest.skip(element.len()),
            Err(_) => Window::default(),
        };
        Some(element)
    }
}

impl FusedIterator for Children<'_> {}

/// Where they are, and not the blob around them.
impl fmt::Debug for Children<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Children")
            .field("offset", &self.rest.start())
            .field("len", &self.rest.len())
            .finish_non_exhaustive()
    }
}

/// The elements of an ARRAY: see [`Element::elements`].
///
/// Nothing follows an error.
#[derive(Clone, Debug)]
pub struct Elements<'a>(Children<'a>);

impl<'a> Elements<'a> {
    pub(super) fn new(children: Children<'a>) -> Self {
        Self(children)
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Result<Element<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl FusedIterator for Elements<'_> {}

/// The members of an OBJECT, label and value, in the blob's order and duplicates included: see [`Element::members`].
///
/// Nothing follows an error.
#[derive(Clone, Debug)]
pub struct Members<'a>(Children<'a>);

impl<'a> Members<'a> {
    pub(super) fn new(children: Children<'a>) -> Self {
        Self(children)
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, Element<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let member = self.0.member()?.and_then(|(label, value)| {
            // A label that is no text was refused by then.
            let label = label.as_str()?.unwrap_or_default();
            Ok((label, value))
        });
        if member.is_err() {
            self.0.rest = Window::default();
        }
        Some(member)
    }
}

impl FusedIterator for Members<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ElementType;
    use alloc::vec::Vec;
    use rstest::rstest;

    #[test]
    fn labels_of_each_text_type_are_read() {
        let blob = b"\xcc\x13\x17a\x00\x28\\b\x01\x49\\x63\x02\x1ad\x0b\x17a\x00";
        let object = Element::from_slice(blob).expect("an element");
        let members: Result<Vec<_>> = object.members().expect("an object").collect();
        let members: Vec<_> = members
            .expect("valid")
            .into_iter()
            .map(|(label, value)| (label.into_owned(), value.element_type(), value.offset()))
            .collect();
        let expected = [
            ("a", ElementType::Null, 4),
            ("\u{8}", ElementType::True, 8),
            ("c", ElementType::False, 14),
            ("d", ElementType::Array, 17),
            ("a", ElementType::Null, 20),
        ];
        let expected = expected.map(|(label, value, offset)| (label.into(), value, offset));
        assert_eq!(members, expected);
    }

    #[rstest]
    #[case::label_alone(b"\x4c\x17a\x00\x07", ErrorKind::MissingValue, 4)]
    #[case::label_is_an_array(
        b"\x2c\x0b\x00",
        ErrorKind::LabelNotText { found: ElementType::Array },
        1,
    )]
    #[case::value_past_the_end(
        b"\x4c\x17a\x271",
        ErrorKind::PayloadPastEnd { payload_size: 2, available: 1 },
        3,
    )]
    #[case::label_with_a_bare_quote(
        b"\x3c\x17\"\x00",
        ErrorKind::UnescapedByte { byte: b'"', position: 0 },
        1,
    )]
    fn nothing_follows_a_malformed_member(
        #[case] blob: &[u8],
        #[case] kind: ErrorKind,
        #[case] offset: usize,
    ) {
        let object = Element::from_slice(blob).expect("an element");
        let mut members = object.members().expect("an object");
        let error = loop {
            if let Err(error) = members.next().expect("an error comes first") {
                break error;
            }
        };
        assert_eq!(*error.kind(), kind);
        assert_eq!(error.offset(), Some(offset));
        assert!(members.next().is_none());
    }
}
