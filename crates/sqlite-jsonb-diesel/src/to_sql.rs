//! Writing: a document is encoded as a whole, then it is bound.

use diesel::serialize::{IsNull, Output, Result, ToSql};
use diesel::sql_types;
use diesel::sqlite::Sqlite;
use sqlite_jsonb::{Document, EncodeOptions};

use crate::{Jsonb, JsonbBlob, Lenient};

impl<T: std::fmt::Debug> ToSql<sql_types::Jsonb, Sqlite> for Jsonb<T>
where
    for<'a> &'a T: Document,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> Result {
        out.set_value(EncodeOptions::sqlite().to_vec(&self.0)?);
        Ok(IsNull::No)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize + std::fmt::Debug> ToSql<sql_types::Jsonb, Sqlite>
    for crate::JsonbSerde<T>
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> Result {
        let options = EncodeOptions::sqlite();
        out.set_value(sqlite_jsonb::serde::to_vec_with(&self.0, options)?);
        Ok(IsNull::No)
    }
}

impl ToSql<sql_types::Jsonb, Sqlite> for JsonbBlob {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> Result {
        out.set_value(self.as_bytes());
        Ok(IsNull::No)
    }
}

impl<W: ToSql<sql_types::Jsonb, Sqlite>> ToSql<sql_types::Jsonb, Sqlite> for Lenient<W> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> Result {
        self.0.to_sql(out)
    }
}
