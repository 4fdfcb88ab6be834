//! `encode/<route>/<workload>/<size>`: a tree in memory to a JSONB blob.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sqlite_jsonb::{Encoder, to_vec};
use sqlite_jsonb_benches::workloads;

fn encode(criterion: &mut Criterion) {
    for workload in workloads::all() {
        let value = &workload.value;
        let mut group = criterion.benchmark_group(workload.id());
        group.throughput(Throughput::Bytes(workload.text.len() as u64));
        group.bench_function("serde_json", |bencher| {
            bencher.iter(|| to_vec(black_box(value)));
        });
        group.bench_function("encoder", |bencher| {
            let mut encoder = Encoder::new();
            let mut blob = Vec::new();
            bencher.iter(|| {
                blob.clear();
                encoder.append_to(&mut blob, black_box(value))
            });
        });
        group.bench_function("plan", |bencher| {
            let mut encoder = Encoder::new();
            bencher.iter(|| {
                encoder
                    .plan(black_box(value))
                    .map(|plan| plan.encoded_len())
            });
        });
        group.bench_function("text", |bencher| {
            bencher.iter(|| serde_json::to_vec(black_box(value)));
        });
        group.finish();
    }
}

criterion_group!(benches, encode);
criterion_main!(benches);
