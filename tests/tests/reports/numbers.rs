//! Numbers in JSON text.

use sqlite_jsonb_tests::Oracle;

use crate::text::is_kept;

/// Texts whose numbers are kept, digit for digit.
pub(crate) const NUMBERS: &[(&str, &str)] = &[
    (
        "serde-rs/json#434",
        r#"{"host_int":123456789012345678901234567890123456789}"#,
    ),
    (
        "serde-rs/json#1170",
        "[-9007199254740991.0,9007199254740991.0,-8.990567403888024e-203]",
    ),
    ("paupino/rust-decimal#283", "1.1234127836128763"),
    ("simdjson/simdjson#1778", r#"{"num":92233720368547758423}"#),
    ("facebookincubator/velox#8066", "233897314173811950000"),
    ("simdjson/simdjson#182", "[1.0e-308,0.1e-308,0.01e-307]"),
    ("simdjson/simdjson#179", "7e23"),
    ("simdjson/simdjson#2099", "1000000000.000000001"),
    ("simd-lite/simd-json#268", "[100,9e999]"),
    ("SBJson/SBJson#88", "-0"),
    ("eclipse-archived/ceylon-sdk#631", "1.01"),
    ("jqlang/jq#46", "1342647857257299304"),
    ("jqlang/jq#945", r#"{"value":643172583639224320}"#),
    ("jqlang/jq#218", r#"{"income":10000000,"total":11111111}"#),
    ("jqlang/jq#3074", r#"{"query_id":5113603275375104668}"#),
    (
        "jqlang/jq#2704",
        "[1E1000,-1E1000,-100000000000000000000000000000002]",
    ),
    (
        "jqlang/jq#369",
        "[125276004817190914,12527600481719091,1252760048171909,12527.6004817190914]",
    ),
    ("jqlang/jq#1652", r#"{"a":13911860366432393}"#),
    ("jqlang/jq#1862", "123.000"),
    ("MiSawa/xq#152", "1470944601309528072"),
    ("ijl/orjson#74", r#"{"lon":-100.78399658203125}"#),
    ("ijl/orjson#53", r#"{"key":147573952589676412927}"#),
    (
        "langchain-ai/langsmith-sdk#3391",
        "[9223372036854775807,18446744073709551615,18446744073709551616,18446744073709551617,19876543210987654321]",
    ),
    ("ijl/orjson#517", r#"{"deviceTag":-80241446968629135069}"#),
    ("ijl/orjson#301", "18528528433540659662"),
    (
        "ijl/orjson#308",
        r#"{"foo":9999999999999999999999999999999999}"#,
    ),
    ("ijl/orjson#526", "[9223372036854775808,-4342969734183514]"),
    ("ultrajson/ultrajson#322", "[59506750011601810000.0]"),
    (
        "ultrajson/ultrajson#442",
        r#"{"foo":100000000000000000000.0}"#,
    ),
    ("creytiv/re#69", "[0E99999999,0E999999999999999999999999]"),
    (
        "ultrajson/ultrajson#49",
        "[18446098363113800555,125245234426059044438591937626407670195]",
    ),
    (
        "ultrajson/ultrajson#344",
        r#"{"x":204963823041217240177777777777777777777777}"#,
    ),
    ("akheron/jansson#154", "10014255632117358197"),
    ("ultrajson/ultrajson#69", r#"{"a":-528656961.4399388}"#),
    ("ultrajson/ultrajson#458", r#"{"x":18446744073709552000}"#),
    (
        "ruby/json#970",
        "[1e4294967296,1e-4294967296,99999999999999999e-4294967296,1e4294967295,1e4294967297]",
    ),
    ("urbit/urbit#5637", "1e9999999999999999999999999999"),
    ("ultrajson/ultrajson#67", "18446744073680981639"),
    (
        "Tencent/rapidjson#849",
        "[1.7e308,1.8e308,5e308,1e309,1.0e310,1.00e310,-1.8e308]",
    ),
    (
        "Tencent/rapidjson#710",
        "[1.7976931348623158e+308,1.7976931348623157e+308]",
    ),
    ("Tencent/rapidjson#1298", "-1.797693134862316e308"),
    ("Tencent/rapidjson#313", r#"{"asd":[1e-00011111111111]}"#),
    ("Tencent/rapidjson#88", "[5e-324,4.9406564584124654e-324]"),
    (
        "Tencent/rapidjson#340",
        "[2.220446049250313e-16,7.450580596923828e-9,3.725290298461914e-9]",
    ),
    ("Tencent/rapidjson#1253", "2e308"),
    ("Ivan-Korolenko/json-with-bigint#14", "0.023884810507297517"),
    ("sidorares/json-bigint#49", r#"{"value":42.144481999999}"#),
    (
        "nlohmann/json#1719",
        "[0.0,-0.0,0e+1,0e1,123.456e-789,20e1,1E+2,1e+2,123e-10000000]",
    ),
    ("Kijewski/pyjson5#153", "[1e999,-1e999,1e400]"),
    (
        "google/json5format#35",
        "[12.34e5678,12.34E+5678,1234e-5678]",
    ),
    ("creationix/jsonparse#4", "[1e+5,1.5E-3]"),
    ("dzhibas/SublimePrettyJson#16", r#"{"float":1.0}"#),
    (
        "jsonsystems/json-schema#66",
        r#"{"sub_total":100.00,"discounts":0.00}"#,
    ),
    (
        "jqlang/jq#2013",
        r#"{"id":1234567890123456789012,"name":"edwin"}"#,
    ),
    (
        "boostorg/json#38",
        "[4.9406564584124654e-324,2.2250738585072009e-308,1e-10000,0.9868011474609375,1e-214748363]",
    ),
    ("JuliaIO/JSON.jl#61", "[55555.5,666666.6]"),
    ("nilproject/NiL.JS#75", "34.970703125"),
    (
        "json-parser/json-parser#17",
        r#"{"lat":40.417881799999996,"lng":-3.7983548,"accuracy":874.0}"#,
    ),
    (
        "NPP-JSONViewer/JSON-Viewer#41",
        r#"{"theNumber":4475.3299999999999}"#,
    ),
    (
        "GreptimeTeam/greptimedb#9020",
        r#"{"n":123456789012345678901234567890}"#,
    ),
    (
        "dolthub/dolt#11416",
        "[9223372036854775808,9223372036854775807,18446744073709551615]",
    ),
    ("moonbitlang/core#4053", "[-0.0,-0e0,-1e-400,-4.9e-325]"),
    ("TurboWarp/scratch-vm#318", "[1e999,-1e999,-0]"),
    ("nao1215/filesql#128", "11040320260000000000"),
];

#[test]
fn numbers_keep_their_digits() {
    let oracle = Oracle::new();
    for (name, text) in NUMBERS {
        is_kept(&oracle, name, text);
    }
}
