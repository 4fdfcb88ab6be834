//! `jsonb inspect`.

mod support;

use rstest::rstest;
use support::{Scene, jsonb};

#[test]
fn valid_blob_has_a_line_an_element() {
    let scene = Scene::new();
    let blob = jsonb("{\"name\":\"Ada\",\"born\":[1815,null,9]}");
    scene.file("a.jsonb", &blob);
    let out = scene.succeed(&["inspect", "a.jsonb"]);
    assert_eq!(
        str::from_utf8(&out),
        Ok(
            "  byte  header          element, payload size, value\n     \
                  0  cc 17           OBJECT 23\n     \
                  2  47                label TEXT 4 \"name\"\n     \
                  7  37                TEXT 3 \"Ada\"\n    \
                  11  47                label TEXT 4 \"born\"\n    \
                  16  8b                ARRAY 8\n    \
                  17  43                  INT 4 \"1815\"\n    \
                  22  00                  NULL 0\n    \
                  23  13                  INT 1 \"9\"\n\
             valid: 25 bytes, 8 elements, 2 deep\n"
        )
    );
    let piped = scene.run_with(&["inspect", "-"], &blob).success();
    assert_eq!(piped, out);
}

#[rstest]
#[case::plain("4b133117610d")]
#[case::spaced("4B 13 31 17 61 0d")]
#[case::c("0x4b133117610D")]
#[case::sql("x'4b133117610d'")]
fn hexadecimal_digits_are_read_in_any_spelling(#[case] digits: &str) {
    let scene = Scene::new();
    let (out, err) = scene.print(1, &["inspect", digits]);
    assert_eq!(err, "");
    assert_eq!(
        out,
        "  byte  header          element, payload size, value\n     \
              0  4b              ARRAY 4\n     \
              1  13                INT 1 \"1\"\n     \
              3  17                TEXT 1 \"a\"\n     \
              5                  no element 0d  <-- 1 byte behind the document, at byte 5\n\
         not valid: 6 bytes, 1 fault, the first at byte 5\n"
    );
}

#[test]
fn dump_goes_as_far_as_the_bytes_allow() {
    let scene = Scene::new();
    let (out, _) = scene.print(1, &["inspect", "ac 17 61 5b 2d 01 02 17 22 17 62"]);
    assert_eq!(
        out,
        "  byte  header          element, payload size, value\n     \
              0  ac              OBJECT 10\n     \
              1  17                label TEXT 1 \"a\"\n     \
              3  5b                ARRAY 5\n     \
              4  2d                  type 13 2 01 02  <-- element type is 13, expected 0 to 12, at byte 4\n     \
              7  17                  TEXT 1 \"\"\"  <-- text holds 0x22 at payload byte 0, expected an escape, at byte 7\n     \
              9  17                label TEXT 1 \"b\"  <-- label without a value, at byte 9\n\
         not valid: 11 bytes, 3 faults, the first at byte 4\n"
    );
}

#[test]
fn row_of_a_table_is_found_by_rowid_or_key() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, body);
         INSERT INTO t VALUES (-3, jsonb('[]')), (2, 'text'), (3, NULL);
         CREATE TABLE w(name TEXT PRIMARY KEY, data) WITHOUT ROWID;
         INSERT INTO w VALUES ('a', jsonb('true'));
         CREATE TABLE two(a, b, data, PRIMARY KEY(a, b)) WITHOUT ROWID;",
    );
    let at = |row: &str| {
        scene
            .print(0, &["inspect", "app.db", "t", row, "--column", "body"])
            .0
    };
    assert!(
        at("-3").contains("\n     0  0b              ARRAY 0\nvalid: 1 byte, 1 element"),
        "{}",
        at("-3")
    );
    let (out, _) = scene.print(0, &["inspect", "app.db", "w", "a"]);
    assert!(out.contains("TRUE 0"), "{out}");
    let fail = |status, args: &[&str]| scene.fail(status, &[&["inspect", "app.db"], args].concat());
    let args = ["t", "2", "--column", "body"];
    assert_eq!(
        fail(1, &args),
        "error: t.body, rowid 2: the cell is TEXT, which begins with \"text\", expected a BLOB"
    );
    let args = ["t", "3", "--column", "body"];
    assert_eq!(
        fail(1, &args),
        "error: t.body, rowid 3: the cell is NULL, expected a BLOB"
    );
    let args = ["t", "9", "--column", "body"];
    assert_eq!(fail(3, &args), "error: app.db: \"t\" has no rowid 9");
    assert!(fail(2, &["two", "1"]).contains("no one value tells the rows"));
    assert!(fail(2, &[]).contains("is a SQLite database"));
}

#[test]
fn tree_shows_what_steers_a_terminal_as_escapes() {
    let scene = Scene::new();
    scene.file("a.jsonb", jsonb("\"\u{9b}31m\u{202e}é\u{7f}\u{2028}\""));
    let (out, _) = scene.print(0, &["inspect", "a.jsonb", "--tree"]);
    assert!(
        out.contains("  \"\\u009b31m\\u202eé\\u007f\\u2028\"\n"),
        "{out}"
    );
}

#[test]
fn tree_is_json_with_lengths() {
    let scene = Scene::new();
    scene.file(
        "a.jsonb",
        jsonb("{\"name\":\"Ada\",\"born\":[1815,[],null],\"of\":{}}"),
    );
    let out = scene.succeed(&["inspect", "a.jsonb", "--tree"]);
    assert_eq!(
        String::from_utf8(out).expect("text"),
        "  length  JSON\n      \
              28  {\n       \
               4    \"name\": \"Ada\",\n       \
               8    \"born\": [\n       \
               5      1815,\n       \
               1      [],\n       \
               1      null\n            \
                    ],\n       \
               1    \"of\": {}\n          \
                  }\n\
         valid: 28 bytes, 10 elements, 2 deep\n"
    );
    let (out, _) = scene.print(1, &["inspect", "4b133101 0d", "--tree"]);
    assert_eq!(
        out,
        "  length  JSON\n       \
               5  [\n       \
               2    1,\n       \
               1    true,\n       \
               1    <type 13: element type is 13, expected 0 to 12, at byte 4>\n          \
                  ]\n\
         not valid: 5 bytes, 1 fault, the first at byte 4\n"
    );
}

#[test]
fn json_text_is_noticed() {
    let scene = Scene::new();
    scene.file("a.json", "{\"a\": 1}\n");
    let (out, _) = scene.print(1, &["inspect", "a.json"]);
    assert!(
        out.ends_with(
            "note: these bytes are JSON text; jsonb convert makes JSONB of such a file, jsonb recode of a column\n"
        ),
        "{out}"
    );
}

#[test]
fn blob_that_sqlite_refuses_is_noticed() {
    let scene = Scene::new();
    let text = "[".repeat(1000) + "1" + &"]".repeat(1000);
    scene.file("deep.jsonb", jsonb(&text));
    let (out, _) = scene.print(0, &["inspect", "deep.jsonb"]);
    assert!(out.contains("json_valid(X, 8) of SQLite"), "{out}");
}

#[test]
fn sequence_is_taken_apart() {
    let scene = Scene::new();
    let (out, _) = scene.print(1, &["inspect", "--sequence", "0b 17 61 0d"]);
    let verdicts: Vec<_> = out
        .lines()
        .filter(|line| line.contains("valid") || line.starts_with("the"))
        .collect();
    assert_eq!(
        verdicts,
        [
            "valid: 1 byte, 1 element, 0 deep",
            "the next blob, from byte 1 of the input on",
            "valid: 2 bytes, 1 element, 0 deep",
            "the next blob, from byte 3 of the input on",
            "not valid: 1 byte, 1 fault, the first at byte 0",
        ]
    );
}

#[test]
fn hostile_depth_is_shown_in_lines_of_bounded_length() {
    let scene = Scene::new();
    let mut blob = Vec::new();
    for _ in 0..8000 {
        blob.extend_from_slice(b"\xeb\x7f\xff\xff\xff");
    }
    scene.file("bomb", &blob);
    for args in [&["inspect", "bomb"][..], &["inspect", "bomb", "--tree"]] {
        let (out, _) = scene.print(1, args);
        assert!(out.len() < 8000 * 400, "{}", out.len());
    }
}

#[rstest]
#[case::nothing_of_that_name(&["gone"], "error: gone: no such file, and no hexadecimal digits")]
#[case::odd(&["4b1"], "error: 3 hexadecimal digits, expected two a byte")]
#[case::two(&["app.db", "t"], "error: expected a file, ")]
#[case::column_of_digits(&["00", "--column", "data"], "error: --column is for a database")]
#[case::sequence_in_a_cell(&["app.db", "t", "1", "--sequence"], "error: --sequence is for files and digits")]
fn other_arguments_are_usage(#[case] args: &[&str], #[case] message: &str) {
    let line = Scene::new().fail(2, &[&["inspect"], args].concat());
    assert!(line.starts_with(message), "{line}");
}
