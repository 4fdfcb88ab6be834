//! SQLite itself, bundled, as the judge.

use rusqlite::{Connection, params};

/// An in-memory connection and the few questions the tests ask of it.
#[derive(Debug)]
pub struct Oracle {
    connection: Connection,
}

impl Oracle {
    /// Opens a connection.
    ///
    /// # Panics
    /// When SQLite cannot be opened.
    pub fn new() -> Self {
        let connection = Connection::open_in_memory().expect("SQLite opens in memory");
        Self { connection }
    }

    /// `jsonb(text)`: the blob, or SQLite's error message.
    ///
    /// # Errors
    /// SQLite's message when it refuses the text.
    pub fn jsonb(&self, text: &str) -> Result<Vec<u8>, String> {
        self.one("SELECT jsonb(?1)", params![text])
    }

    /// `json(blob)`: the text, or SQLite's error message.
    ///
    /// # Errors
    /// SQLite's message when it refuses the blob.
    pub fn json(&self, blob: &[u8]) -> Result<String, String> {
        self.one("SELECT json(?1)", params![blob])
    }

    /// `json_valid(blob, 8)`: SQLite's strict check of a whole blob.
    ///
    /// # Panics
    /// Never on a working SQLite: `json_valid` takes any blob.
    pub fn is_valid(&self, blob: &[u8]) -> bool {
        self.one("SELECT json_valid(?1, 8)", params![blob])
            .expect("json_valid answers for any blob")
    }

    /// `json_valid(text, 1)`: whether a text is JSON by RFC 8259.
    ///
    /// # Panics
    /// Never on a working SQLite: `json_valid` takes any text.
    pub fn is_json(&self, text: &str) -> bool {
        self.one("SELECT json_valid(?1, 1)", params![text])
            .expect("json_valid answers for any text")
    }

    fn one<T: rusqlite::types::FromSql>(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<T, String> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(parameters, |row| row.get(0)))
            .map_err(|error| error.to_string())
    }
}

impl Default for Oracle {
    fn default() -> Self {
        Self::new()
    }
}
