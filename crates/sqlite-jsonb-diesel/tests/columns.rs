//! Documents in columns of a real SQLite, both ways.

#![allow(missing_docs, reason = "`table!` makes public items without any")]

mod support;

use diesel::dsl::sql;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Binary, Bool, Nullable, Text};
use rstest::rstest;
use serde_json::{Value, json};
use sqlite_jsonb_diesel::sqlite_jsonb::{ByteStrings, CborBytes, CborOptions, ErrorKind, JsonText};
use sqlite_jsonb_diesel::{Jsonb, JsonbBlob, JsonbSerde, Lenient, sqlite_jsonb};
use support::{cause, databases, root_cause};

type SqlJsonb = diesel::sql_types::Jsonb;

/// The value of an expression, of the type `Jsonb` whatever SQLite makes of it.
fn one<T>(db: &mut SqliteConnection, expression: &str) -> QueryResult<T>
where
    T: Queryable<SqlJsonb, diesel::sqlite::Sqlite> + 'static,
    T: diesel::deserialize::FromSqlRow<SqlJsonb, diesel::sqlite::Sqlite>,
{
    diesel::select(sql::<SqlJsonb>(expression)).get_result(db)
}

fn optional<T>(db: &mut SqliteConnection, expression: &str) -> QueryResult<Option<T>>
where
    Option<T>:
        diesel::deserialize::FromSqlRow<Nullable<SqlJsonb>, diesel::sqlite::Sqlite> + 'static,
    Option<T>: Queryable<Nullable<SqlJsonb>, diesel::sqlite::Sqlite>,
{
    diesel::select(sql::<Nullable<SqlJsonb>>(expression)).get_result(db)
}

/// What SQLite is given for a value, checked against what its `jsonb()` gives for a text.
macro_rules! assert_equals_jsonb_of {
    ($db:expr, $text:expr, $($writer:expr),+ $(,)?) => {
        $({
            let equal = sql::<Bool>("")
                .bind::<SqlJsonb, _>($writer)
                .sql(" IS jsonb(")
                .bind::<Text, _>(&$text)
                .sql(")");
            let equal: bool = diesel::select(equal).get_result($db).expect("compares");
            assert!(equal, "{} of {:.80}", stringify!($writer), $text);
        })+
    };
}

/// The same tree, whatever features serde_json has in this build.
fn cbor_of(tree: &Value) -> ciborium::Value {
    let blob = sqlite_jsonb::to_vec(tree).expect("encodes");
    sqlite_jsonb::from_slice(&blob).expect("decodes")
}

#[rstest]
#[case::null(json!(null))]
#[case::scalars(json!([true, false, 0, -1, u64::MAX, 1.0, -0.0, 1e300]))]
#[case::strings(json!(["", "é", "it's", "\"quoted\"", "back\\slash", "line\nbreak", "\u{0}"]))]
#[case::containers(json!({"a": {}, "b": [[], [1, {"c": "d"}]]}))]
#[case::long(json!({"text": "x".repeat(70_000)}))]
fn what_is_written_equals_jsonb_of_the_text(#[case] tree: Value) {
    let text = tree.to_string();
    let owned = simd_json::to_owned_value(&mut text.clone().into_bytes()).expect("JSON");
    let borrowed_text = &mut text.clone().into_bytes();
    let borrowed = simd_json::to_borrowed_value(borrowed_text).expect("JSON");
    let tape_text = &mut text.clone().into_bytes();
    let tape = simd_json::to_tape(tape_text).expect("JSON");
    let cbor = cbor_of(&tree);
    let mut cbor_bytes = Vec::new();
    ciborium::into_writer(&cbor, &mut cbor_bytes).expect("a vector takes it");
    for mut db in databases() {
        let db = &mut db.connection;
        let reference = &Jsonb(&tree);
        assert_equals_jsonb_of!(
            db,
            text,
            Jsonb(tree.clone()),
            Jsonb(&tree),
            reference,
            Lenient(Jsonb(&tree)),
            JsonbSerde(tree.clone()),
            JsonbSerde(&tree),
            Jsonb(owned.clone()),
            Jsonb(&owned),
            Jsonb(borrowed.clone()),
            Jsonb(&tape),
            Jsonb(cbor.clone()),
            Jsonb(&cbor),
            Jsonb(JsonText::new(&text)),
            Jsonb(CborBytes::new(&cbor_bytes)),
        );
        let blob: JsonbBlob = diesel::select(Jsonb(&tree).into_sql::<SqlJsonb>())
            .get_result(db)
            .expect("reads");
        assert_equals_jsonb_of!(db, text, Jsonb(blob.element()), &blob);
    }
}

#[rstest]
#[case::null(json!(null))]
#[case::tree(json!({"a": [1, -2, 2.5, "x\"y", true, null], "b": {}}))]
fn what_goes_in_comes_out(#[case] tree: Value) {
    for mut db in databases() {
        let db = &mut db.connection;
        let written = || AsExpression::<SqlJsonb>::as_expression(Jsonb(&tree));
        let read: Jsonb<Value> = diesel::select(written()).get_result(db).expect("reads");
        assert_eq!(read.0, tree);
        let read: JsonbSerde<Value> = diesel::select(written()).get_result(db).expect("reads");
        assert_eq!(read.0, tree);
        let read: Jsonb<simd_json::OwnedValue> =
            diesel::select(written()).get_result(db).expect("reads");
        let expected = simd_json::to_owned_value(&mut tree.to_string().into_bytes());
        assert_eq!(read.0, expected.expect("JSON"));
        let read: Jsonb<ciborium::Value> = diesel::select(written()).get_result(db).expect("reads");
        assert_eq!(read.deserialized::<Value>().expect("a tree"), tree);
    }
}

#[test]
fn null_and_json_null_are_never_confused() {
    for mut db in databases() {
        let db = &mut db.connection;
        let typed = |db: &mut SqliteConnection, value: Option<Jsonb<Value>>| -> String {
            let expression = sql::<Text>("typeof(")
                .bind::<Nullable<SqlJsonb>, _>(value.clone())
                .sql(") || hex(")
                .bind::<Nullable<SqlJsonb>, _>(value)
                .sql(")");
            diesel::select(expression).get_result(db).expect("selects")
        };
        assert_eq!(typed(db, None), "null");
        assert_eq!(typed(db, Some(Jsonb(Value::Null))), "blob00");

        assert_eq!(optional::<Jsonb<Value>>(db, "NULL").expect("reads"), None);
        let null = Some(Jsonb(Value::Null));
        assert_eq!(optional(db, "x'00'").expect("reads"), null);
        assert_eq!(optional(db, "'null'").expect("reads"), null);
        let unit: Option<JsonbSerde<Option<u8>>> = optional(db, "NULL").expect("reads");
        assert_eq!(unit, None);
        let unit: Option<JsonbSerde<Option<u8>>> = optional(db, "x'00'").expect("reads");
        assert_eq!(unit, Some(JsonbSerde(None)));

        let error = one::<JsonbSerde<Option<u8>>>(db, "NULL").expect_err("no value");
        let error = root_cause(&error);
        assert!(error.contains("Unexpected null"), "{error}");
    }
}

#[rstest]
#[case::text("'{\"a\": [1, 2.5]}'", r#"{"a":[1,2.5]}"#)]
#[case::text_of_a_number("'18446744073709551615'", "18446744073709551615")]
#[case::integer("-9223372036854775808", "-9223372036854775808")]
#[case::real("2.0", "2.0")]
#[case::json5_in_jsonb("jsonb('{a:+.5,}')", r#"{"a":0.5}"#)]
fn every_kind_of_cell_is_read(#[case] cell: &str, #[case] expected: &str) {
    for mut db in databases() {
        let db = &mut db.connection;
        let tree: Jsonb<Value> = one(db, cell).expect("reads");
        assert_eq!(tree.to_string(), expected);
        let tree: JsonbSerde<Value> = one(db, cell).expect("reads");
        assert_eq!(tree.to_string(), expected);
        let tree: Lenient<Jsonb<Value>> = one(db, cell).expect("reads");
        assert_eq!(tree.to_string(), expected);
        let tree: Jsonb<ciborium::Value> = one(db, cell).expect("reads");
        let cbor = tree.deserialized::<Value>().expect("a tree");
        assert_eq!(cbor.to_string(), expected);
    }
}

#[rstest]
#[case::empty("x''", &ErrorKind::EmptyBlob)]
#[case::cut("x'2b13'", &ErrorKind::PayloadPastEnd { payload_size: 2, available: 1 })]
#[case::trailing("x'0000'", &ErrorKind::TrailingBytes { len: 1 })]
#[case::json_text("CAST('{\"a\":1}' AS BLOB)", &ErrorKind::JsonTextInBlob)]
fn what_cannot_be_read_says_why(#[case] cell: &str, #[case] expected: &ErrorKind) {
    for mut db in databases() {
        let db = &mut db.connection;
        let error = one::<Jsonb<Value>>(db, cell).expect_err("unreadable");
        assert_eq!(cause(&error).kind(), expected);
        let error = one::<JsonbSerde<Value>>(db, cell).expect_err("unreadable");
        assert_eq!(cause(&error).kind(), expected);
        let error = one::<JsonbBlob>(db, cell).expect_err("unreadable");
        assert_eq!(cause(&error).kind(), expected);
    }
}

#[test]
fn infinity_is_read_where_the_target_has_room_for_it_alone() {
    for mut db in databases() {
        let kind = ErrorKind::NumberOutOfRange {
            literal: "9e999".into(),
        };
        let error =
            one::<Jsonb<simd_json::OwnedValue>>(&mut db.connection, "9e999").expect_err("no float");
        assert_eq!(*cause(&error).kind(), kind);
        let blob = one::<JsonbBlob>(&mut db.connection, "9e999").expect("a literal");
        assert_eq!(blob.element().to_string(), "9e999");
    }
}

#[rstest]
#[case::json5("'{a: 1}'")]
#[case::cut("'[1, 2'")]
#[case::empty("''")]
#[case::too_deep("printf('%.*c%.*c', 1001, '[', 1001, ']')")]
fn text_that_the_library_refuses_is_refused(#[case] cell: &str) {
    for mut db in databases() {
        let db = &mut db.connection;
        let error = one::<Jsonb<Value>>(db, cell).expect_err("unreadable");
        let error = cause(&error);
        assert!(error.is_malformed() || error.is_limit(), "{error}");
        let lenient = one::<Lenient<Jsonb<Value>>>(db, cell).expect_err("unreadable");
        assert_eq!(cause(&lenient).kind(), error.kind());
    }
}

#[test]
fn text_that_is_not_utf8_is_an_error() {
    for mut db in databases() {
        let error = one::<Jsonb<Value>>(&mut db.connection, "CAST(x'22ff22' AS TEXT)");
        let error = root_cause(&error.expect_err("a quoted 0xff"));
        assert!(error.contains("invalid utf-8 sequence"), "{error}");
    }
}

#[test]
fn text_in_a_database_of_utf16_is_read() {
    for mut db in databases() {
        db.run("PRAGMA encoding = 'UTF-16'; CREATE TABLE docs (data TEXT); INSERT INTO docs VALUES ('[\"é\u{fffd}\"]')");
        let read: Jsonb<Value> = one(&mut db.connection, "(SELECT data FROM docs)").expect("reads");
        assert_eq!(read.0, json!(["é\u{fffd}"]));
    }
}

#[test]
fn json_text_in_a_blob_is_read_leniently_alone() {
    for mut db in databases() {
        let db = &mut db.connection;
        let text = "CAST('{\"a\": [1.5]}' AS BLOB)";
        let error = one::<Jsonb<Value>>(db, text).expect_err("text");
        let message =
            "blob holds JSON text, expected JSONB; jsonb(CAST(x AS TEXT)) converts it in SQL";
        assert_eq!(cause(&error).to_string(), message);

        let expected = json!({"a": [1.5]});
        assert_eq!(
            one::<Lenient<Jsonb<Value>>>(db, text).expect("reads").0.0,
            expected
        );
        assert_eq!(
            one::<Lenient<JsonbSerde<Value>>>(db, text)
                .expect("reads")
                .0
                .0,
            expected
        );
        let blob = one::<Lenient<JsonbBlob>>(db, text).expect("reads");
        assert_eq!(blob.element().to_string(), r#"{"a":[1.5]}"#);
    }
}

fn nested(depth: usize) -> Value {
    (1..depth).fold(json!([]), |inner, _| json!([inner]))
}

diesel::table! {
    docs {
        id -> Integer,
        data -> Jsonb,
    }
}

#[test]
fn limits_of_sqlite_hold_before_anything_is_bound() {
    for mut db in databases() {
        db.run("CREATE TABLE docs (id INTEGER PRIMARY KEY, data BLOB)");
        let db = &mut db.connection;
        let insert = |db: &mut SqliteConnection, tree: &Value| {
            diesel::insert_into(docs::table)
                .values(docs::data.eq(Jsonb(tree)))
                .execute(db)
        };
        insert(db, &nested(1000)).expect("SQLite reads 1000 levels");
        let read: bool = docs::table
            .select(sql::<Bool>("json(data) IS NOT NULL"))
            .get_result(db)
            .expect("reads");
        assert!(read);

        let deep = nested(1001);
        let kind = ErrorKind::TooDeep { limit: 1000 };
        let error = insert(db, &deep).expect_err("too deep");
        assert!(matches!(error, Error::SerializationError(_)));
        assert_eq!(*cause(&error).kind(), kind);
        let error = diesel::insert_into(docs::table)
            .values(docs::data.eq(JsonbSerde(&deep)))
            .execute(db)
            .expect_err("too deep");
        assert_eq!(*cause(&error).kind(), kind);
        assert_eq!(docs::table.count().get_result(db), Ok(1));
    }
}

#[test]
fn policies_of_cbor_reach_the_column() {
    for mut db in databases() {
        let db = &mut db.connection;
        let cbor = ciborium::Value::Bytes(vec![0xff, 0]);
        let hex = CborOptions::new().byte_strings(ByteStrings::Hex);
        assert_equals_jsonb_of!(db, r#""FF00""#, Jsonb(hex.source(&cbor)));
        let refuse = CborOptions::new().byte_strings(ByteStrings::Error);
        let source = Jsonb(refuse.source(&cbor)).into_sql::<SqlJsonb>();
        let error = diesel::select(source)
            .get_result::<JsonbBlob>(db)
            .expect_err("refused");
        assert_eq!(
            *cause(&error).kind(),
            ErrorKind::UnsupportedBytes { len: 2 }
        );
    }
}

#[test]
fn blob_is_passed_on_as_it_is() {
    for mut db in databases() {
        let db = &mut db.connection;
        // A header wider than needed.
        let blob: JsonbBlob = one(db, "x'cb021331'").expect("valid");
        assert_eq!(blob.as_bytes(), b"\xcb\x02\x131");
        let hex = sql::<Text>("hex(").bind::<SqlJsonb, _>(&blob).sql(")");
        assert_eq!(
            diesel::select(hex).get_result(db),
            Ok("CB021331".to_string())
        );
        let bytes = sql::<Binary>("").bind::<SqlJsonb, _>(&blob);
        assert_eq!(diesel::select(bytes).get_result(db), Ok(blob.into_vec()));
    }
}

#[test]
fn wrappers_are_newtypes() {
    let mut tree = Jsonb::from(json!([1]));
    tree.as_array_mut().expect("an array").push(json!(2));
    assert_eq!(tree.clone().into_inner(), json!([1, 2]));
    assert_eq!(Jsonb::<Value>::default(), Jsonb(Value::Null));
    assert!(JsonbSerde(1) < JsonbSerde(2));
    assert_eq!(format!("{:?}", Lenient(Jsonb(1))), "Lenient(Jsonb(1))");
}
