//! The bundled SQLite.

use rusqlite::Connection;

/// A SQLite to ask.
pub(crate) struct Sqlite(pub(crate) Connection);

impl Sqlite {
    pub(crate) fn new() -> Self {
        Self(Connection::open_in_memory().expect("SQLite opens a database in memory"))
    }

    pub(crate) fn takes(&self, blob: &[u8]) -> bool {
        let mut query = self
            .0
            .prepare_cached("SELECT json_valid(?, 8)")
            .expect("the statement is right");
        query
            .query_row([blob], |row| row.get(0))
            .expect("json_valid does not fail")
    }

    /// What a function of one argument prints for a blob; `None` when it fails.
    pub(crate) fn text(&self, function: &str, blob: &[u8]) -> Option<String> {
        let mut query = self
            .0
            .prepare_cached(&format!("SELECT {function}(?)"))
            .expect("the statement is right");
        query.query_row([blob], |row| row.get(0)).ok()
    }
}
