//! One document in every form that can be encoded.

use anyhow::{Context as _, Result, ensure};
use simd_json::{BorrowedValue, Buffers, OwnedValue, Tape};
use sqlite_jsonb::DecodeOptions;

use crate::baseline::nested_buffers;
use crate::sqlite::Sqlite;
use crate::workloads::Workload;

/// Copies of the JSON text for the parsers of simd-json, whose values borrow what they parsed in place.
#[derive(Debug)]
pub struct Texts {
    for_borrowed: Vec<u8>,
    for_tape: Vec<u8>,
}

impl Texts {
    /// Two copies of the document's text.
    #[must_use]
    pub fn of(workload: &Workload) -> Self {
        Self {
            for_borrowed: workload.text.clone().into_bytes(),
            for_tape: workload.text.clone().into_bytes(),
        }
    }
}

/// A document in every form.
#[derive(Debug)]
pub struct Forms<'w> {
    /// The document as a tree of serde_json, and its text.
    pub workload: &'w Workload,
    /// What SQLite's `jsonb()` gives for the text; past SQLite's depth limit, what the [baseline](crate::baseline) gives.
    pub blob: Vec<u8>,
    /// A tree of simd-json.
    pub owned: OwnedValue,
    /// A tree of simd-json whose strings stand in the text.
    pub borrowed: BorrowedValue<'w>,
    /// The tape of simd-json.
    pub tape: Tape<'w>,
    /// A tree of CBOR.
    pub ciborium: ciborium::Value,
    /// CBOR bytes.
    pub cbor: Vec<u8>,
}

impl<'w> Forms<'w> {
    /// Makes all forms, and checks that the library's own bytes for the tree of serde_json are the expected ones.
    ///
    /// # Errors
    /// When a parser refuses the document, or a blob is another than SQLite's.
    pub fn new(workload: &'w Workload, texts: &'w mut Texts, sqlite: &Sqlite) -> Result<Self> {
        let blob = sqlite
            .jsonb(&workload.text)
            .unwrap_or_else(|| nested_buffers(&workload.value));
        let ours = sqlite_jsonb::to_vec(&workload.value)?;
        ensure!(ours == blob, "{}: not the bytes of SQLite", workload.id());

        // Its own limit is 1024 levels.
        let buffers = &mut Buffers::with_max_depth(workload.text.len(), usize::MAX);
        let mut for_owned = workload.text.clone().into_bytes();
        let ciborium = DecodeOptions::new()
            .max_depth(usize::MAX)
            .from_slice::<ciborium::Value>(&blob)?;
        let mut cbor = Vec::new();
        ciborium::into_writer(&ciborium, &mut cbor).context("writing CBOR")?;
        Ok(Self {
            workload,
            owned: simd_json::to_owned_value_with_buffers(&mut for_owned, buffers)
                .context("simd-json, owned")?,
            borrowed: simd_json::to_borrowed_value_with_buffers(&mut texts.for_borrowed, buffers)
                .context("simd-json, borrowed")?,
            tape: simd_json::to_tape_with_buffers(&mut texts.for_tape, buffers)
                .context("simd-json, tape")?,
            ciborium,
            cbor,
            blob,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::with_large_stack;
    use crate::workloads;

    #[test]
    fn every_workload_has_every_form() {
        let made: Result<()> = with_large_stack(|| {
            let sqlite = Sqlite::open()?;
            for workload in workloads::all() {
                let mut texts = Texts::of(&workload);
                Forms::new(&workload, &mut texts, &sqlite).with_context(|| workload.id())?;
            }
            Ok(())
        });
        made.expect("all parsers take all workloads");
    }
}
