//! `plan/<workload>/<size>` and `write/<workload>/<size>`: the two passes of encoding, apart.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("", |forms, _| routes::passes(forms));
}
