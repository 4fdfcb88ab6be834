//! Where a comparison is made, and with what.

use std::fs;
use std::thread::available_parallelism;

use serde_json::{Value, json};

/// The crates that are compared, as the lock file of the build has them, and the compiler.
const BUILD: [(&str, &str); 5] = [
    ("jsonb", env!("CARGO_PKG_VERSION")),
    ("serde_json", env!("JSONB_SERDE_JSON")),
    ("simd-json", env!("JSONB_SIMD_JSON")),
    ("ciborium", env!("JSONB_CIBORIUM")),
    ("rustc", env!("JSONB_RUSTC")),
];

/// What changes the numbers beyond all else.
const UNOPTIMIZED: &str = "built without optimization: the times mean nothing";

/// Lines for a person.
pub(super) fn lines() -> Vec<String> {
    let versions = BUILD.map(|(name, version)| format!("{name} {version}"));
    let mut lines = vec![
        format!("{}, SQLite {}", versions.join(", "), rusqlite::version()),
        format!(
            "{}, {} cores, {} {}",
            processor(),
            cores(),
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        "serde_json is built with arbitrary_precision and preserve_order, as import has it".into(),
    ];
    if cfg!(debug_assertions) {
        lines.push(UNOPTIMIZED.into());
    }
    lines
}

/// The same for a program.
pub(super) fn json() -> Value {
    let mut versions: serde_json::Map<String, Value> = BUILD
        .iter()
        .map(|(name, version)| ((*name).into(), (*version).into()))
        .collect();
    versions.insert("sqlite".into(), rusqlite::version().into());
    json!({
        "versions": versions,
        "processor": processor(),
        "cores": cores(),
        "system": std::env::consts::OS,
        "architecture": std::env::consts::ARCH,
        "optimized": !cfg!(debug_assertions),
    })
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(':'));
    model.map_or_else(
        || "unknown processor".into(),
        |(_, model)| model.trim().to_owned(),
    )
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}
