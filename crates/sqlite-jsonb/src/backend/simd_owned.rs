//! `simd_json::OwnedValue`.
//!
//! | `OwnedValue` | element | what is lost |
//! |---|---|---|
//! | `Static` null, bool | NULL, TRUE, FALSE | nothing |
//! | `Static` integer | INT, decimal, 128 bits too under simd-json's feature `128bit` | nothing |
//! | `Static` float | FLOAT, the shortest text that reads back the same | nothing |
//! | `String` and object keys | TEXT, or TEXTJ with serde_json's escapes | nothing |
//! | `Array` | ARRAY | nothing |
//! | `Object` | OBJECT, members in the map's order | nothing |
//!
//! Up to 32 members a parsed object keeps the document's order, duplicates included.
//! **An object of more than 32 members loses its order**: simd-json hashes it, so the order is arbitrary, may differ
//! from one run to the next, and so do the bytes; of members with equal labels the last one is left.
//! The [tape](super::simd_tape) keeps order and duplicates whatever the size.
//!
//! A blob is built into an `OwnedValue` the other way round ([`JsonbSink`](crate::JsonbSink)): a number that no integer of
//! simd-json holds becomes the nearest float; beyond the largest it is an error, or null by
//! [policy](crate::DecodeOptions::overflow). Of several members with one label the last counts.

#![expect(
    clippy::inline_always,
    reason = "an element is told apart once, where the walk goes on with it"
)]

mod read;

use alloc::borrow::Cow;
use core::convert::Infallible;
use core::slice;

use simd_json::OwnedValue;
use simd_json::owned::Object;

use super::simd_static::visit_static;
use crate::source::{Infallibly, JsonbSource, Node, ToNode, Visitor};

impl<'a> JsonbSource for &'a OwnedValue {
    type Text = Cow<'a, str>;
    type Error = Infallible;
    type Elements = Infallibly<slice::Iter<'a, OwnedValue>>;
    type Members = Members<'a>;

    const HINTS_END: bool = true;

    #[inline]
    fn node(self) -> Result<Node<Self>, Infallible> {
        self.visit(ToNode)
    }

    #[inline(always)]
    fn visit<V: Visitor<Self>>(self, visitor: V) -> Result<V::Output, Infallible> {
        Ok(match self {
            OwnedValue::Static(scalar) => visit_static(scalar, visitor),
            OwnedValue::String(text) => visitor.text(Cow::Borrowed(text.as_str())),
            OwnedValue::Array(elements) => visitor.array(Infallibly(elements.iter())),
            OwnedValue::Object(members) => visitor.object(Members(members.iter())),
        })
    }
}

/// The members of an object, in the map's order.
#[derive(Clone, Debug)]
pub struct Members<'a>(<&'a Object as IntoIterator>::IntoIter);

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, &'a OwnedValue), Infallible>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (label, value) = self.0.next()?;
        Some(Ok((Cow::Borrowed(label.as_str()), value)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_vec;
    use alloc::string::String;
    use alloc::vec::Vec;
    use rstest::rstest;

    fn parse(text: &str) -> OwnedValue {
        simd_json::to_owned_value(&mut Vec::from(text)).expect("JSON")
    }

    #[rstest]
    #[case::null("null", b"\x00")]
    #[case::truth("true", b"\x01")]
    #[case::falsehood("false", b"\x02")]
    #[case::int("-9223372036854775808", b"\xc3\x14-9223372036854775808")]
    #[case::uint("18446744073709551615", b"\xc3\x1418446744073709551615")]
    #[case::float("1.0", b"\x351.0")]
    #[case::minus_zero("-0.0", b"\x45-0.0")]
    #[case::tiny("5e-324", b"\x655e-324")]
    #[case::text(r#""it's""#, b"\x47it's")]
    #[case::escaped(r#""a\"\u0001""#, b"\x98a\\\"\\u0001")]
    #[case::array("[1,[],{}]", b"\x4b\x131\x0b\x0c")]
    #[case::members_in_order(r#"{"b":1,"a":2,"b":3}"#, b"\xcc\x0c\x17b\x131\x17a\x132\x17b\x133")]
    fn each_value_has_its_element(#[case] text: &str, #[case] expected: &[u8]) {
        assert_eq!(to_vec(&parse(text)).expect("encodes"), expected);
    }

    #[test]
    fn thirty_two_members_keep_their_order() {
        let members = (0..32).rev().map(|n| alloc::format!("\"{n:02}\":{n}"));
        let text = alloc::format!("{{{}}}", members.collect::<Vec<String>>().join(","));
        let blob = to_vec(&parse(&text)).expect("encodes");
        let labels: Vec<&[u8]> = blob.split(|&byte| byte == 0x27).skip(1).collect();
        assert_eq!(labels.len(), 32);
        assert!(labels.is_sorted_by(|a, b| a[..2] > b[..2]));
    }

    #[test]
    fn text_of_the_tree_is_borrowed() {
        let value = parse(r#"{"a":"b"}"#);
        let Ok(Node::Object(mut members)) = value.node() else {
            panic!("an object");
        };
        let Some(Ok((label, element))) = members.next() else {
            panic!("a member");
        };
        assert!(matches!(label, Cow::Borrowed("a")));
        assert!(matches!(element.node(), Ok(Node::Text(Cow::Borrowed("b")))));
    }
}
