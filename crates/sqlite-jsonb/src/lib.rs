//! SQLite's JSONB from any tree-shaped document, and back.
//!
//! ```
//! # #[cfg(feature = "serde_json")] {
//! use sqlite_jsonb::{Element, from_slice, to_json, to_vec};
//!
//! let book = serde_json::json!({"title": "Emma", "tags": ["novel", "comedy"]});
//! let blob = to_vec(&book)?;
//! assert_eq!(to_json(&blob)?, book.to_string());
//! assert_eq!(from_slice::<serde_json::Value>(&blob)?, book);
//!
//! let tag = Element::from_slice(&blob)?.pointer("/tags/1")?.expect("there is one");
//! assert_eq!(tag.as_str()?.as_deref(), Some("comedy"));
//! # }
//! # Ok::<(), sqlite_jsonb::Error>(())
//! ```
//!
//! # What JSONB is
//!
//! The binary form in which SQLite keeps parsed JSON, since 3.45: a blob in a table that its JSON functions and operators
//! (`->>`, `json_each`, `json_set`) read without parsing text again. `[1,"a"]` is five bytes:
//!
//! ```text
//! 4b      ARRAY, payload of 4 bytes
//!   13 31   INT, payload of 1 byte: 1
//!   17 61   TEXT, payload of 1 byte: a
//! ```
//!
//! The module [`format`](mod@format) has the rest.
//!
//! What this crate writes is what SQLite's own `jsonb()` gives for the text that serde_json prints of the same tree, byte
//! for byte, so blobs compare, hash and index alike whoever wrote them.
//!
//! # Choosing a backend
//!
//! | you have | use | feature |
//! |---|---|---|
//! | JSON text | `to_vec(JsonText::new(text))` keeps its spelling, as `jsonb(text)` does | |
//! | CBOR | `to_vec(&CborBytes::new(bytes))`, or [`CborOptions`] for other policies, those of DAG-CBOR and AT Protocol too | `cbor` |
//! | a `serde_json::Value` | `to_vec(&value)` | `serde_json` |
//! | a `simd_json::OwnedValue`, `BorrowedValue` or `Tape` | `to_vec(&value)` | `simd-json` |
//! | a `ciborium::Value` | `to_vec(&value)`, or [`CborOptions`] for other policies | `ciborium` |
//! | any type of serde | `sqlite_jsonb::serde::to_vec(&value)` | `serde` |
//! | MessagePack, YAML, TOML, any format of serde | `sqlite_jsonb::serde::transcode(deserializer)` | `serde` |
//! | an element of another blob | `to_vec(element)` writes its canonical form | |
//! | a tree type of your own | [`JsonbSource`] | |
//! | a program that makes documents piece by piece | [`JsonbWriter`] | |
//!
//! Whoever has bytes and does not look into the document needs no tree: the first two rows are the shortest way.
//! For many documents an [`Encoder`] keeps its memory from one to the next.
//!
//! The way back is [`from_slice`] for a tree, [`Element`] to read in place, [`to_json`] for text, [`validate`] for the
//! check alone, [`Cell`] where a table holds JSON in several forms.
//! The crates sqlite-jsonb-rusqlite and sqlite-jsonb-diesel bind documents to statements and read them from rows.
//!
//! # Limits and errors
//!
//! Encoding takes any depth and up to 2,147,483,647 bytes; [`EncodeOptions::sqlite`] sets the limits of SQLite itself.
//! Reading takes 1000 levels unless [`DecodeOptions::max_depth`] says otherwise.
//! Time and memory grow with the size of a document alone, and nothing recurses on its depth.
//!
//! Every failure is an [`Error`]: its [`kind`](Error::kind) says why; the place is a JSON Pointer while encoding and a byte
//! offset while reading.
//!
//! # Features
//!
//! | feature | default | effect |
//! |---|---|---|
//! | `std` | yes | `std::io::Write` as a destination, faster UTF-8 checks; without it the crate needs `alloc` alone |
//! | `cbor` | no | `CborBytes`, `CborSequence`, `CborOptions` |
//! | `serde_json` | no | `serde_json::Value`, both ways |
//! | `simd-json` | no | `simd_json::{OwnedValue, BorrowedValue}` both ways, `Tape` and `tape::Value` as sources |
//! | `ciborium` | no | `ciborium::Value`, both ways; brings `cbor` |
//! | `serde` | no | the module `serde`: any `Serialize` and `Deserialize` type, `transcode` |
//! | `full` | no | all of them |
//!
//! A feature adds names and nothing else: bytes written and values read are the same whichever are on.
//!
//! # Versions of SQLite
//!
//! JSONB came with 3.45.0, and its bytes have not changed since. What this crate writes is checked against the bundled
//! SQLite 3.53.2; where reading differs from `json_valid(x, 8)` of that version, [`validate`] lists it by name.
#![cfg_attr(not(feature = "std"), no_std)]
// Badges that say which feature an item needs, where docs.rs builds this.
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

pub mod backend;
#[cfg(feature = "cbor")]
pub mod cbor;
mod cell;
mod decode;
pub mod dump;
mod encode;
mod error;
pub mod format;
mod json;
mod lent;
pub mod limits;
mod scan;
#[cfg(feature = "serde")]
pub mod serde;
pub mod source;

#[cfg(feature = "cbor")]
pub use cbor::{
    Bignums, ByteStrings, CborBytes, CborNumbers, CborOptions, CborSequence, Links, NonTextLabels,
    Tags,
};
pub use cell::{Cell, TextInBlob};
pub use decode::{
    Children, DecodeOptions, Element, Elements, JsonStyle, JsonbSink, Members, Number, Overflow,
    from_slice, to_json, validate,
};
#[cfg(feature = "std")]
pub use encode::to_writer;
pub use encode::{Document, EncodeOptions, Encoder, JsonbWriter, NonFinite, Plan, to_vec};
pub use error::{Error, ErrorKind, Result};
pub use format::ElementType;
pub use json::JsonText;
pub use source::{IntoJsonbSource, JsonbSource, Node};

/// The example of the README, as a test.
#[cfg(all(doctest, feature = "serde_json"))]
#[doc = include_str!("../README.md")]
struct Readme;
