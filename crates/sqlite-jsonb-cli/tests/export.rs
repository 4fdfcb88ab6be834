//! `jsonb export`.

mod support;

use std::fs;

use rstest::rstest;
use support::{Scene, jsonb};

/// Documents of each kind of cell, one of them NULL and one malformed.
fn scene() -> Scene {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, data);
         INSERT INTO t VALUES
             (7, jsonb('[1.10,\"\\u0041\"]')),
             (1, '{ \"a\": 1,\n \"a\": \"\\n\" }'),
             (3, 5), (4, 0.1), (5, NULL),
             (6, CAST('{\"x\": 1}' AS BLOB)),
             (9, x'3c0b1331'), (10, '[\"é\", x]');",
    );
    scene
}

/// A database as it is when whoever writes it is killed: pages are written, and the journal says what they were.
#[test]
fn write_that_was_cut_short_is_taken_back_before_reading() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES ('[1]')");
    let writer = scene.database("app.db");
    writer
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN; UPDATE t SET data = '[2]';
             INSERT INTO t SELECT printf('%.4000c', '0') FROM json_each('[1,2,3,4,5,6,7,8,9]')",
        )
        .expect("SQL");
    for name in ["app.db", "app.db-journal"] {
        let copy = name.replace("app", "cut");
        std::fs::copy(scene.path(name), scene.path(&copy)).expect("it is there");
    }
    assert_eq!(scene.succeed(&["export", "cut.db", "t"]), b"[1]\n");
    assert!(!scene.path("cut.db-journal").exists());
}

#[test]
fn table_with_the_name_of_a_pragma_is_in_nobodys_way() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE pragma_table_list(data); CREATE TABLE pragma_table_xinfo(x);
         CREATE VIEW pragma_index_list AS SELECT 1; INSERT INTO pragma_table_list VALUES ('[1]')",
    );
    assert_eq!(
        scene.succeed(&["export", "app.db", "pragma_table_list"]),
        b"[1]\n"
    );
}

#[test]
fn rows_come_in_order_a_document_a_line_whatever_their_cells_are() {
    let scene = scene();
    let (out, err) = scene.print(
        0,
        &["export", "app.db", "t", "--where", "-id > -9 -- no more"],
    );
    assert_eq!(
        out,
        "{\"a\":1,\"a\":\"\\n\"}\n5\n0.1\n{\"x\":1}\n[1.10,\"\\u0041\"]\n"
    );
    assert_eq!(
        err,
        "note: 1 row left out whose \"data\" is NULL: --nulls null writes null\n\
         note: 1 document of JSON text stored as a BLOB, not JSONB: jsonb recode --to jsonb puts that right\n"
    );
}

#[test]
fn numbers_are_those_of_sql() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data);
         INSERT INTO t VALUES (9e999), (-9e999), (9223372036854775807), (0.5);",
    );
    let text = scene.succeed(&["export", "app.db", "t"]);
    let text = String::from_utf8(text).expect("JSON");
    let of_sql = scene.query("SELECT json(data) FROM t");
    assert_eq!(text.lines().collect::<Vec<_>>(), of_sql);
}

#[test]
fn json_is_one_array() {
    let scene = scene();
    let condition = "id IN (3, 5)";
    let args = [
        "export", "app.db", "t", "--format", "json", "--nulls", "null", "--where", condition,
    ];
    assert_eq!(scene.succeed(&args), b"[\n5,\nnull\n]\n");
    let args = [
        "export", "app.db", "t", "--format", "json", "--where", "id = 0",
    ];
    assert_eq!(scene.succeed(&args), b"[]\n");
}

#[test]
fn cbor_is_a_sequence() {
    let scene = scene();
    scene.sql("INSERT INTO t VALUES (0, jsonb('{\"a\":[18446744073709551616,-1,2.5]}'))");
    let args = [
        "export", "app.db", "t", "--format", "cbor", "--where", "id < 4",
    ];
    let expected =
        b"\xa1\x61a\x83\xc2\x49\x01\0\0\0\0\0\0\0\0\x20\xf9\x41\x00\xa2\x61a\x01\x61a\x61\n\x05";
    assert_eq!(scene.succeed(&args), expected);
}

#[test]
fn number_that_cbor_cannot_hold_is_an_error() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES (jsonb('[9e999]'))");
    let line = scene.fail(1, &["export", "app.db", "t", "--format", "cbor"]);
    assert_eq!(
        line,
        "error: t.data, rowid 1: number is 9e999, beyond what the target holds, at byte 1"
    );
}

#[rstest]
#[case::blob("9", "rowid 9: label is ARRAY, expected a text element, at byte 1")]
#[case::text(
    "10",
    "rowid 10: text is not JSON: found x, expected a value, at byte 7"
)]
fn bad_cell_stops_with_its_place(#[case] id: &str, #[case] reason: &str) {
    let scene = scene();
    let line = scene.fail(
        1,
        &["export", "app.db", "t", "--where", &format!("id = {id}")],
    );
    assert_eq!(line, format!("error: t.data, {reason}"));
}

#[test]
fn skipped_cells_are_named_and_leave_no_trace_in_the_output() {
    let scene = scene();
    let args = [
        "export",
        "app.db",
        "t",
        "--on-error",
        "skip",
        "--nulls",
        "error",
        "--where",
        "id > 4",
    ];
    let (out, err) = scene.print(1, &args);
    assert_eq!(out, "{\"x\":1}\n[1.10,\"\\u0041\"]\n");
    assert!(
        err.starts_with(
            "skipped: t.data, rowid 5: NULL, expected a document\n\
             skipped: t.data, rowid 9: label is ARRAY, expected a text element, at byte 1\n\
             skipped: t.data, rowid 10: text is not JSON: found x, expected a value, at byte 7\n"
        ),
        "{err}"
    );
}

#[test]
fn file_appears_when_it_is_whole() {
    let scene = scene();
    scene.file("out", "old");
    scene.fail(
        1,
        &["export", "app.db", "t", "-o", "out", "--where", "id > 5"],
    );
    assert_eq!(fs::read(scene.path("out")).expect("it is there"), b"old");
    scene.succeed(&["export", "app.db", "t", "-o", "out", "--where", "id = 3"]);
    assert_eq!(fs::read(scene.path("out")).expect("it is there"), b"5\n");
    assert_eq!(scene.names(), ["app.db", "out"]);
}

#[test]
fn output_never_replaces_the_database() {
    let scene = scene();
    let line = scene.fail(2, &["export", "app.db", "t", "-o", "./app.db"]);
    assert_eq!(line, "error: the output would replace the database");
    let database = scene.database("app.db");
    database
        .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE late(data)")
        .expect("a change that the log alone has");
    let line = scene.fail(2, &["export", "app.db", "t", "-o", "app.db-wal"]);
    assert_eq!(line, "error: the output would replace the database");
    assert_eq!(
        scene.query("SELECT name FROM sqlite_schema WHERE name = 'late'"),
        ["late"]
    );
}

#[test]
fn tables_without_rowid_and_views_are_read() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE \"w w\"(\"k\"\"1\" TEXT, b INT, \"da ta\", PRIMARY KEY(b, \"k\"\"1\")) WITHOUT ROWID;
         INSERT INTO \"w w\" VALUES ('y', 2, '[2]'), ('x', 2, '[1]'), ('z', 1, '[0]'), ('o''k', 3, x'0d');
         CREATE VIEW v AS SELECT \"da ta\" AS data FROM \"w w\" WHERE b = 1;
         CREATE TABLE r(rowid, data); INSERT INTO r VALUES (2, '[1]'), (1, '[2]');",
    );
    let args = ["export", "app.db", "w w", "--column", "DA TA"];
    let (out, err) = scene.print(1, &args);
    assert_eq!(out, "[0]\n[1]\n[2]\n");
    assert_eq!(
        err,
        "error: w w.da ta, b 3, k\"1 'o''k': element type is 13, expected 0 to 12, at byte 0\n"
    );
    assert_eq!(scene.succeed(&["export", "app.db", "v"]), b"[0]\n");
    assert_eq!(scene.succeed(&["export", "app.db", "R"]), b"[1]\n[2]\n");
}

#[rstest]
#[case::table(3, &["gone"], "error: app.db: no table \"gone\"")]
#[case::column(3, &["t", "--column", "gone"], "error: app.db: table \"t\" has no column \"gone\"")]
#[case::condition(2, &["t", "--where", "gone = 1"], "error: --where: no such column: gone")]
#[case::statements(2, &["t", "--where", "1); DELETE FROM t; --"], "error: --where: ")]
fn what_is_not_there_is_named(#[case] status: i32, #[case] args: &[&str], #[case] message: &str) {
    let scene = scene();
    let args = [&["export", "app.db"], args].concat();
    let line = scene.fail(status, &args);
    assert!(line.starts_with(message), "{line}");
    assert_eq!(scene.query("SELECT count(*) || '' FROM t"), ["8"]);
}

#[test]
fn missing_database_is_not_made() {
    let scene = Scene::new();
    let line = scene.fail(3, &["export", "gone.db", "t"]);
    assert!(line.starts_with("error: gone.db: No such file"), "{line}");
    assert!(scene.names().is_empty());
}

#[test]
fn what_was_imported_comes_out_again() {
    let scene = Scene::new();
    let lines = "{\"b\":[1,2.50,{}],\"a\":\"é\\n\"}\nnull\n\"x\"\n123456789012345678901234567890\n";
    scene.file("in.ndjson", lines);
    scene.succeed(&["import", "-q", "app.db", "t", "in.ndjson"]);
    assert_eq!(scene.succeed(&["export", "app.db", "t"]), lines.as_bytes());
}

#[test]
fn document_of_a_thousand_levels_is_written_in_each_format() {
    let scene = Scene::new();
    let text = "[".repeat(1000) + &"]".repeat(1000);
    let blob = jsonb(&text);
    scene.sql("CREATE TABLE t(data)");
    let database = scene.database("app.db");
    database
        .execute("INSERT INTO t VALUES (?1)", [&blob])
        .expect("a row");
    assert_eq!(
        scene.succeed(&["export", "app.db", "t"]),
        (text + "\n").as_bytes()
    );
    let cbor = scene.succeed(&["export", "app.db", "t", "--format", "cbor"]);
    assert_eq!(cbor, [vec![0x81; 999], vec![0x80]].concat());
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
         INSERT INTO t SELECT '[1,2,3]' FROM n;",
    );
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jsonb"))
        .args(["export", "app.db", "t"])
        .current_dir(scene.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn jsonb_goes_out_back_to_back_and_in_again() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES (jsonb('{\"a\":1.10}')), ('[1, 2]'), (7), (NULL)");
    scene.succeed(&[
        "export", "app.db", "t", "--format", "jsonb", "--nulls", "null", "-o", "t.jsonb",
    ]);
    let blobs = [
        jsonb("{\"a\":1.10}"),
        jsonb("[1,2]"),
        jsonb("7"),
        jsonb("null"),
    ];
    let bytes = fs::read(scene.path("t.jsonb")).expect("it is there");
    assert_eq!(bytes, blobs.concat());
    scene.succeed(&["check", "t.jsonb", "--sequence"]);
    scene.succeed(&["import", "-q", "app.db", "copy", "t.jsonb"]);
    assert_eq!(scene.blobs("copy"), blobs);
}

#[cfg(target_os = "linux")]
#[test]
fn database_in_wal_mode_on_a_disk_that_is_only_read_says_so() {
    use std::process::Command;
    let scene = Scene::new();
    scene.sql("PRAGMA journal_mode = WAL; CREATE TABLE t(data); INSERT INTO t VALUES (jsonb('1'))");
    fs::create_dir(scene.path("disk")).expect("a directory");
    let script = "mount -t tmpfs none disk && cp app.db disk && mount -o remount,ro disk || exit 99
        \"$0\" export disk/app.db t; echo \"status $?\"";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .arg(assert_cmd::cargo::cargo_bin!("jsonb"))
        .current_dir(scene.path(""))
        .output();
    let output = match output {
        Ok(output) if !matches!(output.status.code(), Some(1 | 99)) => output,
        _ => {
            eprintln!("skipped: this system gives no disk of its own to a test");
            return;
        }
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    let start = "error: disk/app.db: in WAL mode SQLite reads it only where it may write files beside it, \
                 or where they are already: ";
    assert!(stderr.starts_with(start), "{stderr}");
    assert_eq!(output.stdout, b"status 3\n");
}
