//! Decoding: elements borrowed in place, the check of a whole blob, JSON text, and trees built without recursion.
//!
//! An [`Element`] looks at no more than it is asked for.
//! Everything that reads a whole blob stands on one walk ([`walk`]), which keeps its own stack: [`validate()`], the
//! builder ([`build`]) and the pretty printer. Only the compact text of JSON has a loop of its own ([`compact`]).

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

mod build;
#[cfg(any(feature = "serde_json", feature = "simd-json", feature = "ciborium"))]
mod bulk;
mod compact;
mod element;
#[cfg(feature = "serde")]
mod embed;
mod iter;
mod json;
mod number;
mod options;
mod path;
mod pen;
mod pretty;
mod sink;
mod source;
mod spell;
mod validate;
mod walk;

pub use build::from_slice;
#[cfg(feature = "serde_json")]
pub(crate) use bulk::inserted;
#[cfg(any(feature = "serde_json", feature = "simd-json", feature = "ciborium"))]
pub(crate) use bulk::{Tree, in_bulk};
pub use element::Element;
#[cfg(feature = "serde")]
pub(crate) use embed::embed;
pub use iter::{Children, Elements, Members};
pub use json::to_json;
pub use number::Number;
pub use options::{DecodeOptions, JsonStyle, Overflow};
pub use sink::JsonbSink;
pub use validate::validate;
