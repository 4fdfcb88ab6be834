//! The report: every route of every workload in one run, as tables, a list of targets and a picture.

mod claims;
pub mod heap;
mod machine;
mod measure;
mod number;
mod picture;
mod scale;
mod table;
mod tables;
mod targets;
mod waiting;

use std::fmt::Write as _;

use anyhow::Result;

pub use machine::Machine;
pub use measure::{Budget, Measured, Row, Timing, Work, measure};
pub use picture::picture;
pub use table::Table;
pub use targets::{Bound, Subject, Target, targets};

/// The report as Markdown; `picture` is the name of the file that [`picture()`] goes to.
///
/// # Errors
/// None: writing into a string does not fail.
pub fn markdown(measured: &Measured, machine: &Machine, picture: &str) -> Result<String> {
    let mut text = String::from("# Results\n\n");
    writeln!(text, "Made by `{}`; do not edit.\n", machine.command)?;
    writeln!(text, "{machine}")?;
    text.push_str(&method(measured));
    text.push_str(LEGEND);
    text.push_str("\n## Targets\n\n");
    let targets = targets(measured);
    let met = targets.iter().filter(|target| target.is_met()).count();
    writeln!(text, "{met} of {} met.\n", targets.len())?;
    writeln!(text, "{}", targets::table(&targets))?;
    writeln!(
        text,
        "![Time against depth, and time per byte against size]({picture})\n"
    )?;
    text.push_str(&tables::encode(measured)?);
    text.push_str(&tables::bytes(measured)?);
    text.push_str(&tables::decode(measured)?);
    text.push_str(&tables::passes(measured)?);
    Ok(text)
}

/// How it was measured, and how steady the times are.
fn method(measured: &Measured) -> String {
    let Budget { rounds, batch } = measured.budget;
    format!(
        "Times are in microseconds: the median of {rounds} turns of about {} ms. The routes of a workload take turns, so noise \
         hits all alike, and each turn begins with some runs that do not count.\n\
         A turn during which another program had the processor is taken again, four times at most; {:.1} % of those that \
         count had to wait nonetheless.\n\
         The quartiles of a route lie {:.0} % of its median apart (median of all routes), {:.0} % at worst.\n",
        batch.as_secs_f64() * 1000.0,
        100.0 * measured.disturbed,
        100.0 * measured.typical_spread(),
        100.0 * measured.worst_spread(),
    )
}

const LEGEND: &str = "
Every output was compared with SQLite's before it was timed:
`*` the same document in other bytes (simd-json's trees keep large objects in hash order, and serde_sqlite_jsonb writes
TEXTRAW); `†` a blob that SQLite refuses, or another document (`from_str` reads some floats one unit in the last place off,
unless serde_json has `float_roundtrip`); `-` the route cannot do it (SQLite stops at 1000 levels).

| route | from | to |
|---|---|---|
| `serde_json`, `simd_owned`, `simd_borrowed`, `simd_tape`, `ciborium` | that crate's tree | blob, by `to_vec` |
| `encoder` | `serde_json::Value` | blob, by a warm `Encoder` into a vector with room |
| `serde` | `serde_json::Value` through its `Serialize` | blob, by `serde::to_vec` |
| `json_text`, `cbor_bytes` | bytes, parsed on the way | blob, by `to_vec` |
| `nested_buffers` | `serde_json::Value` | blob; the baseline: each container in its own vector, copied into its parent |
| `walk_and_copy` | `serde_json::Value` and its finished blob | a copy of the blob, a piece a node: the floor |
| `json_to_vec` | `serde_json::Value` | JSON text, by `serde_json::to_vec` |
| `serde_sqlite_jsonb` | `serde_json::Value` | blob, by that crate's `to_vec` |
| `diesel` | `serde_json::Value` | blob, by Diesel's own `Jsonb`, bound to `SELECT length(?)` |
| `diesel_adapter`, `rusqlite_adapter` | `serde_json::Value` | blob, by `Jsonb` of the library's adapters, bound in the same way |
| `sqlite_jsonb` | JSON text | blob in SQLite's memory, by `SELECT jsonb(?)` |
| `text_and_jsonb` | `serde_json::Value` | the same, by `serde_json::to_string` and `SELECT jsonb(?)` |
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::with_large_stack;
    use crate::workloads;
    use std::time::Duration;

    #[test]
    fn a_report_of_small_workloads_has_every_route_in_its_tables() {
        let budget = Budget {
            rounds: 2,
            batch: Duration::from_micros(20),
        };
        let measured = with_large_stack(|| measure(&workloads::small(), budget, &mut |_| {}));
        let measured = measured.expect("routes pass their checks");
        let text = markdown(&measured, &Machine::here("test"), "picture.svg").expect("a string");
        for row in &measured.rows {
            assert!(!row.timings.is_empty());
            for timing in &row.timings {
                assert!(text.contains(timing.route), "{}", timing.route);
                assert!(timing.micros.median > 0.0);
            }
        }
        assert!(text.contains("| row/200B"));
        for workload in &measured.rows {
            for (work, route) in tables::columns() {
                // SQLite and all peers can do both small workloads.
                assert!(workload.timing(work, route).is_some(), "{route}");
            }
        }
    }
}
