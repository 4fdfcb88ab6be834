//! What CBOR becomes: the policies a caller chooses, and the rules they steer.
//!
//! CBOR holds more than JSON does: byte strings, bignums, tags, map keys of any type.
//! RFC 8949 section 6.1 advises how a converter treats them, and the defaults follow it, but for bignums, whose digits
//! are kept as a number.
//!
//! Everything here works on [`Item`]s, whatever they were read from, so that all CBOR sources give the same bytes.
//! A source takes the tags off an item one by one ([`Tagged::tag`]) and then asks what is below them.

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

mod bytes;
mod label;
mod number;
mod options;
mod stream;
mod tags;

pub(crate) use bytes::Bytes;
pub use options::{Bignums, ByteStrings, CborOptions, NonTextLabels, Tags};
pub use stream::{CborBytes, CborDocument, CborItem, CborItems, CborSequence, Elements, Members};
pub(crate) use tags::Tagged;

/// One data item without its tags (RFC 8949 section 3.1).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'a> {
    /// Major types 0 and 1: -2^64 to 2^64 - 1.
    Integer(i128),
    /// Major type 2.
    Bytes(&'a [u8]),
    /// Major type 3.
    Text(&'a str),
    /// Major type 4.
    Array,
    /// Major type 5.
    Map,
    /// Major type 7, 25 to 27.
    Float(f64),
    /// Major type 7, 20 and 21.
    Bool(bool),
    /// Major type 7, 22; undefined and unassigned simple values count as null (RFC 8949 section 6.1).
    Null,
}
