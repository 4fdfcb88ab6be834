//! Schemas that the documentation advises, and what they do with what is written.

mod support;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlite_jsonb_rusqlite::{Jsonb, JsonbSerde, Lenient};
use support::databases;

const SCHEMA: &str = "
    CREATE TABLE books (
        id    INTEGER PRIMARY KEY,
        data  BLOB NOT NULL CHECK (json_valid(data, 8)),
        title TEXT GENERATED ALWAYS AS (data ->> '$.title') VIRTUAL
    ) STRICT;
    CREATE INDEX books_by_year ON books (data ->> '$.year');
    CREATE INDEX books_by_title ON books (title);
";

const INSERT: &str = "INSERT INTO books (data) VALUES (?1)";

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Book {
    title: String,
    year: u16,
}

fn emma() -> Book {
    Book {
        title: "Emma \"E\"".into(),
        year: 1815,
    }
}

fn with_books(db: &Connection) {
    db.execute_batch(SCHEMA).expect("creates");
    db.execute(INSERT, [JsonbSerde(emma())]).expect("inserts");
    for year in 1900..1950 {
        let book = json!({"title": format!("Almanac {year}"), "year": year});
        db.execute(INSERT, [Jsonb(&book)]).expect("inserts");
    }
}

fn plan_of(db: &Connection, query: &str) -> String {
    let explain = format!("EXPLAIN QUERY PLAN {query}");
    db.query_row(&explain, [], |row| row.get("detail"))
        .expect("explains")
}

fn book(db: &Connection, query: &str) -> Book {
    let book: JsonbSerde<Book> = db.query_row(query, [], |row| row.get(0)).expect("reads");
    book.0
}

#[test]
fn index_on_an_expression_finds_what_was_written() {
    for db in databases() {
        with_books(&db);
        let query = "SELECT data FROM books WHERE data ->> '$.year' = 1815";
        let plan = plan_of(&db, query);
        assert!(plan.contains("USING INDEX books_by_year"), "{plan}");
        assert_eq!(book(&db, query), emma());
    }
}

#[test]
fn index_on_a_generated_column_finds_what_was_written() {
    for db in databases() {
        with_books(&db);
        let query = "SELECT data FROM books WHERE title = 'Emma \"E\"'";
        let plan = plan_of(&db, query);
        assert!(plan.contains("USING INDEX books_by_title"), "{plan}");
        assert_eq!(book(&db, query), emma());
    }
}

#[test]
fn what_is_written_joins_on_equal_blobs() {
    for db in databases() {
        with_books(&db);
        db.execute_batch("CREATE TABLE texts (text TEXT)")
            .expect("creates");
        let text = serde_json::to_string(&emma()).expect("text");
        db.execute("INSERT INTO texts VALUES (?1)", [text])
            .expect("inserts");
        let join = "SELECT count(*) FROM books JOIN texts ON data = jsonb(text)";
        let count: i64 = db.query_row(join, [], |row| row.get(0)).expect("joins");
        assert_eq!(count, 1);
        let bound = "SELECT count(*) FROM books WHERE data = ?1";
        let count: i64 = db
            .query_row(bound, [JsonbSerde(emma())], |row| row.get(0))
            .expect("compares");
        assert_eq!(count, 1);
    }
}

#[test]
fn what_is_written_survives_vacuum_and_json_set() {
    for db in databases() {
        with_books(&db);
        db.execute_batch(
            "DELETE FROM books WHERE id % 2 = 0;
             VACUUM;
             UPDATE books SET data = jsonb_set(data, '$.year', 1816) WHERE id = 1;",
        )
        .expect("vacuums and updates");
        let expected = Book {
            year: 1816,
            ..emma()
        };
        assert_eq!(book(&db, "SELECT data FROM books WHERE id = 1"), expected);
        // `json_set` gives text, which is read too.
        let select = "SELECT json_set(data, '$.year', 1817) FROM books WHERE id = 1";
        assert_eq!(book(&db, select).year, 1817);
        let integrity: String = db
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .expect("checks");
        assert_eq!(integrity, "ok");
    }
}

#[test]
fn check_and_strict_refuse_what_is_no_jsonb() {
    for db in databases() {
        db.execute_batch(SCHEMA).expect("creates");
        let error = db
            .execute(INSERT, [b"{\"a\":1}"])
            .expect_err("text in a BLOB");
        assert!(
            error.to_string().contains("CHECK constraint failed"),
            "{error}"
        );
        let error = db.execute(INSERT, ["{}"]).expect_err("text");
        assert!(
            error
                .to_string()
                .contains("cannot store TEXT value in BLOB column"),
            "{error}"
        );
        let error = db
            .execute(INSERT, [None::<Jsonb<Value>>])
            .expect_err("NULL");
        assert!(
            error.to_string().contains("NOT NULL constraint failed"),
            "{error}"
        );
        db.execute(INSERT, [Jsonb(Value::Null)])
            .expect("JSON null is a value");
    }
}

#[test]
fn column_declared_json_turns_text_into_numbers() {
    for db in databases() {
        db.execute_batch(
            "CREATE TABLE docs (numeric JSON, plain BLOB);
             INSERT INTO docs VALUES ('1.0', '1.0');",
        )
        .expect("creates");
        let types: (String, String) = db
            .query_row(
                "SELECT typeof(numeric), typeof(plain) FROM docs",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .expect("reads");
        assert_eq!(types, ("integer".into(), "text".into()));
    }
}

#[test]
fn text_columns_of_serde_json_can_be_read_and_converted() {
    for db in databases() {
        // What rusqlite's feature `serde_json` writes: text, numbers, and NULL for JSON null.
        db.execute_batch(
            "CREATE TABLE docs (id INTEGER PRIMARY KEY, data);
             INSERT INTO docs (data) VALUES ('{\"a\":[1.5,\"x\"]}'), (7), (2.5), (NULL), ('\"s\"');",
        )
        .expect("creates");
        let read = || -> Vec<Option<Jsonb<Value>>> {
            let mut statement = db
                .prepare("SELECT data FROM docs ORDER BY id")
                .expect("prepares");
            let rows = statement.query_map([], |row| row.get(0)).expect("queries");
            rows.collect::<Result<_, _>>().expect("reads")
        };
        let before = read();
        let trees = [json!({"a": [1.5, "x"]}), json!(7), json!(2.5), json!("s")].map(Jsonb);
        assert_eq!(before.iter().flatten().cloned().collect::<Vec<_>>(), trees);

        let convert =
            "UPDATE docs SET data = jsonb(data) WHERE typeof(data) <> 'blob' AND data IS NOT NULL";
        assert_eq!(db.execute(convert, []).expect("converts"), 4);
        assert_eq!(db.execute(convert, []).expect("has nothing left to do"), 0);
        assert_eq!(read(), before);
    }
}

#[test]
fn json_text_in_blobs_can_be_read_and_converted() {
    for db in databases() {
        db.execute_batch(
            "CREATE TABLE docs (data BLOB); INSERT INTO docs VALUES (CAST('{\"a\":1}' AS BLOB));",
        )
        .expect("creates");
        let select = "SELECT data FROM docs";
        let read: Lenient<Jsonb<Value>> =
            db.query_row(select, [], |row| row.get(0)).expect("reads");
        let convert =
            "UPDATE docs SET data = jsonb(CAST(data AS TEXT)) WHERE NOT json_valid(data, 8)";
        assert_eq!(db.execute(convert, []).expect("converts"), 1);
        let converted: Jsonb<Value> = db.query_row(select, [], |row| row.get(0)).expect("reads");
        assert_eq!(converted, read.0);
    }
}
