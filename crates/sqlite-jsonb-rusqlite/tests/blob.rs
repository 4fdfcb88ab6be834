//! Documents written into a handle of a blob, and read from one.

mod support;

use rusqlite::{Connection, Error};
use serde_json::{Value, json};
use sqlite_jsonb_rusqlite::Jsonb;
use sqlite_jsonb_rusqlite::blob::{self, Slot};
use sqlite_jsonb_rusqlite::sqlite_jsonb::{Encoder, ErrorKind};
use support::{cause, databases};

/// A table with one row, whose cell is JSON null.
fn with_row(db: &Connection) -> Slot<'static> {
    db.execute_batch(
        "CREATE TABLE docs (id INTEGER PRIMARY KEY, data BLOB); INSERT INTO docs VALUES (7, x'00')",
    )
    .expect("creates");
    Slot::new("docs", "data", 7)
}

fn cell(db: &Connection) -> Vec<u8> {
    db.query_row("SELECT data FROM docs", [], |row| row.get(0))
        .expect("reads")
}

fn document() -> Value {
    json!({"name": "x\"y", "points": vec![json!([1, 2.5, "é"]); 10_000]})
}

#[test]
fn what_is_written_equals_what_is_bound() {
    for db in databases() {
        let slot = with_row(&db);
        let document = document();
        let len = blob::write(&db, slot, &document).expect("writes");
        let cell = cell(&db);
        assert_eq!(cell.len(), len);
        let bound = "SELECT ?1 = ?2 AND json_valid(?1, 8)";
        let equal: bool = db
            .query_row(bound, (&cell, Jsonb(&document)), |row| row.get(0))
            .expect("compares");
        assert!(equal);
        let read = blob::read(&db, slot).expect("reads");
        assert_eq!(read.as_bytes(), cell);
    }
}

#[test]
fn rows_can_be_inserted_with_room_for_their_document() {
    for db in databases() {
        with_row(&db);
        let document = document();
        let mut encoder = Encoder::new();
        let plan = encoder.plan(&document).expect("plans");
        let len = i64::try_from(plan.encoded_len()).expect("short");
        db.execute("INSERT INTO docs VALUES (8, zeroblob(?1))", [len])
            .expect("inserts");
        let mut handle = db
            .blob_open("main", "docs", "data", 8, false)
            .expect("opens");
        blob::write_to(&mut handle, plan).expect("writes");
        // A second time from the start.
        blob::write_to(&mut handle, plan).expect("writes");
        let read = blob::read_from(&mut handle).expect("reads");
        assert_eq!(read.as_bytes(), plan.to_vec().expect("encodes"));

        let mut other = db
            .blob_open("main", "docs", "data", 7, false)
            .expect("opens");
        let error = blob::write_to(&mut other, plan).expect_err("one byte");
        assert!(matches!(error, Error::BlobSizeError));
        assert_eq!(
            blob::read_from(&mut other).expect("untouched").as_bytes(),
            [0]
        );
    }
}

#[test]
fn names_are_quoted_and_databases_named() {
    for db in databases() {
        db.execute_batch(
            "ATTACH ':memory:' AS \"other one\";
             CREATE TABLE \"other one\".\"a \"\"b\"\"; --\" (\"c'd\" BLOB);
             INSERT INTO \"a \"\"b\"\"; --\" VALUES (NULL);",
        )
        .expect("creates");
        let slot = Slot::new("a \"b\"; --", "c'd", 1).database("other one");
        blob::write(&db, slot, &json!([1])).expect("writes");
        assert_eq!(
            blob::read(&db, slot).expect("reads").element().to_string(),
            "[1]"
        );
    }
}

#[test]
fn document_past_a_limit_changes_nothing() {
    for db in databases() {
        let slot = with_row(&db);
        let before = db.total_changes();
        let deep = (0..1001).fold(json!(0), |inner, _| json!([inner]));
        let error = blob::write(&db, slot, &deep).expect_err("too deep");
        assert_eq!(*cause(error).kind(), ErrorKind::TooDeep { limit: 1000 });
        assert_eq!(db.total_changes(), before);
        assert_eq!(cell(&db), [0]);
    }
}

#[test]
fn missing_row_is_an_error() {
    for db in databases() {
        with_row(&db);
        let slot = Slot::new("docs", "data", 8);
        let error = blob::write(&db, slot, &json!(1)).expect_err("no row");
        assert!(matches!(error, Error::QueryReturnedNoRows));
        assert!(blob::read(&db, slot).is_err());
    }
}

#[test]
fn cell_that_no_handle_may_write_stays_as_it_was() {
    let no_handle = "cannot open indexed column for writing";
    for (index, expected) in [
        ("CREATE INDEX by_data ON docs (data)", no_handle),
        ("CREATE INDEX by_expression ON docs (abs(id))", no_handle),
        (
            "CREATE INDEX by_name ON docs (data ->> '$.name')",
            "malformed JSON",
        ),
    ] {
        for db in databases() {
            let slot = with_row(&db);
            db.execute_batch(index).expect("creates");
            let error = blob::write(&db, slot, &json!([1])).expect_err("indexed");
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(cell(&db), [0]);
            assert!(db.is_autocommit(), "the savepoint is closed");
        }
    }
}

#[test]
fn cell_whose_zeroes_are_refused_stays_as_it_was() {
    let check = "data BLOB CHECK (json_valid(data, 8))";
    let stored = "data BLOB, name AS (data ->> '$.name') STORED";
    let computed = "data BLOB, name AS (data ->> '$.name') VIRTUAL";
    for (columns, expected) in [
        (check, "CHECK constraint failed"),
        (stored, "malformed JSON"),
        (computed, "malformed JSON"),
    ] {
        for db in databases() {
            db.execute_batch(&format!(
                "CREATE TABLE docs ({columns}); INSERT INTO docs (data) VALUES (x'00')"
            ))
            .expect("creates");
            let slot = Slot::new("docs", "data", 1);
            let error = blob::write(&db, slot, &json!([1])).expect_err("zeroes are no JSONB");
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(cell(&db), [0]);
        }
    }
}

#[test]
fn full_database_is_the_error_and_the_cell_stays_as_it_was() {
    for db in databases() {
        let slot = with_row(&db);
        db.execute_batch("CREATE TABLE room (x); DROP TABLE room; PRAGMA max_page_count = 8")
            .expect("limits");
        let error = blob::write(&db, slot, &document()).expect_err("no room");
        assert_eq!(
            error.sqlite_error_code(),
            Some(rusqlite::ErrorCode::DiskFull)
        );
        assert_eq!(cell(&db), [0]);
        assert!(db.is_autocommit(), "the savepoint is closed");
    }
}

#[test]
fn table_with_a_rowid_of_its_own_stays_as_it_was() {
    for db in databases() {
        db.execute_batch(
            "CREATE TABLE docs (rowid, data BLOB); INSERT INTO docs VALUES (1, x'00'), (1, x'00')",
        )
        .expect("creates");
        let error = blob::write(&db, Slot::new("docs", "data", 1), &json!([1]));
        assert!(matches!(error, Err(Error::StatementChangedRows(2))));
        let zeroes: i64 = db
            .query_row("SELECT count(*) FROM docs WHERE data = x'00'", [], |row| {
                row.get(0)
            })
            .expect("counts");
        assert_eq!(zeroes, 2);
    }
}

#[test]
fn a_write_is_part_of_the_transaction_around_it() {
    for db in databases() {
        let slot = with_row(&db);
        let transaction = db.unchecked_transaction().expect("begins");
        blob::write(&db, slot, &json!([1])).expect("writes");
        assert_eq!(cell(&db), b"\x2b\x131");
        transaction.rollback().expect("rolls back");
        assert_eq!(cell(&db), [0]);
    }
}

#[test]
fn malformed_blob_is_an_error_of_the_library() {
    for db in databases() {
        let slot = with_row(&db);
        for (bytes, kind) in [
            ("x''", ErrorKind::EmptyBlob),
            (
                "x'2b'",
                ErrorKind::PayloadPastEnd {
                    payload_size: 2,
                    available: 0,
                },
            ),
            ("CAST('[1]' AS BLOB)", ErrorKind::JsonTextInBlob),
        ] {
            db.execute_batch(&format!("UPDATE docs SET data = {bytes}"))
                .expect("updates");
            assert_eq!(
                *cause(blob::read(&db, slot).expect_err("malformed")).kind(),
                kind
            );
        }
    }
}
