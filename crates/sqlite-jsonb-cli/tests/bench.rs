//! `jsonb bench`.

mod support;

use rstest::rstest;
use serde_json::Value;
use support::{Scene, gzip};

/// As short as it goes.
const QUICK: [&str; 3] = ["bench", "--seconds", "0.001"];

fn report(scene: &Scene, args: &[&str]) -> Value {
    let out = scene.succeed(&[&QUICK, args, &["--json"]].concat());
    serde_json::from_slice(&out).expect("JSON")
}

fn text(scene: &Scene, args: &[&str]) -> String {
    let out = scene.succeed(&[&QUICK, args].concat());
    String::from_utf8(out).expect("text")
}

/// The names of the routes of the first file.
fn routes(report: &Value) -> Vec<&str> {
    let routes = report["files"][0]["routes"].as_array().expect("an array");
    routes
        .iter()
        .map(|route| route["route"].as_str().expect("a name"))
        .collect()
}

fn route<'r>(report: &'r Value, name: &str) -> &'r Value {
    let routes = report["files"][0]["routes"].as_array().expect("an array");
    let found = routes.iter().find(|route| route["route"] == name);
    found.expect("there is such a route")
}

const JSON_ROUTES: [&str; 6] = [
    "SQLite jsonb(text)",
    "direct",
    "serde_json",
    "simd-json owned",
    "simd-json borrowed",
    "simd-json tape",
];

#[test]
fn json_is_timed_by_every_route_that_reads_it() {
    let scene = Scene::new();
    scene.file("a.ndjson", "{\"a\": [1, 2.5]}\n\n{\"b\": \"x\"}\n");
    let report = report(&scene, &["a.ndjson"]);
    assert_eq!(routes(&report), JSON_ROUTES);
    let file = &report["files"][0];
    assert_eq!(
        (
            &file["file"],
            &file["format"],
            &file["documents"],
            &file["bytes"]
        ),
        (&"a.ndjson".into(), &"ndjson".into(), &2.into(), &25.into())
    );
    // {"a":[1,2.5]} and {"b":"x"}.
    assert_eq!(file["blob_bytes"], 10 + 5);
    assert_eq!(file["is_whole"], true);
    for name in JSON_ROUTES {
        let route = route(&report, name);
        let number = |value: &Value| value.as_f64().expect("a number");
        let (total, speed) = (&route["seconds"], &route["times_as_fast_as_sqlite"]);
        assert!(
            number(&total["lower_quartile"]) <= number(&total["median"]),
            "{route}"
        );
        assert!(
            number(&total["median"]) <= number(&total["upper_quartile"]),
            "{route}"
        );
        let megabytes = 25.0 / 1e6 / number(&total["median"]);
        assert!((number(&route["megabytes_per_second"]) / megabytes - 1.0).abs() < 1e-9);
        assert!(number(speed) > 0.0);
        let is_tree = !matches!(name, "SQLite jsonb(text)" | "direct");
        assert_eq!(route["parse_seconds"].is_object(), is_tree, "{route}");
        assert_eq!(route["encode_seconds"].is_object(), is_tree, "{route}");
    }
    assert_eq!(report["machine"]["versions"]["sqlite"], rusqlite::version());
    assert!(report["machine"]["versions"]["simd-json"] != "unknown");
}

#[test]
fn cbor_is_timed_by_every_route_that_reads_it() {
    let scene = Scene::new();
    // {"a": h'0102'}, 18446744073709551616, and {1: undefined}
    scene.file(
        "a.cbor",
        b"\xa1\x61a\x42\x01\x02\xc2\x49\x01\0\0\0\0\0\0\0\0\xa1\x01\xf7",
    );
    let found = report(&scene, &["a.cbor"]);
    assert_eq!(routes(&found), ["SQLite jsonb(text)", "direct", "ciborium"]);
    for name in ["direct", "ciborium"] {
        assert_eq!(route(&found, name)["differing_documents"], 0);
    }
    assert_eq!(found["files"][0]["documents"], 3);
    let other = report(&scene, &["a.cbor", "--byte-strings", "numbers"]);
    assert!(
        other["files"][0]["blob_bytes"] != found["files"][0]["blob_bytes"],
        "the policy counts"
    );
}

#[test]
fn what_a_route_makes_otherwise_is_named_and_what_it_refuses_is_not_timed() {
    let scene = Scene::new();
    let digits = "1".repeat(40);
    scene.file(
        "a.ndjson",
        format!("{{\"a\":1.10,\"a\":\"\\/\"}}\n[{digits}]\n"),
    );
    let out = text(&scene, &["a.ndjson"]);
    let line = |name: &str| {
        let found = out
            .lines()
            .find(|line| line.starts_with(name) && line.contains(": "));
        found.unwrap_or_else(|| panic!("{name} is not noted: {out}"))
    };
    assert_eq!(line("direct"), "direct: the bytes of SQLite");
    assert_eq!(
        line("serde_json"),
        "serde_json: other bytes than SQLite's in 1 of 2 documents (escapes spelled otherwise, one kept of the members that share a label)"
    );
    let refusal = line("simd-json owned, simd-json borrowed, simd-json tape");
    assert!(
        refusal.contains(": not timed, refused a.ndjson:2: InvalidNumber"),
        "{refusal}"
    );
    let report = report(&scene, &["a.ndjson"]);
    let refused = route(&report, "simd-json tape");
    assert!(
        refused["refusal"].is_string() && refused.get("seconds").is_none(),
        "{refused}"
    );
}

#[test]
fn tables_say_where_and_of_what_they_are() {
    let scene = Scene::new();
    scene
        .file("a.json", "[1, 2]")
        .file("b.json.gz", gzip(b"{}"));
    let out = text(&scene, &["a.json", "b.json.gz"]);
    assert!(
        out.starts_with("jsonb 0.") && out.contains(rusqlite::version()),
        "{out}"
    );
    assert!(
        out.contains("\na.json: JSON, 1 document, 6 B; 5 B of JSONB\nroute "),
        "{out}"
    );
    assert!(
        out.contains("\nb.json.gz: JSON, 1 document, 2 B; 1 B of JSONB\nroute "),
        "{out}"
    );
    for name in JSON_ROUTES {
        assert!(out.contains(&format!("\n{name}")), "{out}");
    }
    let out = text(&scene, &["a.json", "--markdown"]);
    assert!(out.starts_with("- jsonb 0."), "{out}");
    assert!(
        out.contains("\n## a.json: JSON, 1 document, 6 B; 5 B of JSONB\n\n| route "),
        "{out}"
    );
    assert!(out.contains("\n| SQLite jsonb(text) |"), "{out}");
}

#[test]
fn arrays_are_one_document_unless_their_elements_are_asked_for() {
    let scene = Scene::new();
    scene.file("a.json", "[[1], 2, {}]");
    assert_eq!(report(&scene, &["a.json"])["files"][0]["documents"], 1);
    assert_eq!(
        report(&scene, &["a.json", "--elements"])["files"][0]["documents"],
        3
    );
    let args = [&QUICK[..], &["-", "--json"]].concat();
    let out = scene.run_with(&args, b"[1]").success();
    let report: Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(report["files"][0]["file"], "standard input");
}

#[test]
fn no_more_of_a_file_is_taken_than_the_sample_holds() {
    let scene = Scene::new();
    let line = format!("{:?}\n", "x".repeat((1 << 18) - 2));
    // What stands behind the sample is not even looked at.
    scene.file("a.ndjson", line.repeat(5) + "nonsense\n");
    let out = text(&scene, &["a.ndjson", "--sample", "1"]);
    assert!(
        out.contains("\na.ndjson: NDJSON, the first 4 documents, 1.00 MiB;"),
        "{out}"
    );
    scene.file("b.ndjson", line.repeat(4));
    let out = text(&scene, &["b.ndjson", "--sample", "1"]);
    assert!(
        out.contains("\nb.ndjson: NDJSON, 4 documents, 1.00 MiB;"),
        "{out}"
    );
}

#[test]
fn deepest_document_that_sqlite_reads_goes_through_every_route() {
    let scene = Scene::new();
    scene.file("a.json", "[".repeat(1000) + &"]".repeat(1000));
    let json = report(&scene, &["a.json"]);
    for name in JSON_ROUTES {
        assert!(route(&json, name)["seconds"].is_object(), "{name}");
    }
    scene.file("a.cbor", [vec![0x81; 999], vec![0x80]].concat());
    let cbor = report(&scene, &["a.cbor"]);
    assert!(route(&cbor, "ciborium")["seconds"].is_object());
}

#[rstest]
#[case::bad_line(1, &["bad.ndjson"], "error: bad.ndjson:2: found x, expected a value, at the root, at byte 3")]
#[case::json5(1, &["five.json"], "error: five.json: label without quotes, which JSON5 has and JSON has not")]
#[case::too_deep(1, &["deep.json"], "error: deep.json: containers nest deeper than 1000")]
#[case::empty(1, &["empty.ndjson"], "error: empty.ndjson: no document, the input is empty, at byte 0")]
#[case::cut(1, &["cut.cbor"], "error: cut.cbor: item 1: truncated: 0 of 1 bytes are there, at byte 1")]
#[case::prose(2, &["notes.txt"], "error: notes.txt: neither name nor first bytes say")]
#[case::jsonb(2, &["a.jsonb"], "error: a.jsonb: is JSONB already")]
#[case::from_jsonb(2, &["cut.cbor", "--from", "jsonb"], "error: bench reads JSON, NDJSON and CBOR")]
#[case::no_cbor(2, &["five.json", "--strict"], "error: five.json: holds no CBOR, which --strict is for")]
#[case::gone(3, &["bad.ndjson", "gone.json"], "error: gone.json: No such file")]
fn what_cannot_be_timed_is_named(
    #[case] status: i32,
    #[case] args: &[&str],
    #[case] message: &str,
) {
    let scene = Scene::new();
    scene.file("bad.ndjson", "1\n x\n");
    scene.file("five.json", "{a: 1}");
    scene.file("deep.json", "[".repeat(100_000));
    scene.file("empty.ndjson", "");
    scene.file("cut.cbor", b"\x81");
    scene.file("notes.txt", "hello");
    scene.file("a.jsonb", b"\x00");
    let line = scene.fail(status, &[&QUICK, args].concat());
    assert!(line.starts_with(message), "{line}");
}

#[rstest]
#[case(&["--seconds", "0"])]
#[case(&["--seconds", "NaN"])]
#[case(&["--seconds", "1e9"])]
#[case(&["--sample", "0"])]
#[case(&["--json", "--markdown"])]
#[case(&["--from", "xml"])]
fn options_that_make_no_sense_are_refused(#[case] args: &[&str]) {
    let scene = Scene::new();
    scene.file("a.json", "1");
    let outcome = scene.run(&[&["bench", "a.json"], args].concat());
    assert_eq!(outcome.status, 2, "{}", outcome.stderr);
}
