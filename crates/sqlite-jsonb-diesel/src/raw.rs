//! A blob as it is in the table.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types;
use sqlite_jsonb::{Cell, Element, Result, TextInBlob, validate};

/// A whole JSONB blob, checked and otherwise as it is: to read some of it in place, or to pass it on.
///
/// It is written byte for byte, so a blob read from one table and written to another is the same one.
///
/// # Examples
/// ```
/// use diesel::prelude::*;
/// use sqlite_jsonb_diesel::JsonbBlob;
///
/// let mut db = SqliteConnection::establish(":memory:")?;
/// let person = diesel::dsl::sql::<diesel::sql_types::Jsonb>("jsonb('{\"name\": \"Ada\", \"born\": 1815}')");
/// let blob: JsonbBlob = diesel::select(person).get_result(&mut db)?;
/// let born = blob.element().get("born")?.expect("there is one");
/// assert_eq!(born.as_i64()?, Some(1815));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = sql_types::Jsonb)]
pub struct JsonbBlob(Vec<u8>);

impl JsonbBlob {
    /// A blob that [`validate`] takes.
    ///
    /// # Errors
    /// As [`validate`], and those of a [`Cell`] for an empty blob and for JSON text.
    pub fn new(blob: Vec<u8>) -> Result<Self> {
        Cell::Blob(&blob).read(TextInBlob::Refuse, validate)?;
        Ok(Self(blob))
    }

    /// A copy of a blob that [`validate`] takes.
    pub(crate) fn copied(blob: &[u8]) -> Result<Self> {
        validate(blob)?;
        Ok(Self(blob.to_vec()))
    }

    /// The element that it is.
    ///
    /// # Panics
    /// Never: the blob was checked.
    pub fn element(&self) -> Element<'_> {
        Element::from_slice(&self.0).expect("checked when it was made")
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its bytes.
    pub fn into_vec(self) -> Vec<u8> {
        self.0
    }
}
