//! The same bytes and the same values as through serde_json.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::net::IpAddr;

use proptest::prelude::*;
use rstest::rstest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Number, Value, json};
use sqlite_jsonb::serde::{from_slice, plan, to_vec};
use sqlite_jsonb::{
    Element, EncodeOptions, Encoder, ErrorKind, JsonText, NonFinite, to_json, validate,
};
use sqlite_jsonb_tests::tree::tree;
use sqlite_jsonb_tests::{Oracle, numbers_are_plain};

use super::types::{
    Adjacent, Bytes, Everything, External, Internal, Newtype, Pair, Plain, Shown, Unit, Untagged,
};

/// Checks all that must hold of a value that comes back equal, and gives its blob.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Vec<u8> {
    let blob = to_vec(value).expect("encodes");
    validate(&blob).expect("valid");
    assert_eq!(&from_slice::<T>(&blob).expect("decodes"), value);

    // Through a tree: the same document, and the same bytes once the members are sorted as the tree sorts them.
    let tree = serde_json::to_value(value).expect("serde_json takes it");
    let sorted: Value = sqlite_jsonb::from_slice(&blob).expect("decodes");
    assert_eq!(sorted, tree);
    let of_tree = sqlite_jsonb::to_vec(&tree).expect("encodes");
    assert_eq!(sqlite_jsonb::to_vec(&sorted).expect("encodes"), of_tree);
    assert_eq!(&from_slice::<T>(&of_tree).expect("decodes"), value);
    assert_eq!(&serde_json::from_value::<T>(tree).expect("reads"), value);

    // Through the text of the blob, in the order of the members.
    let text = to_json(&blob).expect("prints");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("reads"), value);
    assert_eq!(Oracle::new().jsonb(&text).expect("SQLite reads it"), blob);
    blob
}

#[test]
fn type_with_everything_comes_back() {
    if !numbers_are_plain() {
        return;
    }
    let blob = check(&Everything::new());
    let text = to_json(&blob).expect("prints");
    assert!(
        text.starts_with(r#"{"z_bool":true,"integers":[-128,"#),
        "declaration order"
    );
}

#[test]
fn bytes_are_those_of_sqlite_for_the_text_of_serde_json() {
    // serde_json prints an `f32` shorter than the `f64` that its trees hold.
    let value = (
        External::Struct { a: (), b: 1e300 },
        [Internal::Unit],
        BTreeMap::from([(3, Plain::Second)]),
        Adjacent::Tuple(1, 2),
    );
    let text = serde_json::to_string(&value).expect("prints");
    let blob = Oracle::new().jsonb(&text).expect("SQLite reads it");
    assert_eq!(to_vec(&value).expect("encodes"), blob);
}

#[test]
fn types_come_back() {
    if !numbers_are_plain() {
        return;
    }
    check(&());
    check(&Unit);
    check(&Newtype(vec![]));
    check(&Pair(0, "é".into()));
    check(&Bytes(vec![1; 300]));
    check(&Shown("\"".into()));
    check(&External::Tuple(0, 'x'));
    check(&Untagged::Map(BTreeMap::new()));
    check(&Some(Some(3)));
    check(&None::<u8>);
    check(&BTreeSet::from(["b".to_string(), "a".to_string()]));
    check(&VecDeque::from([
        1.5_f32,
        f32::MAX,
        f32::MIN_POSITIVE,
        -0.0,
    ]));
    check(&[u64::MAX, 0]);
    check(&[i64::MIN, i64::MAX]);
    check(&Ok::<u8, ()>(1));
    check(&"127.0.0.1".parse::<IpAddr>().expect("an address"));
    check(&std::num::NonZeroU8::MAX);
    check(&std::path::PathBuf::from("/a"));
    check(&json!({"a": [1, {"b": null}]}));
    check(&Number::from(7));
    check(&serde_json::Map::from_iter([("k".into(), json!(1.5))]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn trees_are_written_and_read_as_by_their_backend(tree in tree()) {
        let blob = sqlite_jsonb::to_vec(&tree)?;
        prop_assert_eq!(&to_vec(&tree)?, &blob);
        prop_assert_eq!(&from_slice::<Value>(&blob)?, &tree);
        let element = Element::from_slice(&blob)?;
        prop_assert_eq!(serde_json::to_value(element)?, tree);
        prop_assert_eq!(to_vec(&element)?, blob);
    }

    #[test]
    fn untagged_trees_come_back(tree in tree()) {
        if !numbers_are_plain() {
            return Ok(());
        }
        let blob = sqlite_jsonb::to_vec(&tree)?;
        let read: Untagged = from_slice(&blob)?;
        prop_assert_eq!(to_vec(&read)?, blob);
        prop_assert_eq!(serde_json::from_value::<Untagged>(tree)?, read);
    }
}

#[rstest]
#[case::f64(&0.5_f64)]
#[case::f32(&0.1_f32)]
#[case::nan(&f64::NAN)]
#[case::infinity(&f32::INFINITY)]
#[case::float_keys(&[FloatKey(1.0), FloatKey(1e300)])]
#[case::small_float_keys(&[(SmallFloatKey(0.1))])]
fn floats_are_written_as_in_a_tree<T: Serialize + ?Sized>(#[case] value: &T) {
    if !numbers_are_plain() {
        return;
    }
    let tree = serde_json::to_value(value).expect("serde_json takes it");
    let blob = to_vec(value).expect("encodes");
    assert_eq!(blob, sqlite_jsonb::to_vec(&tree).expect("encodes"));
}

#[test]
fn optional_keys_are_what_is_inside_as_in_text() {
    let map = BTreeMap::from([(Some(1_u8), 'a'), (Some(20), 'b')]);
    let blob = to_vec(&map).expect("encodes");
    let text = serde_json::to_string(&map).expect("serde_json takes it");
    assert_eq!(sqlite_jsonb::to_json(&blob).expect("valid"), text);
    let read: BTreeMap<Option<u8>, char> = from_slice(&blob).expect("decodes");
    assert_eq!(read, map);
}

/// A map with a float for its only key.
struct FloatKey(f64);

impl Serialize for FloatKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, ())])
    }
}

struct SmallFloatKey(f32);

impl Serialize for SmallFloatKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, ())])
    }
}

#[test]
fn floats_follow_the_policy() {
    let overflow = EncodeOptions::new().non_finite(NonFinite::Overflow);
    let mut encoder = Encoder::with_options(overflow);
    let floats = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let blob = plan(&mut encoder, &floats).and_then(|plan| plan.to_vec());
    assert_eq!(blob.expect("encodes"), b"\xcb\x0e\x559e999\x65-9e999\x00");
}

#[test]
fn wide_integers_keep_their_digits() {
    if !numbers_are_plain() {
        return;
    }
    for value in [i128::MIN, i64::MIN.into(), 0, i128::MAX] {
        let blob = to_vec(&value).expect("encodes");
        assert_eq!(to_json(&blob).expect("prints"), value.to_string());
        assert_eq!(from_slice::<i128>(&blob).expect("decodes"), value);
    }
    let blob = to_vec(&u128::MAX).expect("encodes");
    assert_eq!(from_slice::<u128>(&blob).expect("decodes"), u128::MAX);
    // serde_json reads the same from the text.
    let text = to_json(&blob).expect("prints");
    assert_eq!(
        serde_json::from_str::<u128>(&text).expect("reads"),
        u128::MAX
    );
    let float: Value = from_slice(&blob).expect("decodes");
    assert_eq!(float, serde_json::from_str::<Value>(&text).expect("reads"));
    let element = Element::from_slice(&blob).expect("an element");
    assert_eq!(serde_json::to_string(&element).expect("prints"), text);
}

#[test]
fn duplicates_are_kept() {
    struct Twice;

    impl Serialize for Twice {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("b", 1), ("a", 2), ("b", 3)])
        }
    }

    let blob = to_vec(&Twice).expect("encodes");
    assert_eq!(to_json(&blob).expect("prints"), r#"{"b":1,"a":2,"b":3}"#);
    let read: BTreeMap<String, u8> = from_slice(&blob).expect("decodes");
    assert_eq!(read, BTreeMap::from([("a".into(), 2), ("b".into(), 3)]));
}

#[test]
fn number_with_digits_keeps_them() {
    // What `serde_json::Number` serializes as under `arbitrary_precision`.
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::Number")]
    struct Digits {
        #[serde(rename = "$serde_json::private::Number")]
        literal: &'static str,
    }

    let digits = |literal| to_vec(&[Digits { literal }]);
    assert_eq!(digits("1.10").expect("a literal"), b"\x5b\x451.10");
    let long = "123456789012345678901234567890";
    assert_eq!(
        to_json(&digits(long).expect("a literal")).expect("prints"),
        format!("[{long}]")
    );
    let error = digits("ten").expect_err("no literal");
    let literal = "ten".to_string();
    assert_eq!(*error.kind(), ErrorKind::InvalidNumber { literal });
    assert_eq!(error.pointer(), Some("/0"));
}

#[test]
fn raw_value_is_the_text_of_an_element() {
    let blob = b"\xcc\x0c\x17a\x9b\x440x1F\x26.5\x00";
    let read: BTreeMap<String, Box<RawValue>> = from_slice(blob).expect("decodes");
    assert_eq!(read["a"].get(), "[31,0.5,null]");
    assert_eq!(
        to_json(&to_vec(&read).expect("encodes")).expect("prints"),
        r#"{"a":[31,0.5,null]}"#
    );
}

#[test]
fn raw_value_is_what_sqlite_makes_of_its_text() {
    let text = r#" {"b": [1.50, 1E2, -0, "\u0041\/", 18446744073709551616, {}, "\ud800"],
        "\u0061\n": {"": null}, "b": true} "#;
    let raw: &RawValue = serde_json::from_str(text).expect("JSON");
    let around = BTreeMap::from([("a", (1, raw)), ("z", (2, raw))]);
    let printed = serde_json::to_string(&around).expect("serde_json takes it");
    let theirs = Oracle::new().jsonb(&printed).expect("SQLite takes it");
    assert_eq!(to_vec(&around).expect("encodes"), theirs);
}

#[test]
fn raw_value_may_be_as_deep_as_any_document() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let around = format!("[\"x\",{deep}]");
    let raw = RawValue::from_string(deep).expect("JSON");
    assert_eq!(
        to_vec(&("x", &raw)).expect("encodes"),
        sqlite_jsonb::to_vec(JsonText::new(&around)).expect("encodes")
    );
}

#[test]
fn raw_value_beyond_a_limit_has_its_place() {
    let raw = RawValue::from_string(r#"[1,{"a":[]}]"#.into()).expect("JSON");
    for (depth, pointer) in [(1, "/1"), (2, "/1/1"), (3, "/1/1/a")] {
        let mut encoder = Encoder::with_options(EncodeOptions::new().max_depth(depth));
        let error = plan(&mut encoder, &("x", &raw)).expect_err("too deep");
        assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: depth });
        assert_eq!(error.pointer(), Some(pointer));
    }
}
