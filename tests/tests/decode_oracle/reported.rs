//! Blobs on which readers of this format were reported wrong.

use rstest::rstest;
use sqlite_jsonb::{to_json, validate};

use crate::blobs::bytes;
use crate::compare::compare;
use crate::sqlite::Sqlite;

#[rstest]
#[case::float_of_plain_digits("1533")]
#[case::text_with_a_bare_quote("37612262")]
#[case::text_with_a_line_feed("170a")]
#[case::null_in_two_bytes("c100")]
#[case::null_with_a_payload("1000")]
#[case::not_a_number("364e614e")]
#[case::bytes_behind_an_empty_object("0c1761")]
#[case::byte_behind_true("01ff")]
#[case::text_size_of_64_bits("f7ffffffffffffffff61")]
#[case::label_without_a_value("2c1761")]
#[case::label_that_is_an_int("4c13311332")]
#[case::label_that_is_an_array("3c0b00")]
#[case::reserved_type("0d")]
#[case::array_a_byte_short("1b1331")]
#[case::word_true_as_json_text("74727565")]
#[case::object_as_json_text("7b2261223a317d")]
#[case::nothing("")]
#[case::letters_as_float("256162")]
#[case::two_points_as_float5("35312e2e31")]
#[case::array_size_of_64_bits("fbffffffffffffffff")]
#[case::child_past_its_array("2b2331")]
#[case::cut_size("db00")]
fn reported_malformed_blobs_are_refused(#[case] hex: &str) {
    let blob = bytes(hex);
    let error = validate(&blob).expect_err("malformed");
    assert!(error.is_malformed());
    assert!(error.offset().is_some_and(|offset| offset <= blob.len()));
    assert!(to_json(&blob).is_err());
    assert!(sqlite_jsonb::from_slice::<serde_json::Value>(&blob).is_err());
    assert!(!Sqlite::new().takes(&blob));
}

#[rstest]
#[case::largest_u64("c3143138343436373434303733373039353531363135", "18446744073709551615")]
#[case::textraw_with_a_quote("3a612262", r#""a\"b""#)]
#[case::textraw_label("4c1a611331", r#"{"a":1}"#)]
#[case::hexadecimal("4430783141", "26")]
#[case::no_digit_before_the_point("262e35", "0.5")]
#[case::infinity("553965393939", "9e999")]
#[case::object_of_9_bytes("9c676e756d6265721333", r#"{"number":3}"#)]
#[case::object_of_12_bytes("cc0c67737472696e67476e6f7065", r#"{"string":"nope"}"#)]
#[case::surrogate_pair("c80c5c75643833645c7564653030", r#""\ud83d\ude00""#)]
#[case::nested("7c17744b3b2b1331", r#"{"t":[[[1]]]}"#)]
#[case::label_of_digits("4c17311332", r#"{"1":2}"#)]
#[case::wide_empty_array("cb00", "[]")]
#[case::wide_text("d7000161", r#""a""#)]
#[case::wide_int("c30131", "1")]
#[case::siblings_of_a_nested_object(
    "cc1117614c1762133117637b4c176413321333",
    r#"{"a":{"b":1},"c":[{"d":2},3]}"#
)]
fn reported_blobs_are_printed(#[case] hex: &str, #[case] json: &str) {
    let blob = bytes(hex);
    assert_eq!(to_json(&blob).expect("valid"), json);
    compare(&Sqlite::new(), &blob).expect("both say the same");
}
