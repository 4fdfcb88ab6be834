//! The check of a database.

use std::path::Path;

use anyhow::Context as _;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use super::tally::{Tally, print};
use crate::args::CheckArgs;
use crate::database;
use crate::document::Reader;
use crate::failure::Failure;
use crate::report::counted;
use crate::table::{Column, Table};

pub(super) fn check(args: &CheckArgs) -> anyhow::Result<bool> {
    let (path, table, column) = match args.subject.as_slice() {
        [path] => (path, None, None),
        [path, table] => (path, Some(table), None),
        [path, table, column] => (path, Some(table), Some(column)),
        _ => {
            return Err(Failure::usage(
                "with a database, expected a table and a column at most",
            ));
        }
    };
    if args.sequence {
        return Err(Failure::usage("--sequence is for files"));
    }
    let name = || path.display().to_string();
    let connection = database::read(path)?;
    // One state of the database, whoever writes to it meanwhile.
    connection.execute_batch("BEGIN").with_context(name)?;
    let tables = match table {
        Some(table) => vec![Table::find(&connection, &table.to_string_lossy()).with_context(name)?],
        None => Table::all(&connection).with_context(name)?,
    };
    let mut check = Check {
        args,
        connection: &connection,
        reader: Reader::new()?,
        is_good: true,
        is_idle: true,
        report: Vec::new(),
        left_out: Vec::new(),
    };
    for table in &tables {
        let named = column
            .map(|column| table.column(&column.to_string_lossy()))
            .transpose()
            .with_context(name)?;
        match named {
            Some(column) => check.column(table, column).with_context(name)?,
            None => check.table(table).with_context(name)?,
        }
    }
    check.conclude(path)?;
    Ok(check.is_good)
}

/// A check under way.
struct Check<'a> {
    args: &'a CheckArgs,
    connection: &'a Connection,
    reader: Reader,
    is_good: bool,
    /// Whether no column was checked or left out yet.
    is_idle: bool,
    /// For a report in JSON: the columns that were checked.
    report: Vec<Value>,
    /// For a report in JSON: the columns with BLOBs that were not.
    left_out: Vec<Value>,
}

impl Check<'_> {
    /// Checks the columns of a table that are meant to hold JSONB.
    fn table(&mut self, table: &Table) -> anyhow::Result<()> {
        for column in &table.columns {
            let declared_type = column.declared_type.to_ascii_uppercase();
            if declared_type.contains("JSON") {
                self.column(table, column)?;
                continue;
            }
            match self.others(table, column)? {
                Blobs::SomeJsonb => self.column(table, column)?,
                Blobs::Others(0) => {}
                Blobs::Others(blobs) => self.leave_out(table, column, blobs)?,
            }
        }
        Ok(())
    }

    /// Looks for a BLOB that is valid JSONB and that hardly is so by chance.
    fn others(&self, table: &Table, column: &Column) -> anyhow::Result<Blobs> {
        let mut statement = table.cells(self.connection, column, None)?;
        let mut rows = statement.query([])?;
        let mut others = 0;
        while let Some(row) = rows.next()? {
            if let ValueRef::Blob(blob) = row.get_ref(0)? {
                if blob.len() > 1 && sqlite_jsonb::validate(blob).is_ok() {
                    return Ok(Blobs::SomeJsonb);
                }
                others += 1;
            }
        }
        Ok(Blobs::Others(others))
    }

    fn column(&mut self, table: &Table, column: &Column) -> anyhow::Result<()> {
        let name = table.cell_name(column);
        let mut tally = Tally::new(name, self.args.all, self.args.json);
        let mut statement = table.cells(self.connection, column, None)?;
        let mut rows = statement.query([])?;
        let mut number = 0;
        while let Some(row) = rows.next()? {
            number += 1;
            tally.count(&self.reader, row.get_ref(0)?, || {
                Ok(table.place(&table.key_of(row, 1)?, number))
            })?;
        }
        self.is_good &= tally.is_good();
        self.is_idle = false;
        if self.args.json {
            let mut entry = tally.to_json();
            entry["table"] = table.name.as_str().into();
            entry["column"] = column.name.as_str().into();
            self.report.push(entry);
            return Ok(());
        }
        tally.print()
    }

    fn leave_out(&mut self, table: &Table, column: &Column, blobs: u64) -> anyhow::Result<()> {
        self.is_idle = false;
        if self.args.json {
            let entry = json!({"table": table.name, "column": column.name, "blobs": blobs});
            self.left_out.push(entry);
            return Ok(());
        }
        print(&format!(
            "{}: left out, {} and none of it JSONB; name the column to check it",
            table.cell_name(column),
            counted(blobs, "BLOB"),
        ))
    }

    fn conclude(&self, path: &Path) -> anyhow::Result<()> {
        if !self.args.json {
            if self.is_idle {
                print("no column with BLOBs")?;
            }
            return Ok(());
        }
        let report = json!({
            "database": path.display().to_string(),
            "columns": self.report,
            "left_out": self.left_out,
        });
        print(&report.to_string())
    }
}

/// What the BLOBs of a column are.
enum Blobs {
    SomeJsonb,
    /// This many, and none of them is JSONB.
    Others(u64),
}
