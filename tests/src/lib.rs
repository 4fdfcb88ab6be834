//! What the tests that need SQLite, corpora or several backends share.

pub mod tree;
