//! JSON text.

use serde_json::Value;
use sqlite_jsonb::{EncodeOptions, JsonText, from_slice, to_json};
use sqlite_jsonb_tests::Oracle;

use crate::parse;

/// JSON text that SQLite takes by RFC 8259: the blob prints the text again, digits and escapes as they were.
const TEXTS: &[(&str, &str)] = &[
    ("serde-rs/serde#77", "[7E-7777777777]"),
    ("serde-rs/json#492", "3.5E-2147483647"),
    ("serde-rs/json#495", r#"["\ud834\u0041"]"#),
    ("serde-rs/json#1258", "123456789987654321123456789987654321"),
    ("maciejhirsz/json-rust#36", "18446744073709551616"),
    (
        "maciejhirsz/json-rust#52",
        "2.22507385850720113605740979670913197593481954635164564e-308",
    ),
    ("martian56/raven#427", "1e999999999"),
    ("martian56/raven#611", "1e99999999999999999999999999999999"),
    ("facebookincubator/velox#14558", "[9.6E400]"),
    ("MonetDB/MonetDB#6932", r#"[0.1e12,1e12,{"foo":1e3}]"#),
    ("kitsudaiki/ainari#113", "42.000000e+02"),
    (
        "simd-lite/simd-json#455",
        r#"{"asks":[{"price":3077990.0,"amount":0.111111},{"price":3077999.0000000000000000,"amount":0.5}]}"#,
    ),
    ("simd-lite/simd-json#307", r#"["{\"arg\":\"test\"}"]"#),
    ("tursodatabase/turso#877", r#"{"a":40.7128}"#),
    (
        "tursodatabase/turso#5751",
        r#"{"a":"\"\\\/\b\f\n\r\t\u00e9"}"#,
    ),
    ("tursodatabase/turso#7786", r#"{"k":"ä\n"}"#),
    ("tursodatabase/turso#8539", r#"["a\ud800bcd","a\udc00bcd"]"#),
    (
        "apache/gluten#7849",
        r#"{"a":"431924697b1\ufffdSC\u2995\u06a2\r8\u0010\u06e3\udee4\udff0L\u0001Y"}"#,
    ),
    (
        "simonw/sqlite-utils#625",
        r#"[{"id":123,"text":"Japanese 日本語"}]"#,
    ),
    ("not-fl3/nanoserde#9", r#"["\ud83d\ude40","\u201c"]"#),
];

/// Text that is no JSON; SQLite takes some of it as JSON5.
const NO_TEXTS: &[(&str, &str)] = &[
    ("simdjson/simdjson#1105", r#"""x"#),
    (
        "ClickHouse/ClickHouse#21984",
        r#"{"success":"{"test":123}"}"#,
    ),
    ("ClickHouse/ClickHouse#21984", r#"{"success"test:"123"}"#),
    ("ClickHouse/ClickHouse#5938", "[0\u{0}L]"),
    ("ClickHouse/ClickHouse#5938", r"[3\2tl]"),
    ("DaveGamble/cJSON#718", "[000000]"),
    ("facebookincubator/velox#14558", "[01]"),
    ("roc-lang/roc#10045", "\"\\t\u{1}\""),
    ("stephenberry/glaze#1204", "\"\\u\"eeeeK"),
    ("stephenberry/glaze#1573", r#"{"x":"""#),
    ("jeroen/jsonlite#281", r#"{"lessee1":+Infinity}"#),
    ("simonw/datasette#332", r#"{"num":Infinity}"#),
    ("neuml/txtai#222", r#"{"num":NaN}"#),
    ("json5/json5#229", "0x1"),
    ("json5/json5#210", r#""\01""#),
    ("pljson/pljson#107", r#"{"TMP":.1}"#),
    ("monero-project/monero#10808", "\"\u{b}\""),
    ("monero-project/monero#10808", r#""\v""#),
    ("tursodatabase/turso#7650", "{a:1}"),
    ("tursodatabase/turso#7650", r#"{"a":1,}"#),
    ("tursodatabase/turso#7650", "[1,2]//c"),
    ("tursodatabase/turso#7753", "\u{a0}1"),
    ("tursodatabase/turso#7753", "[1,\u{2028}2]"),
    ("tursodatabase/turso#7753", "\u{b}1"),
];

#[test]
fn text_is_kept_as_sqlite_keeps_it() {
    let oracle = Oracle::new();
    for (name, text) in TEXTS {
        let blob = EncodeOptions::sqlite().to_vec(JsonText::new(text));
        let blob = blob.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Ok(&blob), oracle.jsonb(text).as_ref(), "{name}");
        assert_eq!(oracle.json(&blob).as_deref(), Ok(*text), "{name}");
        match parse(text) {
            Some(tree) => {
                assert_eq!(from_slice::<Value>(&blob).ok(), Some(tree), "{name}");
                assert_eq!(to_json(&blob).ok().as_deref(), Some(*text), "{name}");
            }
            // A lone surrogate or a number beyond f64: nothing but the bytes can hold it.
            None => assert!(from_slice::<Value>(&blob).is_err(), "{name}"),
        }
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let oracle = Oracle::new();
    for (name, text) in NO_TEXTS {
        let outcome = EncodeOptions::sqlite().to_vec(JsonText::new(text));
        let error = outcome.expect_err(name);
        assert!(error.is_malformed(), "{name}: {error}");
        assert!(!oracle.is_json(text), "{name}");
    }
}
