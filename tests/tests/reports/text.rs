//! JSON text.

use serde_json::Value;
use sqlite_jsonb::{EncodeOptions, ErrorKind, JsonText, from_slice, to_json, to_vec};
use sqlite_jsonb_tests::Oracle;

use crate::parse;

/// JSON text that SQLite takes by RFC 8259: the blob prints the text again, digits and escapes as they were.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    ("serde-rs/serde#77", "[7E-7777777777]"),
    ("serde-rs/json#492", "3.5E-2147483647"),
    ("serde-rs/json#495", r#"["\ud834\u0041"]"#),
    ("serde-rs/json#1258", "123456789987654321123456789987654321"),
    ("maciejhirsz/json-rust#36", "18446744073709551616"),
    (
        "maciejhirsz/json-rust#52",
        "2.22507385850720113605740979670913197593481954635164564e-308",
    ),
    ("martian56/raven#427", "1e999999999"),
    ("martian56/raven#611", "1e99999999999999999999999999999999"),
    ("facebookincubator/velox#14558", "[9.6E400]"),
    ("MonetDB/MonetDB#6932", r#"[0.1e12,1e12,{"foo":1e3}]"#),
    ("kitsudaiki/ainari#113", "42.000000e+02"),
    (
        "simd-lite/simd-json#455",
        r#"{"asks":[{"price":3077990.0,"amount":0.111111},{"price":3077999.0000000000000000,"amount":0.5}]}"#,
    ),
    ("simd-lite/simd-json#307", r#"["{\"arg\":\"test\"}"]"#),
    ("tursodatabase/turso#877", r#"{"a":40.7128}"#),
    (
        "tursodatabase/turso#5751",
        r#"{"a":"\"\\\/\b\f\n\r\t\u00e9"}"#,
    ),
    ("tursodatabase/turso#7786", r#"{"k":"ä\n"}"#),
    ("tursodatabase/turso#8539", r#"["a\ud800bcd","a\udc00bcd"]"#),
    (
        "apache/gluten#7849",
        r#"{"a":"431924697b1\ufffdSC\u2995\u06a2\r8\u0010\u06e3\udee4\udff0L\u0001Y"}"#,
    ),
    (
        "simonw/sqlite-utils#625",
        r#"[{"id":123,"text":"Japanese 日本語"}]"#,
    ),
    ("not-fl3/nanoserde#9", r#"["\ud83d\ude40","\u201c"]"#),
    (
        "richie5um/vscode-sort-json#34",
        r#"{"1":3,"2":2,"1":1,"4":4}"#,
    ),
    ("aconchillo/guile-json#84", r#"{"a":1,"b":2,"a":3}"#),
    (
        "sqlite/sqlite test/json101.test 18",
        r#"[3,{"a":4,"":[5,{"hi":6},7]},8]"#,
    ),
    ("simdjson/simdjson#1870", r#""\uDC00""#),
    ("bytedance/sonic#111", r#""\ud800\ud83d\ude00""#),
    ("spotify/spotify-json#45", r#""\ud83d\udc95""#),
    (
        "rudolph-miller/jonathan#53",
        r#""\ud83c\udf63\ud83c\udf63!""#,
    ),
    ("MiSawa/xq#126", r#""\ud83d\udd14""#),
    (
        "jasperhabicht/jsonparse#58",
        r#"["a\ud83d\ude00","ab\ud83d\ude00","abc\ud83d\ude00"]"#,
    ),
    ("micahkepe/jsongrep#51", r#"{"\uD83D\uDE00":"grin"}"#),
    (
        "nlohmann/json#4417",
        r#""http://example.com/\uD800\uD801\uDFFE\uDFFF\uFDD0\uFDCF\uFDEF\uFDF0\uFFFE\uFFFF?\uD800""#,
    ),
    (
        "SBJson/SBJson#41",
        r#"{"MATHEMATICAL ITALIC CAPITAL ALPHA":"\uD835\uDEE2"}"#,
    ),
    ("moonbitlang/core#4062", r#""\uD800""#),
    ("hjson/hjson#44", r##"{"#":123}"##),
    ("ugorji/go#213", r#"{"foo":"\udc49\u0430"}"#),
    ("ugorji/go#213", r#"{"foo":"\udc49"}"#),
    ("golang/go#66368", r#""\ud834Xdd1e""#),
    ("valyala/fastjson#17", r#""\ud83e\udd2d""#),
    (
        "mailru/easyjson#79",
        r#"{"name":"Khashayar is not \ud83d\ude08"}"#,
    ),
    ("javimosch/machin#316", r#"{"s":"em\u2014dash"}"#),
    ("sqlalchemy/sqlalchemy#4798", r#"["𝓓𝓞𝓖"]"#),
    (
        "tursodatabase/turso#8420",
        r#"["plain","with \"quotes\"","back\\slash","new\nline"]"#,
    ),
    (
        "sqlite/sqlite test/json101.test 16",
        r#""abc\uD834\uDD1Exyz""#,
    ),
    ("dominictarr/JSON.sh#46", "[\"\u{7f}\"]"),
    ("mikechambers/as3corelib#130", r#""\u0040""#),
    ("giacomodrago/minijson_reader#11", r#""abc\u0000def""#),
    (
        "fitnr/sqlite-json#13",
        r#"[{"uniseq":6500328718134052119}]"#,
    ),
    ("json-parser/json-parser#58", r#""\ud841\udf31""#),
    (
        "oxigraph/json-event-parser#1",
        r#""\ud83d\udeb8\ud83d\udeaf""#,
    ),
    (
        "byteverse/json-syntax#3",
        r#"["\ud800\udc00","\ud800\udfff"]"#,
    ),
    ("SeasideSt/Seaside#1340", r#""\uD83C\uDDF3\uD83C\uDDF1""#),
    ("steipete/birdclaw#61", r#"{"raw":"free) https"," ":1}"#),
    ("elixir-sqlite/exqlite#92", r#"{"a":1,"\"b\"":2}"#),
    ("Hans-Halverson/brimstone#304", r#""\u0000\u001f\n""#),
];

/// Text that is no JSON; SQLite takes some of it as JSON5.
const NO_TEXTS: &[(&str, &str)] = &[
    ("simdjson/simdjson#1105", r#"""x"#),
    (
        "ClickHouse/ClickHouse#21984",
        r#"{"success":"{"test":123}"}"#,
    ),
    ("ClickHouse/ClickHouse#21984", r#"{"success"test:"123"}"#),
    ("ClickHouse/ClickHouse#5938", "[0\u{0}L]"),
    ("ClickHouse/ClickHouse#5938", r"[3\2tl]"),
    ("DaveGamble/cJSON#718", "[000000]"),
    ("facebookincubator/velox#14558", "[01]"),
    ("roc-lang/roc#10045", "\"\\t\u{1}\""),
    ("stephenberry/glaze#1204", "\"\\u\"eeeeK"),
    ("stephenberry/glaze#1573", r#"{"x":"""#),
    ("jeroen/jsonlite#281", r#"{"lessee1":+Infinity}"#),
    ("simonw/datasette#332", r#"{"num":Infinity}"#),
    ("neuml/txtai#222", r#"{"num":NaN}"#),
    ("json5/json5#229", "0x1"),
    ("json5/json5#210", r#""\01""#),
    ("pljson/pljson#107", r#"{"TMP":.1}"#),
    ("monero-project/monero#10808", "\"\u{b}\""),
    ("monero-project/monero#10808", r#""\v""#),
    ("tursodatabase/turso#7650", "{a:1}"),
    ("tursodatabase/turso#7650", r#"{"a":1,}"#),
    ("tursodatabase/turso#7650", "[1,2]//c"),
    ("tursodatabase/turso#7753", "\u{a0}1"),
    ("tursodatabase/turso#7753", "[1,\u{2028}2]"),
    ("tursodatabase/turso#7753", "\u{b}1"),
    ("simdjson/simdjson#51", "[2.e-3]"),
    ("simdjson/simdjson#51", "[2.e3]"),
    ("simdjson/simdjson#51", "[-.123]"),
    ("simdjson/simdjson#51", "[1.]"),
    ("fwessels/simdjson-go#21", r#"{"":f00000"#),
    ("fwessels/simdjson-go#19", "[0.0"),
    (
        "simd-lite/simd-json#311",
        "[11111111111111111111111111111E1,-111111111111111111111E111111111",
    ),
    ("ponylang/ponyc#3097", "[-012]"),
    ("ponylang/ponyc#3097", "[012]"),
    ("fangyidong/json-simple#21", "nulltrue"),
    ("fangyidong/json-simple#21", "0123"),
    ("nmatt0/mithril#21", "+1"),
    ("nmatt0/mithril#21", "1."),
    ("advantageous/boon#22", "034"),
    ("advantageous/boon#22", "-034"),
    ("advantageous/boon#22", "0."),
    ("sitemule/noxDB#45", r#"{"float":+1.5}"#),
    ("Tencent/rapidjson#2300", "NaN.2e2"),
    ("bitly/go-simplejson#43", "\u{feff}{\"a\":\"中\"}"),
    ("LexouDuck/libccc#19", r#"{"STRING": nan}"#),
    ("Kijewski/pyjson5#153", "1_000"),
    ("Kijewski/pyjson5#153", "0x1_0"),
    ("Kijewski/pyjson5#153", ".e5"),
    ("Kijewski/pyjson5#153", "5.8."),
    ("Kijewski/pyjson5#153", "++7"),
    ("Kijewski/pyjson5#153", "+-.4"),
    ("Kijewski/pyjson5#153", "0e+"),
    ("Kijewski/pyjson5#153", r#""\09""#),
    ("google/json5format#35", "[1234.E5678]"),
    ("google/json5format#35", "[.1234e+5678]"),
    ("swiftlang/swift-foundation#250", "0xE"),
    ("json5/json5#137", "- 1"),
    ("json5/json5#137", "-  122.56"),
    ("wardi/jsonlines#13", "\"a\nb\""),
    ("TryGhost/node-sqlite3#1749", "[groceries]"),
    ("ioccc-src/mkiocccentry#156", "{\"name\":\"-->\0<--\"}"),
    ("typelevel/jawn#122", r#"["\uqqqq"]"#),
    ("typelevel/jawn#122", r#""\uÜÜÜÜ""#),
    ("ruby/json#733", r#""\uaaa""#),
    ("josdejong/jsonrepair#109", r#"{"s \ud"#),
    ("jqlang/jq#2909", "\"\u{1f}hello\""),
    ("DaveGamble/cJSON#10", r#"{"name":"Abcdef\123"}"#),
    ("mgholam/fastJSON#57", r#""\uGGGG""#),
    ("apple/swift-protobuf#2112", "{\"a\u{1f}b\":1}"),
    ("oven-sh/bun#33022", r#"{"k":"\u1"}"#),
    ("oven-sh/bun#36029", r#"{"a":1} {"b":2}"#),
    ("oven-sh/bun#36029", r#"{"a":1} garbage"#),
    ("oven-sh/bun#36029", "1 2"),
    ("org-arl/fjage#109", r#"{"minPowerLevel":-Infinity}"#),
    ("code-golf/code-golf#1960", ""),
];

/// Text with bytes that are no UTF-8.
const NO_UTF8: &[(&str, &[u8])] = &[
    ("golang/go#58511", b"\"\xff\""),
    ("json-iterator/go#521", b"\"hello\xffworld\""),
    ("json-iterator/go#521", b"\"hello\xc2\xc2world\""),
    ("json-iterator/go#521", b"\"hello\xed\xa0\x80world\""),
];

/// The blob of a text has SQLite's bytes, prints the text again and reads as serde_json reads the text.
pub(crate) fn is_kept(oracle: &Oracle, name: &str, text: &str) {
    let blob = EncodeOptions::sqlite().to_vec(JsonText::new(text));
    let blob = blob.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(Ok(&blob), oracle.jsonb(text).as_ref(), "{name}");
    assert_eq!(oracle.json(&blob).as_deref(), Ok(text), "{name}");
    match parse(text) {
        Some(tree) => {
            assert_eq!(from_slice::<Value>(&blob).ok(), Some(tree), "{name}");
            assert_eq!(to_json(&blob).ok().as_deref(), Some(text), "{name}");
        }
        // A lone surrogate or a number beyond f64: nothing but the bytes can hold it.
        None => assert!(from_slice::<Value>(&blob).is_err(), "{name}"),
    }
}

#[test]
fn text_is_kept_as_sqlite_keeps_it() {
    let oracle = Oracle::new();
    for (name, text) in TEXTS {
        is_kept(&oracle, name, text);
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let oracle = Oracle::new();
    for (name, text) in NO_TEXTS {
        let outcome = EncodeOptions::sqlite().to_vec(JsonText::new(text));
        let error = outcome.expect_err(name);
        assert!(error.is_malformed(), "{name}: {error}");
        assert!(!oracle.is_json(text), "{name}");
    }
}

#[test]
fn what_is_no_utf8_is_refused() {
    for (name, text) in NO_UTF8 {
        let error = to_vec(JsonText::from_slice(text)).expect_err(name);
        assert!(
            matches!(error.kind(), ErrorKind::NotUtf8 { .. }),
            "{name}: {error}"
        );
    }
}
