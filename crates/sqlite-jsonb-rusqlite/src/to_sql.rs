//! Writing: a document is encoded as a whole, then it is bound.

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Error, Result};
use sqlite_jsonb::{Document, EncodeOptions};

use crate::{Jsonb, JsonbBlob, Lenient};

impl<T> ToSql for Jsonb<T>
where
    for<'a> &'a T: Document,
{
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        bound(EncodeOptions::sqlite().to_vec(&self.0))
    }
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> ToSql for crate::JsonbSerde<T> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        bound(sqlite_jsonb::serde::to_vec_with(
            &self.0,
            EncodeOptions::sqlite(),
        ))
    }
}

impl ToSql for JsonbBlob {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Blob(self.as_bytes())))
    }
}

impl<W: ToSql> ToSql for Lenient<W> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

fn bound(blob: sqlite_jsonb::Result<Vec<u8>>) -> Result<ToSqlOutput<'static>> {
    blob.map(ToSqlOutput::from).map_err(encode_error)
}

/// The error of a document that cannot be encoded.
#[cold]
pub(crate) fn encode_error(error: sqlite_jsonb::Error) -> Error {
    Error::ToSqlConversionFailure(Box::new(error))
}
