//! `jsonb inspect`.

mod subject;
mod tree;

use std::io::{self, BufWriter, Write};

use sqlite_jsonb::dump::Dump;
use sqlite_jsonb::{Element, Error};

use crate::args::InspectArgs;
use crate::document::{Grammar, Reader};
use crate::failure;
use crate::output::of_standard_output;
use crate::report::counted;

pub(crate) fn run(args: &InspectArgs) -> anyhow::Result<u8> {
    let bytes = subject::bytes(args)?;
    let is_good = print(args, &bytes).map_err(of_standard_output)?;
    Ok(if is_good {
        failure::DONE
    } else {
        failure::BAD_DATA
    })
}

/// Shows one blob or several, and says whether they are valid.
fn print(args: &InspectArgs, bytes: &[u8]) -> anyhow::Result<bool> {
    let mut out = BufWriter::new(io::stdout());
    let mut rest = bytes;
    let mut is_good = true;
    loop {
        let blob = match Element::from_prefix(rest) {
            Ok(element) if args.sequence => element.as_bytes(),
            _ => rest,
        };
        if args.sequence && rest.len() < bytes.len() {
            let start = bytes.len() - rest.len();
            writeln!(out, "\nthe next blob, from byte {start} of the input on")?;
        }
        is_good &= inspect(blob, args.tree, &mut out)?;
        rest = &rest[blob.len()..];
        if rest.is_empty() {
            break;
        }
    }
    out.flush()?;
    Ok(is_good)
}

/// Shows a blob, and says whether it is valid.
fn inspect(blob: &[u8], as_tree: bool, out: &mut impl Write) -> anyhow::Result<bool> {
    if as_tree {
        tree::print(blob, out)?;
    } else {
        writeln!(
            out,
            "{:>6}  {:16}element, payload size, value",
            "byte", "header"
        )?;
        for line in Dump::new(blob) {
            writeln!(out, "{line}")?;
        }
    }
    conclude(blob, out)
}

/// Sums up, and says whether the blob is valid.
fn conclude(blob: &[u8], out: &mut impl Write) -> anyhow::Result<bool> {
    let mut summary = Summary::default();
    for line in Dump::new(blob) {
        summary.elements += 1;
        summary.depth = summary.depth.max(line.depth());
        if let Some(fault) = line.fault() {
            summary.faults += 1;
            summary.first_fault = summary.first_fault.or(Error::offset(fault));
        }
    }
    let Summary {
        elements,
        depth,
        faults,
        first_fault,
    } = summary;
    let len = counted(blob.len() as u64, "byte");
    let reader = Reader::new()?;
    let Some(offset) = first_fault else {
        let elements = counted(elements, "element");
        writeln!(out, "valid: {len}, {elements}, {depth} deep")?;
        if !reader.sqlite_takes(blob)? {
            let version = rusqlite::version();
            writeln!(
                out,
                "note: json_valid(X, 8) of SQLite {version} refuses it nevertheless"
            )?;
        }
        return Ok(true);
    };
    let faults = counted(faults, "fault");
    writeln!(
        out,
        "not valid: {len}, {faults}, the first at byte {offset}"
    )?;
    if reader.text(blob, Grammar::Json5)?.is_ok() {
        writeln!(
            out,
            "note: these bytes are JSON text; jsonb convert makes JSONB of such a file, jsonb recode of a column"
        )?;
    }
    Ok(false)
}

#[derive(Default)]
struct Summary {
    elements: u64,
    depth: usize,
    faults: u64,
    first_fault: Option<usize>,
}
