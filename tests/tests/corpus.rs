//! The real documents of the shared folder, through every backend, against SQLite.

use rstest::rstest;
use serde_json::Value;
use sqlite_jsonb::to_vec;
use sqlite_jsonb_tests::{Oracle, shared};

fn document(name: &str) -> Option<String> {
    let path = shared(&format!("corpus/{name}.json"))?;
    Some(std::fs::read_to_string(path).expect("a corpus is a text"))
}

/// The blob that SQLite makes of a tree's text.
fn expected(value: &Value) -> Vec<u8> {
    let text = serde_json::to_string(value).expect("a tree prints");
    Oracle::new().jsonb(&text).expect("SQLite takes it")
}

fn is_same_tree(blob: &[u8], source: &Value) -> bool {
    let text = Oracle::new().json(blob).expect("SQLite reads it");
    serde_json::from_str::<Value>(&text).is_ok_and(|tree| tree == *source)
}

#[rstest]
fn serde_json_gives_the_bytes_of_sqlite(#[values("twitter", "citm_catalog", "canada")] name: &str) {
    let Some(text) = document(name) else { return };
    let value: Value = serde_json::from_str(&text).expect("a corpus is JSON");
    let blob = to_vec(&value).expect("encodes");
    assert!(blob == expected(&value));
    assert!(is_same_tree(&blob, &value));
}

#[rstest]
fn simd_json_tape_gives_the_bytes_of_sqlite(
    #[values("twitter", "citm_catalog", "canada")] name: &str,
) {
    let Some(text) = document(name) else { return };
    let mut bytes = text.clone().into_bytes();
    let tape = simd_json::to_tape(&mut bytes).expect("a corpus is JSON");
    let blob = to_vec(&tape).expect("encodes");
    assert!(to_vec(tape.as_value()).is_ok_and(|other| other == blob));
    let oracle = Oracle::new();
    // What SQLite makes of the text that it prints of the blob: order and spelling are the tape's.
    let printed = oracle.json(&blob).expect("SQLite reads it");
    assert!(oracle.jsonb(&printed).is_ok_and(|again| again == blob));
    let value: Value = serde_json::from_str(&text).expect("a corpus is JSON");
    assert!(is_same_tree(&blob, &value));
}

#[rstest]
fn simd_json_trees_hold_the_same_document(
    #[values("twitter", "citm_catalog", "canada")] name: &str,
) {
    let Some(text) = document(name) else { return };
    let value: Value = serde_json::from_str(&text).expect("a corpus is JSON");
    let mut bytes = text.clone().into_bytes();
    let owned = simd_json::to_owned_value(&mut bytes).expect("a corpus is JSON");
    assert!(is_same_tree(&to_vec(&owned).expect("encodes"), &value));
    let mut bytes = text.into_bytes();
    let borrowed = simd_json::to_borrowed_value(&mut bytes).expect("a corpus is JSON");
    assert!(is_same_tree(&to_vec(&borrowed).expect("encodes"), &value));
}

#[rstest]
fn ciborium_gives_the_bytes_of_sqlite(#[values("twitter", "citm_catalog", "canada")] name: &str) {
    let Some(text) = document(name) else { return };
    let value: Value = serde_json::from_str(&text).expect("a corpus is JSON");
    let tree = ciborium::Value::serialized(&value).expect("JSON fits CBOR");
    let mut cbor = Vec::new();
    ciborium::into_writer(&tree, &mut cbor).expect("writes to memory");
    let read: ciborium::Value = ciborium::from_reader(cbor.as_slice()).expect("reads back");
    assert!(to_vec(&read).expect("encodes") == expected(&value));
}
