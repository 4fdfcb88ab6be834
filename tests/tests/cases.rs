//! The inputs from public bug reports in the shared folder.

use std::collections::BTreeSet;

use serde::Deserialize as _;
use serde_json::Value;
use sqlite_jsonb::{EncodeOptions, to_vec};
use sqlite_jsonb_tests::{Oracle, shared};

struct Case(Value);

impl Case {
    fn all(kind: &str) -> Vec<Self> {
        let Some(path) = shared("cases/cases.jsonl") else {
            return Vec::new();
        };
        let lines = std::fs::read_to_string(path).expect("the cases are a text");
        let cases: Vec<Self> = lines
            .lines()
            .map(|line| Self(serde_json::from_str(line).expect("a case a line")))
            .filter(|case| case.text("kind") == Some(kind))
            .collect();
        assert!(!cases.is_empty(), "there are cases of kind {kind}");
        cases
    }

    fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    fn id(&self) -> &str {
        self.text("id").expect("a case has an id")
    }

    fn is_refused(&self) -> bool {
        self.0.get("expect_error") == Some(&Value::Bool(true))
    }

    /// Whether only an encoder that sees the text can give the bytes.
    fn is_text_path_only(&self) -> bool {
        self.text("note")
            .is_some_and(|note| note.starts_with("Text path only"))
    }

    fn bytes(&self, field: &str) -> Option<Vec<u8>> {
        self.text(field).map(from_hex)
    }

    fn input(&self) -> Vec<u8> {
        match self.text("input_py") {
            Some(expression) => deep_cbor(expression),
            None => self.bytes("input_hex").expect("a case has an input"),
        }
    }

    /// The texts that the blob may print.
    fn accepted(&self) -> BTreeSet<&str> {
        let other = self.0.get("alt_json");
        let others = match other {
            Some(Value::Array(texts)) => texts.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(text)) => vec![text.as_str()],
            _ => Vec::new(),
        };
        self.text("expect_json").into_iter().chain(others).collect()
    }
}

fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit");
    let pair = |pair: &[u8]| u8::try_from(digit(pair[0]) * 16 + digit(pair[1])).expect("a byte");
    hex.as_bytes().chunks_exact(2).map(pair).collect()
}

/// The one form of expression that the cases use: `b'\xNN'*COUNT+b'\xNN'`.
fn deep_cbor(expression: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for term in expression.split('+') {
        let (literal, count) = term.split_once('*').unwrap_or((term, "1"));
        let literal = literal.trim_start_matches(r"b'\x").trim_end_matches('\'');
        let count = count.parse().expect("a count");
        bytes.extend(from_hex(literal).repeat(count));
    }
    bytes
}

fn parse(text: &str) -> Option<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = Value::deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(value)
}

/// Whether two texts are the same number, however it is spelled.
fn is_same_number(text: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    number(text).is_some() && number(text) == number(other)
}

#[test]
fn json_through_a_tree_gives_the_right_blob() {
    // serde_json recurses where it parses and where it drops a tree, 1001 levels here.
    let run = std::thread::Builder::new().stack_size(64 << 20);
    let thread = run.spawn(json_through_a_tree).expect("a thread starts");
    thread.join().expect("no case fails");
}

fn json_through_a_tree() {
    let oracle = Oracle::new();
    for case in Case::all("json_to_jsonb") {
        let text = case.text("input_text").expect("a text");
        let blob = parse(text).and_then(|tree| EncodeOptions::sqlite().to_vec(&tree).ok());
        if case.is_refused() {
            assert_eq!(blob, None, "{}", case.id());
        } else if !case.is_text_path_only() {
            assert_eq!(blob, case.bytes("expect_hex"), "{}", case.id());
        } else if let Some(blob) = blob {
            let printed = oracle.json(&blob).expect("SQLite reads it");
            assert_eq!(parse(&printed), parse(text), "{}", case.id());
        }
    }
}

#[test]
fn cbor_through_a_tree_prints_the_right_json() {
    let oracle = Oracle::new();
    for case in Case::all("cbor_to_jsonb") {
        let tree: ciborium::Value =
            ciborium::from_reader(case.input().as_slice()).expect("well-formed CBOR");
        let blob = to_vec(&tree).expect("encodes");
        let printed = oracle.json(&blob).expect("SQLite reads it");
        let accepted = case.accepted();
        let is_right = if case.text("compare") == Some("value") {
            accepted.iter().any(|text| is_same_number(text, &printed))
        } else {
            accepted.contains(printed.as_str())
        };
        assert!(is_right, "{}: {printed}", case.id());
    }
}
