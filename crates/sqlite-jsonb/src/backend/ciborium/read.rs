//! `ciborium::Value` from a blob.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::{Drain, Vec};
use core::convert::Infallible;

use ciborium::Value;
use ciborium::value::Integer;
use num_bigint::BigUint;

use crate::decode::{DecodeOptions, Element, JsonbSink, Number, Tree, in_bulk};
use crate::error::Result as BuildResult;

/// Integers keep all their digits: beyond 64 bits they are bignums, tags 2 and 3 (RFC 8949 section 3.4.3), up to 1024 bytes.
/// Other numbers become the nearest `f64`, but for those that are an infinity then.
/// Members keep their order and their duplicates, since a CBOR map is a list of pairs here.
impl<'a> JsonbSink<'a> for Value {
    type Error = Infallible;
    type Elements = Vec<Value>;
    type Members = Vec<(Value, Value)>;

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
    fn number(number: Number<'a>) -> Result<Option<Self>, Infallible> {
        if let Some(value) = number.as_u64() {
            return Ok(Some(Value::from(value)));
        }
        match number.as_i64() {
            Some(value) if value != 0 => return Ok(Some(Value::from(value))),
            None if number.is_integer() => return Ok(integer(number.as_str())),
            _ => {}
        }
        let value = number.as_f64();
        Ok(value.is_finite().then_some(Value::Float(value)))
    }

    #[inline]
    fn text(text: Cow<'a, str>) -> Result<Self, Infallible> {
        Ok(Value::Text(String::from(text)))
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
    fn begin_object() -> Result<Self::Members, Infallible> {
        Ok(Vec::new())
    }

    #[inline]
    fn insert(
        object: &mut Self::Members,
        label: Cow<'a, str>,
        value: Self,
    ) -> Result<(), Infallible> {
        object.push((Value::Text(String::from(label)), value));
        Ok(())
    }

    #[inline]
    fn end_object(object: Self::Members) -> Result<Self, Infallible> {
        Ok(Value::Map(object))
    }

    fn build(element: Element<'a>, options: DecodeOptions) -> BuildResult<Self> {
        in_bulk(element, options)
    }
}

impl<'a> Tree<'a> for Value {
    const KEEPS_FLOATS: bool = true;

    #[inline]
    fn uint(value: u64) -> Self {
        Value::from(value)
    }

    #[inline]
    fn float(value: f64) -> Self {
        Value::Float(value)
    }

    #[inline]
    fn object(labels: Drain<'_, Cow<'a, str>>, values: Drain<'_, Self>) -> Self {
        let labels = labels.map(|label| Value::Text(String::from(label)));
        Value::Map(labels.zip(values).collect())
    }
}

/// Digits that always fit 1024 bytes, which is how long a bignum may be that is encoded by default. Their conversion takes
/// time that grows with the square of their number.
const MAX_DIGITS: usize = 2_466;

#[inline(never)]
fn integer(literal: &str) -> Option<Value> {
    let value = literal.parse().ok();
    if let Some(integer) = value.and_then(|value: i128| Integer::try_from(value).ok()) {
        return Some(Value::Integer(integer));
    }
    let (tag, digits) = match literal.strip_prefix('-') {
        Some(digits) => (3, digits),
        None => (2, literal),
    };
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let mut magnitude = BigUint::parse_bytes(digits.as_bytes(), 10)?;
    if tag == 3 {
        // The value of tag 3 is -1 minus the number in its bytes.
        magnitude -= 1_u8;
    }
    let bytes = Value::Bytes(magnitude.to_bytes_be());
    Some(Value::Tag(tag, Box::new(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::format::{ElementType, Header};
    use crate::{DecodeOptions, Overflow, from_slice, to_vec};
    use alloc::vec;
    use rstest::rstest;

    #[rstest]
    #[case::scalars(vec![Value::Null, true.into(), false.into(), "a\"\0é".into()].into())]
    #[case::integers(vec![Value::from(0), (-1).into(), i64::MIN.into(), u64::MAX.into()].into())]
    #[case::floats(vec![Value::from(1.0), (-0.0).into(), 5e-324.into(), f64::MAX.into()].into())]
    #[case::containers(Value::Map(vec![
        ("b".into(), Value::Array(vec![])),
        ("a".into(), Value::Map(vec![])),
        ("b".into(), vec![Value::from(1)].into()),
    ]))]
    fn what_goes_in_comes_out(#[case] value: Value) {
        let blob = to_vec(&value).expect("encodes");
        assert_eq!(from_slice::<Value>(&blob).expect("decodes"), value);
    }

    fn int(literal: &str) -> Vec<u8> {
        let size = u32::try_from(literal.len()).expect("short");
        let header = Header::new(ElementType::Int, size).to_bytes();
        [header.as_ref(), literal.as_bytes()].concat()
    }

    #[rstest]
    #[case::smallest_negative("-18446744073709551616", false)]
    #[case::first_bignum("18446744073709551616", true)]
    #[case::first_negative_bignum("-18446744073709551617", true)]
    #[case::forty_digits("-1234567890123456789012345678901234567890", true)]
    #[case::longest(&"9".repeat(MAX_DIGITS), true)]
    fn integers_keep_their_digits(#[case] literal: &str, #[case] is_bignum: bool) {
        let blob = int(literal);
        let value: Value = from_slice(&blob).expect("decodes");
        assert_eq!(matches!(value, Value::Tag(2 | 3, _)), is_bignum);
        assert_eq!(to_vec(&value).expect("encodes"), blob);
    }

    #[rstest]
    #[case::integer(&int(&"9".repeat(MAX_DIGITS + 1)))]
    #[case::infinity(b"\x559e999")]
    fn what_does_not_fit_is_an_error_or_null(#[case] blob: &[u8]) {
        let error = from_slice::<Value>(blob).expect_err("too long or too large");
        assert!(matches!(error.kind(), ErrorKind::NumberOutOfRange { .. }));
        let options = DecodeOptions::new().overflow(Overflow::Null);
        assert_eq!(options.from_slice::<Value>(blob).ok(), Some(Value::Null));
    }

    #[test]
    fn minus_zero_keeps_its_sign() {
        let value: Value = from_slice(b"\x23-0").expect("decodes");
        assert!(matches!(value, Value::Float(zero) if zero == 0.0 && zero.is_sign_negative()));
    }
}
