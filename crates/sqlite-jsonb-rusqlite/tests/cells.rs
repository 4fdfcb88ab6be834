//! Documents in cells of a real SQLite, both ways.

mod support;

use std::convert::Infallible;

use rstest::rstest;
use rusqlite::types::{FromSql, ToSql, Type, ValueRef};
use rusqlite::{Connection, Error};
use serde_json::{Value, json};
use sqlite_jsonb_rusqlite::sqlite_jsonb::source::{Infallibly, JsonbSource, Node};
use sqlite_jsonb_rusqlite::sqlite_jsonb::{
    ByteStrings, CborBytes, CborOptions, ErrorKind, IntoJsonbSource, JsonText,
};
use sqlite_jsonb_rusqlite::{Jsonb, JsonbBlob, JsonbSerde, Lenient, element, sqlite_jsonb};
use support::{cause, databases};

fn one<T: FromSql>(db: &Connection, sql: &str) -> rusqlite::Result<T> {
    db.query_row(sql, [], |row| row.get(0))
}

/// What SQLite stores for a value, and what its `jsonb()` gives for a text.
fn stored_and_expected(db: &Connection, value: &dyn ToSql, text: &str) -> (Vec<u8>, Vec<u8>) {
    db.execute_batch("DROP TABLE IF EXISTS docs; CREATE TABLE docs (data BLOB NOT NULL) STRICT")
        .expect("creates");
    db.execute("INSERT INTO docs VALUES (?1)", [value])
        .expect("inserts");
    db.query_row("SELECT data, jsonb(?1) FROM docs", [text], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
    .expect("reads")
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
    let mut simd_text = text.clone().into_bytes();
    let owned = simd_json::to_owned_value(&mut simd_text.clone()).expect("JSON");
    let borrowed_text = &mut simd_text.clone();
    let borrowed = simd_json::to_borrowed_value(borrowed_text).expect("JSON");
    let tape = simd_json::to_tape(&mut simd_text).expect("JSON");
    let cbor = cbor_of(&tree);
    let mut cbor_bytes = Vec::new();
    ciborium::into_writer(&cbor, &mut cbor_bytes).expect("a vector takes it");
    for db in databases() {
        let writers: [&dyn ToSql; 15] = [
            &Jsonb(tree.clone()),
            &Jsonb(&tree),
            &Some(Jsonb(&tree)),
            &Lenient(Jsonb(&tree)),
            &JsonbSerde(tree.clone()),
            &JsonbSerde(&tree),
            &Jsonb(owned.clone()),
            &Jsonb(&owned),
            &Jsonb(borrowed.clone()),
            &Jsonb(&tape),
            &Jsonb(tape.as_value()),
            &Jsonb(cbor.clone()),
            &Jsonb(&cbor),
            &Jsonb(JsonText::new(&text)),
            &Jsonb(CborBytes::new(&cbor_bytes)),
        ];
        for (index, writer) in writers.into_iter().enumerate() {
            let (stored, expected) = stored_and_expected(&db, writer, &text);
            assert_eq!(stored, expected, "writer {index} of {text:.80}");
        }
        let from_db: JsonbBlob = one(&db, "SELECT data FROM docs").expect("reads");
        let (stored, expected) = stored_and_expected(&db, &Jsonb(from_db.element()), &text);
        assert_eq!(stored, expected);
    }
}

#[rstest]
#[case::null(json!(null))]
#[case::tree(json!({"a": [1, -2, 2.5, "x\"y", true, null], "b": {}}))]
fn what_goes_in_comes_out(#[case] tree: Value) {
    for db in databases() {
        stored_and_expected(&db, &Jsonb(&tree), &tree.to_string());
        let select = "SELECT data FROM docs";
        assert_eq!(one::<Jsonb<Value>>(&db, select).expect("reads").0, tree);
        assert_eq!(
            one::<JsonbSerde<Value>>(&db, select).expect("reads").0,
            tree
        );
        let owned: Jsonb<simd_json::OwnedValue> = one(&db, select).expect("reads");
        let expected = simd_json::to_owned_value(&mut tree.to_string().into_bytes());
        assert_eq!(owned.0, expected.expect("JSON"));
        let cbor: Jsonb<ciborium::Value> = one(&db, select).expect("reads");
        assert_eq!(cbor.0.deserialized::<Value>().expect("a tree"), tree);
        let blob: JsonbBlob = one(&db, select).expect("reads");
        assert_eq!(blob.element().to_string(), tree.to_string());
    }
}

#[test]
fn null_and_json_null_are_never_confused() {
    for db in databases() {
        let typed = |value: &dyn ToSql| -> (String, String) {
            let select = "SELECT typeof(?1), hex(?1)";
            db.query_row(select, [value], |row| Ok((row.get(0)?, row.get(1)?)))
                .expect("selects")
        };
        assert_eq!(typed(&None::<Jsonb<Value>>), ("null".into(), String::new()));
        assert_eq!(
            typed(&Some(Jsonb(Value::Null))),
            ("blob".into(), "00".into())
        );
        assert_eq!(
            typed(&Some(JsonbSerde(None::<u8>))),
            ("blob".into(), "00".into())
        );

        let read = |sql| one::<Option<Jsonb<Value>>>(&db, sql).expect("reads");
        assert_eq!(read("SELECT NULL"), None);
        assert_eq!(read("SELECT x'00'"), Some(Jsonb(Value::Null)));
        assert_eq!(read("SELECT 'null'"), Some(Jsonb(Value::Null)));
        let read = |sql| one::<Option<JsonbSerde<Option<u8>>>>(&db, sql).expect("reads");
        assert_eq!(read("SELECT NULL"), None);
        assert_eq!(read("SELECT x'00'"), Some(JsonbSerde(None)));

        let error = one::<Jsonb<Value>>(&db, "SELECT NULL").expect_err("no value");
        assert!(matches!(error, Error::InvalidColumnType(0, _, Type::Null)));
        let error = one::<JsonbSerde<Option<u8>>>(&db, "SELECT NULL").expect_err("no value");
        assert!(matches!(error, Error::InvalidColumnType(0, _, Type::Null)));
    }
}

#[rstest]
#[case::text("'{\"a\": [1, 2.5]}'", r#"{"a":[1,2.5]}"#)]
#[case::text_of_a_number("'18446744073709551615'", "18446744073709551615")]
#[case::integer("-9223372036854775808", "-9223372036854775808")]
#[case::real("2.0", "2.0")]
#[case::json5_in_jsonb("jsonb('{a:+.5,}')", r#"{"a":0.5}"#)]
fn every_kind_of_cell_is_read(#[case] cell: &str, #[case] expected: &str) {
    for db in databases() {
        let select = format!("SELECT {cell}");
        let tree: Jsonb<Value> = one(&db, &select).expect("reads");
        assert_eq!(tree.to_string(), expected);
        let tree: JsonbSerde<Value> = one(&db, &select).expect("reads");
        assert_eq!(tree.to_string(), expected);
        let tree: Lenient<Jsonb<Value>> = one(&db, &select).expect("reads");
        assert_eq!(tree.to_string(), expected);
        let tree: Jsonb<ciborium::Value> = one(&db, &select).expect("reads");
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
    for db in databases() {
        let select = format!("SELECT {cell}");
        let error = one::<Jsonb<Value>>(&db, &select).expect_err("unreadable");
        assert_eq!(cause(error).kind(), expected);
        let error = one::<JsonbSerde<Value>>(&db, &select).expect_err("unreadable");
        assert_eq!(cause(error).kind(), expected);
        let error = one::<JsonbBlob>(&db, &select).expect_err("unreadable");
        assert_eq!(cause(error).kind(), expected);
    }
}

#[test]
fn infinity_is_read_where_the_target_has_room_for_it_alone() {
    for db in databases() {
        let kind = ErrorKind::NumberOutOfRange {
            literal: "9e999".into(),
        };
        let error = one::<Jsonb<simd_json::OwnedValue>>(&db, "SELECT 9e999").expect_err("no float");
        assert_eq!(*cause(error).kind(), kind);
        let blob = one::<JsonbBlob>(&db, "SELECT 9e999").expect("a literal");
        assert_eq!(blob.element().to_string(), "9e999");
    }
}

#[rstest]
#[case::json5("'{a: 1}'")]
#[case::cut("'[1, 2'")]
#[case::empty("''")]
#[case::not_utf8("CAST(x'22ff22' AS TEXT)")]
#[case::too_deep("printf('%.*c%.*c', 1001, '[', 1001, ']')")]
fn text_that_the_library_refuses_is_refused(#[case] cell: &str) {
    for db in databases() {
        let select = format!("SELECT {cell}");
        let error = cause(one::<Jsonb<Value>>(&db, &select).expect_err("unreadable"));
        assert!(error.is_malformed() || error.is_limit(), "{error}");
        let lenient = cause(one::<Lenient<Jsonb<Value>>>(&db, &select).expect_err("unreadable"));
        assert_eq!(lenient.kind(), error.kind());
    }
}

/// Issues 655 and 657 of rusqlite/rusqlite: text of such databases, and text cut at a NUL.
#[test]
fn text_in_a_database_of_utf16_is_read_whole() {
    for db in databases() {
        db.execute_batch("PRAGMA encoding = 'UTF-16'; CREATE TABLE docs (json TEXT, jsonb BLOB)")
            .expect("creates");
        let tree = json!(["テスト", "a\u{0}b", "\u{1f600}"]);
        db.execute(
            "INSERT INTO docs VALUES (?1, ?2)",
            (tree.to_string(), Jsonb(&tree)),
        )
        .expect("inserts");
        for column in ["json", "jsonb", "jsonb(json)", "json(jsonb)"] {
            let read: Jsonb<Value> =
                one(&db, &format!("SELECT {column} FROM docs")).expect("reads");
            assert_eq!(read.0, tree, "{column}");
        }
        assert!(one::<bool>(&db, "SELECT jsonb IS jsonb(json) FROM docs").expect("compares"));

        // SQLite's own functions stop at a NUL in a text; here nothing behind it is lost silently.
        let select = "SELECT CAST(x'5b315d005b325d' AS TEXT)";
        let error = cause(one::<Jsonb<Value>>(&db, select).expect_err("no JSON"));
        assert!(error.is_malformed(), "{error}");
    }
}

#[test]
fn json_text_in_a_blob_is_read_leniently_alone() {
    for db in databases() {
        let select = "SELECT CAST('{\"a\": [1.5]}' AS BLOB)";
        let error = one::<Jsonb<Value>>(&db, select).expect_err("text");
        let message =
            "blob holds JSON text, expected JSONB; jsonb(CAST(x AS TEXT)) converts it in SQL";
        assert_eq!(cause(error).to_string(), message);

        let expected = json!({"a": [1.5]});
        assert_eq!(
            one::<Lenient<Jsonb<Value>>>(&db, select)
                .expect("reads")
                .0
                .0,
            expected
        );
        assert_eq!(
            one::<Lenient<JsonbSerde<Value>>>(&db, select)
                .expect("reads")
                .0
                .0,
            expected
        );
        let blob = one::<Lenient<JsonbBlob>>(&db, select).expect("reads");
        assert_eq!(blob.element().to_string(), r#"{"a":[1.5]}"#);
        // As SQLite reads it: valid JSONB before anything else.
        let digits: Lenient<Jsonb<Value>> = one(&db, "SELECT x'33313233'").expect("reads");
        assert_eq!(digits.0.0, 123);
        let sqlite: String = one(&db, "SELECT json(x'33313233')").expect("reads");
        assert_eq!(sqlite, "123");
    }
}

fn nested(depth: usize) -> Value {
    (1..depth).fold(json!([]), |inner, _| json!([inner]))
}

#[test]
fn limits_of_sqlite_hold_before_anything_is_bound() {
    for db in databases() {
        db.execute_batch("CREATE TABLE docs (data BLOB)")
            .expect("creates");
        let insert = "INSERT INTO docs VALUES (?1)";
        db.execute(insert, [Jsonb(nested(1000))])
            .expect("SQLite reads 1000 levels");
        let valid: bool = one(&db, "SELECT json(data) IS NOT NULL FROM docs").expect("reads");
        assert!(valid);

        let deep = nested(1001);
        for writer in [&Jsonb(&deep) as &dyn ToSql, &JsonbSerde(&deep)] {
            let error = db.execute(insert, [writer]).expect_err("too deep");
            let kind = ErrorKind::TooDeep { limit: 1000 };
            assert_eq!(*cause(error).kind(), kind);
        }
        assert_eq!(
            one::<i64>(&db, "SELECT count(*) FROM docs").expect("counts"),
            1
        );
    }
}

/// A tree that cannot be cloned.
struct Chain(Option<Box<Chain>>);

impl<'a> JsonbSource for &'a Chain {
    type Text = &'a str;
    type Error = Infallible;
    type Elements = Infallibly<std::option::IntoIter<&'a Chain>>;
    type Members = std::iter::Empty<Result<(&'a str, Self), Infallible>>;

    fn node(self) -> Result<Node<Self>, Infallible> {
        Ok(Node::Array(Infallibly(self.0.as_deref().into_iter())))
    }
}

impl<'a> IntoJsonbSource for &&'a Chain {
    type Source = &'a Chain;

    fn into_source(self) -> &'a Chain {
        self
    }
}

#[test]
fn trees_of_ones_own_are_written_without_a_clone() {
    for db in databases() {
        let chain = Chain(Some(Box::new(Chain(None))));
        for writer in [
            &Jsonb(&chain) as &dyn ToSql,
            &Jsonb(Chain(Some(Box::new(Chain(None))))),
        ] {
            let (stored, expected) = stored_and_expected(&db, writer, "[[]]");
            assert_eq!(stored, expected);
        }
    }
}

#[test]
fn policies_of_cbor_reach_the_cell() {
    for db in databases() {
        let cbor = ciborium::Value::Bytes(vec![0xff, 0]);
        let hex = CborOptions::new().byte_strings(ByteStrings::Hex);
        let (stored, expected) = stored_and_expected(&db, &Jsonb(hex.source(&cbor)), r#""FF00""#);
        assert_eq!(stored, expected);
        let refuse = CborOptions::new().byte_strings(ByteStrings::Error);
        let error = db.execute(
            "INSERT INTO docs VALUES (?1)",
            [Jsonb(refuse.source(&cbor))],
        );
        let kind = ErrorKind::UnsupportedBytes { len: 2 };
        assert_eq!(*cause(error.expect_err("refused")).kind(), kind);
    }
}

#[test]
fn element_of_a_cell_is_in_place() {
    for db in databases() {
        let mut statement = db
            .prepare("SELECT jsonb('{\"name\": \"Ada\"}'), x'', '1', NULL")
            .expect("prepares");
        let mut rows = statement.query([]).expect("queries");
        let row = rows.next().expect("steps").expect("a row");
        let cell = row.get_ref(0).expect("a cell");
        let ValueRef::Blob(bytes) = cell else {
            panic!("a BLOB")
        };
        let person = element(cell).expect("an element");
        assert_eq!(person.as_bytes().as_ptr(), bytes.as_ptr());
        let name = person.get("name").expect("well-formed").expect("a name");
        assert_eq!(name.as_str().expect("well-formed").as_deref(), Some("Ada"));

        let refused = |index| element(row.get_ref(index).expect("a cell")).expect_err("no element");
        let message = "blob is empty, expected an element; JSON null is the byte 00";
        assert_eq!(refused(1).to_string(), message);
        assert_eq!(refused(2).to_string(), "cell is TEXT, expected BLOB");
        assert_eq!(refused(3), rusqlite::types::FromSqlError::InvalidType);
    }
}

#[test]
fn blob_is_passed_on_as_it_is() {
    for db in databases() {
        // A header wider than needed.
        let wide = b"\xcb\x02\x131";
        let blob: JsonbBlob = db
            .query_row("SELECT ?1", [wide], |row| row.get(0))
            .expect("valid");
        let bytes: Vec<u8> = db
            .query_row("SELECT ?1", [&blob], |row| row.get(0))
            .expect("binds");
        assert_eq!(bytes, wide);
        assert_eq!(blob.as_bytes(), wide);
        assert_eq!(blob.into_vec(), wide);
    }
}

#[test]
fn wrappers_are_newtypes() {
    let mut tree = Jsonb::from(json!([1]));
    tree.as_array_mut().expect("an array").push(json!(2));
    assert_eq!(tree.len_of_array(), 2);
    assert_eq!(tree.clone().into_inner(), json!([1, 2]));
    assert_eq!(Jsonb::<Value>::default(), Jsonb(Value::Null));
    assert!(JsonbSerde(1) < JsonbSerde(2));
    assert_eq!(format!("{:?}", Lenient(Jsonb(1))), "Lenient(Jsonb(1))");
}

trait LenOfArray {
    fn len_of_array(&self) -> usize;
}

impl LenOfArray for Value {
    fn len_of_array(&self) -> usize {
        self.as_array().map_or(0, Vec::len)
    }
}
