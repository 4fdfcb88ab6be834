//! The two passes of encoding, apart.

use std::hint::black_box;

use anyhow::{Result, ensure};
use sqlite_jsonb::Encoder;

use crate::forms::Forms;
use crate::route::{Route, Verdict};

/// `plan`: the walk of a `serde_json::Value` with warm buffers. `write`: a finished plan to a slice that has the room.
///
/// # Errors
/// When the document cannot be encoded, or in other bytes than SQLite's.
pub fn passes<'f>(forms: &'f Forms<'_>) -> Result<Vec<Route<'f>>> {
    let value = &forms.workload.value;
    let mut encoder = Encoder::new();
    encoder.plan(value)?;
    let plan = move || {
        encoder
            .plan(black_box(value))
            .map(|plan| plan.encoded_len())
    };

    // Leaked, since a route that held both the encoder and its plan would borrow from itself: some buffers a workload.
    let planned = Box::leak(Box::new(Encoder::new())).plan(value)?;
    let mut blob = vec![0; planned.encoded_len()];
    planned.write_to_slice(&mut blob)?;
    ensure!(blob == forms.blob, "{}: other bytes", forms.workload.id());
    let write = move || {
        let written = black_box(planned).write_to_slice(&mut blob);
        black_box(&blob);
        written
    };
    Ok(vec![
        Route::new("plan", Verdict::Same, 0, plan),
        Route::new("write", Verdict::Same, 0, write),
    ])
}
