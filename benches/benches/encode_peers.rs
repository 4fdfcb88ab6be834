//! `encode/<peer>/<workload>/<size>`: the baseline, the floor, other encoders and SQLite itself.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("encode/", routes::peers);
}
