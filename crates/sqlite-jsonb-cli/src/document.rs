//! What a cell holds: a document as JSONB, as JSON text, or as a number.

use std::fmt;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _};
use sqlite_jsonb::{EncodeOptions, ErrorKind, JsonText, TextInBlob};

/// Reads cells; JSON5 text is SQLite's own business.
#[derive(Debug)]
pub(crate) struct Reader {
    sqlite: Connection,
}

/// A cell.
#[derive(Debug)]
pub(crate) enum Cell {
    Null,
    /// A blob that is valid JSONB.
    Jsonb,
    /// The JSONB of what stands there as text.
    Text(Vec<u8>),
    /// The JSONB of what stands there as text of JSON5 that is no JSON.
    Json5(Vec<u8>),
    /// The JSONB of what stands there as text, but in a BLOB.
    TextInBlob(Vec<u8>),
    /// The JSONB of what stands there as an INTEGER or a REAL.
    Number(Vec<u8>),
}

/// Which texts are JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// RFC 8259.
    Json,
    /// What SQLite reads: JSON5, and so JSON too.
    Json5,
}

/// Why a cell holds no document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flaw {
    pub(crate) reason: String,
    /// In bytes from the start of the cell.
    pub(crate) offset: Option<usize>,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match self.offset {
            Some(offset) => write!(f, ", at byte {offset}"),
            None => Ok(()),
        }
    }
}

impl From<&sqlite_jsonb::Error> for Flaw {
    fn from(error: &sqlite_jsonb::Error) -> Self {
        Self {
            reason: error.kind().to_string(),
            offset: error.offset(),
        }
    }
}

impl Flaw {
    pub(crate) fn new(reason: impl Into<String>, offset: Option<usize>) -> Self {
        Self {
            reason: reason.into(),
            offset,
        }
    }
}

impl Reader {
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            sqlite: Connection::open_in_memory()?,
        })
    }

    /// What a cell holds.
    pub(crate) fn read(
        &self,
        cell: ValueRef<'_>,
        grammar: Grammar,
    ) -> anyhow::Result<Result<Cell, Flaw>> {
        Ok(match cell {
            ValueRef::Null => Ok(Cell::Null),
            ValueRef::Integer(value) => Ok(number(sqlite_jsonb::Cell::Integer(value))),
            ValueRef::Real(value) => Ok(number(sqlite_jsonb::Cell::Real(value))),
            ValueRef::Text(text) => {
                self.parse(text, grammar)?
                    .map(|(jsonb, grammar)| match grammar {
                        Grammar::Json => Cell::Text(jsonb),
                        Grammar::Json5 => Cell::Json5(jsonb),
                    })
            }
            ValueRef::Blob(blob) => match sqlite_jsonb::validate(blob) {
                Ok(()) => Ok(Cell::Jsonb),
                Err(error) => match self.text(blob, grammar)? {
                    Ok(jsonb) => Ok(Cell::TextInBlob(jsonb)),
                    Err(_) => Err(Flaw::from(&error)),
                },
            },
        })
    }

    /// The JSONB of a JSON text: what SQLite's `jsonb()` makes of it.
    pub(crate) fn text(
        &self,
        text: &[u8],
        grammar: Grammar,
    ) -> anyhow::Result<Result<Vec<u8>, Flaw>> {
        Ok(self.parse(text, grammar)?.map(|(jsonb, _)| jsonb))
    }

    /// As [`text`](Self::text), and which grammar it took.
    fn parse(
        &self,
        text: &[u8],
        grammar: Grammar,
    ) -> anyhow::Result<Result<(Vec<u8>, Grammar), Flaw>> {
        // For SQLite a text ends at its first NUL byte, and what stands behind it would be lost without a word.
        if let Some(offset) = memchr::memchr(0, text) {
            let reason = "text is not JSON: it goes on with a NUL byte";
            return Ok(Err(Flaw::new(reason, Some(offset))));
        }
        let (jsonb, grammar) = match (
            EncodeOptions::sqlite().to_vec(JsonText::from_slice(text)),
            grammar,
        ) {
            (Ok(jsonb), _) => (jsonb, Grammar::Json),
            (Err(error), Grammar::Json) => return Ok(Err(not_json(&error))),
            (Err(error), Grammar::Json5) => match self.json5(text, &error)? {
                Ok(jsonb) => (jsonb, Grammar::Json5),
                Err(flaw) => return Ok(Err(flaw)),
            },
        };
        // SQLite takes escapes of half a surrogate pair, which no string holds and nobody can read back.
        Ok(match sqlite_jsonb::validate(&jsonb) {
            Ok(()) => Ok((jsonb, grammar)),
            Err(error) => Err(Flaw::new(error.kind().to_string(), None)),
        })
    }

    /// The JSONB of a JSON5 text that is no JSON because of `error`.
    fn json5(
        &self,
        text: &[u8],
        error: &sqlite_jsonb::Error,
    ) -> anyhow::Result<Result<Vec<u8>, Flaw>> {
        let Ok(text) = std::str::from_utf8(text) else {
            return Ok(Err(not_json(error)));
        };
        // json_valid: 2 is JSON5.
        let jsonb: Option<Vec<u8>> = self
            .sqlite
            .prepare_cached("SELECT jsonb(?1) WHERE json_valid(?1, 2)")?
            .query_row([text], |row| row.get(0))
            .optional()?;
        if let Some(jsonb) = jsonb {
            return Ok(Ok(jsonb));
        }
        Ok(Err(match error.kind() {
            // That is what JSON5 has; the fault lies behind it.
            ErrorKind::Json5 { .. } => match self.json5_fault(text)? {
                Some(offset) => Flaw::new("text is not JSON5", Some(offset)),
                None => Flaw::new("text is not JSON5: expected one document", None),
            },
            _ => not_json(error),
        }))
    }

    /// Where a text stops to be JSON5; `None` when it has documents and commas, or comments, and nothing else.
    ///
    /// Of what comes behind a document SQLite has no position and gives that of something before it, unless the document
    /// is in an array (SQLite src/json.c jsonConvertTextToBlob, jsonTranslateTextToBlob, 3.53).
    fn json5_fault(&self, text: &str) -> rusqlite::Result<Option<usize>> {
        // It counts characters from 1. The line feed ends a comment.
        let position: i64 = self
            .sqlite
            .prepare_cached("SELECT json_error_position('[' || ?1 || char(10) || ']')")?
            .query_row([text], |row| row.get(0))?;
        let Ok(before) = usize::try_from(position - 2) else {
            return Ok(None);
        };
        let mut characters = text.char_indices().map(|(at, _)| at);
        Ok(Some(characters.nth(before).unwrap_or(text.len())))
    }

    /// Whether SQLite's full check takes a blob.
    pub(crate) fn sqlite_takes(&self, blob: &[u8]) -> rusqlite::Result<bool> {
        self.sqlite
            .prepare_cached("SELECT json_valid(?1, 8)")?
            .query_row([blob], |row| row.get(0))
    }
}

fn not_json(error: &sqlite_jsonb::Error) -> Flaw {
    let reason = match error.kind() {
        kind @ ErrorKind::NotUtf8 { .. } => kind.to_string(),
        // Who wants JSON alone has the option.
        kind @ ErrorKind::Json5 { .. } => format!("text is not JSON: {kind} (--json5 takes it)"),
        kind => format!("text is not JSON: {kind}"),
    };
    Flaw::new(reason, error.offset())
}

/// A number as SQLite's JSON functions read it: an infinity is `9e999`.
fn number(cell: sqlite_jsonb::Cell<'_>) -> Cell {
    let jsonb = cell.read(TextInBlob::Refuse, |jsonb| Ok(jsonb.to_vec()));
    Cell::Number(jsonb.expect("a number is within all limits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn flaw(text: &[u8], grammar: Grammar) -> String {
        let reader = Reader::new().expect("SQLite works");
        let read = reader.text(text, grammar).expect("SQLite works");
        read.expect_err("it is no JSON").to_string()
    }

    #[rstest]
    #[case::empty(b"", "text is not JSON: input ends, expected a value, at byte 0")]
    #[case::cut(
        b"{\"\xc3\xa9\": ",
        "text is not JSON: input ends, expected a value, at byte 7"
    )]
    #[case::second_line(b"[1,\n x]", "text is not JSON: found x, expected a value, at byte 5")]
    #[case::two(b"1 2", "text is not JSON: 1 byte behind the document, at byte 2")]
    #[case::json5(
        b"{a:1}",
        "text is not JSON: label without quotes, which JSON5 has and JSON has not (--json5 takes it), at byte 1"
    )]
    #[case::not_utf8(b"\"\xff\"", "text holds 0xff, which is not UTF-8, at byte 1")]
    #[case::nul(
        b"{\"a\":1} \0{\"b\":2}",
        "text is not JSON: it goes on with a NUL byte, at byte 8"
    )]
    #[case::nul_at_the_end(b"1\0", "text is not JSON: it goes on with a NUL byte, at byte 1")]
    #[case::lone_surrogate(
        b"\"\\ud800\"",
        "surrogate escape without its partner at payload byte 0"
    )]
    fn text_that_is_no_json_says_why_and_where(#[case] text: &[u8], #[case] message: &str) {
        assert_eq!(flaw(text, Grammar::Json), message);
    }

    #[rstest]
    #[case::behind_json5("{é:1,*}".as_bytes(), "text is not JSON5, at byte 6")]
    #[case::second_document("{é:1}\n{b:2}".as_bytes(), "text is not JSON5, at byte 7")]
    #[case::several_documents(b"{a:1}, 2", "text is not JSON5: expected one document")]
    #[case::comment_alone(b"// {", "text is not JSON5: expected one document")]
    #[case::open(b"{a:[1", "text is not JSON5, at byte 5")]
    #[case::open_comment(b"{a:1}/* b", "text is not JSON5, at byte 5")]
    #[case::no_json5(
        b"[1 2]",
        "text is not JSON: found 2, expected a comma or ], at byte 3"
    )]
    fn text_that_is_no_json5_says_why_and_where(#[case] text: &[u8], #[case] message: &str) {
        assert_eq!(flaw(text, Grammar::Json5), message);
    }

    #[test]
    fn text_of_any_depth_is_an_answer() {
        for (depth, is_document) in [(1000, true), (1001, false), (200_000, false)] {
            let text = "[".repeat(depth) + &"]".repeat(depth);
            let reader = Reader::new().expect("SQLite works");
            let read = reader.text(text.as_bytes(), Grammar::Json);
            let read = read.expect("SQLite works");
            assert_eq!(read.is_ok(), is_document, "{depth}: {read:?}");
        }
        let text = "[".repeat(1001) + &"]".repeat(1001);
        assert!(flaw(text.as_bytes(), Grammar::Json5).contains("nest deeper than 1000"));
    }
}
