//! Sources behind one more reference, for wrappers that lend what they hold.
//!
//! A wrapper such as the adapters' `Jsonb<T>` encodes `&self.0`. Where `T` is a tree, that is a source. Where `T` is a
//! reference to a tree, or a source by itself, it is one reference too many; these implementations take it off.

use crate::decode::Element;
use crate::encode::{Document, Encoder, Plan};
use crate::error::Result;
use crate::json::JsonText;
use crate::source::IntoJsonbSource;

impl Document for &JsonText<'_> {
    #[inline]
    fn plan_in(self, encoder: &mut Encoder) -> Result<Plan<'_>> {
        (*self).plan_in(encoder)
    }
}

impl<'a> IntoJsonbSource for &Element<'a> {
    type Source = Element<'a>;

    #[inline]
    fn into_source(self) -> Element<'a> {
        *self
    }
}

#[cfg(feature = "serde_json")]
impl<'a> IntoJsonbSource for &&'a serde_json::Value {
    type Source = &'a serde_json::Value;

    #[inline]
    fn into_source(self) -> Self::Source {
        self
    }
}

#[cfg(feature = "simd-json")]
mod simd_json {
    use simd_json::tape::{Tape, Value};
    use simd_json::{BorrowedValue, OwnedValue};

    use crate::backend::simd_tape::TapeSource;
    use crate::source::IntoJsonbSource;

    impl<'a> IntoJsonbSource for &&'a OwnedValue {
        type Source = &'a OwnedValue;

        #[inline]
        fn into_source(self) -> Self::Source {
            self
        }
    }

    impl<'a, 'v> IntoJsonbSource for &&'a BorrowedValue<'v> {
        type Source = &'a BorrowedValue<'v>;

        #[inline]
        fn into_source(self) -> Self::Source {
            self
        }
    }

    impl<'tape, 'input> IntoJsonbSource for &&'tape Tape<'input> {
        type Source = TapeSource<'tape, 'input>;

        #[inline]
        fn into_source(self) -> Self::Source {
            (*self).into_source()
        }
    }

    impl<'tape, 'input> IntoJsonbSource for &Value<'tape, 'input> {
        type Source = Value<'tape, 'input>;

        #[inline]
        fn into_source(self) -> Self::Source {
            *self
        }
    }
}

#[cfg(feature = "ciborium")]
mod ciborium {
    use ciborium::Value;

    use crate::backend::ciborium::CborSource;
    use crate::source::IntoJsonbSource;

    impl<'a> IntoJsonbSource for &&'a Value {
        type Source = CborSource<'a>;

        #[inline]
        fn into_source(self) -> Self::Source {
            (*self).into_source()
        }
    }

    impl<'a> IntoJsonbSource for &CborSource<'a> {
        type Source = CborSource<'a>;

        #[inline]
        fn into_source(self) -> Self::Source {
            *self
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Document, Element, JsonText, to_vec};
    use alloc::vec::Vec;

    /// What a wrapper does.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a wrapper owns what it holds"
    )]
    fn lent<T>(value: T) -> Vec<u8>
    where
        for<'a> &'a T: Document,
    {
        to_vec(&value).expect("encodes")
    }

    #[test]
    fn texts_elements_and_references_to_trees_can_be_lent() {
        let blob = b"\x2b\x131";
        assert_eq!(lent(Element::from_slice(blob).expect("an element")), blob);
        assert_eq!(lent(JsonText::new("[1]")), blob);
        #[cfg(feature = "serde_json")]
        {
            let value = serde_json::json!([1]);
            assert_eq!(lent(&value), blob);
            assert_eq!(lent(value), blob);
        }
        #[cfg(feature = "simd-json")]
        {
            let value = simd_json::json!([1]);
            assert_eq!(lent(&value), blob);
            assert_eq!(lent(value), blob);
            let value = simd_json::BorrowedValue::from(vec![1]);
            assert_eq!(lent(&value), blob);
            assert_eq!(lent(value), blob);
            let mut text = *b"[1]";
            let tape = simd_json::to_tape(&mut text).expect("JSON");
            assert_eq!(lent(tape.as_value()), blob);
            assert_eq!(lent(&tape), blob);
        }
        #[cfg(feature = "ciborium")]
        {
            let value = ciborium::Value::Array(vec![1.into()]);
            assert_eq!(lent(crate::CborOptions::new().source(&value)), blob);
            assert_eq!(lent(&value), blob);
            assert_eq!(lent(value), blob);
        }
    }
}
