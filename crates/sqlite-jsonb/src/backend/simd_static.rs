//! The scalars that all trees of simd-json share.

#![expect(
    clippy::inline_always,
    reason = "an element is told apart once, where the walk goes on with it"
)]

mod read;

use alloc::borrow::Cow;
use alloc::string::ToString;

use simd_json::StaticNode;
use simd_json::prelude::ValueAsScalar;

pub(super) use self::read::static_number;
use crate::source::{JsonbSource, Visitor};

/// What a scalar becomes, whichever features of simd-json other crates of the build have switched on:
/// `128bit` adds variants, `ordered-float` changes the type inside `F64`.
#[inline(always)]
#[allow(
    clippy::match_wildcard_for_single_variants,
    reason = "it is one variant or three, and never the same"
)]
pub(super) fn visit_static<'a, S, V>(scalar: &StaticNode, visitor: V) -> V::Output
where
    S: JsonbSource<Text = Cow<'a, str>>,
    V: Visitor<S>,
{
    match scalar {
        StaticNode::Null => visitor.null(),
        StaticNode::Bool(value) => visitor.bool(*value),
        StaticNode::I64(value) => visitor.int(*value),
        StaticNode::U64(value) => visitor.uint(*value),
        other => match other.as_f64() {
            Some(value) => visitor.float(value),
            // An `i128` or `u128`: its decimal digits.
            None => visitor.number(Cow::Owned(other.to_string())),
        },
    }
}
