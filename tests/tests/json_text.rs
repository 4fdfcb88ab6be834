//! JSON text straight to a blob, against SQLite's `jsonb()` and `json_valid()`.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rstest::rstest;
use sqlite_jsonb::{EncodeOptions, Encoder, ErrorKind, JsonText, limits, to_vec};
use sqlite_jsonb_tests::{Deep, Nesting, Oracle, shared, tree};

thread_local! {
    static ORACLE: Oracle = Oracle::new();
}

fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit");
    let pair = |pair: &[u8]| u8::try_from(digit(pair[0]) * 16 + digit(pair[1])).expect("a byte");
    hex.as_bytes().chunks_exact(2).map(pair).collect()
}

/// Both give the same verdict by RFC 8259, and the same bytes; what SQLite reads all the same is named as JSON5.
///
/// The text is read a block of bytes at a time, but for its end: so it is also tried where its end is far.
fn agrees(text: &str) -> Result<(), TestCaseError> {
    verdicts_agree(text)?;
    verdicts_agree(&format!("{text}{:64}", ""))
}

fn verdicts_agree(text: &str) -> Result<(), TestCaseError> {
    let ours = EncodeOptions::sqlite().to_vec(JsonText::new(text));
    let (is_json, theirs) = ORACLE.with(|oracle| (oracle.is_json(text), oracle.jsonb(text)));
    prop_assert_eq!(ours.is_ok(), is_json, "{:?} of {:?}", ours, text);
    match ours {
        Ok(blob) => prop_assert_eq!(Ok(blob), theirs),
        Err(error) => {
            let is_json5 = matches!(error.kind(), ErrorKind::Json5 { .. });
            prop_assert!(is_json5 || theirs.is_err(), "{} of {:?}", error, text);
            prop_assert!(error.offset().is_some_and(|offset| offset <= text.len()));
        }
    }
    Ok(())
}

/// The texts of public bug reports.
#[rstest]
#[case::float_3_0("3.0", "35332e30")]
#[case::float_1_5e300("1.5e300", "75312e3565333030")]
#[case::int_u64max("18446744073709551615", "c3143138343436373434303733373039353531363135")]
#[case::int_neg1("-1", "232d31")]
#[case::str_quote(r#""a\"b""#, "48615c2262")]
#[case::str_backslash(r#""a\\b""#, "48615c5c62")]
#[case::float_ulp(
    "5.293695460874426e180",
    "c515352e32393336393534363038373434323665313830"
)]
#[case::size_str_11(r#""xxxxxxxxxxx""#, "b77878787878787878787878")]
#[case::size_str_12(r#""xxxxxxxxxxxx""#, "c70c787878787878787878787878")]
#[case::size_arr_5("[1,1,1,1,1]", "ab13311331133113311331")]
#[case::size_arr_6("[1,1,1,1,1,1]", "cb0c133113311331133113311331")]
#[case::sur_pair(r#"["\ud83d\ude00"]"#, "cb0ec80c5c75643833645c7564653030")]
#[case::obj_key_text(r#"{"a":1}"#, "4c17611331")]
#[case::str_plain(r#"["test","é日"]"#, "bb477465737457c3a9e697a5")]
#[case::dup_keys(r#"{"a":2,"a":5}"#, "8c1761133217611335")]
#[case::empty_key(r#"{"":1}"#, "3c071331")]
#[case::float_0_30000000000000004(
    "[0.30000000000000004,2.3333333333333335]",
    "cb29c513302e3330303030303030303030303030303034c512322e33333333333333333333333333333335"
)]
#[case::nested_sibling(
    r#"{"a":{"b":1},"c":[{"d":2},3]}"#,
    "cc1117614c1762133117637b4c176413321333"
)]
#[case::simd_32keys(r#"{"z":0,"y":1,"x":2,"w":3,"v":4,"u":5,"t":6,"s":7,"r":8,"q":9,"p":10,"o":11,"n":12,"m":13,"l":14,"k":15,"j":16,"i":17,"h":18,"g":19,"f":20,"e":21,"d":22,"c":23,"b":24,"a":25,"1":26,"2":27,"3":28,"4":29,"5":30,"6":31}"#, "cc96177a13301779133117781332177713331776133417751335177413361773133717721338177113391770233130176f233131176e233132176d233133176c233134176b233135176a233136176923313717682331381767233139176623323017652332311764233232176323323317622332341761233235173123323617322332371733233238173423323917352333301736233331")]
#[case::simd_bigint(
    r#"{"big_number": 49441504869265640000}"#,
    "cc21a76269675f6e756d626572c3143439343431353034383639323635363430303030"
)]
#[case::simd_0_6(
    "[0.6,-12345678901234.56789012]",
    "cb1e35302e36c5182d31323334353637383930313233342e3536373839303132"
)]
#[case::arbprec_num("[2,2.50,1e400]", "cb0d133245322e3530553165343030")]
#[case::nul_escape(r#"["a\u0000b"]"#, "9b88615c753030303062")]
#[case::crlf("{\"a\":1}\r", "4c17611331")]
#[case::pretty_ok(
    "{\n  \"attribute\": \"value\"\n}\n",
    "cc10976174747269627574655776616c7565"
)]
#[case::null_doc("null", "00")]
#[case::lone_surrogate(r#"["\ud800","\udc00x"]"#, "cb0f685c7564383030785c756463303078")]
#[case::slash(r#""\/\u0041""#, "885c2f5c7530303431")]
#[case::minus_zero("-0", "232d30")]
#[case::capital_exponent("[1E5,1e+05,1.10]", "cb0f353145355531652b303545312e3130")]
fn text_becomes_the_bytes_that_sqlite_gives(#[case] text: &str, #[case] expected: &str) {
    let blob = to_vec(JsonText::new(text)).expect("JSON");
    assert_eq!(blob, from_hex(expected));
    let from_bytes = to_vec(JsonText::from_slice(text.as_bytes())).expect("UTF-8");
    assert_eq!(from_bytes, blob);
    agrees(text).expect("as in SQLite");
}

/// What the grammar of RFC 8259 takes, each production at its edges.
#[rstest]
#[case::null("null")]
#[case::white_space_around(" \t\n\r[ \t\n\r1 \t\n\r, \t\n\r2 \t\n\r] \t\n\r")]
#[case::white_space_in_an_object("{ \"a\" : 1 , \"b\" : { } }")]
#[case::long_indentation("[\n                                   1]")]
#[case::scalar_root("\"a\"")]
#[case::empty_array("[]")]
#[case::empty_array_with_space("[ ]")]
#[case::empty_object("{}")]
#[case::empty_label(r#"{"":0}"#)]
#[case::duplicates(r#"{"a":1,"a":1,"b":2}"#)]
#[case::zero("0")]
#[case::zeros("[0,-0,0.0,-0.0,0e0,0E-0,0.00]")]
#[case::exponents("[1e1,1E1,1e+1,1e-1,1.5e1,1e00001]")]
#[case::digits("[12345678,123456789,1234567890123456,12345678901234567]")]
#[case::fraction("[1.12345678,1.123456789,-1.1234567890123456789]")]
#[case::forty_digits("1234567890123456789012345678901234567890")]
#[case::no_finite_float("1e999999999")]
#[case::escapes(r#""\"\\\/\b\f\n\r\t\u00e9\uABCD\uabcd""#)]
#[case::escaped_nul(r#""\u0000""#)]
#[case::escaped_label(r#"{"\u0061\n":1}"#)]
#[case::pair(r#""\ud83d\ude00""#)]
#[case::lone_high(r#""\ud800""#)]
#[case::lone_low(r#""\udc00a""#)]
#[case::two_highs(r#""\ud800\ud800""#)]
#[case::delete("\"\u{7f}\"")]
#[case::every_width("\"a\u{e9}\u{20ac}\u{10ffff}\"")]
#[case::noncharacter("\"\u{ffff}\u{fdd0}\"")]
#[case::bom_inside("[\"\u{feff}\"]")]
#[case::line_separator("\"\u{2028}\u{2029}\"")]
#[case::apostrophe("\"it's\"")]
#[case::comment_in_a_string("\"/* */ //\"")]
#[case::brackets_in_a_string(r#"["]","}",",",":","["]"#)]
fn grammar_is_read(#[case] text: &str) {
    assert!(to_vec(JsonText::new(text)).is_ok());
    agrees(text).expect("as in SQLite");
}

#[rstest]
#[case::empty("", 0, ErrorKind::UnexpectedEnd { expected: "a value" })]
#[case::white_space(" \n ", 3, ErrorKind::UnexpectedEnd { expected: "a value" })]
#[case::open_object("{", 1, ErrorKind::UnexpectedEnd { expected: "a label" })]
#[case::open_array("[", 1, ErrorKind::UnexpectedEnd { expected: "a value" })]
#[case::open_after_value("[1", 2, ErrorKind::UnexpectedEnd { expected: "a comma or ]" })]
#[case::open_after_member("{\"a\":1 ", 7, ErrorKind::UnexpectedEnd { expected: "a comma or }" })]
#[case::open_after_comma("[1,", 3, ErrorKind::UnexpectedEnd { expected: "a value" })]
#[case::open_after_label("{\"a\"", 4, ErrorKind::UnexpectedEnd { expected: "a colon" })]
#[case::open_after_colon("{\"a\":", 5, ErrorKind::UnexpectedEnd { expected: "a value" })]
#[case::open_string("\"abc", 4, ErrorKind::UnexpectedEnd { expected: "a quote" })]
#[case::long_open_string(
    "\"0123456789012345678901234567890123456789",
    41,
    ErrorKind::UnexpectedEnd { expected: "a quote" }
)]
#[case::cut_escape("\"\\", 1, ErrorKind::UnexpectedEnd { expected: "an escape of JSON" })]
#[case::cut_hex("\"\\u12", 1, ErrorKind::UnexpectedEnd { expected: "an escape of JSON" })]
#[case::cut_word("tru", 0, ErrorKind::UnexpectedEnd { expected: "a value" })]
#[case::cut_number("-", 1, ErrorKind::UnexpectedEnd { expected: "a digit" })]
#[case::cut_exponent("1e+", 3, ErrorKind::UnexpectedEnd { expected: "a digit" })]
#[case::leading_zero("01", 1, ErrorKind::TrailingBytes { len: 1 })]
#[case::leading_zero_inside("[-01]", 3, ErrorKind::UnexpectedByte { byte: b'1', expected: "a comma or ]" })]
#[case::exponent_without_digit("[1e]", 3, ErrorKind::UnexpectedByte { byte: b']', expected: "a digit" })]
#[case::two_points("[1.2.3]", 4, ErrorKind::UnexpectedByte { byte: b'.', expected: "a comma or ]" })]
#[case::minus_alone("[-]", 2, ErrorKind::UnexpectedByte { byte: b']', expected: "a digit" })]
#[case::capital_word("TRUE", 0, ErrorKind::UnexpectedByte { byte: b'T', expected: "a value" })]
#[case::longer_word("nulll", 4, ErrorKind::TrailingBytes { len: 1 })]
#[case::trailing("{\"a\":2}TRAILER", 7, ErrorKind::TrailingBytes { len: 7 })]
#[case::second_root("1 2", 2, ErrorKind::TrailingBytes { len: 1 })]
#[case::comma_behind_the_root("1,", 1, ErrorKind::TrailingBytes { len: 1 })]
#[case::bracket_behind_the_root("[]]", 2, ErrorKind::TrailingBytes { len: 1 })]
#[case::nul_behind_the_root("1\0", 1, ErrorKind::TrailingBytes { len: 1 })]
#[case::nul("\0", 0, ErrorKind::UnexpectedByte { byte: 0, expected: "a value" })]
#[case::nul_in_a_string("\"a\0\"", 2, ErrorKind::UnexpectedByte { byte: 0, expected: "a quote" })]
#[case::nul_behind_a_member("{\"a\":1\0}", 6, ErrorKind::UnexpectedByte { byte: 0, expected: "a comma or }" })]
#[case::no_comma("[1 2]", 3, ErrorKind::UnexpectedByte { byte: b'2', expected: "a comma or ]" })]
#[case::no_colon("{\"a\" 1}", 5, ErrorKind::UnexpectedByte { byte: b'1', expected: "a colon" })]
#[case::comma_for_colon("{\"a\",1}", 4, ErrorKind::UnexpectedByte { byte: b',', expected: "a colon" })]
#[case::colon_in_an_array("[1:2]", 2, ErrorKind::UnexpectedByte { byte: b':', expected: "a comma or ]" })]
#[case::leading_comma("[,1]", 1, ErrorKind::UnexpectedByte { byte: b',', expected: "a value" })]
#[case::two_commas("[1,,2]", 3, ErrorKind::UnexpectedByte { byte: b',', expected: "a value" })]
#[case::wrong_bracket("[1}", 2, ErrorKind::UnexpectedByte { byte: b'}', expected: "a comma or ]" })]
#[case::wrong_brace("{\"a\":1]", 6, ErrorKind::UnexpectedByte { byte: b']', expected: "a comma or }" })]
#[case::brace_in_an_empty_array("[}", 1, ErrorKind::UnexpectedByte { byte: b'}', expected: "a value" })]
#[case::number_as_label("{1:2}", 1, ErrorKind::UnexpectedByte { byte: b'1', expected: "a label" })]
#[case::array_as_label("{[]:2}", 1, ErrorKind::UnexpectedByte { byte: b'[', expected: "a label" })]
#[case::no_value("{\"a\":}", 5, ErrorKind::UnexpectedByte { byte: b'}', expected: "a value" })]
#[case::unknown_escape("\"\\a\"", 1, ErrorKind::UnexpectedByte { byte: b'\\', expected: "an escape of JSON" })]
#[case::short_hex("\"\\u12\"", 1, ErrorKind::UnexpectedByte { byte: b'\\', expected: "an escape of JSON" })]
#[case::capital_u("\"\\U0041\"", 1, ErrorKind::UnexpectedByte { byte: b'\\', expected: "an escape of JSON" })]
#[case::non_ascii_outside("[é]", 1, ErrorKind::UnexpectedByte { byte: 0xc3, expected: "a value" })]
fn faults_are_named_with_their_place(
    #[case] text: &str,
    #[case] offset: usize,
    #[case] kind: ErrorKind,
) {
    let error = to_vec(JsonText::new(text)).expect_err("no JSON");
    assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)));
    assert!(error.is_malformed());
    if !text.contains('\0') {
        agrees(text).expect("as in SQLite");
    }
}

/// What SQLite reads too, and RFC 8259 has not.
#[rstest]
#[case::trailing_comma("[1,]", 3, "trailing comma")]
#[case::trailing_comma_of_an_object("{\"a\":1, }", 8, "trailing comma")]
#[case::single_quotes("['a']", 1, "single-quoted string")]
#[case::single_quoted_label("{'a':1}", 1, "single-quoted string")]
#[case::bare_label("{a:1}", 1, "label without quotes")]
#[case::bare_label_of_a_kind("{$é_1:1}", 1, "label without quotes")]
#[case::line_comment("[1, // one\n2]", 4, "comment")]
#[case::comment_at_the_start("/**/1", 0, "comment")]
#[case::comment_at_the_end("1 /* one */", 2, "comment")]
#[case::comment_behind_a_label("{\"a\"/**/:1}", 4, "comment")]
#[case::comment_behind_a_value("[1/**/]", 2, "comment")]
#[case::plus("[+1]", 1, "plus sign")]
#[case::point_first("[.5]", 1, "number without a digit before its point")]
#[case::minus_point("[-.5]", 2, "number without a digit before its point")]
#[case::point_last("[5.]", 3, "number without a digit behind its point")]
#[case::point_exponent("[5.e1]", 3, "number without a digit behind its point")]
#[case::hexadecimal("0x1F", 1, "hexadecimal number")]
#[case::negative_hexadecimal("[-0XaB]", 3, "hexadecimal number")]
#[case::infinity("Infinity", 0, "infinity")]
#[case::minus_infinity("[-Infinity]", 2, "infinity")]
#[case::nan("NaN", 0, "NaN")]
#[case::control_character("\"a\tb\"", 2, "control character in a string")]
#[case::line_feed("\"\n\"", 1, "control character in a string")]
#[case::hex_escape(r#""\x41""#, 1, "escape")]
#[case::apostrophe_escape(r#""\'""#, 1, "escape")]
#[case::nul_escape(r#""\0""#, 1, "escape")]
#[case::continued_line("\"a\\\nb\"", 2, "escape")]
#[case::byte_order_mark("\u{feff}1", 0, "byte order mark")]
#[case::no_break_space("[\u{a0}1]", 1, "white space")]
#[case::vertical_tab("1\u{b}", 1, "white space")]
#[case::form_feed("\u{c}1", 0, "white space")]
#[case::ideographic_space("[1,\u{3000}2]", 3, "white space")]
fn json5_is_refused_by_name(
    #[case] text: &str,
    #[case] offset: usize,
    #[case] found: &'static str,
) {
    let error = to_vec(JsonText::new(text)).expect_err("JSON5");
    assert_eq!(*error.kind(), ErrorKind::Json5 { found });
    assert_eq!(error.offset(), Some(offset));
    assert!(ORACLE.with(|oracle| oracle.jsonb(text)).is_ok());
    agrees(text).expect("as in SQLite");
}

#[rstest]
#[case::nul_ends_the_text(b"1\0]")]
#[case::lone_continuation(b"\"\x80\"")]
#[case::cut_character(b"\"\xe2\x82\"")]
#[case::overlong(b"\"\xc0\xaf\"")]
#[case::surrogate(b"\"\xed\xa0\x80\"")]
#[case::past_unicode(b"\"\xf4\x90\x80\x80\"")]
fn what_sqlite_alone_reads_is_listed(#[case] text: &[u8]) {
    assert!(to_vec(JsonText::from_slice(text)).is_err());
    let theirs: bool = rusqlite::Connection::open_in_memory()
        .and_then(|sqlite| {
            sqlite.query_row("SELECT json_valid(CAST(?1 AS TEXT), 1)", [text], |row| {
                row.get(0)
            })
        })
        .expect("SQLite answers");
    assert!(theirs);
}

#[rstest]
#[case::in_a_string(b"[\"a\xff\"]", 3, 0xff, "/0")]
#[case::in_a_label(b"[{\"a\xff\": 1}]", 4, 0xff, "/0")]
#[case::outside(b"[1]\xc3", 3, 0xc3, "")]
#[case::behind_nonsense(b"]},\"\\\xe9", 5, 0xe9, "")]
#[case::far(
    b"[\"0123456789012345678901234567890123456789012345678901234567890123456789\xe2\x82\"]",
    72,
    0xe2,
    "/0"
)]
fn bytes_that_are_no_utf8_are_refused_with_their_place(
    #[case] text: &[u8],
    #[case] offset: usize,
    #[case] byte: u8,
    #[case] pointer: &str,
) {
    let error = to_vec(JsonText::from_slice(text)).expect_err("no UTF-8");
    assert_eq!(*error.kind(), ErrorKind::NotUtf8 { byte });
    assert_eq!(error.offset(), Some(offset));
    assert_eq!(error.pointer(), Some(pointer));
}

#[rstest]
#[case::label("{\"a\":[1,{\"b~/\": x}]}", "/a/1/b~0~1", (1, 17))]
#[case::second_line("[1,\n é]", "/1", (2, 2))]
#[case::behind_wide_characters("[\"é日😀\",\r\n\"日\" 1]", "/1", (2, 5))]
#[case::first("x", "", (1, 1))]
fn errors_have_a_pointer_and_on_request_a_line(
    #[case] text: &str,
    #[case] pointer: &str,
    #[case] place: (usize, usize),
) {
    let error = to_vec(JsonText::new(text)).expect_err("no JSON");
    assert_eq!(error.pointer(), Some(pointer));
    assert_eq!(error.line_column(text), Some(place));
}

#[rstest]
#[case::arrays(Nesting::Arrays)]
#[case::objects(Nesting::Objects)]
#[case::mixed(Nesting::Mixed)]
fn depth_limit_is_that_of_sqlite(#[case] nesting: Nesting) {
    for (depth, is_read) in [(999, true), (1000, true), (1001, false)] {
        let text = Deep::new(nesting, depth).to_json();
        agrees(&text).expect("as in SQLite");
        let blob = EncodeOptions::sqlite().to_vec(JsonText::new(&text));
        assert_eq!(blob.is_ok(), is_read);
    }
    let text = Deep::new(nesting, 1001).to_json();
    let error = EncodeOptions::sqlite().to_vec(JsonText::new(&text));
    let error = error.expect_err("too deep");
    let limit = limits::SQLITE_MAX_DEPTH;
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit });
    let at = text.match_indices(['[', '{']).nth(1000).map(|(at, _)| at);
    assert_eq!(error.offset(), at);
}

#[rstest]
#[case::array("[")]
#[case::object("{\"a\":")]
fn a_million_open_containers_are_one_error(#[case] open: &str) {
    let small_stack = std::thread::Builder::new().stack_size(512 << 10);
    let text = open.repeat(1_000_000);
    let thread = small_stack.spawn(move || to_vec(JsonText::new(&text)).expect_err("never closed"));
    let error = thread.expect("a thread").join().expect("no overflow");
    assert_eq!(
        *error.kind(),
        ErrorKind::UnexpectedEnd {
            expected: "a value"
        }
    );
}

#[test]
fn depth_of_100_000_reads_like_its_tree() {
    for nesting in [Nesting::Arrays, Nesting::Objects, Nesting::Mixed] {
        let deep = Deep::new(nesting, 100_000);
        let blob = to_vec(JsonText::new(&deep.to_json())).expect("no limit");
        assert!(blob == to_vec(deep).expect("no limit"));
    }
}

#[test]
fn length_limit_holds() {
    let options = EncodeOptions::new().max_len(100);
    let text = |len: usize| format!("[\"{}\"]", "x".repeat(len));
    let longest = options.to_vec(JsonText::new(&text(96))).expect("100 bytes");
    assert_eq!(longest.len(), 100);
    let error = options.to_vec(JsonText::new(&text(97))).expect_err("101");
    assert_eq!(*error.kind(), ErrorKind::TooLarge { limit: 100 });
}

#[test]
fn text_of_every_length_is_read_to_its_end() {
    // Strings, numbers and white space that end at every place of a block, with and without text behind them.
    for len in 0..100 {
        let run = |filler: &str| filler.repeat(len);
        for text in [
            format!("\"{}\"", run("a")),
            format!("\"{}\\n\"", run("a")),
            format!("\"{}\\u00e9{}\"", run("é"), run("b")),
            format!("1{}", run("2")),
            format!("-0.5{}e-1{}", run("2"), run("0")),
            format!("{}1{}", run(" "), run("\n")),
            format!("[{}\"{}\"\r\n{}]", run(" "), run("a"), run(" ")),
            format!("{{\"{}\": 1{}}}", run("k"), run("1")),
        ] {
            assert!(to_vec(JsonText::new(&text)).is_ok(), "{text:?}");
            agrees(&text).expect("as in SQLite");
            for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
                agrees(&text[..end]).expect("as in SQLite");
            }
        }
    }
}

#[test]
fn warm_encoder_forgets_the_text_before() {
    let mut encoder = Encoder::new();
    let mut blobs = Vec::new();
    for text in ["[1,2", "{\"a\":[true]}", "[[[", "null"] {
        let before = blobs.len();
        match encoder.append_to(&mut blobs, JsonText::new(text)) {
            Ok(len) => assert_eq!(blobs.len(), before + len),
            Err(_) => assert_eq!(blobs.len(), before),
        }
    }
    assert_eq!(blobs, b"\x4c\x17a\x1b\x01\x00");
}

#[test]
fn corpora_become_the_bytes_that_sqlite_gives() {
    for name in ["twitter", "citm_catalog", "canada"] {
        let Some(path) = shared(&format!("corpus/{name}.json")) else {
            continue;
        };
        let text = std::fs::read_to_string(path).expect("a text");
        let blob = to_vec(JsonText::new(&text)).expect("JSON");
        assert!(
            ORACLE.with(|oracle| oracle.jsonb(&text)) == Ok(blob),
            "{name}"
        );
    }
}

/// Pieces of JSON, of JSON5 and of neither.
const PIECES: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    " ",
    "\n",
    "\t",
    "\r",
    "\"a\"",
    "\"\"",
    "\"",
    "'",
    "\\",
    "\\u",
    "\\u0041",
    "\\ud800",
    "\\n",
    "\\/",
    "\\x41",
    "\\0",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E",
    "12345678",
    "0x1",
    "1.5",
    "-0",
    "1e5",
    "true",
    "false",
    "null",
    "nul",
    "NaN",
    "Infinity",
    "inf",
    "/",
    "/*",
    "*/",
    "//",
    "é",
    "日本",
    "\u{feff}",
    "\u{a0}",
    "\u{b}",
    "\u{1}",
    "\u{7f}",
    "a",
    "$",
    "_",
    "x",
    "                ",
];

fn mutated() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<Index>(), 0..3_u8, select(PIECES)), 1..4);
    (tree::tree(), any::<bool>(), edits).prop_map(|(tree, is_pretty, edits)| {
        let mut text = if is_pretty {
            serde_json::to_string_pretty(&tree).expect("a tree prints")
        } else {
            tree.to_string()
        };
        text.truncate(
            (0..=text.len().min(2000))
                .rfind(|&at| text.is_char_boundary(at))
                .unwrap_or(0),
        );
        for (place, kind, piece) in edits {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = if places.is_empty() {
                0
            } else {
                *place.get(&places)
            };
            let end = text[at..]
                .chars()
                .next()
                .map_or(at, |char| at + char.len_utf8());
            match kind {
                0 => text.insert_str(at, piece),
                1 => text.replace_range(at..end, ""),
                _ => text.replace_range(at..end, piece),
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn random_text_becomes_the_bytes_that_sqlite_gives(tree in tree::tree()) {
        for text in [tree.to_string(), serde_json::to_string_pretty(&tree).expect("a tree prints")] {
            prop_assert!(to_vec(JsonText::new(&text)).is_ok());
            agrees(&text)?;
        }
    }

    #[test]
    fn mutated_text_has_the_verdict_and_the_bytes_of_sqlite(text in mutated()) {
        if !text.contains('\0') {
            agrees(&text)?;
        }
    }

    #[test]
    fn random_pieces_have_the_verdict_and_the_bytes_of_sqlite(
        pieces in prop::collection::vec(select(PIECES), 0..12)
    ) {
        agrees(&pieces.concat())?;
    }

    #[test]
    fn random_bytes_are_a_text_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let ours = to_vec(JsonText::from_slice(&bytes));
        match std::str::from_utf8(&bytes) {
            Ok(text) => prop_assert_eq!(ours.ok(), to_vec(JsonText::new(text)).ok()),
            Err(_) => prop_assert!(ours.is_err()),
        }
    }
}
