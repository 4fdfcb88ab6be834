//! What a check counts and says of one blob, and of one column.

use std::io::{self, Write as _};

use anyhow::Context as _;
use indicatif::HumanCount;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use crate::document::{Cell, Flaw, Grammar, Reader};
use crate::failure::{self, Failure, one_line};
use crate::report::counted;

/// How many bad blobs of a column are listed, unless all are.
const LISTED: u64 = 10;

/// The count of a column, or of files.
#[derive(Debug)]
pub(super) struct Tally {
    /// What messages call it.
    name: String,
    lists_all: bool,
    is_json: bool,
    jsonb: u64,
    bad: u64,
    /// Of the bad ones, those that hold JSON text.
    json_text: u64,
    /// Of the bad ones, those that only SQLite refuses.
    refused: u64,
    null: u64,
    text: u64,
    numbers: u64,
    /// For a report in JSON: the bad ones that are listed.
    listed: Vec<Value>,
}

/// Why a blob counts as bad.
enum Bad {
    Malformed(Flaw),
    JsonText,
    Refused,
}

impl Tally {
    pub(super) fn new(name: String, lists_all: bool, is_json: bool) -> Self {
        Self {
            name,
            lists_all,
            is_json,
            jsonb: 0,
            bad: 0,
            json_text: 0,
            refused: 0,
            null: 0,
            text: 0,
            numbers: 0,
            listed: Vec::new(),
        }
    }

    pub(super) fn is_good(&self) -> bool {
        self.bad == 0
    }

    /// Counts a cell, and lists it if it is bad; `place` says where it is.
    pub(super) fn count(
        &mut self,
        reader: &Reader,
        cell: ValueRef<'_>,
        place: impl FnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        match cell {
            ValueRef::Null => self.null += 1,
            ValueRef::Integer(_) | ValueRef::Real(_) => self.numbers += 1,
            ValueRef::Text(_) => self.text += 1,
            ValueRef::Blob(blob) => match judge(reader, blob)? {
                None => self.jsonb += 1,
                Some(bad) => self.list(&place()?, &bad)?,
            },
        }
        Ok(())
    }

    fn list(&mut self, place: &str, bad: &Bad) -> anyhow::Result<()> {
        self.bad += 1;
        let (reason, offset) = match bad {
            Bad::Malformed(flaw) => (flaw.reason.clone(), flaw.offset),
            Bad::JsonText => {
                self.json_text += 1;
                ("JSON text stored as a BLOB, not JSONB".into(), None)
            }
            Bad::Refused => {
                self.refused += 1;
                (refusal(), None)
            }
        };
        if !self.lists_all && self.bad > LISTED {
            return Ok(());
        }
        if self.is_json {
            let entry = json!({"place": place, "offset": offset, "reason": reason});
            self.listed.push(entry);
            return Ok(());
        }
        let flaw = Flaw::new(reason, offset);
        self.say(&format!("{}, {place}: {flaw}", self.name))
    }

    /// Says how many of each there are.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let unlisted = self.bad.saturating_sub(LISTED);
        if !self.lists_all && unlisted > 0 {
            self.say(&format!(
                "{}: {} more, which --all lists",
                self.name,
                HumanCount(unlisted)
            ))?;
        }
        let mut parts = vec![
            format!("{} good", HumanCount(self.jsonb)),
            format!("{} bad", HumanCount(self.bad)),
        ];
        if self.json_text > 0 {
            parts.push(format!("of those {} JSON text", HumanCount(self.json_text)));
        }
        if self.null > 0 {
            parts.push(format!("{} NULL", HumanCount(self.null)));
        }
        if self.text > 0 {
            parts.push(format!("{} TEXT", HumanCount(self.text)));
        }
        if self.numbers > 0 {
            parts.push(counted(self.numbers, "number"));
        }
        self.say(&format!("{}: {}", self.name, parts.join(", ")))
    }

    /// Prints a line; a reader who leaves after the first bad blobs still gets the exit status of bad data.
    fn say(&self, line: &str) -> anyhow::Result<()> {
        print(line).map_err(|error| {
            if self.bad > 0 && failure::is_closed_pipe(&error) {
                Failure::of_bad_data_seen(error)
            } else {
                error
            }
        })
    }

    /// The counts for a program.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "jsonb": self.jsonb,
            "bad": self.bad,
            "json_text_in_blob": self.json_text,
            "refused_by_sqlite": self.refused,
            "null": self.null,
            "text": self.text,
            "numbers": self.numbers,
            "listed": self.listed,
        })
    }
}

/// What is said of a sound blob that SQLite refuses.
fn refusal() -> String {
    let version = rusqlite::version();
    format!("sound, but json_valid(X, 8) of SQLite {version} refuses it")
}

/// What is bad about a blob.
fn judge(reader: &Reader, blob: &[u8]) -> anyhow::Result<Option<Bad>> {
    Ok(match reader.read(ValueRef::Blob(blob), Grammar::Json5)? {
        Ok(Cell::TextInBlob(_)) => Some(Bad::JsonText),
        Ok(_) if reader.sqlite_takes(blob)? => None,
        Ok(_) => Some(Bad::Refused),
        Err(flaw) => Some(Bad::Malformed(flaw)),
    })
}

/// Prints a line on standard output.
pub(super) fn print(line: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{}", one_line(line)).context("standard output")
}
