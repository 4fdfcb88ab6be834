//! `jsonb import`: formats, inputs, tables.

mod support;

use rstest::rstest;
use support::{Scene, gzip, jsonb, zstd};

const ARRAY: &str = "[{\"a\": 1.10},\n \"x\\ny\", [], 123456789012345678901234567890]\n";
const ELEMENTS: [&str; 4] = [
    r#"{"a":1.10}"#,
    r#""x\ny""#,
    "[]",
    "123456789012345678901234567890",
];

fn blobs_of(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| jsonb(text)).collect()
}

#[test]
fn array_gives_a_row_an_element() {
    let scene = Scene::new();
    scene.file("in.json", ARRAY);
    scene.succeed(&["import", "app.db", "t", "in.json"]);
    assert_eq!(scene.blobs("t"), blobs_of(&ELEMENTS));
}

#[test]
fn whole_array_is_one_row() {
    let scene = Scene::new();
    scene.file("in.json", ARRAY);
    scene.succeed(&["import", "app.db", "t", "in.json", "--whole"]);
    assert_eq!(scene.blobs("t"), [jsonb(ARRAY)]);
}

#[test]
fn object_is_one_row() {
    let scene = Scene::new();
    scene.file(
        "in.json",
        "\n{\"b\": {\"z\": 1, \"a\": [2]},\n \"a\": null}\n",
    );
    scene.succeed(&["import", "app.db", "t", "in.json"]);
    assert_eq!(scene.texts("t"), [r#"{"b":{"z":1,"a":[2]},"a":null}"#]);
}

#[rstest]
#[case::array("in.json", "[ ]")]
#[case::lines("in.ndjson", "")]
#[case::blank_lines("in.ndjson", "\n \r\n")]
fn empty_collection_is_no_rows(#[case] name: &str, #[case] content: &str) {
    let scene = Scene::new();
    scene.file(name, content);
    scene.succeed(&["import", "app.db", "t", name]);
    assert!(scene.blobs("t").is_empty());
}

#[test]
fn ndjson_may_have_a_mark_blank_lines_and_crlf() {
    let scene = Scene::new();
    scene.file("in.ndjson", "\u{feff}{\"a\":1}\r\n\r\n  [2]\n\n\n3");
    scene.succeed(&["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(scene.texts("t"), [r#"{"a":1}"#, "[2]", "3"]);
}

#[test]
fn cbor_gives_a_row_an_item() {
    let scene = Scene::new();
    scene
        .file("one.cbor", b"\xa1\x61a\x9f\x01\xf9\x3e\x00\xff")
        .file(
            "two.cborseq",
            b"\x43\x01\x02\x03\xc2\x49\x01\0\0\0\0\0\0\0\0",
        );
    scene.succeed(&["import", "app.db", "t", "one.cbor", "two.cborseq"]);
    assert_eq!(
        scene.texts("t"),
        [r#"{"a":[1,1.5]}"#, r#""AQID""#, "18446744073709551616"]
    );
}

#[rstest]
#[case::gzip("in.ndjson.gz", gzip(b"1\n2\n"))]
#[case::two_gzip_members("in.ndjson.gz", [gzip(b"1\n"), gzip(b"2\n")].concat())]
#[case::zeros_behind_gzip("in.ndjson.gz", [gzip(b"1\n2\n"), vec![0; 200_000]].concat())]
#[case::zstd("in.ndjson.zst", zstd(b"1\n2\n"))]
#[case::compressed_without_saying_so("in.ndjson", zstd(b"1\n2\n"))]
#[case::plain_that_claims_to_be_compressed("in.ndjson.gz", b"1\n2\n".to_vec())]
fn compressed_files_are_read_as_they_are(#[case] name: &str, #[case] content: Vec<u8>) {
    let scene = Scene::new();
    scene.file(name, content);
    scene.succeed(&["import", "app.db", "t", name]);
    assert_eq!(scene.texts("t"), ["1", "2"]);
}

#[rstest]
#[case::ndjson(b"{\"a\":1}\n{\"a\":2}\n".to_vec())]
#[case::array(b"[{\"a\":1},{\"a\":2}]".to_vec())]
#[case::cbor(b"\xa1\x61a\x01\xa1\x61a\x02".to_vec())]
#[case::gzip(gzip(b"{\"a\":1}\n{\"a\":2}\n"))]
fn standard_input_is_recognised(#[case] content: Vec<u8>) {
    let scene = Scene::new();
    let outcome = scene.run_with(&["import", "app.db", "t", "-"], &content);
    outcome.success();
    assert_eq!(scene.texts("t"), [r#"{"a":1}"#, r#"{"a":2}"#]);
}

#[test]
fn format_that_is_given_beats_the_name() {
    let scene = Scene::new();
    scene.file("in.json", "[1]\n[2]\n");
    scene.succeed(&["import", "app.db", "t", "in.json", "--format", "ndjson"]);
    assert_eq!(scene.texts("t"), ["[1]", "[2]"]);
}

#[test]
fn rows_come_in_the_order_of_the_files() {
    let scene = Scene::new();
    let lines = |from: u32| {
        let numbers: Vec<String> = (from..from + 5000).map(|n| n.to_string()).collect();
        numbers.join("\n")
    };
    scene
        .file("b.ndjson", lines(0))
        .file("a.ndjson", lines(5000));
    scene.succeed(&["import", "app.db", "t", "b.ndjson", "a.ndjson"]);
    let expected: Vec<String> = (0..10_000).map(|n: u32| n.to_string()).collect();
    assert_eq!(scene.texts("t"), expected);
}

#[test]
fn missing_table_is_made_with_an_id_and_a_blob() {
    let scene = Scene::new();
    scene.file("in.json", "{}");
    scene.succeed(&["import", "app.db", "t", "in.json"]);
    let sql: String = scene
        .database("app.db")
        .query_row("SELECT sql FROM sqlite_schema", [], |row| row.get(0))
        .expect("one table");
    assert_eq!(
        sql,
        r#"CREATE TABLE "t"(id INTEGER PRIMARY KEY, "data" BLOB)"#
    );
}

#[rstest]
#[case::plain("t", "c")]
#[case::spaces("my table", "my column")]
#[case::quotes(r#"a"b'c`d]"#, r#"x"; DROP TABLE t; --"#)]
#[case::unicode("måling 日本", "søyle 😀")]
#[case::keyword("select", "from")]
#[case::looks_like_a_comment("--", "/*")]
fn names_are_quoted_whatever_they_contain(#[case] table: &str, #[case] column: &str) {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n");
    let args = [
        "import",
        "app.db",
        "--column",
        column,
        "--",
        table,
        "in.ndjson",
    ];
    for _ in 0..2 {
        scene.succeed(&args);
    }
    let database = scene.database("app.db");
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let sql = format!(
        "SELECT group_concat(json({})) FROM {}",
        quoted(column),
        quoted(table)
    );
    let found: String = database
        .query_row(&sql, [], |row| row.get(0))
        .expect("table and column bear these names");
    assert_eq!(found, "1,1");
}

#[test]
fn existing_table_is_added_to() {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n2\n");
    let database = scene.database("app.db");
    database
        .execute_batch(
            "PRAGMA journal_mode = WAL;
             CREATE TABLE t(k TEXT DEFAULT 'new', Data, n AS (data ->> '$'), at NOT NULL DEFAULT 0);
             INSERT INTO t(k, data) VALUES ('old', jsonb('0'));",
        )
        .expect("SQL");
    scene.succeed(&["import", "app.db", "T", "in.ndjson"]);
    assert_eq!(scene.texts("t"), ["0", "1", "2"]);
    let new: u32 = database
        .query_row("SELECT sum(n) FROM t WHERE k = 'new'", [], |row| row.get(0))
        .expect("SQL");
    assert_eq!(new, 3);
}

#[test]
fn cbor_gives_the_same_blobs_with_a_tree_and_without() {
    let scene = Scene::new();
    let items: [&[u8]; 8] = [
        b"\xbf\x61a\x9f\x01\xf9\x3e\x00\xff\xff",
        b"\xd7\x82\x43\x01\x02\x03\xd6\x41\xff",
        b"\xc3\x49\x01\0\0\0\0\0\0\0\0",
        b"\x7f\x62\xc3\xa9\x61\n\xff",
        b"\xa3\x01\x02\x20\x03\x41\xff\xf7",
        b"\x3b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xd9\xd9\xf7\xfb\x40\x09\x21\xfb\x54\x44\x2d\x18",
        b"\xa2\x61a\xf5\x61a\xf4",
    ];
    scene.file("in.cborseq", items.concat());
    scene.succeed(&["import", "app.db", "t", "in.cborseq"]);
    scene.succeed(&[
        "import",
        "app.db",
        "u",
        "in.cborseq",
        "--backend",
        "ciborium",
    ]);
    assert_eq!(scene.blobs("t").len(), items.len());
    assert_eq!(scene.blobs("t"), scene.blobs("u"));
}

#[rstest]
#[case::base64url("base64url", r#""_-8""#)]
#[case::base64("base64", r#""/+8=""#)]
#[case::hex("hex", r#""FFEF""#)]
#[case::numbers("numbers", "[255,239]")]
fn byte_strings_follow_the_policy(#[case] policy: &str, #[case] expected: &str) {
    let scene = Scene::new();
    scene.file("in.cbor", b"\x42\xff\xef");
    scene.succeed(&["import", "app.db", "t", "in.cbor", "--byte-strings", policy]);
    assert_eq!(scene.texts("t"), [expected]);
}

#[rstest]
#[case::bignums(&["--bignums", "base64url"], b"\xc2\x49\x01\0\0\0\0\0\0\0\0", r#""AQAAAAAAAAAA""#)]
#[case::infinity(&["--non-finite", "overflow"], b"\xf9\x7c\x00", "9e999")]
#[case::nan(&[], b"\xf9\x7e\x00", "null")]
#[case::labels(&[], b"\xa1\x01\x02", r#"{"1":2}"#)]
#[case::tags(&[], b"\xc0\x61a", r#""a""#)]
fn what_json_lacks_follows_the_policy(
    #[case] policy: &[&str],
    #[case] item: &[u8],
    #[case] expected: &str,
) {
    let scene = Scene::new();
    scene.file("in.cbor", item);
    scene.succeed(&[&["import", "app.db", "t", "in.cbor"], policy].concat());
    assert_eq!(scene.texts("t"), [expected]);
}

/// {"a": a link to the raw bytes 00 01 02 03, "b": h'fb', "c": 1.5}
const LINKED: &[u8] =
    b"\xa3\x61a\xd8\x2a\x49\x00\x01\x55\x00\x04\x00\x01\x02\x03\x61b\x41\xfb\x61c\xfb\x3f\xf8\0\0\0\0\0\0";

#[rstest]
#[case::dag_cbor(
    &["--cbor", "dag-cbor", "--strict"],
    r#"{"a":{"/":"bafkqabaaaebag"},"b":{"/":{"bytes":"+w"}},"c":1.5}"#
)]
#[case::policy_beside_the_model(
    &["--cbor", "dag-cbor", "--byte-strings", "hex"],
    r#"{"a":{"/":"bafkqabaaaebag"},"b":"FB","c":1.5}"#
)]
#[case::form_without_its_model(
    &["--byte-strings", "atproto"],
    r#"{"a":{"$bytes":"AAFVAAQAAQID"},"b":{"$bytes":"+w"},"c":1.5}"#
)]
fn model_sets_the_policies(#[case] policy: &[&str], #[case] expected: &str) {
    let scene = Scene::new();
    scene.file("in.cbor", LINKED);
    scene.succeed(&[&["import", "app.db", "t", "in.cbor"], policy].concat());
    scene.succeed(
        &[
            &["import", "app.db", "t", "in.cbor", "--backend", "ciborium"],
            policy,
        ]
        .concat(),
    );
    assert_eq!(scene.texts("t"), [expected, expected]);
}

#[test]
fn model_refuses_what_it_has_not() {
    let scene = Scene::new();
    scene.file("in.cbor", LINKED);
    let atproto = ["convert", "in.cbor", "--to", "json", "--cbor", "atproto"];
    let line = scene.fail(1, &atproto);
    let message = "error: in.cbor: item 1: number 1.5, which the policy refuses, at /c, at byte 21";
    assert_eq!(line, message);
    scene.file("in.cbor", b"\x01\x81\x18\x01");
    let line = scene.fail(1, &["import", "app.db", "t", "in.cbor", "--strict"]);
    let message = "error: in.cbor: item 2: CBOR holds an integer in more bytes than it needs, \
                   which is not strict, at /0, at byte 2";
    assert_eq!(line, message);
}

#[test]
fn rows_in_place_of_others_are_counted_apart() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data UNIQUE ON CONFLICT REPLACE); INSERT INTO t VALUES (jsonb('1'))");
    scene.file("in.ndjson", "1\n2\n2\n3\n");
    let (summary, _) = scene.print(0, &["import", "app.db", "t", "in.ndjson"]);
    let start = "4 rows, 2 in place of others, from 1 file into t of app.db: ";
    assert!(summary.starts_with(start), "{summary}");
    assert_eq!(scene.texts("t"), ["1", "2", "3"]);
    let (summary, _) = scene.print(0, &["import", "app.db", "t", "in.ndjson", "--json"]);
    assert!(summary.contains("\"replaced\":4"), "{summary}");
}

#[test]
fn text_keeps_its_spelling_as_in_sqlite() {
    let scene = Scene::new();
    let text = r#"{"a": 1E5, "\u0041\/": -0, "a": 1.10, "b": "\ud800", "c": 0.10e+01}"#;
    scene.file("in.ndjson", format!("{text}\n[{text}]\n"));
    scene.succeed(&["import", "app.db", "t", "in.ndjson"]);
    assert_eq!(scene.blobs("t"), [jsonb(text), jsonb(&format!("[{text}]"))]);
}

#[rstest]
fn rows_keep_their_order_however_many_threads_encode(#[values("1", "2", "5")] jobs: &str) {
    let scene = Scene::new();
    // Documents of all lengths, some longer than a batch.
    let lines: Vec<String> = (0..2000)
        .map(|n: usize| {
            let len = if n % 500 == 499 { 300_000 } else { n % 700 };
            format!("[{n},\"{}\"]", "x".repeat(len))
        })
        .collect();
    scene.file("in.ndjson", lines.join("\n"));
    scene.file("in.json", format!("[{}]", lines.join(" ,\n")));
    scene.succeed(&[
        "import",
        "app.db",
        "t",
        "in.ndjson",
        "in.json",
        "--jobs",
        jobs,
    ]);
    assert_eq!(scene.texts("t"), [lines.clone(), lines].concat());
}

#[test]
fn simd_json_keeps_a_label_that_comes_twice() {
    let scene = Scene::new();
    scene.file("in.json", r#"{"a": 1, "b": 2, "a": 3}"#);
    scene.succeed(&["import", "app.db", "t", "in.json", "--backend", "simd-json"]);
    assert_eq!(scene.texts("t"), [r#"{"a":1,"b":2,"a":3}"#]);
}

#[rstest]
#[case::direct("direct")]
#[case::serde_json("serde_json")]
#[case::simd_json("simd-json")]
fn document_as_deep_as_sqlite_reads_is_taken(#[case] backend: &str) {
    let scene = Scene::new();
    let text = "[".repeat(1000) + &"]".repeat(1000);
    scene.file("in.json", &text);
    scene.succeed(&[
        "import",
        "app.db",
        "t",
        "in.json",
        "--whole",
        "--backend",
        backend,
    ]);
    assert_eq!(scene.texts("t"), [text]);
}

#[test]
fn item_as_deep_as_sqlite_reads_is_taken() {
    let scene = Scene::new();
    scene.file(
        "in.cbor",
        [vec![0x81; 999], vec![0xc1; 999], vec![0x80]].concat(),
    );
    scene.succeed(&["import", "app.db", "t", "in.cbor"]);
    assert_eq!(scene.texts("t"), ["[".repeat(1000) + &"]".repeat(1000)]);
}

#[test]
fn summary_is_a_line_or_json_or_nothing() {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n2\n");
    let line = scene.succeed(&["import", "app.db", "t", "in.ndjson"]);
    let line = String::from_utf8(line).expect("text");
    assert!(
        line.starts_with("2 rows from 1 file into t of app.db: 4 B read, "),
        "{line}"
    );

    let json = scene.succeed(&["import", "app.db", "t", "in.ndjson", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert!(json["seconds"].as_f64().is_some());
    for (field, expected) in [
        ("database", "app.db".into()),
        ("table", "t".into()),
        ("files", 1.into()),
        ("rows", 2.into()),
        ("skipped", 0.into()),
        ("bytes_read", 4.into()),
        ("blob_bytes", serde_json::Value::from(4)),
    ] {
        assert_eq!(json[field], expected, "{field}");
    }
    assert!(
        scene
            .succeed(&["import", "app.db", "t", "in.ndjson", "--quiet"])
            .is_empty()
    );
}

#[test]
fn help_opens_with_examples() {
    let scene = Scene::new();
    for command in [
        &["--help"][..],
        &["import", "--help"],
        &["convert", "--help"],
        &["query", "--help"],
    ] {
        let help = String::from_utf8(scene.succeed(command)).expect("text");
        assert!(help.starts_with("Examples:\n  jsonb "), "{help}");
        assert!(help.contains("Exit status: 0 done, 1 bad data"), "{help}");
    }
}
