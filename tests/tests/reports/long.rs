//! Inputs that are long rather than intricate.

use std::time::{Duration, Instant};

use sqlite_jsonb::{CborBytes, EncodeOptions, JsonText, to_json};
use sqlite_jsonb_tests::Oracle;

/// CBOR, and the JSON of its blob or nothing where it is refused.
fn cbor() -> Vec<(&'static str, Vec<u8>, Option<String>)> {
    let array = |element: &str, count| Some(format!("[{}]", [element].repeat(count).join(",")));
    let text = |unit: &str, count| Some(format!("\"{}\"", unit.repeat(count)));
    // Headers whose elements the headers behind them could be, each with one more level.
    let heads = (1..=8_000_u32).rev().map(|left| (left - 1) * 5);
    let heads = heads.flat_map(|count| [&[0x9a], &count.to_be_bytes()[..]].concat());
    let japanese = "ボ".repeat(1_366);
    vec![
        (
            "dignifiedquire/borc#20",
            [&b"\x99\x01\x00"[..], &[0; 256]].concat(),
            array("0", 256),
        ),
        (
            "hildjj/node-cbor#15",
            [&b"\x99\x10\x00"[..], &b"\xa1aa\x01".repeat(4_096)].concat(),
            array(r#"{"a":1}"#, 4_096),
        ),
        (
            "paroga/cbor-js#22",
            [&b"\x7a\x00\x04\x93\xe0"[..], &b"a".repeat(300_000)].concat(),
            text("a", 300_000),
        ),
        (
            "agronholm/cbor2#208",
            [&b"\x5a\x00\x01\x00\x02"[..], &[0x12; 65_538]].concat(),
            text("EhIS", 21_846),
        ),
        (
            "agronholm/cbor2#304",
            [&b"\xa1eitems\x59\x0f\xf6"[..], &b"x".repeat(4_086)].concat(),
            Some(format!(r#"{{"items":"{}"}}"#, "eHh4".repeat(1_362))),
        ),
        (
            "enarx/ciborium#72",
            [b"\xa1etitle\x79\x10\x02", japanese.as_bytes()].concat(),
            Some(format!(r#"{{"title":"{japanese}"}}"#)),
        ),
        (
            "Mic92/hestia#37",
            [&b"\x59\x10\x02"[..], &[0; 4_098]].concat(),
            text("AAAA", 1_366),
        ),
        ("kriszyp/cbor-x#142", heads.collect(), None),
        ("Spomky-Labs/cbor-php#143", vec![0xcb; 44_000], None),
        (
            "Spomky-Labs/cbor-php#143",
            [&[0x81; 44_000], &[0][..]].concat(),
            None,
        ),
        (
            "nlohmann/json#5451",
            [&[0x81; 16_384], &[0][..]].concat(),
            None,
        ),
    ]
}

/// JSON text, and whether it is taken.
fn texts() -> Vec<(&'static str, String, bool)> {
    let tiny = format!("0.{}1358077306435", "0".repeat(340));
    let open = format!(r#"{{"":"","":"😂","":{}0"#, "[".repeat(300));
    vec![
        (
            "python-rapidjson/python-rapidjson#112",
            format!("1{}", "0".repeat(1_000)),
            true,
        ),
        ("Tencent/rapidjson#1394", tiny, true),
        ("serde-rs/serde#82", open, false),
    ]
}

fn is_quick<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = work();
    assert!(start.elapsed() < Duration::from_secs(1), "{name}");
    value
}

#[test]
fn long_cbor_is_read_or_refused_at_once() {
    for (name, bytes, expected) in cbor() {
        let blob = is_quick(name, || {
            EncodeOptions::sqlite().to_vec(&CborBytes::new(&bytes))
        });
        let json = blob.and_then(|blob| to_json(&blob));
        assert!(json.ok() == expected, "{name}");
    }
}

#[test]
fn long_text_is_read_or_refused_at_once() {
    let oracle = Oracle::new();
    for (name, text, is_taken) in texts() {
        let blob = is_quick(name, || {
            EncodeOptions::sqlite().to_vec(JsonText::new(&text))
        });
        assert_eq!(blob.is_ok(), is_taken, "{name}");
        if let Ok(blob) = blob {
            assert!(oracle.jsonb(&text) == Ok(blob), "{name}");
        }
    }
}
