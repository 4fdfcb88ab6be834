//! Documents of other formats of serde, without a tree or a type in between.

use sqlite_jsonb::serde::transcode;
use sqlite_jsonb::{ErrorKind, to_json};

use crate::from_hex;

const YAML: &[(&str, &str, &str)] = &[
    (
        "remarshal-project/remarshal#38",
        "on: Test\nother: Test",
        r#"{"on":"Test","other":"Test"}"#,
    ),
    (
        "yuchanns/gray-matter-rs#17",
        "1: foo\ntrue: bar\nthree: baz",
        r#"{"1":"foo","true":"bar","three":"baz"}"#,
    ),
    (
        "dart-lang/tools#2387",
        "spellSlots:\n  1: 2\n  2: 1",
        r#"{"spellSlots":{"1":2,"2":1}}"#,
    ),
    (
        "mikefarah/yq#519",
        "- 0.1: {total: 4}\n- 0.2: {}",
        r#"[{"0.1":{"total":4}},{"0.2":{}}]"#,
    ),
    ("bronze1man/yaml2json#13", "n: bar", r#"{"n":"bar"}"#),
    ("jeremyfa/yaml.js#10", "\"\": test", r#"{"":"test"}"#),
];

const TOML: &[(&str, &str, &str)] = &[
    (
        "PSeitz/toml-to-json-online-converter#6",
        "date = 1984-10-01",
        r#"{"date":"1984-10-01"}"#,
    ),
    (
        "samuelcolvin/rtoml#27",
        "time = 23:30:59",
        r#"{"time":"23:30:59"}"#,
    ),
    (
        "alexcrichton/toml-rs#124",
        "test = 1979-05-27T07:32:00Z",
        r#"{"test":"1979-05-27T07:32:00Z"}"#,
    ),
];

const MESSAGE_PACK: &[(&str, &str, &str)] = &[
    (
        "danielaparker/jsoncons#237",
        "82a47465737420a362696ec4080001020304050607",
        r#"{"test":32,"bin":[0,1,2,3,4,5,6,7]}"#,
    ),
    (
        "msgpack/msgpack-java#390",
        "8201a36f6e6502a374776f",
        r#"{"1":"one","2":"two"}"#,
    ),
    ("msgpack/msgpack-java#677", "d6ff00000001", "[-1,[0,0,0,1]]"),
    ("vmihailenco/msgpack#258", "c7010d41", "[13,[65]]"),
];

#[test]
fn yaml_has_its_json_form() {
    for (name, text, expected) in YAML {
        let blob = transcode(serde_norway::Deserializer::from_str(text)).expect(name);
        assert_eq!(to_json(&blob).ok().as_deref(), Some(*expected), "{name}");
    }
}

#[test]
fn toml_has_its_json_form() {
    for (name, text, expected) in TOML {
        let document = toml::Deserializer::parse(text).expect(name);
        let blob = transcode(document).expect(name);
        assert_eq!(to_json(&blob).ok().as_deref(), Some(*expected), "{name}");
    }
}

#[test]
fn message_pack_has_its_json_form() {
    for (name, bytes, expected) in MESSAGE_PACK {
        let bytes = from_hex(bytes);
        let document = &mut rmp_serde::Deserializer::from_read_ref(&bytes);
        let blob = transcode(document).expect(name);
        assert_eq!(to_json(&blob).ok().as_deref(), Some(*expected), "{name}");
    }
}

#[test]
fn null_is_no_label() {
    for (name, text) in [
        ("eemeli/yaml#554", "null: 1"),
        ("mikefarah/yq#519", "a: {~: 1}"),
    ] {
        let outcome = transcode(serde_norway::Deserializer::from_str(text));
        let error = outcome.expect_err(name);
        let found = "null";
        assert_eq!(
            *error.kind(),
            ErrorKind::UnsupportedLabel { found },
            "{name}"
        );
    }
}
