//! Models of Diesel, in schemas that the documentation advises.

#![allow(missing_docs, reason = "`table!` makes public items without any")]

mod support;

use diesel::dsl::{json_pretty, json_type, json_type_with_path, jsonb_patch, jsonb_remove_1, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Text};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlite_jsonb_diesel::sqlite_jsonb::ErrorKind;
use sqlite_jsonb_diesel::{Jsonb, JsonbSerde};
use support::{cause, databases};

type SqlJsonb = diesel::sql_types::Jsonb;

diesel::table! {
    books {
        id -> Integer,
        data -> Jsonb,
        notes -> Nullable<Jsonb>,
        title -> Text,
    }
}

const SCHEMA: &str = "
    CREATE TABLE books (
        id    INTEGER PRIMARY KEY,
        data  BLOB NOT NULL CHECK (json_valid(data, 8)),
        notes BLOB CHECK (json_valid(notes, 8)),
        title TEXT GENERATED ALWAYS AS (data ->> '$.title') VIRTUAL
    ) STRICT;
    CREATE INDEX books_by_year ON books (data ->> '$.year');
    CREATE INDEX books_by_title ON books (title);
";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Data {
    title: String,
    year: u16,
}

#[derive(Debug, PartialEq, Queryable, Selectable, Identifiable)]
struct Book {
    id: i32,
    data: JsonbSerde<Data>,
    notes: Option<Jsonb<Value>>,
    title: String,
}

#[derive(Insertable)]
#[diesel(table_name = books)]
struct NewBook<'a> {
    data: JsonbSerde<&'a Data>,
    notes: Option<Jsonb<&'a Value>>,
}

#[derive(AsChangeset, Identifiable)]
#[diesel(table_name = books)]
#[expect(clippy::option_option, reason = "how Diesel tells NULL from no change")]
struct Change {
    id: i32,
    data: Option<JsonbSerde<Data>>,
    notes: Option<Option<Jsonb<Value>>>,
}

fn emma() -> Data {
    Data {
        title: "Emma \"E\"".into(),
        year: 1815,
    }
}

/// Inserts, and gives back by RETURNING what the table holds then.
fn insert(db: &mut SqliteConnection, data: &Data, notes: Option<&Value>) -> Book {
    let book = NewBook {
        data: JsonbSerde(data),
        notes: notes.map(Jsonb),
    };
    diesel::insert_into(books::table)
        .values(&book)
        .returning(Book::as_returning())
        .get_result(db)
        .expect("inserts")
}

fn with_books(db: &mut SqliteConnection) {
    insert(db, &emma(), Some(&json!({"read": [1.0, null]})));
    for year in 1900..1950 {
        let title = format!("Almanac {year}");
        insert(db, &Data { title, year }, None);
    }
}

#[test]
fn model_is_inserted_returned_and_loaded() {
    for mut db in databases() {
        db.run(SCHEMA);
        let db = &mut db.connection;
        let notes = json!({"read": [1.0, null]});
        let inserted = insert(db, &emma(), Some(&notes));
        let expected = Book {
            id: 1,
            data: JsonbSerde(emma()),
            notes: Some(Jsonb(notes)),
            title: emma().title,
        };
        assert_eq!(inserted, expected);
        let loaded: Vec<Book> = books::table
            .select(Book::as_select())
            .load(db)
            .expect("loads");
        assert_eq!(loaded, [expected]);

        let without = insert(db, &emma(), None);
        assert_eq!(without.notes, None);
        let with_null = insert(db, &emma(), Some(&Value::Null));
        assert_eq!(with_null.notes, Some(Jsonb(Value::Null)));
        let is_null = books::notes.is_null();
        assert_eq!(books::table.filter(is_null).count().get_result(db), Ok(1));
    }
}

#[test]
fn changeset_sets_nulls_and_leaves_alone() {
    for mut db in databases() {
        db.run(SCHEMA);
        let db = &mut db.connection;
        with_books(db);
        let mut change = |data, notes| -> Book {
            diesel::update(books::table.find(1))
                .set(&Change { id: 1, data, notes })
                .returning(Book::as_returning())
                .get_result(db)
                .expect("updates")
        };
        let newer = Data {
            year: 1816,
            ..emma()
        };
        let changed = change(Some(JsonbSerde(newer.clone())), None);
        assert_eq!(*changed.data, newer);
        assert!(changed.notes.is_some());
        assert_eq!(
            change(None, Some(Some(Jsonb(json!(7))))).notes,
            Some(Jsonb(json!(7)))
        );
        assert_eq!(change(None, Some(None)).notes, None);
    }
}

#[test]
fn columns_compare_equal_to_what_was_written() {
    for mut db in databases() {
        db.run(SCHEMA);
        let db = &mut db.connection;
        with_books(db);
        let notes = json!({"read": [1.0, null]});
        let found = books::table
            .filter(books::data.eq(JsonbSerde(emma())))
            .filter(books::notes.eq(Some(Jsonb(&notes))))
            .filter(books::notes.ne(Jsonb(json!(null))))
            .filter(books::data.eq_any([JsonbSerde(emma())]))
            .select(books::id)
            .load::<i32>(db);
        assert_eq!(found, Ok(vec![1]));

        // And to what SQLite's own `jsonb()` makes of the text.
        let text = serde_json::to_string(&emma()).expect("text");
        let same = books::data.eq(sql::<SqlJsonb>("jsonb(").bind::<Text, _>(text).sql(")"));
        assert_eq!(books::table.filter(same).count().get_result(db), Ok(1));
    }
}

#[test]
fn joins_on_blob_equality() {
    for mut db in databases() {
        db.run(SCHEMA);
        let db = &mut db.connection;
        with_books(db);
        let join = "CREATE TABLE texts (text TEXT); INSERT INTO texts SELECT json(data) FROM books";
        diesel::connection::SimpleConnection::batch_execute(db, join).expect("runs");
        let count = sql::<Integer>("(SELECT count(*) FROM books JOIN texts ON data = jsonb(text))");
        assert_eq!(diesel::select(count).get_result(db), Ok(51));
    }
}

#[test]
fn json_functions_of_diesel_take_the_column() {
    for mut db in databases() {
        db.run(SCHEMA);
        let db = &mut db.connection;
        with_books(db);
        let book = books::table.find(1);
        let kind = book.select(json_type(books::data)).get_result::<String>(db);
        assert_eq!(kind, Ok("object".into()));
        let kind = book
            .select(json_type_with_path(books::data, "$.year"))
            .get_result::<Option<String>>(db);
        assert_eq!(kind, Ok(Some("integer".into())));
        let kind = book
            .select(json_type(books::notes))
            .get_result::<Option<String>>(db);
        assert_eq!(kind, Ok(Some("object".into())));
        let pretty = book
            .select(json_pretty(books::notes))
            .get_result::<Option<String>>(db)
            .expect("prints");
        assert!(pretty.expect("notes").contains("\"read\": ["));
        let removed: Option<Jsonb<Value>> = book
            .select(jsonb_remove_1(books::data, "$.year"))
            .get_result(db)
            .expect("removes");
        assert_eq!(removed, Some(Jsonb(json!({"title": emma().title}))));
        let patch = Jsonb(json!({"year": 1817})).into_sql::<SqlJsonb>();
        let patched: JsonbSerde<Data> = book
            .select(jsonb_patch(books::data, patch))
            .get_result(db)
            .expect("patches");
        assert_eq!(patched.year, 1817);
    }
}

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text)]
    detail: String,
}

fn plan_of(db: &mut SqliteConnection, query: &str) -> String {
    let plan: Plan = diesel::sql_query(format!("EXPLAIN QUERY PLAN {query}"))
        .get_result(db)
        .expect("explains");
    plan.detail
}

#[test]
fn indexes_find_what_was_written() {
    for mut db in databases() {
        db.run(SCHEMA);
        let db = &mut db.connection;
        with_books(db);
        let by_year = books::table.filter(sql::<Bool>("data ->> '$.year' = 1815"));
        let by_title = books::table.filter(books::title.eq("Emma \"E\""));

        let select = "SELECT data FROM books WHERE data ->> '$.year' = 1815";
        let plan = plan_of(db, select);
        assert!(plan.contains("USING INDEX books_by_year"), "{plan}");
        assert_eq!(
            by_year.select(books::data).load(db),
            Ok(vec![JsonbSerde(emma())])
        );

        let plan = plan_of(db, "SELECT id FROM books WHERE title = 'Emma \"E\"'");
        assert!(plan.contains("USING INDEX books_by_title"), "{plan}");
        assert_eq!(
            by_title.select(books::data).load(db),
            Ok(vec![JsonbSerde(emma())])
        );
    }
}

#[test]
fn what_is_written_survives_vacuum_and_json_set() {
    for mut db in databases() {
        db.run(SCHEMA);
        with_books(&mut db.connection);
        db.run(
            "DELETE FROM books WHERE id % 2 = 0;
             VACUUM;
             UPDATE books SET data = jsonb_set(data, '$.year', 1816) WHERE id = 1;",
        );
        let db = &mut db.connection;
        let book: Book = books::table
            .find(1)
            .select(Book::as_select())
            .get_result(db)
            .expect("loads");
        assert_eq!(
            *book.data,
            Data {
                year: 1816,
                ..emma()
            }
        );
        // `json_set` gives text, which is read too.
        let set = sql::<SqlJsonb>("json_set(data, '$.year', 1817)");
        let set: JsonbSerde<Data> = books::table
            .find(1)
            .select(set)
            .get_result(db)
            .expect("loads");
        assert_eq!(set.year, 1817);
    }
}

#[test]
fn sql_queries_take_and_give_the_wrappers() {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = SqlJsonb)]
        data: Jsonb<Value>,
    }

    for mut db in databases() {
        let rows = diesel::sql_query("SELECT jsonb_array(?, ?) AS data")
            .bind::<SqlJsonb, _>(Jsonb(json!([1])))
            .bind::<Text, _>("a")
            .load::<Row>(&mut db.connection)
            .expect("selects");
        assert_eq!(rows[0].data.0, json!([[1], "a"]));
    }
}

#[test]
fn text_columns_can_be_read_and_converted() {
    for mut db in databases() {
        db.run(
            "CREATE TABLE books (id INTEGER PRIMARY KEY, data TEXT, notes, title);
             INSERT INTO books (data) VALUES ('{\"title\": \"Emma\", \"year\": 1815}')",
        );
        let load = |db: &mut SqliteConnection| -> JsonbSerde<Data> {
            books::table
                .select(books::data)
                .get_result(db)
                .expect("loads")
        };
        let before = load(&mut db.connection);
        assert_eq!(before.year, 1815);
        db.run("UPDATE books SET data = jsonb(data) WHERE typeof(data) = 'text'");
        assert_eq!(load(&mut db.connection), before);
        let kind = books::table.select(sql::<Text>("typeof(data)"));
        assert_eq!(kind.get_result(&mut db.connection), Ok("blob".to_string()));
    }
}

#[test]
fn blobs_of_diesels_own_encoder_are_found_or_read() {
    for mut db in databases() {
        db.run("CREATE TABLE books (id INTEGER PRIMARY KEY, data BLOB, notes, title)");
        let db = &mut db.connection;
        let refused = [
            json!({"said": "\"Ah\""}),
            json!(["back\\slash"]),
            json!({"label \"quoted\"": null}),
        ];
        let taken = json!({"a": [1, 2.5, "x", null, true, "line\nbreak", 1.0]});
        for tree in refused.iter().chain([&taken]) {
            diesel::insert_into(books::table)
                .values(books::data.eq(tree))
                .execute(db)
                .expect("inserts");
        }
        let valid = sql::<Bool>("json_valid(data, 8)");
        let read: Vec<Jsonb<Value>> = books::table
            .filter(valid)
            .select(books::data)
            .load(db)
            .expect("reads");
        assert_eq!(read, [Jsonb(taken)]);
        let malformed = books::table.filter(sql::<Bool>("NOT json_valid(data, 8)"));
        let ids: Vec<i32> = malformed.select(books::id).load(db).expect("loads");
        assert_eq!(ids, [1, 2, 3]);
        for id in ids {
            let error = books::table
                .find(id)
                .select(books::data)
                .get_result::<Jsonb<Value>>(db)
                .expect_err("malformed");
            let kind = cause(&error).kind();
            assert!(matches!(kind, ErrorKind::UnescapedByte { .. }), "{kind}");
        }
    }
}
