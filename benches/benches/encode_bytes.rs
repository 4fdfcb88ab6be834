//! `encode/<backend>/<workload>/<size>`: JSON text and CBOR bytes to a JSONB blob, no tree in between.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("encode/", routes::encode_bytes);
}
