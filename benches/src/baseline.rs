//! The baseline `nested_buffers`: an encoder of the usual kind, correct in its bytes.
//!
//! Each container is written into a vector of its own, which is then copied behind its header into the parent; each header
//! is a vector of its own; numbers go through `to_string`; nested containers recurse. An element at depth d is copied d
//! times, so time grows with size times depth.

use serde_json::Value;
use sqlite_jsonb::format::ElementType;

/// Encodes `value`; the bytes are those of [`sqlite_jsonb::to_vec`].
///
/// # Panics
/// When a payload passes 32 bits. Recurses on depth: see [`stack`](crate::stack).
#[must_use]
pub fn nested_buffers(value: &Value) -> Vec<u8> {
    let mut blob = Vec::new();
    write(value, &mut blob);
    blob
}

fn write(value: &Value, parent: &mut Vec<u8>) {
    match value {
        Value::Null => element(ElementType::Null, &[], parent),
        Value::Bool(true) => element(ElementType::True, &[], parent),
        Value::Bool(false) => element(ElementType::False, &[], parent),
        Value::Number(number) => {
            let text = number.to_string();
            let is_float = text.contains(['.', 'e', 'E']);
            let number_type = if is_float {
                ElementType::Float
            } else {
                ElementType::Int
            };
            element(number_type, text.as_bytes(), parent);
        }
        Value::String(text) => string(text, parent),
        Value::Array(elements) => {
            let mut payload = Vec::new();
            for inner in elements {
                write(inner, &mut payload);
            }
            element(ElementType::Array, &payload, parent);
        }
        Value::Object(members) => {
            let mut payload = Vec::new();
            for (label, inner) in members {
                string(label, &mut payload);
                write(inner, &mut payload);
            }
            element(ElementType::Object, &payload, parent);
        }
    }
}

fn element(element_type: ElementType, payload: &[u8], parent: &mut Vec<u8>) {
    let header = header(element_type, payload.len());
    parent.extend_from_slice(&header);
    parent.extend_from_slice(payload);
}

/// SQLite doc/jsonb.md 3: sizes to 11 in the first byte, larger ones in the next 1, 2 or 4, big-endian.
fn header(element_type: ElementType, payload_size: usize) -> Vec<u8> {
    let code = element_type.code();
    let size = u32::try_from(payload_size).expect("workloads are below 4 GB");
    let [.., b2, b1, b0] = size.to_be_bytes();
    match size {
        0..=11 => vec![b0 << 4 | code],
        12..=0xff => vec![0xc0 | code, b0],
        0x100..=0xffff => vec![0xd0 | code, b1, b0],
        _ => [vec![0xe0 | code], vec![size.to_be_bytes()[0], b2, b1, b0]].concat(),
    }
}

fn string(text: &str, parent: &mut Vec<u8>) {
    let needs_escape = |byte| matches!(byte, b'"' | b'\\' | 0..0x20);
    if text.bytes().any(needs_escape) {
        element(ElementType::TextJ, escaped(text).as_bytes(), parent);
    } else {
        element(ElementType::Text, text.as_bytes(), parent);
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\u{8}' => escaped.push_str("\\b"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\u{c}' => escaped.push_str("\\f"),
            '\r' => escaped.push_str("\\r"),
            '\0'..' ' => escaped.push_str(&unicode_escape(character)),
            other => escaped.push(other),
        }
    }
    escaped
}

fn unicode_escape(character: char) -> String {
    format!("\\u{:04x}", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::with_large_stack;
    use crate::workloads;
    use rstest::rstest;
    use serde_json::json;

    #[test]
    fn bytes_are_those_of_the_library_on_every_workload() {
        with_large_stack(|| {
            for workload in workloads::all() {
                let expected = sqlite_jsonb::to_vec(&workload.value).expect("encodes");
                assert!(
                    nested_buffers(&workload.value) == expected,
                    "{}",
                    workload.id()
                );
            }
        });
    }

    #[rstest]
    #[case::scalars(json!([null, true, false, -0.0, 1.0, 1e300, i64::MIN, u64::MAX]))]
    #[case::escapes(json!({"a\"b\\c/": "\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f}\u{7f}é日"}))]
    #[case::empty(json!({"": [], "o": {}, "s": ""}))]
    #[case::header_steps(json!([11, 12, 255, 256, 65_535, 65_536]
        .map(|len: usize| "x".repeat(len))))]
    fn bytes_are_those_of_the_library(#[case] value: Value) {
        let expected = sqlite_jsonb::to_vec(&value).expect("encodes");
        assert!(nested_buffers(&value) == expected);
    }
}
