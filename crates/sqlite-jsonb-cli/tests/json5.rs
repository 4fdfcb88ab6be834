//! JSON5: refused with its name, and taken with `--json5` as SQLite takes it.

mod support;

use rstest::rstest;
use support::{Scene, jsonb};

/// What SQLite reads and JSON has not.
const TEXTS: [&str; 6] = [
    "// a, [b\n{a: 'it\\'s', /* { */ b: [1, 2,],}",
    "[0x1F, +1, .5, 5., Infinity, -Infinity, NaN]",
    "{ // }\n a: 1}",
    "{a: \"\\x41\\\nb\"}",
    "'a'",
    "[1, {\"b\": 2}] // no comma",
];

#[test]
fn json5_becomes_what_sqlite_makes_of_it() {
    for text in TEXTS {
        let scene = Scene::new();
        scene
            .file("in.json", text)
            .file("in.json5", text)
            .file("in.jsonc", text);
        for name in ["in.json", "in.json5", "in.jsonc"] {
            let ran = scene.run(&["import", "app.db", "t", name]);
            assert_eq!(ran.status, 1, "{text}: {}", ran.stderr);
            assert!(ran.stderr.contains("JSON5"), "{text}: {}", ran.stderr);
            scene.succeed(&["import", "app.db", "t", name, "--json5", "-q"]);
        }
        assert_eq!(scene.blobs("t"), vec![jsonb(text); 3], "{text}");
        assert_eq!(
            scene.succeed(&["convert", "in.json", "--json5"]),
            jsonb(text)
        );
        let piped = scene
            .run_with(&["convert", "--json5"], text.as_bytes())
            .success();
        assert_eq!(piped, jsonb(text), "{text}");
    }
}

#[test]
fn json_is_what_it_is_without_the_option() {
    let scene = Scene::new();
    scene
        .file("in.json", "[1.10, \"\\ud800\"]")
        .file("in.ndjson", "{\"a\":1E5}\n{a:1E5}");
    scene.succeed(&[
        "import",
        "app.db",
        "t",
        "in.json",
        "in.ndjson",
        "--json5",
        "-q",
    ]);
    let texts = ["[1.10, \"\\ud800\"]", "{\"a\":1E5}", "{a:1E5}"];
    assert_eq!(scene.blobs("t"), texts.map(jsonb));
}

#[test]
fn json5_becomes_json() {
    let scene = Scene::new();
    scene.file("in.json5", TEXTS[1]);
    let text = scene.succeed(&["convert", "in.json5", "--json5", "--to", "json"]);
    assert_eq!(text, b"[31,1,0.5,5.0,9e999,-9e999,null]\n");
}

#[test]
fn import_that_met_json5_goes_on_with_the_option() {
    let scene = Scene::new();
    scene
        .file("in.ndjson", "1\n2\n{a:1}\n")
        .file("in.json", "[1, 2, {a:1}]");
    for name in ["in.ndjson", "in.json"] {
        let ran = scene.run(&["import", "app.db", "t", name, "--batch", "1"]);
        assert_eq!(ran.status, 1, "{}", ran.stderr);
    }
    scene.succeed(&[
        "import",
        "app.db",
        "t",
        "in.ndjson",
        "--resume",
        "--json5",
        "-q",
    ]);
    assert_eq!(scene.texts("t"), ["1", "2", "1", "2", "{\"a\":1}"]);
    // What is one document with the option was three without.
    let line = scene.fail(
        3,
        &["import", "app.db", "t", "in.json", "--resume", "--json5"],
    );
    assert_eq!(
        line,
        "error: in.json: holds other documents than when the import began"
    );
}

#[test]
fn export_says_that_text_is_json5() {
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data TEXT); INSERT INTO t VALUES ('{a: NaN}'), ('[1]'), ('[1,]')");
    let (out, err) = scene.print(0, &["export", "app.db", "t"]);
    assert_eq!(out, "{\"a\":null}\n[1]\n[1]\n");
    assert_eq!(
        err,
        "note: 2 documents of JSON5 text, whose comments are lost and whose NaN is null\n"
    );
}

#[rstest]
#[case::behind_json5("in.json", "// a\n{b: 1, *}", "in.json: text is not JSON5, at byte 12")]
#[case::no_json5(
    "in.json",
    "{\"a\" 1}",
    "in.json: found 1, expected a colon, at /a, at byte 5"
)]
#[case::second_document("in.json", "{a:1}\n{b:2}", "in.json: text is not JSON5, at byte 6")]
#[case::line(
    "in.ndjson",
    "{a:1}\n{b:}",
    "in.ndjson:2: text is not JSON5, at byte 9"
)]
fn fault_says_where(#[case] name: &str, #[case] text: &str, #[case] expected: &str) {
    let scene = Scene::new();
    scene.file(name, text);
    let line = scene.fail(1, &["import", "app.db", "t", name, "--json5"]);
    assert_eq!(line, format!("error: {expected}"));
    assert!(!scene.path("app.db").exists());
}

#[test]
fn option_is_for_json_alone() {
    let scene = Scene::new();
    scene.file("in.cbor", "\u{1}");
    let line = scene.fail(2, &["convert", "in.cbor", "--json5"]);
    assert_eq!(line, "error: in.cbor: holds no JSON, which --json5 is for");
}
