//! What is counted in JSON text before a parser sees it, and in the tree after it.

use memchr::memchr2;
use serde_json::Value;

use super::Rejection;
use crate::input::MAX_DEPTH;

/// The members of all objects of a text, by its colons; refuses nesting past the limit.
///
/// Parsers recurse, so the depth is bounded before they see the text. A text that is no JSON counts as something.
pub(super) fn members_of_text(text: &[u8]) -> Result<usize, Rejection> {
    let (mut depth, mut members, mut at) = (0_usize, 0, 0);
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => at = after_string(text, at),
            b':' => members += 1,
            b'{' | b'[' if depth == MAX_DEPTH => {
                let reason = format!("containers nest deeper than {MAX_DEPTH}");
                return Err(Rejection::new(at - 1, reason));
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(members)
}

/// Where the string whose first byte stands at `at` is over.
fn after_string(text: &[u8], mut at: usize) -> usize {
    while let Some(run) = text.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += run + 1;
        if text[at - 1] == b'"' {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// The members of all objects of a tree.
pub(super) fn members_of_tree(tree: &Value) -> usize {
    let mut members = 0;
    let mut open = vec![tree];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(elements) => open.extend(elements),
            Value::Object(object) => {
                members += object.len();
                open.extend(object.values());
            }
            _ => {}
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_tree_have_as_many_members() {
        for text in [
            "{}",
            "17",
            r#"{"a:b":":","c\":":[{"d":{}}],"e\\":1}"#,
            r#"[[{"a":1},{"a":2}]]"#,
        ] {
            let tree = serde_json::from_str(text).expect("valid");
            assert_eq!(
                members_of_text(text.as_bytes()),
                Ok(members_of_tree(&tree)),
                "{text}"
            );
        }
    }

    #[test]
    fn nesting_is_refused_where_it_passes_the_limit() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(members_of_text(nested(1000).as_bytes()), Ok(0));
        assert_eq!(
            members_of_text(nested(1001).as_bytes()),
            Err(Rejection::new(1000, "containers nest deeper than 1000"))
        );
        assert_eq!(members_of_text(b"\"\\\\[[[\\\""), Ok(0));
    }
}
