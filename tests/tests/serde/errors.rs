//! What is refused, with the same verdict as serde_json and a place of our own.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};

use rstest::rstest;
use serde::de::{DeserializeOwned, Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use sqlite_jsonb::serde::{Deserializer, from_slice, from_slice_with, plan, to_vec};
use sqlite_jsonb::{DecodeOptions, Element, EncodeOptions, Encoder, ErrorKind, Overflow};
use sqlite_jsonb_tests::{Oracle, numbers_are_plain};

use super::types::{Adjacent, Bytes, External, Id, Internal, Plain, Untagged};

/// Reads a JSON text as a type, as text and as a blob: both take it for the same value, or both refuse it.
#[track_caller]
fn same<T: DeserializeOwned + PartialEq + Debug>(text: &str) {
    let blob = Oracle::new().jsonb(text).expect("SQLite reads it");
    let ours = from_slice::<T>(&blob);
    let theirs = serde_json::from_str::<T>(text);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text}"),
        (Err(ours), Err(_)) => assert!(ours.offset().is_some(), "{text}: {ours}"),
        (ours, theirs) => panic!("{text}: {ours:?} but {theirs:?}"),
    }
}

const TEXTS: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "255",
    "256",
    "1.5",
    "1e400",
    "18446744073709551616",
    "\"\"",
    "\"a\"",
    "\"Unit\"",
    "\"First\"",
    "\"é\"",
    "[]",
    "[1]",
    "[1,2]",
    "[1,2,3]",
    "[null]",
    "[[1,2]]",
    "{}",
    r#"{"a":1}"#,
    r#"{"1":1}"#,
    r#"{"-1":1,"01":2}"#,
    r#"{"1.0":1}"#,
    r#"{"1e400":1}"#,
    r#"{"true":1}"#,
    r#"{"First":null}"#,
    r#"{"First":1}"#,
    r#"{"Unit":null}"#,
    r#"{"Newtype":true}"#,
    r#"{"Newtype":null}"#,
    r#"{"Newtype":{"k":1}}"#,
    r#"{"Tuple":[1,"x"]}"#,
    r#"{"Tuple":[1]}"#,
    r#"{"Tuple":[1,"x",2]}"#,
    r#"{"Tuple":{}}"#,
    r#"{"Struct":{"a":null,"b":1}}"#,
    r#"{"Struct":[null,1]}"#,
    r#"{"Struct":{"a":null}}"#,
    r#"{"Nested":{"Nested":"Unit"}}"#,
    r#"{"Unit":null,"Newtype":null}"#,
    r#"{"Other":1}"#,
    r#"{"type":"Unit"}"#,
    r#"{"type":"Newtype","k":2}"#,
    r#"{"a":null,"type":"Struct"}"#,
    r#"{"type":"Other"}"#,
    r#"{"t":"Unit"}"#,
    r#"{"c":-5,"t":"Newtype"}"#,
    r#"{"t":"Tuple","c":[1,2]}"#,
    r#"{"t":"Struct","c":{"a":"b"}}"#,
    r#"{"t":"Newtype"}"#,
    r#"{"a":1,"b":2,"a":3}"#,
];

#[test]
fn each_type_takes_what_it_takes_from_serde_json() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Fields {
        a: u8,
        #[serde(default)]
        b: Option<i8>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        a: Option<u8>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Flat {
        a: Option<u8>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    if !numbers_are_plain() {
        return;
    }
    for text in TEXTS {
        same::<()>(text);
        same::<bool>(text);
        same::<u8>(text);
        same::<i8>(text);
        same::<u64>(text);
        same::<i128>(text);
        same::<u128>(text);
        same::<f64>(text);
        same::<char>(text);
        same::<String>(text);
        same::<Bytes>(text);
        same::<Option<u8>>(text);
        same::<Vec<u8>>(text);
        same::<[u8; 2]>(text);
        same::<(u8, u8)>(text);
        same::<Id>(text);
        same::<Plain>(text);
        same::<External>(text);
        same::<Internal>(text);
        same::<Adjacent>(text);
        same::<Untagged>(text);
        same::<Fields>(text);
        same::<Strict>(text);
        same::<Flat>(text);
        same::<Value>(text);
        same::<serde_json::Number>(text);
        same::<BTreeMap<String, u8>>(text);
        same::<BTreeMap<i8, u8>>(text);
        same::<BTreeMap<u128, u8>>(text);
        same::<BTreeMap<bool, u8>>(text);
        same::<BTreeMap<char, u8>>(text);
        same::<BTreeMap<Plain, Option<u8>>>(text);
        same::<BTreeMap<Id, u8>>(text);
        same::<BTreeMap<Option<i8>, u8>>(text);
    }
}

#[rstest]
#[case::null_inside(b"\x3b\x131\x00", "invalid type: null, expected u8, at byte 3")]
#[case::type_inside(b"\x3b\x00\x17a", "invalid type: string \"a\", expected u8, at byte 2")]
#[case::length(
    b"\x6b\x131\x132\x133",
    "invalid length 3, expected fewer elements in array, at byte 0"
)]
#[case::number_past_the_type(
    b"\x6b\x131\x33256",
    "invalid value: integer `256`, expected u8, at byte 3"
)]
#[case::number_past_all(
    b"\x8b\x131\x559e999",
    "number is 9e999, beyond what the target holds, at byte 3"
)]
#[case::malformed(b"\x4b\x00\x2301", "number is \"01\", expected INT, at byte 2")]
#[case::cut(
    b"\x3b\x00\x231",
    "payload of 2 bytes runs past the end, 1 available, at byte 2"
)]
fn errors_have_the_offset_of_the_element(#[case] blob: &[u8], #[case] message: &str) {
    let error = from_slice::<(Option<u8>, u8)>(blob).expect_err("refused");
    assert_eq!(error.to_string(), message);
}

#[test]
fn keys_are_at_fault_themselves() {
    let blob = b"\x9c\x171\x00\x17a\x00\x17b\x00";
    let error = from_slice::<BTreeMap<u8, Option<u8>>>(blob).expect_err("no number");
    let message = "invalid type: string \"a\", expected u8, at byte 4";
    assert_eq!(error.to_string(), message);
}

#[test]
fn what_is_passed_over_is_checked() {
    #[derive(Debug, Deserialize)]
    struct Nothing {}

    /// Asks for keys alone.
    #[derive(Debug)]
    struct Keys;

    impl<'de> Visitor<'de> for Keys {
        type Value = Keys;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
            while map.next_key::<String>()?.is_some() {}
            Ok(Keys)
        }
    }

    // {"a":[1.]}
    let blob = b"\x6c\x17a\x3b\x251.";
    let element = Element::from_slice(blob).expect("an element");
    let errors = [
        from_slice::<Nothing>(blob).expect_err("malformed"),
        from_slice::<IgnoredAny>(blob).expect_err("malformed"),
        Deserializer::from_element(element)
            .deserialize_map(Keys)
            .expect_err("malformed"),
    ];
    for error in errors {
        let message = "number is \"1.\", expected FLOAT, at byte 4";
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn differences_from_serde_json_are_those_of_the_docs() {
    if !numbers_are_plain() {
        return;
    }
    // INT `-0` where an integer is asked for.
    assert_eq!(from_slice::<i8>(b"\x23-0").expect("zero"), 0);
    serde_json::from_str::<i8>("-0").expect_err("a float");
    assert!(
        from_slice::<f64>(b"\x23-0")
            .expect("zero")
            .is_sign_negative()
    );
    // A float beyond `f32` where that is asked for.
    let error = from_slice::<f32>(b"\x551e300").expect_err("too large");
    let literal = "1e300".to_string();
    assert_eq!(*error.kind(), ErrorKind::NumberOutOfRange { literal });
    let infinity: f32 = serde_json::from_value(1e300.into()).expect("no look at the size");
    assert!(infinity.is_infinite());
    // More than 64 bits.
    to_vec(&u128::MAX).expect("encodes");
    serde_json::to_value(u128::MAX).expect_err("too large");
}

#[test]
fn policy_makes_numbers_null() {
    let options = DecodeOptions::new().overflow(Overflow::Null);
    let read = |blob| from_slice_with::<Value>(blob, options).expect("decodes");
    assert_eq!(read(b"\x6b\x559e999"), serde_json::json!([null]));
    let option = from_slice_with::<Option<f64>>(b"\x559e999", options);
    assert_eq!(option.expect("decodes"), None);
    let error = from_slice_with::<f64>(b"\x559e999", options).expect_err("no option");
    assert_eq!(
        error.to_string(),
        "number is 9e999, beyond what the target holds, at byte 0"
    );
    // Whether a float of 32 bits is asked for turns out behind the option.
    let error = from_slice_with::<Vec<Option<f32>>>(b"\x6b\x551e300", options);
    assert_eq!(
        error.expect_err("no null").to_string(),
        "number is 1e300, beyond what the target holds, at byte 1"
    );
}

#[rstest]
#[case::key(BTreeMap::from([(vec![1], 1)]), "map key is a sequence, expected text, at /0")]
#[case::no_key(BTreeMap::from([(None::<u8>, 1)]), "map key is `None`, expected text, at /0")]
#[case::unit_key(BTreeMap::from([((), 1)]), "map key is a unit, expected text, at /0")]
#[case::custom(Fails::Value, "no value, at /0")]
#[case::custom_element(Fails::Element, "no element, at /0/1")]
#[case::custom_member(Fails::Member, "no member, at /0/k")]
#[case::no_key(
    Fails::NoKey,
    "a value is misplaced, expected a label or the end of the object, at /0"
)]
#[case::no_value(
    Fails::NoValue,
    "the end of a container is misplaced, expected a value, at /0/k"
)]
fn values_that_cannot_be_written_are_refused_at_their_place(
    #[case] value: impl Serialize,
    #[case] message: &str,
) {
    let error = to_vec(&[value]).expect_err("refused");
    assert_eq!(error.to_string(), message);
}

/// Fails, or breaks the rules.
#[derive(Clone, Copy)]
enum Fails {
    Value,
    Element,
    Member,
    NoKey,
    NoValue,
}

impl Serialize for Fails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value => Err(S::Error::custom("no value")),
            Self::Element => {
                let mut seq = serializer.serialize_seq(None)?;
                seq.serialize_element(&1)?;
                seq.serialize_element(&With("no element"))?;
                seq.end()
            }
            Self::Member => serializer.collect_map([("k", With("no member"))]),
            Self::NoKey => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_value(&1)?;
                map.end()
            }
            Self::NoValue => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_key("k")?;
                map.end()
            }
        }
    }
}

struct With(&'static str);

impl Serialize for With {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(self.0))
    }
}

#[test]
fn error_that_is_swallowed_still_ends_the_document() {
    struct Swallows;

    impl Serialize for Swallows {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(Some(2))?;
            let _ = seq.serialize_element(&BTreeMap::from([((), ())]));
            seq.end()
        }
    }

    to_vec(&Swallows).expect_err("the array is not whole");
}

#[test]
fn limits_hold() {
    let nested = vec![vec![vec![0; 9]]];
    let encode =
        |options| plan(&mut Encoder::with_options(options), &nested).map(|plan| plan.encoded_len());
    assert_eq!(
        encode(EncodeOptions::new().max_depth(3).max_len(24)).expect("just fits"),
        24
    );
    let error = encode(EncodeOptions::new().max_depth(2)).expect_err("too deep");
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 2 });
    assert_eq!(error.pointer(), Some("/0/0"));
    let error = encode(EncodeOptions::new().max_len(23)).expect_err("too long");
    assert_eq!(*error.kind(), ErrorKind::TooLarge { limit: 23 });
}
