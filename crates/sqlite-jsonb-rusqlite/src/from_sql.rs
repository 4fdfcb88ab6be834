//! Reading: every type of cell that may hold JSON.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use sqlite_jsonb::{Cell, Element, JsonbSink, TextInBlob, from_slice};

use crate::{Jsonb, JsonbBlob, Lenient};

/// The element in a BLOB cell, in place: nothing is copied, and its payload is not looked at before it is asked.
///
/// # Errors
/// [`FromSqlError::InvalidType`] for NULL; otherwise the cause is a [`sqlite_jsonb::Error`]: a blob whose header is
/// malformed, an empty one, JSON text, and a cell that is no BLOB, whose element could not be in place.
///
/// # Examples
/// ```
/// use sqlite_jsonb_rusqlite::element;
///
/// let db = rusqlite::Connection::open_in_memory()?;
/// let mut statement = db.prepare("SELECT jsonb('{\"name\": \"Ada\"}')")?;
/// let mut rows = statement.query([])?;
/// while let Some(row) = rows.next()? {
///     let person = element(row.get_ref(0)?)?;
///     let name = person.get("name")?.expect("there is one");
///     assert_eq!(name.as_str()?.as_deref(), Some("Ada"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn element(value: ValueRef<'_>) -> FromSqlResult<Element<'_>> {
    cell(value)?.element().map_err(FromSqlError::other)
}

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

impl<T: for<'a> JsonbSink<'a>> FromSql for Jsonb<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        read(value, TextInBlob::Refuse)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::de::DeserializeOwned> FromSql for crate::JsonbSerde<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        read(value, TextInBlob::Refuse)
    }
}

impl FromSql for JsonbBlob {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        read(value, TextInBlob::Refuse)
    }
}

impl<T: for<'a> JsonbSink<'a>> FromSql for Lenient<Jsonb<T>> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        read(value, TextInBlob::Take).map(Self)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::de::DeserializeOwned> FromSql for Lenient<crate::JsonbSerde<T>> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        read(value, TextInBlob::Take).map(Self)
    }
}

impl FromSql for Lenient<JsonbBlob> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        read(value, TextInBlob::Take).map(Self)
    }
}

fn read<R: Read>(value: ValueRef<'_>, text_in_blob: TextInBlob) -> FromSqlResult<R> {
    cell(value)?
        .read(text_in_blob, R::read)
        .map_err(FromSqlError::other)
}

fn cell(value: ValueRef<'_>) -> FromSqlResult<Cell<'_>> {
    Ok(match value {
        ValueRef::Null => return Err(FromSqlError::InvalidType),
        ValueRef::Integer(value) => Cell::Integer(value),
        ValueRef::Real(value) => Cell::Real(value),
        ValueRef::Text(text) => Cell::Text(text),
        ValueRef::Blob(blob) => Cell::Blob(blob),
    })
}
