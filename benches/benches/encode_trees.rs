//! `encode/<backend>/<workload>/<size>`: a tree in memory to a JSONB blob.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("encode/", routes::encode_trees);
}
