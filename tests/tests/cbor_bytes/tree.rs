//! The tree of ciborium as the other way.

use ciborium::Value;
use proptest::prelude::*;
use rstest::rstest;
use sqlite_jsonb::{
    Bignums, ByteStrings, CborBytes, CborOptions, ErrorKind, IntoJsonbSource, NonFinite,
    NonTextLabels, Tags, from_slice, to_vec,
};
use sqlite_jsonb_tests::shared;

use super::{DEFAULT, ORACLE, from_hex};

/// Values of every kind that ciborium writes, hard ones among them.
fn value() -> impl Strategy<Value = Value> {
    let bytes = prop::collection::vec(any::<u8>(), 0..24);
    let integer = prop_oneof![
        any::<i8>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<u64>().prop_map(|n| {
            let negative = -1 - i128::from(n);
            Value::Integer(negative.try_into().expect("within major type 1"))
        }),
    ];
    let tag = prop_oneof![
        prop::sample::select(vec![0_u64, 1, 2, 3, 21, 22, 23, 24, 32, 55799]),
        any::<u64>(),
    ];
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        integer,
        any::<f64>().prop_map(Value::from),
        any::<f32>().prop_map(|n| Value::from(f64::from(n))),
        "\\PC{0,20}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        bytes.prop_map(Value::Bytes),
    ];
    scalar.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::vec((inner.clone(), inner.clone()), 0..6).prop_map(Value::Map),
            (tag.clone(), inner).prop_map(|(tag, inner)| Value::Tag(tag, Box::new(inner))),
        ]
    })
}

fn options() -> impl Strategy<Value = CborOptions> {
    let byte_strings = prop::sample::select(vec![
        ByteStrings::Base64Url,
        ByteStrings::Base64,
        ByteStrings::Hex,
        ByteStrings::Numbers,
        ByteStrings::Error,
    ]);
    let tags = prop::sample::select(vec![Tags::Drop, Tags::Drop, Tags::Error]);
    let labels = prop::sample::select(vec![NonTextLabels::Text, NonTextLabels::Error]);
    let non_finite = prop::option::of(prop::sample::select(vec![
        NonFinite::Null,
        NonFinite::Error,
        NonFinite::Overflow,
    ]));
    let parts = (
        byte_strings,
        tags,
        labels,
        non_finite,
        prop::sample::select(vec![4_usize, 1024]),
    );
    parts.prop_map(|(byte_strings, tags, labels, non_finite, max_bignum_len)| {
        let options = DEFAULT
            .byte_strings(byte_strings)
            .tags(tags)
            .labels(labels)
            .max_bignum_len(max_bignum_len);
        non_finite.map_or(options, |policy| options.non_finite(policy))
    })
}

/// What the tree makes of some CBOR, where ciborium reads it to its end.
fn through_a_tree(options: CborOptions, cbor: &[u8]) -> Option<Result<Vec<u8>, ErrorKind>> {
    let mut rest = cbor;
    let value: Value = ciborium::from_reader(&mut rest).ok()?;
    let blob = || to_vec(options.source(&value)).map_err(|error| error.kind().clone());
    rest.is_empty().then(blob)
}

fn straight(options: CborOptions, cbor: &[u8]) -> Result<Vec<u8>, ErrorKind> {
    to_vec(&options.bytes(cbor)).map_err(|error| error.kind().clone())
}

/// The document gives what its source gives, which an adapter may walk in its place: errors too, with their places.
///
/// Items whose end is far from that of the bytes are read in another way, so each is also tried with more behind it.
pub(super) fn agrees_with_its_source(
    options: CborOptions,
    cbor: &[u8],
) -> Result<(), TestCaseError> {
    let more = text("far away, and longer than a few vectors of any processor");
    same_by_its_source(options, cbor)?;
    same_by_its_source(options, &[b"\x82", cbor, &more].concat())?;
    same_by_its_source(options, &[b"\xa1", cbor, &more].concat())
}

fn text(text: &str) -> Vec<u8> {
    written(&Value::from(text))
}

fn same_by_its_source(options: CborOptions, cbor: &[u8]) -> Result<(), TestCaseError> {
    let document = options.bytes(cbor);
    match (to_vec(&document), to_vec((&document).into_source())) {
        (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
        (Err(ours), Err(theirs)) => {
            prop_assert_eq!(format!("{:?}", ours.kind()), format!("{:?}", theirs.kind()));
            prop_assert_eq!(ours.offset(), theirs.offset());
            // What comes behind the root is in no place of the document.
            if !matches!(ours.kind(), ErrorKind::TrailingBytes { .. }) {
                prop_assert_eq!(ours.pointer(), theirs.pointer());
            }
        }
        (ours, theirs) => prop_assert!(false, "{:?} and {:?}", ours, theirs),
    }
    Ok(())
}

/// Both ways give the same, but for what is listed here.
fn agrees(options: CborOptions, cbor: &[u8]) -> Result<(), TestCaseError> {
    let ours = straight(options, cbor);
    agrees_with_its_source(options, cbor)?;
    match (through_a_tree(options, cbor), &ours) {
        // ciborium turns short bignums into integers when it reads them, so fewer meet the limit on their length, and a
        // label that is one goes by another name.
        // A NaN in an error is not equal to itself.
        (Some(_), Err(ErrorKind::BignumTooLong { .. }))
        | (Some(Err(ErrorKind::NonFinite { .. })), Err(ErrorKind::NonFinite { .. }))
        | (
            Some(Err(ErrorKind::UnsupportedLabel {
                found: "an integer",
            })),
            Err(ErrorKind::UnsupportedLabel { found: "a bignum" }),
        )
        | (None, Err(_)) => {}
        // ciborium takes a simple value in two bytes for the one below 32, and strings whose chunks have chunks.
        (Some(_), Err(ErrorKind::MalformedCbor { found })) => {
            let is_lax = found.starts_with("a simple value") || found.starts_with("a chunk");
            prop_assert!(is_lax, "{}", found);
        }
        (Some(theirs), _) => prop_assert_eq!(&ours, &theirs),
        // ciborium takes no simple values beyond undefined.
        (None, Ok(_)) => {
            let simple = |byte: &u8| matches!(byte, 0xe0..=0xf3 | 0xf8);
            prop_assert!(cbor.iter().any(simple), "{:?}", cbor);
        }
    }
    if let Ok(blob) = ours {
        prop_assert!(ORACLE.with(|oracle| oracle.is_valid(&blob)));
    }
    Ok(())
}

fn written(value: &Value) -> Vec<u8> {
    let mut cbor = Vec::new();
    ciborium::into_writer(value, &mut cbor).expect("a vector takes it");
    cbor
}

/// The JSON of the tree, or nothing where ciborium refuses the bytes, and the same of the bytes.
#[rstest]
#[case::wide_simple("f814", Some("false"), None)]
#[case::chunks_in_a_chunk("5f5f4101ffff", Some("\"AQ\""), None)]
#[case::simple("f0", None, Some("null"))]
#[case::wide_simple_that_is_one("f820", None, Some("null"))]
fn what_ciborium_reads_otherwise_is_listed(
    #[case] cbor: &str,
    #[case] tree: Option<&str>,
    #[case] bytes: Option<&str>,
) {
    let cbor = from_hex(cbor);
    let print = |blob: Vec<u8>| ORACLE.with(|oracle| oracle.json(&blob).expect("SQLite reads it"));
    let through_a_tree = through_a_tree(DEFAULT, &cbor).map(|blob| print(blob.expect("encodes")));
    assert_eq!(through_a_tree.as_deref(), tree);
    assert_eq!(straight(DEFAULT, &cbor).ok().map(print).as_deref(), bytes);
}

#[test]
fn ciborium_alone_refuses_depth() {
    let deep = |depth: usize| [b"\x81".repeat(depth).as_slice(), b"\x00"].concat();
    assert!(through_a_tree(DEFAULT, &deep(200)).is_some());
    assert!(through_a_tree(DEFAULT, &deep(300)).is_none());
    assert!(straight(DEFAULT, &deep(300)).is_ok());
}

#[test]
fn bignums_as_text_differ_in_their_leading_zeros_alone() {
    let options = DEFAULT.bignums(Bignums::Base64Url);
    let cbor = b"\xc2\x43\x00\x01\x00";
    assert_eq!(
        straight(options, cbor).as_deref(),
        Ok(b"\x47AAEA".as_slice())
    );
    assert_eq!(through_a_tree(options, cbor), Some(Ok(b"\x33256".to_vec())));
}

#[test]
fn texts_of_every_length_are_read_to_their_end() {
    for len in 0..100 {
        for byte in [b'a', b'"', b'\\', b'\n', 0x7f, 0xc3, 0xff] {
            // At the first, the last and some other place of each block; 0xc3 is half a character, unless at the end.
            for at in (0..len).filter(|at| at % 7 == 0 || at + 1 == len || at % 32 == 31) {
                let mut item = text(&"x".repeat(len));
                let head_len = item.len() - len;
                item[head_len + at] = byte;
                agrees(DEFAULT, &item).expect("the same");
                if let Some(next) = item.get_mut(head_len + at + 1) {
                    *next = 0xa9;
                    agrees(DEFAULT, &item).expect("the same");
                }
            }
        }
    }
}

#[test]
fn arguments_of_every_width_are_read() {
    for major in 0..8_u8 {
        for info in 0..32_u8 {
            for bytes in [
                [0; 8],
                [0xff; 8],
                [0, 0, 0, 0, 0, 0, 0, 1],
                [0x80, 0, 1, 0, 0, 0, 0, 2],
            ] {
                let item = [&[major << 5 | info], bytes.as_slice()].concat();
                for end in 1..=item.len() {
                    agrees(DEFAULT, &item[..end]).expect("the same");
                }
            }
        }
    }
}

#[test]
fn corpora_give_the_bytes_of_their_tree() {
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(path) = shared(&format!("corpus/{name}.json")) else {
            continue;
        };
        let mut text = std::fs::read(path).expect("a text");
        // No feature of another crate changes what simd-json makes of a number.
        let tape = simd_json::to_tape(&mut text).expect("JSON");
        let expected = to_vec(&tape).expect("encodes");
        let value: Value = from_slice(&expected).expect("a blob of our own");
        let cbor = written(&value);
        let blob = to_vec(&CborBytes::new(&cbor)).expect("well-formed");
        assert!(blob == expected, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn random_items_agree_with_their_tree(value in value(), options in options()) {
        let cbor = written(&value);
        agrees(options, &cbor)?;
        let sequence = options.sequence(&cbor);
        let mut items = sequence.iter();
        let item = items.next().expect("one item").expect("well-formed");
        prop_assert_eq!(to_vec(item).ok(), straight(options, &cbor).ok());
        prop_assert!(items.next().is_none());
    }

    #[test]
    fn mutated_items_agree_with_their_tree(
        value in value(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..4),
    ) {
        let mut cbor = written(&value);
        for (place, byte, kind) in edits {
            let at = place.index(cbor.len() + 1);
            match kind {
                0 => cbor.insert(at, byte),
                1 if at < cbor.len() => cbor[at] = byte,
                _ => cbor.truncate(at.max(1)),
            }
        }
        agrees(DEFAULT, &cbor)?;
    }

    #[test]
    fn random_bytes_agree_with_their_tree(cbor in prop::collection::vec(any::<u8>(), 0..40)) {
        agrees(DEFAULT, &cbor)?;
        // A sequence of anything ends.
        let sequence = DEFAULT.sequence(&cbor);
        prop_assert!(sequence.iter().count() <= cbor.len() + 1);
    }
}
