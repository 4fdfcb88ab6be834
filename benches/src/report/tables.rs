//! The tables of times.

use std::fmt::{self, Write as _};

use super::measure::{Measured, Row, Work};
use super::number::{integer, share, short};
use super::table::Table;
use crate::route::Verdict;

/// The routes from a document to a blob, as columns.
const BACKENDS: [&str; 9] = [
    "serde_json",
    "encoder",
    "serde",
    "simd_owned",
    "simd_borrowed",
    "simd_tape",
    "ciborium",
    "json_text",
    "cbor_bytes",
];
/// What `serde_json` is compared with beside the baseline and JSON text.
const PEERS: [&str; 7] = [
    "walk_and_copy",
    "serde_sqlite_jsonb",
    "diesel",
    "diesel_adapter",
    "rusqlite_adapter",
    "sqlite_jsonb",
    "text_and_jsonb",
];
/// The ways straight from JSON text and from CBOR, each before what it is compared with.
const FROM_TEXT: [&str; 3] = ["json_text", "sqlite_jsonb", "simd_to_tape"];
const FROM_CBOR: [&str; 3] = ["cbor_bytes", "ciborium_tree", "minicbor_tokens"];
const DECODE: [&str; 9] = [
    "from_str",
    "to_value",
    "to_owned_value",
    "to_ciborium",
    "serde",
    "to_json",
    "validate",
    "serde_sqlite_jsonb",
    "sqlite_json",
];

/// The workloads that share a table, and its title.
const FAMILIES: [(&str, &[&str]); 6] = [
    ("Nested arrays", &["nested_arrays"]),
    ("Nested objects", &["nested_objects"]),
    ("Arrays of `{\"id\":…,\"name\":…}`", &["objects"]),
    ("Arrays of integers", &["integers"]),
    (
        "Other arrays, one string, and a row",
        &["floats", "short_strings", "escapes", "one_string", "row"],
    ),
    ("Corpora", &["corpus"]),
];

/// Every route that has a column.
#[cfg(test)]
pub(super) fn columns() -> impl Iterator<Item = (Work, &'static str)> {
    let encode = BACKENDS.into_iter().chain(PEERS).chain([BASELINE, TEXT]);
    let encode = encode.chain(FROM_TEXT).chain(FROM_CBOR);
    let encode = encode.map(|route| (Work::Encode, route));
    let passes = ["plan", "write"].map(|route| (Work::Pass, route));
    encode
        .chain(passes)
        .chain(DECODE.map(|route| (Work::Decode, route)))
}

const BASELINE: &str = "nested_buffers";
const TEXT: &str = "json_to_vec";

pub(super) fn encode(measured: &Measured) -> Result<String, fmt::Error> {
    let mut text = String::from("## Encoding\n");
    for (title, names) in FAMILIES {
        let mut rows = measured
            .rows
            .iter()
            .filter(|row| names.contains(&row.name))
            .peekable();
        if rows.peek().is_none() {
            continue;
        }
        let rows: Vec<&Row> = rows.collect();
        writeln!(text, "\n### {title}\n")?;
        let head = ["size", BASELINE, TEXT].into_iter().chain(BACKENDS);
        let mut backends = Table::new(1, head);
        let mut peers = Table::new(1, ["size", "serde_json"].into_iter().chain(PEERS));
        for row in rows {
            let label = if names.len() > 1 {
                row.id()
            } else {
                row.size.clone()
            };
            let plain = [BASELINE, TEXT].map(|route| time(row, Work::Encode, route));
            let cells = BACKENDS.map(|route| backend_cell(row, route));
            backends.row([label.clone()].into_iter().chain(plain).chain(cells));
            let cells = PEERS.map(|route| ratio_cell(row, Work::Encode, route, "serde_json"));
            let ours = time(row, Work::Encode, "serde_json");
            peers.row([label, ours].into_iter().chain(cells));
        }
        writeln!(
            text,
            "In parentheses: how many times as fast as `{BASELINE}`, and the share of the time of `{TEXT}`.\n"
        )?;
        writeln!(text, "{backends}")?;
        writeln!(
            text,
            "In parentheses: how many times the time of `serde_json`.\n"
        )?;
        write!(text, "{peers}")?;
    }
    Ok(text)
}

pub(super) fn bytes(measured: &Measured) -> Result<String, fmt::Error> {
    let mut text = String::from("\n## Straight from bytes\n\n");
    writeln!(
        text,
        "`json_text` and `cbor_bytes` parse and encode in one go, with `to_vec`. `sqlite_jsonb` is `SELECT jsonb(?)` of the \
         same text; `ciborium_tree` is `ciborium::from_reader` to a `Value`, then `to_vec`; `simd_to_tape` and \
         `minicbor_tokens` read, and write no blob: `simd_json::to_tape`, and minicbor's tokenizer. In parentheses: how many \
         times the time of `json_text`, or of `cbor_bytes`. The text is minified.\n"
    )?;
    let head = ["workload"].into_iter().chain(FROM_TEXT).chain(FROM_CBOR);
    let mut table = Table::new(1, head);
    for row in &measured.rows {
        let cells = [FROM_TEXT, FROM_CBOR].into_iter().flat_map(|routes| {
            routes.map(|route| {
                if route == routes[0] {
                    time(row, Work::Encode, route)
                } else {
                    ratio_cell(row, Work::Encode, route, routes[0])
                }
            })
        });
        table.row([row.id()].into_iter().chain(cells));
    }
    write!(text, "{table}")?;
    Ok(text)
}

pub(super) fn decode(measured: &Measured) -> Result<String, fmt::Error> {
    let mut text = String::from("\n## Decoding\n\n");
    writeln!(
        text,
        "From a blob: to the tree of each crate, `serde`: to a `serde_json::Value` through its `Deserialize`, `to_json`, and \
         `validate`, the check alone. `from_str` is `serde_json::from_str` of the text; `sqlite_json` is `SELECT json(?)`. In \
         parentheses: the share of the time of `from_str`.\n"
    )?;
    let mut table = Table::new(1, ["workload"].into_iter().chain(DECODE));
    for row in &measured.rows {
        let cells = DECODE.map(|route| match route {
            "from_str" => time(row, Work::Decode, route),
            _ => ratio_cell(row, Work::Decode, route, "from_str"),
        });
        table.row([row.id()].into_iter().chain(cells));
    }
    write!(text, "{table}")?;
    Ok(text)
}

pub(super) fn passes(measured: &Measured) -> Result<String, fmt::Error> {
    let mut text = String::from("\n## Passes and memory\n\n");
    writeln!(
        text,
        "`plan` and `write` are the two passes of `encoder`. The peak of the heap during `to_vec` of a `serde_json::Value` \
         counts the result, and a block that grows twice. The last column is how often a warm `Encoder` asks for memory.\n"
    )?;
    let head = [
        "workload",
        "text, bytes",
        "blob, bytes",
        "plan",
        "write",
        "heap of to_vec",
        "of the blob",
        "warm calls",
    ];
    let mut table = Table::new(1, head);
    for row in &measured.rows {
        table.row([
            row.id(),
            integer(row.text_len),
            integer(row.blob_len),
            time(row, Work::Pass, "plan"),
            time(row, Work::Pass, "write"),
            integer(row.to_vec_heap.peak),
            format!("{}×", short(share(row.to_vec_heap.peak, row.blob_len))),
            integer(row.encoder_heap.calls),
        ]);
    }
    write!(text, "{table}")?;
    Ok(text)
}

fn time(row: &Row, work: Work, route: &str) -> String {
    let Some(timing) = row.timing(work, route) else {
        return String::from("-");
    };
    let mark = match timing.verdict {
        Verdict::Same => "",
        Verdict::SameDocument => "*",
        Verdict::Wrong => "†",
    };
    format!("{}{mark}", short(timing.micros.median))
}

fn backend_cell(row: &Row, route: &str) -> String {
    let median = |route| row.median(Work::Encode, route);
    let time = time(row, Work::Encode, route);
    match (median(route), median(BASELINE), median(TEXT)) {
        (Some(ours), Some(baseline), Some(text)) => {
            format!("{time} ({}×, {:.2})", short(baseline / ours), ours / text)
        }
        _ => time,
    }
}

fn ratio_cell(row: &Row, work: Work, route: &str, of: &str) -> String {
    let time = time(row, work, route);
    match (row.median(work, route), row.median(work, of)) {
        (Some(this), Some(other)) => format!("{time} ({}×)", short(this / other)),
        _ => time,
    }
}
