//! Reading: every type of cell that may hold JSON.

use diesel::deserialize::{FromSql, Result};
use diesel::result::UnexpectedNullError;
use diesel::sql_types;
use diesel::sqlite::{Sqlite, SqliteType, SqliteValue};
use sqlite_jsonb::{Cell, JsonbSink, TextInBlob, from_slice};

use crate::{Jsonb, JsonbBlob, Lenient};

/// A type that is read from a cell, leniently or not.
trait Read: Sized {
    fn read(blob: &[u8]) -> sqlite_jsonb::Result<Self>;
}

impl<T: for<'a> JsonbSink<'a>> Read for Jsonb<T> {
    fn read(blob: &[u8]) -> sqlite_jsonb::Result<Self> {
        from_slice(blob).map(Self)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::de::DeserializeOwned> Read for crate::JsonbSerde<T> {
    fn read(blob: &[u8]) -> sqlite_jsonb::Result<Self> {
        sqlite_jsonb::serde::from_slice(blob).map(Self)
    }
}

impl Read for JsonbBlob {
    fn read(blob: &[u8]) -> sqlite_jsonb::Result<Self> {
        Self::copied(blob)
    }
}

impl<T: for<'a> JsonbSink<'a>> FromSql<sql_types::Jsonb, Sqlite> for Jsonb<T> {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> Result<Self> {
        read(value, TextInBlob::Refuse)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::de::DeserializeOwned> FromSql<sql_types::Jsonb, Sqlite> for crate::JsonbSerde<T> {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> Result<Self> {
        read(value, TextInBlob::Refuse)
    }
}

impl FromSql<sql_types::Jsonb, Sqlite> for JsonbBlob {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> Result<Self> {
        read(value, TextInBlob::Refuse)
    }
}

impl<T: for<'a> JsonbSink<'a>> FromSql<sql_types::Jsonb, Sqlite> for Lenient<Jsonb<T>> {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> Result<Self> {
        read(value, TextInBlob::Take).map(Self)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::de::DeserializeOwned> FromSql<sql_types::Jsonb, Sqlite>
    for Lenient<crate::JsonbSerde<T>>
{
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> Result<Self> {
        read(value, TextInBlob::Take).map(Self)
    }
}

impl FromSql<sql_types::Jsonb, Sqlite> for Lenient<JsonbBlob> {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> Result<Self> {
        read(value, TextInBlob::Take).map(Self)
    }
}

fn read<R: Read>(mut value: SqliteValue<'_, '_, '_>, text_in_blob: TextInBlob) -> Result<R> {
    let text;
    let cell = match value.value_type() {
        None => return Err(Box::new(UnexpectedNullError)),
        Some(SqliteType::Binary) => Cell::Blob(value.read_blob()),
        Some(SqliteType::Text) => {
            // `read_text` would replace what is not UTF-8; this is an error instead.
            text = <String as FromSql<sql_types::Text, Sqlite>>::from_sql(value)?;
            Cell::Text(text.as_bytes())
        }
        Some(SqliteType::Float | SqliteType::Double) => Cell::Real(value.read_double()),
        Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
            Cell::Integer(value.read_long())
        }
    };
    Ok(cell.read(text_in_blob, R::read)?)
}
