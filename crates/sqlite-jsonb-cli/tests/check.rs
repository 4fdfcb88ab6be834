//! `jsonb check`.

mod support;

use rstest::rstest;
use serde_json::{Value, json};
use support::{Scene, jsonb};

fn scene() -> Scene {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE good(id INTEGER PRIMARY KEY, data BLOB);
         INSERT INTO good(data) VALUES (jsonb('[1]')), (NULL), ('[2]'), (3), (x'00');
         CREATE TABLE mixed(a TEXT, b INT, data JSON, image, PRIMARY KEY(a, b)) WITHOUT ROWID;
         INSERT INTO mixed VALUES
             ('x', 1, x'3c0b1331', x'89504e47'), ('x', 2, CAST('{\"a\": 1}' AS BLOB), x'00'), ('y', 1, jsonb('{}'), NULL);
         CREATE TABLE plain(a, b); INSERT INTO plain VALUES (1, 'x');",
    );
    scene
}

#[test]
fn bad_blobs_are_listed_and_the_rest_is_counted() {
    let (out, err) = scene().print(1, &["check", "app.db"]);
    assert_eq!(err, "");
    assert_eq!(
        out,
        "good.data: 2 good, 0 bad, 1 NULL, 1 TEXT, 1 number\n\
         mixed.data, a 'x', b 1: label is ARRAY, expected a text element, at byte 1\n\
         mixed.data, a 'x', b 2: JSON text stored as a BLOB, not JSONB\n\
         mixed.data: 1 good, 2 bad, of those 1 JSON text\n\
         mixed.image: left out, 2 BLOBs and none of it JSONB; name the column to check it\n"
    );
}

#[test]
fn table_or_column_alone_is_checked_when_named() {
    let scene = scene();
    let out = scene.succeed(&["check", "app.db", "good"]);
    assert_eq!(out, b"good.data: 2 good, 0 bad, 1 NULL, 1 TEXT, 1 number\n");
    let (out, _) = scene.print(1, &["check", "app.db", "MIXED", "image"]);
    assert_eq!(
        out,
        "mixed.image, a 'x', b 1: payload of 8 bytes runs past the end, 3 available, at byte 0\n\
         mixed.image: 1 good, 1 bad, 1 NULL\n"
    );
    assert_eq!(
        scene.succeed(&["check", "app.db", "plain"]),
        b"no column with BLOBs\n"
    );
}

#[test]
fn report_is_json_where_asked_for() {
    let scene = scene();
    let (out, _) = scene.print(1, &["check", "app.db", "mixed", "--json"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        report,
        json!({
            "database": "app.db",
            "columns": [{
                "table": "mixed", "column": "data",
                "jsonb": 1, "bad": 2, "json_text_in_blob": 1, "refused_by_sqlite": 0,
                "null": 0, "text": 0, "numbers": 0,
                "listed": [
                    {"place": "a 'x', b 1", "offset": 1, "reason": "label is ARRAY, expected a text element"},
                    {"place": "a 'x', b 2", "offset": null, "reason": "JSON text stored as a BLOB, not JSONB"},
                ],
            }],
            "left_out": [{"table": "mixed", "column": "image", "blobs": 2}],
        })
    );
}

#[test]
fn first_ten_are_listed_unless_all_are() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
         INSERT INTO t SELECT x'0d' FROM n;",
    );
    let (out, _) = scene.print(1, &["check", "app.db", "t", "data"]);
    assert_eq!(out.lines().count(), 12);
    assert!(
        out.ends_with("\nt.data: 2 more, which --all lists\nt.data: 0 good, 12 bad\n"),
        "{out}"
    );
    let (out, _) = scene.print(1, &["check", "app.db", "t", "data", "--all"]);
    assert_eq!(out.lines().count(), 13);
}

#[test]
fn blob_that_only_sqlite_refuses_is_named() {
    let scene = Scene::new();
    let text = "[".repeat(1000) + "1" + &"]".repeat(1000);
    scene.sql("CREATE TABLE t(data JSONB)");
    let database = scene.database("app.db");
    let blob = jsonb(&text);
    database
        .execute("INSERT INTO t VALUES (?1)", [blob])
        .expect("a row");
    let (out, _) = scene.print(1, &["check", "app.db"]);
    let expected = format!(
        "t.data, rowid 1: sound, but json_valid(X, 8) of SQLite {} refuses it\n",
        rusqlite::version()
    );
    assert!(out.starts_with(&expected), "{out}");
}

#[test]
fn files_are_a_blob_each_or_a_sequence() {
    let scene = Scene::new();
    let (one, other) = (jsonb("[1]"), jsonb("{}"));
    scene.file("one.jsonb", &one);
    scene.file("two.jsonb", [one.as_slice(), &other].concat());
    scene.file("text.json", "[1, 2]\n");
    scene.file("cut.jsonb", [one.as_slice(), &other, b"\x3b\x00"].concat());
    let (out, _) = scene.print(1, &["check", "one.jsonb", "two.jsonb", "text.json"]);
    assert_eq!(
        out,
        "one.jsonb: 1 good, 0 bad\n\
         two.jsonb, the whole file (of several blobs back to back: --sequence): 1 byte behind the document, at byte 3\n\
         two.jsonb: 0 good, 1 bad\n\
         text.json, the whole file: JSON text stored as a BLOB, not JSONB\n\
         text.json: 0 good, 1 bad, of those 1 JSON text\n"
    );
    let (out, _) = scene.print(1, &["check", "--sequence", "two.jsonb", "cut.jsonb"]);
    assert_eq!(
        out,
        "two.jsonb: 2 good, 0 bad\n\
         cut.jsonb, blob 3 from byte 4 on: payload of 3 bytes runs past the end, 1 available, at byte 0\n\
         cut.jsonb: 2 good, 1 bad\n"
    );
    let out = scene.run_with(&["check", "-", "--json"], &one).success();
    let report: Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(report["files"][0]["file"], "standard input");
    assert_eq!(report["files"][0]["jsonb"], 1);
}

#[rstest]
#[case::too_many(2, &["app.db", "good", "data", "x"], "error: with a database, ")]
#[case::sequence(2, &["app.db", "--sequence"], "error: --sequence is for files")]
#[case::table(3, &["app.db", "gone"], "error: app.db: no table \"gone\"")]
#[case::column(3, &["app.db", "good", "gone"], "error: app.db: table \"good\" has no column \"gone\"")]
#[case::file(3, &["gone"], "error: gone: No such file")]
fn what_is_not_there_is_named(#[case] status: i32, #[case] args: &[&str], #[case] message: &str) {
    let line = scene().fail(status, &[&["check"], args].concat());
    assert!(line.starts_with(message), "{line}");
}

#[test]
fn bad_blob_in_a_row_whose_key_is_not_utf8_is_listed() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(k TEXT PRIMARY KEY, data) WITHOUT ROWID; \
         INSERT INTO t VALUES (CAST(x'ff61' AS TEXT), x'0d'), ('b', x'00')",
    );
    let (out, _) = scene.print(1, &["check", "app.db", "t", "data"]);
    assert_eq!(
        out,
        "t.data, k '\u{fffd}a': element type is 13, expected 0 to 12, at byte 0\n\
         t.data: 1 good, 1 bad\n"
    );
}

#[cfg(unix)]
#[test]
fn reader_who_leaves_early_still_gets_the_status_of_bad_data() {
    use std::process::{Command, Stdio};
    let scene = scene();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jsonb"))
        .args(["check", "app.db", "mixed", "data"])
        .current_dir(scene.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
}

#[test]
fn empty_file_is_a_database_where_it_is_named_as_one() {
    let scene = Scene::new();
    for name in ["a.db", "b.SQLITE3", "c.jsonb", "d"] {
        scene.file(name, "");
    }
    assert_eq!(scene.succeed(&["check", "a.db"]), b"no column with BLOBs\n");
    assert_eq!(
        scene.succeed(&["check", "b.SQLITE3"]),
        b"no column with BLOBs\n"
    );
    assert_eq!(
        scene.fail(3, &["check", "a.db", "t"]),
        "error: a.db: no table \"t\""
    );
    for name in ["c.jsonb", "d"] {
        let (out, _) = scene.print(1, &["check", name]);
        assert!(out.contains("blob is empty"), "{out}");
    }
    let line = scene.fail(2, &["inspect", "a.db"]);
    assert!(
        line.starts_with("error: a.db is a SQLite database"),
        "{line}"
    );
}

#[test]
fn database_whose_first_write_was_cut_short_is_one() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data)");
    let whole = std::fs::read(scene.path("app.db")).expect("readable");
    let database = scene.database("app.db");
    database
        .execute_batch("BEGIN; INSERT INTO t VALUES (x'00')")
        .expect("a write begins");
    let journal = std::fs::read(scene.path("app.db-journal")).expect("a write has one");
    drop(database);
    // As a first transaction leaves it that was killed: the first page comes last.
    let pages = vec![0; whole.len()];
    scene.file("new", pages).file("new-journal", journal);
    let ran = scene.run(&["check", "new"]);
    assert!(
        !ran.stderr.contains("blob") && ran.stdout.is_empty(),
        "{ran:?}"
    );
}
