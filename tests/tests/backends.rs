//! One tree through every backend gives the same bytes.

use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};
use sqlite_jsonb::to_vec;
use sqlite_jsonb_tests::tree::tree;

/// Each backend's bytes for a document, with its name.
///
/// serde_json and ciborium are given the tree, simd-json the text of it.
fn blobs(tree: &Value) -> Vec<(&'static str, Vec<u8>)> {
    let text = tree.to_string();
    let mut of_owned = text.clone().into_bytes();
    let mut of_borrowed = of_owned.clone();
    let mut of_tape = of_owned.clone();
    let owned = simd_json::to_owned_value(&mut of_owned).expect("JSON");
    let borrowed = simd_json::to_borrowed_value(&mut of_borrowed).expect("JSON");
    let tape = simd_json::to_tape(&mut of_tape).expect("JSON");
    let cbor = cbor(tree);
    let mut cbor_bytes = Vec::new();
    ciborium::into_writer(&cbor, &mut cbor_bytes).expect("a vector takes all");
    let read_cbor: ciborium::Value =
        ciborium::from_reader(cbor_bytes.as_slice()).expect("well-formed");
    [
        ("serde_json", to_vec(tree)),
        ("simd-json owned", to_vec(&owned)),
        ("simd-json borrowed", to_vec(&borrowed)),
        ("simd-json tape", to_vec(&tape)),
        ("simd-json tape value", to_vec(tape.as_value())),
        ("ciborium", to_vec(&cbor)),
        ("ciborium from bytes", to_vec(&read_cbor)),
    ]
    .map(|(backend, blob)| (backend, blob.expect("encodes")))
    .into()
}

/// The same tree in CBOR's terms.
fn cbor(tree: &Value) -> ciborium::Value {
    match tree {
        Value::Null => ciborium::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => {
            let integer = number
                .as_i64()
                .map(i128::from)
                .or(number.as_u64().map(i128::from));
            match integer {
                Some(integer) => integer.into(),
                None => number.as_f64().expect("no arbitrary precision here").into(),
            }
        }
        Value::String(text) => text.as_str().into(),
        Value::Array(elements) => ciborium::Value::Array(elements.iter().map(cbor).collect()),
        Value::Object(members) => ciborium::Value::Map(
            members
                .iter()
                .map(|(label, value)| (label.as_str().into(), cbor(value)))
                .collect(),
        ),
    }
}

#[rstest]
#[case::null(json!(null), b"\x00")]
#[case::every_kind(
    json!({"a": [null, true, false, -1, u64::MAX, 1.0, "é\"\u{1}", [], {}], "b\\": {"c": i64::MIN}}),
    b"\xcc\x4f\x17a\xcb\x2d\x00\x01\x02\x23-1\xc3\x1418446744073709551615\x351.0\xa8\xc3\xa9\\\"\\u0001\x0b\x0c\
      \x38b\\\\\xcc\x18\x17c\xc3\x14-9223372036854775808"
)]
#[case::floats(
    json!([-0.0, 5e-324, 1e300, 0.1]),
    b"\xcb\x17\x45-0.0\x655e-324\x651e+300\x350.1"
)]
fn every_backend_gives_these_bytes(#[case] tree: Value, #[case] expected: &[u8]) {
    for (backend, blob) in blobs(&tree) {
        assert_eq!(blob, expected, "{backend}");
    }
}

proptest! {
    #[test]
    fn every_backend_gives_the_same_bytes(tree in tree()) {
        let blobs = blobs(&tree);
        let (_, first) = &blobs[0];
        for (backend, blob) in &blobs {
            prop_assert_eq!(blob, first, "{}", backend);
        }
    }
}

/// simd-json hashes objects of more than 32 members, so only the set of their members is the same.
#[test]
fn large_object_differs_in_the_order_of_simd_json_alone() {
    let members = (0..100).map(|n| (format!("label{n:03}"), json!([n, {"n": n}])));
    let blobs = blobs(&Value::Object(members.collect()));
    let (_, first) = &blobs[0];
    for (backend, blob) in &blobs {
        if matches!(*backend, "simd-json owned" | "simd-json borrowed") {
            assert_eq!(blob.len(), first.len(), "{backend}");
            assert_eq!(sorted_members(blob), sorted_members(first), "{backend}");
        } else {
            assert_eq!(blob, first, "{backend}");
        }
    }
}

/// What follows each word `label`, sorted: the members of the object, but for the headers of their labels.
fn sorted_members(blob: &[u8]) -> Vec<String> {
    const LABEL_HEADER: char = '\u{87}';
    let text: String = blob.iter().copied().map(char::from).collect();
    let members = text.split("label").skip(1);
    let mut members: Vec<String> = members
        .map(|member| member.trim_end_matches(LABEL_HEADER).into())
        .collect();
    members.sort_unstable();
    members
}
