//! Workloads and baselines for the benches.

pub mod workloads;
