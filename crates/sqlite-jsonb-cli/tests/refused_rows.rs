//! Rows that the table does not take: no document is counted that is not there, and none is there that is not counted.

mod support;

use rstest::rstest;
use support::Scene;

#[test]
fn row_that_a_constraint_refuses_is_bad_data() {
    let scene = Scene::new();
    scene.file("in.ndjson", "{\"k\":1}\n{\"k\":2}\n{\"k\":1}\n{\"k\":3}\n");
    scene
        .database("app.db")
        .execute_batch("CREATE TABLE t(data); CREATE UNIQUE INDEX u ON t(data ->> '$.k')")
        .expect("SQL");
    let line = scene.fail(1, &["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(
        line,
        "error: in.ndjson:3: UNIQUE constraint failed: index 'u', at byte 16"
    );
    assert!(scene.blobs("t").is_empty());
    let outcome = scene.run(&["import", "app.db", "t", "in.ndjson", "--on-error", "skip"]);
    assert_eq!(outcome.status, 1);
    assert_eq!(scene.texts("t"), [r#"{"k":1}"#, r#"{"k":2}"#, r#"{"k":3}"#]);
}

#[test]
fn constraint_that_rolls_back_ends_the_import() {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n1\n2\n");
    scene
        .database("app.db")
        .execute_batch("CREATE TABLE t(data UNIQUE ON CONFLICT ROLLBACK)")
        .expect("SQL");
    let args = ["import", "app.db", "t", "in.ndjson", "--on-error", "skip"];
    assert_eq!(
        scene.fail(3, &args),
        "error: in.ndjson:2: UNIQUE constraint failed: t.data, which ends the transaction, at byte 2"
    );
    assert!(scene.blobs("t").is_empty());
}

#[test]
fn trigger_that_rolls_back_ends_the_recoding() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data); INSERT INTO t VALUES ('1'), ('2');
         CREATE TRIGGER no BEFORE UPDATE ON t WHEN old.data = '2' BEGIN SELECT raise(ROLLBACK, 'no'); END",
    );
    let args = [
        "recode",
        "app.db",
        "t",
        "data",
        "--to",
        "jsonb",
        "--on-error",
        "skip",
    ];
    assert_eq!(
        scene.fail(3, &args),
        "error: t.data, rowid 2: no, which ends the transaction"
    );
    assert_eq!(scene.query("SELECT data FROM t"), ["1", "2"]);
}

#[rstest]
#[case::constraint("CREATE TABLE t(data UNIQUE ON CONFLICT IGNORE)")]
#[case::trigger(
    "CREATE TABLE t(data);
     CREATE TRIGGER once BEFORE INSERT ON t WHEN EXISTS(SELECT 1 FROM t WHERE data = new.data)
     BEGIN SELECT raise(IGNORE); END"
)]
fn row_that_the_table_ignores_is_bad_data(#[case] sql: &str) {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n1\n2\n");
    scene.database("app.db").execute_batch(sql).expect("SQL");
    let line = scene.fail(1, &["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(
        line,
        "error: in.ndjson:2: the table ignores this row, at byte 2"
    );
    assert!(scene.blobs("t").is_empty());
    let args = ["import", "app.db", "t", "in.ndjson", "--on-error", "skip"];
    let outcome = scene.run(&args);
    assert_eq!(outcome.status, 1);
    assert!(outcome.stdout.starts_with(b"2 rows from 1 file"));
    assert_eq!(scene.texts("t"), ["1", "2"]);
}

#[test]
fn refused_row_that_would_stay_ends_the_import() {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n2\n");
    scene
        .database("app.db")
        .execute_batch(
            "CREATE TABLE t(data);
             CREATE TRIGGER late AFTER INSERT ON t BEGIN SELECT raise(FAIL, 'too late'); END",
        )
        .expect("SQL");
    let args = ["import", "app.db", "t", "in.ndjson", "--on-error", "skip"];
    assert_eq!(
        scene.fail(3, &args),
        "error: in.ndjson:1: too late, which ends the transaction, at byte 0"
    );
    assert!(scene.blobs("t").is_empty());
}

#[rstest]
#[case::recoded(&["recode", "app.db", "t", "data", "--to", "jsonb", "--on-error", "skip"], "skipped: ")]
#[case::tried(&["recode", "app.db", "t", "data", "--to", "jsonb", "--dry-run"], "would fail: ")]
#[case::exported(&["export", "app.db", "t", "--on-error", "skip"], "skipped: ")]
fn rows_that_are_skipped_are_all_named_on_request(#[case] args: &[&str], #[case] start: &str) {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES ('['), ('['), ('['), ('['), ('['), ('['), ('[')");
    let (_, some) = scene.print(1, args);
    assert!(some.ends_with("2 more, which --all names\n"), "{some}");
    let (_, all) = scene.print(1, &[args, &["--all"]].concat());
    assert_eq!(
        all.lines().filter(|line| line.starts_with(start)).count(),
        7
    );
    assert!(all.contains("rowid 7"), "{all}");
}

#[test]
fn full_text_table_takes_rows() {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n2\n");
    scene
        .database("app.db")
        .execute_batch("CREATE VIRTUAL TABLE t USING fts5(data)")
        .expect("SQL");
    scene.succeed(&["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(scene.texts("t"), ["1", "2"]);
}
