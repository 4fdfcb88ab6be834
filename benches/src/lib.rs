//! What the benches and the report share: documents, routes that turn them into blobs and back, and the report itself.
//!
//! A [`Route`](route::Route) is one way to do a piece of work, checked against SQLite before it is timed.
//! The criterion targets in `benches/` and the [`report`] time the same routes.

pub mod baseline;
pub mod bench;
pub mod floor;
pub mod forms;
pub mod import;
pub mod report;
pub mod route;
pub mod routes;
pub mod sqlite;
pub mod stack;
pub mod statistics;
pub mod workloads;
