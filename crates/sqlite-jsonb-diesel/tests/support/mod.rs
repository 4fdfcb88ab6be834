//! What the tests share.

#![allow(dead_code, reason = "not every test needs all of it")]

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::Error;
use tempfile::TempDir;

/// A new database in memory and one on disk, which is gone when it is dropped.
pub(crate) fn databases() -> Vec<Database> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("test.db");
    let file = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("opens on disk");
    let memory = SqliteConnection::establish(":memory:").expect("opens in memory");
    [(memory, None), (file, Some(directory))]
        .map(|(connection, directory)| Database {
            connection,
            _directory: directory,
        })
        .into()
}

pub(crate) struct Database {
    pub(crate) connection: SqliteConnection,
    /// Dropped after the connection, so that the file can be removed.
    _directory: Option<TempDir>,
}

impl Database {
    pub(crate) fn run(&mut self, sql: &str) {
        self.connection.batch_execute(sql).expect("runs");
    }
}

/// The error of the library that an error of Diesel was caused by.
pub(crate) fn cause(error: &Error) -> &sqlite_jsonb_diesel::sqlite_jsonb::Error {
    chain(error)
        .find_map(|error| error.downcast_ref())
        .expect("the error of the library is in the chain")
}

/// What the last error of the chain says.
pub(crate) fn root_cause(error: &Error) -> String {
    let last = chain(error).last().expect("the error itself");
    last.to_string()
}

type DynError = dyn std::error::Error + 'static;

/// The error that Diesel wraps, and those that it wraps.
fn chain(error: &Error) -> impl Iterator<Item = &DynError> {
    let first: &DynError = match error {
        Error::SerializationError(cause) | Error::DeserializationError(cause) => cause.as_ref(),
        other => other,
    };
    std::iter::successors(Some(first), |error| error.source())
}
