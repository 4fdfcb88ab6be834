//! Diesel's own `Jsonb`, and the adapter's, through a connection in memory.

use anyhow::{Context as _, Result};
use diesel::prelude::*;
use diesel::sql_types::Jsonb;
use serde_json::Value;
use sqlite_jsonb_diesel::Jsonb as Adapter;

diesel::define_sql_function! {
    /// SQLite's `length`: of a blob, its bytes.
    fn length(value: Jsonb) -> Integer;
}

diesel::define_sql_function! {
    /// SQLite's `likely`: what it is given.
    fn likely(value: Jsonb) -> Binary;
}

/// A connection in memory.
pub(super) struct Diesel(SqliteConnection);

impl Diesel {
    pub(super) fn open() -> Result<Self> {
        let connection = SqliteConnection::establish(":memory:").context("opening for Diesel")?;
        Ok(Self(connection))
    }

    /// The blob that Diesel binds for `value`.
    pub(super) fn blob(&mut self, value: &Value) -> QueryResult<Vec<u8>> {
        diesel::select(likely(value)).get_result(&mut self.0)
    }

    /// Binds `value` as a blob and has SQLite say how long it is: the statement is cached, and no blob comes back.
    pub(super) fn bind(&mut self, value: &Value) -> QueryResult<i32> {
        diesel::select(length(value)).get_result(&mut self.0)
    }

    /// The blob that the adapter binds for `value`.
    pub(super) fn blob_of_adapter(&mut self, value: &Value) -> QueryResult<Vec<u8>> {
        diesel::select(likely(Adapter(value))).get_result(&mut self.0)
    }

    /// The same as [`bind`](Self::bind), by the adapter.
    pub(super) fn bind_by_adapter(&mut self, value: &Value) -> QueryResult<i32> {
        diesel::select(length(Adapter(value))).get_result(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_length_is_that_of_the_blob() -> Result<()> {
        let mut diesel = Diesel::open()?;
        let value = json!({"a": [1, "x"]});
        assert_eq!(diesel.blob(&value)?, b"\x7c\x17a\x4b\x131\x17x");
        assert_eq!(diesel.bind(&value)?, 8);
        assert_eq!(diesel.blob_of_adapter(&value)?, b"\x7c\x17a\x4b\x131\x17x");
        assert_eq!(diesel.bind_by_adapter(&value)?, 8);
        Ok(())
    }
}
