//! The scalars that all trees of simd-json share.

mod read;

use alloc::borrow::Cow;
use alloc::string::ToString;

use simd_json::StaticNode;
use simd_json::prelude::ValueAsScalar;

pub(super) use self::read::static_number;
use crate::source::{JsonbSource, Node};

/// What a scalar becomes, whichever features of simd-json other crates of the build have switched on:
/// `128bit` adds variants, `ordered-float` changes the type inside `F64`.
#[inline]
#[allow(
    clippy::match_wildcard_for_single_variants,
    reason = "it is one variant or three, and never the same"
)]
pub(super) fn static_node<'a, S>(scalar: &StaticNode) -> Node<S>
where
    S: JsonbSource<Text = Cow<'a, str>>,
{
    match scalar {
        StaticNode::Null => Node::Null,
        StaticNode::Bool(value) => Node::Bool(*value),
        StaticNode::I64(value) => Node::Int(*value),
        StaticNode::U64(value) => Node::Uint(*value),
        other => match other.as_f64() {
            Some(value) => Node::Float(value),
            // An `i128` or `u128`: its decimal digits.
            None => Node::Number(Cow::Owned(other.to_string())),
        },
    }
}
