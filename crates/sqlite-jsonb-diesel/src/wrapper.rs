//! The wrappers themselves.

use std::ops::{Deref, DerefMut};

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types;

/// A tree in a column of [`sql_types::Jsonb`]: writes where `&T` is a source, reads where `T` is a sink.
///
/// # Examples
/// ```
/// use diesel::prelude::*;
/// use diesel::sql_types::{Bool, Text};
/// use serde_json::json;
/// use sqlite_jsonb_diesel::Jsonb;
///
/// let mut db = SqliteConnection::establish(":memory:")?;
/// let tree = json!({"a": [1.5, "x"]});
/// // The bytes are those of SQLite's own `jsonb()`.
/// let same = diesel::dsl::sql::<Bool>("")
///     .bind::<diesel::sql_types::Jsonb, _>(Jsonb(&tree))
///     .sql(" = jsonb(")
///     .bind::<Text, _>(tree.to_string())
///     .sql(")");
/// assert!(diesel::select(same).get_result::<bool>(&mut db)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = sql_types::Jsonb)]
pub struct Jsonb<T>(pub T);

/// Any type of serde in a column of [`sql_types::Jsonb`].
///
/// It is written and read as serde_json would write and read it as text.
///
/// # Examples
/// ```
/// use std::collections::BTreeMap;
/// use diesel::prelude::*;
/// use diesel::dsl::json_pretty;
/// use diesel::sql_types::Jsonb;
/// use sqlite_jsonb_diesel::JsonbSerde;
///
/// let mut db = SqliteConnection::establish(":memory:")?;
/// let scores = JsonbSerde(BTreeMap::from([("Ada", 3), ("Bo", 5)]));
/// let text: String = diesel::select(json_pretty(scores.into_sql::<Jsonb>())).get_result(&mut db)?;
/// assert_eq!(text, "{\n    \"Ada\": 3,\n    \"Bo\": 5\n}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "serde")]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = sql_types::Jsonb)]
pub struct JsonbSerde<T>(pub T);

/// Reads what `W` reads, and JSON text in a BLOB too, as SQLite's own functions do; writes what `W` writes.
///
/// `W` is [`Jsonb`], [`JsonbSerde`](crate::JsonbSerde) or [`JsonbBlob`](crate::JsonbBlob).
///
/// A BLOB that is both is JSONB, as for SQLite: the four digits `3123` are also the INT 123, and `7123` the text "123". Only
/// numbers of four bytes are such, and arrays of six with white space in front of a number.
///
/// # Examples
/// ```
/// use diesel::prelude::*;
/// use serde_json::{Value, json};
/// use sqlite_jsonb_diesel::{Jsonb, Lenient};
///
/// let mut db = SqliteConnection::establish(":memory:")?;
/// let text = diesel::dsl::sql::<diesel::sql_types::Jsonb>("CAST('[1, 2]' AS BLOB)");
/// assert!(diesel::select(text.clone()).get_result::<Jsonb<Value>>(&mut db).is_err());
///
/// let Lenient(Jsonb(value)): Lenient<Jsonb<Value>> = diesel::select(text).get_result(&mut db)?;
/// assert_eq!(value, json!([1, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = sql_types::Jsonb)]
pub struct Lenient<W>(pub W);

macro_rules! newtype {
    ($Wrapper:ident) => {
        impl<T> $Wrapper<T> {
            /// What it holds.
            pub fn into_inner(self) -> T {
                self.0
            }
        }

        impl<T> Deref for $Wrapper<T> {
            type Target = T;

            fn deref(&self) -> &T {
                &self.0
            }
        }

        impl<T> DerefMut for $Wrapper<T> {
            fn deref_mut(&mut self) -> &mut T {
                &mut self.0
            }
        }

        impl<T> From<T> for $Wrapper<T> {
            fn from(inner: T) -> Self {
                Self(inner)
            }
        }
    };
}

newtype!(Jsonb);
#[cfg(feature = "serde")]
newtype!(JsonbSerde);
newtype!(Lenient);
