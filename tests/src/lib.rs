//! Tests that need SQLite, corpora or several backends, and what they share.

mod deep;
mod features;
mod oracle;
mod shared;
pub mod tree;

pub use deep::{Deep, Nesting};
pub use features::numbers_are_plain;
pub use oracle::Oracle;
pub use shared::shared;

/// The example of the repository's README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
