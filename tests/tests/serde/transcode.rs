//! Documents of other formats: what is written of them without a type in between.

use std::collections::BTreeMap;

use ciborium::Value as Cbor;
use proptest::prelude::*;
use rstest::rstest;
use serde::de::value::{
    BytesDeserializer, Error as Plain, I128Deserializer, MapDeserializer, SeqDeserializer,
};
use serde::de::{self, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlite_jsonb::serde::{MAX_DEPTH, TranscodeOptions, to_vec, transcode};
use sqlite_jsonb::{EncodeOptions, Encoder, ErrorKind, NonFinite, to_json, validate};
use sqlite_jsonb_tests::numbers_are_plain;
use sqlite_jsonb_tests::tree::tree;

#[track_caller]
fn json<'de, D: Deserializer<'de>>(document: D) -> String {
    let blob = transcode(document).expect("a document");
    validate(&blob).expect("valid");
    to_json(&blob).expect("prints")
}

fn message_pack<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    rmp_serde::to_vec_named(value).expect("MessagePack takes it")
}

/// What a value of a type gives.
fn written<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    to_vec(value).expect("encodes")
}

fn of_message_pack(bytes: &[u8]) -> sqlite_jsonb::Result<Vec<u8>> {
    transcode(&mut rmp_serde::Deserializer::from_read_ref(bytes))
}

#[test]
fn message_pack_is_read() {
    let document = (
        BTreeMap::from([("a", 1_i64), ("b", i64::MIN)]),
        (true, (), Some(1.5_f32), None::<u8>, 'é', "x\"y"),
        (u64::MAX, serde_json::Number::from(7)),
    );
    let blob = of_message_pack(&message_pack(&document)).expect("MessagePack");
    assert_eq!(blob, written(&document));
}

#[test]
fn bytes_and_extensions_of_message_pack_are_numbers() {
    // {"b": bytes 00 ff, "e": extension 5 with ff, 1: -1, true: 0.5}
    let bytes = b"\x84\xa1b\xc4\x02\x00\xff\xa1e\xd4\x05\xff\x01\xff\xc3\xcb\x3f\xe0\0\0\0\0\0\0";
    let blob = of_message_pack(bytes).expect("MessagePack");
    let text = to_json(&blob).expect("prints");
    assert_eq!(text, r#"{"b":[0,255],"e":[5,[255]],"1":-1,"true":0.5}"#);
}

#[test]
fn toml_is_read_with_dates_as_text() {
    let text = "
        title = 'Emma'
        n = [1, 2.5, inf]
        at = 1979-05-27T07:32:00Z
        [author]
        born = 1775-12-16
        at = [07:32:00, 1979-05-27T07:32:00.5]";
    let document = toml::Deserializer::parse(text).expect("TOML");
    assert_eq!(
        json(document),
        r#"{"at":"1979-05-27T07:32:00Z","author":{"at":["07:32:00","1979-05-27T07:32:00.5"],"born":"1775-12-16"},"n":[1,2.5,null],"title":"Emma"}"#
    );
}

#[test]
fn yaml_is_read() {
    let text = "
        a: &x [1, 0x10, ~, yes, 1e3, .nan]
        1: *x
        true: |
          two
          lines
        big: 170141183460469231731687303715884105727
        tag: !Point {x: 1}
        a: again";
    let document = serde_norway::Deserializer::from_str(text);
    assert_eq!(
        json(document),
        r#"{"a":[1,16,null,"yes",1000.0,null],"1":[1,16,null,"yes",1000.0,null],"true":"two\nlines\n","big":170141183460469231731687303715884105727,"tag":{"Point":{"x":1}},"a":"again"}"#
    );
}

#[test]
fn cbor_of_ciborium_is_read_without_its_tags() {
    let tag = |tag, content: Cbor| Cbor::Tag(tag, Box::new(content));
    let document = Cbor::Array(vec![
        tag(0, tag(1, "2013".into())),
        tag(2, Cbor::Bytes(vec![1, 0, 0, 0, 0, 0, 0, 0, 0])),
        Cbor::Bytes(vec![7]),
        Cbor::Map(vec![(1.into(), f64::NAN.into())]),
    ]);
    let mut bytes = Vec::new();
    ciborium::into_writer(&document, &mut bytes).expect("a vector takes it");
    let Blob(blob) = ciborium::from_reader(bytes.as_slice()).expect("CBOR");
    assert_eq!(
        to_json(&blob).expect("prints"),
        r#"["2013",18446744073709551616,[7],{"1":null}]"#
    );
}

/// ciborium lends its deserializer to types alone.
#[derive(Debug)]
struct Blob(Vec<u8>);

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        transcode(deserializer).map(Self).map_err(de::Error::custom)
    }
}

/// What ciborium hands on as a tag, unlike other bignums: chunks (enarx/ciborium issue 31), and what section 3.4.3 of
/// RFC 8949 calls invalid (agronholm/cbor2 issue 286 has the like).
#[rstest]
#[case::chunks(b"\xc2\x5f\x42\x01\x00\x41\x00\xff", "65536")]
#[case::no_chunk(b"\xc3\x5f\xff", "-1")]
#[case::zeros_in_chunks(
    b"\xc3\x5f\x4a\0\0\0\0\0\0\0\0\0\0\x4a\0\0\x01\0\0\0\0\0\0\0\xff",
    "-72057594037927937"
)]
#[case::in_an_array(b"\x82\xc3\x5f\x41\x01\xff\x41\x01", "[-2,[1]]")]
#[case::on_a_text(b"\xc2\x61\x31", r#""1""#)]
#[case::on_an_integer(b"\xc3\x01", "1")]
#[case::on_an_array(b"\xc2\x81\x41\x01", "[[1]]")]
#[case::on_a_tag(b"\xc2\xd9\xd9\xf7\x41\x01", "[1]")]
#[case::on_a_bignum(b"\xc3\xc2\x41\x01", "1")]
fn tags_of_bignums_are_read_where_ciborium_leaves_them(
    #[case] cbor: &[u8],
    #[case] expected: &str,
) {
    let Blob(blob) = ciborium::from_reader(cbor).expect("CBOR");
    assert_eq!(to_json(&blob).expect("prints"), expected);
}

/// Tagged keys as in stephenberry/glaze pull request 2779.
#[rstest]
#[case::date(b"\xa1\xc0\x6a2013-03-21\x01", r#"{"2013-03-21":1}"#)]
#[case::two_tags(b"\xa1\xd9\xd9\xf7\xc1\x05\x01", r#"{"5":1}"#)]
#[case::not_the_first(b"\xbf\x61a\x00\xd8\x20\x61b\x01\xff", r#"{"a":0,"b":1}"#)]
#[case::bignum(b"\xa1\xc2\x41\x07\x01", r#"{"7":1}"#)]
fn tags_of_map_keys_are_dropped(#[case] cbor: &[u8], #[case] expected: &str) {
    let Blob(blob) = ciborium::from_reader(cbor).expect("CBOR");
    assert_eq!(to_json(&blob).expect("prints"), expected);
}

#[test]
fn tags_of_a_map_key_have_the_limit_of_depth() {
    let cbor = [b"\xa1".as_slice(), &[0xc1; 200], b"\x05\x01"].concat();
    let error = ciborium::from_reader::<Blob, _>(cbor.as_slice()).expect_err("too deep");
    assert!(error.to_string().contains("deeper than 128"), "{error}");
}

#[rstest]
#[case::positive(b"\x81\xc2\x51", &[1; 17])]
#[case::negative(b"\x81\xc3\x51", &[1; 17])]
#[case::negative_by_its_sign(
    b"\x81\xc3\x5f\x50",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
)]
fn bignum_beyond_128_bits_is_an_error(#[case] head: &[u8], #[case] rest: &[u8]) {
    let bytes = [head, rest].concat();
    let error = ciborium::from_reader::<Blob, _>(bytes.as_slice()).expect_err("too long");
    let message = error.to_string();
    assert!(
        message.contains("value is a bignum beyond 128 bits, which has no JSON form, at /0"),
        "{message}"
    );
}

#[test]
fn integers_of_128_bits_keep_their_digits() {
    let numbers = vec![u128::MAX, 1];
    assert_eq!(
        json(SeqDeserializer::<_, Plain>::new(numbers.into_iter())),
        "[340282366920938463463374607431768211455,1]"
    );
    let smallest: I128Deserializer<Plain> = i128::MIN.into_deserializer();
    assert_eq!(json(smallest), "-170141183460469231731687303715884105728");
}

#[test]
fn number_of_serde_json_keeps_its_digits_where_that_has_them() {
    let text = "[1.10, 1e+5, -0, 123456789012345678901234567890]";
    let expected = if numbers_are_plain() {
        "[1.1,100000.0,-0.0,1.2345678901234568e+29]"
    } else {
        "[1.10,1e+5,-0,123456789012345678901234567890]"
    };
    assert_eq!(
        json(&mut serde_json::Deserializer::from_str(text)),
        expected
    );
    // As a deserializer, a `Value` has lost the sign of an integer zero.
    let value: Value = serde_json::from_str(&text.replace("-0", "0")).expect("JSON");
    assert_eq!(transcode(value.clone()).expect("a tree"), written(&value));
    assert_eq!(transcode(&value).expect("a tree"), written(&value));
}

/// Pairs that a map deserializer gives, all of them strings.
fn pairs(pairs: &[(&'static str, &'static str)]) -> String {
    json(MapDeserializer::<_, Plain>::new(pairs.iter().copied()))
}

#[test]
fn token_of_another_crate_counts_only_where_it_is_one() {
    const NUMBER: &str = "$serde_json::private::Number";
    const DATE: &str = "$__toml_private_datetime";
    assert_eq!(pairs(&[(NUMBER, "1.50")]), "1.50");
    assert_eq!(pairs(&[(DATE, "1979-05-27")]), r#""1979-05-27""#);
    // Nothing is lost of objects that look like one.
    let object = |rest: &str| format!("{{\"{NUMBER}\":{rest}");
    assert_eq!(pairs(&[(NUMBER, "one")]), object("\"one\"}"));
    for text in ["", "now", "1979 was long ago", "T1", "1\n2"] {
        let expected = json!({ DATE: text }).to_string();
        assert_eq!(pairs(&[(DATE, text)]), expected);
    }
    assert_eq!(
        pairs(&[(NUMBER, "1"), ("a", "b")]),
        object(r#""1","a":"b"}"#)
    );
    assert_eq!(
        pairs(&[("a", "b"), (NUMBER, "1")]),
        format!(r#"{{"a":"b","{NUMBER}":"1"}}"#)
    );
    let text = format!(r#"[{{"{DATE}":[1,{{}}]}},{{"{DATE}":null,"x":1}}]"#);
    assert_eq!(json(&mut serde_json::Deserializer::from_str(&text)), text);
    if numbers_are_plain() {
        let text = format!(r#"{{"{NUMBER}":{{"{NUMBER}":2}}}}"#);
        assert_eq!(json(&mut serde_json::Deserializer::from_str(&text)), text);
    }
}

/// A document as formats may give it that serde's own values do not: an option in a newtype struct.
struct Wrapped(u32);

impl<'de> Deserializer<'de> for Wrapped {
    type Error = Plain;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Plain> {
        match self.0 {
            0 => visitor.visit_f32(0.1),
            depth if depth % 2 == 0 => visitor.visit_some(Self(depth - 1)),
            depth => visitor.visit_newtype_struct(Self(depth - 1)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Plain> for Wrapped {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[test]
fn wrapped_values_are_what_is_inside() {
    assert_eq!(json(Wrapped(7)), "0.10000000149011612");
    let map = MapDeserializer::<_, Plain>::new([(Wrapped(7), 'a')].into_iter());
    assert_eq!(json(map), r#"{"0.1":"a"}"#);
    let error = transcode(Wrapped(u32::MAX)).expect_err("endless");
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: MAX_DEPTH });
}

#[test]
fn keys_are_labels_as_of_a_type() {
    let floats = [(1.5, 'a'), (-0.0, 'b')];
    assert_eq!(
        json(MapDeserializer::<_, Plain>::new(floats.into_iter())),
        r#"{"1.5":"a","-0.0":"b"}"#
    );
    let error = |found| ErrorKind::UnsupportedLabel { found };
    let refused = |bytes: &[u8]| of_message_pack(bytes).expect_err("no label");
    for (key, found) in [
        (b"\xc4\x00".as_slice(), "a byte string"),
        (b"\xc0", "null"),
        (b"\x90", "a sequence"),
        (b"\x80", "a map"),
        (b"\xcb\x7f\xf0\0\0\0\0\0\0", "a float that is not finite"),
    ] {
        let fault = refused(&[b"\x91\x81", key, b"\x01"].concat());
        assert_eq!(*fault.kind(), error(found));
        assert_eq!(fault.pointer(), Some("/0"));
    }
}

#[rstest]
#[case::array("[", "]")]
#[case::object(r#"{"a":"#, "}")]
fn depth_is_limited(#[case] open: &str, #[case] close: &str) {
    let nested = |depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    let read = |options: TranscodeOptions, depth| {
        let text = nested(depth);
        let mut deserializer = serde_json::Deserializer::from_str(&text);
        deserializer.disable_recursion_limit();
        let blob = options.to_vec(&mut deserializer);
        blob.map_err(|error| error.kind().clone())
    };
    let default = TranscodeOptions::new();
    read(default, MAX_DEPTH).expect("at the limit");
    let too_deep = |limit| Err(ErrorKind::TooDeep { limit });
    assert_eq!(read(default, MAX_DEPTH + 1), too_deep(MAX_DEPTH));
    assert_eq!(read(default, 100_000), too_deep(MAX_DEPTH));
    assert_eq!(read(default.max_depth(0), 1), too_deep(0));
    read(default.max_depth(200), 200).expect("as deep as it is told to");
}

#[test]
fn limits_of_the_encoder_are_in_force_too() {
    let options = EncodeOptions::new()
        .max_depth(1)
        .non_finite(NonFinite::Error);
    let mut encoder = Encoder::with_options(options);
    let deep = TranscodeOptions::new().plan(&mut encoder, json!([0, [1]]));
    let error = deep.expect_err("too deep");
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 1 });
    assert_eq!(error.pointer(), Some("/1"));
    let floats = SeqDeserializer::<_, Plain>::new([0.5, f64::INFINITY].into_iter());
    let error = TranscodeOptions::new()
        .plan(&mut encoder, floats)
        .expect_err("no number");
    let value = f64::INFINITY;
    assert_eq!(*error.kind(), ErrorKind::NonFinite { value });
    let plan = TranscodeOptions::new().plan(&mut encoder, json!({"a": 1}));
    assert_eq!(plan.expect("a document").encoded_len(), 5);
}

/// A format that is not self-describing.
struct Mute;

impl<'de> Deserializer<'de> for Mute {
    type Error = Plain;
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Plain> {
        Err(de::Error::custom("the type must say what it wants"))
    }
    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn fault_of_the_format_has_its_place() {
    let mut cut = serde_json::Deserializer::from_str(r#"{"a": [1, {"b": tru"#);
    let error = transcode(&mut cut).expect_err("cut");
    assert_eq!(error.pointer(), Some("/a/1/b"));
    assert!(
        error.to_string().starts_with("EOF while parsing a value"),
        "{error}"
    );
    let hostile = b"\xdd\xff\xff\xff\xff\x01";
    let error = of_message_pack(hostile).expect_err("cut");
    assert_eq!(error.pointer(), Some("/1"));
    let bytes: BytesDeserializer<'_, Plain> = b"a".as_slice().into_deserializer();
    assert_eq!(json(bytes), "[97]");
    let error = transcode(Mute).expect_err("mute");
    let message = "the type must say what it wants, at the root";
    assert_eq!(error.to_string(), message);
}

proptest! {
    #[test]
    fn bytes_are_those_of_the_tree(tree in tree()) {
        let blob = TranscodeOptions::new().max_depth(1000).to_vec(&tree)?;
        prop_assert_eq!(&blob, &written(&tree));
        let bytes = message_pack(&tree);
        if numbers_are_plain() {
            prop_assert_eq!(&of_message_pack(&bytes)?, &blob);
        }
        let text = tree.to_string();
        let read: Value = serde_json::from_str(&text).expect("its own text");
        let blob = transcode(&mut serde_json::Deserializer::from_str(&text))?;
        prop_assert_eq!(blob, written(&read));
    }

    #[test]
    fn anything_gives_a_blob_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Ok(blob) = of_message_pack(&bytes) {
            prop_assert!(validate(&blob).is_ok());
        }
        if let Ok(blob) = transcode(serde_norway::Deserializer::from_slice(&bytes)) {
            prop_assert!(validate(&blob).is_ok());
        }
    }
}
