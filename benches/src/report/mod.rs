//! The report: every route of every workload in one run, as tables, a list of targets and a picture.

mod callgrind;
mod claims;
pub mod heap;
mod machine;
mod measure;
mod number;
mod picture;
mod profile;
mod scale;
mod sections;
mod summary;
mod table;
mod tables;
mod targets;
mod waiting;

use std::fmt::Write as _;

use anyhow::Result;

pub use claims::Bound;
pub use machine::Machine;
pub use measure::{Budget, Measured, Row, Timing, Work, measure, one};
pub use picture::picture;
pub use profile::profiles;
pub use sections::{marked, replaced, section};
pub use summary::summary;
pub use table::Table;
pub use targets::{Subject, Target, table as targets_table, targets};

/// What a report has beside the tables.
#[derive(Clone, Copy, Debug)]
pub struct Extras<'e> {
    /// The name of the file that [`picture()`] goes to.
    pub picture: &'e str,
    /// What [`profiles`] says, or why nothing is profiled.
    pub profiles: &'e str,
    /// What was measured of imports, at another time.
    pub import: &'e str,
}

/// The report as Markdown.
///
/// # Errors
/// None: writing into a string does not fail.
pub fn markdown(measured: &Measured, machine: &Machine, extras: Extras<'_>) -> Result<String> {
    let mut text = String::from("# Results\n\n");
    writeln!(text, "Made by `{}`; do not edit.\n", machine.command)?;
    writeln!(text, "{machine}")?;
    text.push_str(&method(measured));
    writeln!(
        text,
        "\n## Summary\n\n{}",
        marked("summary", &summary(measured, machine)?)
    )?;
    writeln!(
        text,
        "![Time against depth, and time per byte against size]({})",
        extras.picture
    )?;
    text.push_str("\n## Targets\n\n");
    let targets = targets(measured);
    let met = targets.iter().filter(|target| target.is_met()).count();
    writeln!(
        text,
        "{met} of {} met; those on imports are [below](#import).\n",
        targets.len()
    )?;
    writeln!(text, "{}", targets::table(&targets))?;
    writeln!(text, "## Where the time goes\n\n{}", extras.profiles)?;
    writeln!(text, "## Import\n\n{}", marked("import", extras.import))?;
    text.push_str("## Routes\n");
    text.push_str(LEGEND);
    text.push('\n');
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
        let extras = Extras {
            picture: "picture.svg",
            profiles: "none",
            import: "none",
        };
        let text = markdown(&measured, &Machine::here("test"), extras).expect("a string");
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

    #[test]
    fn the_readme_has_the_summary_of_the_results() {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |name| std::fs::read_to_string(here.join(name)).expect("it is there");
        let (readme, results) = (read("../README.md"), read("RESULTS.md"));
        let summary = section(&results, "summary");
        assert!(summary.is_some_and(|summary| summary.contains("| from")));
        assert_eq!(section(&readme, "summary"), summary);
    }
}
