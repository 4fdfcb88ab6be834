//! CBOR sequences.

use alloc::vec::Vec;
use core::fmt;

use super::head::{Head, Reader};
use super::{CborDocument, Shared};
use crate::cbor::{CborOptions, Tagged};
use crate::error::Result;

/// A CBOR sequence (RFC 8742): any number of data items, one behind the other, each a document of its own.
///
/// An item is read when it is encoded.
/// An item that was not encoded to its end, for whatever reason, is passed over.
/// Where the bytes are not well-formed nobody knows where the next item would start: the iterator ends there, and gives
/// that error, unless it was met when the item was encoded.
///
/// As a [`CborBytes`](crate::CborBytes), it is for one thread at a time.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{CborOptions, Encoder};
///
/// let sequence = CborOptions::new().sequence(b"\x01\x82\xa1\x80\x01\x02\x61a");
/// let mut encoder = Encoder::new();
/// let mut blobs = Vec::new();
/// let mut faults = Vec::new();
/// for item in &sequence {
///     let item = item?;
///     let offset = item.offset();
///     if let Err(error) = encoder.append_to(&mut blobs, item) {
///         faults.push((offset, error.to_string()));
///     }
/// }
/// assert_eq!(blobs, b"\x131\x17a");
/// // The second item is an array of a map with an array as a key.
/// assert_eq!(faults, [(1, "map key is an array, expected text, at /0, at byte 3".into())]);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone)]
pub struct CborSequence<'a> {
    shared: Shared<'a>,
    options: CborOptions,
}

impl CborOptions {
    /// The bytes of a sequence of items, each a document under these policies.
    pub const fn sequence(self, bytes: &[u8]) -> CborSequence<'_> {
        CborSequence {
            shared: Shared::new(bytes, true),
            options: self,
        }
    }
}

impl<'a> CborSequence<'a> {
    /// The items that are left: those that no iterator of this sequence gave yet.
    #[must_use]
    pub const fn iter(&self) -> CborItems<'_, 'a> {
        CborItems(self)
    }

    pub(super) fn parts(&self) -> (&Shared<'a>, Tagged) {
        (&self.shared, Tagged::new(self.options))
    }

    /// Where the next item starts, in bytes; that of the last one handed out, unless it was encoded to its end.
    #[must_use]
    pub fn offset(&self) -> usize {
        let unfinished = self.shared.unfinished.get();
        unfinished.unwrap_or_else(|| self.shared.position.get())
    }
}

impl<'s, 'a> IntoIterator for &'s CborSequence<'a> {
    type Item = Result<CborDocument<'s, 'a>>;
    type IntoIter = CborItems<'s, 'a>;

    fn into_iter(self) -> CborItems<'s, 'a> {
        self.iter()
    }
}

/// The items of a sequence that are left: see [`CborSequence::iter`].
#[derive(Debug)]
pub struct CborItems<'s, 'a>(&'s CborSequence<'a>);

impl<'s, 'a> Iterator for CborItems<'s, 'a> {
    type Item = Result<CborDocument<'s, 'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let shared = &self.0.shared;
        if let Some(start) = shared.unfinished.take() {
            match end_of_item(shared.bytes, start) {
                Ok(end) => shared.position.set(end),
                Err(error) => {
                    shared.position.set(shared.bytes.len());
                    return (!shared.is_reported.take()).then_some(Err(error));
                }
            }
        }
        if shared.left() == 0 {
            return None;
        }
        let start = shared.position.get();
        shared.unfinished.set(Some(start));
        Some(Ok(CborDocument {
            sequence: self.0,
            offset: start,
        }))
    }
}

/// What is left of an open container.
enum Open {
    /// That many items; of a map, keys and values.
    Items(u64),
    /// Elements up to a break.
    Elements,
    /// Members up to a break, which may not come before a value.
    Members { value_is_next: bool },
}

/// Where the item ends that starts at `start`; it is well-formed then.
///
/// What this takes of memory grows with the depth of what is there, not with what is declared.
fn end_of_item(bytes: &[u8], start: usize) -> Result<usize> {
    let mut reader = Reader::new(bytes, start);
    let mut outer: Vec<Open> = Vec::new();
    let mut innermost = Open::Items(1);
    loop {
        let is_end = match &mut innermost {
            Open::Items(0) => true,
            Open::Items(left) => {
                *left = left.saturating_sub(1);
                false
            }
            Open::Elements => reader.skip_break(),
            Open::Members { value_is_next } => {
                let is_end = !*value_is_next && reader.skip_break();
                *value_is_next = !*value_is_next;
                is_end
            }
        };
        if is_end {
            match outer.pop() {
                Some(container) => innermost = container,
                None => return Ok(reader.position()),
            }
            continue;
        }
        let mut head = reader.head()?;
        while let Head::Tag(_) = head {
            head = reader.head()?;
        }
        let inner = match head {
            Head::Array(Some(len)) => Open::Items(len),
            Head::Array(None) => Open::Elements,
            // So many items are in no memory; the end of the bytes comes first.
            Head::Map(Some(len)) => Open::Items(len.saturating_mul(2)),
            Head::Map(None) => Open::Members {
                value_is_next: false,
            },
            _ => continue,
        };
        outer.push(innermost);
        innermost = inner;
    }
}

impl fmt::Debug for CborSequence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CborSequence")
            .field("len", &self.shared.bytes.len())
            .field("offset", &self.offset())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
