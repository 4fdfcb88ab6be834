//! Where in the document a byte of its text is.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use core::str;

use crate::format::text::find_special;
use crate::format::unescape::{Dialect, unescape};

/// One open container.
enum Step {
    /// An array, at the element of this index.
    Element(usize),
    /// An object, at the member of this label; `None` at the label itself.
    Member(Option<Range<usize>>),
}

/// The JSON Pointer (RFC 6901) of what comes behind `before`, the start of a text that is right so far.
///
/// It reads the text anew, so that whoever reads a text without faults need not keep count.
#[cold]
pub(super) fn pointer(before: &[u8]) -> String {
    let mut steps: Vec<Step> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = before.get(at) {
        at = at.saturating_add(1);
        match (byte, steps.last_mut()) {
            (b'[', _) => steps.push(Step::Element(0)),
            (b'{', _) => steps.push(Step::Member(None)),
            (b']' | b'}', _) => {
                steps.pop();
            }
            (b',', Some(Step::Element(index))) => *index = index.saturating_add(1),
            (b',', Some(Step::Member(label))) => *label = None,
            (b'"', step) => {
                let Some(end) = string_end(before, at) else {
                    // A label that is at fault itself, or a value whose place is known.
                    break;
                };
                if let Some(Step::Member(label @ None)) = step {
                    *label = Some(at..end);
                }
                at = end.saturating_add(1);
            }
            _ => {}
        }
    }
    let mut pointer = String::new();
    for step in steps {
        match step {
            Step::Element(index) => {
                pointer.push('/');
                pointer.push_str(itoa::Buffer::new().format(index));
            }
            // Only the innermost object is at a label.
            Step::Member(None) => {}
            Step::Member(Some(label)) => {
                pointer.push('/');
                let label = before
                    .get(label)
                    .and_then(|label| str::from_utf8(label).ok());
                let label = label.and_then(|label| unescape(label, Dialect::Json).ok());
                let label = label.unwrap_or_default();
                pointer.push_str(&label.replace('~', "~0").replace('/', "~1"));
            }
        }
    }
    pointer
}

/// Where the string ends whose content starts at `at`; `None` when it does not.
fn string_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = at.saturating_add(find_special(text.get(at..)?)?);
        if text.get(at) == Some(&b'"') {
            return Some(at);
        }
        at = at.saturating_add(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::root("", "")]
    #[case::behind_the_root("[1]", "")]
    #[case::first_element("[", "/0")]
    #[case::later_element("[1,\"a,b\",[],{}, ", "/4")]
    #[case::label("[{", "/0")]
    #[case::next_label("[{\"a\":1,", "/0")]
    #[case::value("{\"a\":1,\"b\":", "/b")]
    #[case::escapes(r#"{"\"~\/\u0041":[{"x":{"#, "/\"~0~1A/0/x")]
    #[case::behind_a_container(r#"{"a":[1,{"b":2}],"c":["#, "/c/0")]
    #[case::cut_label("{\"a\":{\"b", "/a")]
    #[case::cut_value("{\"a\":\"b\\\"", "/a")]
    fn pointer_names_what_comes_next(#[case] before: &str, #[case] expected: &str) {
        assert_eq!(pointer(before.as_bytes()), expected);
    }
}
