//! `jsonb import` when something is wrong: one clear line, the exit status, and the database as it was.

mod support;

use std::fs;

use rstest::rstest;
use support::{Scene, gzip};

/// A scene with a table of one row, and what its database file holds.
fn scene_with_a_row() -> (Scene, Vec<u8>) {
    let scene = Scene::new();
    scene.file("good.ndjson", "0\n");
    scene.succeed(&["import", "app.db", "t", "good.ndjson"]);
    let bytes = fs::read(scene.path("app.db")).expect("the database is there");
    (scene, bytes)
}

fn assert_unchanged(scene: &Scene, before: &[u8]) {
    let after = fs::read(scene.path("app.db")).expect("the database is there");
    assert!(after == before, "the database changed");
}

#[rstest]
#[case::broken_line(
    "in.ndjson",
    "{\"x\":1}\n\n{\"x\":,}\n4\n",
    "in.ndjson:3: found ,, expected a value, at /x, at byte 14"
)]
#[case::cut_line(
    "in.ndjson",
    "1\n{\n\"x\":1}\n",
    "in.ndjson:2: input ends, expected a label (for a document over several lines: --format json), at the root, at byte 3"
)]
#[case::two_on_a_line(
    "in.ndjson",
    "1 2\n",
    "in.ndjson:1: 1 byte behind the document, at the root, at byte 2"
)]
#[case::broken_element(
    "in.json",
    "[1,\n 2, nul]",
    "in.json: item 3: input ends, expected a value, at the root, at byte 8"
)]
#[case::trailing_comma(
    "in.json",
    "[1,]",
    "in.json: item 1: trailing comma before the end of the array, which JSON5 has and JSON has not (import and convert take \
     it with --json5), at byte 3"
)]
#[case::unclosed_array(
    "in.json",
    "[1, 2",
    "in.json: item 2: the file ends here, and the array is not closed, at byte 5"
)]
#[case::second_line(
    "in.json",
    "{\"a\":1,\n\"b\":}",
    "in.json: found }, expected a value, at /b, at byte 12"
)]
#[case::json5(
    "in.json",
    "[0, {\"a\": 1,}]",
    "in.json: item 2: trailing comma, which JSON5 has and JSON has not (import and convert take it with --json5), at the \
     root, at byte 12"
)]
#[case::json5_by_name(
    "in.json5",
    "// a\n{b: 1}",
    "in.json5: comment, which JSON5 has and JSON has not (import and convert take it with --json5), at the root, at byte 0"
)]
#[case::comment_in_ndjson(
    "in.ndjson",
    "1\n# a",
    "in.ndjson:2: found #, expected a value, at the root, at byte 2"
)]
#[case::several(
    "in.json",
    "{\n}\n{\n}\n",
    "in.json: 4 bytes behind the document (of several documents each takes a line of its own: --format ndjson), at the root, at byte 4"
)]
#[case::empty_json(
    "in.json",
    " \n",
    "in.json: no document, the input is empty, at byte 2"
)]
#[case::empty_cbor("in.cbor", "", "in.cbor: no document, the input is empty, at byte 0")]
#[case::truncated_cbor(
    "in.cbor",
    "\u{1}\u{64}abc",
    "in.cbor: item 2: truncated: 3 of 4 bytes are there, at byte 2"
)]
#[case::control_characters(
    "in.ndjson",
    "\u{1b}[2J\n",
    "in.ndjson:1: found byte 0x1b, expected a value, at the root, at byte 0"
)]
fn bad_document_says_where_and_leaves_the_database(
    #[case] name: &str,
    #[case] content: &str,
    #[case] expected: &str,
) {
    let (scene, before) = scene_with_a_row();
    scene.file(name, content);
    let line = scene.fail(1, &["import", "app.db", "t", "good.ndjson", name]);
    assert_eq!(line, format!("error: {expected}"));
    assert_unchanged(&scene, &before);
}

#[rstest]
#[case::utf16(
    "in.json",
    b"\xff\xfe[\0]\0",
    "text is UTF-16, expected UTF-8, at byte 0"
)]
#[case::utf32(
    "in.json",
    b"\xff\xfe\0\0[\0\0\0",
    "text is UTF-32, expected UTF-8, at byte 0"
)]
#[case::utf32_big_endian(
    "in.json",
    b"\0\0\xfe\xff\0\0\0[",
    "text is UTF-32, expected UTF-8, at byte 0"
)]
#[case::utf16_without_mark(
    "in.ndjson",
    b"{\0}\0\n\0",
    "in.ndjson: text is UTF-16, expected UTF-8, at byte 0"
)]
#[case::utf16_without_mark_or_name(
    "in.txt",
    b"\0\"\0a\0\"",
    "in.txt: text is UTF-16, expected UTF-8, at byte 0"
)]
#[case::invalid_utf8(
    "in.json",
    b"[\"a\xff\"]",
    "in.json: item 1: text holds 0xff, which is not UTF-8, at the root, at byte 3"
)]
#[case::latin1(
    "in.ndjson",
    b"1\n{\"a\": [\"caf\xe9\"]}\n",
    "in.ndjson:2: text holds 0xe9, which is not UTF-8, at /a/0, at byte 13"
)]
#[case::zeros_in_the_midst_of_gzip(
    "in.json.gz",
    &[gzip(b"1"), vec![0; 7], gzip(b"2")].concat(),
    "cannot be decompressed: the zeros behind gzip data do not go to the end"
)]
#[case::cut_to_nothing(
    "in.ndjson.gz",
    b"",
    "in.ndjson.gz: cannot be decompressed: the file ends where"
)]
#[case::cut_to_a_byte(
    "in.ndjson.zst",
    b"\x28",
    "in.ndjson.zst: cannot be decompressed: the file ends where"
)]
#[case::cut_gzip("in.json.gz", &gzip(b"[1,2,3]")[..20], "cannot be decompressed: ")]
#[case::policy(
    "in.cbor",
    b"\x01\x82\x00\x41\xff",
    "in.cbor: item 2: byte string of 1 byte, which the policy refuses, at /1, at byte 3"
)]
#[case::text_in_cbor(
    "in.cbor",
    b"\x01\x82\x00\x62a\xff",
    "in.cbor: item 2: text is not UTF-8 at payload byte 1, at /1, at byte 3"
)]
#[case::array_for_a_label(
    "in.cbor",
    b"\xa1\x80\x00",
    "in.cbor: item 1: map key is an array, expected text, at the root, at byte 1"
)]
fn bad_bytes_say_where(#[case] name: &str, #[case] content: &[u8], #[case] expected: &str) {
    let (scene, before) = scene_with_a_row();
    scene.file(name, content);
    scene.file("good.cbor", b"\x00");
    let args = ["import", "app.db", "t", "good.cbor", name];
    let line = scene.fail(1, &[&args[..], &["--byte-strings", "error"]].concat());
    assert!(line.contains(expected), "{line}");
    assert_unchanged(&scene, &before);
}

#[rstest]
#[case::by_name(&["in.json"], &["--strict"], "in.json: holds no CBOR, which --strict is for")]
#[case::by_names(&["in.json", "in.ndjson"], &["--labels", "error"], "each file: holds no CBOR, which --labels is for")]
#[case::by_format(&["in"], &["--format", "ndjson", "--tags", "drop"], "in: holds no CBOR, which --tags is for")]
#[case::by_bytes(&["in"], &["--cbor", "dag-cbor"], "in: holds no CBOR, which --cbor is for")]
#[case::by_bytes_of_the_last(&["in.json", "in"], &["--max-bignum", "9"], "in: holds no CBOR, which --max-bignum is for")]
#[case::jsonb(&["in.jsonb"], &["--bignums", "base64url"], "in.jsonb: holds no CBOR, which --bignums is for")]
#[case::backend_for_cbor(&["in.json"], &["--backend", "ciborium"], "in.json: holds no CBOR, which --backend ciborium is for")]
#[case::backend_for_json(&["in.cbor"], &["--backend", "simd-json"], "in.cbor: holds no JSON, which --backend simd-json is for")]
fn option_that_no_file_is_for_is_an_error(
    #[case] files: &[&str],
    #[case] options: &[&str],
    #[case] expected: &str,
) {
    let (scene, before) = scene_with_a_row();
    for name in ["in", "in.json", "in.ndjson"] {
        scene.file(name, "[1]\n");
    }
    scene.file("in.cbor", b"\x00").file("in.jsonb", b"\x00");
    let line = scene.fail(2, &[&["import", "app.db", "t"], files, options].concat());
    assert_eq!(line, format!("error: {expected}"));
    assert_unchanged(&scene, &before);
    scene.file("any", b"\xa0");
    let mixed = [&["import", "-q", "app.db", "t", "any", "in.json"], options].concat();
    if !options.contains(&"--format") {
        scene.succeed(&mixed);
    }
}

#[rstest]
#[case::direct("direct", ", at ")]
#[case::serde_json("serde_json", ", at byte 5000")]
#[case::simd_json("simd-json", ", at byte 5000")]
fn deep_document_is_refused_without_overflowing_the_stack(
    #[case] backend: &str,
    #[case] place: &str,
) {
    let scene = Scene::new();
    scene.file("in.ndjson", "{\"a\":".repeat(200_000) + "\n");
    let args = ["import", "app.db", "t", "in.ndjson", "--backend", backend];
    let line = scene.fail(1, &args);
    let start = "error: in.ndjson:1: containers nest deeper than 1000".to_owned() + place;
    assert!(line.starts_with(&start), "{line}");
    assert!(line.ends_with(", at byte 5000"), "{line}");
    assert!(line.len() < 500, "{line}");
}

#[rstest]
#[case::label_twice("[0, {\"a\":1,\"a\":2}]", "item 2", 4)]
#[case::number_in_disguise("[{\"$serde_json::private::Number\":\"1\"}]", "item 1", 1)]
fn serde_json_loses_no_member_without_a_word(
    #[case] content: &str,
    #[case] item: &str,
    #[case] offset: usize,
) {
    let scene = Scene::new();
    scene.file("in.json", content);
    let args = [
        "import",
        "app.db",
        "t",
        "in.json",
        "--backend",
        "serde_json",
    ];
    let reason = "an object has a label twice, and serde_json keeps one of them: --backend direct keeps both";
    assert_eq!(
        scene.fail(1, &args),
        format!("error: in.json: {item}: {reason}, at byte {offset}")
    );
}

#[rstest]
fn first_bad_document_is_the_same_however_many_threads_encode(#[values("1", "2", "7")] jobs: &str) {
    let (scene, before) = scene_with_a_row();
    let lines = "{\"n\":[1,2,3]}\n".repeat(30_000);
    scene.file("in.ndjson", format!("{lines}[1\n{lines}[2,}}\n"));
    let args = ["import", "app.db", "t", "in.ndjson", "--jobs", jobs];
    assert_eq!(
        scene.fail(1, &args),
        "error: in.ndjson:30001: input ends, expected a comma or ] (for a document over several lines: --format json), at /0, at byte 420002"
    );
    assert_unchanged(&scene, &before);
}

#[rstest]
#[case::syntax("[[\"\\u00e9\", tru]]", "expected ident, at byte 15")]
#[case::integer(
    "[1, 18446744073709551616]",
    "a number that simd-json cannot hold: --backend direct keeps its digits, at byte "
)]
#[case::float(
    "[1e400]",
    "a number that simd-json cannot hold: --backend direct keeps its digits, at byte "
)]
fn simd_json_refuses_in_words(#[case] content: &str, #[case] expected: &str) {
    let scene = Scene::new();
    scene.file("in.json", content);
    let args = ["import", "app.db", "t", "in.json", "--backend", "simd-json"];
    let line = scene.fail(1, &args);
    assert!(line.contains(expected), "{line}");
}

#[test]
fn missing_file_comes_before_the_database() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    let line = scene.fail(3, &["import", "app.db", "t", "in.json", "gone.json"]);
    assert_eq!(
        line,
        "error: gone.json: No such file or directory (os error 2)"
    );
    assert_eq!(scene.names(), ["in.json"]);
}

#[test]
fn database_is_no_document() {
    let (scene, before) = scene_with_a_row();
    let line = scene.fail(2, &["import", "new.db", "t", "app.db"]);
    assert_eq!(
        line,
        "error: app.db: is a SQLite database, expected documents: jsonb export writes those of a table"
    );
    assert_unchanged(&scene, &before);
    let outcome = scene.run_with(&["convert"], &before);
    assert!(outcome.failure(2).contains("is a SQLite database"));
}

#[cfg(unix)]
#[test]
fn database_that_cannot_be_read_says_why() {
    use std::os::unix::fs::PermissionsExt as _;
    let (scene, _) = scene_with_a_row();
    let nobody = fs::Permissions::from_mode(0o000);
    fs::set_permissions(scene.path("app.db"), nobody).expect("it is ours");
    if fs::read(scene.path("app.db")).is_ok() {
        eprintln!("skipped: whoever runs this may read all files");
        return;
    }
    for args in [
        &["import", "app.db", "t", "good.ndjson"][..],
        &["export", "app.db", "t"],
    ] {
        let line = scene.fail(3, args);
        assert_eq!(line, "error: app.db: Permission denied (os error 13)");
    }
}

#[test]
fn failed_import_leaves_no_new_database() {
    let scene = Scene::new();
    let many = "{\"n\":[1,2,3]}\n".repeat(100_000);
    scene.file("in.ndjson", many + "{");
    scene.fail(1, &["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(scene.names(), ["in.ndjson"]);
}

#[test]
fn empty_database_file_stays_empty_and_stays() {
    let scene = Scene::new();
    scene.file("app.db", "").file("in.ndjson", "{");
    scene.fail(1, &["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(fs::read(scene.path("app.db")).expect("still there"), b"");
}

#[test]
fn skipping_keeps_the_good_documents_and_names_the_first_bad_ones() {
    let scene = Scene::new();
    scene
        .file("a.ndjson", "1\n{\n2\n".to_owned() + &"x\n".repeat(5))
        .file("b.json", "[3, x, 4,, 5]")
        .file("c.cbor", b"\x05\x06\x62a")
        .file("d.json", "7");
    let args = [
        "import",
        "app.db",
        "t",
        "a.ndjson",
        "b.json",
        "c.cbor",
        "d.json",
        "--on-error",
        "skip",
    ];
    let outcome = scene.run(&args);
    assert_eq!(outcome.status, 1);
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert_eq!(
        lines[1],
        "skipped: a.ndjson:4: found x, expected a value, at the root, at byte 6"
    );
    assert_eq!(lines[5], "skipped: 4 more, which --all names");
    assert_eq!(scene.texts("t"), ["1", "2", "3", "4", "5", "6", "7"]);
    let summary = String::from_utf8(outcome.stdout).expect("text");
    assert!(
        summary.starts_with("7 rows from 4 files into t of app.db, 9 skipped: "),
        "{summary}"
    );
    let outcome = scene.run(&[&args[..], &["--all", "--json"]].concat());
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 9, "{lines:?}");
    let summary: serde_json::Value = serde_json::from_slice(&outcome.stdout).expect("JSON");
    assert_eq!(summary["errors"].as_array().map(Vec::len), Some(9));
}

#[test]
fn skipping_says_when_the_rest_of_a_file_is_lost() {
    let scene = Scene::new();
    scene.file("in.json", "[1, 2");
    let outcome = scene.run(&[
        "import",
        "app.db",
        "t",
        "in.json",
        "--on-error",
        "skip",
        "--json",
    ]);
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stderr,
        "skipped: in.json: item 2: the file ends here, and the array is not closed, at byte 5, and the rest of the file with it\n"
    );
    let summary: serde_json::Value = serde_json::from_slice(&outcome.stdout).expect("JSON");
    assert_eq!(
        (&summary["rows"], &summary["skipped"]),
        (&1.into(), &1.into())
    );
    assert_eq!(summary["errors"].as_array().map(Vec::len), Some(1));
}

#[rstest]
#[case::no_column("CREATE TABLE x(id, body)", "table \"x\" has no column \"data\"")]
#[case::view(
    "CREATE VIEW x AS SELECT 1 AS data",
    "\"x\" is a view, expected a table"
)]
#[case::generated(
    "CREATE TABLE x(a, data AS (a))",
    "column \"data\" is generated, expected one to write"
)]
#[case::others(
    "CREATE TABLE x(a NOT NULL, data, \"b c\" TEXT NOT NULL)",
    "table \"x\" needs a value in \"a\", \"b c\" too"
)]
#[case::key(
    "CREATE TABLE x(k TEXT PRIMARY KEY, data) WITHOUT ROWID",
    "table \"x\" needs a value in \"k\" too"
)]
#[case::rowid(
    "CREATE TABLE x(data INTEGER PRIMARY KEY, body)",
    "column \"data\" is the INTEGER PRIMARY KEY of table \"x\", which holds no documents"
)]
#[case::strict(
    "CREATE TABLE x(id INTEGER PRIMARY KEY, Data TEXT) STRICT",
    "column \"Data\" of the STRICT table \"x\" is TEXT, expected BLOB or ANY"
)]
fn table_that_cannot_take_documents_is_an_error(#[case] sql: &str, #[case] reason: &str) {
    let scene = Scene::new();
    scene.file("in.json", "{}");
    scene.database("app.db").execute_batch(sql).expect("SQL");
    let before = fs::read(scene.path("app.db")).expect("the database is there");
    let line = scene.fail(3, &["import", "app.db", "x", "in.json"]);
    assert_eq!(line, format!("error: app.db: {reason}"));
    assert_unchanged(&scene, &before);
}

#[test]
fn database_that_is_none_is_an_error() {
    let scene = Scene::new();
    scene.file("in.json", "{}").file(
        "app.db",
        "not a database at all, but long enough".repeat(40),
    );
    let before = fs::read(scene.path("app.db")).expect("it is there");
    let line = scene.fail(3, &["import", "app.db", "t", "in.json"]);
    assert_eq!(line, "error: app.db: file is not a database");
    assert_unchanged(&scene, &before);
}

#[test]
fn database_in_a_directory_that_is_not_there_is_an_error() {
    let scene = Scene::new();
    scene.file("in.json", "{}");
    let line = scene.fail(3, &["import", "no/app.db", "t", "in.json"]);
    assert_eq!(
        line,
        "error: no/app.db: No such file or directory (os error 2)"
    );
    let line = scene.fail(3, &["import", ".", "t", "in.json"]);
    assert_eq!(line, "error: .: is a directory, expected a database");
}

#[test]
fn read_only_database_is_an_error() {
    let (scene, mut before) = scene_with_a_row();
    // SQLite doc/fileformat2 1.3.3: a write version above 2 makes the file read-only, for root as well.
    before[18] = 3;
    scene.file("app.db", &before);
    let line = scene.fail(3, &["import", "app.db", "t", "good.ndjson"]);
    assert_eq!(line, "error: app.db: attempt to write a readonly database");
    assert_unchanged(&scene, &before);
}

#[test]
fn locked_database_is_an_error_after_a_while() {
    let (scene, before) = scene_with_a_row();
    let holder = scene.database("app.db");
    holder
        .execute_batch("BEGIN IMMEDIATE")
        .expect("the lock is free");
    let line = scene.fail(3, &["import", "app.db", "t", "good.ndjson"]);
    assert_eq!(line, "error: app.db: database is locked");
    assert_unchanged(&scene, &before);
}

#[rstest]
#[case::no_files(&["import", "app.db", "t"])]
#[case::empty_table(&["import", "app.db", "", "in.json"])]
#[case::unknown_backend(&["import", "app.db", "t", "in.json", "--backend", "sonic"])]
#[case::backend_of_another_format(&["import", "app.db", "t", "in.json", "--backend", "ciborium", "--format", "json"])]
#[case::no_such_command(&["export"])]
#[case::too_many_jobs(&["import", "app.db", "t", "in.json", "--jobs", "257"])]
#[case::id_column(&["import", "app.db", "t", "in.json", "--column", "ID"])]
#[case::empty_database_name(&["import", "", "t", "in.json"])]
#[case::format_that_cannot_be_guessed(&["import", "app.db", "t", "prose.txt"])]
#[case::standard_input_twice(&["import", "app.db", "t", "-", "-"])]
#[case::standard_input_twice_to_bench(&["bench", "-", "in.json", "-"])]
fn usage_is_status_2(#[case] args: &[&str]) {
    let scene = Scene::new();
    scene.file("in.json", "{}").file("prose.txt", "hello");
    let outcome = scene.run(args);
    assert_eq!(outcome.status, 2, "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with("error: "), "{}", outcome.stderr);
    assert_eq!(scene.names(), ["in.json", "prose.txt"]);
}

#[rstest]
#[case::memory(":memory:")]
#[case::uri("file:app.db")]
#[case::uri_of_memory("file:app.db?mode=memory")]
fn name_that_is_special_to_sqlite_is_a_file(#[case] name: &str) {
    let scene = Scene::new();
    scene.file("in.json", "{}");
    scene.succeed(&["import", name, "t", "in.json"]);
    assert_eq!(scene.names(), [name, "in.json"]);
    let rows = scene.succeed(&["query", name, "SELECT data FROM t"]);
    assert_eq!(rows, b"data\n{}\n");
}

#[cfg(unix)]
#[test]
fn link_to_nothing_is_no_database() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    std::os::unix::fs::symlink("gone.db", scene.path("app.db")).expect("a link");
    let line = scene.fail(3, &["import", "app.db", "t", "in.json"]);
    let message = "error: app.db: is a link to gone.db, where there is no database";
    assert_eq!(line, message);
    assert_eq!(scene.names(), ["app.db", "in.json"]);
}
