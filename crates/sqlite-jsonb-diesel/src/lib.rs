//! JSONB columns of SQLite through [Diesel](diesel): [`Jsonb<T>`](Jsonb) for any tree, [`JsonbSerde<T>`](JsonbSerde) for
//! any type of serde.
//!
//! ```
//! use diesel::prelude::*;
//! use serde::{Deserialize, Serialize};
//! use serde_json::{Value, json};
//! use sqlite_jsonb_diesel::{Jsonb, JsonbSerde};
//!
//! diesel::table! {
//!     books {
//!         id -> Integer,
//!         data -> Jsonb,
//!         notes -> Nullable<Jsonb>,
//!     }
//! }
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Data {
//!     title: String,
//!     year: u16,
//! }
//!
//! #[derive(Debug, PartialEq, Queryable, Selectable, Insertable)]
//! #[diesel(table_name = books)]
//! struct Book {
//!     id: i32,
//!     data: JsonbSerde<Data>,
//!     notes: Option<Jsonb<Value>>,
//! }
//!
//! let mut db = SqliteConnection::establish(":memory:")?;
//! diesel::sql_query("CREATE TABLE books (id INTEGER PRIMARY KEY, data BLOB NOT NULL, notes BLOB)").execute(&mut db)?;
//!
//! let emma = Data { title: "Emma".into(), year: 1815 };
//! let book = Book { id: 1, data: JsonbSerde(emma), notes: Some(Jsonb(json!({"read": true}))) };
//! diesel::insert_into(books::table).values(&book).execute(&mut db)?;
//!
//! let found: Book = books::table
//!     .filter(diesel::dsl::sql::<diesel::sql_types::Bool>("data ->> '$.year' = 1815"))
//!     .select(Book::as_select())
//!     .get_result(&mut db)?;
//! assert_eq!(found, book);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The column is [`Jsonb`](diesel::sql_types::Jsonb) in `table!`. `diesel print-schema` sees a BLOB and writes `Binary`: change
//! it by hand, or by the setting `patch_file`.
//!
//! # What writes and reads what
//!
//! | wrapper | writes | reads |
//! |---|---|---|
//! | `Jsonb<serde_json::Value>` | yes | yes |
//! | `Jsonb<simd_json::OwnedValue>` | yes; more than 32 members come in hash order | yes |
//! | `Jsonb<simd_json::BorrowedValue>`, `Jsonb<&Tape>`, `Jsonb<tape::Value>` | yes | no, they borrow |
//! | `Jsonb<ciborium::Value>` | yes, under the default policies | yes |
//! | `Jsonb(options.source(&value))` of `CborOptions` | yes, under those policies | no |
//! | `Jsonb<Element>` | yes, as the canonical blob | [`JsonbBlob`] reads in place |
//! | `Jsonb<&T>` of each tree above | yes, nothing is cloned | no |
//! | `Jsonb<JsonText>`, `Jsonb<CborBytes>` of `sqlite_jsonb` | yes, straight from the bytes | no |
//! | `Jsonb<T>` of a tree of your own | where `&T` is a `JsonbSource` and `T` is `Debug` | where `T` is a `JsonbSink` |
//! | `JsonbSerde<T>`, `JsonbSerde<&T>` | any `Serialize` that is `Debug` | any `DeserializeOwned` |
//! | [`JsonbBlob`] | its bytes, as they are | the cell's blob, checked |
//! | [`Lenient`] of any of them | the same | the same, and JSON text in a BLOB |
//! | `Option` of any of them | NULL or a value | NULL or a value |
//!
//! Diesel itself asks for `Debug`. Trees need the feature of their crate's name, and CBOR bytes need `cbor`, see
//! [features](#features). [`sqlite_jsonb`] is re-exported, so that traits and options come in the same version.
//! `Jsonb(&tree)` of a tree of your own asks for three more lines: `impl IntoJsonbSource for &&Tree`, which takes the
//! second reference off.
//!
//! CBOR goes from its bytes into the cell, without a tree in between, under policies that can be changed:
//!
//! ```
//! # #[cfg(feature = "cbor")] {
//! use diesel::prelude::*;
//! use diesel::sql_types::Jsonb as JsonbColumn;
//! use sqlite_jsonb_diesel::Jsonb;
//! use sqlite_jsonb_diesel::sqlite_jsonb::{ByteStrings, CborOptions};
//!
//! let mut db = SqliteConnection::establish(":memory:")?;
//! diesel::sql_query("CREATE TABLE messages (data BLOB)").execute(&mut db)?;
//! let message = b"\xa1\x62id\x42\x01\xff"; // {"id": h'01ff'}
//! let options = CborOptions::new().byte_strings(ByteStrings::Hex); // `CborBytes::new` has the default policies
//! let insert = diesel::sql_query("INSERT INTO messages VALUES (?)");
//! insert.bind::<JsonbColumn, _>(Jsonb(options.bytes(message))).execute(&mut db)?;
//! let id = diesel::dsl::sql::<diesel::sql_types::Text>("SELECT data ->> '$.id' FROM messages");
//! assert_eq!(id.get_result::<String>(&mut db)?, "01FF");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a cell may hold
//!
//! | cell | read as |
//! |---|---|
//! | NULL | `None` of an `Option<Jsonb<T>>`; an error for `Jsonb<T>` itself |
//! | BLOB | JSONB |
//! | TEXT | JSON text (RFC 8259) |
//! | INTEGER, REAL | a number |
//! | empty BLOB | an error that says so |
//! | BLOB of JSON text | an error that says so; [`Lenient`] reads it |
//!
//! SQL NULL and JSON null are two things: `None` is NULL, and `Jsonb(Value::Null)` is the one byte `00`. Neither is read
//! as the other. As everywhere in Diesel, `None` in an `AsChangeset` struct leaves the column alone; `Option<Option<..>>`
//! sets it to NULL.
//!
//! # Limits and errors
//!
//! What is written keeps to SQLite's own limits, 1000 levels and 1,000,000,000 bytes, so that SQL can read it; reading
//! takes 1000 levels, and 128 into a type of serde. A document is encoded as a whole before anything is bound: after an
//! error no statement has run.
//!
//! The cause of [`SerializationError`] and [`DeserializationError`] is a [`sqlite_jsonb::Error`], with the place in the
//! document or the blob. Diesel puts the name of the field around the latter, where it knows it.
//!
//! [`SerializationError`]: diesel::result::Error::SerializationError
//! [`DeserializationError`]: diesel::result::Error::DeserializationError
//!
//! # Schema
//!
//! Declare the column BLOB. A column declared JSON or JSONB has NUMERIC affinity (SQLite, "Datatypes", 3.1), and SQLite
//! then turns TEXT that looks like a number into one. In a STRICT table BLOB is also enforced.
//!
//! ```sql
//! CREATE TABLE books (
//!     id    INTEGER PRIMARY KEY,
//!     data  BLOB NOT NULL CHECK (json_valid(data, 8)),
//!     title TEXT GENERATED ALWAYS AS (data ->> '$.title') VIRTUAL
//! ) STRICT;
//! CREATE INDEX books_by_year ON books (data ->> '$.year');
//! ```
//!
//! `json_valid(data, 8)` is the full check of a JSONB blob; `4` looks at its first header only. A query finds the index
//! when it spells the expression as the index does: `data ->> '$.year' = 1815`, with the path in the statement and not
//! bound. A generated column is a column for Diesel too, as long as it is left out of what is inserted.
//!
//! # Coming from TEXT columns
//!
//! A column that holds JSON text is read by `Jsonb<T>` as it is: declare it `Jsonb` in `table!`, and convert when you like,
//! by a statement that may run again:
//!
//! ```sql
//! UPDATE books SET data = jsonb(data) WHERE typeof(data) = 'text';
//! ```
//!
//! In a column declared TEXT a blob stays a blob, but for a STRICT table: add a BLOB column there and fill it.
//!
//! # Coming from Diesel's own Jsonb
//!
//! Diesel writes a `serde_json::Value` to a `Jsonb` column by an encoder of its own (its feature `serde_json`). Some of what
//! it writes is no JSONB for SQLite, and is refused here:
//!
//! | value | Diesel writes | SQLite writes |
//! |---|---|---|
//! | a string or a label with `"` or `\` | TEXT, as it is (2.3.14 too) | TEXTJ, escaped |
//! | a whole float, `1.0` or `1e300` | FLOAT `1`, without a point (releases before 2.3.14) | FLOAT `1.0` |
//!
//! SQL does not always say so: `json()` prints `""Ah""` for the string `"Ah"`, which is no JSON any more.
//!
//! `jsonb check DB TABLE COLUMN` lists them, as `NOT json_valid(data, 8)` does in SQL. What Diesel wrote it also reads, so a
//! few lines repair a table: load those rows as `serde_json::Value`, and update them with `Jsonb`. The example
//! `diesel_repair` of this project's repository is that program. Do it before the rows are read as `Jsonb<T>`.
//!
//! Other blobs it wrote are well-formed, and need nothing.
//!
//! # Features
//!
//! | feature | default | effect |
//! |---|---|---|
//! | `serde` | yes | [`JsonbSerde`] |
//! | `serde_json` | yes | `Jsonb<serde_json::Value>` |
//! | `simd-json` | no | `Jsonb` of the trees of simd-json |
//! | `cbor` | no | `Jsonb<CborBytes>`, and the policies of `CborOptions`, both in [`sqlite_jsonb`] |
//! | `ciborium` | no | `Jsonb<ciborium::Value>`, under the same policies; brings `cbor` |
//! | `full` | no | all of them |
//!
//! SQLite itself comes from libsqlite3-sys: with its feature `bundled` in your own manifest, or from the system. It should
//! be 3.45 or later, since before that SQL cannot read JSONB; the blobs are the same.
#![forbid(unsafe_code)]
// Badges that say which feature an item needs, where docs.rs builds this.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod from_sql;
mod raw;
mod to_sql;
mod wrapper;

pub use sqlite_jsonb;

pub use raw::JsonbBlob;
#[cfg(feature = "serde")]
pub use wrapper::JsonbSerde;
pub use wrapper::{Jsonb, Lenient};

/// The example of the README, as a test.
#[cfg(all(doctest, feature = "serde_json"))]
#[doc = include_str!("../README.md")]
struct Readme;
