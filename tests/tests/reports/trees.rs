//! The texts that are taken, through trees and serde: every way gives the same document.

use serde_json::Value;
use sqlite_jsonb::serde::transcode;
use sqlite_jsonb::{EncodeOptions, JsonText, from_slice, to_vec};
use sqlite_jsonb_tests::numbers_are_plain;

use crate::{numbers::NUMBERS, parse, text::TEXTS};

/// The texts that serde_json reads, each with its tree.
fn documents() -> impl Iterator<Item = (&'static str, &'static str, Value)> {
    let texts = TEXTS.iter().chain(NUMBERS);
    texts.filter_map(|(name, text)| Some((*name, *text, parse(text)?)))
}

#[test]
fn serde_gives_the_same_document() {
    // A number goes through serde by its value, not by its digits.
    if !numbers_are_plain() {
        return;
    }
    for (name, text, tree) in documents() {
        let blob = EncodeOptions::sqlite()
            .to_vec(JsonText::new(text))
            .expect(name);
        let read = sqlite_jsonb::serde::from_slice::<Value>(&blob);
        assert_eq!(read.as_ref().ok(), Some(&tree), "{name}");
        let blob = transcode(&mut serde_json::Deserializer::from_str(text)).expect(name);
        assert_eq!(from_slice::<Value>(&blob).ok(), Some(tree), "{name}");
    }
}

#[test]
fn simd_json_gives_the_same_document() {
    if !numbers_are_plain() {
        return;
    }
    // simd-json has turned `-0` into 0 before there is a tape.
    for (name, text, tree) in documents().filter(|(_, text, _)| *text != "-0") {
        let mut bytes = text.as_bytes().to_vec();
        // What it refuses, such as a number beyond f64, is not for here.
        let Ok(tape) = simd_json::to_tape(&mut bytes) else {
            continue;
        };
        let blob = to_vec(&tape).expect(name);
        assert_eq!(from_slice::<Value>(&blob).ok(), Some(tree), "{name}");
        let mut bytes = text.as_bytes().to_vec();
        let owned = simd_json::to_owned_value(&mut bytes).expect(name);
        assert_eq!(to_vec(&owned).ok(), Some(blob), "{name}");
    }
}
