//! The command `jsonb`.

fn main() {}
