//! Reading compared with the bundled SQLite: verdicts on blobs, JSON text, and what the documents hold.

use std::borrow::Cow;
use std::convert::Infallible;

use proptest::prelude::*;
use rstest::rstest;
use rusqlite::Connection;
use sqlite_jsonb::format::{ElementType, Header};
use sqlite_jsonb::{
    DecodeOptions, Element, Error, ErrorKind, JsonStyle, JsonbSink, Number, to_json, validate,
};

/// A SQLite to ask.
struct Sqlite(Connection);

impl Sqlite {
    fn new() -> Self {
        Self(Connection::open_in_memory().expect("SQLite opens a database in memory"))
    }

    fn takes(&self, blob: &[u8]) -> bool {
        let mut query = self
            .0
            .prepare_cached("SELECT json_valid(?, 8)")
            .expect("the statement is right");
        query
            .query_row([blob], |row| row.get(0))
            .expect("json_valid does not fail")
    }

    /// What a function of one argument prints for a blob; `None` when it fails.
    fn text(&self, function: &str, blob: &[u8]) -> Option<String> {
        let mut query = self
            .0
            .prepare_cached(&format!("SELECT {function}(?)"))
            .expect("the statement is right");
        query.query_row([blob], |row| row.get(0)).ok()
    }
}

/// An element with a header of the given size code: 0 for the shortest, 12 to 15 for wider ones.
fn element(element_type: ElementType, size_code: u8, payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(payload.len()).expect("a test's payload is short");
    let shortest = Header::new(element_type, size).to_bytes();
    let first = size_code << 4 | element_type.code();
    let mut bytes = match size_code {
        12 if size < 256 => vec![first, payload.len().to_le_bytes()[0]],
        13 if size < 65_536 => [&[first], &size.to_be_bytes()[2..]].concat(),
        14 => [&[first], &size.to_be_bytes()[..]].concat(),
        15 => [&[first], &u64::from(size).to_be_bytes()[..]].concat(),
        _ => shortest.as_ref().to_vec(),
    };
    bytes.extend_from_slice(payload);
    bytes
}

fn nested(element_type: ElementType, depth: usize, innermost: &[u8]) -> Vec<u8> {
    let label: &[u8] = if element_type == ElementType::Object {
        &[0x07]
    } else {
        &[]
    };
    // From the inside out, back to front.
    let mut reversed: Vec<u8> = innermost.iter().rev().copied().collect();
    for level in 0..depth {
        if level > 0 || !innermost.is_empty() {
            reversed.extend(label);
        }
        let size = u32::try_from(reversed.len()).expect("a test's blob is short");
        reversed.extend(
            Header::new(element_type, size)
                .to_bytes()
                .as_ref()
                .iter()
                .rev(),
        );
    }
    reversed.reverse();
    reversed
}

/// The name of a difference from SQLite that the docs of `validate` list, where this crate refuses and SQLite takes.
fn listed_refusal(blob: &[u8], error: &Error) -> Option<&'static str> {
    let payload = || {
        let rest = &blob[error.offset().expect("each error says where")..];
        let len = match rest[0] >> 4 {
            12 => 2,
            13 => 3,
            14 => 5,
            15 => 9,
            _ => 1,
        };
        &rest[len..]
    };
    match error.kind() {
        ErrorKind::InvalidUtf8 { .. } => Some("UTF-8"),
        ErrorKind::LoneSurrogate { .. } => Some("lone surrogate"),
        ErrorKind::MalformedNumber {
            element_type,
            literal,
        } => {
            let unsigned = literal.strip_prefix('-').unwrap_or(literal).as_bytes();
            let is_int_or_float5 = matches!(element_type, ElementType::Int | ElementType::Float5);
            match unsigned {
                [b'0', b'0'..=b'9', ..] if is_int_or_float5 => Some("leading zero"),
                [b'e' | b'E', ..] if *element_type != ElementType::Int => {
                    Some("no digit before the exponent")
                }
                _ => None,
            }
        }
        ErrorKind::InvalidEscape { position } => {
            let (before, escape) = payload().split_at(*position);
            let continues = [
                &b"\\\n"[..],
                b"\\\r",
                b"\r\n",
                "\u{2028}".as_bytes(),
                "\u{2029}".as_bytes(),
            ];
            match escape[1] {
                0 => Some("escaped NUL byte"),
                b'x' => Some("hex escape"),
                b'u' if continues.iter().any(|end| before.ends_with(end)) => Some("hex escape"),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The same where this crate takes and SQLite refuses.
fn listed_acceptance(blob: &[u8]) -> Option<&'static str> {
    let holds = |bytes: &[u8]| blob.windows(bytes.len()).any(|window| window == bytes);
    if DecodeOptions::new().max_depth(999).validate(blob).is_err() {
        Some("depth")
    } else if holds("\u{99999}".as_bytes()) || holds(br"\uda26\udd99") {
        Some("U+99999")
    } else {
        None
    }
}

/// Compares all that both can say about a blob; `Err` says how they differ beyond the list.
fn compare(sqlite: &Sqlite, blob: &[u8]) -> Result<(), String> {
    let ours = validate(blob);
    let theirs = sqlite.takes(blob);
    match (&ours, theirs) {
        (Ok(()), false) if listed_acceptance(blob).is_none() => {
            return Err(format!("{blob:02x?} is taken here alone"));
        }
        (Err(error), true) if listed_refusal(blob, error).is_none() => {
            return Err(format!("{blob:02x?} is refused here alone: {error}"));
        }
        _ => {}
    }
    let compact = to_json(blob);
    if ours.is_err() {
        return match compact {
            Ok(json) => Err(format!("{blob:02x?} is printed as {json} and refused")),
            Err(_) => Ok(()),
        };
    }
    let pretty = DecodeOptions::new()
        .json_style(JsonStyle::Pretty)
        .to_json(blob);
    for (function, ours) in [("json", compact), ("json_pretty", pretty)] {
        let ours = ours.map_err(|error| format!("{blob:02x?} is taken, not printed: {error}"))?;
        let theirs = sqlite.text(function, blob);
        if theirs.as_deref() != Some(&ours) {
            return Err(format!("{blob:02x?}: {function} is {theirs:?}, not {ours}"));
        }
    }
    let canonical = Element::from_slice(blob)
        .and_then(sqlite_jsonb::to_vec)
        .map_err(|error| format!("{blob:02x?} is taken, not encoded again: {error}"))?;
    let tree = |blob: &[u8]| {
        sqlite_jsonb::from_slice::<Tree>(blob)
            .map_err(|error| format!("{blob:02x?} is taken, not built: {error}"))
    };
    if tree(&canonical)? != tree(blob)? {
        return Err(format!("{blob:02x?} encoded again is {canonical:02x?}"));
    }
    let again = Element::from_slice(&canonical).and_then(sqlite_jsonb::to_vec);
    if again.as_deref().ok() != Some(&canonical) {
        return Err(format!("{canonical:02x?} is not canonical"));
    }
    Ok(())
}

/// A document with all that JSON can say: digits, the order of members, and duplicates.
#[derive(Debug, PartialEq)]
enum Tree {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl<'a> JsonbSink<'a> for Tree {
    type Error = Infallible;
    type Elements = Vec<Tree>;
    type Members = Vec<(String, Tree)>;

    fn null() -> Result<Self, Infallible> {
        Ok(Tree::Null)
    }

    fn bool(value: bool) -> Result<Self, Infallible> {
        Ok(Tree::Bool(value))
    }

    fn number(number: Number<'a>) -> Result<Option<Self>, Infallible> {
        Ok(Some(Tree::Number(number.to_string())))
    }

    fn text(text: Cow<'a, str>) -> Result<Self, Infallible> {
        Ok(Tree::Text(text.into_owned()))
    }

    fn begin_array() -> Result<Self::Elements, Infallible> {
        Ok(Vec::new())
    }

    fn push(array: &mut Self::Elements, element: Self) -> Result<(), Infallible> {
        array.push(element);
        Ok(())
    }

    fn end_array(array: Self::Elements) -> Result<Self, Infallible> {
        Ok(Tree::Array(array))
    }

    fn begin_object() -> Result<Self::Members, Infallible> {
        Ok(Vec::new())
    }

    fn insert(
        object: &mut Self::Members,
        label: Cow<'a, str>,
        value: Self,
    ) -> Result<(), Infallible> {
        object.push((label.into_owned(), value));
        Ok(())
    }

    fn end_object(object: Self::Members) -> Result<Self, Infallible> {
        Ok(Tree::Object(object))
    }
}

/// Payloads that are valid for their type, at the boundaries of its grammar.
const SCALARS: &[(ElementType, &str)] = &[
    (ElementType::Null, ""),
    (ElementType::True, ""),
    (ElementType::False, ""),
    (ElementType::Int, "0"),
    (ElementType::Int, "-0"),
    (ElementType::Int, "10"),
    (ElementType::Int, "-9223372036854775808"),
    (ElementType::Int5, "0x0"),
    (ElementType::Int5, "-0XfF"),
    (ElementType::Int5, "0x10000000000000000"),
    (ElementType::Float, "1.0"),
    (ElementType::Float, "-0.5"),
    (ElementType::Float, "0e5"),
    (ElementType::Float, "10.25E-07"),
    (ElementType::Float, "9e999"),
    (ElementType::Float5, ".5"),
    (ElementType::Float5, "-5."),
    (ElementType::Float5, "0.e+1"),
    (ElementType::Float5, "1e5"),
    (ElementType::Text, ""),
    (ElementType::Text, "a'\u{7f}"),
    (ElementType::Text, "é日😀"),
    (ElementType::TextJ, ""),
    (ElementType::TextJ, "\\\"\\n\\/"),
    (ElementType::TextJ, "\\u00e9x"),
    (ElementType::TextJ, "\\ud83d\\ude00"),
    (ElementType::Text5, ""),
    (ElementType::Text5, "\"\n\\'\\v"),
    (ElementType::Text5, "\\x4f\\0a"),
    (ElementType::Text5, "a\\\r\nb\\\n"),
    (ElementType::Text5, "\\\u{2028}\\u0041"),
    (ElementType::TextRaw, ""),
    (ElementType::TextRaw, "\"\\\n\0é"),
];

/// A few hundred valid blobs: each scalar alone, in every header width, and in containers.
fn valid_blobs() -> Vec<Vec<u8>> {
    let mut blobs = Vec::new();
    for (element_type, payload) in SCALARS {
        let scalar = element(*element_type, 0, payload.as_bytes());
        if *element_type > ElementType::False {
            for size_code in 12..=15 {
                blobs.push(element(*element_type, size_code, payload.as_bytes()));
            }
        }
        let two = [scalar.as_slice(), &[0x02]].concat();
        blobs.push(element(ElementType::Array, 0, &two));
        let array = element(ElementType::Array, 13, &scalar);
        blobs.push(element(ElementType::Array, 0, &array));
        let member = [&[0x17, b'a'], scalar.as_slice()].concat();
        blobs.push(element(ElementType::Object, 0, &member));
        if element_type.is_text() {
            let member = [scalar.as_slice(), &[0x1b, 0x01]].concat();
            blobs.push(element(ElementType::Object, 12, &member));
        }
        blobs.push(scalar);
    }
    for size_code in [0, 12, 13, 14, 15] {
        blobs.push(element(ElementType::Array, size_code, &[]));
        blobs.push(element(ElementType::Object, size_code, &[]));
    }
    blobs.push(nested(ElementType::Array, 14, &[]));
    blobs.push(nested(ElementType::Object, 5, &[0x13, b'1']));
    blobs
}

#[test]
fn valid_blobs_are_taken_by_both() {
    let sqlite = Sqlite::new();
    let blobs = valid_blobs();
    assert!(blobs.len() > 200);
    for blob in blobs {
        validate(&blob).unwrap_or_else(|error| panic!("{blob:02x?}: {error}"));
        assert!(sqlite.takes(&blob), "{blob:02x?}");
        compare(&sqlite, &blob).expect("both say the same");
    }
}

#[test]
fn every_truncation_gets_the_verdict_of_sqlite() {
    let sqlite = Sqlite::new();
    for blob in valid_blobs() {
        for len in 0..blob.len() {
            assert!(validate(&blob[..len]).is_err(), "{:02x?}", &blob[..len]);
            compare(&sqlite, &blob[..len]).expect("both say the same");
        }
    }
}

#[test]
fn every_change_of_one_byte_gets_the_verdict_of_sqlite() {
    let sqlite = Sqlite::new();
    for mut blob in valid_blobs() {
        for at in 0..blob.len() {
            let original = blob[at];
            for byte in 0..=u8::MAX {
                blob[at] = byte;
                compare(&sqlite, &blob).expect("both say the same");
            }
            blob[at] = original;
        }
    }
}

/// Each difference that the docs of `validate` list, by its name there.
#[rstest]
#[case::utf8("UTF-8", element(ElementType::TextRaw, 0, b"\xff"))]
#[case::lone_surrogate("lone surrogate", element(ElementType::TextJ, 0, br"\ud800"))]
#[case::half_in_another_line(
    "lone surrogate",
    element(ElementType::Text5, 0, b"\\ud83d\\\n\\ude00")
)]
#[case::int("leading zero", element(ElementType::Int, 0, b"-01"))]
#[case::float5("leading zero", element(ElementType::Float5, 0, b"01.5"))]
#[case::float("no digit before the exponent", element(ElementType::Float, 0, b"-e5"))]
#[case::float5_exponent("no digit before the exponent", element(ElementType::Float5, 0, b"e5"))]
#[case::nul("escaped NUL byte", element(ElementType::TextJ, 0, b"\\\0"))]
#[case::hex("hex escape", element(ElementType::Text5, 0, br"\x4g"))]
#[case::unicode("hex escape", element(ElementType::Text5, 0, b"\\\n\\u004g"))]
fn listed_refusals_are_taken_by_sqlite(#[case] name: &str, #[case] blob: Vec<u8>) {
    let error = validate(&blob).expect_err("refused here");
    assert_eq!(listed_refusal(&blob, &error), Some(name));
    assert!(Sqlite::new().takes(&blob));
}

#[rstest]
#[case::depth("depth", nested(ElementType::Array, 1000, &[0x00]))]
#[case::depth_of_objects("depth", nested(ElementType::Object, 1000, &[0x00]))]
#[case::escaped_mark("U+99999", element(ElementType::Text5, 0, b"\\\n\\uda26\\udd99"))]
#[case::mark(
    "U+99999",
    element(ElementType::Text5, 0, "\\\n\u{99999}".as_bytes())
)]
fn listed_acceptances_are_refused_by_sqlite(#[case] name: &str, #[case] blob: Vec<u8>) {
    validate(&blob).expect("taken here");
    assert_eq!(listed_acceptance(&blob), Some(name));
    let sqlite = Sqlite::new();
    assert!(!sqlite.takes(&blob));
    let json = to_json(&blob).expect("valid");
    assert_eq!(sqlite.text("json", &blob), Some(json));
}

/// Blobs on which readers of this format were reported wrong.
#[rstest]
#[case::float_of_plain_digits("1533")]
#[case::text_with_a_bare_quote("37612262")]
#[case::text_with_a_line_feed("170a")]
#[case::null_in_two_bytes("c100")]
#[case::null_with_a_payload("1000")]
#[case::not_a_number("364e614e")]
#[case::bytes_behind_an_empty_object("0c1761")]
#[case::byte_behind_true("01ff")]
#[case::text_size_of_64_bits("f7ffffffffffffffff61")]
#[case::label_without_a_value("2c1761")]
#[case::label_that_is_an_int("4c13311332")]
#[case::label_that_is_an_array("3c0b00")]
#[case::reserved_type("0d")]
#[case::array_a_byte_short("1b1331")]
#[case::word_true_as_json_text("74727565")]
#[case::object_as_json_text("7b2261223a317d")]
#[case::nothing("")]
#[case::letters_as_float("256162")]
#[case::two_points_as_float5("35312e2e31")]
#[case::array_size_of_64_bits("fbffffffffffffffff")]
#[case::child_past_its_array("2b2331")]
#[case::cut_size("db00")]
fn reported_malformed_blobs_are_refused(#[case] hex: &str) {
    let blob = bytes(hex);
    let error = validate(&blob).expect_err("malformed");
    assert!(error.is_malformed());
    assert!(error.offset().is_some_and(|offset| offset <= blob.len()));
    assert!(to_json(&blob).is_err());
    assert!(sqlite_jsonb::from_slice::<serde_json::Value>(&blob).is_err());
    assert!(!Sqlite::new().takes(&blob));
}

#[rstest]
#[case::largest_u64("c3143138343436373434303733373039353531363135", "18446744073709551615")]
#[case::textraw_with_a_quote("3a612262", r#""a\"b""#)]
#[case::textraw_label("4c1a611331", r#"{"a":1}"#)]
#[case::hexadecimal("4430783141", "26")]
#[case::no_digit_before_the_point("262e35", "0.5")]
#[case::infinity("553965393939", "9e999")]
#[case::object_of_9_bytes("9c676e756d6265721333", r#"{"number":3}"#)]
#[case::object_of_12_bytes("cc0c67737472696e67476e6f7065", r#"{"string":"nope"}"#)]
#[case::surrogate_pair("c80c5c75643833645c7564653030", r#""\ud83d\ude00""#)]
#[case::nested("7c17744b3b2b1331", r#"{"t":[[[1]]]}"#)]
#[case::label_of_digits("4c17311332", r#"{"1":2}"#)]
#[case::wide_empty_array("cb00", "[]")]
#[case::wide_text("d7000161", r#""a""#)]
#[case::wide_int("c30131", "1")]
#[case::siblings_of_a_nested_object(
    "cc1117614c1762133117637b4c176413321333",
    r#"{"a":{"b":1},"c":[{"d":2},3]}"#
)]
fn reported_blobs_are_printed(#[case] hex: &str, #[case] json: &str) {
    let blob = bytes(hex);
    assert_eq!(to_json(&blob).expect("valid"), json);
    compare(&Sqlite::new(), &blob).expect("both say the same");
}

#[rstest]
#[case(ElementType::Array, "[", "]")]
#[case(ElementType::Object, "{\"\":", "}")]
fn depth_1000_is_read_and_1001_is_not(
    #[case] element_type: ElementType,
    #[case] open: &str,
    #[case] close: &str,
) {
    let sqlite = Sqlite::new();
    let blob = nested(element_type, 1000, &[0x00]);
    let json = to_json(&blob).expect("within the limit");
    let expected = [open.repeat(1000), "null".into(), close.repeat(1000)].concat();
    assert_eq!(json, expected);
    assert_eq!(sqlite.text("json", &blob), Some(json));
    validate(&blob).expect("within the limit");
    sqlite_jsonb::from_slice::<serde_json::Value>(&blob).expect("within the limit");

    let blob = nested(element_type, 1001, &[]);
    assert_eq!(sqlite.text("json", &blob), None);
    let limit = 1000;
    for error in [
        validate(&blob).expect_err("too deep"),
        to_json(&blob).expect_err("too deep"),
        sqlite_jsonb::from_slice::<serde_json::Value>(&blob).expect_err("too deep"),
    ] {
        assert_eq!(*error.kind(), ErrorKind::TooDeep { limit });
        assert_eq!(error.offset(), Some(blob.len() - 1));
    }
}

#[test]
fn depth_100_000_is_read_on_a_small_stack() {
    const DEPTH: usize = 100_000;
    let read = || {
        for element_type in [ElementType::Array, ElementType::Object] {
            let blob = nested(element_type, DEPTH, &[]);
            let options = DecodeOptions::new().max_depth(DEPTH);
            options.validate(&blob).expect("within the limit");
            assert!(options.max_depth(DEPTH - 1).validate(&blob).is_err());
            let json = options.to_json(&blob).expect("within the limit");
            let element = Element::from_slice(&blob).expect("an element");
            assert_eq!(json, element.to_string());
            assert_eq!(sqlite_jsonb::to_vec(element).expect("encodes"), blob);

            let mut value: serde_json::Value = options.from_slice(&blob).expect("within the limit");
            let mut depth = 0;
            // Taken apart from the outside in, since dropping such a tree as a whole recurses.
            loop {
                depth += 1;
                let child = match value {
                    serde_json::Value::Array(mut elements) => elements.pop(),
                    serde_json::Value::Object(mut members) => members.remove(""),
                    other => panic!("{other} is no container"),
                };
                match child {
                    Some(child) => value = child,
                    None => break,
                }
            }
            assert_eq!(depth, DEPTH);
        }
    };
    std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(read)
        .expect("a thread starts")
        .join()
        .expect("the thread ends well");
}

#[test]
fn paths_find_what_sqlite_finds() {
    let sqlite = Sqlite::new();
    let text = r#"{"a":[1,{"b c":[true,2.5]}],"é":{"":"x"},"a":2,"c.d":3,"\u0041":4,"q\"":5}"#;
    let blob: Vec<u8> = sqlite
        .0
        .query_row("SELECT jsonb(?)", [text], |row| row.get(0))
        .expect("the text is JSON");
    let root = Element::from_slice(&blob).expect("an element");
    for path in [
        "$",
        "$.a",
        "$.a[0]",
        "$.a[1]",
        "$.a[2]",
        "$.a[#]",
        "$.a[#-1]",
        "$.a[#-2]",
        "$.a[#-3]",
        "$.a[#-0]",
        "$.a[01]",
        "$.a[1].b c[0]",
        "$.a[1].\"b c\"[1]",
        "$.a[1].\"b\\u0020c\"[1]",
        "$.é.\"\"",
        "$.\"c.d\"",
        "$.c.d",
        "$.A",
        "$.\"\\x41\"",
        "$.\\u0041",
        "$.\"q\\\"\"",
        "$.q\"",
        "$.none",
        "$[0]",
        "$.a[18446744073709551617]",
        "",
        "a",
        "$.",
        "$.a[",
        "$.a[]",
        "$.a[-1]",
        "$.\"a",
        "$.a.",
        "$.a[#-]",
        "$a",
        "$.a[0",
    ] {
        let theirs = sqlite.0.query_row(
            "SELECT ?1 -> ?2 WHERE json_type(?1, ?2) IS NOT NULL",
            (&blob, path),
            |row| row.get::<_, String>(0),
        );
        let json = |element: Element<'_>| element.to_string();
        let ours = root.path(path).map(|found| found.map(json));
        match (ours, theirs) {
            (Ok(Some(ours)), Ok(theirs)) => assert_eq!(ours, theirs, "{path}"),
            (Ok(None), Err(rusqlite::Error::QueryReturnedNoRows))
            | (Err(_), Err(rusqlite::Error::SqliteFailure(..))) => {}
            (ours, theirs) => panic!("{path}: {ours:?}, not {theirs:?}"),
        }
    }
}

#[test]
fn labels_match_whatever_text_type_they_are_stored_as() {
    let sqlite = Sqlite::new();
    let labels = [
        (ElementType::TextJ, r"\u0041"),
        (ElementType::Text5, r"b\x43"),
        (ElementType::TextRaw, "d\"e"),
        (ElementType::Text, "é"),
        (ElementType::Text5, "f\\\ng"),
        (ElementType::TextRaw, "A"),
    ];
    let members = labels
        .iter()
        .zip(b"012345")
        .map(|((element_type, payload), digit)| {
            [
                element(*element_type, 0, payload.as_bytes()),
                vec![0x13, *digit],
            ]
            .concat()
        });
    let blob = element(
        ElementType::Object,
        0,
        &members.collect::<Vec<_>>().concat(),
    );
    let object = Element::from_slice(&blob).expect("an element");
    for (path, label, value) in [
        ("$.A", "A", 0),
        ("$.bC", "bC", 1),
        (r#"$."d\"e""#, "d\"e", 2),
        ("$.é", "é", 3),
        ("$.fg", "fg", 4),
    ] {
        let found = object.get(label).expect("valid").expect("a member");
        assert_eq!(found.as_i64().expect("valid"), Some(value));
        let found = object.path(path).expect("valid").expect("a member");
        assert_eq!(found.as_i64().expect("valid"), Some(value));
        let theirs: i64 = sqlite
            .0
            .query_row("SELECT ?1 ->> ?2", (&blob, path), |row| row.get(0))
            .expect("a member");
        assert_eq!(theirs, value, "{path}");
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .chars()
        .map(|digit| digit.to_digit(16).expect("a hexadecimal digit"))
        .map(|digit| u8::try_from(digit).expect("four bits"))
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// A blob with elements of all types in all header widths.
fn blob() -> impl Strategy<Value = Vec<u8>> {
    let size_code = || prop_oneof![4 => Just(0_u8), 1 => 12..=15_u8];
    let scalar = (0..SCALARS.len(), size_code()).prop_map(|(index, size_code)| {
        let (element_type, payload) = SCALARS[index];
        let is_literal = element_type <= ElementType::False;
        let size_code = if is_literal { 0 } else { size_code };
        element(element_type, size_code, payload.as_bytes())
    });
    let label = ("[a-c\"\\\\\n]{0,3}", size_code())
        .prop_map(|(text, size_code)| element(ElementType::TextRaw, size_code, text.as_bytes()));
    scalar.prop_recursive(5, 40, 6, move |child| {
        prop_oneof![
            (prop::collection::vec(child.clone(), 0..6), size_code())
                .prop_map(|(children, code)| element(ElementType::Array, code, &children.concat())),
            (
                prop::collection::vec((label.clone(), child), 0..6),
                size_code()
            )
                .prop_map(|(members, code)| {
                    let members = members
                        .into_iter()
                        .map(|(label, value)| [label, value].concat());
                    element(
                        ElementType::Object,
                        code,
                        &members.collect::<Vec<_>>().concat(),
                    )
                }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_blobs_are_read_as_sqlite_reads_them(blob in blob()) {
        let sqlite = Sqlite::new();
        prop_assert!(sqlite.takes(&blob));
        compare(&sqlite, &blob).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn mutated_blobs_are_read_as_sqlite_reads_them(
        blob in blob(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut blob = blob;
        for (index, byte) in changes {
            let at = index.index(blob.len());
            blob[at] = byte;
        }
        compare(&Sqlite::new(), &blob).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn random_bytes_are_read_as_sqlite_reads_them(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        compare(&Sqlite::new(), &bytes).map_err(TestCaseError::fail)?;
        // Whatever they are, an element made of them can be asked and printed.
        if let Ok(element) = Element::from_slice(&bytes) {
            let _ = element.to_string();
            let _ = element.children().count();
            let _ = element.get("a");
            let _ = element.path("$[#-1].a");
        }
    }
}
