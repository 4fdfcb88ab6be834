//! `decode/<peer>/<workload>/<size>`: `serde_json::from_str` of the text, SQLite, and another decoder.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("decode/", routes::decode_peers);
}
