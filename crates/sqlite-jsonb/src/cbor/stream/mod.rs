//! CBOR bytes, encoded without a tree in between.

#![expect(
    clippy::inline_always,
    reason = "the loop over the items keeps their heads in registers only where it is one function"
)]

mod head;
mod quick;
mod sequence;
mod source;
mod walk;

use core::cell::Cell;
use core::fmt;

pub use sequence::{CborItems, CborSequence};
pub use source::{CborItem, Elements, Members};

use super::options::CborOptions;
use super::tags::Tagged;
use crate::encode::{Encoder, Plan};
use crate::error::Result;
use crate::source::IntoJsonbSource;
use head::{Head, Reader};

/// One CBOR data item (RFC 8949) as a document.
///
/// The bytes are read once, from the start to the end, while they are encoded; text strings of definite length are
/// borrowed from them. What is made of each kind of item says the table of [`cbor`](crate::cbor).
///
/// # Errors
///
/// The bytes are checked to be one well-formed item (RFC 8949 section 5.3.1) while they are read:
/// [`ErrorKind::UnexpectedEnd`](crate::ErrorKind::UnexpectedEnd) where they are cut,
/// [`ErrorKind::TrailingBytes`](crate::ErrorKind::TrailingBytes) where more follows,
/// [`ErrorKind::InvalidUtf8`](crate::ErrorKind::InvalidUtf8),
/// and [`ErrorKind::MalformedCbor`](crate::ErrorKind::MalformedCbor) for everything else.
/// Each error has the byte offset of the item at fault, and the place in the document as a JSON Pointer.
/// Nothing is allocated for a length that is declared and not there, and nothing recurses, tags neither.
///
/// # Threads
///
/// The place in the bytes is kept here, in a cell that all items share: a `CborBytes` can be sent to another thread, and not
/// be lent to several at once. To make one for each thread costs nothing.
///
/// # Examples
/// ```
/// use sqlite_jsonb::CborBytes;
///
/// // {"a": [1, h'c0ffee']}
/// let cbor = CborBytes::new(b"\xa1\x61a\x82\x01\x43\xc0\xff\xee");
/// assert_eq!(sqlite_jsonb::to_vec(&cbor)?, b"\xac\x17a\x7b\x131\x47wP_u");
///
/// let cut = CborBytes::new(b"\xa1\x61a\x82\x01");
/// let error = sqlite_jsonb::to_vec(&cut).unwrap_err();
/// assert_eq!(error.to_string(), "input ends, expected an item, at /a/1, at byte 5");
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone)]
pub struct CborBytes<'a> {
    shared: Shared<'a>,
    options: CborOptions,
}

/// What all items of a walk share.
#[derive(Clone)]
struct Shared<'a> {
    bytes: &'a [u8],
    /// Where the next item starts.
    position: Cell<usize>,
    /// Where the root starts that is being walked.
    root: Cell<usize>,
    /// Where the root starts whose walk is not at its end.
    unfinished: Cell<Option<usize>>,
    /// Whether a walk has met what is not well-formed, and given that error.
    is_reported: Cell<bool>,
    /// Whether more roots may follow.
    is_sequence: bool,
}

impl<'a> CborBytes<'a> {
    /// An item under [`CborOptions::new`].
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        CborOptions::new().bytes(bytes)
    }
}

impl CborOptions {
    /// The bytes of one item as a document under these policies.
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::{ByteStrings, CborOptions};
    ///
    /// let hex = CborOptions::new().byte_strings(ByteStrings::Hex);
    /// let blob = sqlite_jsonb::to_vec(&hex.bytes(b"\x43\xc0\xff\xee"))?;
    /// assert_eq!(blob, b"\x67C0FFEE");
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub const fn bytes(self, bytes: &[u8]) -> CborBytes<'_> {
        CborBytes {
            shared: Shared::new(bytes, false),
            options: self,
        }
    }
}

impl<'s, 'a> IntoJsonbSource for &'s CborBytes<'a> {
    type Source = CborItem<'s, 'a>;

    fn into_source(self) -> CborItem<'s, 'a> {
        CborItem::root(&self.shared, 0, Tagged::new(self.options))
    }

    fn walk_in(self, encoder: &mut Encoder) -> Result<Plan<'_>> {
        let tagged = Tagged::new(self.options);
        encoder.plan_with(|layout| walk::walk(&self.shared, 0, tagged, layout))
    }
}

/// One item of a [`CborSequence`] as a document.
#[derive(Debug)]
pub struct CborDocument<'s, 'a> {
    sequence: &'s CborSequence<'a>,
    offset: usize,
}

impl CborDocument<'_, '_> {
    /// Where the item starts, in bytes from the start of the sequence.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl<'s, 'a> IntoJsonbSource for CborDocument<'s, 'a> {
    type Source = CborItem<'s, 'a>;

    fn into_source(self) -> CborItem<'s, 'a> {
        let (shared, tagged) = self.sequence.parts();
        CborItem::root(shared, self.offset, tagged)
    }

    fn walk_in(self, encoder: &mut Encoder) -> Result<Plan<'_>> {
        let (shared, tagged) = self.sequence.parts();
        encoder.plan_with(|layout| walk::walk(shared, self.offset, tagged, layout))
    }
}

impl<'a> Shared<'a> {
    const fn new(bytes: &'a [u8], is_sequence: bool) -> Self {
        Self {
            bytes,
            position: Cell::new(0),
            root: Cell::new(0),
            unfinished: Cell::new(None),
            is_reported: Cell::new(false),
            is_sequence,
        }
    }

    /// Where the next item starts.
    #[inline]
    fn position(&self) -> usize {
        self.position.get()
    }

    /// Goes on with the item that starts at `position`.
    #[inline]
    fn go_to(&self, position: usize) {
        self.position.set(position);
    }

    /// Reads what comes next: a scalar, a tag, or the head of a container.
    #[inline]
    fn head(&self) -> Result<Head<'a>> {
        let mut reader = Reader::new(self.bytes, self.position.get());
        let head = reader.head().inspect_err(|_| self.is_reported.set(true))?;
        self.position.set(reader.position());
        Ok(head)
    }

    /// Passes over a break, if one comes next.
    #[inline]
    fn skip_break(&self) -> bool {
        let mut reader = Reader::new(self.bytes, self.position.get());
        let is_break = reader.skip_break();
        self.position.set(reader.position());
        is_break
    }

    /// How many bytes are left.
    #[inline]
    fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.position.get())
    }
}

impl fmt::Debug for CborBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CborBytes")
            .field("len", &self.shared.bytes.len())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
