//! What is refused, and where it is.

use rstest::rstest;
use sqlite_jsonb::{
    ByteStrings, CborBytes, CborOptions, EncodeOptions, ErrorKind, NonFinite, NonTextLabels, Tags,
    limits, to_vec,
};

use super::tree::agrees_with_its_source;
use super::{DEFAULT, from_hex, json};

#[rstest]
#[case::empty("", 0, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::cut_argument("1a0000", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_negative("39ff", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_float("81fb000000", 1, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_half("f97c", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_simple("f8", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_tag("c1d9d9", 1, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::tag_of_nothing("c1", 1, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::cut_bytes("58ff0102030405", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_text("8262c3bc636162", 4, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::cut_array("8201", 2, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::cut_map("a16161", 3, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::huge_bytes("5b1414141414141414", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::largest_text("7bffffffffffffffff61", 0, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::huge_array("9a7fffffff", 5, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::largest_array("9bffffffffffffffff01", 10, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::half_largest_map("bb8000000000000000f6", 10, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::open_array("9f", 1, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::open_map("bf6161f6", 4, ErrorKind::UnexpectedEnd { expected: "an item" })]
#[case::open_bytes("5f4101", 3, ErrorKind::UnexpectedEnd { expected: "a chunk or a break" })]
#[case::open_text("7f", 1, ErrorKind::UnexpectedEnd { expected: "a chunk or a break" })]
#[case::cut_chunk("5f410142", 3, ErrorKind::UnexpectedEnd { expected: "the rest of the item" })]
#[case::reserved_28("1c", 0, ErrorKind::MalformedCbor { found: "a reserved initial byte" })]
#[case::reserved_29("815d", 1, ErrorKind::MalformedCbor { found: "a reserved initial byte" })]
#[case::reserved_30("de00", 0, ErrorKind::MalformedCbor { found: "a reserved initial byte" })]
#[case::reserved_array("9c", 0, ErrorKind::MalformedCbor { found: "a reserved initial byte" })]
#[case::reserved_simple("fc", 0, ErrorKind::MalformedCbor { found: "a reserved initial byte" })]
#[case::indefinite_integer("1f", 0, ErrorKind::MalformedCbor { found: "an indefinite length where none may be" })]
#[case::indefinite_negative("3f", 0, ErrorKind::MalformedCbor { found: "an indefinite length where none may be" })]
#[case::indefinite_tag("df00", 0, ErrorKind::MalformedCbor { found: "an indefinite length where none may be" })]
#[case::simple_0("f800", 0, ErrorKind::MalformedCbor { found: "a simple value below 32 in two bytes" })]
#[case::simple_20("f814", 0, ErrorKind::MalformedCbor { found: "a simple value below 32 in two bytes" })]
#[case::simple_31("f81f", 0, ErrorKind::MalformedCbor { found: "a simple value below 32 in two bytes" })]
#[case::break_alone("ff", 0, ErrorKind::MalformedCbor { found: "a break where none may be" })]
#[case::break_in_an_array("8301ff02", 2, ErrorKind::MalformedCbor { found: "a break where none may be" })]
#[case::break_as_a_value("bf6161ff", 3, ErrorKind::MalformedCbor { found: "a break where none may be" })]
#[case::break_as_a_key("a1ff", 1, ErrorKind::MalformedCbor { found: "a break where none may be" })]
#[case::break_below_a_tag("9fc1ff", 2, ErrorKind::MalformedCbor { found: "a break where none may be" })]
#[case::bytes_in_text("7f40ff", 1, ErrorKind::MalformedCbor { found: "a chunk of another type in a text string" })]
#[case::text_in_bytes("5f410160ff", 3, ErrorKind::MalformedCbor { found: "a chunk of another type in a byte string" })]
#[case::integer_in_bytes("5f00ff", 1, ErrorKind::MalformedCbor { found: "a chunk of another type in a byte string" })]
#[case::chunks_in_a_chunk("5f5f4101ffff", 1, ErrorKind::MalformedCbor { found: "a chunk of another type in a byte string" })]
#[case::texts_in_a_chunk("7f7f6161ffff", 1, ErrorKind::MalformedCbor { found: "a chunk of another type in a text string" })]
#[case::tag_in_a_string("7fc16161ff", 1, ErrorKind::MalformedCbor { found: "a chunk of another type in a text string" })]
#[case::reserved_chunk("7f7cff", 1, ErrorKind::MalformedCbor { found: "a chunk of another type in a text string" })]
#[case::no_utf8("62c328", 0, ErrorKind::InvalidUtf8 { position: 0 })]
#[case::no_utf8_far("8178056162c3a980", 1, ErrorKind::InvalidUtf8 { position: 4 })]
#[case::no_utf8_key("a161ff00", 1, ErrorKind::InvalidUtf8 { position: 0 })]
#[case::character_across_chunks("7f61c361bcff", 1, ErrorKind::InvalidUtf8 { position: 0 })]
#[case::surrogate("63eda080", 0, ErrorKind::InvalidUtf8 { position: 0 })]
#[case::trailing("0102", 1, ErrorKind::TrailingBytes { len: 1 })]
#[case::trailing_break("80ff", 1, ErrorKind::TrailingBytes { len: 1 })]
#[case::behind_a_map("bf616100ff0000", 5, ErrorKind::TrailingBytes { len: 2 })]
#[case::behind_a_text("616161", 2, ErrorKind::TrailingBytes { len: 1 })]
fn what_is_not_well_formed_is_refused_with_its_place(
    #[case] cbor: &str,
    #[case] offset: usize,
    #[case] kind: ErrorKind,
) {
    let bytes = from_hex(cbor);
    let error = to_vec(&CborBytes::new(&bytes)).expect_err("not well-formed");
    assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)));
    assert!(error.is_malformed());
    assert!(error.pointer().is_some());
    agrees_with_its_source(DEFAULT, &bytes).expect("the same fault");
    // A sequence finds the same fault when it passes over the item, unless it is what comes behind.
    if !matches!(kind, ErrorKind::TrailingBytes { .. }) && !bytes.is_empty() {
        let sequence = DEFAULT.sequence(&bytes);
        let mut items = sequence.iter();
        items.next().expect("an item").expect("not looked at yet");
        let error = items.next().expect("a fault").expect_err("a fault");
        assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)));
        assert!(items.next().is_none());
    }
}

#[rstest]
#[case::array_key("a182010203", DEFAULT, 1, ErrorKind::UnsupportedLabel { found: "an array" })]
#[case::map_key("82f6a1c1a000", DEFAULT, 4, ErrorKind::UnsupportedLabel { found: "a map" })]
#[case::bytes("8201420102", DEFAULT.byte_strings(ByteStrings::Error), 2, ErrorKind::UnsupportedBytes { len: 2 })]
#[case::tag("81c1d81e00", DEFAULT.tags(Tags::Error), 1, ErrorKind::UnsupportedTag { tag: 1 })]
#[case::inner_tag("81d9d9f7d81e00", DEFAULT.tags(Tags::Error), 4, ErrorKind::UnsupportedTag { tag: 30 })]
#[case::bignum("c2420100", DEFAULT.max_bignum_len(1), 1, ErrorKind::BignumTooLong { len: 2, limit: 1 })]
#[case::key("a10100", DEFAULT.labels(NonTextLabels::Error), 1, ErrorKind::UnsupportedLabel { found: "an integer" })]
#[case::infinity("81f97c00", DEFAULT.non_finite(NonFinite::Error), 1, ErrorKind::NonFinite { value: f64::INFINITY })]
fn what_a_policy_refuses_has_its_place(
    #[case] cbor: &str,
    #[case] options: CborOptions,
    #[case] offset: usize,
    #[case] kind: ErrorKind,
) {
    let bytes = from_hex(cbor);
    let error = to_vec(&options.bytes(&bytes)).expect_err("refused");
    assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)));
    assert!(!error.is_malformed());
    agrees_with_its_source(options, &bytes).expect("the same fault");
}

#[test]
fn errors_name_the_place_in_the_document() {
    // {"a/b": [0, {1: [h'', <cut>
    let cbor = from_hex("a163612f628200a1018240");
    let error = to_vec(&CborBytes::new(&cbor)).expect_err("cut");
    let message = "input ends, expected an item, at /a~1b/1/1/1, at byte 11";
    assert_eq!(error.to_string(), message);
}

#[rstest]
#[case::arrays(b"\x81")]
#[case::indefinite_arrays(b"\x9f")]
#[case::maps(b"\xa1\x61a")]
#[case::indefinite_maps(b"\xbf\x00")]
fn depth_has_the_limit_of_the_options(#[case] open: &[u8]) {
    let deep =
        |depth: usize| [open.repeat(depth).as_slice(), b"\x00", &close(open, depth)].concat();
    let options = EncodeOptions::sqlite();
    assert!(options.to_vec(&CborBytes::new(&deep(1000))).is_ok());
    let error = options
        .to_vec(&CborBytes::new(&deep(1001)))
        .expect_err("too deep");
    let limit = limits::SQLITE_MAX_DEPTH;
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit });
    let small_stack = std::thread::Builder::new().stack_size(512 << 10);
    let deepest = deep(200_000);
    let thread = small_stack.spawn(move || {
        assert!(to_vec(&CborBytes::new(&deepest)).is_ok());
        let sequence = DEFAULT.sequence(&deepest);
        let mut items = sequence.iter();
        assert!(items.next().is_some_and(|item| item.is_ok()));
        assert!(items.next().is_none(), "passed over to its end");
    });
    thread.expect("a thread").join().expect("no overflow");
}

/// The breaks that containers of indefinite length need.
fn close(open: &[u8], depth: usize) -> Vec<u8> {
    let is_indefinite = open[0] & 0x1f == 0x1f;
    vec![0xff; if is_indefinite { depth } else { 0 }]
}

#[test]
fn chain_of_200_000_tags_is_no_depth() {
    let mut cbor = b"\xc1".repeat(200_000);
    cbor.push(0x05);
    assert_eq!(
        to_vec(&CborBytes::new(&cbor)).expect("an integer"),
        b"\x135"
    );
    let key = [b"\xa1".as_slice(), &cbor, b"\x05"].concat();
    assert_eq!(json(DEFAULT, &key), r#"{"5":5}"#);
    cbor.pop();
    let error = to_vec(&CborBytes::new(&cbor)).expect_err("tags of nothing");
    assert_eq!(error.offset(), Some(200_000));
}
