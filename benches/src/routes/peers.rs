//! What the library is compared with.

use std::hint::black_box;

use anyhow::Result;
use sqlite_jsonb_rusqlite::Jsonb;

use super::diesel_peer::Diesel;
use super::verdict;
use crate::baseline::nested_buffers;
use crate::floor::Floor;
use crate::forms::Forms;
use crate::route::{Route, Verdict};
use crate::sqlite::Sqlite;

/// From a `serde_json::Value`: the baseline, the floor, JSON text alone, two other encoders, the detour through text, and
/// SQLite's `jsonb(text)` of a text that is there.
///
/// A peer that cannot encode the document at all is left out.
///
/// # Errors
/// When the baseline or the floor give other bytes than SQLite, or a connection fails.
pub fn peers<'f>(forms: &'f Forms<'_>, sqlite: &'f Sqlite) -> Result<Vec<Route<'f>>> {
    let value = &forms.workload.value;
    let len = forms.blob.len();
    let baseline = verdict::of_own("nested_buffers", Ok(nested_buffers(value)), forms, sqlite)?;
    let floor = Floor::new(forms.blob.clone())?;
    let copied = Ok(floor.walk_and_copy(value));
    let floor_verdict = verdict::of_own("walk_and_copy", copied, forms, sqlite)?;
    let mut routes = vec![
        Route::new("nested_buffers", baseline, len, || {
            nested_buffers(black_box(value))
        }),
        Route::new("walk_and_copy", floor_verdict, len, move || {
            floor.walk_and_copy(black_box(value))
        }),
        Route::new("json_to_vec", Verdict::Same, len, || {
            serde_json::to_vec(black_box(value))
        }),
    ];
    if let Ok(blob) = serde_sqlite_jsonb::to_vec(value) {
        let verdict = verdict::of_blob(&blob, forms, sqlite);
        routes.push(Route::new("serde_sqlite_jsonb", verdict, len, || {
            serde_sqlite_jsonb::to_vec(black_box(value))
        }));
    }
    routes.extend(adapters(forms, sqlite)?);
    let mut diesel = Diesel::open()?;
    if let Ok(blob) = diesel.blob(value) {
        let verdict = verdict::of_blob(&blob, forms, sqlite);
        let bind = move || diesel.bind(black_box(value));
        routes.push(Route::new("diesel", verdict, 0, bind));
    }
    if sqlite.jsonb(&forms.workload.text).is_some() {
        let mut jsonb = sqlite.jsonb_in_place()?;
        let detour = move || {
            let text = serde_json::to_string(black_box(value))?;
            anyhow::Ok(jsonb(&text)?)
        };
        routes.push(Route::new("text_and_jsonb", Verdict::Same, 0, detour));
        let mut jsonb = sqlite.jsonb_in_place()?;
        let text = forms.workload.text.as_str();
        let from_text = move || jsonb(black_box(text));
        routes.push(Route::new("sqlite_jsonb", Verdict::Same, 0, from_text));
    }
    Ok(routes)
}

/// The library's own adapters, from a `serde_json::Value`. They keep to SQLite's limits, so deeper documents are left out.
fn adapters<'f>(forms: &'f Forms<'_>, sqlite: &'f Sqlite) -> Result<Vec<Route<'f>>> {
    let value = &forms.workload.value;
    let mut routes = Vec::new();
    let mut diesel = Diesel::open()?;
    if let Ok(blob) = diesel.blob_of_adapter(value) {
        let verdict = verdict::of_own("diesel_adapter", Ok(blob), forms, sqlite)?;
        let bind = move || diesel.bind_by_adapter(black_box(value));
        routes.push(Route::new("diesel_adapter", verdict, 0, bind));
    }
    if let Some(blob) = sqlite.blob_of(Jsonb(value)) {
        let verdict = verdict::of_own("rusqlite_adapter", Ok(blob), forms, sqlite)?;
        let mut bound = sqlite.bound()?;
        let bind = move || bound(&Jsonb(black_box(value)));
        routes.push(Route::new("rusqlite_adapter", verdict, 0, bind));
    }
    Ok(routes)
}
