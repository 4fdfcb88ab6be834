//! `decode/<target>/<workload>/<size>`: a JSONB blob to a tree or to text, and the check alone.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("decode/", |forms, _| routes::decode(forms));
}
