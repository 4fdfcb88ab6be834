//! Real documents through each backend, where they are: in the folder that `SQLITE_JSONB_SHARED` names, or in `shared`
//! beside the repository.

mod support;

use std::path::PathBuf;

use rstest::rstest;
use serde_json::{Number, Value};
use support::{Scene, jsonb, repository};

#[rstest]
fn real_document_becomes_the_bytes_of_sqlite(
    #[values("twitter", "citm_catalog", "canada")] name: &str,
    #[values("direct", "direct CBOR", "serde_json", "simd-json", "ciborium")] backend: &str,
) {
    let Some(text) = corpus(name) else { return };
    let source: Value = serde_json::from_str(&text).expect("the corpus is JSON");
    let read = match backend {
        "direct" | "serde_json" => source,
        _ => with_floats(source),
    };
    let scene = Scene::new();
    let file = if matches!(backend, "direct CBOR" | "ciborium") {
        let mut item = Vec::new();
        ciborium::into_writer(&cbor(&read), &mut item).expect("memory takes everything");
        scene.file("in.cbor", item);
        "in.cbor"
    } else {
        scene.file("in.json", &text);
        "in.json"
    };
    scene.succeed(&[
        "import",
        "app.db",
        "t",
        file,
        "--whole",
        "--backend",
        backend.split(' ').next().expect("a name"),
    ]);
    let printed = match backend {
        "direct" => text,
        _ => serde_json::to_string(&read).expect("a tree prints"),
    };
    assert!(scene.blobs("t") == [jsonb(&printed)], "the bytes differ");
    let back: Value = serde_json::from_str(&scene.texts("t")[0]).expect("json() prints JSON");
    assert!(back == read, "the tree differs");
}

fn corpus(name: &str) -> Option<String> {
    let shared = std::env::var_os("SQLITE_JSONB_SHARED")
        .map_or_else(|| repository().join("../shared"), PathBuf::from);
    let path = shared.join("corpus").join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} is not there", path.display());
    }
    text
}

/// The tree as a parser reads it that knows 64-bit integers and floats.
fn with_floats(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_i64().is_none() && number.as_u64().is_none() => {
            let float = number.as_f64().expect("the corpus holds no giant numbers");
            Value::Number(Number::from_f64(float).expect("it is finite"))
        }
        Value::Array(elements) => elements.into_iter().map(with_floats).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(label, value)| (label, with_floats(value)))
            .collect(),
        other => other,
    }
}

fn cbor(value: &Value) -> ciborium::Value {
    match value {
        Value::Null => ciborium::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => match number.as_i64() {
            Some(value) => value.into(),
            None => number.as_f64().expect("integers here fit i64").into(),
        },
        Value::String(text) => text.as_str().into(),
        Value::Array(elements) => ciborium::Value::Array(elements.iter().map(cbor).collect()),
        Value::Object(members) => {
            let pair = |(label, value): (&String, _)| (label.as_str().into(), cbor(value));
            ciborium::Value::Map(members.iter().map(pair).collect())
        }
    }
}
