//! CBOR: bytes and sequences of items as documents, and the policies for what JSON does not hold.
//!
//! CBOR has byte strings, bignums, tags, and map keys of any type.
//! RFC 8949 section 6.1 advises how a converter treats them, and the defaults follow it, but for bignums, whose digits
//! are kept as a number.
//!
//! | CBOR (RFC 8949 section 3.1) | element | what is lost | policy |
//! |---|---|---|---|
//! | major types 0 and 1 | INT, decimal | nothing | |
//! | byte string | TEXT in base64url | that it was no text | [`CborOptions::byte_strings`] |
//! | text string | TEXT, or TEXTJ with serde_json's escapes | nothing | |
//! | array | ARRAY | nothing | |
//! | map | OBJECT, members in order, duplicates kept | nothing | |
//! | map keys | text as it is, other scalars as text, an error for arrays and maps | which type it was | [`CborOptions::labels`] |
//! | tags 21, 22, 23 | the content, byte strings inside in base64url, base64, hexadecimal | the tag | |
//! | tag 42 on a byte string, a link of IPLD | the content | the tag | [`CborOptions::links`] |
//! | tags 2, 3 on a byte string | INT with all its digits | nothing | [`CborOptions::bignums`], [`CborOptions::max_bignum_len`] |
//! | other tags | the content | the tag | [`CborOptions::tags`] |
//! | float of any width | FLOAT, the shortest text that reads back the same as `f64` | the width | |
//! | NaN, infinities | as the encoder says, NULL by default | which one it was | [`CborOptions::non_finite`] |
//! | false, true, null | FALSE, TRUE, NULL | nothing | |
//! | undefined, unassigned simple values | NULL | which one it was | |
//! | indefinite lengths | joined, as if the length had been known | that they were | |
//!
//! [`CborOptions::dag_cbor`] and [`CborOptions::atproto`] are sets of policies for documents of IPLD and of AT Protocol;
//! [`CborOptions::strict`] takes no other encoding than that of DAG-CBOR.
//!
//! A `ciborium::Value` becomes the same, where ciborium reads the bytes: it refuses unassigned simple values and depths
//! past 256, takes two forms that are not well-formed (a simple value below 32 in two bytes, chunks inside a chunk), and
//! turns bignums into integers or takes their leading zeros off.
//!
//! What most items are, the crate reads itself; the rest, and whatever is wrong, minicbor does, which borrows strings and
//! allocates nothing.

// The rules work on `Item`s, whatever they were read from, so that all CBOR sources give the same bytes: a source takes the
// tags off an item one by one (`Tagged::tag`) and then asks what is below them.

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

mod bytes;
mod check;
mod cid;
mod label;
mod number;
mod options;
mod reserved;
mod stream;
mod tags;

pub(crate) use bytes::Bytes;
pub use options::{Bignums, ByteStrings, CborNumbers, CborOptions, Links, NonTextLabels, Tags};
#[cfg(feature = "ciborium")]
pub(crate) use reserved::Ahead;
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
