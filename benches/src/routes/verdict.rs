//! Checks of what routes give, before they are timed.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use sqlite_jsonb::DecodeOptions;

use crate::forms::Forms;
use crate::route::Verdict;
use crate::sqlite::Sqlite;

/// What a blob is worth.
pub(super) fn of_blob(blob: &[u8], forms: &Forms<'_>, sqlite: &Sqlite) -> Verdict {
    if blob == forms.blob {
        return Verdict::Same;
    }
    let options = DecodeOptions::new().max_depth(usize::MAX);
    let read = options.from_slice::<Value>(blob).ok();
    if sqlite.is_valid(blob) && read.as_ref() == Some(&forms.workload.value) {
        Verdict::SameDocument
    } else {
        Verdict::Wrong
    }
}

/// The verdict on a blob of the library's own, which may not be wrong.
pub(super) fn of_own(
    name: &str,
    blob: sqlite_jsonb::Result<Vec<u8>>,
    forms: &Forms<'_>,
    sqlite: &Sqlite,
) -> Result<Verdict> {
    let id = forms.workload.id();
    let blob = blob.with_context(|| format!("{name} of {id}"))?;
    match of_blob(&blob, forms, sqlite) {
        Verdict::Wrong => bail!("{name} of {id}: another document than SQLite's"),
        verdict => Ok(verdict),
    }
}
