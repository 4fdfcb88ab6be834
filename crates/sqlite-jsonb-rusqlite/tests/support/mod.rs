//! What the tests share.

#![allow(dead_code, reason = "not every test needs all of it")]

use rusqlite::Connection;
use tempfile::TempDir;

/// A new database in memory and one on disk, which is gone when it is dropped.
pub(crate) fn databases() -> Vec<Database> {
    let directory = tempfile::tempdir().expect("a directory");
    let file = Connection::open(directory.path().join("test.db")).expect("opens on disk");
    let memory = Connection::open_in_memory().expect("opens in memory");
    [(memory, None), (file, Some(directory))]
        .map(|(connection, directory)| Database {
            connection,
            _directory: directory,
        })
        .into()
}

pub(crate) struct Database {
    connection: Connection,
    /// Dropped after the connection, so that the file can be removed.
    _directory: Option<TempDir>,
}

impl std::ops::Deref for Database {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

/// The error of the library that an error of rusqlite was caused by.
pub(crate) fn cause(error: rusqlite::Error) -> sqlite_jsonb_rusqlite::sqlite_jsonb::Error {
    let (rusqlite::Error::FromSqlConversionFailure(_, _, cause)
    | rusqlite::Error::ToSqlConversionFailure(cause)) = error
    else {
        panic!("{error} has no cause of the library");
    };
    *cause.downcast().expect("the error of the library")
}
