//! A JSON file whose top level is an array: a document an element.

use super::scan::Scan;
use super::{Document, Fault, JSON5_HINT, Window};

#[derive(Debug)]
pub(crate) struct Elements {
    state: State,
    /// The elements seen so far.
    number: u64,
}

#[derive(Debug, PartialEq)]
enum State {
    BeforeArray,
    BeforeFirst,
    AfterComma,
    AfterArray,
}

impl Elements {
    pub(crate) fn new() -> Self {
        Self {
            state: State::BeforeArray,
            number: 0,
        }
    }

    pub(crate) fn next(&mut self, window: &mut Window) -> Result<Option<Document>, Fault> {
        if self.state == State::BeforeArray {
            window.skip_mark()?;
            window.skip_space()?;
            window.consume(1);
            self.state = State::BeforeFirst;
        }
        let byte = window.skip_space()?;
        match (&self.state, byte) {
            (State::AfterArray, None) => Ok(None),
            (State::AfterArray, Some(b'/')) => {
                let comment = "comment, which JSON5 has and JSON has not";
                Err(window.malformed(0, 0, format!("{comment}{JSON5_HINT}")))
            }
            (State::AfterArray, Some(_)) => Err(window.malformed(
                0,
                0,
                "trailing characters after the array (of several documents each takes a line of its own: --format ndjson)",
            )),
            (State::BeforeFirst, Some(b']')) => {
                window.consume(1);
                self.state = State::AfterArray;
                self.next(window)
            }
            (State::AfterComma, Some(b']')) => {
                let comma = "trailing comma before the end of the array, which JSON5 has and JSON has not";
                Err(window.malformed(self.number, 0, format!("{comma}{JSON5_HINT}")))
            }
            (_, Some(b',' | b'}' | b':')) => {
                Err(window.malformed(self.number + 1, 0, "expected a value"))
            }
            (_, None) => Err(window.malformed(self.number, 0, "the array is not closed")),
            (_, Some(_)) => self.element(window).map(Some),
        }
    }

    fn element(&mut self, window: &mut Window) -> Result<Document, Fault> {
        self.number += 1;
        let mut scan = Scan::default();
        let end = loop {
            if let Some(end) = scan.run(window.bytes()) {
                break end;
            }
            if !window.more()? {
                let what = if scan.in_string() {
                    "a string"
                } else {
                    "the array"
                };
                let reason = format!("the file ends here, and {what} is not closed");
                return Err(window.malformed(self.number, window.bytes().len(), reason));
            }
        };
        self.state = match window.bytes()[end] {
            b',' => State::AfterComma,
            b']' => State::AfterArray,
            _ => return Err(window.malformed(self.number, end, "expected , or ]")),
        };
        Ok(Document {
            number: self.number,
            start: 0,
            end,
            consumed: end + 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::drain;
    use rstest::rstest;

    fn split(text: &str) -> Result<Vec<(u64, String)>, (u64, u64, String)> {
        let mut window = Window::new(Box::new(std::io::Cursor::new(text.to_owned())), 1 << 20);
        let mut elements = Elements::new();
        let note = |window: &Window, document: Document| {
            let text = window.bytes()[document.start..document.end].to_vec();
            let text = String::from_utf8(text).expect("cut at ASCII");
            (window.offset(document.start), text)
        };
        drain(&mut window, |window| elements.next(window), note)
    }

    #[test]
    fn each_element_comes_with_its_offset() {
        let found = split(" [1, {\"a\":[2,\"],\"]} ,\n\"é\"] \n").expect("well formed");
        assert_eq!(
            found,
            [
                (2, "1".into()),
                (5, "{\"a\":[2,\"],\"]} ".into()),
                (22, "\"é\"".into())
            ]
        );
        assert_eq!(split("\u{feff}[ ]"), Ok(vec![]));
    }

    #[rstest]
    #[case::trailing_comma(
        "[1,]",
        1,
        3,
        "trailing comma before the end of the array, which JSON5 has and JSON has not (import and convert take it with --json5)"
    )]
    #[case::comment(
        "[1] // a",
        0,
        4,
        "comment, which JSON5 has and JSON has not (import and convert take it with --json5)"
    )]
    #[case::missing_value("[1,,2]", 2, 3, "expected a value")]
    #[case::missing_first("[,2]", 1, 1, "expected a value")]
    #[case::cut_after_comma("[1,", 1, 3, "the array is not closed")]
    #[case::cut_at_once("[", 0, 1, "the array is not closed")]
    #[case::cut_in_element("[1,{", 2, 4, "the file ends here, and the array is not closed")]
    #[case::cut_in_string("[\"a", 1, 3, "the file ends here, and a string is not closed")]
    #[case::brace("[1}", 1, 2, "expected , or ]")]
    fn array_out_of_shape_is_an_error_that_says_where(
        #[case] text: &str,
        #[case] number: u64,
        #[case] offset: u64,
        #[case] reason: &str,
    ) {
        assert_eq!(split(text), Err((number, offset, reason.into())));
    }

    #[test]
    fn second_array_behind_the_first_gets_a_hint() {
        let (_, offset, reason) = split("[1]\n[2]").expect_err("two documents");
        assert_eq!(offset, 4);
        assert!(reason.contains("--format ndjson"), "{reason}");
    }
}
