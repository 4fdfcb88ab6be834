//! `encode/<peer>/<workload>/<size>`: the baseline, the floor, other encoders, other parsers and SQLite itself.

use sqlite_jsonb_benches::{bench, routes};

fn main() {
    bench::run("encode/", |forms, sqlite| {
        let mut routes = routes::peers(forms, sqlite)?;
        routes.extend(routes::bytes_peers(forms, sqlite)?);
        Ok(routes)
    });
}
