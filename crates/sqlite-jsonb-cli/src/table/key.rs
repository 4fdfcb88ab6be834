//! What tells the rows of a table apart.

use std::fmt;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};

use super::Column;
use crate::sql::{quoted, real};

/// One part of a key.
#[derive(Debug)]
pub(super) struct Part {
    /// How messages call it.
    pub(super) name: String,
    pub(super) sql: String,
}

/// One value of a key. SQLite keeps texts whatever their bytes are, so a text need not be UTF-8.
#[derive(Clone, Debug)]
pub(crate) enum KeyValue {
    Text(Vec<u8>),
    Other(Value),
}

impl KeyValue {
    pub(super) fn as_ref(&self) -> ValueRef<'_> {
        match self {
            Self::Text(text) => ValueRef::Text(text),
            Self::Other(value) => value.into(),
        }
    }
}

impl FromSql for KeyValue {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Text(text) => Ok(Self::Text(text.to_vec())),
            other => Value::column_result(other).map(Self::Other),
        }
    }
}

impl ToSql for KeyValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.as_ref()))
    }
}

pub(super) fn primary_key(columns: &[Column]) -> Vec<Part> {
    let mut key: Vec<_> = columns.iter().filter(|column| column.primary > 0).collect();
    key.sort_by_key(|column| column.primary);
    key.into_iter()
        .map(|column| Part {
            name: column.name.clone(),
            sql: quoted(&column.name),
        })
        .collect()
}

/// The rowid by a name that no column has taken.
pub(super) fn rowid(columns: &[Column]) -> Vec<Part> {
    let is_free = |name: &&str| {
        !columns
            .iter()
            .any(|column| column.name.eq_ignore_ascii_case(name))
    };
    ["rowid", "_rowid_", "oid"]
        .iter()
        .find(|name| is_free(name))
        .map(|&sql| Part {
            name: "rowid".into(),
            sql: sql.into(),
        })
        .into_iter()
        .collect()
}

/// A value as SQL spells it.
pub(super) struct Literal<'v>(pub(super) ValueRef<'v>);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ValueRef::Null => f.write_str("NULL"),
            ValueRef::Integer(value) => write!(f, "{value}"),
            ValueRef::Real(value) => f.write_str(&real(value)),
            ValueRef::Text(text) => {
                write!(f, "'{}'", String::from_utf8_lossy(text).replace('\'', "''"))
            }
            ValueRef::Blob(blob) => {
                f.write_str("x'")?;
                blob.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_str("'")
            }
        }
    }
}
