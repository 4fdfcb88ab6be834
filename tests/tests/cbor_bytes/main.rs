//! CBOR bytes straight to a blob: RFC 8949, the reported cases, and the tree of ciborium as the other way.

mod errors;
mod forms;
mod sequence;
mod tree;

use sqlite_jsonb::{CborOptions, to_vec};
use sqlite_jsonb_tests::Oracle;

thread_local! {
    static ORACLE: Oracle = Oracle::new();
}

const DEFAULT: CborOptions = CborOptions::new();

fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit");
    let pair = |pair: &[u8]| u8::try_from(digit(pair[0]) * 16 + digit(pair[1])).expect("a byte");
    hex.as_bytes().chunks_exact(2).map(pair).collect()
}

/// The JSON that SQLite prints of the blob.
fn json(options: CborOptions, cbor: &[u8]) -> String {
    let blob = to_vec(&options.bytes(cbor)).expect("well-formed");
    ORACLE.with(|oracle| {
        assert!(oracle.is_valid(&blob));
        oracle.json(&blob).expect("SQLite reads it")
    })
}
