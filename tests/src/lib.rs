//! Tests that need SQLite, corpora or several backends, and what they share.

mod deep;
mod oracle;
mod shared;
pub mod tree;

pub use deep::{Deep, Nesting};
pub use oracle::Oracle;
pub use shared::shared;
