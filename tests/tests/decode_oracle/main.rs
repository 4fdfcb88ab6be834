//! Reading compared with the bundled SQLite: verdicts on blobs, JSON text, and what the documents hold.

mod blobs;
mod compare;
mod depth;
mod lookup;
mod random;
mod reported;
mod sqlite;
mod tree;
mod verdicts;
