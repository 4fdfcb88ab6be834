//! The documents of a file that are timed.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;

use crate::args::{BenchArgs, Format};
use crate::backend::Applies;
use crate::failure::Failure;
use crate::input::{Arrays, Fault, Input, Kind, Splitter};
use crate::pipeline::locate;

/// Documents back to back.
#[derive(Clone, Debug, Default)]
pub(super) struct Documents {
    bytes: Vec<u8>,
    lens: Vec<usize>,
}

/// Some documents in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk<'d> {
    pub(super) bytes: &'d [u8],
    pub(super) lens: &'d [usize],
}

/// How many bytes at least are timed at once: reading a clock takes some 30 ns, a small document a microsecond.
const CHUNK: usize = 1 << 14;

impl Documents {
    pub(super) fn push(&mut self, document: &[u8]) {
        self.bytes.extend_from_slice(document);
        self.lens.push(document.len());
    }

    pub(super) fn count(&self) -> usize {
        self.lens.len()
    }

    /// Their bytes in all.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.bytes.as_slice();
        self.lens.iter().map(move |&len| {
            let (document, behind) = rest.split_at(len);
            rest = behind;
            document
        })
    }

    /// All of them in runs of some size, the last one aside.
    pub(super) fn chunks(&self) -> impl Iterator<Item = Chunk<'_>> {
        let (mut bytes, mut lens) = (self.bytes.as_slice(), self.lens.as_slice());
        std::iter::from_fn(move || {
            let (mut count, mut len) = (0, 0);
            while count < lens.len() && len < CHUNK {
                len += lens[count];
                count += 1;
            }
            let chunk = Chunk {
                bytes: bytes.split_off(..len)?,
                lens: lens.split_off(..count)?,
            };
            (count > 0).then_some(chunk)
        })
    }

    /// The same documents over and over until they fill a chunk, and how often that is.
    pub(super) fn filling(&self) -> (Cow<'_, Self>, u32) {
        let mut times = 1;
        while self.len().max(1) * times < CHUNK {
            times += 1;
        }
        if times == 1 {
            return (Cow::Borrowed(self), 1);
        }
        let repeated = Self {
            bytes: self.bytes.repeat(times),
            lens: self.lens.repeat(times),
        };
        let times = u32::try_from(times).expect("at most CHUNK");
        (Cow::Owned(repeated), times)
    }
}

/// The documents of a file, or the first of them.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) documents: Documents,
    /// Whether these are all that the file has.
    pub(super) is_whole: bool,
    /// The number of each document as messages give it, and its first byte in the file.
    places: Vec<(u64, u64)>,
}

impl Sample {
    /// Reads as many documents as the sample may hold, one at least.
    pub(super) fn read(path: &Path, args: &BenchArgs) -> anyhow::Result<Self> {
        let input = Input::new(path)?;
        let name = input.name();
        let mut window = input.open(&Arc::default()).with_context(|| name.clone())?;
        let arrays = if args.elements {
            Arrays::Split
        } else {
            Arrays::Whole
        };
        let mut splitter = Splitter::new(&mut window, &name, args.from, arrays)
            .map_err(|fault| failure(fault, &name, None))?;
        let mut sample = Self {
            kind: splitter.kind(),
            name,
            documents: Documents::default(),
            is_whole: false,
            places: Vec::new(),
        };
        if sample.kind == Kind::Jsonb {
            let reason = "is JSONB already: bench reads JSON, NDJSON and CBOR";
            return Err(Failure::usage(format!("{}: {reason}", sample.name)));
        }
        let limit = (args.sample as usize) << 20;
        while sample.documents.len() < limit {
            let next = splitter.next(&mut window);
            let next = next.map_err(|fault| failure(fault, &sample.name, Some(sample.kind)))?;
            let Some(document) = next else { break };
            let place = (document.number, window.offset(document.start));
            sample.places.push(place);
            let bytes = &window.bytes()[document.start..document.end];
            sample.documents.push(bytes);
            window.consume(document.consumed);
        }
        sample.is_whole = matches!(window.byte(0), Ok(None));
        if sample.places.is_empty() {
            let reason = "no document, the input is empty";
            return Err(Failure::bad_data(locate(&sample.name, None, 0, 0, reason)));
        }
        Ok(sample)
    }

    /// `reason` with the place of the document with this index around it, `offset` bytes into it.
    pub(super) fn locate(&self, index: usize, offset: usize, reason: &str) -> String {
        let (number, start) = self.places[index];
        let offset = start.saturating_add(offset as u64);
        locate(&self.name, Some(self.kind), number, offset, reason)
    }

    /// Where the document with this index stands.
    pub(super) fn place(&self, index: usize) -> String {
        match (self.kind, self.places[index].0) {
            (_, 0) => self.name.clone(),
            (Kind::Ndjson, line) => format!("{}:{line}", self.name),
            (_, item) => format!("{}: item {item}", self.name),
        }
    }
}

/// Refuses what no file can be, before any is read.
pub(super) fn check(args: &BenchArgs, applies: &Applies) -> anyhow::Result<()> {
    if args.from == Format::Jsonb {
        return Err(Failure::usage("bench reads JSON, NDJSON and CBOR"));
    }
    applies.check_names(args.from, &args.files)?;
    Input::all(&args.files)?;
    Ok(())
}

fn failure(fault: Fault, name: &str, kind: Option<Kind>) -> anyhow::Error {
    match fault {
        Fault::Malformed {
            number,
            offset,
            reason,
        } => Failure::bad_data(locate(name, kind, number, offset, &reason)),
        Fault::Fatal(error) => error.context(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(lens: &[usize]) -> Documents {
        let mut documents = Documents::default();
        for (&len, byte) in lens.iter().zip(0..) {
            documents.push(&vec![byte; len]);
        }
        documents
    }

    #[test]
    fn chunks_hold_all_documents_in_order() {
        let documents = documents(&[10, CHUNK, 1, CHUNK - 1, 3]);
        let chunks: Vec<Vec<usize>> = documents
            .chunks()
            .map(|chunk| chunk.lens.to_vec())
            .collect();
        assert_eq!(
            chunks,
            [vec![10, CHUNK], vec![1, CHUNK - 1], vec![3]].map(|lens| lens.clone())
        );
        let bytes: Vec<u8> = documents
            .chunks()
            .flat_map(|chunk| chunk.bytes.to_vec())
            .collect();
        assert!(bytes == documents.iter().collect::<Vec<_>>().concat());
    }

    #[test]
    fn few_documents_are_repeated_until_they_fill_a_chunk() {
        for (lens, count, expected) in [(&[CHUNK / 4, 1][..], 8, 4), (&[CHUNK], 1, 1)] {
            let documents = documents(lens);
            let (repeated, times) = documents.filling();
            assert_eq!((repeated.count(), times), (count, expected));
        }
    }
}
