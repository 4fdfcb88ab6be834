//! Numbers of a blob as scalars of simd-json.

use simd_json::prelude::ValueAsScalar;
use simd_json::{OwnedValue, StaticNode};

use crate::decode::Number;

/// A number as simd-json holds it; `None` beyond its floats.
///
/// `-0` is a float, since no integer has that sign, and serde_json reads it so.
#[inline]
pub(in crate::backend) fn static_number(number: &Number<'_>) -> Option<StaticNode> {
    if let Some(value) = number.as_u64() {
        return Some(StaticNode::from(value));
    }
    let integer = match number.as_i64() {
        Some(0) => None,
        Some(value) => Some(StaticNode::from(value)),
        None if number.is_integer() => wide_integer(number.as_str()),
        None => None,
    };
    if integer.is_some() {
        return integer;
    }
    let value = number.as_f64();
    value.is_finite().then(|| StaticNode::from(value))
}

/// An integer beyond 64 bits, if simd-json itself holds it: under its feature `128bit` it has variants for some, which
/// cannot be named here without that feature.
#[inline(never)]
fn wide_integer(literal: &str) -> Option<StaticNode> {
    const LONGEST: usize = 40;
    if literal.len() > LONGEST {
        return None;
    }
    let mut literal = literal.as_bytes().to_vec();
    match simd_json::to_owned_value(&mut literal) {
        // The float nearest to it is found better from its digits.
        Ok(OwnedValue::Static(integer)) if integer.as_f64().is_none() => Some(integer),
        _ => None,
    }
}
