//! Files into documents: opened, decompressed, and split without ever holding more than one document.

mod array;
mod blobs;
mod encoding;
mod folder;
mod guess;
mod items;
mod lines;
mod open;
mod scan;
mod whole;
mod window;

pub(crate) use folder::Files;
pub(crate) use guess::Kind;
use open::SQLITE_MAGIC;
pub(crate) use open::{Input, is_database, name_of, whole_file};
pub(crate) use window::Window;

use crate::args::Format;

/// The longest document taken, in bytes: no blob of a default build of SQLite is longer.
pub(crate) const MAX_DOCUMENT: usize = sqlite_jsonb::limits::SQLITE_MAX_LEN;

/// The deepest nesting taken, in containers; checked before a parser sees the document, since parsers recurse.
pub(crate) const MAX_DEPTH: usize = sqlite_jsonb::limits::SQLITE_MAX_DEPTH;

/// What the reason why something is JSON5 is followed by.
pub(crate) const JSON5_HINT: &str = " (import and convert take it with --json5)";

/// One document: where it lies in the window, and where in its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Document {
    /// The line of a line-based format, else the number of the item in its file, from 1; 0 for the file as a whole.
    pub(crate) number: u64,
    /// Its first byte in the window.
    pub(crate) start: usize,
    /// The byte after its last one.
    pub(crate) end: usize,
    /// How many bytes of the window are done with once it is: its separator included.
    pub(crate) consumed: usize,
}

/// Why a file cannot be read on.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Its bytes break the rules of the format, and what follows cannot be told apart.
    Malformed {
        /// The document at fault, as [`Document::number`].
        number: u64,
        /// In the (decompressed) file, from 0.
        offset: u64,
        reason: String,
    },
    /// Its bytes cannot be had, or nobody can say what they are.
    Fatal(anyhow::Error),
}

/// What a JSON file that is an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrays {
    /// A document for each element.
    Split,
    /// One document.
    Whole,
    /// One document, which may be JSON5: only its parser knows where anything ends in it.
    Unknown,
}

/// A file's documents, one after the other.
#[derive(Debug)]
pub(crate) enum Splitter {
    Whole(whole::Whole),
    Array(array::Elements),
    Lines(lines::Lines),
    Items(items::Items),
    Blobs(blobs::Blobs),
}

impl Splitter {
    /// The splitter for what is in `window`, under the name `name`.
    pub(crate) fn new(
        window: &mut Window,
        name: &str,
        format: Format,
        arrays: Arrays,
    ) -> Result<Self, Fault> {
        Ok(match guess::kind(window, name, format)? {
            Kind::Ndjson
                if arrays == Arrays::Unknown && Kind::known(name, format) != Some(Kind::Ndjson) =>
            {
                Self::Whole(whole::Whole::new())
            }
            Kind::Json if arrays == Arrays::Split && guess::is_array(window)? => {
                Self::Array(array::Elements::new())
            }
            Kind::Json => Self::Whole(whole::Whole::new()),
            Kind::Ndjson => Self::Lines(lines::Lines::new()),
            Kind::Cbor => Self::Items(items::Items::new()),
            Kind::Jsonb => Self::Blobs(blobs::Blobs::new()),
        })
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Whole(_) | Self::Array(_) => Kind::Json,
            Self::Lines(_) => Kind::Ndjson,
            Self::Items(_) => Kind::Cbor,
            Self::Blobs(_) => Kind::Jsonb,
        }
    }

    /// The next document, `None` after the last; the one before it must be consumed by then.
    pub(crate) fn next(&mut self, window: &mut Window) -> Result<Option<Document>, Fault> {
        match self {
            Self::Whole(whole) => whole.next(window),
            Self::Array(elements) => elements.next(window),
            Self::Lines(lines) => lines.next(window),
            Self::Items(items) => items.next(window),
            Self::Blobs(blobs) => blobs.next(window),
        }
    }
}

/// What a splitter makes of all that is in a window: `note` of each document, or the place and the reason of the fault.
#[cfg(test)]
fn drain<T>(
    window: &mut Window,
    mut next: impl FnMut(&mut Window) -> Result<Option<Document>, Fault>,
    note: impl Fn(&Window, Document) -> T,
) -> Result<Vec<T>, (u64, u64, String)> {
    let mut noted = Vec::new();
    loop {
        match next(window) {
            Ok(Some(document)) => {
                noted.push(note(window, document));
                window.consume(document.consumed);
            }
            Ok(None) => return Ok(noted),
            Err(Fault::Malformed {
                number,
                offset,
                reason,
            }) => return Err((number, offset, reason)),
            Err(Fault::Fatal(error)) => panic!("{error}"),
        }
    }
}
