//! Trees through every backend, and calls of a writer in any order.

#![no_main]

use std::cell::RefCell;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};
use sqlite_jsonb::{
    CborBytes, Encoder, JsonText, JsonbWriter, Result, from_slice, to_json, to_vec, validate,
};

#[derive(Arbitrary, Debug)]
enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Text(String),
    /// A text of this length: on either side of what headers and buffers hold.
    Long(u16, char),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
    /// As many arrays around it.
    Chain(u8, Box<Tree>),
}

#[derive(Arbitrary, Debug)]
enum Call {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Number(String),
    Text(String),
    Label(String),
    Array,
    Object,
    End,
}

thread_local! {
    /// One for all documents, so that what it keeps of one meets the next.
    static ENCODER: RefCell<Encoder> = RefCell::new(Encoder::new());
}

fuzz_target!(|input: (Tree, Vec<Call>)| {
    let (tree, calls) = input;
    let value = value(&tree, LEVELS);
    let blob = to_vec(&value).expect("no limit");
    let reused = ENCODER.with_borrow_mut(|encoder| {
        let plan = encoder.plan(&value).expect("no limit");
        assert_eq!(plan.encoded_len(), blob.len());
        plan.to_vec().expect("memory")
    });
    assert_eq!(reused, blob);
    assert_eq!(sqlite_jsonb::serde::to_vec(&value).expect("no limit"), blob);
    let text = value.to_string();
    assert_eq!(to_vec(JsonText::new(&text)).expect("JSON"), blob);
    let mut pieces = Vec::new();
    sqlite_jsonb::to_writer(&mut pieces, &value).expect("memory");
    assert_eq!(pieces, blob);

    if validate(&blob).is_ok() {
        assert_eq!(to_json(&blob).expect("valid"), text);
        assert_eq!(from_slice::<Value>(&blob).expect("valid"), value);
        let cbor: ciborium::Value = from_slice(&blob).expect("valid");
        assert_eq!(to_vec(&cbor).expect("no limit"), blob);
        let mut bytes = Vec::new();
        ciborium::into_writer(&cbor, &mut bytes).expect("memory");
        assert_eq!(to_vec(&CborBytes::new(&bytes)).expect("CBOR"), blob);
        let owned: simd_json::OwnedValue = from_slice(&blob).expect("valid");
        // simd-json keeps the order of 32 members.
        if most_members(&value) <= 32 {
            assert_eq!(to_vec(&owned).expect("no limit"), blob);
        }
    }

    let mut encoder = Encoder::new();
    let mut writer = encoder.writer();
    let all = calls.iter().try_for_each(|call| call.run(&mut writer));
    let whole = all.and_then(|()| writer.finish());
    if let Ok(plan) = whole {
        let blob = plan.to_vec().expect("memory");
        validate(&blob).expect("not as deep as is read");
    }
});

/// How deep chains make a tree at most: serde_json recurses to print and drop one.
const LEVELS: u8 = 250;

/// The tree; `room` is how many levels its chains may have.
fn value(tree: &Tree, room: u8) -> Value {
    match tree {
        Tree::Null => Value::Null,
        Tree::Bool(value) => json!(value),
        Tree::Int(value) => json!(value),
        Tree::Uint(value) => json!(value),
        // NaN and the infinities are null.
        Tree::Float(value) => json!(value),
        Tree::Text(text) => json!(text),
        Tree::Long(len, character) => json!(character.to_string().repeat(usize::from(*len))),
        Tree::Array(elements) => elements.iter().map(|inner| value(inner, room)).collect(),
        Tree::Object(members) => {
            let members = members
                .iter()
                .map(|(label, inner)| (label.clone(), value(inner, room)));
            Value::Object(Map::from_iter(members))
        }
        Tree::Chain(links, inner) => {
            let links = room.min(*links);
            let inner = value(inner, room - links);
            (0..links).fold(inner, |inner, _| Value::Array(vec![inner]))
        }
    }
}

fn most_members(value: &Value) -> usize {
    match value {
        Value::Array(elements) => elements.iter().map(most_members).max().unwrap_or_default(),
        Value::Object(members) => {
            let inner = members.values().map(most_members).max();
            members.len().max(inner.unwrap_or_default())
        }
        _ => 0,
    }
}

impl Call {
    fn run(&self, writer: &mut JsonbWriter<'_>) -> Result<()> {
        match self {
            Self::Null => writer.null(),
            Self::Bool(value) => writer.bool(*value),
            Self::Int(value) => writer.int(*value),
            Self::Float(value) => writer.float(*value),
            Self::Number(literal) => writer.number(literal),
            Self::Text(text) => writer.text(text),
            Self::Label(label) => writer.label(label),
            Self::Array => writer.begin_array(),
            Self::Object => writer.begin_object(),
            Self::End => writer.end(),
        }
        .map(drop)
    }
}
