//! What every criterion target does.

use anyhow::Result;
use criterion::{BenchmarkId, Criterion, Throughput};

use crate::forms::{Forms, Texts};
use crate::route::Route;
use crate::sqlite::Sqlite;
use crate::stack::with_large_stack;
use crate::workloads;

/// Times the routes that `routes` makes of every workload, under `<prefix><route>/<workload>/<size>`.
///
/// Throughput is in bytes of the minified JSON text, for every route alike.
/// Without `--bench` among the arguments of the program, as under `cargo test`, criterion runs each route once, to see that
/// it runs, and only the small workloads are made.
///
/// # Panics
/// When a workload cannot be prepared, or a route fails its check.
pub fn run<F>(prefix: &str, routes: F)
where
    F: for<'f> Fn(&'f Forms<'_>, &'f Sqlite) -> Result<Vec<Route<'f>>> + Send,
{
    with_large_stack(move || {
        let mut criterion = Criterion::default().configure_from_args();
        let is_bench = std::env::args().any(|argument| argument == "--bench");
        let workloads = if is_bench {
            workloads::all()
        } else {
            workloads::small()
        };
        let sqlite = Sqlite::open().expect("SQLite opens in memory");
        for workload in &workloads {
            let mut texts = Texts::of(workload);
            let forms = Forms::new(workload, &mut texts, &sqlite).expect("a document");
            for mut route in routes(&forms, &sqlite).expect("routes that pass their checks") {
                let mut group = criterion.benchmark_group(format!("{prefix}{}", route.name));
                group.throughput(Throughput::Bytes(workload.text.len() as u64));
                let id = BenchmarkId::new(workload.name, &workload.size);
                group.bench_function(id, |bencher| {
                    bencher.iter_custom(|runs| {
                        route.time(usize::try_from(runs).expect("as many as fit the time"))
                    });
                });
                group.finish();
            }
        }
        criterion.final_summary();
    });
}
