//! Decoding: elements borrowed in place, the check of a whole blob, JSON text, and trees built without recursion.
//!
//! An [`Element`] looks at no more than it is asked for.
//! Everything that reads a whole blob stands on one walk ([`walk`]), which keeps its own stack: [`validate()`], the
//! printer ([`json`]) and the builder ([`build`]).

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

mod build;
mod element;
#[cfg(feature = "serde")]
mod embed;
mod iter;
mod json;
mod number;
mod options;
mod path;
mod pen;
mod print;
mod sink;
mod source;
mod validate;
mod walk;

pub use build::from_slice;
pub use element::Element;
#[cfg(feature = "serde")]
pub(crate) use embed::embed;
pub use iter::{Children, Elements, Members};
pub use json::to_json;
pub use number::Number;
pub use options::{DecodeOptions, JsonStyle, Overflow};
pub use sink::JsonbSink;
pub use validate::validate;
