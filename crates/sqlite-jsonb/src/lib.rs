//! Placeholder.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod backend;
#[cfg(feature = "cbor")]
pub mod cbor;
mod decode;
mod encode;
mod error;
pub mod format;
mod json;
pub mod limits;
#[cfg(feature = "serde")]
pub mod serde;
pub mod source;

#[cfg(feature = "cbor")]
pub use cbor::{Bignums, ByteStrings, CborBytes, CborOptions, CborSequence, NonTextLabels, Tags};
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
