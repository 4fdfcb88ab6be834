//! `serde_json::Value`.
//!
//! | `Value` | element | what is lost |
//! |---|---|---|
//! | `Null`, `Bool` | NULL, TRUE, FALSE | nothing |
//! | `Number` of `i64` or `u64` | INT | nothing |
//! | `Number` of `f64` | FLOAT, `1.0` and `1e+300` as serde_json prints them | nothing |
//! | `Number` under `arbitrary_precision` | INT or FLOAT with its own digits | nothing |
//! | `String` and object keys | TEXT, or TEXTJ with serde_json's escapes | nothing |
//! | `Array` | ARRAY | nothing |
//! | `Object` | OBJECT, members in the map's order: sorted, or the document's under `preserve_order` | nothing |
//!
//! Both features of serde_json may be switched on by any crate of a build.
//! Under `arbitrary_precision` each number costs a short-lived `String`, since serde_json lends its digits only through
//! `Display`.
//!
//! A blob is built into a `Value` the other way round ([`JsonbSink`](crate::JsonbSink)): an INT beyond 64 bits keeps its
//! digits under `arbitrary_precision` and becomes the nearest float otherwise; a FLOAT becomes the nearest float, whether
//! `float_roundtrip` is on or not. Beyond the largest float a number is an error, or null by
//! [policy](crate::DecodeOptions::overflow). Of several members with one label the last counts.

#![expect(
    clippy::inline_always,
    reason = "an element is told apart once, where the walk goes on with it"
)]

mod read;

use alloc::borrow::Cow;
use alloc::string::ToString;
use core::convert::Infallible;
use core::slice;

use serde_json::{Number, Value, map};

use crate::source::{Infallibly, JsonbSource, Node, ToNode, Visitor};

/// Whether a `Number` may hold more digits than its `i64`, `u64` and `f64` views show.
///
/// A `Number` without heap memory is one of the three; under `arbitrary_precision` it owns a `String`.
const MAY_HOLD_DIGITS: bool = core::mem::needs_drop::<Number>();

impl<'a> JsonbSource for &'a Value {
    type Text = Cow<'a, str>;
    type Error = Infallible;
    type Elements = Infallibly<slice::Iter<'a, Value>>;
    type Members = Members<'a>;

    const HINTS_END: bool = true;

    #[inline]
    fn node(self) -> Result<Node<Self>, Infallible> {
        self.visit(ToNode)
    }

    #[inline(always)]
    fn visit<V: Visitor<Self>>(self, visitor: V) -> Result<V::Output, Infallible> {
        Ok(match self {
            Value::Null => visitor.null(),
            Value::Bool(value) => visitor.bool(*value),
            Value::Number(number) => visit_number(number, visitor),
            Value::String(text) => visitor.text(Cow::Borrowed(text.as_str())),
            Value::Array(elements) => visitor.array(Infallibly(elements.iter())),
            Value::Object(members) => visitor.object(Members(members.iter())),
        })
    }
}

/// The members of a `serde_json::Map`.
#[derive(Clone, Debug)]
pub struct Members<'a>(map::Iter<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, &'a Value), Infallible>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (label, value) = self.0.next()?;
        Some(Ok((Cow::Borrowed(label.as_str()), value)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

#[inline(always)]
fn visit_number<'a, V: Visitor<&'a Value>>(number: &Number, visitor: V) -> V::Output {
    if MAY_HOLD_DIGITS {
        return visitor.number(Cow::Owned(number.to_string()));
    }
    if let Some(value) = number.as_u64() {
        visitor.uint(value)
    } else if let Some(value) = number.as_i64() {
        visitor.int(value)
    } else if let Some(value) = number.as_f64() {
        visitor.float(value)
    } else {
        visitor.number(Cow::Owned(number.to_string()))
    }
}
