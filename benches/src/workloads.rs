//! The documents that are encoded and decoded.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

/// A named document.
#[derive(Debug)]
pub struct Workload {
    /// The kind of document, such as `objects`.
    pub name: &'static str,
    /// How much of it: a depth, a count, or the name of a corpus.
    pub size: String,
    /// The document.
    pub value: Value,
    /// Its minified JSON text, whose length is the unit of every throughput.
    pub text: String,
}

impl Workload {
    fn new(name: &'static str, size: impl std::fmt::Display, value: Value) -> Self {
        let text = value.to_string();
        Self {
            name,
            size: size.to_string(),
            value,
            text,
        }
    }

    /// `name/size`, as bench ids have it.
    pub fn id(&self) -> String {
        format!("{}/{}", self.name, self.size)
    }
}

/// All workloads: the made-up ones, then the corpora that are there.
pub fn all() -> Vec<Workload> {
    let mut all = synthetic();
    all.extend(corpora());
    all
}

/// The made-up documents.
pub fn synthetic() -> Vec<Workload> {
    let mut all = Vec::new();
    for depth in [10, 50, 100, 250, 500, 1000, 2000] {
        all.push(Workload::new(
            "nested_arrays",
            depth,
            nested(depth, |inner| json!([inner])),
        ));
    }
    for depth in [10, 50, 100, 250, 500, 1000, 2000] {
        all.push(Workload::new(
            "nested_objects",
            depth,
            nested(depth, |inner| json!({ "k": inner })),
        ));
    }
    for count in [10, 100, 500, 1000, 5000] {
        let objects = (0..count).map(|id| json!({"id": id, "name": format!("name_{id}")}));
        all.push(Workload::new("objects", count, objects.collect()));
    }
    for count in [10, 100, 1000, 10_000] {
        all.push(Workload::new("integers", count, (0..count).collect()));
    }
    // A multiplicative step spreads the values over digits without a random number generator.
    let spread = |index: u32| f64::from(index.wrapping_mul(2_654_435_761)) / 65_536.0;
    all.push(Workload::new(
        "floats",
        10_000,
        (0..10_000).map(spread).collect(),
    ));
    let short = (0..10_000).map(|index| format!("s{index}"));
    all.push(Workload::new("short_strings", 10_000, short.collect()));
    let escaped = (0..1000)
        .map(|index| format!("line \"{index}\"\n\tpath\\to\\{index} and some plain text after it"));
    all.push(Workload::new("escapes", 1000, escaped.collect()));
    all.push(Workload::new(
        "one_string",
        "1MB",
        "The quick brown fox. ".repeat(50_000).into(),
    ));
    all.push(Workload::new("row", "200B", row()));
    all
}

fn nested(depth: usize, wrap: fn(Value) -> Value) -> Value {
    (0..depth).fold(json!(1), |inner, _| wrap(inner))
}

fn row() -> Value {
    json!({
        "id": 48_151_623, "ts": "2026-02-03T04:05:06Z", "level": "info", "host": "web-17",
        "path": "/api/v1/items/42", "status": 200, "ms": 12.75, "user": null,
        "tags": ["a", "b"], "ok": true, "geo": {"lat": 48.137, "lon": 11.575}
    })
}

/// The real documents of the shared folder, where it is there: see [`shared`].
pub fn corpora() -> Vec<Workload> {
    ["twitter", "citm_catalog", "canada"]
        .into_iter()
        .filter_map(|name| {
            let text = std::fs::read_to_string(shared(&format!("corpus/{name}.json"))).ok()?;
            let value: Map<String, Value> = serde_json::from_str(&text).ok()?;
            Some(Workload::new("corpus", name, value.into()))
        })
        .collect()
}

/// A file of the folder that `SQLITE_JSONB_SHARED` names, or of `shared` beside the repository.
pub fn shared(name: &str) -> PathBuf {
    let folder = std::env::var_os("SQLITE_JSONB_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    folder.join(name)
}
