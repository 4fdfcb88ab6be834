//! The ways back from a blob.

use std::hint::black_box;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize as _;
use serde_json::Value;
use simd_json::OwnedValue;
use sqlite_jsonb::DecodeOptions;

use crate::forms::Forms;
use crate::route::{Route, Verdict};
use crate::sqlite::Sqlite;

/// How much longer a tree is than its blob, roughly: it only decides how many are kept between drops.
const TREE: usize = 8;

/// The library's ways: to the trees of every backend, to JSON text, the check alone, and a `serde_json::Value` through its
/// `Deserialize`.
///
/// # Errors
/// When a way back does not give the document.
pub fn decode<'f>(forms: &'f Forms<'_>) -> Result<Vec<Route<'f>>> {
    let id = forms.workload.id();
    let value = &forms.workload.value;
    let blob = forms.blob.as_slice();
    let len = blob.len();
    let options = DecodeOptions::new().max_depth(usize::MAX);

    let to_value = move || options.from_slice::<Value>(black_box(blob));
    let to_owned = move || options.from_slice::<OwnedValue>(black_box(blob));
    let to_ciborium = move || options.from_slice::<ciborium::Value>(black_box(blob));
    let to_json = move || options.to_json(black_box(blob));
    let validate = move || options.validate(black_box(blob));
    let serde = move || sqlite_jsonb::serde::from_slice_with::<Value>(black_box(blob), options);
    ensure!(to_value()? == *value, "serde_json::Value of {id}");
    ensure!(to_owned()? == forms.owned, "OwnedValue of {id}");
    ensure!(to_ciborium()? == forms.ciborium, "ciborium::Value of {id}");
    ensure!(to_json()? == forms.workload.text, "JSON text of {id}");
    ensure!(serde()? == *value, "serde of {id}");
    validate().with_context(|| id.clone())?;
    Ok(vec![
        Route::new("to_value", Verdict::Same, TREE * len, to_value),
        Route::new("to_owned_value", Verdict::Same, TREE * len, to_owned),
        Route::new("to_ciborium", Verdict::Same, TREE * len, to_ciborium),
        Route::new("serde", Verdict::Same, TREE * len, serde),
        Route::new("to_json", Verdict::Same, len, to_json),
        Route::new("validate", Verdict::Same, 0, validate),
    ])
}

/// `serde_json::from_str` of the text, SQLite's `json(blob)`, and `serde_sqlite_jsonb::from_slice`; what cannot read the
/// blob is left out.
///
/// # Errors
/// When SQLite cannot be asked.
pub fn decode_peers<'f>(forms: &'f Forms<'_>, sqlite: &'f Sqlite) -> Result<Vec<Route<'f>>> {
    let value = &forms.workload.value;
    let (text, blob) = (forms.workload.text.as_str(), forms.blob.as_slice());
    let len = TREE * blob.len();
    let from_str = move || parse(black_box(text));
    let mut routes = vec![Route::new(
        "from_str",
        verdict(from_str().ok().as_ref(), value),
        len,
        from_str,
    )];
    let peer = move || serde_sqlite_jsonb::from_slice::<Value>(black_box(blob));
    if let Ok(read) = peer() {
        let verdict = verdict(Some(&read), value);
        routes.push(Route::new("serde_sqlite_jsonb", verdict, len, peer));
    }
    if let Some(printed) = sqlite.json(blob) {
        ensure!(printed == text, "json() of {}", forms.workload.id());
        let mut json = sqlite.json_in_place()?;
        let print = move || json(black_box(blob));
        routes.push(Route::new("sqlite_json", Verdict::Same, 0, print));
    }
    Ok(routes)
}

/// `serde_json::from_str` without its depth limit.
fn parse(text: &str) -> serde_json::Result<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = Value::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

fn verdict(read: Option<&Value>, value: &Value) -> Verdict {
    if read == Some(value) {
        Verdict::Same
    } else {
        Verdict::Wrong
    }
}
