//! Blobs, against SQLite's strict check and its text.

use serde_json::Value;
use sqlite_jsonb::{from_slice, to_json, validate};
use sqlite_jsonb_tests::Oracle;

use crate::{from_hex, parse};

/// Blobs, and the text that SQLite prints of them.
const BLOBS: &[(&str, &str, &str)] = &[
    ("rjwalters/vibesql#5985", "46342e6530", "4.0e0"),
    ("rjwalters/vibesql#5985", "362d2e35", "-0.5"),
    ("rjwalters/vibesql#5985", "542d30783141", "-26"),
    (
        "rjwalters/vibesql#5985",
        "c41330783130303030303030303030303030303030",
        "9.0e999",
    ),
    ("rjwalters/vibesql#6059", "85392e30652b393939", "9.0e+999"),
    ("tursodatabase/turso#5172", "696e76616c6964", r#""nvalid""#),
    ("tursodatabase/turso#4195", "48656c6c6f", r#""ello""#),
    (
        "apache/pinot#18953",
        "c90e5c7834315c75303065395c765c30",
        r#""\u0041\u00e9\u000b\u0000""#,
    ),
    ("tursodatabase/turso#7799", "49c3a45c6e", r#""ä\n""#),
    ("tursodatabase/turso#7799", "39c3a40a", r#""ä\n""#),
    ("tursodatabase/turso#7753", "49615c0d62", r#""ab""#),
    ("tursodatabase/turso#7753", "69615ce280a862", r#""ab""#),
    ("stephenberry/glaze#2521", "652d3965393939", "-9e999"),
    (
        "Dicklesworthstone/frankensqlite#212",
        "9b85392e30652b393939",
        "[9.0e+999]",
    ),
    ("stephenberry/glaze#2758", "26352e", "5.0"),
    ("stephenberry/glaze#2758", "452d302e30", "-0.0"),
    ("humanwhocodes/momoa#151", "642d3078313233", "-291"),
    ("dpranke/pyjson5#113", "542d30783166", "-31"),
    ("dpranke/pyjson5#2", "543078616263", "2748"),
    ("swiftlang/swift-foundation#250", "34307845", "14"),
    (
        "moonbitlang/x#286",
        "c9126c696e655c0a636f6e74696e756174696f6e",
        r#""linecontinuation""#,
    ),
    (
        "moonbitlang/x#286",
        "c9136c696e655c0d0a636f6e74696e756174696f6e",
        r#""linecontinuation""#,
    ),
    ("tursodatabase/turso#8743", "00", "null"),
];

/// Blobs that SQLite refuses too.
const NO_BLOBS: &[(&str, &str)] = &[
    ("tursodatabase/turso#4553", "45312e652b"),
    ("tursodatabase/turso#4553", "266162"),
    ("tursodatabase/turso#5360", "0e"),
    ("tursodatabase/turso#5360", "0f"),
    ("tursodatabase/turso#5360", "1b0d"),
    ("tursodatabase/turso#5057", "fbfffffffffffffff6"),
    ("tursodatabase/turso#4873", "f7ffffffffffffffff"),
    ("rjwalters/vibesql#6035", "f0ffffffffffffffff"),
    ("rjwalters/vibesql#6036", "abcd"),
    ("rogerbinns/apsw#563", "5b312c325d"),
    ("stephenberry/glaze#2758", "36696e66"),
    ("stephenberry/glaze#2758", "366e616e"),
    ("apache/pinot#18953", "354e614e"),
    ("apache/pinot#18953", "85496e66696e697479"),
    ("apache/pinot#18953", "452b312e35"),
    ("apache/pinot#18953", "553078317033"),
    ("apache/pinot#18953", "252e35"),
    ("apache/pinot#18953", "4330783141"),
    ("apache/pinot#18953", "462b312e35"),
    ("apache/pinot#18953", "542b30783141"),
    ("databendlabs/jsonb#67", "4c176113"),
    ("tursodatabase/turso#3912", "7b226100223a317d"),
    ("tursodatabase/turso#3912", "7b2261223a317d00ff"),
    ("diesel-rs/diesel#5201", "300d00f3"),
    ("diesel-rs/diesel#5201", "2bc100"),
    ("stephenberry/glaze#2758", "cc0c17619778222c2262223a2279"),
    ("stephenberry/glaze#2758", "ac176173312c2262223a39"),
    ("stephenberry/glaze#2758", "28615c"),
    ("stephenberry/glaze#2758", "276101"),
    ("stephenberry/glaze#2758", "2b1c02"),
    ("sqlite/sqlite test/jsonb01.test 2", "8ce6ffffffff171333"),
    ("sqlite/sqlite test/jsonb01.test 3", "6b37616263162d"),
    ("simolus3/drift#3576", "7b227468656d65223a226461726b227d"),
    ("cap-js/cds-dbs#422", "5b7b2261223a317d5d"),
];

/// Blobs that SQLite's strict check takes, and that stand for no JSON.
const TAKEN_BY_SQLITE: &[(&str, &str)] = &[
    ("rogerbinns/apsw#563", "533030303031"),
    ("rogerbinns/apsw#563", "632d3030303031"),
    ("rogerbinns/apsw#563", "254533"),
    ("rogerbinns/apsw#563", "264533"),
    ("rogerbinns/apsw#563", "285c00"),
    ("rogerbinns/apsw#563", "495c78d392"),
    ("rogerbinns/apsw#563", "59615c785a5a"),
    ("rogerbinns/apsw#563", "685c7564386162"),
    ("rogerbinns/apsw#563", "795c756438616258"),
    ("rogerbinns/apsw#563", "3aeda080"),
    ("rogerbinns/apsw#563", "17c3"),
];

/// What is no number of any type (apsw/tests/jsonb.py in rogerbinns/apsw).
const NO_NUMBERS: &[&str] = &[
    "", "-", "--1", "1-2", "0.-1", ".-1", "-+1.2", "+1.-2", "1e-2-", "1e++2", "1e+-2", "1.2.3",
    "1.2E3.4", "1.2E2E3", "1.2E+", "1\u{3}", "0x", "0x\u{7}", "x123", "+1", "+1.1", "1+1", "0xx89",
    "0x9exa", "00x88", "0-1", "0x-1", "\r\n", "1.2\r\n", "E3", "3E", "00001", "-00001", "+00002.2",
    ".", "-.", "0x1.8", "1e", "Infinity", "NaN",
];

#[test]
fn blobs_print_as_sqlite_prints_them() {
    let oracle = Oracle::new();
    for (name, blob, expected) in BLOBS {
        let blob = from_hex(blob);
        assert!(validate(&blob).is_ok(), "{name}");
        assert_eq!(to_json(&blob).ok().as_deref(), Some(*expected), "{name}");
        assert_eq!(oracle.json(&blob).as_deref(), Ok(*expected), "{name}");
        assert_eq!(from_slice::<Value>(&blob).ok(), parse(expected), "{name}");
    }
}

#[test]
fn what_is_no_blob_is_refused() {
    let oracle = Oracle::new();
    for (name, blob) in NO_BLOBS {
        let blob = from_hex(blob);
        let error = validate(&blob).expect_err(name);
        assert!(error.is_malformed(), "{name}: {error}");
        assert!(
            to_json(&blob).is_err() && from_slice::<Value>(&blob).is_err(),
            "{name}"
        );
        assert!(!oracle.is_valid(&blob), "{name}");
    }
}

#[test]
fn what_stands_for_no_json_is_refused() {
    let oracle = Oracle::new();
    for (name, blob) in TAKEN_BY_SQLITE {
        let blob = from_hex(blob);
        let error = validate(&blob).expect_err(name);
        assert!(error.is_malformed(), "{name}: {error}");
        assert!(to_json(&blob).is_err(), "{name}");
        // Should SQLite refuse it one day, the list of differences in the documentation is too long.
        assert!(oracle.is_valid(&blob), "{name}");
    }
}

#[test]
fn no_number_is_refused_in_each_type() {
    for literal in NO_NUMBERS {
        for code in 3..=6 {
            let len = u8::try_from(literal.len()).expect("short");
            let blob = [&[len << 4 | code], literal.as_bytes()].concat();
            assert!(validate(&blob).is_err(), "{literal:?} of type {code}");
            assert!(from_slice::<Value>(&blob).is_err(), "{literal:?}");
        }
    }
}
