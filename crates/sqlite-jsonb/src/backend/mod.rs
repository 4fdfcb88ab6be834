//! Foreign trees as sources: one module a crate, each behind the feature of that crate's name.

#[cfg(feature = "ciborium")]
pub mod ciborium;
#[cfg(feature = "serde_json")]
pub mod serde_json;
