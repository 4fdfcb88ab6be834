//! All routes, from a document in all its forms.

mod bytes_peers;
mod decode;
mod diesel_peer;
mod encode;
mod passes;
mod peers;
mod verdict;

pub use bytes_peers::bytes_peers;
pub use decode::{decode, decode_peers};
pub use encode::{encode_bytes, encode_trees};
pub use passes::passes;
pub use peers::peers;
