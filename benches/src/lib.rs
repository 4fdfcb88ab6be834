//! Criterion benches, one target a backend.
