//! Promise 1: the bytes of SQLite's `jsonb()`.

use std::convert::Infallible;
use std::iter::Empty;

use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};
use sqlite_jsonb::{EncodeOptions, JsonbSource, Node, NonFinite, to_vec};
use sqlite_jsonb_tests::{Deep, Nesting, Oracle, tree::tree};

/// Checks that a tree and the text printed of it give the same blob, and that the blob is valid and prints that text.
#[track_caller]
fn same_as_sqlite(oracle: &Oracle, value: &Value) {
    let text = serde_json::to_string(value).expect("a tree prints");
    let blob = to_vec(value).expect("a tree encodes");
    assert_eq!(Ok(&blob), oracle.jsonb(&text).as_ref(), "{}", start(&text));
    assert!(oracle.is_valid(&blob), "{}", start(&text));
    assert_eq!(oracle.json(&blob).as_ref(), Ok(&text));
}

fn start(text: &str) -> String {
    text.chars().take(200).collect()
}

#[rstest]
#[case::null(json!(null))]
#[case::booleans(json!([true, false]))]
#[case::empty_containers(json!([[], {}, [[]], {"": {}}]))]
#[case::empty_string(json!(""))]
#[case::integers(json!([0, 1, -1, 9, 10, 99, 100, i64::MAX, i64::MIN, u64::MAX]))]
#[case::floats(json!([0.0, -0.0, 1.0, -1.5, 0.1, 5e-324, f64::MAX, f64::MIN_POSITIVE, 1e300, 1e-300, 1e15, 1e16, 1e17]))]
#[case::quote_backslash_apostrophe(json!(["a\"b", "a\\b", "a'b", "\u{7f}"]))]
#[case::non_ascii(json!(["é", "日本語", "😀", "\u{80}", "\u{2028}\u{2029}", "\u{ffff}"]))]
#[case::labels(json!({"": 1, "a\"b": 2, "a\nb": 3, "é": 4, "a'b": 5, "a/b": 6}))]
#[case::nested(json!({"a": {"b": 1}, "c": [{"d": 2}, 3, [], [[{}]]]}))]
fn hand_picked_trees_give_the_bytes_of_sqlite(#[case] value: Value) {
    same_as_sqlite(&Oracle::new(), &value);
}

#[test]
fn every_character_below_256_gives_the_bytes_of_sqlite() {
    let oracle = Oracle::new();
    for character in '\0'..='\u{ff}' {
        for around in ["", "a", "é", "0123456789abcdef"] {
            let text = format!("{around}{character}{around}");
            same_as_sqlite(&oracle, &json!({ text.clone(): text }));
        }
    }
}

#[rstest]
#[case::empty(0)]
#[case::inline(11)]
#[case::one_byte(12)]
#[case::one_byte_max(255)]
#[case::two_bytes(256)]
#[case::two_bytes_max(65_535)]
#[case::four_bytes(65_536)]
#[case::past_a_megabyte(1_100_000)]
fn payload_sizes_at_the_header_boundaries_give_the_bytes_of_sqlite(#[case] size: usize) {
    let oracle = Oracle::new();
    same_as_sqlite(&oracle, &json!("x".repeat(size)));
    same_as_sqlite(&oracle, &json!({ "x".repeat(size): 1 }));
    same_as_sqlite(&oracle, &json!("\n".repeat(size / 2)));
    // Elements of one byte and of two make arrays of every size around the boundary.
    for payload_size in size.saturating_sub(6)..size + 6 {
        same_as_sqlite(&oracle, &Value::from(vec![Value::Null; payload_size]));
    }
    let digits = Value::from(vec![Value::from(7); size / 2]);
    same_as_sqlite(&oracle, &json!({ "wide": digits, "after": [1] }));
}

#[rstest]
#[case::arrays(Nesting::Arrays)]
#[case::objects(Nesting::Objects)]
#[case::mixed(Nesting::Mixed)]
fn documents_as_deep_as_sqlite_reads_give_its_bytes(#[case] nesting: Nesting) {
    let oracle = Oracle::new();
    for containers in [1, 2, 3, 10, 63, 64, 65, 100, 500, 999, 1000, 1001] {
        let document = Deep::new(nesting, containers);
        let blob = EncodeOptions::sqlite().to_vec(document);
        let expected = oracle.jsonb(&document.to_json());
        assert_eq!(blob.ok(), expected.ok(), "{containers} deep");
    }
}

#[test]
fn random_trees_give_the_bytes_of_sqlite() {
    let oracle = Oracle::new();
    proptest!(|(value in tree())| same_as_sqlite(&oracle, &value));
}

#[rstest]
#[case::infinity(f64::INFINITY, "Infinity")]
#[case::minus_infinity(f64::NEG_INFINITY, "-Infinity")]
#[case::nan(f64::NAN, "NaN")]
fn overflow_policy_gives_what_sqlite_makes_of_the_json5_word(
    #[case] value: f64,
    #[case] word: &str,
) {
    let blob = EncodeOptions::new()
        .non_finite(NonFinite::Overflow)
        .to_vec(Scalar(value))
        .expect("every float has a form");
    assert_eq!(Ok(blob), Oracle::new().jsonb(word));
}

/// A document that is one float.
struct Scalar(f64);

impl JsonbSource for Scalar {
    type Text = &'static str;
    type Error = Infallible;
    type Elements = Empty<Result<Self, Infallible>>;
    type Members = Empty<Result<(&'static str, Self), Infallible>>;

    fn node(self) -> Result<Node<Self>, Infallible> {
        Ok(Node::Float(self.0))
    }
}
