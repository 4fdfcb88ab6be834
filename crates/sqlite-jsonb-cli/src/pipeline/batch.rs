//! Documents that travel together.

use super::budget::Permit;
use crate::backend::Rejection;
use crate::input::Kind;

/// Documents on their way, in the order of the files: as they were read at first, as blobs behind the encoder.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// One after the other.
    pub(super) bytes: Vec<u8>,
    pub(super) items: Vec<Item>,
    /// What it takes of the budget, while it is under way.
    pub(super) permit: Option<Permit>,
}

/// What became of one document.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) place: Place,
    /// Where it ends in the bytes of the batch, or why it does not stand there.
    pub(super) outcome: Result<usize, Rejection>,
}

/// Where a document comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(super) file: usize,
    /// `None` before it is known what the file holds.
    pub(super) kind: Option<Kind>,
    /// As [`Document::number`](crate::input::Document::number).
    pub(super) number: u64,
    /// Its first byte in the decompressed file.
    pub(super) start: u64,
    /// Whether nothing behind it can be read.
    pub(super) ends_file: bool,
}

impl Place {
    /// Whether it lies behind another document of its file, with nothing but its own length to tell the two apart.
    pub(crate) fn is_back_to_back(&self) -> bool {
        matches!(self.kind, Some(Kind::Cbor | Kind::Jsonb)) && self.number > 1
    }

    /// Whether the rest of the file is lost with the document.
    pub(crate) fn ends_file(&self) -> bool {
        self.ends_file
    }
}

impl Batch {
    /// What became of the documents, in order.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = (Place, Result<&[u8], &Rejection>)> {
        let mut start = 0;
        self.items.iter().map(move |item| {
            let outcome = item
                .outcome
                .as_ref()
                .map(|end| &self.bytes[std::mem::replace(&mut start, *end)..*end]);
            (item.place, outcome)
        })
    }
}
