//! A comparison for a person, as Markdown or as JSON.

use std::io::{self, Write as _};

use anyhow::Context as _;
use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};

use super::measure::{Summary, Timing};
use super::sample::Sample;
use super::{Comparison, Other, machine};
use crate::args::BenchArgs;
use crate::failure::one_line;
use crate::input::Kind;
use crate::report::counted;

/// Prints one comparison after the other.
pub(super) struct Printer {
    form: Form,
    /// Whether it says already where and with what the comparison is made.
    has_begun: bool,
    /// What was printed, where it is one JSON document at last.
    files: Vec<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Markdown,
    Json,
}

const SQLITE: &str = "SQLite jsonb(text)";
const COLUMNS: usize = 7;

impl Printer {
    pub(super) fn new(args: &BenchArgs) -> Self {
        let form = match (args.json, args.markdown) {
            (true, _) => Form::Json,
            (_, true) => Form::Markdown,
            _ => Form::Text,
        };
        Self {
            form,
            has_begun: false,
            files: Vec::new(),
        }
    }

    pub(super) fn print(&mut self, sample: &Sample, comparison: &Comparison) -> anyhow::Result<()> {
        if self.form == Form::Json {
            self.files.push(to_json(sample, comparison));
            return Ok(());
        }
        if !std::mem::replace(&mut self.has_begun, true) {
            self.list(&machine::lines())?;
        }
        let (mark, gap) = match self.form {
            Form::Markdown => ("## ", "\n"),
            _ => ("", ""),
        };
        let title = one_line(&title(sample, comparison));
        let unit = Unit::of(comparison.sqlite.total.median);
        let (rows, notes) = rows(sample, comparison, unit);
        let table = table(&rows, self.form);
        say(&format!("\n{mark}{title}\n{gap}{table}{gap}"))?;
        say(&format!(
            "Times are for {} once, medians of {} turns; speed is times that of SQLite.{gap}",
            documents(sample),
            comparison.sqlite.turns,
        ))?;
        self.list(&notes)
    }

    /// Prints lines of their own.
    fn list(&self, lines: &[String]) -> anyhow::Result<()> {
        let mark = match self.form {
            Form::Markdown => "- ",
            _ => "",
        };
        lines
            .iter()
            .try_for_each(|line| say(&format!("{mark}{}", one_line(line))))
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        if self.form == Form::Json {
            let report = json!({"machine": machine::json(), "files": self.files});
            say(&format!("{report:#}"))?;
        }
        Ok(())
    }
}

fn say(lines: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{lines}").context("standard output")
}

fn documents(sample: &Sample) -> String {
    match sample.documents.count() {
        1 => "the document".into(),
        count => format!("all {} documents", HumanCount(count as u64)),
    }
}

fn title(sample: &Sample, comparison: &Comparison) -> String {
    let all = if sample.is_whole { "" } else { "the first " };
    format!(
        "{}: {}, {all}{}, {}; {} of JSONB",
        sample.name,
        format_of(sample.kind),
        counted(sample.documents.count() as u64, "document"),
        HumanBytes(sample.documents.len() as u64),
        HumanBytes(comparison.blob_bytes as u64),
    )
}

fn format_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Json => "JSON",
        Kind::Ndjson => "NDJSON",
        Kind::Cbor => "CBOR",
        Kind::Jsonb => "JSONB",
    }
}

/// One unit for all times of a table.
#[derive(Clone, Copy)]
struct Unit {
    name: &'static str,
    per_second: f64,
}

impl Unit {
    fn of(seconds: f64) -> Self {
        let (name, per_second) = match seconds {
            ..1e-3 => ("µs", 1e6),
            ..1.0 => ("ms", 1e3),
            _ => ("s", 1.0),
        };
        Self { name, per_second }
    }

    fn show(self, seconds: f64) -> String {
        let number = seconds * self.per_second;
        match number {
            ..10.0 => format!("{number:.2}"),
            ..100.0 => format!("{number:.1}"),
            _ => format!("{number:.0}"),
        }
    }
}

/// The rows of the table, the head first, and what is to be said of them.
fn rows(
    sample: &Sample,
    comparison: &Comparison,
    unit: Unit,
) -> (Vec<[String; COLUMNS]>, Vec<String>) {
    let time = format!("time, {}", unit.name);
    let head = [
        "route",
        "MB/s",
        "speed",
        &time,
        "quartiles",
        "parse",
        "encode",
    ];
    let sqlite = &comparison.sqlite;
    let mut rows = vec![
        head.map(String::from),
        row(SQLITE, Some(sqlite), sample, sqlite, unit),
    ];
    let mut notes = Vec::<(Vec<&str>, String)>::new();
    for other in &comparison.others {
        rows.push(row(other.name, other.timing.as_ref(), sample, sqlite, unit));
        let note = note(other, sample);
        match notes.iter_mut().find(|(_, same)| *same == note) {
            Some((names, _)) => names.push(other.name),
            None => notes.push((vec![other.name], note)),
        }
    }
    let line = |(names, note): (Vec<&str>, String)| format!("{}: {note}", names.join(", "));
    (rows, notes.into_iter().map(line).collect())
}

fn row(
    name: &str,
    timing: Option<&Timing>,
    sample: &Sample,
    sqlite: &Timing,
    unit: Unit,
) -> [String; COLUMNS] {
    let dash = || String::from("-");
    let Some(timing) = timing else {
        let mut blank = [(); COLUMNS].map(|()| dash());
        name.clone_into(&mut blank[0]);
        return blank;
    };
    let Summary {
        lower,
        median,
        upper,
    } = timing.total;
    let encode = timing.parse.map(|_| unit.show(timing.encode.median));
    [
        name.to_owned(),
        format!("{:.0}", megabytes_per_second(sample, timing)),
        format!("{:.2}×", sqlite.total.median / median),
        unit.show(median),
        format!("{}–{}", unit.show(lower), unit.show(upper)),
        timing
            .parse
            .map_or_else(dash, |parse| unit.show(parse.median)),
        encode.unwrap_or_else(dash),
    ]
}

/// What the output of a route is, or why it is not timed.
fn note(other: &Other, sample: &Sample) -> String {
    if let Some(refusal) = &other.refusal {
        return format!("not timed, refused {refusal}");
    }
    if other.differing == 0 {
        return "the bytes of SQLite".into();
    }
    let differences: Vec<String> = other.differences.iter().map(ToString::to_string).collect();
    let what = differences.join(", ");
    match sample.documents.count() {
        1 => format!("other bytes than SQLite's ({what})"),
        count => format!(
            "other bytes than SQLite's in {} of {} ({what})",
            HumanCount(other.differing as u64),
            counted(count as u64, "document"),
        ),
    }
}

fn table(rows: &[[String; COLUMNS]], form: Form) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..COLUMNS).map(width).collect();
    let mut lines = Vec::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let cells: Vec<String> = cells.collect();
        lines.push(match form {
            Form::Markdown => format!("| {} |", cells.join(" | ")),
            _ => cells.join("  "),
        });
    }
    if form == Form::Markdown {
        let dashes = widths.iter().enumerate().map(|(column, &width)| {
            let colon = if column == 0 { "" } else { ":" };
            format!(" {}{colon} ", "-".repeat(width - colon.len()))
        });
        let dashes: Vec<String> = dashes.collect();
        lines.insert(1, format!("|{}|", dashes.join("|")));
    }
    lines.join("\n")
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn megabytes_per_second(sample: &Sample, timing: &Timing) -> f64 {
    sample.documents.len() as f64 / 1e6 / timing.total.median
}

fn to_json(sample: &Sample, comparison: &Comparison) -> Value {
    let route = |name: &str, timing: Option<&Timing>| {
        let Some(timing) = timing else {
            return json!({"route": name});
        };
        json!({
            "route": name,
            "turns": timing.turns,
            "seconds": summary(timing.total),
            "parse_seconds": timing.parse.map(summary),
            "encode_seconds": timing.parse.map(|_| summary(timing.encode)),
            "megabytes_per_second": megabytes_per_second(sample, timing),
            "times_as_fast_as_sqlite": comparison.sqlite.total.median / timing.total.median,
        })
    };
    let mut routes = vec![route(SQLITE, Some(&comparison.sqlite))];
    routes.extend(comparison.others.iter().map(|other| {
        let mut entry = route(other.name, other.timing.as_ref());
        let differences: Vec<String> = other.differences.iter().map(ToString::to_string).collect();
        entry["refusal"] = json!(other.refusal);
        entry["differing_documents"] = json!(other.differing);
        entry["differences"] = json!(differences);
        entry
    }));
    json!({
        "file": sample.name,
        "format": format_of(sample.kind).to_lowercase(),
        "is_whole": sample.is_whole,
        "documents": sample.documents.count(),
        "bytes": sample.documents.len(),
        "blob_bytes": comparison.blob_bytes,
        "routes": routes,
    })
}

fn summary(summary: Summary) -> Value {
    json!({"median": summary.median, "lower_quartile": summary.lower, "upper_quartile": summary.upper})
}
