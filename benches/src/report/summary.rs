//! The few numbers that the README shows.

use std::fmt::{self, Write as _};

use super::machine::Machine;
use super::measure::{Measured, Row, Work};
use super::number::short;
use super::table::Table;

const WORKLOADS: [&str; 5] = [
    "corpus/twitter",
    "corpus/citm_catalog",
    "corpus/canada",
    "objects/5000",
    "row/200B",
];

/// A way of the library, and another that leads from the same to the same or to less.
struct Comparison {
    from: &'static str,
    to: &'static str,
    against: &'static str,
    work: Work,
    route: &'static str,
    other: &'static str,
}

const COMPARISONS: [Comparison; 9] = [
    encoding(
        "`serde_json::Value`",
        "`to_string` and `jsonb(?)`",
        "serde_json",
        "text_and_jsonb",
    ),
    encoding(
        "`serde_json::Value`",
        "`serde_json::to_vec`, which writes text",
        "serde_json",
        "json_to_vec",
    ),
    encoding(
        "`serde_json::Value`",
        "serde_sqlite_jsonb",
        "serde_json",
        "serde_sqlite_jsonb",
    ),
    encoding(
        "`serde_json::Value`, Diesel",
        "Diesel's own `Jsonb`",
        "diesel_adapter",
        "diesel",
    ),
    encoding(
        "simd-json's tape",
        "`serde_json::Value` to blob",
        "simd_tape",
        "serde_json",
    ),
    encoding(
        "JSON text",
        "SQLite's `jsonb(text)`",
        "json_text",
        "sqlite_jsonb",
    ),
    encoding(
        "CBOR",
        "`ciborium::Value` and `to_vec`",
        "cbor_bytes",
        "ciborium_tree",
    ),
    decoding(
        "`serde_json::Value`",
        "`serde_json::from_str` of the text",
        "to_value",
        "from_str",
    ),
    decoding(
        "JSON text",
        "SQLite's `json(blob)`",
        "to_json",
        "sqlite_json",
    ),
];

const fn encoding(
    from: &'static str,
    against: &'static str,
    route: &'static str,
    other: &'static str,
) -> Comparison {
    Comparison {
        from,
        to: "blob",
        against,
        work: Work::Encode,
        route,
        other,
    }
}

const fn decoding(
    to: &'static str,
    against: &'static str,
    route: &'static str,
    other: &'static str,
) -> Comparison {
    Comparison {
        from: "blob",
        to,
        against,
        work: Work::Decode,
        route,
        other,
    }
}

/// How many times as fast the library is as what people have, in microseconds and factors.
///
/// # Errors
/// None: writing into a string does not fail.
pub fn summary(measured: &Measured, machine: &Machine) -> Result<String, fmt::Error> {
    let rows = WORKLOADS.map(|id| measured.row(id));
    let mut text = String::new();
    writeln!(
        text,
        "Microseconds, and how many times as fast as the other way that is; below 1 the other is faster. twitter, \
         citm_catalog and canada are well-known documents of 0.5, 0.5 and 2 MB, minified; objects/5000 is an array of \
         `{{\"id\":…,\"name\":…}}`, row/200B one small object. Medians of one run on {}.\n",
        machine.processor
    )?;
    let workloads = WORKLOADS.map(|id| id.trim_start_matches("corpus/"));
    let head = ["from", "to", "against"].into_iter().chain(workloads);
    let mut table = Table::new(3, head);
    for comparison in &COMPARISONS {
        let names = [comparison.from, comparison.to, comparison.against];
        let cells = rows.map(|row| row.and_then(|row| cell(row, comparison)));
        let cells = cells.map(|cell| cell.unwrap_or_else(|| String::from("-")));
        table.row(names.map(String::from).into_iter().chain(cells));
    }
    write!(text, "{table}")?;
    writeln!(text, "\nMade by `{}`.", machine.command)?;
    Ok(text)
}

fn cell(row: &Row, comparison: &Comparison) -> Option<String> {
    let ours = row.median(comparison.work, comparison.route)?;
    let other = row.median(comparison.work, comparison.other)?;
    Some(format!("{} ({}×)", short(ours), short(other / ours)))
}
