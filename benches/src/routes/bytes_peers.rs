//! What the ways straight from bytes are compared with.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use minicbor::decode::Tokenizer;
use sqlite_jsonb::to_vec;

use super::verdict;
use crate::forms::Forms;
use crate::route::{Route, Verdict, batch};
use crate::sqlite::Sqlite;

/// CBOR by way of `ciborium::from_reader` to a `ciborium::Value` and `to_vec`; the tokens of CBOR alone, by minicbor; and
/// the tape of JSON text alone, by simd-json.
///
/// What nests deeper than a parser goes by default is left out.
///
/// # Errors
/// When a tree does not give SQLite's document, or tokens cannot be read.
pub fn bytes_peers<'f>(forms: &'f Forms<'_>, sqlite: &Sqlite) -> Result<Vec<Route<'f>>> {
    let cbor = forms.cbor.as_slice();
    let len = forms.blob.len();
    let mut routes = Vec::new();
    let tree = move || ciborium::from_reader::<ciborium::Value, _>(black_box(cbor));
    if let Ok(value) = tree() {
        let verdict = verdict::of_own("ciborium_tree", to_vec(&value), forms, sqlite)?;
        let through_tree = move || anyhow::Ok(to_vec(&tree()?)?);
        routes.push(Route::new("ciborium_tree", verdict, len, through_tree));
    }
    let tokens = move || -> Result<(), minicbor::decode::Error> {
        for token in Tokenizer::new(black_box(cbor)) {
            black_box(token?);
        }
        Ok(())
    };
    tokens().context("reading tokens")?;
    routes.push(Route::new("minicbor_tokens", Verdict::Same, 0, tokens));
    let text = forms.workload.text.as_bytes();
    if simd_json::to_tape(&mut text.to_vec()).is_ok() {
        routes.push(Route::timed("simd_to_tape", Verdict::Same, to_tape(text)));
    }
    Ok(routes)
}

/// The parser works in place, so each run has a copy of its own, made while the clock stands still, as tapes are dropped.
fn to_tape(text: &[u8]) -> impl FnMut(usize) -> Duration {
    let mut copies = vec![text.to_vec(); batch(text.len())];
    move |runs: usize| {
        let mut total = Duration::ZERO;
        let mut left = runs;
        while left > 0 {
            let now = left.min(copies.len());
            let mut tapes = Vec::with_capacity(now);
            for copy in &mut copies[..now] {
                copy.copy_from_slice(text);
            }
            let start = Instant::now();
            for copy in &mut copies[..now] {
                tapes.push(black_box(simd_json::to_tape(black_box(copy))));
            }
            total += start.elapsed();
            left -= now;
        }
        total
    }
}
