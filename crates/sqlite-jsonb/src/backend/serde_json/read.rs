//! `serde_json::Value` from a blob.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::{Drain, Vec};
use core::convert::Infallible;
use core::str::FromStr;

use serde_json::{Map, Number, Value};

use super::MAY_HOLD_DIGITS;
use crate::decode::{self, DecodeOptions, Element, JsonbSink, Tree, in_bulk, inserted};
use crate::error::Result as BuildResult;

/// Numbers become what serde_json makes of their JSON text, and floats the nearest `f64` whether its `float_roundtrip` is on
/// or not. Of several members with one label the last counts, as for serde_json.
impl<'a> JsonbSink<'a> for Value {
    type Error = Infallible;
    type Elements = Vec<Value>;
    type Members = Map<String, Value>;

    #[inline]
    fn null() -> Result<Self, Infallible> {
        Ok(Value::Null)
    }

    #[inline]
    fn bool(value: bool) -> Result<Self, Infallible> {
        Ok(Value::Bool(value))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of the number is not looked at")]
    fn number(number: decode::Number<'a>) -> Result<Option<Self>, Infallible> {
        Ok(self::number(&number).map(Value::Number))
    }

    #[inline]
    fn text(text: Cow<'a, str>) -> Result<Self, Infallible> {
        Ok(Value::String(text.into_owned()))
    }

    #[inline]
    fn begin_array() -> Result<Vec<Value>, Infallible> {
        Ok(Vec::new())
    }

    #[inline]
    fn push(array: &mut Vec<Value>, element: Self) -> Result<(), Infallible> {
        array.push(element);
        Ok(())
    }

    #[inline]
    fn end_array(array: Vec<Value>) -> Result<Self, Infallible> {
        Ok(Value::Array(array))
    }

    #[inline]
    fn begin_object() -> Result<Map<String, Value>, Infallible> {
        Ok(Map::new())
    }

    #[inline]
    fn insert(
        object: &mut Map<String, Value>,
        label: Cow<'a, str>,
        value: Self,
    ) -> Result<(), Infallible> {
        object.insert(label.into_owned(), value);
        Ok(())
    }

    #[inline]
    fn end_object(object: Map<String, Value>) -> Result<Self, Infallible> {
        Ok(Value::Object(object))
    }

    fn build(element: Element<'a>, options: DecodeOptions) -> BuildResult<Self> {
        in_bulk(element, options)
    }
}

impl<'a> Tree<'a> for Value {
    const KEEPS_FLOATS: bool = !MAY_HOLD_DIGITS;

    #[inline]
    fn uint(value: u64) -> Self {
        Value::Number(Number::from(value))
    }

    #[inline]
    fn float(value: f64) -> Self {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }

    #[inline]
    fn object(labels: Drain<'_, Cow<'a, str>>, values: Drain<'_, Self>) -> Self {
        // A map is made at once of members in its own order. With few of them, or out of order, to sort them takes longer
        // than to insert one by one.
        const MANY: usize = 6;
        let is_in_order = labels.len() >= MANY && labels.as_slice().is_sorted_by(|a, b| a < b);
        if is_in_order {
            Value::Object(labels.map(Cow::into_owned).zip(values).collect())
        } else {
            inserted(labels, values)
        }
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "most of the number is not looked at")]
fn number(number: &decode::Number<'_>) -> Option<Number> {
    if MAY_HOLD_DIGITS {
        return parse(number.as_str());
    }
    if let Some(value) = number.as_u64() {
        return Some(Number::from(value));
    }
    match number.as_i64() {
        Some(value) if value != 0 => Some(Number::from(value)),
        // Floats, `-0`, and integers beyond 64 bits; an error for what is beyond floats too. serde_json's own reading may
        // miss the nearest float by one unit unless `float_roundtrip` is on.
        _ => Number::from_f64(number.as_f64()),
    }
}

#[inline(never)]
fn parse(literal: &str) -> Option<Number> {
    Number::from_str(literal).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::format::{ElementType, Header};
    use crate::{DecodeOptions, Overflow, from_slice, to_vec};
    use alloc::string::ToString;
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case::scalars(json!([null, true, false, "a\"\u{0}é"]))]
    #[case::integers(json!([0, -1, i64::MIN, i64::MAX, u64::MAX]))]
    #[case::floats(json!([1.0, -0.0, 5e-324, f64::MAX, 1e23, 0.1, 123_456_789.123_456_79]))]
    #[case::containers(json!({"": [], "a": {}, "b": [[1], {"c": [2]}], "d\n": null}))]
    fn what_goes_in_comes_out(#[case] value: Value) {
        let blob = to_vec(&value).expect("encodes");
        assert_eq!(from_slice::<Value>(&blob).expect("decodes"), value);
    }

    #[rstest]
    #[case::minus_zero("-0")]
    #[case::beyond_u64("18446744073709551616")]
    #[case::beyond_i64("-9223372036854775809")]
    #[case::forty_digits("1234567890123456789012345678901234567890")]
    #[case::one_that_serde_json_misses("49441504869265640000")]
    fn integers_that_do_not_fit_keep_their_digits_or_become_the_nearest_float(
        #[case] literal: &str,
    ) {
        let size = u32::try_from(literal.len()).expect("short");
        let header = Header::new(ElementType::Int, size).to_bytes();
        let blob = [header.as_ref(), literal.as_bytes()].concat();
        let value: Value = from_slice(&blob).expect("decodes");
        if MAY_HOLD_DIGITS {
            assert_eq!(value.to_string(), literal);
        } else {
            let nearest: f64 = literal.parse().expect("a number");
            assert_eq!(value, json!(nearest));
        }
    }

    #[test]
    fn infinity_is_an_error_or_null() {
        if MAY_HOLD_DIGITS {
            return;
        }
        let blob = b"\x7b\x00\x559e999";
        let error = from_slice::<Value>(blob).expect_err("no float");
        let literal = "9e999".to_string();
        assert_eq!(*error.kind(), ErrorKind::NumberOutOfRange { literal });
        assert_eq!(error.offset(), Some(2));
        let options = DecodeOptions::new().overflow(Overflow::Null);
        let value: Value = options.from_slice(blob).expect("null");
        assert_eq!(value, json!([null, null]));
    }

    #[test]
    fn last_of_several_members_counts() {
        let value: Value = from_slice(b"\x6c\x17a\x00\x1aa\x01").expect("decodes");
        assert_eq!(value, json!({"a": true}));
    }

    #[test]
    fn objects_are_those_of_serde_json_whatever_order_their_members_have() {
        for len in 0..20 {
            for step in [1, 7, 19] {
                for distinct in [1, 5, 19] {
                    let label = |at: usize| at * step % 19 % distinct;
                    let members = (0..len).map(|at| alloc::format!("\"{:02}\":{at}", label(at)));
                    let text = alloc::format!("{{{}}}", members.collect::<Vec<_>>().join(","));
                    let blob = to_vec(crate::JsonText::new(&text)).expect("JSON");
                    let value: Value = from_slice(&blob).expect("decodes");
                    let expected: Value = serde_json::from_str(&text).expect("JSON");
                    assert_eq!(value.to_string(), expected.to_string(), "of {text}");
                }
            }
        }
    }
}
