//! The wrappers themselves.

use std::ops::{Deref, DerefMut};

/// A tree in a JSONB column: writes where `&T` is a source, reads where `T` is a sink.
///
/// # Examples
/// ```
/// use serde_json::json;
/// use sqlite_jsonb_rusqlite::Jsonb;
///
/// let db = rusqlite::Connection::open_in_memory()?;
/// let tree = json!({"a": [1.5, "x"]});
/// let text = tree.to_string();
/// // The bytes are those of SQLite's own `jsonb()`.
/// let same: bool = db.query_row("SELECT ?1 = jsonb(?2)", (Jsonb(&tree), text), |row| row.get(0))?;
/// assert!(same);
///
/// let read: Jsonb<serde_json::Value> = db.query_row("SELECT jsonb('[1]')", [], |row| row.get(0))?;
/// assert_eq!(read[0], 1);
/// # Ok::<(), rusqlite::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jsonb<T>(pub T);

/// Any type of serde in a JSONB column.
///
/// It is written and read as serde_json would write and read it as text.
///
/// # Examples
/// ```
/// use std::collections::BTreeMap;
/// use sqlite_jsonb_rusqlite::JsonbSerde;
///
/// let db = rusqlite::Connection::open_in_memory()?;
/// let scores = BTreeMap::from([("Ada".to_string(), 3), ("Bo".to_string(), 5)]);
/// let best = "SELECT max(value), ?1 FROM json_each(?1)";
/// let (score, all): (i64, JsonbSerde<BTreeMap<String, i64>>) =
///     db.query_row(best, [JsonbSerde(&scores)], |row| Ok((row.get(0)?, row.get(1)?)))?;
/// assert_eq!(score, 5);
/// assert_eq!(*all, scores);
/// # Ok::<(), rusqlite::Error>(())
/// ```
#[cfg(feature = "serde")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
/// use serde_json::{Value, json};
/// use sqlite_jsonb_rusqlite::{Jsonb, Lenient};
///
/// let db = rusqlite::Connection::open_in_memory()?;
/// let select = "SELECT CAST('[1, 2]' AS BLOB)";
/// let error = db.query_row(select, [], |row| row.get::<_, Jsonb<Value>>(0)).unwrap_err();
/// assert!(error.to_string().contains("blob holds JSON text, expected JSONB"));
///
/// let Lenient(Jsonb(value)): Lenient<Jsonb<Value>> = db.query_row(select, [], |row| row.get(0))?;
/// assert_eq!(value, json!([1, 2]));
/// # Ok::<(), rusqlite::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
