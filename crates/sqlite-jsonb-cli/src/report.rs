//! What a run says at its end.

use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount};
use serde_json::json;

use crate::failure::{self, one_line, say};

/// How many skipped documents are named unless all are.
const NAMED: usize = 5;

/// What an import did.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) rows: u64,
    /// Rows that are gone, since those of this import took their place by ON CONFLICT REPLACE.
    pub(crate) replaced: u64,
    /// Those of earlier runs of the same import.
    pub(crate) rows_before: u64,
    pub(crate) skipped: Skipped,
    /// As they are in the files, in bytes.
    pub(crate) bytes_read: u64,
    /// The length of all blobs, in bytes.
    pub(crate) blob_bytes: u64,
    pub(crate) elapsed: Duration,
}

/// Documents that were passed over.
#[derive(Debug, Default)]
pub(crate) struct Skipped {
    pub(crate) count: u64,
    /// The first of them, or all: where, and why.
    pub(crate) named: Vec<String>,
    names_all: bool,
}

impl Skipped {
    pub(crate) fn new(names_all: bool) -> Self {
        Self {
            names_all,
            ..Self::default()
        }
    }

    pub(crate) fn add(&mut self, message: String) {
        self.count += 1;
        if self.names_all || self.named.len() < NAMED {
            self.named.push(message);
        }
    }

    /// Names them on standard error, as what they are.
    pub(crate) fn name(&self, what: &str) {
        for message in &self.named {
            say(&format!("{what}: {message}"));
        }
        let more = self.count - self.named.len() as u64;
        if more > 0 {
            say(&format!("{what}: {more} more, which --all names"));
        }
    }

    /// The exit status of a run that passed these over.
    pub(crate) fn status(&self) -> u8 {
        if self.count == 0 {
            failure::DONE
        } else {
            failure::BAD_DATA
        }
    }
}

impl Summary {
    /// Prints the summary for a program.
    pub(crate) fn print_json(&self, database: &Path, table: &str) -> io::Result<()> {
        let summary = json!({
            "database": database.display().to_string(),
            "table": table,
            "files": self.files,
            "rows": self.rows,
            "replaced": self.replaced,
            "rows_before": self.rows_before,
            "skipped": self.skipped.count,
            "errors": self.skipped.named,
            "bytes_read": self.bytes_read,
            "blob_bytes": self.blob_bytes,
            "seconds": self.elapsed.as_secs_f64(),
        });
        writeln!(io::stdout(), "{summary}")
    }

    /// Prints the summary for a person.
    pub(crate) fn print(&self, database: &Path, table: &str) -> io::Result<()> {
        let skipped = match self.skipped.count {
            0 => String::new(),
            skipped => format!(", {} skipped", HumanCount(skipped)),
        };
        let before = match self.rows_before {
            0 => String::new(),
            rows => format!(" after {}", HumanCount(rows)),
        };
        let replaced = match self.replaced {
            0 => String::new(),
            rows => format!(", {} in place of others,", HumanCount(rows)),
        };
        let line = format!(
            "{}{before}{replaced} from {} into {table} of {}{skipped}: {} read, {} of JSONB, {:.1} s",
            counted(self.rows, "row"),
            counted(self.files as u64, "file"),
            database.display(),
            HumanBytes(self.bytes_read),
            HumanBytes(self.blob_bytes),
            self.elapsed.as_secs_f64(),
        );
        writeln!(io::stdout(), "{}", one_line(&line))
    }
}

pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", HumanCount(count))
}
