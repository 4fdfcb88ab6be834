//! Numbers in the types that visitors know.

use ::serde::de::{Unexpected, Visitor};

use crate::decode::Number;
use crate::error::Result;

/// What a type asks for when it wants a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Whatever there is, or an `f64`.
    Any,
    /// An integer of up to 64 bits.
    Integer,
    I128,
    U128,
    F32,
}

/// A number in one of the types that visitors know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    U64(u64),
    I64(i64),
    U128(u128),
    I128(i128),
    F32(f32),
    F64(f64),
}

impl Value {
    /// The number in the type that was asked for, or else in the one that serde_json would take; `None` beyond the floats,
    /// and for an integer beyond 128 bits where one of these is asked for.
    #[inline]
    pub(super) fn of(number: &Number<'_>, asked: Asked) -> Option<Self> {
        if number.is_integer() {
            match asked {
                Asked::I128 => return number.parse().map(Self::I128),
                Asked::U128 => return number.parse().map(Self::U128),
                _ => {}
            }
            if let Some(value) = number.as_u64() {
                return Some(Self::U64(value));
            }
            match number.as_i64() {
                // `-0` is a float, as it is for serde_json, unless only an integer will do.
                Some(0) if asked != Asked::Integer => {}
                Some(value) => return Some(Self::I64(value)),
                None => {}
            }
        }
        if asked == Asked::F32 {
            let value = number.parse().filter(|value: &f32| value.is_finite());
            return value.map(Self::F32);
        }
        let value = Some(number.as_f64()).filter(|value| value.is_finite());
        value.map(Self::F64)
    }

    #[inline]
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::U64(value) => visitor.visit_u64(value),
            Self::I64(value) => visitor.visit_i64(value),
            Self::U128(value) => visitor.visit_u128(value),
            Self::I128(value) => visitor.visit_i128(value),
            Self::F32(value) => visitor.visit_f32(value),
            Self::F64(value) => visitor.visit_f64(value),
        }
    }

    pub(super) fn unexpected(self) -> Unexpected<'static> {
        match self {
            Self::U64(value) => Unexpected::Unsigned(value),
            Self::I64(value) => Unexpected::Signed(value),
            Self::F64(value) => Unexpected::Float(value),
            Self::F32(value) => Unexpected::Float(value.into()),
            Self::U128(_) | Self::I128(_) => Unexpected::Other("integer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::unsigned("18446744073709551615", Asked::Any, Some(Value::U64(u64::MAX)))]
    #[case::signed("-9223372036854775808", Asked::Integer, Some(Value::I64(i64::MIN)))]
    #[case::beyond_u64(
        "18446744073709551616",
        Asked::Integer,
        Some(Value::F64(18_446_744_073_709_551_616.0))
    )]
    #[case::i128("-9223372036854775809", Asked::I128, Some(Value::I128(-9_223_372_036_854_775_809)))]
    #[case::u128("7", Asked::U128, Some(Value::U128(7)))]
    #[case::negative_as_u128("-7", Asked::U128, None)]
    #[case::beyond_u128("340282366920938463463374607431768211456", Asked::U128, None)]
    #[case::float_as_i128("1.5", Asked::I128, Some(Value::F64(1.5)))]
    #[case::minus_zero("-0", Asked::Integer, Some(Value::I64(0)))]
    #[case::minus_zero_as_f32("-0", Asked::F32, Some(Value::F32(-0.0)))]
    #[case::minus_zero_as_any("-0", Asked::Any, Some(Value::F64(-0.0)))]
    #[case::integer_as_f32("3", Asked::F32, Some(Value::U64(3)))]
    #[case::beyond_f32("1e300", Asked::F32, None)]
    #[case::beyond_f64("-9e999", Asked::Any, None)]
    // Halfway between two floats of 32 bits but for the last digits, which an `f64` does not hold.
    #[case::nearest_f32("1.00000005960464477540", Asked::F32, Some(Value::F32(1.000_000_1)))]
    fn numbers_come_in_the_type_asked_for(
        #[case] literal: &str,
        #[case] asked: Asked,
        #[case] expected: Option<Value>,
    ) {
        let number = Number::new(literal.into()).expect("a literal");
        let value = Value::of(&number, asked);
        assert_eq!(alloc::format!("{value:?}"), alloc::format!("{expected:?}"));
    }
}
