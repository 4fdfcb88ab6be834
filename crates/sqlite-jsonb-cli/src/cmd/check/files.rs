//! The check of files.

use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use sqlite_jsonb::Element;

use super::tally::{Tally, print};
use crate::args::CheckArgs;
use crate::document::Reader;
use crate::input;

pub(super) fn check(args: &CheckArgs) -> anyhow::Result<bool> {
    let reader = Reader::new()?;
    let mut is_good = true;
    let mut report: Vec<Value> = Vec::new();
    for path in &args.subject {
        let bytes = input::whole_file(path)?;
        let name = input::name_of(path);
        let mut tally = Tally::new(name.clone(), args.all, args.json);
        for (number, (offset, blob)) in blobs(&bytes, args.sequence).enumerate() {
            tally.count(&reader, ValueRef::Blob(blob), || {
                Ok(if args.sequence {
                    format!("blob {} from byte {offset} on", number + 1)
                } else if is_sequence(blob) {
                    "the whole file (of several blobs back to back: --sequence)".into()
                } else {
                    "the whole file".into()
                })
            })?;
        }
        is_good &= tally.is_good();
        if args.json {
            let mut entry = tally.to_json();
            entry["file"] = name.into();
            report.push(entry);
        } else {
            tally.print()?;
        }
    }
    if args.json {
        print(&json!({ "files": report }).to_string())?;
    }
    Ok(is_good)
}

/// Whether a file is more than one good blob, back to back.
fn is_sequence(bytes: &[u8]) -> bool {
    let mut count = 0;
    let mut blobs = blobs(bytes, true).inspect(|_| count += 1);
    blobs.all(|(_, blob)| sqlite_jsonb::validate(blob).is_ok()) && count > 1
}

/// The blobs of a file with their places; what cannot be split is the last one.
fn blobs(bytes: &[u8], is_sequence: bool) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let start = rest.take()?;
        let blob = match Element::from_prefix(start) {
            Ok(element) if is_sequence => element.as_bytes(),
            _ => start,
        };
        rest = Some(&start[blob.len()..]).filter(|rest| !rest.is_empty());
        Some((bytes.len() - start.len(), blob))
    })
}
