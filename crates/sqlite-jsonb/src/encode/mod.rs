//! Encoding: a plan of the whole element first, then its bytes in one go.
//!
//! The walk ([`plan`]) lays the element out in a scratch buffer ([`layout`]), with a place for the header of each container,
//! and lists the headers that do not fit into theirs ([`misfits`]). After it the exact length is known, and the writer
//! ([`write`]) copies the scratch, with those headers in place of what was kept for them.

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

mod digits;
mod document;
mod frames;
mod labels;
mod layout;
mod misfits;
mod options;
mod plan;
mod pool;
mod push;
mod scalar;
mod scratch;
mod sink;
mod widths;
mod write;
mod writer;

use alloc::vec::Vec;

pub use document::Document;
pub use options::{EncodeOptions, NonFinite};
pub use write::Plan;
pub use writer::JsonbWriter;

use crate::error::Result;
use crate::source::JsonbSource;
use frames::FrameMemory;
pub(crate) use layout::{Child, Layout};
pub(crate) use pool::with_encoder;
pub(crate) use push::Push;

/// Encodes `document` as one JSONB element.
///
/// Headers take their shortest form and scalars one spelling, so equal trees with equal member order give equal bytes:
/// those of SQLite's `jsonb()` for the text that serde_json prints of the tree.
///
/// With the feature `std`, up to 128 KiB of buffers stay with the thread for its next document. Whoever encodes large ones,
/// one after the other, has an [`Encoder`] for them.
///
/// # Errors
/// As [`Encoder::plan`], with [`EncodeOptions::new`] in force;
/// [`ErrorKind::Alloc`](crate::ErrorKind::Alloc) when memory for the result cannot be had.
///
/// # Examples
/// ```
/// # #[cfg(feature = "serde_json")] {
/// let blob = sqlite_jsonb::to_vec(&serde_json::json!([1, "a"]))?;
/// assert_eq!(blob, [0x4b, 0x13, b'1', 0x17, b'a']);
/// # }
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn to_vec<D: Document>(document: D) -> Result<Vec<u8>> {
    EncodeOptions::new().to_vec(document)
}

/// Encodes `document` into `writer`.
///
/// The plan is made first, so nothing is written of a document that cannot be encoded.
/// The writer is given few and large pieces; it need not be buffered.
///
/// # Errors
/// As [`Encoder::plan`]; [`ErrorKind::Io`](crate::ErrorKind::Io) when the writer fails.
///
/// # Examples
/// ```
/// # #[cfg(feature = "serde_json")] {
/// let mut file = Vec::new();
/// sqlite_jsonb::to_writer(&mut file, &serde_json::json!(null))?;
/// assert_eq!(file, [0x00]);
/// # }
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn to_writer<D: Document>(writer: impl std::io::Write, document: D) -> Result<()> {
    with_encoder(EncodeOptions::new(), |encoder| {
        encoder.plan(document)?.write_to(writer)?;
        Ok(())
    })
}

/// Encodes documents one after the other with the same buffers.
///
/// After the first documents an encoder allocates nothing, as long as the destination has room and the source itself makes
/// up no strings; a document larger or deeper than all before it grows the buffers. They keep their size until the encoder
/// is dropped. Only CBOR bytes whose containers nest deeper than 64 need memory of their own each time.
///
/// # Examples
/// ```
/// # #[cfg(feature = "serde_json")] {
/// use sqlite_jsonb::Encoder;
///
/// let mut encoder = Encoder::new();
/// let mut blobs = Vec::new();
/// for id in 0..3 {
///     encoder.append_to(&mut blobs, &serde_json::json!({ "id": id }))?;
/// }
/// assert_eq!(blobs.len(), 3 * 6);
/// # }
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Encoder {
    options: EncodeOptions,
    layout: Layout,
    frames: FrameMemory,
}

impl Encoder {
    /// An encoder with [`EncodeOptions::new`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An encoder with these options.
    #[must_use]
    pub fn with_options(options: EncodeOptions) -> Self {
        Self {
            options,
            layout: Layout::default(),
            frames: FrameMemory::default(),
        }
    }

    /// How many bytes its buffers have.
    #[cfg(feature = "std")]
    fn memory(&self) -> usize {
        self.layout.memory().saturating_add(self.frames.memory())
    }

    /// Walks `document` once and plans its encoding; the plan knows its length and can be written.
    ///
    /// # Errors
    /// - [`ErrorKind::TooDeep`](crate::ErrorKind::TooDeep) and [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past
    ///   the limits of the options;
    /// - [`ErrorKind::NonFinite`](crate::ErrorKind::NonFinite) where the options say so;
    /// - [`ErrorKind::InvalidNumber`](crate::ErrorKind::InvalidNumber) for a number that is no JSON literal;
    /// - [`ErrorKind::Alloc`](crate::ErrorKind::Alloc) when the scratch buffer cannot grow;
    /// - whatever the document fails with.
    ///
    /// Each says where in the document, as a JSON Pointer.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "serde_json")] {
    /// let mut encoder = sqlite_jsonb::Encoder::new();
    /// let plan = encoder.plan(&serde_json::json!({"a": [1.5]}))?;
    /// let mut blob = [0; 8];
    /// assert_eq!(plan.encoded_len(), blob.len());
    /// plan.write_to_slice(&mut blob)?;
    /// assert_eq!(blob, *b"\x7c\x17a\x4b\x351.5");
    /// # }
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub fn plan<D: Document>(&mut self, document: D) -> Result<Plan<'_>> {
        document.plan_in(self)
    }

    /// Plans a document by a walk of its source.
    #[inline]
    pub(crate) fn plan_source<S: JsonbSource>(&mut self, source: S) -> Result<Plan<'_>> {
        let encoded_len = plan::walk(&mut self.layout, &mut self.frames, source, &self.options)?;
        Ok(Plan::new(&self.layout, encoded_len))
    }

    /// Plans a document that `lay_out` lays out.
    pub(crate) fn plan_with(
        &mut self,
        lay_out: impl FnOnce(&mut Layout) -> Result<()>,
    ) -> Result<Plan<'_>> {
        self.layout.begin(&self.options);
        lay_out(&mut self.layout)?;
        let encoded_len = self.layout.finish()?;
        Ok(Plan::new(&self.layout, encoded_len))
    }

    /// Starts a document that is given piece by piece.
    pub(crate) fn push(&mut self) -> Push<'_> {
        Push::new(&mut self.layout, &self.options)
    }

    /// Encodes `document` into a new vector of just its length.
    ///
    /// # Errors
    /// As [`plan`](Self::plan); [`ErrorKind::Alloc`](crate::ErrorKind::Alloc).
    pub fn to_vec<D: Document>(&mut self, document: D) -> Result<Vec<u8>> {
        let mut blob = Vec::new();
        self.append_to(&mut blob, document)?;
        Ok(blob)
    }

    /// Encodes `document` behind what `destination` holds, and returns the encoded length in bytes.
    ///
    /// On an error `destination` is as it was.
    ///
    /// # Errors
    /// As [`plan`](Self::plan); [`ErrorKind::Alloc`](crate::ErrorKind::Alloc).
    pub fn append_to<D: Document>(
        &mut self,
        destination: &mut Vec<u8>,
        document: D,
    ) -> Result<usize> {
        let plan = self.plan(document)?;
        plan.append_to(destination)?;
        Ok(plan.encoded_len())
    }
}
