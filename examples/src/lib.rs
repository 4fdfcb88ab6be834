//! Examples, one question a file: `cargo run -p sqlite-jsonb-examples --example own_source`.
//!
//! - `insert_and_query`: how do I store a document and ask SQL about it?
//! - `own_source`: how do I encode a tree type of my own?
//! - `many_rows`: how do I encode many documents without allocating for each?
//! - `cbor_message`: how does a CBOR message become a row, and what may I decide on the way?
//! - `read_in_place`: how do I read one value of a blob without building a tree?
//! - `transcode`: how does a document of another format of serde, here MessagePack, become a row?
