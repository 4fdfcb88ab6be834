//! DAG-CBOR and the data model of AT Protocol: from bytes and from the tree of ciborium, which see the same.

use ciborium::Value;
use proptest::prelude::*;
use rstest::rstest;
use sqlite_jsonb::{
    ByteStrings, CborNumbers, CborOptions, Error, ErrorKind, IntoJsonbSource, Links, Tags, to_json,
    to_vec,
};

const DAG: CborOptions = CborOptions::dag_cbor();
const ATPROTO: CborOptions = CborOptions::atproto();
const STRICT: CborOptions = CborOptions::dag_cbor().strict();

fn from_hex(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).expect("hex");
    pairs.map(byte).collect()
}

fn tree(cbor: &[u8]) -> Value {
    ciborium::from_reader(cbor).expect("ciborium reads it")
}

/// The JSON of some CBOR, which is that of its tree.
fn json(options: CborOptions, cbor: &[u8]) -> Result<String, Error> {
    let blob = to_vec(&options.bytes(cbor))?;
    let of_tree = to_vec(options.source(&tree(cbor))).expect("the tree is taken too");
    assert_eq!(blob, of_tree);
    sqlite_jsonb::validate(&blob)?;
    to_json(&blob)
}

const RAW: &str = "d82a49000155000400010203";
const LINK: &str = "bafkqabaaaebag";

/// A CIDv1 of dag-cbor and sha2-256 out of the fixtures of the data model of AT Protocol.
const POST: &str = "d82a58250001711220\
    65062a5a5a00fc16d73c694423\
    7ccbc15b1c4a7234489336891d091741a239d0";
/// The empty directory of IPFS, a CIDv0.
const DIRECTORY: &str = "d82a5823001220599484390\
     65f29619ef41280cbb932be52c56d99c5966b65e0111239f098bbef";

fn parts(hex: &[&str]) -> Vec<u8> {
    from_hex(&hex.concat().replace(' ', ""))
}

#[test]
fn links_and_bytes_have_the_form_of_their_model() {
    let cbor = parts(&["a3 6161", RAW, "6162 40 6163 82 43fbff00", POST]);
    assert_eq!(
        json(DAG, &cbor).expect("DAG-CBOR"),
        r#"{"a":{"/":"bafkqabaaaebag"},"b":{"/":{"bytes":""}},"c":[{"/":{"bytes":"+/8A"}},{"/":"bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}]}"#
    );
    assert_eq!(
        json(ATPROTO, &cbor).expect("AT Protocol"),
        r#"{"a":{"$link":"bafkqabaaaebag"},"b":{"$bytes":""},"c":[{"$bytes":"+/8A"},{"$link":"bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}]}"#
    );
}

#[test]
fn link_or_bytes_may_be_the_root() {
    let raw = from_hex(RAW);
    assert_eq!(
        json(DAG, &raw).expect("a link"),
        format!(r#"{{"/":"{LINK}"}}"#)
    );
    let bytes = json(ATPROTO, b"\x41\x00").expect("bytes");
    assert_eq!(bytes, r#"{"$bytes":"AA"}"#);
    let document = DAG.bytes(b"\x41\x00\x00");
    let trailing = ErrorKind::TrailingBytes { len: 1 };
    assert_eq!(
        *to_vec(&document).expect_err("a byte more").kind(),
        trailing
    );
    let source = (&document).into_source();
    assert_eq!(*to_vec(source).expect_err("a byte more").kind(), trailing);
}

#[test]
fn cid_of_version_0_is_for_dag_json_alone() {
    let cbor = from_hex(DIRECTORY);
    assert_eq!(
        json(DAG, &cbor).expect("a link"),
        r#"{"/":"QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn"}"#
    );
    let error = to_vec(&ATPROTO.bytes(&cbor)).expect_err("no CIDv0 there");
    let found = "a CIDv0, which AT Protocol does not support";
    assert_eq!(*error.kind(), ErrorKind::InvalidLink { found });
}

#[test]
fn policies_of_a_model_can_be_mixed() {
    let cbor = parts(&["82 41fb", RAW]);
    let options = DAG.byte_strings(ByteStrings::Hex);
    assert_eq!(
        json(options, &cbor).expect("a link"),
        r#"["FB",{"/":"bafkqabaaaebag"}]"#
    );
    // Tag 22 asks for a text in base64, but DAG-JSON has a form of its own.
    let options = DAG.tags(Tags::Drop).links(Links::Tag);
    let cbor = parts(&["82 d641fb", RAW]);
    assert_eq!(
        json(options, &cbor).expect("bytes"),
        r#"[{"/":{"bytes":"+w"}},{"/":{"bytes":"AAFVAAQAAQID"}}]"#
    );
    let integers = CborOptions::new().numbers(CborNumbers::Int64);
    assert_eq!(
        json(integers, b"\xa1\x1b\xff\0\0\0\0\0\0\0\xc2\x41\x07").expect("an integer"),
        r#"{"18374686479671623680":7}"#
    );
}

/// Refused by bytes and tree alike, with their place in the document.
#[rstest]
#[case::other_tag(DAG, "81c16161", ErrorKind::UnsupportedTag { tag: 1 }, "/0", 1)]
#[case::bignum(DAG, "81c24a01000000000000000000", ErrorKind::UnsupportedTag { tag: 2 }, "/0", 1)]
#[case::hint(DAG, "d64101", ErrorKind::UnsupportedTag { tag: 22 }, "", 0)]
#[case::self_described(DAG, "d9d9f700", ErrorKind::UnsupportedTag { tag: 55799 }, "", 0)]
#[case::tag_around_a_link(DAG, "c1d82a43000171", ErrorKind::UnsupportedTag { tag: 1 }, "", 0)]
#[case::text_link(DAG, "a16161d82a6161", ErrorKind::InvalidLink { found: "no byte string" }, "/a", 5)]
#[case::link_in_a_link(
    DAG, "d82ad82a49000155000400010203", ErrorKind::InvalidLink { found: "no byte string" }, "", 2)]
#[case::no_prefix(
    DAG, "81d82a480155000400010203",
    ErrorKind::InvalidLink { found: "a byte string that does not start with 0x00" }, "/0", 3)]
#[case::cut_cid(
    ATPROTO, "a16161d82a480001550004000102",
    ErrorKind::InvalidLink { found: "a CID whose digest has another length than it says" }, "/a", 5)]
#[case::integer_key(DAG, "a10000", ErrorKind::UnsupportedLabel { found: "an integer" }, "", 1)]
#[case::link_as_a_key(
    DAG, "a1d82a49000155000400010203f6", ErrorKind::UnsupportedLabel { found: "a link" }, "", 3)]
#[case::bytes_as_a_key(
    DAG, "81a14100f6", ErrorKind::UnsupportedLabel { found: "a byte string" }, "/0", 2)]
#[case::infinity(DAG, "81fa7f800000", ErrorKind::NonFinite { value: f64::INFINITY }, "/0", 1)]
#[case::negative_zero(
    STRICT, "81fb8000000000000000", ErrorKind::NotStrict { found: "a negative zero" }, "/0", 1)]
#[case::negative_zero_of_any_model(
    ATPROTO.numbers(CborNumbers::All).strict(), "a16161fb8000000000000000",
    ErrorKind::NotStrict { found: "a negative zero" }, "/a", 3)]
#[case::float(
    ATPROTO, "a16161fb3ff8000000000000", ErrorKind::UnsupportedNumber { literal: "1.5".into() }, "/a", 3)]
#[case::whole_float(
    ATPROTO, "82f6f93c00", ErrorKind::UnsupportedNumber { literal: "1.0".into() }, "/1", 2)]
#[case::not_a_number(ATPROTO, "f97e00", ErrorKind::UnsupportedNumber { literal: "NaN".into() }, "", 0)]
#[case::beyond_i64(
    ATPROTO, "a2616181f661621b8000000000000000",
    ErrorKind::UnsupportedNumber { literal: "9223372036854775808".into() }, "/b", 7)]
#[case::below_i64(
    ATPROTO, "3b8000000000000000",
    ErrorKind::UnsupportedNumber { literal: "-9223372036854775809".into() }, "", 0)]
#[case::bignum_for_integers(
    CborOptions::new().numbers(CborNumbers::Int64), "c249010000000000000000",
    ErrorKind::UnsupportedNumber { literal: "18446744073709551616".into() }, "", 1)]
#[case::slash(DAG, "81a1612f6161", ErrorKind::ReservedLabel { label: "/" }, "/0", 2)]
#[case::slash_behind(DAG, "a26162f6612f60", ErrorKind::ReservedLabel { label: "/" }, "", 4)]
#[case::slash_in_chunks(DAG, "bf7f612fff6161ff", ErrorKind::ReservedLabel { label: "/" }, "", 1)]
#[case::slash_and_bytes(
    DAG, "a16178a1612fa26562797465736161613000", ErrorKind::ReservedLabel { label: "/" }, "/x", 4)]
#[case::slash_and_bytes_to_a_break(
    DAG, "a1612fbf65627974657360ff", ErrorKind::ReservedLabel { label: "/" }, "", 1)]
#[case::tagged_text_behind_a_slash(
    DAG.tags(Tags::Drop), "a1612fc160", ErrorKind::ReservedLabel { label: "/" }, "", 1)]
#[case::link_key(ATPROTO, "a165246c696e6b00", ErrorKind::ReservedLabel { label: "$link" }, "", 1)]
#[case::bytes_key(
    ATPROTO, "a26161f66624627974657380", ErrorKind::ReservedLabel { label: "$bytes" }, "", 4)]
#[case::key_twice(
    STRICT, "a3636261720363666f6f0163666f6f02", ErrorKind::NotStrict { found: "a map key twice" }, "", 11)]
#[case::longer_key_first(
    STRICT, "81a262616100616200", ErrorKind::NotStrict { found: "map keys out of order" }, "/0", 6)]
#[case::keys_by_bytes(
    STRICT, "a2616200616100", ErrorKind::NotStrict { found: "map keys out of order" }, "", 4)]
fn bytes_and_tree_refuse_alike(
    #[case] options: CborOptions,
    #[case] hex: &str,
    #[case] kind: ErrorKind,
    #[case] pointer: &str,
    #[case] offset: usize,
) {
    let cbor = from_hex(hex);
    let document = options.bytes(&cbor);
    let of_tree = to_vec(options.source(&tree(&cbor))).expect_err("refused");
    let of_source = to_vec((&document).into_source()).expect_err("refused");
    let of_bytes = to_vec(&document).expect_err("refused");
    for error in [&of_tree, &of_source, &of_bytes] {
        assert_eq!(*error.kind(), kind);
        assert_eq!(error.pointer(), Some(pointer));
    }
    assert_eq!(of_source.offset(), Some(offset));
    assert_eq!(of_bytes.offset(), Some(offset));
}

/// DAG-JSON specification, "The Reserved Namespace": objects that read as no link and no bytes.
#[rstest]
#[case::not_a_text("a1612ff5", r#"{"/":true}"#)]
#[case::link("a1612fd82a49000155000400010203", r#"{"/":{"/":"bafkqabaaaebag"}}"#)]
#[case::bytes("a1612f40", r#"{"/":{"/":{"bytes":""}}}"#)]
#[case::bytes_of_another_type("a2612fa165627974657301616100", r#"{"/":{"bytes":1},"a":0}"#)]
#[case::bytes_behind("a1612fa261610065627974657360", r#"{"/":{"a":0,"bytes":""}}"#)]
#[case::map("a1612fa0", r#"{"/":{}}"#)]
#[case::other_names("a16624627974657af6", r#"{"$bytez":null}"#)]
fn what_reads_as_itself_is_kept(#[case] hex: &str, #[case] expected: &str) {
    let cbor = from_hex(hex);
    assert_eq!(json(DAG, &cbor).expect("kept"), expected);
}

/// What the encoding alone shows, and a tree does not.
#[rstest]
#[case::integer("811817", "an integer in more bytes than it needs", "/0", 1)]
#[case::negative("390000", "an integer in more bytes than it needs", "", 0)]
#[case::wide_integer("1b00000000ffffffff", "an integer in more bytes than it needs", "", 0)]
#[case::text("a16161780161", "a length in more bytes than it needs", "/a", 3)]
#[case::key("a178016100", "a length in more bytes than it needs", "", 1)]
#[case::bytes("590000", "a length in more bytes than it needs", "", 0)]
#[case::array("9a0000000100", "a length in more bytes than it needs", "", 0)]
#[case::map("b800", "a length in more bytes than it needs", "", 0)]
#[case::tag(
    "d9002a49000155000400010203",
    "a tag in more bytes than it needs",
    "",
    0
)]
#[case::indefinite_array("819fff", "an indefinite length", "/0", 1)]
#[case::indefinite_map("bfff", "an indefinite length", "", 0)]
#[case::indefinite_text("7fff", "an indefinite length", "", 0)]
#[case::indefinite_key("a17fff00", "an indefinite length", "", 1)]
#[case::indefinite_bytes("5f4101ff", "an indefinite length", "", 0)]
#[case::half("f93c00", "a float of less than 64 bits", "", 0)]
#[case::single("fa47c35000", "a float of less than 64 bits", "", 0)]
#[case::undefined("81f7", "a simple value other than false, true and null", "/0", 1)]
#[case::simple("f0", "a simple value other than false, true and null", "", 0)]
#[case::wide_simple("f8ff", "a simple value other than false, true and null", "", 0)]
fn strictness_is_of_the_encoding(
    #[case] hex: &str,
    #[case] found: &'static str,
    #[case] pointer: &str,
    #[case] offset: usize,
) {
    let cbor = from_hex(hex);
    to_vec(&DAG.bytes(&cbor)).expect("taken where nobody asks for strictness");
    let document = STRICT.bytes(&cbor);
    let of_source = to_vec((&document).into_source()).expect_err("not strict");
    let of_bytes = to_vec(&document).expect_err("not strict");
    for error in [of_source, of_bytes] {
        assert_eq!(*error.kind(), ErrorKind::NotStrict { found });
        assert_eq!(error.pointer(), Some(pointer));
        assert_eq!(error.offset(), Some(offset));
        assert!(error.is_malformed());
    }
}

/// Zero is the one finite number that DAG-CBOR wrote in two ways, up to July 2026.
#[test]
fn negative_zero_is_kept_where_nobody_asks_for_strictness() {
    let zeros = from_hex("82fb0000000000000000fb8000000000000000");
    assert_eq!(json(DAG, &zeros).expect("DAG-CBOR"), "[0.0,-0.0]");
    let zero = from_hex("fb0000000000000000");
    assert_eq!(json(STRICT, &zero).expect("the one zero"), "0.0");
}

#[test]
fn items_of_a_strict_sequence_are_checked_one_by_one() {
    let sequence = STRICT.sequence(b"\x01\x81\x18\x00\xa1\x61a\xf6");
    let outcome = |item: Result<_, Error>| to_vec(item.expect("well-formed")).ok();
    let blobs: Vec<_> = sequence.iter().map(outcome).collect();
    let object = b"\x3c\x17a\x00".to_vec();
    assert_eq!(blobs, [Some(b"\x131".to_vec()), None, Some(object)]);
}

#[test]
fn depth_is_no_recursion() {
    let deep = [b"\x81".repeat(300_000), from_hex(RAW)].concat();
    to_vec(&STRICT.bytes(&deep)).expect("any depth");
    let deep = [b"\xa1\x61a".repeat(300_000), vec![0x18, 0]].concat();
    let error = to_vec(&STRICT.bytes(&deep)).expect_err("not strict");
    assert_eq!(error.pointer().map(str::len), Some(600_000));
}

/// Values that DAG-CBOR holds, and links that are sound.
fn value() -> impl Strategy<Value = Value> {
    let link = prop::collection::vec(any::<u8>(), 0..9).prop_map(|digest| {
        let len = u8::try_from(digest.len()).expect("short");
        let cid = [[0, 1, 0x71, 0, len].as_slice(), &digest].concat();
        Value::Tag(42, Box::new(Value::Bytes(cid)))
    });
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i8>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        "\\PC{0,30}".prop_map(Value::from),
        prop::collection::vec(any::<u8>(), 0..30).prop_map(Value::Bytes),
        link,
    ];
    let label = prop_oneof!["[/$a-c]{0,2}", Just("bytes".into()), Just("$link".into())];
    scalar.prop_recursive(4, 32, 5, move |inner| {
        let member = (label.clone(), inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Value::Array),
            prop::collection::vec(member, 0..5).prop_map(|members| Value::Map(
                members
                    .into_iter()
                    .map(|(label, value)| (label.into(), value))
                    .collect()
            )),
        ]
    })
}

/// The one encoding of a value in DAG-CBOR, written plainly.
fn canonical(value: &Value, cbor: &mut Vec<u8>) {
    let head = |cbor: &mut Vec<u8>, major: u8, argument: u64| {
        let bytes = argument.to_be_bytes();
        let (info, len) = match argument {
            0..24 => (u8::try_from(argument).expect("below 24"), 0),
            24..=0xff => (24, 1),
            0x100..=0xffff => (25, 2),
            0x1_0000..=0xffff_ffff => (26, 4),
            _ => (27, 8),
        };
        cbor.push((major << 5) | info);
        cbor.extend_from_slice(&bytes[8 - len..]);
    };
    match value {
        Value::Null => cbor.push(0xf6),
        Value::Bool(value) => cbor.push(0xf4 + u8::from(*value)),
        Value::Integer(value) => match i128::from(*value) {
            value @ 0.. => head(cbor, 0, value.try_into().expect("64 bits")),
            value => head(cbor, 1, (!value).try_into().expect("64 bits")),
        },
        Value::Float(value) => {
            cbor.push(0xfb);
            cbor.extend_from_slice(&value.to_be_bytes());
        }
        Value::Bytes(bytes) => {
            head(cbor, 2, bytes.len() as u64);
            cbor.extend_from_slice(bytes);
        }
        Value::Text(text) => {
            head(cbor, 3, text.len() as u64);
            cbor.extend_from_slice(text.as_bytes());
        }
        Value::Array(elements) => {
            head(cbor, 4, elements.len() as u64);
            for element in elements {
                canonical(element, cbor);
            }
        }
        Value::Map(members) => {
            head(cbor, 5, members.len() as u64);
            let mut members: Vec<_> = members
                .iter()
                .map(|(key, value)| {
                    let mut label = Vec::new();
                    canonical(key, &mut label);
                    (label, value)
                })
                .collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            for (label, value) in members {
                cbor.extend_from_slice(&label);
                canonical(value, cbor);
            }
        }
        Value::Tag(tag, content) => {
            head(cbor, 6, *tag);
            canonical(content, cbor);
        }
        _ => unreachable!("no other kinds of values are known"),
    }
}

fn outcome(result: Result<Vec<u8>, Error>) -> Result<Vec<u8>, String> {
    result.map_err(|error| format!("{:?} at {:?}", error.kind(), error.pointer()))
}

/// Whether a map of the tree has a key twice.
fn has_a_key_twice(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().any(has_a_key_twice),
        Value::Map(members) => {
            let label = |(index, (key, _)): (usize, &(Value, Value))| {
                members[..index].iter().any(|(earlier, _)| earlier == key)
            };
            members.iter().enumerate().any(label)
                || members.iter().any(|(_, value)| has_a_key_twice(value))
        }
        Value::Tag(_, content) => has_a_key_twice(content),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn bytes_agree_with_their_tree(
        value in value(),
        options in prop::sample::select(vec![
            DAG, ATPROTO, DAG.links(Links::Atproto), ATPROTO.numbers(CborNumbers::All),
        ]),
        is_canonical in any::<bool>(),
    ) {
        let mut cbor = Vec::new();
        if is_canonical {
            canonical(&value, &mut cbor);
        } else {
            ciborium::into_writer(&value, &mut cbor).expect("a vector takes it");
        }
        let document = options.bytes(&cbor);
        let of_bytes = outcome(to_vec(&document));
        prop_assert_eq!(&of_bytes, &outcome(to_vec((&document).into_source())));
        let of_tree = outcome(to_vec(options.source(&tree(&cbor))));
        // Of two faults the bytes may show another one first.
        if of_bytes.is_ok() || of_tree.is_ok() {
            prop_assert_eq!(&of_bytes, &of_tree);
        }
        if let Ok(blob) = of_bytes {
            prop_assert!(sqlite_jsonb::validate(&blob).is_ok());
        }
    }

    #[test]
    fn canonical_bytes_are_strict(value in value()) {
        let options = CborOptions::new().strict();
        let mut cbor = Vec::new();
        canonical(&value, &mut cbor);
        let is_strict = to_vec(&options.bytes(&cbor)).is_ok();
        prop_assert_eq!(is_strict, !has_a_key_twice(&value));
        prop_assert_eq!(is_strict, to_vec(options.source(&tree(&cbor))).is_ok());
    }

    /// What is taken is the canonical form of what it says, whatever was done to it.
    #[test]
    fn only_canonical_bytes_are_strict(
        value in value(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 0..3),
    ) {
        let mut cbor = Vec::new();
        canonical(&value, &mut cbor);
        for (place, byte, kind) in edits {
            let at = place.index(cbor.len() + 1);
            match kind {
                0 => cbor.insert(at, byte),
                1 if at < cbor.len() => cbor[at] = byte,
                _ => cbor.truncate(at.max(1)),
            }
        }
        if to_vec(&CborOptions::new().strict().bytes(&cbor)).is_ok() {
            let mut again = Vec::new();
            canonical(&tree(&cbor), &mut again);
            prop_assert_eq!(again, cbor);
        }
    }
}
