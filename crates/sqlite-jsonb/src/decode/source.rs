//! An element as a source: encoding it again makes a blob canonical.

use alloc::borrow::Cow;

use super::element::Element;
use super::iter::{Elements, Members};
use crate::error::{Error, Result};
use crate::format::ElementType;
use crate::source::{JsonbSource, Node};

/// Headers come out in their shortest form, strings as TEXT or TEXTJ by the rule of this crate, INT5 and FLOAT5 as the INT
/// or FLOAT that SQLite's `json()` prints; INT and FLOAT keep their digits, objects their order and their duplicates.
impl<'a> JsonbSource for Element<'a> {
    type Text = Cow<'a, str>;
    type Error = Error;
    type Elements = Elements<'a>;
    type Members = Members<'a>;

    fn node(self) -> Result<Node<Self>> {
        Ok(match self.element_type() {
            ElementType::Null => Node::Null,
            ElementType::True => Node::Bool(true),
            ElementType::False => Node::Bool(false),
            ElementType::Array => Node::Array(Elements::new(self.children())),
            ElementType::Object => Node::Object(Members::new(self.children())),
            _ => {
                if let Some(text) = self.as_str()? {
                    Node::Text(text)
                } else if let Some(number) = self.as_number()? {
                    Node::Number(number.into_literal())
                } else {
                    Node::Null
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::to_vec;
    use crate::error::ErrorKind;
    use rstest::rstest;

    #[rstest]
    #[case::wide_headers(b"\xdb\0\x03\xc3\x011", b"\x2b\x131")]
    #[case::text5(b"\x89\\x41\\v\\'", b"\x88A\\u000b'")]
    #[case::textraw(b"\x3aa\"b", b"\x48a\\\"b")]
    #[case::textraw_that_is_plain(b"\x1aa", b"\x17a")]
    #[case::textj_that_is_plain(b"\x68\\u0041", b"\x17A")]
    #[case::textj(b"\x28\\/", b"\x17/")]
    #[case::int5(b"\x540x1fF", b"\x33511")]
    #[case::int5_overflow(b"\xc4\x130x10000000000000000", b"\x759.0e999")]
    #[case::float5(b"\x36-.5", b"\x45-0.5")]
    #[case::digits(b"\x451.10", b"\x451.10")]
    #[case::minus_zero(b"\x23-0", b"\x23-0")]
    #[case::duplicates(b"\x6c\x17a\x00\x1aa\x01", b"\x6c\x17a\x00\x17a\x01")]
    fn encoding_again_is_canonical(#[case] blob: &[u8], #[case] canonical: &[u8]) {
        let encoded = Element::from_slice(blob).and_then(to_vec);
        assert_eq!(encoded.expect("valid"), canonical);
    }

    #[test]
    fn malformed_child_is_an_error_with_both_places() {
        let element = Element::from_slice(b"\x6c\x17a\x3b\x00\x231").expect("an element");
        let error = to_vec(element).expect_err("the INT has one byte of two");
        let kind = ErrorKind::PayloadPastEnd {
            payload_size: 2,
            available: 1,
        };
        assert_eq!(*error.kind(), kind);
        assert_eq!((error.pointer(), error.offset()), (Some("/a/1"), Some(5)));
    }
}
