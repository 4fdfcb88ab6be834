//! Databases opened for reading alone.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::Context as _;
use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::{READ_SCHEMA, must_be_file, open, reason, wait_for_lock};

/// Opens a database that is there for reading alone.
pub(crate) fn read(path: &Path) -> anyhow::Result<Connection> {
    must_be_file(path)?;
    let mut tried = open_to(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    if tried.as_ref().is_err_and(is_cut_short) {
        // Whoever opens the database next takes the unfinished write back, before anything can be read.
        tried = open_to(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .and_then(|_| open_to(path, OpenFlags::SQLITE_OPEN_READ_ONLY));
    }
    let error = match tried {
        Ok(connection) => return Ok(connection),
        Err(error) => error,
    };
    let hint = if is_cut_short(&error) {
        ": a write to it was cut short, and only who may write it can take that back"
    } else if cannot_share(&error) && is_in_wal_mode(path) {
        ": in WAL mode SQLite reads it only where it may write files beside it, or where they are already"
    } else {
        ""
    };
    Err(reason(path, error)).with_context(|| format!("{}{hint}", path.display()))
}

/// Opens a database and reads its schema, which tells trouble with the database from trouble with a statement.
fn open_to(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = open(path, access)?;
    connection.busy_handler(Some(wait_for_lock))?;
    connection.query_row(READ_SCHEMA, [], |_| Ok(()))?;
    Ok(connection)
}

/// Whether there is a journal to roll back, without the right to write.
fn is_cut_short(error: &rusqlite::Error) -> bool {
    error
        .sqlite_error()
        .is_some_and(|error| error.extended_code == ffi::SQLITE_READONLY_ROLLBACK)
}

/// Whether SQLite could not make the files that go with a database.
fn cannot_share(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)
    )
}

/// SQLite `doc/fileformat2.md` section 1.3.3: the version for reading is 2.
fn is_in_wal_mode(path: &Path) -> bool {
    let mut start = [0; 20];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start[19] == 2
}
