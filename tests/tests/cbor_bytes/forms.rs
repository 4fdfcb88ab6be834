//! What becomes of each item, and of each under another policy.

use rstest::rstest;
use sqlite_jsonb::{
    Bignums, ByteStrings, CborBytes, CborOptions, EncodeOptions, Encoder, ErrorKind, NonFinite,
    to_vec,
};

use super::{DEFAULT, from_hex, json};

/// RFC 8949 Appendix A, all of it.
#[rstest]
#[case("00", "0")]
#[case("01", "1")]
#[case("0a", "10")]
#[case("17", "23")]
#[case("1818", "24")]
#[case("1819", "25")]
#[case("1864", "100")]
#[case("1903e8", "1000")]
#[case("1a000f4240", "1000000")]
#[case("1b000000e8d4a51000", "1000000000000")]
#[case("1bffffffffffffffff", "18446744073709551615")]
#[case("c249010000000000000000", "18446744073709551616")]
#[case("3bffffffffffffffff", "-18446744073709551616")]
#[case("c349010000000000000000", "-18446744073709551617")]
#[case("20", "-1")]
#[case("29", "-10")]
#[case("3863", "-100")]
#[case("3903e7", "-1000")]
#[case("f90000", "0.0")]
#[case("f98000", "-0.0")]
#[case("f93c00", "1.0")]
#[case("fb3ff199999999999a", "1.1")]
#[case("f93e00", "1.5")]
#[case("f97bff", "65504.0")]
#[case("fa47c35000", "100000.0")]
#[case("fa7f7fffff", "3.4028234663852886e+38")]
#[case("fb7e37e43c8800759c", "1e+300")]
#[case("f90001", "5.960464477539063e-8")]
#[case("f90400", "0.00006103515625")]
#[case("f9c400", "-4.0")]
#[case("fbc010666666666666", "-4.1")]
#[case("f97c00", "null")]
#[case("f97e00", "null")]
#[case("f9fc00", "null")]
#[case("fa7f800000", "null")]
#[case("fa7fc00000", "null")]
#[case("faff800000", "null")]
#[case("fb7ff0000000000000", "null")]
#[case("fb7ff8000000000000", "null")]
#[case("fbfff0000000000000", "null")]
#[case("f4", "false")]
#[case("f5", "true")]
#[case("f6", "null")]
#[case("f7", "null")]
#[case("f0", "null")]
#[case("f8ff", "null")]
#[case(
    "c074323031332d30332d32315432303a30343a30305a",
    r#""2013-03-21T20:04:00Z""#
)]
#[case("c11a514b67b0", "1363896240")]
#[case("c1fb41d452d9ec200000", "1363896240.5")]
#[case("d74401020304", r#""01020304""#)]
#[case("d818456449455446", r#""ZElFVEY""#)]
#[case(
    "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
    r#""http://www.example.com""#
)]
#[case("40", r#""""#)]
#[case("4401020304", r#""AQIDBA""#)]
#[case("60", r#""""#)]
#[case("6161", r#""a""#)]
#[case("6449455446", r#""IETF""#)]
#[case("62225c", r#""\"\\""#)]
#[case("62c3bc", r#""ü""#)]
#[case("63e6b0b4", r#""水""#)]
#[case("64f0908591", r#""𐅑""#)]
#[case("80", "[]")]
#[case("83010203", "[1,2,3]")]
#[case("8301820203820405", "[1,[2,3],[4,5]]")]
#[case(
    "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
    "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]"
)]
#[case("a0", "{}")]
#[case("a201020304", r#"{"1":2,"3":4}"#)]
#[case("a26161016162820203", r#"{"a":1,"b":[2,3]}"#)]
#[case("826161a161626163", r#"["a",{"b":"c"}]"#)]
#[case(
    "a56161614161626142616361436164614461656145",
    r#"{"a":"A","b":"B","c":"C","d":"D","e":"E"}"#
)]
#[case("5f42010243030405ff", r#""AQIDBAU""#)]
#[case("7f657374726561646d696e67ff", r#""streaming""#)]
#[case("9fff", "[]")]
#[case("9f018202039f0405ffff", "[1,[2,3],[4,5]]")]
#[case("9f01820203820405ff", "[1,[2,3],[4,5]]")]
#[case("83018202039f0405ff", "[1,[2,3],[4,5]]")]
#[case("83019f0203ff820405", "[1,[2,3],[4,5]]")]
#[case(
    "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
    "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]"
)]
#[case("bf61610161629f0203ffff", r#"{"a":1,"b":[2,3]}"#)]
#[case("826161bf61626163ff", r#"["a",{"b":"c"}]"#)]
#[case("bf6346756ef563416d7421ff", r#"{"Fun":true,"Amt":-2}"#)]
fn appendix_a_has_its_json_form(#[case] cbor: &str, #[case] expected: &str) {
    assert_eq!(json(DEFAULT, &from_hex(cbor)), expected);
}

/// The items of public bug reports.
#[rstest]
#[case::intkeys("a201020326", r#"{"1":2,"3":-7}"#)]
#[case::mixkeys("a20102616103", r#"{"1":2,"a":3}"#)]
#[case::bytes("a108434d616e", r#"{"8":"TWFu"}"#)]
#[case::bytes_inmap("a1636b65794b68656c6c6f206279746573", r#"{"key":"aGVsbG8gYnl0ZXM"}"#)]
#[case::selfdesc("d9d9f7a1616101", r#"{"a":1}"#)]
#[case::bignum("c249010000000000000000", "18446744073709551616")]
#[case::negbignum("c34101", "-2")]
#[case::neg2p64("3bffffffffffffffff", "-18446744073709551616")]
#[case::u64max("1bffffffffffffffff", "18446744073709551615")]
#[case::negi64("3b7fffffffffffffff", "-9223372036854775808")]
#[case::indef_str("7f657374726561646d696e67ff", r#""streaming""#)]
#[case::half_sub("f90001", "5.960464477539063e-8")]
#[case::half_1_0("f93c00", "1.0")]
#[case::f64_neg("fbbfb99999a0000000", "-0.10000000149011612")]
#[case::nonfinite(
    "87f97e00f97c00f9fc00fa7fc00000fa7f800000fb7ff8000000000000fbfff0000000000000",
    "[null,null,null,null,null,null,null]"
)]
#[case::undefined("83f6f7f5", "[null,null,true]")]
#[case::indef_map("bf646e616d6565416c696365ff", r#"{"name":"Alice"}"#)]
#[case::tag22("d64401ff02fe", r#""Af8C/g==""#)]
#[case::tag21("d54401ff02fe", r#""Af8C_g""#)]
#[case::tag23("d74401ff02fe", r#""01FF02FE""#)]
#[case::tag1("c11a514b67b0", "1363896240")]
#[case::tag32(
    "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
    r#""http://www.example.com""#
)]
fn reported_items_have_their_json_form(#[case] cbor: &str, #[case] expected: &str) {
    assert_eq!(json(DEFAULT, &from_hex(cbor)), expected);
}

#[rstest]
#[case::hint_reaches_inside("d78241ffa16161d64200ff", DEFAULT, r#"["FF",{"a":"AP8="}]"#)]
#[case::hint_reaches_keys("d7a141ff41fe", DEFAULT, r#"{"FF":"FE"}"#)]
#[case::hint_ends("82d741ff41ff", DEFAULT, r#"["FF","_w"]"#)]
#[case::numbers("824200ff40", DEFAULT.byte_strings(ByteStrings::Numbers), "[[0,255],[]]")]
#[case::joined_bignum("c25f42010040ff", DEFAULT, "256")]
#[case::empty_bignum("82c240c340", DEFAULT, "[0,-1]")]
#[case::bignum_text("c349010000000000000000", DEFAULT.bignums(Bignums::Base64Url), r#""~AQAAAAAAAAAA""#)]
#[case::small_bignum_text("c24101", DEFAULT.bignums(Bignums::Base64Url), r#""AQ""#)]
#[case::bignum_of_text("c26161", DEFAULT, r#""a""#)]
#[case::infinities("82f97c00f9fc00", DEFAULT.non_finite(NonFinite::Overflow), "[9e999,-9e999]")]
#[case::keys(
    "a7f500f600f93e0001f700c241050020007f61616162ff00",
    DEFAULT,
    r#"{"true":0,"null":0,"1.5":1,"null":0,"5":0,"-1":0,"ab":0}"#
)]
#[case::duplicates("a3616101616102616100", DEFAULT, r#"{"a":1,"a":2,"a":0}"#)]
#[case::chunks("7f606161606163616260ff", DEFAULT, r#""acb""#)]
#[case::no_chunks("825fff7fff", DEFAULT, r#"["",""]"#)]
#[case::one_chunk("7f63e697a5ff", DEFAULT, r#""日""#)]
#[case::long_heads("9b0000000000000002190001780161", DEFAULT, r#"[1,"a"]"#)]
#[case::simple_values("86e0f3f7f820f8fff6", DEFAULT, "[null,null,null,null,null,null]")]
#[case::half_subnormals(
    "82f903fff983ff",
    DEFAULT,
    "[0.00006097555160522461,-0.00006097555160522461]"
)]
fn policies_and_forms_have_their_json(
    #[case] cbor: &str,
    #[case] options: CborOptions,
    #[case] expected: &str,
) {
    assert_eq!(json(options, &from_hex(cbor)), expected);
}

#[test]
fn byte_strings_as_numbers_may_be_the_root() {
    let options = DEFAULT.byte_strings(ByteStrings::Numbers);
    assert_eq!(json(options, b"\x42\x00\xff"), "[0,255]");
    assert_eq!(json(options, b"\x5f\x41\x00\x41\xff\xff"), "[0,255]");
    let error = to_vec(&options.bytes(b"\x41\x00\x00")).expect_err("a byte more");
    assert_eq!(*error.kind(), ErrorKind::TrailingBytes { len: 1 });
}

#[test]
fn document_is_read_anew_each_time() {
    let cbor = CborBytes::new(b"\x82\x01\xa1\x61a\x02");
    let mut encoder = Encoder::new();
    let first = encoder.to_vec(&cbor).expect("well-formed");
    assert_eq!(encoder.to_vec(&cbor).expect("well-formed"), first);
    // Also after a walk that stopped half way.
    let shallow = EncodeOptions::new().max_depth(1);
    assert!(shallow.to_vec(&cbor).is_err());
    assert_eq!(encoder.to_vec(&cbor).expect("well-formed"), first);
}
