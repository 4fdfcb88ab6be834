//! Large documents: written straight into the database, without a copy in memory.
//!
//! A bound blob is in memory twice, where it was encoded and where SQLite makes a record of it. Here the length of the plan
//! goes into a `zeroblob`, and the writer streams into SQLite's handle of it. What is held is the document and its plan,
//! which is about as large as the blob.
//!
//! SQLite opens such handles only on tables with a rowid, and for writing only on columns that no index uses; of an index on
//! an expression it does not know which columns that uses, so there must be none (`src/vdbeblob.c` `sqlite3_blob_open`,
//! 3.50 to 3.54). A `CHECK (json_valid(..))` or a generated column sees the zeroes first, and refuses them.
//! For such tables bind [`Jsonb`](crate::Jsonb).
//!
//! # Examples
//! ```
//! use rusqlite::Connection;
//! use sqlite_jsonb_rusqlite::blob::{self, Slot};
//!
//! let db = Connection::open_in_memory()?;
//! db.execute_batch("CREATE TABLE documents (id INTEGER PRIMARY KEY, name TEXT, data BLOB)")?;
//! db.execute("INSERT INTO documents (name) VALUES (?1)", ["large"])?;
//!
//! let slot = Slot::new("documents", "data", db.last_insert_rowid());
//! let document = serde_json::json!({"points": [[7.1, 46.9], [7.2, 46.8]]});
//! blob::write(&db, slot, &document)?;
//!
//! let read = blob::read(&db, slot)?;
//! assert_eq!(read.element().to_string(), document.to_string());
//! # Ok::<(), rusqlite::Error>(())
//! ```

use std::io::{self, Read, Seek};

use rusqlite::blob::Blob;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, params};
use sqlite_jsonb::{Document, EncodeOptions, Encoder, Plan};

use crate::JsonbBlob;
use crate::to_sql::encode_error;

/// Where a blob is: a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot<'a> {
    database: &'a str,
    table: &'a str,
    column: &'a str,
    rowid: i64,
}

impl<'a> Slot<'a> {
    /// A column of a row, in the database `main`. The names are as they are, without quotes.
    #[must_use]
    pub const fn new(table: &'a str, column: &'a str, rowid: i64) -> Self {
        Self {
            database: "main",
            table,
            column,
            rowid,
        }
    }

    /// The same in another database: `temp`, or the name under which one is attached.
    #[must_use]
    pub const fn database(mut self, name: &'a str) -> Self {
        self.database = name;
        self
    }
}

/// Encodes `document` into a cell of a row that is there already, and returns its length in bytes.
///
/// SQLite's own limits hold, as for [`Jsonb`](crate::Jsonb); nothing has happened to the database when they are passed.
/// The cell is written in a savepoint, so after an error it is as it was.
///
/// # Errors
/// [`Error::ToSqlConversionFailure`] with a [`sqlite_jsonb::Error`] for a document that cannot be encoded;
/// [`Error::QueryReturnedNoRows`] where there is no such row; those of SQLite.
pub fn write<D: Document>(connection: &Connection, slot: Slot<'_>, document: D) -> Result<usize> {
    let mut encoder = Encoder::with_options(EncodeOptions::sqlite());
    write_plan(
        connection,
        slot,
        encoder.plan(document).map_err(encode_error)?,
    )
}

/// Writes what is planned already into a cell, as [`write`] does: for other limits, and for types of serde, which
/// `sqlite_jsonb::serde::plan` plans.
///
/// # Errors
/// As [`write`].
pub fn write_plan(connection: &Connection, slot: Slot<'_>, plan: Plan<'_>) -> Result<usize> {
    connection.execute_batch("SAVEPOINT sqlite_jsonb_blob")?;
    let written = fill(connection, slot, plan);
    if written.is_err() {
        connection.execute_batch("ROLLBACK TO sqlite_jsonb_blob")?;
    }
    connection.execute_batch("RELEASE sqlite_jsonb_blob")?;
    written
}

fn fill(connection: &Connection, slot: Slot<'_>, plan: Plan<'_>) -> Result<usize> {
    let Slot {
        database,
        table,
        column,
        rowid,
    } = slot;
    let update = format!(
        "UPDATE {}.{} SET {} = zeroblob(?1) WHERE rowid = ?2",
        quoted(database),
        quoted(table),
        quoted(column)
    );
    let len = i64::try_from(plan.encoded_len()).unwrap_or(i64::MAX);
    if connection.execute(&update, params![len, rowid])? == 0 {
        return Err(Error::QueryReturnedNoRows);
    }
    let mut blob = connection.blob_open(database, table, column, rowid, false)?;
    write_to(&mut blob, plan)?;
    blob.close()?;
    Ok(plan.encoded_len())
}

/// Writes a plan into an open handle, which must be of just its [`encoded_len`](Plan::encoded_len).
///
/// For rows that are inserted together with their document: `INSERT INTO t (name, data) VALUES (?1, zeroblob(?2))`, then
/// the handle of `last_insert_rowid()`.
///
/// # Errors
/// [`Error::BlobSizeError`] for a handle of another size, in which nothing is written; those of SQLite.
pub fn write_to(blob: &mut Blob<'_>, plan: Plan<'_>) -> Result<()> {
    if blob.len() != plan.encoded_len() {
        return Err(Error::BlobSizeError);
    }
    blob.rewind().map_err(io_error)?;
    plan.write_to(blob).map_err(io_error)
}

/// Reads a cell through a handle of its blob: the bytes come into memory once.
///
/// A BLOB is read alone: SQLite has no handles of other cells but TEXT, and a TEXT is no JSONB.
///
/// # Errors
/// Those of SQLite, where there is no such row too;
/// [`Error::FromSqlConversionFailure`] with a [`sqlite_jsonb::Error`] for a blob that is malformed.
pub fn read(connection: &Connection, slot: Slot<'_>) -> Result<JsonbBlob> {
    let Slot {
        database,
        table,
        column,
        rowid,
    } = slot;
    read_from(&mut connection.blob_open(database, table, column, rowid, true)?)
}

/// Reads the whole blob of an open handle.
///
/// # Errors
/// As [`read`].
pub fn read_from(blob: &mut Blob<'_>) -> Result<JsonbBlob> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(blob.len()).map_err(read_error)?;
    bytes.resize(blob.len(), 0);
    blob.rewind().map_err(io_error)?;
    blob.read_exact(&mut bytes).map_err(io_error)?;
    JsonbBlob::new(bytes).map_err(read_error)
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The error of SQLite that a handle has wrapped.
#[cold]
fn io_error(error: io::Error) -> Error {
    match error.downcast::<Error>() {
        Ok(error) => error,
        Err(error) => Error::ToSqlConversionFailure(Box::new(error)),
    }
}

#[cold]
fn read_error(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    // There is no statement whose column could be named.
    Error::FromSqlConversionFailure(0, Type::Blob, Box::new(error))
}
