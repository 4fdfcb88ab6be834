//! Values of types of serde, which serde_json was reported to write, read or lose in another way.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use sqlite_jsonb::serde::{from_slice, to_vec};
use sqlite_jsonb::{JsonText, to_json};

#[track_caller]
fn comes_back<T>(value: &T)
where
    T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug,
{
    let blob = to_vec(value).expect("encodes");
    let read: T = from_slice(&blob).expect("reads");
    assert_eq!(read, *value);
}

fn of_text<T: for<'de> Deserialize<'de>>(text: &str) -> sqlite_jsonb::Result<T> {
    let blob = sqlite_jsonb::to_vec(JsonText::new(text)).expect("JSON");
    from_slice(&blob)
}

#[test]
fn integers_of_128_bits_keep_their_digits() {
    // serde-rs/json#448, serde-rs/json#502, txpipe/oura#709
    for number in [0, u128::from(u64::MAX) + 1, u128::MAX] {
        let blob = to_vec(&BTreeMap::from([("num", number)])).expect("encodes");
        assert_eq!(
            to_json(&blob).ok(),
            Some(format!("{{\"num\":{number}}}")),
            "{number}"
        );
        let read: HashMap<String, u128> = from_slice(&blob).expect("reads");
        assert_eq!(read["num"], number);
    }
    comes_back(&-(1_i128 << 90));
}

#[test]
fn floats_are_the_nearest() {
    for (name, text) in [
        ("serde-rs/json#1303", "0.9999999999999999"),
        ("serde-rs/json#692", "9007199254740991.0"),
        ("serde-rs/json#604", "117.63331139400017"),
        ("serde-rs/json#849", "198.49259355688904985033"),
        ("serde-rs/json#937", "0.09144338512092887"),
    ] {
        let read: f64 = of_text(text).expect(name);
        let nearest: f64 = text.parse().expect(name);
        assert_eq!(read.to_bits(), nearest.to_bits(), "{name}");
        comes_back(&read);
    }
}

#[test]
fn small_floats_come_back() {
    // serde-rs/json#1004, serde-rs/json#1022
    for number in [5.55_f32, 0.1, f32::from_bits(0x3f80_0001), f32::MAX] {
        let blob = to_vec(&number).expect("encodes");
        assert_eq!(from_slice(&blob).ok(), Some(number));
        assert_eq!(from_slice(&blob).ok(), Some(f64::from(number)));
    }
}

/// A number in a buffer of serde, which is where one of serde_json was a map under `arbitrary_precision`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Outer {
    out: u32,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    inner: u32,
    ratio: f64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Tagged {
    Data { value: HashMap<String, String> },
    Inner(Inner),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Int { x: i32 },
    Float { x: f32 },
}

#[test]
fn numbers_in_buffers_are_numbers() {
    // serde-rs/json#721
    let inner = || Inner {
        inner: 2,
        ratio: 0.5,
    };
    let outer = Outer {
        out: 1,
        inner: inner(),
    };
    comes_back(&outer);
    // serde-rs/json#505: and no map of strings either.
    let tagged = Tagged::Inner(inner());
    comes_back(&tagged);
    let error = of_text::<Tagged>(r#"{"type":"Data","value":123}"#).expect_err("a number");
    assert!(error.to_string().contains("integer `123`"), "{error}");
    // serde-rs/json#740
    for (text, expected) in [
        (r#"{"x":3}"#, Untagged::Int { x: 3 }),
        (r#"{"x":0.5}"#, Untagged::Float { x: 0.5 }),
    ] {
        assert_eq!(of_text(text).ok(), Some(expected));
    }
}

#[test]
fn labels_are_numbers_where_those_are_asked_for() {
    // serde-rs/json#1254, but for maps in a tagged enum, where serde keeps strings.
    let map = BTreeMap::from([(1, 2), (-3, 4)]);
    comes_back(&map);
    // nstfkc/gemi#77: a string stays one, whatever it looks like.
    let strings = ["42", "true", r#"{"a":1}"#, "null"].map(String::from);
    comes_back(&strings);
}
