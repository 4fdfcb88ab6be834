//! The tape of simd-json: a document parsed into a flat list of nodes, walked in place.
//!
//! | `tape::Node` | element | what is lost |
//! |---|---|---|
//! | `Static` null, bool | NULL, TRUE, FALSE | nothing |
//! | `Static` integer | INT, decimal, 128 bits too under simd-json's feature `128bit` | nothing |
//! | `Static` float | FLOAT, the shortest text that reads back the same | nothing |
//! | `String` and labels | TEXT, or TEXTJ with serde_json's escapes | nothing |
//! | `Array` | ARRAY | nothing |
//! | `Object` | OBJECT, members in the document's order, duplicates kept | nothing |
//!
//! Before a tape is there, simd-json has turned `-0` into 0 and every number with a point or an exponent into the nearest
//! `f64`, and it has refused what neither holds.
//!
//! There are two ways in: `&Tape` for a whole document, and [`tape::Value`] for any part of it.
//! A tape can also be filled by hand, with counts that do not add up.
//! As `&Tape` that is an error; a [`tape::Value`] shows its nodes only through iterators of simd-json, which panic.

#![expect(
    clippy::inline_always,
    reason = "an element is told apart once, where the walk goes on with it"
)]

use alloc::borrow::Cow;

use simd_json::prelude::*;
use simd_json::tape::{self, Tape};

use super::simd_static::visit_static;
use crate::error::{Error, ErrorKind, Result};
use crate::source::{IntoJsonbSource, JsonbSource, Node, ToNode, Visitor};

impl<'tape, 'input> IntoJsonbSource for &'tape Tape<'input> {
    type Source = TapeSource<'tape, 'input>;

    #[inline]
    fn into_source(self) -> TapeSource<'tape, 'input> {
        TapeSource(&self.0)
    }
}

/// An element of a tape: its node, and behind it those of its children.
#[derive(Clone, Copy, Debug)]
pub struct TapeSource<'tape, 'input>(&'tape [tape::Node<'input>]);

impl<'tape, 'input> JsonbSource for TapeSource<'tape, 'input> {
    type Text = Cow<'input, str>;
    type Error = Error;
    type Elements = TapeElements<'tape, 'input>;
    type Members = TapeMembers<'tape, 'input>;

    const HINTS_END: bool = true;

    #[inline]
    fn node(self) -> Result<Node<Self>> {
        self.visit(ToNode)
    }

    #[inline(always)]
    fn visit<V: Visitor<Self>>(self, visitor: V) -> Result<V::Output> {
        let (node, inside) = self.0.split_first().ok_or_else(torn)?;
        Ok(match node {
            tape::Node::Static(scalar) => visit_static(scalar, visitor),
            tape::Node::String(text) => visitor.text(Cow::Borrowed(*text)),
            tape::Node::Array { count, .. } => {
                visitor.array(TapeElements(inside.get(..*count).ok_or_else(torn)?))
            }
            tape::Node::Object { count, .. } => {
                visitor.object(TapeMembers(inside.get(..*count).ok_or_else(torn)?))
            }
        })
    }
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub struct TapeElements<'tape, 'input>(&'tape [tape::Node<'input>]);

impl<'tape, 'input> Iterator for TapeElements<'tape, 'input> {
    type Item = Result<TapeSource<'tape, 'input>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        Some(split_element(self.0).map(|(element, rest)| {
            self.0 = rest;
            element
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.0.len()))
    }
}

/// The members of an object.
#[derive(Clone, Debug)]
pub struct TapeMembers<'tape, 'input>(&'tape [tape::Node<'input>]);

impl<'tape, 'input> Iterator for TapeMembers<'tape, 'input> {
    type Item = Result<(Cow<'input, str>, TapeSource<'tape, 'input>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (label, behind) = self.0.split_first()?;
        let tape::Node::String(label) = label else {
            return Some(Err(torn()));
        };
        Some(split_element(behind).map(|(value, rest)| {
            self.0 = rest;
            (Cow::Borrowed(*label), value)
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.0.len()))
    }
}

/// The first element, and the nodes behind it.
#[inline]
fn split_element<'tape, 'input>(
    nodes: &'tape [tape::Node<'input>],
) -> Result<(TapeSource<'tape, 'input>, &'tape [tape::Node<'input>])> {
    let inside = match nodes.first() {
        Some(tape::Node::Array { count, .. } | tape::Node::Object { count, .. }) => *count,
        _ => 0,
    };
    let (element, rest) = inside
        .checked_add(1)
        .and_then(|nodes_of_element| nodes.split_at_checked(nodes_of_element))
        .ok_or_else(torn)?;
    Ok((TapeSource(element), rest))
}

#[cold]
fn torn() -> Error {
    Error::new(ErrorKind::UnsupportedValue {
        found: "a tape whose counts do not add up",
    })
}

impl<'tape, 'input> JsonbSource for tape::Value<'tape, 'input> {
    type Text = Cow<'input, str>;
    type Error = Error;
    type Elements = ValueElements<'tape, 'input>;
    type Members = ValueMembers<'tape, 'input>;

    #[inline]
    fn node(self) -> Result<Node<Self>> {
        Ok(if let Some(text) = self.into_string() {
            Node::Text(Cow::Borrowed(text))
        } else if let Some(object) = self.as_object() {
            Node::Object(ValueMembers(object.iter()))
        } else if let Some(array) = self.as_array() {
            Node::Array(ValueElements(array.iter()))
        } else if let Some(value) = self.as_i64() {
            Node::Int(value)
        } else if let Some(value) = self.as_u64() {
            Node::Uint(value)
        } else if let Some(value) = self.as_f64() {
            Node::Float(value)
        } else if let Some(value) = self.as_bool() {
            Node::Bool(value)
        } else if self.as_null().is_some() {
            Node::Null
        } else {
            return other_node(self);
        })
    }
}

/// What is left: an integer of 128 bits, or nothing at all where the tape is empty.
#[cold]
fn other_node<'tape, 'input>(
    value: tape::Value<'tape, 'input>,
) -> Result<Node<tape::Value<'tape, 'input>>> {
    let empty = Tape(alloc::vec::Vec::new());
    if value == empty.as_value() {
        return Err(torn());
    }
    Ok(Node::Number(Cow::Owned(value.encode())))
}

/// The elements of an array.
#[expect(
    missing_debug_implementations,
    reason = "simd-json's iterator has none"
)]
pub struct ValueElements<'tape, 'input>(tape::array::Iter<'tape, 'input>);

impl<'tape, 'input> Iterator for ValueElements<'tape, 'input> {
    type Item = Result<tape::Value<'tape, 'input>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

/// The members of an object.
#[expect(
    missing_debug_implementations,
    reason = "simd-json's iterator has none"
)]
pub struct ValueMembers<'tape, 'input>(tape::object::Iter<'tape, 'input>);

impl<'tape, 'input> Iterator for ValueMembers<'tape, 'input> {
    type Item = Result<(Cow<'input, str>, tape::Value<'tape, 'input>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (label, value) = self.0.next()?;
        Some(Ok((Cow::Borrowed(label), value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_vec;
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;
    use rstest::rstest;
    use simd_json::StaticNode;

    /// The bytes of a document, the same by both ways in.
    fn encoded(text: &str) -> Vec<u8> {
        let mut text = Vec::from(text);
        let tape = simd_json::to_tape(&mut text).expect("JSON");
        let blob = to_vec(&tape).expect("encodes");
        assert_eq!(to_vec(tape.as_value()).expect("encodes"), blob);
        blob
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
    #[case::behind_containers(
        r#"[[[2],{"a":[3]}],4]"#,
        b"\xcb\x0c\x9b\x2b\x132\x5c\x17a\x2b\x133\x134"
    )]
    #[case::members_in_order(r#"{"b":1,"a":2,"b":3}"#, b"\xcc\x0c\x17b\x131\x17a\x132\x17b\x133")]
    fn each_node_has_its_element(#[case] text: &str, #[case] expected: &[u8]) {
        assert_eq!(encoded(text), expected);
    }

    #[test]
    fn any_number_of_members_keeps_order_and_duplicates() {
        let members = |n: u32| alloc::format!(r#""{:02}":{n}"#, 50 - n / 2);
        let text: Vec<String> = (0..100).map(members).collect();
        let blob = encoded(&alloc::format!("{{{}}}", text.join(",")));
        let labels: Vec<&[u8]> = blob.split(|&byte| byte == 0x27).skip(1).collect();
        assert_eq!(labels.len(), 100);
        assert!(labels.is_sorted_by(|a, b| a[..2] >= b[..2]));
    }

    #[test]
    fn part_of_a_tape_is_an_element() {
        let mut text = Vec::from(r#"{"a":[1,{"b":"c"}],"d":2}"#);
        let tape = simd_json::to_tape(&mut text).expect("JSON");
        let part = tape.as_value().get("a").expect("a member");
        assert_eq!(to_vec(part).expect("encodes"), b"\x7b\x131\x4c\x17b\x17c");
    }

    #[test]
    fn empty_tape_is_an_error() {
        let tape = Tape::null().reset();
        for error in [to_vec(&tape), to_vec(tape.as_value())] {
            let error = error.expect_err("no element");
            assert!(matches!(error.kind(), ErrorKind::UnsupportedValue { .. }));
        }
    }

    const NULL: tape::Node<'static> = tape::Node::Static(StaticNode::Null);

    #[rstest]
    #[case::array_past_the_end(vec![tape::Node::Array { len: 1, count: 1 }], "")]
    #[case::object_past_the_end(vec![tape::Node::Object { len: 1, count: usize::MAX }], "")]
    #[case::child_past_its_parent(
        vec![
            tape::Node::Array { len: 2, count: 2 },
            NULL,
            tape::Node::Array { len: 1, count: 1 },
            NULL,
        ],
        "/1"
    )]
    #[case::child_without_end(
        vec![
            tape::Node::Array { len: 1, count: 1 },
            tape::Node::Object { len: 1, count: usize::MAX },
        ],
        "/0"
    )]
    #[case::label_without_a_value(
        vec![tape::Node::Object { len: 1, count: 1 }, tape::Node::String("a")],
        ""
    )]
    #[case::label_that_is_no_text(vec![tape::Node::Object { len: 1, count: 2 }, NULL, NULL], "")]
    fn tape_that_does_not_add_up_is_an_error(
        #[case] nodes: Vec<tape::Node<'static>>,
        #[case] pointer: &str,
    ) {
        let error = to_vec(&Tape(nodes)).expect_err("torn");
        assert!(matches!(error.kind(), ErrorKind::UnsupportedValue { .. }));
        assert_eq!(error.pointer(), Some(pointer));
    }

    #[test]
    fn text_of_the_input_is_borrowed() {
        let mut text = Vec::from(r#"{"a":"b"}"#);
        let tape = simd_json::to_tape(&mut text).expect("JSON");
        let Ok(Node::Object(mut members)) = (&tape).into_source().node() else {
            panic!("an object");
        };
        let (label, element) = members.next().expect("a member").expect("whole");
        assert!(matches!(label, Cow::Borrowed("a")));
        assert!(matches!(element.node(), Ok(Node::Text(Cow::Borrowed("b")))));
    }
}
