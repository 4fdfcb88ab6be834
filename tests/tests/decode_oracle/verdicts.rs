//! Valid blobs, all their truncations and all their changes of one byte.

use rstest::rstest;
use sqlite_jsonb::format::ElementType;
use sqlite_jsonb::{to_json, validate};

use crate::blobs::{SCALARS, element, nested};
use crate::compare::{compare, listed_acceptance, listed_refusal};
use crate::sqlite::Sqlite;

#[test]
fn valid_blobs_are_taken_by_both() {
    let sqlite = Sqlite::new();
    let blobs = valid_blobs();
    assert!(blobs.len() > 200);
    for blob in blobs {
        validate(&blob).unwrap_or_else(|error| panic!("{blob:02x?}: {error}"));
        assert!(sqlite.takes(&blob), "{blob:02x?}");
        compare(&sqlite, &blob).expect("both say the same");
    }
}

#[test]
fn every_truncation_gets_the_verdict_of_sqlite() {
    let sqlite = Sqlite::new();
    for blob in valid_blobs() {
        for len in 0..blob.len() {
            assert!(validate(&blob[..len]).is_err(), "{:02x?}", &blob[..len]);
            compare(&sqlite, &blob[..len]).expect("both say the same");
        }
    }
}

#[test]
fn every_change_of_one_byte_gets_the_verdict_of_sqlite() {
    let sqlite = Sqlite::new();
    for mut blob in valid_blobs() {
        for at in 0..blob.len() {
            let original = blob[at];
            for byte in 0..=u8::MAX {
                blob[at] = byte;
                compare(&sqlite, &blob).expect("both say the same");
            }
            blob[at] = original;
        }
    }
}

/// Each difference that the docs of `validate` list, by its name there.
#[rstest]
#[case::utf8("UTF-8", element(ElementType::TextRaw, 0, b"\xff"))]
#[case::lone_surrogate("lone surrogate", element(ElementType::TextJ, 0, br"\ud800"))]
#[case::half_in_another_line(
    "lone surrogate",
    element(ElementType::Text5, 0, b"\\ud83d\\\n\\ude00")
)]
#[case::int("leading zero", element(ElementType::Int, 0, b"-01"))]
#[case::float5("leading zero", element(ElementType::Float5, 0, b"01.5"))]
#[case::float("no digit before the exponent", element(ElementType::Float, 0, b"-e5"))]
#[case::float5_exponent("no digit before the exponent", element(ElementType::Float5, 0, b"e5"))]
#[case::nul("escaped NUL byte", element(ElementType::TextJ, 0, b"\\\0"))]
#[case::hex("hex escape", element(ElementType::Text5, 0, br"\x4g"))]
#[case::unicode("hex escape", element(ElementType::Text5, 0, b"\\\n\\u004g"))]
fn listed_refusals_are_taken_by_sqlite(#[case] name: &str, #[case] blob: Vec<u8>) {
    let error = validate(&blob).expect_err("refused here");
    assert_eq!(listed_refusal(&blob, &error), Some(name));
    assert!(Sqlite::new().takes(&blob));
}

#[rstest]
#[case::depth("depth", nested(ElementType::Array, 1000, &[0x00]))]
#[case::depth_of_objects("depth", nested(ElementType::Object, 1000, &[0x00]))]
#[case::escaped_mark("U+99999", element(ElementType::Text5, 0, b"\\\n\\uda26\\udd99"))]
#[case::mark(
    "U+99999",
    element(ElementType::Text5, 0, "\\\n\u{99999}".as_bytes())
)]
fn listed_acceptances_are_refused_by_sqlite(#[case] name: &str, #[case] blob: Vec<u8>) {
    validate(&blob).expect("taken here");
    assert_eq!(listed_acceptance(&blob), Some(name));
    let sqlite = Sqlite::new();
    assert!(!sqlite.takes(&blob));
    let json = to_json(&blob).expect("valid");
    assert_eq!(sqlite.text("json", &blob), Some(json));
}

/// A few hundred valid blobs: each scalar alone, in every header width, and in containers.
fn valid_blobs() -> Vec<Vec<u8>> {
    let mut blobs = Vec::new();
    for (element_type, payload) in SCALARS {
        let scalar = element(*element_type, 0, payload.as_bytes());
        if *element_type > ElementType::False {
            for size_code in 12..=15 {
                blobs.push(element(*element_type, size_code, payload.as_bytes()));
            }
        }
        let two = [scalar.as_slice(), &[0x02]].concat();
        blobs.push(element(ElementType::Array, 0, &two));
        let array = element(ElementType::Array, 13, &scalar);
        blobs.push(element(ElementType::Array, 0, &array));
        let member = [&[0x17, b'a'], scalar.as_slice()].concat();
        blobs.push(element(ElementType::Object, 0, &member));
        if element_type.is_text() {
            let member = [scalar.as_slice(), &[0x1b, 0x01]].concat();
            blobs.push(element(ElementType::Object, 12, &member));
        }
        blobs.push(scalar);
    }
    for size_code in [0, 12, 13, 14, 15] {
        blobs.push(element(ElementType::Array, size_code, &[]));
        blobs.push(element(ElementType::Object, size_code, &[]));
    }
    blobs.push(nested(ElementType::Array, 14, &[]));
    blobs.push(nested(ElementType::Object, 5, &[0x13, b'1']));
    blobs
}
