//! Foreign trees as sources and sinks: one module a crate, each behind the feature of that crate's name.

#[cfg(feature = "ciborium")]
pub mod ciborium;
#[cfg(feature = "serde_json")]
pub mod serde_json;
#[cfg(feature = "simd-json")]
pub mod simd_borrowed;
#[cfg(feature = "simd-json")]
pub mod simd_owned;
#[cfg(feature = "simd-json")]
mod simd_static;
#[cfg(feature = "simd-json")]
pub mod simd_tape;
