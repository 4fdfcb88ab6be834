//! The real documents of the shared folder, through every backend, against SQLite.
//!
//! simd-json is the judge of whether two texts hold the same tree: no feature of another crate changes what it makes of
//! a number.

use rstest::rstest;
use serde_json::Value;
use simd_json::OwnedValue;
use sqlite_jsonb::{from_slice, to_vec};
use sqlite_jsonb_tests::{Oracle, shared};

fn document(name: &str) -> Option<String> {
    let path = shared(&format!("corpus/{name}.json"))?;
    Some(std::fs::read_to_string(path).expect("a corpus is a text"))
}

fn parse(text: &str) -> OwnedValue {
    let mut bytes = text.as_bytes().to_vec();
    simd_json::to_owned_value(&mut bytes).expect("JSON")
}

fn is_same_tree(blob: &[u8], source: &str) -> bool {
    let text = Oracle::new().json(blob).expect("SQLite reads it");
    parse(&text) == parse(source)
}

/// The blob of a text as simd-json reads it, order and duplicates kept.
fn through_the_tape(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let tape = simd_json::to_tape(&mut bytes).expect("a corpus is JSON");
    let blob = to_vec(&tape).expect("encodes");
    assert!(to_vec(tape.as_value()).is_ok_and(|other| other == blob));
    blob
}

#[rstest]
fn serde_json_gives_the_bytes_of_sqlite(#[values("twitter", "citm_catalog", "canada")] name: &str) {
    let Some(text) = document(name) else { return };
    let value: Value = serde_json::from_str(&text).expect("a corpus is JSON");
    let blob = to_vec(&value).expect("encodes");
    let printed = serde_json::to_string(&value).expect("a tree prints");
    assert!(Oracle::new().jsonb(&printed).as_ref() == Ok(&blob));
    assert!(is_same_tree(&blob, &text));
}

#[rstest]
fn simd_json_tape_gives_the_bytes_of_sqlite(
    #[values("twitter", "citm_catalog", "canada")] name: &str,
) {
    let Some(text) = document(name) else { return };
    let blob = through_the_tape(&text);
    // What SQLite makes of the text that it prints of the blob: order and spelling are the tape's.
    let oracle = Oracle::new();
    let printed = oracle.json(&blob).expect("SQLite reads it");
    assert!(oracle.jsonb(&printed).as_ref() == Ok(&blob));
    assert!(is_same_tree(&blob, &text));
}

#[rstest]
fn simd_json_trees_hold_the_same_document(
    #[values("twitter", "citm_catalog", "canada")] name: &str,
) {
    let Some(text) = document(name) else { return };
    let owned = parse(&text);
    assert!(is_same_tree(&to_vec(&owned).expect("encodes"), &text));
    let mut bytes = text.clone().into_bytes();
    let borrowed = simd_json::to_borrowed_value(&mut bytes).expect("a corpus is JSON");
    assert!(is_same_tree(&to_vec(&borrowed).expect("encodes"), &text));
}

#[rstest]
fn ciborium_gives_the_bytes_of_the_tape(#[values("twitter", "citm_catalog", "canada")] name: &str) {
    let Some(text) = document(name) else { return };
    let blob = through_the_tape(&text);
    let tree: ciborium::Value = from_slice(&blob).expect("a blob of our own");
    let mut cbor = Vec::new();
    ciborium::into_writer(&tree, &mut cbor).expect("writes to memory");
    let read: ciborium::Value = ciborium::from_reader(cbor.as_slice()).expect("reads back");
    assert!(to_vec(&read).expect("encodes") == blob);
}
