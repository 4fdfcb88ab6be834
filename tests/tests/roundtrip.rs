//! What goes in comes out, through every backend that builds a tree.

use proptest::prelude::*;
use serde_json::Value;
use simd_json::{BorrowedValue, OwnedValue};
use sqlite_jsonb::{Element, ErrorKind, from_slice, to_json, to_vec, validate};
use sqlite_jsonb_tests::tree::tree;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn documents_come_out_of_every_backend_as_they_went_in(tree in tree()) {
        let blob = to_vec(&tree)?;
        validate(&blob)?;
        prop_assert_eq!(&from_slice::<Value>(&blob)?, &tree);
        prop_assert_eq!(to_json(&blob)?, tree.to_string());
        prop_assert_eq!(to_vec(Element::from_slice(&blob)?)?, blob.clone());

        // Labels of these trees are sorted and unique, so a list of pairs has the map's order.
        let cbor: ciborium::Value = from_slice(&blob)?;
        prop_assert_eq!(to_vec(&cbor)?, blob.clone());

        // At most eight members an object: simd-json keeps their order.
        let owned: OwnedValue = from_slice(&blob)?;
        prop_assert_eq!(to_vec(&owned)?, blob.clone());
        let borrowed: BorrowedValue<'_> = from_slice(&blob)?;
        prop_assert_eq!(to_vec(&borrowed)?, blob.clone());
    }
}

/// Number literals: integers and floats short enough for a message, most of which no float of 64 bits holds.
fn literal() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,24})?([eE][+-]?[0-9]{1,3})?"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn numbers_are_the_nearest_floats_or_an_error_that_names_them(literal in literal()) {
        let blob = blob_of(&literal);
        let nearest: f64 = literal.parse()?;
        prop_assert_eq!(Element::from_slice(&blob)?.as_f64()?, Some(nearest));
        match from_slice::<Value>(&blob) {
            Ok(Value::Number(number)) if literal.contains(['.', 'e', 'E']) && nearest.is_finite() => {
                prop_assert_eq!(number.as_f64(), Some(nearest));
            }
            // Under `arbitrary_precision` a number beyond the floats keeps its digits, as in serde_json itself.
            Ok(value) => {
                let expected: Value = serde_json::from_str(&literal)?;
                prop_assert_eq!(value, expected);
            }
            Err(error) => {
                prop_assert!(nearest.is_infinite());
                prop_assert_eq!(error.kind(), &ErrorKind::NumberOutOfRange { literal });
            }
        }
    }
}

/// The blob of a number literal: its header and its digits.
fn blob_of(literal: &str) -> Vec<u8> {
    use sqlite_jsonb::format::{ElementType, Header};

    let element_type = if literal.contains(['.', 'e', 'E']) {
        ElementType::Float
    } else {
        ElementType::Int
    };
    let size = u32::try_from(literal.len()).expect("a short literal");
    let header = Header::new(element_type, size).to_bytes();
    [header.as_ref(), literal.as_bytes()].concat()
}
