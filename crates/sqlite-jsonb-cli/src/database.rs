//! Databases: opened for reading alone, or for one transaction that leaves no trace when it fails.

mod reading;

pub(crate) use reading::read;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Statement};

use crate::failure::Failure;
use crate::interrupt;
use crate::sql::quoted;
use crate::table::{Column, Table};

/// A database with a transaction open that can write.
#[derive(Debug)]
pub(crate) struct Database {
    connection: Connection,
    path: PathBuf,
    /// Whether the file was not there before.
    is_new: bool,
}

/// Why a row was not written.
#[derive(Debug)]
pub(crate) enum RowError {
    /// The table refuses the row or ignores it, and nothing is left of it; the transaction goes on.
    Refused(String),
    /// The table refuses the row, and the transaction is over or keeps a part of it.
    Ended(String),
    Trouble(anyhow::Error),
}

impl Database {
    /// Opens the database at `path`, or makes it, and begins a transaction.
    ///
    /// Nothing is waited for in vain: a database that is locked or cannot be written is an error now.
    pub(crate) fn begin(path: &Path) -> anyhow::Result<Self> {
        let is_new = create(path).with_context(|| path.display().to_string())?;
        Self::begin_with(path, is_new)
    }

    /// As [`begin`](Self::begin), over a database that is there.
    pub(crate) fn begin_existing(path: &Path) -> anyhow::Result<Self> {
        must_be_file(path)?;
        Self::begin_with(path, false)
    }

    fn begin_with(path: &Path, is_new: bool) -> anyhow::Result<Self> {
        let opened = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(|connection| {
            connection.busy_handler(Some(wait_for_lock))?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            Ok(connection)
        });
        match opened {
            Ok(connection) => Ok(Self {
                connection,
                path: path.to_owned(),
                is_new,
            }),
            Err(error) => {
                remove(path, is_new);
                if interrupt::raised() {
                    return Err(Failure::interrupted());
                }
                Err(reason(path, error)).with_context(|| path.display().to_string())
            }
        }
    }

    /// The connection that has the transaction open.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Makes the table unless it is there, and makes sure that it takes rows of one column.
    pub(crate) fn prepare(&self, table: &str, column: &str) -> anyhow::Result<()> {
        self.find_or_create(table, column)
            .with_context(|| self.path.display().to_string())
    }

    fn find_or_create(&self, table: &str, column: &str) -> anyhow::Result<()> {
        let kind: Option<String> = self
            .connection
            .query_row(
                "SELECT type FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')",
                [table],
                |row| row.get(0),
            )
            .optional()?;
        match kind.as_deref() {
            None => self.create_table(table, column),
            Some("view") => bail!("{} is a view, expected a table", quoted(table)),
            Some(_) => self.check_columns(table, column),
        }
    }

    fn create_table(&self, table: &str, column: &str) -> anyhow::Result<()> {
        if column.eq_ignore_ascii_case("id") {
            return Err(Failure::usage(
                "column \"id\" is the row number of the table that would be made, expected another name",
            ));
        }
        let (table, column) = (quoted(table), quoted(column));
        self.connection.execute_batch(&format!(
            "CREATE TABLE {table}(id INTEGER PRIMARY KEY, {column} BLOB)"
        ))?;
        Ok(())
    }

    fn check_columns(&self, table: &str, column: &str) -> anyhow::Result<()> {
        let table = Table::find(&self.connection, table)?;
        let column = table.column(column)?;
        if column.is_generated {
            bail!(
                "column {} is generated, expected one to write",
                quoted(&column.name)
            );
        }
        table.must_hold(column, "BLOB")?;
        let needed = |other: &&Column| other.needs_value && other.name != column.name;
        let others = table.columns.iter().filter(needed);
        let others: Vec<_> = others.map(|other| quoted(&other.name)).collect();
        if !others.is_empty() {
            bail!(
                "table {} needs a value in {} too",
                quoted(&table.name),
                others.join(", ")
            );
        }
        Ok(())
    }

    /// How many rows the table has, if rows may take the place of others there; it takes a walk of the table to tell.
    ///
    /// SQLite does not count rows that ON CONFLICT REPLACE deletes.
    pub(crate) fn rows_where_replaced(&self, table: &str) -> anyhow::Result<Option<u64>> {
        let count = || {
            let may_replace: bool = self.connection.query_row(
                "SELECT count(*) FROM sqlite_schema \
                 WHERE name = ?1 COLLATE NOCASE AND type = 'table' AND sql LIKE '%REPLACE%'",
                [table],
                |row| row.get(0),
            )?;
            if !may_replace {
                return Ok(None);
            }
            let sql = format!("SELECT count(*) FROM {}", quoted(table));
            let rows: i64 = self.connection.query_row(&sql, [], |row| row.get(0))?;
            Ok(u64::try_from(rows).ok())
        };
        count().map_err(|error: rusqlite::Error| {
            anyhow::Error::new(error).context(self.path.display().to_string())
        })
    }

    /// The statement that [`add`](Self::add) runs.
    pub(crate) fn insertion(&self, table: &str, column: &str) -> anyhow::Result<Statement<'_>> {
        let sql = format!(
            "INSERT INTO {}({}) VALUES (?1)",
            quoted(table),
            quoted(column)
        );
        self.connection
            .prepare(&sql)
            .with_context(|| self.path.display().to_string())
    }

    /// Adds a row.
    pub(crate) fn add(&self, insertion: &mut Statement<'_>, blob: &[u8]) -> Result<(), RowError> {
        let before = self.connection.total_changes();
        match insertion.execute([blob]) {
            // ON CONFLICT IGNORE and RAISE(IGNORE) are no error for SQLite.
            Ok(0) => Err(RowError::Refused("the table ignores this row".into())),
            Ok(_) => Ok(()),
            Err(error) if self.connection.total_changes() == before => Err(self.row_error(error)),
            // RAISE(FAIL) keeps what was done for the row, and so perhaps the row.
            Err(error) if is_refusal(&error) => Err(ended(&error)),
            Err(error) => Err(self.trouble(error)),
        }
    }

    /// What the error of a statement that writes a row means, when it left nothing behind.
    pub(crate) fn row_error(&self, error: rusqlite::Error) -> RowError {
        if !is_refusal(&error) {
            return self.trouble(error);
        }
        // A constraint declared ON CONFLICT ROLLBACK has ended the transaction, and what comes would stay.
        if self.connection.is_autocommit() {
            return ended(&error);
        }
        RowError::Refused(error.to_string())
    }

    fn trouble(&self, error: rusqlite::Error) -> RowError {
        RowError::Trouble(anyhow::Error::new(error).context(self.path.display().to_string()))
    }

    /// Begins another transaction after a commit.
    pub(crate) fn begin_again(&self) -> anyhow::Result<()> {
        match self.connection.execute_batch("BEGIN IMMEDIATE") {
            Err(_) if interrupt::raised() => Err(Failure::interrupted()),
            begun => begun.with_context(|| self.path.display().to_string()),
        }
    }

    /// Makes everything last.
    ///
    /// # Errors
    /// As the system's; the transaction is still open then.
    pub(crate) fn commit(&self) -> anyhow::Result<()> {
        self.connection
            .execute_batch("COMMIT")
            .with_context(|| self.path.display().to_string())
    }

    /// Leaves the database as it was.
    pub(crate) fn abandon(self) {
        // Closing rolls back, but not after a failed write: then the journal stays, and whoever opens the file next and
        // may write puts it right (SQLite src/pager.c, the ERROR state). That had better be us.
        drop(self.connection);
        let _ = open(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .and_then(|connection| connection.query_row(READ_SCHEMA, [], |_| Ok(())));
        remove(&self.path, self.is_new);
    }
}

/// Why a database was not opened: of a file that cannot be, SQLite gives the name and no reason.
fn reason(path: &Path, error: rusqlite::Error) -> anyhow::Error {
    match File::open(path) {
        Err(reason) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => reason.into(),
        _ => error.into(),
    }
}

fn must_be_file(path: &Path) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    if fs::metadata(path).with_context(name)?.is_dir() {
        bail!("{}: is a directory, expected a database", name());
    }
    Ok(())
}

/// A statement that reads the file.
const READ_SCHEMA: &str = "SELECT count(*) FROM sqlite_schema";

/// Opens a database; `path` is a path, whatever SQLite would make of its first characters.
fn open(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let bytes = path.as_os_str().as_encoded_bytes();
    // ":memory:", and a URI where SQLite is built to take one (SQLite src/main.c sqlite3ParseUri, SQLITE_USE_URI).
    if bytes.starts_with(b":") || bytes.starts_with(b"file:") {
        return Connection::open_with_flags(Path::new(".").join(path), flags);
    }
    Connection::open_with_flags(path, flags)
}

fn ended(refusal: &rusqlite::Error) -> RowError {
    RowError::Ended(format!("{refusal}, which ends the transaction"))
}

/// Whether the table refuses the row, and would take another.
fn is_refusal(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch)
    )
}

/// Makes an empty file, which is an empty database, and says whether it was missing.
fn create(path: &Path) -> anyhow::Result<bool> {
    match File::create_new(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if path.is_dir() {
                bail!("is a directory, expected a database");
            }
            if let (Ok(target), false) = (fs::read_link(path), path.exists()) {
                bail!(
                    "is a link to {}, where there is no database",
                    target.display()
                );
            }
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// Removes a database that this run made, unless somebody else has filled it since or is about to.
fn remove(path: &Path, is_new: bool) {
    if !is_new {
        return;
    }
    // Somebody else's file is empty too until they commit, and SQLite would commit into a file that is gone. But they hold
    // a lock; and who gets one only after us is told that the file is gone (SQLite src/pager.c databaseIsUnmoved).
    let locked = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(|connection| {
        connection.busy_timeout(Duration::ZERO)?;
        connection.execute_batch("BEGIN EXCLUSIVE")?;
        Ok(connection)
    });
    if locked.is_ok() && fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0) {
        // It was ours and empty; what cannot be removed does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Waits five seconds for a lock, or up to an interrupt.
fn wait_for_lock(tries: i32) -> bool {
    thread::sleep(Duration::from_millis(50));
    tries < 100 && !interrupt::raised()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_file_is_removed_only_while_nobody_else_writes_to_it() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("app.db");
        assert!(create(&path).expect("it can be made"));
        let other = Database::begin(&path).expect("nobody else has it");
        other.prepare("t", "data").expect("a new table");

        remove(&path, true);
        assert_eq!(fs::metadata(&path).expect("it is there").len(), 0);
        other.commit().expect("it commits");
        remove(&path, true);
        assert!(path.exists(), "a filled database was removed");

        let empty = directory.path().join("empty.db");
        create(&empty).expect("it can be made");
        remove(&empty, false);
        assert!(empty.exists(), "it was there before");
        remove(&empty, true);
        assert!(!empty.exists());
    }
}
