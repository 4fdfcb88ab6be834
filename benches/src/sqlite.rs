//! SQLite itself, bundled: the judge of every blob, and two of the routes.

use anyhow::{Context as _, Result};
use rusqlite::types::FromSql;
use rusqlite::{Connection, Statement, ToSql};

/// A connection in memory.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
}

impl Sqlite {
    /// Opens a connection.
    ///
    /// # Errors
    /// When SQLite cannot be opened.
    pub fn open() -> Result<Self> {
        let connection = Connection::open_in_memory().context("opening SQLite in memory")?;
        Ok(Self { connection })
    }

    /// The version of SQLite.
    #[must_use]
    pub fn version() -> &'static str {
        rusqlite::version()
    }

    /// `jsonb(text)`, or `None` where SQLite refuses: past 1000 levels.
    pub fn jsonb(&self, text: &str) -> Option<Vec<u8>> {
        self.ask("SELECT jsonb(?1)", text)
    }

    /// `json(blob)`, or `None` where SQLite refuses.
    pub fn json(&self, blob: &[u8]) -> Option<String> {
        self.ask("SELECT json(?1)", blob)
    }

    /// `json_valid(blob, 8)`: SQLite's check of a whole blob.
    pub fn is_valid(&self, blob: &[u8]) -> bool {
        self.ask("SELECT json_valid(?1, 8)", blob) == Some(true)
    }

    /// `jsonb(text)` through one prepared statement; what comes back is the length of the blob, which stays in SQLite's
    /// memory: to copy it out is not part of the work.
    ///
    /// # Errors
    /// When the statement cannot be prepared.
    pub fn jsonb_in_place(&self) -> Result<impl FnMut(&str) -> rusqlite::Result<usize>> {
        let mut statement = self.connection.prepare("SELECT jsonb(?1)")?;
        Ok(move |text: &str| len_in_place(&mut statement, text))
    }

    /// `json(blob)` through one prepared statement, as [`jsonb_in_place`](Self::jsonb_in_place).
    ///
    /// # Errors
    /// When the statement cannot be prepared.
    pub fn json_in_place(&self) -> Result<impl FnMut(&[u8]) -> rusqlite::Result<usize>> {
        let mut statement = self.connection.prepare("SELECT json(?1)")?;
        Ok(move |blob: &[u8]| len_in_place(&mut statement, blob))
    }

    /// Binds a blob and has SQLite say how long it is, through one prepared statement.
    ///
    /// # Errors
    /// When the statement cannot be prepared.
    pub fn bound(&self) -> Result<impl FnMut(&dyn ToSql) -> rusqlite::Result<i64>> {
        let mut statement = self.connection.prepare("SELECT length(?1)")?;
        Ok(move |blob: &dyn ToSql| statement.query_row([blob], |row| row.get(0)))
    }

    /// What `parameter` is bound as.
    pub fn blob_of(&self, parameter: impl ToSql) -> Option<Vec<u8>> {
        self.ask("SELECT ?1", parameter)
    }

    fn ask<T: FromSql>(&self, sql: &str, parameter: impl ToSql) -> Option<T> {
        let mut statement = self.connection.prepare_cached(sql).ok()?;
        statement.query_row([parameter], |row| row.get(0)).ok()
    }
}

/// The length in bytes of the one text or blob that `statement` gives.
///
/// SQLite keeps the last texts it parsed (`src/json.c` `jsonCacheInsert`, 3.53), but only while a statement runs, and this
/// one is reset each time.
fn len_in_place(statement: &mut Statement<'_>, parameter: impl ToSql) -> rusqlite::Result<usize> {
    statement.query_row([parameter], |row| Ok(row.get_ref(0)?.as_bytes()?.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_in_place_are_those_of_the_copies() -> Result<()> {
        let sqlite = Sqlite::open()?;
        let text = r#"{"a":[1,2.5,"x"]}"#;
        let blob = sqlite.jsonb(text).context("JSON")?;
        assert!(sqlite.is_valid(&blob));
        assert_eq!(sqlite.jsonb_in_place()?(text)?, blob.len());
        assert_eq!(sqlite.json_in_place()?(&blob)?, text.len());
        assert_eq!(sqlite.json(&blob).as_deref(), Some(text));
        assert_eq!(sqlite.bound()?(&blob)?, 12);
        assert_eq!(sqlite.blob_of(&blob), Some(blob));
        Ok(())
    }

    #[test]
    fn what_sqlite_refuses_is_none() -> Result<()> {
        let sqlite = Sqlite::open()?;
        assert_eq!(sqlite.jsonb(&"[".repeat(1001)), None);
        assert!(!sqlite.is_valid(&[0x35, b'3']));
        Ok(())
    }
}
