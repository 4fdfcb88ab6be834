//! `simd_json::BorrowedValue` from a blob.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;

use simd_json::borrowed::Object;
use simd_json::{BorrowedValue, StaticNode};

use crate::backend::simd_static::static_number;
use crate::decode::{DecodeOptions, Element, JsonbSink, Number, Tree, in_bulk};
use crate::error::Result as BuildResult;

/// Integers up to 64 bits stay integers, up to 128 under simd-json's feature `128bit`; all other numbers become the
/// nearest `f64`. Strings are borrowed from the blob where they hold no escape.
/// Of several members with one label the last counts, and an object of more than 32 members loses its order.
impl<'a> JsonbSink<'a> for BorrowedValue<'a> {
    type Error = Infallible;
    type Elements = Vec<Self>;
    type Members = Object<'a>;

    #[inline]
    fn null() -> Result<Self, Infallible> {
        Ok(Self::Static(StaticNode::Null))
    }

    #[inline]
    fn bool(value: bool) -> Result<Self, Infallible> {
        Ok(Self::Static(StaticNode::Bool(value)))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of the number is not looked at")]
    fn number(number: Number<'a>) -> Result<Option<Self>, Infallible> {
        Ok(static_number(&number).map(Self::Static))
    }

    #[inline]
    fn text(text: Cow<'a, str>) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }

    #[inline]
    fn begin_array() -> Result<Vec<Self>, Infallible> {
        Ok(Vec::new())
    }

    #[inline]
    fn push(array: &mut Vec<Self>, element: Self) -> Result<(), Infallible> {
        array.push(element);
        Ok(())
    }

    #[inline]
    fn end_array(array: Vec<Self>) -> Result<Self, Infallible> {
        Ok(Self::Array(Box::new(array)))
    }

    #[inline]
    fn begin_object() -> Result<Object<'a>, Infallible> {
        Ok(Object::default())
    }

    #[inline]
    fn insert(object: &mut Object<'a>, label: Cow<'a, str>, value: Self) -> Result<(), Infallible> {
        #[allow(
            clippy::useless_conversion,
            reason = "under simd-json's feature `beef` its `Cow` is another one"
        )]
        object.insert(label.into(), value);
        Ok(())
    }

    #[inline]
    fn end_object(object: Object<'a>) -> Result<Self, Infallible> {
        Ok(Self::Object(Box::new(object)))
    }

    fn build(element: Element<'a>, options: DecodeOptions) -> BuildResult<Self> {
        in_bulk(element, options)
    }
}

impl<'a> Tree<'a> for BorrowedValue<'a> {
    const KEEPS_FLOATS: bool = true;

    #[inline]
    fn uint(value: u64) -> Self {
        Self::Static(StaticNode::from(value))
    }

    #[inline]
    fn float(value: f64) -> Self {
        Self::Static(StaticNode::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::{DecodeOptions, Overflow, from_slice, to_vec};
    use rstest::rstest;

    #[rstest]
    #[case::scalars("[null,true,false,\"a\\\"\\u0000\u{e9}\"]")]
    #[case::integers("[0,-1,-9223372036854775808,9223372036854775807,18446744073709551615]")]
    #[case::floats("[1.0,-0.0,5e-324,1.7976931348623157e308,1e23,0.1]")]
    #[case::containers("{\"\":[],\"a\":{},\"b\":[[1],{\"c\":[2]}],\"d\\n\":null}")]
    fn what_goes_in_comes_out(#[case] text: &str) {
        let mut text = Vec::from(text);
        let value = simd_json::to_borrowed_value(&mut text).expect("JSON");
        let blob = to_vec(&value).expect("encodes");
        assert_eq!(from_slice::<BorrowedValue>(&blob).expect("decodes"), value);
    }

    #[test]
    fn integers_beyond_64_bits_are_the_nearest_floats_or_keep_their_digits() {
        let blob = b"\xc3\x1436893488147419103233";
        let value: BorrowedValue = from_slice(blob).expect("decodes");
        let again = to_vec(&value).expect("encodes");
        let nearest = b"\xc5\x1736893488147419103000.0".to_vec();
        assert!(
            again == blob || again == nearest || again == b"\xc5\x163.6893488147419103e+19",
            "{again:02x?}"
        );
    }

    #[test]
    fn minus_zero_keeps_its_sign() {
        let value: BorrowedValue = from_slice(b"\x23-0").expect("decodes");
        assert_eq!(to_vec(&value).expect("encodes"), b"\x45-0.0");
    }

    #[test]
    fn infinity_is_an_error_or_null() {
        let blob = b"\x7b\x00\x559e999";
        let error = from_slice::<BorrowedValue>(blob).expect_err("no float");
        let literal = "9e999".into();
        assert_eq!(*error.kind(), ErrorKind::NumberOutOfRange { literal });
        assert_eq!(error.offset(), Some(2));
        let options = DecodeOptions::new().overflow(Overflow::Null);
        let value: BorrowedValue = options.from_slice(blob).expect("null");
        assert_eq!(to_vec(&value).expect("encodes"), b"\x2b\x00\x00");
    }

    #[test]
    fn last_of_several_members_counts() {
        let value: BorrowedValue = from_slice(b"\x6c\x17a\x00\x1aa\x01").expect("decodes");
        assert_eq!(to_vec(&value).expect("encodes"), b"\x3c\x17a\x01");
    }
}
