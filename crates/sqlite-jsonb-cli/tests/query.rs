//! `jsonb query`.

mod support;

use support::Scene;

#[test]
fn rows_come_under_their_names_with_jsonb_as_text() {
    let scene = Scene::new();
    scene.file("in.ndjson", "{\"a\":1.10}\n[]\n");
    scene.succeed(&["import", "app.db", "t", "in.ndjson"]);
    let sql = "SELECT id, data, 'a\tb' AS text, NULL AS n, 1.0 AS real, x'ff00' AS \"blob\" FROM t";
    let rows = String::from_utf8(scene.succeed(&["query", "app.db", sql])).expect("text");
    assert_eq!(
        rows,
        "id\tdata\ttext\tn\treal\tblob\n\
         1\t{\"a\":1.10}\ta\\tb\tNULL\t1.0\tx'ff00'\n\
         2\t[]\ta\\tb\tNULL\t1.0\tx'ff00'\n"
    );
}

#[test]
fn database_is_only_read() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    scene.succeed(&["import", "app.db", "t", "in.json"]);
    let line = scene.fail(3, &["query", "app.db", "DELETE FROM t"]);
    assert_eq!(line, "error: app.db: attempt to write a readonly database");
    assert_eq!(scene.blobs("t").len(), 1);
}

#[test]
fn statement_that_fails_at_once_or_has_no_columns_prints_nothing() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    scene.succeed(&["import", "app.db", "t", "in.json"]);
    let ran = scene.run(&["query", "app.db", "DELETE FROM t RETURNING id"]);
    assert_eq!((ran.status, ran.stdout.len()), (3, 0), "{}", ran.stderr);
    assert!(scene.succeed(&["query", "app.db", "BEGIN"]).is_empty());
    let no_rows = scene.succeed(&["query", "app.db", "SELECT id FROM t WHERE 0"]);
    assert_eq!(no_rows, b"id\n");
}

#[test]
fn statement_that_does_not_compile_is_usage() {
    let scene = Scene::new();
    scene.file("app.db", "");
    let line = scene.fail(2, &["query", "app.db", "SELECT nowhere"]);
    assert!(line.starts_with("error: no such column: nowhere"), "{line}");
    let line = scene.fail(2, &["query", "app.db", "SELECT ?1, :a"]);
    assert_eq!(
        line,
        "error: the statement has parameters, expected the values themselves"
    );
    let line = scene.fail(2, &["query", "app.db", "SELECT 1; SELECT 2"]);
    assert!(
        line.starts_with("error: Multiple statements provided"),
        "{line}"
    );
}

#[test]
fn missing_database_is_not_made() {
    let scene = Scene::new();
    let line = scene.fail(3, &["query", "app.db", "SELECT 1"]);
    assert_eq!(
        line,
        "error: app.db: No such file or directory (os error 2)"
    );
    assert!(scene.names().is_empty());
}

#[test]
fn jsonb_whose_text_is_not_utf8_is_shown_as_the_blob_it_is() {
    let scene = Scene::new();
    scene.file("app.db", "");
    // SQLite takes it for JSONB.
    let sql = "SELECT json_valid(x'2aff61', 8) AS valid, x'2aff61' AS data";
    let rows = String::from_utf8(scene.succeed(&["query", "app.db", sql])).expect("text");
    assert_eq!(rows, "valid\tdata\n1\tx'2aff61'\n");
}

#[test]
fn no_statement_is_usage() {
    let scene = Scene::new();
    scene.file("app.db", "");
    for sql in ["", "  \n", "/* nothing */"] {
        let line = scene.fail(2, &["query", "app.db", sql]);
        assert_eq!(line, "error: there is no statement, expected one");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_device_is_standard_output() {
    let scene = Scene::new();
    scene.file("app.db", "");
    let message = "error: standard output: No space left on device (os error 28)\n";
    assert_eq!(scene.run_full(&["query", "app.db", "SELECT 1"]), message);
    assert_eq!(scene.run_full(&["inspect", "1331"]), message);
    assert_eq!(scene.run_full(&["inspect", "1331", "--tree"]), message);
}

#[test]
fn infinity_is_the_number_that_gives_it_back() {
    let scene = Scene::new();
    scene.file("app.db", "");
    let sql = "SELECT 9e999 AS a, -9e999 AS b, jsonb('[Infinity]') AS c, 1e300 AS d";
    let rows = String::from_utf8(scene.succeed(&["query", "app.db", sql])).expect("text");
    assert_eq!(rows, "a\tb\tc\td\n9e999\t-9e999\t[9e999]\t1e300\n");
}

#[test]
fn statement_may_begin_with_a_comment() {
    let scene = Scene::new();
    scene.file("app.db", "");
    for sql in [
        "-- one\nSELECT 1 AS a",
        "--help\nSELECT 1 AS a",
        "--\n-- two\nSELECT 1 AS a",
    ] {
        assert_eq!(scene.succeed(&["query", "app.db", sql]), b"a\n1\n");
    }
    let ran = scene.run(&["query", "app.db", "-- one"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("a comment and no statement"),
        "{}",
        ran.stderr
    );
    let ran = scene.run(&["query", "app.db", "--help"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
}

#[test]
fn json_with_characters_that_steer_a_terminal_stays_json() {
    let scene = Scene::new();
    scene
        .sql("CREATE TABLE t(data); INSERT INTO t VALUES (jsonb_array(char(0x202e, 0x85, 10), 1))");
    let rows = scene.succeed(&[
        "query",
        "app.db",
        "SELECT data, json(data) AS text, char(27) AS esc FROM t",
    ]);
    let json = r#"["\u202e\u0085\n",1]"#;
    let expected = format!("data\ttext\tesc\n{json}\t{json}\t\\u001b\n");
    assert_eq!(String::from_utf8(rows), Ok(expected));
}
