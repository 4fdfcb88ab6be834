//! `jsonb recode`.

mod support;

use rstest::rstest;
use serde_json::{Value, json};
use support::{Scene, jsonb};

const TEXT: &str = "{ \"a\" : [1, 2.50, 1E5, -0],\n \"a\":\"\\u0041\\/\" }";

fn recode<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["recode", "app.db", "t", "data"], args].concat()
}

#[test]
fn text_becomes_what_jsonb_makes_of_it_and_comes_back_without_white_space() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(id INTEGER PRIMARY KEY, data)");
    let database = scene.database("app.db");
    for text in [TEXT, "[]", "123456789012345678901234567890", "\"x\""] {
        database
            .execute("INSERT INTO t(data) VALUES (?1)", [text])
            .expect("a row");
    }
    scene.sql(
        "INSERT INTO t VALUES (7, NULL), (8, jsonb('true')), (9, CAST('[1 ]' AS BLOB)), (10, 0.1)",
    );
    let (out, _) = scene.print(0, &recode(&["--to", "jsonb"]));
    assert_eq!(
        out,
        "t.data of app.db: 6 rows recoded to JSONB, 84 B to 73 B, 1 so already, 1 NULL\n"
    );
    let query = "SELECT typeof(data) || count(*) FROM t GROUP BY typeof(data)";
    assert_eq!(scene.query(query), ["blob7", "null1"]);
    let first = database
        .query_row("SELECT data FROM t WHERE id = 1", [], |row| {
            row.get::<_, Vec<u8>>(0)
        })
        .expect("a blob");
    assert_eq!(first, jsonb(TEXT));
    scene.print(0, &recode(&["--to", "text"]));
    assert_eq!(
        scene.query("SELECT ifnull(data, 'NULL') FROM t ORDER BY id"),
        [
            "{\"a\":[1,2.50,1E5,-0],\"a\":\"\\u0041\\/\"}",
            "[]",
            "123456789012345678901234567890",
            "\"x\"",
            "NULL",
            "true",
            "[1]",
            "0.1"
        ]
    );
}

/// Rows 1 to 6, of which 2, 4 and 5 cannot be recoded.
fn scene_with_bad_rows() -> Scene {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, data);
         INSERT INTO t(data) VALUES ('[1 ]'), ('[1,'), ('[2 ]'), ('{a:1}'), ('\"\\ud800\"'), ('[3 ]');",
    );
    scene
}

const ALL: &str = "SELECT typeof(data) || ' ' || hex(data) FROM t ORDER BY 1";

#[test]
fn bad_row_stops_and_leaves_the_database_as_it_was() {
    let scene = scene_with_bad_rows();
    let before = scene.query(ALL);
    let line = scene.fail(1, &recode(&["--to", "jsonb", "--batch", "1"]));
    assert_eq!(
        line,
        "error: t.data, rowid 2: text is not JSON: input ends, expected a value, at byte 3"
    );
    assert_eq!(scene.query(ALL), before);
    assert_eq!(scene.names(), ["app.db"]);
}

#[test]
fn dry_run_names_what_would_fail_and_changes_nothing() {
    let scene = scene_with_bad_rows();
    let before = scene.query(ALL);
    let (out, err) = scene.print(1, &recode(&["--to", "jsonb", "--dry-run"]));
    assert_eq!(
        err,
        "would fail: t.data, rowid 2: text is not JSON: input ends, expected a value, at byte 3\n\
         would fail: t.data, rowid 4: text is not JSON: label without quotes, which JSON5 has and JSON has not (--json5 takes it), at byte 1\n\
         would fail: t.data, rowid 5: surrogate escape without its partner at payload byte 0\n"
    );
    assert_eq!(
        out,
        "t.data of app.db: 3 rows would be recoded to JSONB, 12 B to 9 B, 3 would fail\n"
    );
    assert_eq!(scene.query(ALL), before);
}

#[test]
fn skipped_rows_stay_as_they_are() {
    let scene = scene_with_bad_rows();
    let args = recode(&[
        "--to",
        "jsonb",
        "--on-error",
        "skip",
        "--json5",
        "--json",
        "--batch",
        "2",
    ]);
    let (out, _) = scene.print(1, &args);
    let summary: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&summary["recoded"], &summary["failed"], &summary["dry_run"]),
        (&json!(4), &json!(2), &json!(false))
    );
    assert_eq!(
        scene.query("SELECT data FROM t WHERE typeof(data) = 'text' ORDER BY id"),
        ["[1,", "\"\\ud800\""]
    );
}

#[test]
fn condition_chooses_the_rows() {
    let scene = scene_with_bad_rows();
    scene.print(
        0,
        &recode(&["--to", "jsonb", "--where", "id IN (1, 6) -- fine"]),
    );
    assert_eq!(
        scene.query("SELECT id || '' FROM t WHERE typeof(data) = 'blob' ORDER BY id"),
        ["1", "6"]
    );
    let line = scene.fail(2, &recode(&["--to", "jsonb", "--where", "gone"]));
    assert!(
        line.starts_with("error: --where: no such column: gone"),
        "{line}"
    );
}

#[test]
fn batches_of_any_size_meet_each_row_once() {
    for batch in ["1", "3", "7", "1000"] {
        let scene = Scene::new();
        scene.sql(
            "CREATE TABLE t(a TEXT COLLATE NOCASE, b, data, PRIMARY KEY(b DESC, a)) WITHOUT ROWID;
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
             INSERT INTO t SELECT char(65 + i % 5 + 32 * (i % 2)) || i, i % 7, '[' || i || ' ]' FROM n;
             CREATE INDEX by_data ON t(data);",
        );
        let (out, _) = scene.print(
            0,
            &recode(&["--to", "jsonb", "--batch", batch, "--where", "data > ''"]),
        );
        assert!(out.contains(" 50 rows recoded"), "{out}");
    }
}

#[test]
fn constraint_that_refuses_is_an_error_with_the_row() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data TEXT CHECK(typeof(data) = 'text' OR length(data) > 3));
         INSERT INTO t VALUES ('[1,2]'), ('[]');",
    );
    let line = scene.fail(1, &recode(&["--to", "jsonb"]));
    assert!(
        line.starts_with("error: t.data, rowid 2: CHECK constraint failed"),
        "{line}"
    );
    assert_eq!(scene.query("SELECT data FROM t"), ["[1,2]", "[]"]);
    let (out, err) = scene.print(1, &recode(&["--to", "jsonb", "--dry-run"]));
    assert!(
        err.starts_with("would fail: t.data, rowid 2: CHECK"),
        "{err}"
    );
    assert!(out.contains("1 row would be recoded"), "{out}");
}

#[test]
fn no_row_is_replaced_by_another_that_becomes_equal() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data UNIQUE ON CONFLICT REPLACE);
         INSERT INTO t VALUES ('[1]'), ('[1 ]');",
    );
    let line = scene.fail(1, &recode(&["--to", "jsonb"]));
    assert!(line.contains("rowid 2: UNIQUE constraint failed"), "{line}");
    assert_eq!(scene.query("SELECT data FROM t"), ["[1]", "[1 ]"]);
}

#[test]
fn column_that_would_make_a_number_of_the_text_loses_no_digit() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, data JSON);
         INSERT INTO t(data) VALUES (jsonb('5')), (jsonb('1.10')), (jsonb('123456789012345678901')), (jsonb('[1]')), (jsonb('2.5'));",
    );
    let args = recode(&["--to", "text", "--on-error", "skip"]);
    let (_, err) = scene.print(1, &args);
    assert_eq!(
        err,
        "skipped: t.data, rowid 2: the column does not keep it, but stores REAL\n\
         skipped: t.data, rowid 3: the column does not keep it, but stores REAL\n"
    );
    assert_eq!(
        scene.query("SELECT typeof(data) || ' ' || json(data) FROM t ORDER BY id"),
        [
            "integer 5",
            "blob 1.10",
            "blob 123456789012345678901",
            "text [1]",
            "real 2.5"
        ]
    );
}

#[rstest]
#[case::keeps_the_old(
    "UPDATE t SET data = old.data WHERE rowid = new.rowid",
    "the column does not keep it, but stores TEXT"
)]
#[case::deletes(
    "DELETE FROM t WHERE rowid = new.rowid",
    "the row is gone once it is written"
)]
#[case::refuses("SELECT RAISE(ABORT, 'no')", "no")]
fn trigger_that_undoes_the_work_is_an_error(#[case] body: &str, #[case] reason: &str) {
    let scene = Scene::new();
    scene.sql(&format!(
        "CREATE TABLE t(data); INSERT INTO t VALUES ('[1 ]');
         CREATE TRIGGER u AFTER UPDATE ON t BEGIN {body}; END;"
    ));
    let line = scene.fail(1, &recode(&["--to", "jsonb"]));
    assert_eq!(line, format!("error: t.data, rowid 1: {reason}"));
    assert_eq!(scene.query("SELECT data FROM t"), ["[1 ]"]);
}

#[test]
fn indexes_and_generated_columns_follow() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data, a AS (data ->> '$.a') STORED);
         CREATE INDEX i ON t(a);
         INSERT INTO t(data) VALUES ('{\"a\": 7}');",
    );
    scene.print(0, &recode(&["--to", "jsonb"]));
    assert_eq!(
        scene.query("SELECT a || '' FROM t INDEXED BY i WHERE a = 7"),
        ["7"]
    );
    assert_eq!(scene.query("PRAGMA integrity_check"), ["ok"]);
}

#[rstest]
#[case::view(&["v", "data"], "\"v\" is a view or a virtual table, expected a table")]
#[case::generated(&["g", "b"], "column \"b\" is generated, expected one to write")]
#[case::rowid(&["i", "id"], "column \"id\" is the INTEGER PRIMARY KEY of table \"i\", which holds no documents")]
#[case::strict(&["s", "data"], "column \"data\" of the STRICT table \"s\" is BLOB, expected TEXT or ANY")]
#[case::key(&["w", "a"], "column \"a\" is in the primary key of table \"w\", which tells its rows apart")]
#[case::table(&["gone", "a"], "no table \"gone\"")]
#[case::column(&["w", "gone"], "table \"w\" has no column \"gone\"")]
fn what_cannot_be_written_is_refused(#[case] target: &[&str], #[case] message: &str) {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE w(a PRIMARY KEY, data) WITHOUT ROWID; CREATE VIEW v AS SELECT data FROM w;
         CREATE TABLE g(a, b AS (a + 1)); CREATE TABLE i(id INTEGER PRIMARY KEY);
         CREATE TABLE s(data BLOB) STRICT;",
    );
    let line = scene.fail(
        3,
        &[&["recode", "app.db"], target, &["--to", "text"]].concat(),
    );
    assert_eq!(line, format!("error: app.db: {message}"));
}

#[test]
fn missing_database_is_not_made() {
    let scene = Scene::new();
    let line = scene.fail(3, &recode(&["--to", "text"]));
    assert!(line.starts_with("error: app.db: No such file"), "{line}");
    assert!(scene.names().is_empty());
}

#[test]
fn text_that_goes_on_behind_a_nul_byte_is_left_whole() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES ('{\"a\":1}' || char(0) || 'the rest')");
    let line = scene.fail(1, &recode(&["--to", "jsonb"]));
    assert_eq!(
        line,
        "error: t.data, rowid 1: text is not JSON: it goes on with a NUL byte, at byte 7"
    );
    assert_eq!(
        scene.query("SELECT hex(data) FROM t"),
        ["7B2261223A317D007468652072657374"]
    );
    let line = scene.fail(1, &["export", "app.db", "t"]);
    assert!(line.ends_with("NUL byte, at byte 7"), "{line}");
}

#[test]
fn rows_are_told_apart_by_keys_that_are_not_utf8() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(k TEXT PRIMARY KEY, data) WITHOUT ROWID; \
         INSERT INTO t VALUES (CAST(x'ff61' AS TEXT), '[1]'), (CAST(x'ff62' AS TEXT), '[2'), ('c', '3')",
    );
    let out = scene.run(&recode(&[
        "--to",
        "jsonb",
        "--on-error",
        "skip",
        "--batch",
        "1",
    ]));
    assert_eq!(out.status, 1);
    assert_eq!(
        out.stderr.lines().next(),
        Some(
            "skipped: t.data, k '\u{fffd}b': text is not JSON: input ends, expected a comma or ], at byte 2"
        )
    );
    assert_eq!(
        scene.query("SELECT hex(k) || typeof(data) FROM t ORDER BY hex(k)"),
        ["63blob", "FF61blob", "FF62text"]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn summary_that_cannot_be_written_is_no_fault_of_the_database() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES ('1')");
    let recode = ["recode", "app.db", "t", "data", "--to", "jsonb"];
    let full = "No space left on device (os error 28)\n";
    assert_eq!(
        scene.run_full(&[&recode[..], &["--dry-run"]].concat()),
        format!("error: standard output: {full}")
    );
    assert_eq!(
        scene.run_full(&[&recode[..], &["--json"]].concat()),
        format!("error: the rows are recoded, but the summary cannot be printed: {full}")
    );
    let types = scene.succeed(&["query", "app.db", "SELECT typeof(data) AS type FROM t"]);
    assert_eq!(types, b"type\nblob\n");
}
