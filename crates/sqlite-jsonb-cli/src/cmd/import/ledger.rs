//! What an import in batches leaves in the database until it is complete, so that a later run can go on: a row of a table
//! of its own, written in the transactions of the documents.

use anyhow::{Context as _, bail};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Value, json};

use crate::args::ImportArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::pipeline::Position;

/// The table.
pub(super) const TABLE: &str = "_jsonb_import";

/// The imports of the same files into the same column.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    connection: &'a Connection,
    args: &'a ImportArgs,
    /// The files by their full paths, as a JSON array.
    paths: String,
    /// What tells whether they have changed, in the same order.
    stamps: Value,
}

/// An import that is not complete.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub(super) position: Position,
    /// How many rows it has written.
    pub(super) rows: u64,
    /// How many rows it committed at a time.
    pub(super) batch: u64,
    stamps: Value,
    reading: String,
}

impl<'a> Ledger<'a> {
    /// `None` where something is read that cannot be read again.
    pub(super) fn new(
        connection: &'a Connection,
        args: &'a ImportArgs,
        inputs: &[Input],
    ) -> Option<Self> {
        let (mut paths, mut stamps) = (Vec::new(), Vec::new());
        for input in inputs {
            let stamp = input.stamp()?;
            paths.push(Value::from(stamp.path.to_string_lossy()));
            stamps.push(json!([stamp.len, stamp.modified]));
        }
        Some(Self {
            connection,
            args,
            paths: Value::from(paths).to_string(),
            stamps: stamps.into(),
        })
    }

    /// The import of these files into this column that is not complete.
    pub(super) fn find(&self) -> anyhow::Result<Option<Unfinished>> {
        let is_there: bool = self.connection.query_row(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1",
            [TABLE],
            |row| row.get(0),
        )?;
        if !is_there {
            return Ok(None);
        }
        let count = |value: i64| u64::try_from(value).unwrap_or(0);
        let sql = format!(
            "SELECT file, documents, byte, rows, batch, stamps, reading FROM {TABLE} \
             WHERE target = ?1 AND data = ?2 AND paths = ?3"
        );
        let row = self
            .connection
            .query_row(&sql, self.key(), |row| {
                let position = Position {
                    files: usize::try_from(row.get::<_, i64>(0)?).unwrap_or(0),
                    documents: count(row.get(1)?),
                    offset: count(row.get(2)?),
                };
                let (rows, batch) = (count(row.get(3)?), count(row.get(4)?));
                let (stamps, reading): (String, String) = (row.get(5)?, row.get(6)?);
                Ok((position, rows, batch, stamps, reading))
            })
            .optional()?;
        let Some((position, rows, batch, stamps, reading)) = row else {
            return Ok(None);
        };
        Ok(Some(Unfinished {
            position,
            rows,
            batch,
            stamps: serde_json::from_str(&stamps).context(TABLE)?,
            reading,
        }))
    }

    /// Makes sure that what is left of an import is what it would have read.
    pub(super) fn check(&self, unfinished: &Unfinished) -> anyhow::Result<()> {
        for (file, path) in self.args.files.iter().enumerate() {
            if self.stamps.get(file) != unfinished.stamps.get(file) {
                bail!("{}: has changed since its import began", path.display());
            }
        }
        if self.reading() != unfinished.reading {
            return Err(Failure::usage(format!(
                "the import began with {}, expected the same again",
                unfinished.reading
            )));
        }
        Ok(())
    }

    /// Notes how far the import is.
    pub(super) fn save(&self, position: Position, rows: u64, batch: u64) -> anyhow::Result<()> {
        self.connection.execute_batch(&format!(
            "CREATE TABLE IF NOT EXISTS {TABLE}(target TEXT COLLATE NOCASE, data TEXT COLLATE NOCASE, paths TEXT, \
             stamps TEXT, reading TEXT, batch INTEGER, file INTEGER, documents INTEGER, byte INTEGER, rows INTEGER, \
             PRIMARY KEY(target, data, paths))"
        ))?;
        let count = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let sql = format!("INSERT OR REPLACE INTO {TABLE} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        let (target, data, paths) = self.key();
        self.connection.prepare_cached(&sql)?.execute(params![
            target,
            data,
            paths,
            self.stamps.to_string(),
            self.reading(),
            count(batch),
            count(position.files as u64),
            count(position.documents),
            count(position.offset),
            count(rows),
        ])?;
        Ok(())
    }

    /// Notes that the import is complete.
    pub(super) fn remove(&self) -> anyhow::Result<()> {
        if self.find()?.is_none() {
            return Ok(());
        }
        let sql = format!("DELETE FROM {TABLE} WHERE target = ?1 AND data = ?2 AND paths = ?3");
        self.connection.execute(&sql, self.key())?;
        let sql = format!("SELECT count(*) FROM {TABLE}");
        let left: i64 = self.connection.query_row(&sql, [], |row| row.get(0))?;
        if left == 0 {
            self.connection
                .execute_batch(&format!("DROP TABLE {TABLE}"))?;
        }
        Ok(())
    }

    fn key(&self) -> (&str, &str, &str) {
        (&self.args.table, &self.args.column, &self.paths)
    }

    /// The options that say where documents start.
    fn reading(&self) -> String {
        let whole = if self.args.whole { " --whole" } else { "" };
        format!("--format {}{whole}", self.args.format)
    }
}
