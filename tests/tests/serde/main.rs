//! Types of serde, written and read, compared with serde_json and SQLite.

mod borrowed;
mod errors;
mod hostile;
mod parity;
mod transcode;
mod types;
