//! One encoder for one document after the other: what it knows of the last one is in none of the bytes of the next.

use proptest::prelude::*;
use serde_json::{Map, Value};
use sqlite_jsonb::{Encoder, JsonText};
use sqlite_jsonb_tests::Oracle;

/// Trees whose containers have sizes on both sides of what headers of each width hold, at many depths, some of them more
/// than a chunk of the encoder's buffers takes.
fn shape() -> impl Strategy<Value = Value> {
    let lengths = prop_oneof![
        8 => 0..20_usize,
        4 => 100..300_usize,
        2 => 4_000..5_000_usize,
        1 => 16_000..17_000_usize,
        1 => 65_400..65_700_usize,
    ];
    let leaf = lengths.prop_map(|len| Value::from("x".repeat(len)));
    leaf.prop_recursive(24, 60, 4, |inner| {
        let label = "[a-z]{0,3}";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(label, inner.clone(), 0..4)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
            // Chains, of which each link takes a guess of its own.
            (inner, 1..200_usize).prop_map(|(inner, depth)| {
                (0..depth).fold(inner, |inner, _| Value::Array(vec![inner]))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn each_document_has_the_bytes_of_sqlite(documents in prop::collection::vec(shape(), 2..6)) {
        let oracle = Oracle::new();
        let mut encoder = Encoder::new();
        // Each document twice: after others, and after one like it.
        for document in documents.iter().flat_map(|document| [document; 2]) {
            let text = document.to_string();
            let expected = oracle.jsonb(&text);
            // SQLite stops at 1000 levels.
            let Ok(expected) = expected else { continue };
            prop_assert!(encoder.to_vec(document)? == expected, "from the tree of {}", start(&text));
            let from_text = encoder.to_vec(JsonText::new(&text))?;
            prop_assert!(from_text == expected, "from the text {}", start(&text));
        }
    }
}

fn start(text: &str) -> String {
    text.chars().take(200).collect()
}
