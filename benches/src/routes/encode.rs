//! The library's ways from a document to a blob.

use std::hint::black_box;

use anyhow::Result;
use sqlite_jsonb::{CborBytes, Document, Encoder, JsonText, to_vec};

use super::verdict;
use crate::forms::Forms;
use crate::route::Route;
use crate::sqlite::Sqlite;

/// From trees in memory: `to_vec` for every backend; `encoder` is `serde_json` with warm buffers and a destination that has
/// room; `serde` is the same tree through its `Serialize`.
///
/// # Errors
/// When a route does not give SQLite's document.
pub fn encode_trees<'f>(forms: &'f Forms<'_>, sqlite: &Sqlite) -> Result<Vec<Route<'f>>> {
    let value = &forms.workload.value;
    let route = |name, document| own(name, document, forms, sqlite);
    let mut routes = vec![own("serde_json", value, forms, sqlite)?];
    routes.push(encoder(forms, sqlite)?);
    let verdict = verdict::of_own("serde", sqlite_jsonb::serde::to_vec(value), forms, sqlite)?;
    let len = forms.blob.len();
    routes.push(Route::new("serde", verdict, len, || {
        sqlite_jsonb::serde::to_vec(black_box(value))
    }));
    routes.push(own("simd_owned", &forms.owned, forms, sqlite)?);
    routes.push(own("simd_borrowed", &forms.borrowed, forms, sqlite)?);
    routes.push(own("simd_tape", &forms.tape, forms, sqlite)?);
    routes.push(route("ciborium", &forms.ciborium)?);
    Ok(routes)
}

/// From bytes, without a tree: JSON text and CBOR, whose parsing is part of the work.
///
/// # Errors
/// When a route does not give SQLite's document.
pub fn encode_bytes<'f>(forms: &'f Forms<'_>, sqlite: &Sqlite) -> Result<Vec<Route<'f>>> {
    let len = forms.blob.len();
    let text = forms.workload.text.as_str();
    let from_text = || to_vec(JsonText::new(black_box(text)));
    let text_verdict = verdict::of_own("json_text", from_text(), forms, sqlite)?;
    let cbor = forms.cbor.as_slice();
    let from_cbor = || to_vec(&CborBytes::new(black_box(cbor)));
    let cbor_verdict = verdict::of_own("cbor_bytes", from_cbor(), forms, sqlite)?;
    Ok(vec![
        Route::new("json_text", text_verdict, len, from_text),
        Route::new("cbor_bytes", cbor_verdict, len, from_cbor),
    ])
}

fn own<'f, D: Document + Copy + 'f>(
    name: &'static str,
    document: D,
    forms: &Forms<'_>,
    sqlite: &Sqlite,
) -> Result<Route<'f>> {
    let verdict = verdict::of_own(name, to_vec(document), forms, sqlite)?;
    let work = move || to_vec(black_box(document));
    Ok(Route::new(name, verdict, forms.blob.len(), work))
}

fn encoder<'f>(forms: &'f Forms<'_>, sqlite: &Sqlite) -> Result<Route<'f>> {
    let value = &forms.workload.value;
    let mut encoder = Encoder::new();
    let verdict = verdict::of_own("encoder", encoder.to_vec(value), forms, sqlite)?;
    let mut blob = Vec::with_capacity(forms.blob.len());
    Ok(Route::new("encoder", verdict, 0, move || {
        blob.clear();
        let len = encoder.append_to(&mut blob, black_box(value));
        black_box(&blob);
        len
    }))
}
