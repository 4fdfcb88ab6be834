//! JSONB columns of SQLite through [rusqlite]: [`Jsonb<T>`](Jsonb) for any tree, [`JsonbSerde<T>`](JsonbSerde) for any
//! type of serde.
//!
//! ```
//! use rusqlite::Connection;
//! use serde::{Deserialize, Serialize};
//! use serde_json::{Value, json};
//! use sqlite_jsonb_rusqlite::{Jsonb, JsonbSerde};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Book {
//!     title: String,
//!     year: u16,
//! }
//!
//! let db = Connection::open_in_memory()?;
//! db.execute_batch("CREATE TABLE books (id INTEGER PRIMARY KEY, data BLOB CHECK (json_valid(data, 8))) STRICT")?;
//!
//! let emma = Book { title: "Emma".into(), year: 1815 };
//! let persuasion = json!({"title": "Persuasion", "year": 1817});
//! let insert = "INSERT INTO books (data) VALUES (?1)";
//! db.execute(insert, [JsonbSerde(&emma)])?;
//! db.execute(insert, [Jsonb(&persuasion)])?;
//!
//! let select = "SELECT data FROM books WHERE data ->> '$.year' = ?1";
//! let JsonbSerde(book): JsonbSerde<Book> = db.query_row(select, [1815], |row| row.get(0))?;
//! assert_eq!(book, emma);
//! let Jsonb(tree): Jsonb<Value> = db.query_row(select, [1817], |row| row.get(0))?;
//! assert_eq!(tree, persuasion);
//! # Ok::<(), rusqlite::Error>(())
//! ```
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
//! | `Jsonb<Element>` | yes, as the canonical blob | [`element`] and [`JsonbBlob`] read in place |
//! | `Jsonb<&T>` of each tree above | yes, nothing is cloned | no |
//! | `Jsonb<JsonText>`, `Jsonb<CborBytes>` of `sqlite_jsonb` | yes, straight from the bytes | no |
//! | `Jsonb<T>` of a tree of your own | where `&T` is a `JsonbSource` | where `T` is a `JsonbSink` |
//! | `JsonbSerde<T>`, `JsonbSerde<&T>` | any `Serialize` | any `DeserializeOwned` |
//! | [`JsonbBlob`] | its bytes, as they are | the cell's blob, checked |
//! | [`Lenient`] of any of them | the same | the same, and JSON text in a BLOB |
//! | `Option` of any of them | NULL or a value | NULL or a value |
//!
//! Trees need the feature of their crate's name, and CBOR bytes need `cbor`, see [features](#features). [`sqlite_jsonb`] is
//! re-exported, so that traits and options come in the same version. `Jsonb(&tree)` of a tree of your own asks for three
//! more lines: `impl IntoJsonbSource for &&Tree`, which takes the second reference off.
//!
//! CBOR goes from its bytes into the cell, without a tree in between, under policies that can be changed:
//!
//! ```
//! # #[cfg(feature = "cbor")] {
//! use sqlite_jsonb_rusqlite::Jsonb;
//! use sqlite_jsonb_rusqlite::sqlite_jsonb::{ByteStrings, CborBytes, CborOptions};
//!
//! let db = rusqlite::Connection::open_in_memory()?;
//! let message = b"\xa1\x62id\x42\x01\xff"; // {"id": h'01ff'}
//! let id = "SELECT ?1 ->> '$.id'";
//! let by_default: String = db.query_row(id, [Jsonb(CborBytes::new(message))], |row| row.get(0))?;
//! assert_eq!(by_default, "Af8");
//! let options = CborOptions::new().byte_strings(ByteStrings::Hex);
//! let in_hex: String = db.query_row(id, [Jsonb(options.bytes(message))], |row| row.get(0))?;
//! assert_eq!(in_hex, "01FF");
//! # }
//! # Ok::<(), rusqlite::Error>(())
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
//! as the other.
//!
//! # Limits and errors
//!
//! What is written keeps to SQLite's own limits, 1000 levels and 1,000,000,000 bytes, so that SQL can read it; reading
//! takes 1000 levels, and 128 into a type of serde. A document is encoded as a whole before anything is bound: after an
//! error no statement has run.
//! For other limits, bind what `sqlite_jsonb::EncodeOptions::to_vec` gives: a blob needs no wrapper.
//!
//! The cause of each [`rusqlite::Error`] is a [`sqlite_jsonb::Error`], with the place in the document or the blob:
//!
//! ```
//! use sqlite_jsonb_rusqlite::{Jsonb, sqlite_jsonb};
//!
//! let db = rusqlite::Connection::open_in_memory()?;
//! let error = db
//!     .query_row("SELECT x'2b13'", [], |row| row.get::<_, Jsonb<serde_json::Value>>(0))
//!     .unwrap_err();
//! let rusqlite::Error::FromSqlConversionFailure(0, _, cause) = error else { unreachable!() };
//! let cause = cause.downcast::<sqlite_jsonb::Error>().expect("the cause");
//! assert_eq!(cause.to_string(), "payload of 2 bytes runs past the end, 1 available, at byte 0");
//! # Ok::<(), rusqlite::Error>(())
//! ```
//!
//! # Large documents
//!
//! A bound document is in memory as a tree, as a blob, and once more in SQLite. [`blob`] writes it in place instead.
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
//! when it spells the expression as the index does: `WHERE data ->> '$.year' = 1815`, the same operator and path.
//!
//! # Coming from serde_json's TEXT columns
//!
//! rusqlite's feature `serde_json` writes a `Value` as JSON text, null as NULL, and numbers as INTEGER and REAL. `Jsonb<T>`
//! reads all but NULL, so a program may switch first and convert when it likes, by a statement that may run again:
//!
//! ```sql
//! UPDATE books SET data = jsonb(data) WHERE typeof(data) <> 'blob' AND data IS NOT NULL;
//! ```
//!
//! What was NULL for JSON null stays NULL: read `Option<Jsonb<T>>`. A BLOB that holds JSON text is read by [`Lenient`], and
//! converted by `jsonb(CAST(data AS TEXT))` where `NOT json_valid(data, 8)`. In a STRICT table with a TEXT column, add a
//! BLOB column and fill it.
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
//! SQLite itself comes from rusqlite: with its feature `bundled`, or from the system. It should be 3.45 or later, since
//! before that SQL cannot read JSONB; the blobs are the same. rusqlite 0.37 to 0.43 will do; the tests run at both ends.
#![forbid(unsafe_code)]
// Badges that say which feature an item needs, where docs.rs builds this.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod blob;
mod from_sql;
mod raw;
mod to_sql;
mod wrapper;

pub use sqlite_jsonb;

pub use from_sql::element;
pub use raw::JsonbBlob;
#[cfg(feature = "serde")]
pub use wrapper::JsonbSerde;
pub use wrapper::{Jsonb, Lenient};

/// The example of the README, as a test.
#[cfg(all(doctest, feature = "serde_json"))]
#[doc = include_str!("../README.md")]
struct Readme;
