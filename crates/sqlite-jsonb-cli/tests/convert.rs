//! `jsonb convert`.

mod support;

use std::fs;

use rstest::rstest;
use support::{Scene, jsonb};

#[test]
fn jsonb_of_several_documents_comes_back_to_back() {
    let scene = Scene::new();
    scene.file("in.ndjson", "{\"a\":[1.10]}\n\"b\"\n");
    let blobs = scene.succeed(&["convert", "in.ndjson"]);
    assert_eq!(blobs, [jsonb("{\"a\":[1.10]}"), jsonb("\"b\"")].concat());
}

#[rstest]
#[case::ndjson(
    "in.ndjson",
    "1\n {\"a\": \"\\u00e9\\n\"}",
    "1\n{\"a\":\"\\u00e9\\n\"}\n"
)]
#[case::cbor("in.cborseq", "\u{61}a\u{1}", "\"a\"\n1\n")]
fn json_of_several_documents_comes_one_a_line(
    #[case] name: &str,
    #[case] content: &str,
    #[case] expected: &str,
) {
    let scene = Scene::new();
    scene.file(name, content);
    let text = scene.succeed(&["convert", name, "--to", "json"]);
    assert_eq!(String::from_utf8(text).as_deref(), Ok(expected));
}

#[test]
fn jsonb_is_read_back_to_back() {
    let scene = Scene::new();
    let blobs = [jsonb("{\"a\":[1.10,\"\\u0041\"]}"), jsonb("2")].concat();
    scene.file("in.jsonb", &blobs).file("in.bin", &blobs);
    let lines = b"{\"a\":[1.10,\"\\u0041\"]}\n2\n";
    assert_eq!(
        scene.succeed(&["convert", "in.jsonb", "--to", "json", "--sequence"]),
        lines
    );
    let args = ["convert", "in.bin", "--from", "jsonb", "--to", "ndjson"];
    assert_eq!(scene.succeed(&args), lines);
    let pretty = scene.succeed(&[
        "convert",
        "in.jsonb",
        "--to",
        "json",
        "--pretty",
        "--sequence",
    ]);
    assert_eq!(
        pretty,
        b"{\n    \"a\": [\n        1.10,\n        \"\\u0041\"\n    ]\n}\n2\n"
    );
    let cbor = scene.succeed(&["convert", "in.jsonb", "--to", "cbor", "--sequence"]);
    assert_eq!(
        cbor,
        b"\xa1\x61a\x82\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a\x61A\x02"
    );
}

#[rstest]
#[case::cbor("in.cbor", b"\x01\x02", 1)]
#[case::jsonb("in.jsonb", b"\x131\x132", 2)]
#[case::malformed("in.jsonb", b"\x131\xff", 2)]
fn what_comes_behind_a_document_is_refused(
    #[case] name: &str,
    #[case] content: &[u8],
    #[case] at: usize,
) {
    let scene = Scene::new();
    scene.file(name, content);
    for to in ["json", "jsonb", "cbor"] {
        let line = scene.fail(1, &["convert", name, "--to", to, "-o", "out"]);
        let reason = "something comes behind the document; --sequence takes documents back to back";
        assert_eq!(
            line,
            format!("error: {name}: item 2: {reason}, at byte {at}")
        );
        assert_eq!(scene.names(), [name]);
    }
}

#[rstest]
#[case::array_that_ends_early(
    "in.cbor",
    b"\x82\x01",
    "truncated: 0 of 1 bytes are there, at byte 2"
)]
#[case::chunk_of_another_type(
    "in.cbor",
    b"\x5f\x41a\x61b\xff",
    "string chunk of another type, at byte 3"
)]
#[case::element_in_jsonb(
    "in.jsonb",
    b"\x3b\x131\x0d",
    "element type is 13, expected 0 to 12, at byte 3"
)]
fn fault_within_the_document_is_not_behind_it(
    #[case] name: &str,
    #[case] content: &[u8],
    #[case] reason: &str,
) {
    let scene = Scene::new();
    scene.file(name, content);
    let line = scene.fail(1, &["convert", name, "--to", "json"]);
    assert_eq!(line, format!("error: {name}: item 1: {reason}"));
}

#[test]
fn jsonb_of_jsonb_is_canonical() {
    let scene = Scene::new();
    // A wide header, a TEXTRAW, a TEXT5 and an INT5.
    scene.file("in.jsonb", b"\xdb\x00\x0c\x1aa\x59\\x41'\x340x1");
    assert_eq!(
        scene.succeed(&["convert", "in.jsonb"]),
        jsonb("[\"a\",\"A'\",1]")
    );
}

#[rstest]
#[case::cut(
    b"\x00\x37a",
    "item 2: payload of 3 bytes runs past the end, 1 available, at byte 1"
)]
#[case::malformed(
    b"\x00\x3b\x00\x17\"",
    "item 2: text holds 0x22 at payload byte 0, expected an escape, at byte 3"
)]
fn bad_blob_is_named_with_its_byte(#[case] blobs: &[u8], #[case] reason: &str) {
    let scene = Scene::new();
    scene.file("in.jsonb", blobs);
    let args = ["convert", "in.jsonb", "--to", "ndjson", "-o", "out"];
    let line = scene.fail(1, &args);
    assert_eq!(line, format!("error: in.jsonb: {reason}"));
    assert_eq!(scene.names(), ["in.jsonb"]);
}

#[test]
fn pretty_is_for_json() {
    let line = Scene::new().fail(2, &["convert", "--pretty", "--to", "ndjson"]);
    assert_eq!(line, "error: --pretty is for --to json");
}

#[test]
fn option_for_another_format_is_an_error() {
    let scene = Scene::new();
    let outcome = scene.run_with(&["convert", "--byte-strings", "hex"], b"{}");
    assert_eq!(
        outcome.failure(2),
        "error: standard input: holds no CBOR, which --byte-strings is for"
    );
    scene.file("in.cbor", b"\x81\x01");
    let line = scene.fail(2, &["convert", "in.cbor", "--elements"]);
    assert_eq!(
        line,
        "error: in.cbor: holds no JSON, which --elements is for"
    );
}

#[test]
fn jsonb_files_are_imported() {
    let scene = Scene::new();
    scene.file("in.jsonb", [jsonb("[1]"), jsonb("{}")].concat());
    scene.succeed(&["import", "-q", "app.db", "t", "in.jsonb"]);
    assert_eq!(scene.blobs("t"), [jsonb("[1]"), jsonb("{}")]);
}

#[test]
fn standard_input_is_the_default() {
    let scene = Scene::new();
    let args = ["convert", "--from", "json", "--to", "json"];
    assert_eq!(scene.run_with(&args, b"[1, 2]").success(), b"[1,2]\n");
}

#[test]
fn array_is_one_document_but_for_lines_and_where_elements_are_asked_for() {
    let scene = Scene::new();
    let convert = |options: &[&str]| {
        let args = [&["convert", "--from", "json"], options].concat();
        scene.run_with(&args, b"[1, [2]]").success()
    };
    assert_eq!(convert(&["--to", "jsonb"]), jsonb("[1,[2]]"));
    let elements = [jsonb("1"), jsonb("[2]")].concat();
    assert_eq!(convert(&["--to", "jsonb", "--elements"]), elements);
    assert_eq!(convert(&["--to", "ndjson"]), b"1\n[2]\n");
    assert_eq!(convert(&["--to", "json", "--elements"]), b"1\n[2]\n");
}

#[test]
fn output_file_appears_when_it_is_whole() {
    let scene = Scene::new();
    scene.file("good.json", "{}").file("bad.ndjson", "1\n{");
    scene.succeed(&["convert", "good.json", "-o", "out"]);
    assert_eq!(
        fs::read(scene.path("out")).expect("it is there"),
        jsonb("{}")
    );
    let line = scene.fail(1, &["convert", "bad.ndjson", "-o", "out"]);
    assert!(
        line.starts_with("error: bad.ndjson:2: input ends, expected a label"),
        "{line}"
    );
    scene.fail(1, &["convert", "bad.ndjson", "-o", "new"]);
    assert_eq!(
        fs::read(scene.path("out")).expect("it is there"),
        jsonb("{}")
    );
    assert_eq!(scene.names(), ["bad.ndjson", "good.json", "out"]);
}

#[cfg(unix)]
#[test]
fn output_file_keeps_its_rights_and_a_link_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let scene = Scene::new();
    scene.file("in.json", "1").file("target", "old");
    fs::set_permissions(scene.path("target"), fs::Permissions::from_mode(0o640)).expect("ours");
    symlink("target", scene.path("link")).expect("a link");
    scene.succeed(&["convert", "in.json", "--to", "json", "-o", "link"]);
    assert_eq!(fs::read(scene.path("target")).expect("it is there"), b"1\n");
    let mode = fs::metadata(scene.path("target"))
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(scene.path("link").is_symlink());
}

#[test]
fn option_that_a_reason_names_is_known() {
    let scene = Scene::new();
    scene.file("in.json", "{}{}").file("in.ndjson", "{\n}\n");
    let line = scene.fail(1, &["convert", "in.json"]);
    assert!(line.contains("--format ndjson"), "{line}");
    scene.fail(1, &["convert", "in.json", "--format", "ndjson"]);
    let line = scene.fail(1, &["convert", "in.ndjson"]);
    assert!(line.contains("--format json"), "{line}");
    scene.succeed(&["convert", "in.ndjson", "--format", "json"]);
}

#[test]
fn empty_input_is_an_error() {
    let scene = Scene::new();
    let outcome = scene.run_with(&["convert", "--from", "cbor"], b"");
    let line = outcome.failure(1);
    assert_eq!(
        line,
        "error: standard input: no document, the input is empty, at byte 0"
    );
}

#[cfg(unix)]
#[test]
fn link_to_nothing_stays_a_link() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    std::os::unix::fs::symlink("gone", scene.path("link")).expect("a link");
    let line = scene.fail(3, &["convert", "in.json", "-o", "link"]);
    assert_eq!(
        line,
        "error: link: is a link to gone, where there is no file"
    );
    assert_eq!(scene.names(), ["in.json", "link"]);
    assert!(fs::read_link(scene.path("link")).is_ok());
}

#[test]
fn missing_file_and_missing_directory_are_status_3() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    let line = scene.fail(3, &["convert", "gone.json"]);
    assert_eq!(
        line,
        "error: gone.json: No such file or directory (os error 2)"
    );
    let line = scene.fail(3, &["convert", "in.json", "-o", "no/out"]);
    assert_eq!(
        line,
        "error: no/out: a file cannot be made in no: No such file or directory (os error 2)"
    );
    let line = scene.fail(3, &["convert", "in.json", "-o", "in.json/out"]);
    assert_eq!(line, "error: in.json/out: Not a directory (os error 20)");
}

#[cfg(target_os = "linux")]
#[test]
fn full_device_is_status_3() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    let line = scene.fail(3, &["convert", "in.json", "-o", "/dev/full"]);
    assert_eq!(
        line,
        "error: /dev/full: No space left on device (os error 28)"
    );
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    let scene = Scene::new();
    scene.file("in.ndjson", "[1,2,3]\n".repeat(100_000));
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jsonb"))
        .args(["convert", "--to", "json"])
        .arg(scene.path("in.ndjson"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
