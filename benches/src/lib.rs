//! What the benches share: documents, and routes that turn them into blobs and back.
//!
//! A [`Route`](route::Route) is one way to do a piece of work, checked against SQLite before it is timed.
//! The criterion targets in `benches/` time them.

pub mod baseline;
pub mod bench;
pub mod floor;
pub mod forms;
pub mod route;
pub mod routes;
pub mod sqlite;
pub mod stack;
pub mod workloads;
