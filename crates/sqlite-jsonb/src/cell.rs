//! What a cell of a SQLite table holds, whatever its type.

use alloc::vec::Vec;

use crate::decode::Element;
use crate::encode::{Document, EncodeOptions, NonFinite};
use crate::error::{Error, ErrorKind, Result};
use crate::json::JsonText;
use crate::source::{JsonbSource, Node};

/// A cell that should hold JSON: a value of SQLite, but for NULL, which is no JSON.
///
/// Columns of SQLite hold any type, and those that people migrate do. A cell is read as SQL's JSON functions read it:
///
/// | cell | read as |
/// |---|---|
/// | BLOB | JSONB |
/// | TEXT | JSON text, by the rules of [`JsonText`] |
/// | INTEGER, REAL | a number; an infinity is `9e999` |
/// | empty BLOB | [`ErrorKind::EmptyBlob`] |
/// | BLOB of JSON text | [`ErrorKind::JsonTextInBlob`], unless [`TextInBlob::Take`] says otherwise |
///
/// # Examples
/// ```
/// # #[cfg(feature = "serde_json")] {
/// use sqlite_jsonb::{Cell, TextInBlob, from_slice};
///
/// let cells = [Cell::Blob(b"\x4b\x131\x172"), Cell::Text(br#"[1, "2"]"#)];
/// for cell in cells {
///     let value: serde_json::Value = cell.read(TextInBlob::Refuse, |blob| from_slice(blob))?;
///     assert_eq!(value, serde_json::json!([1, "2"]));
/// }
/// # }
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell<'a> {
    /// INTEGER.
    Integer(i64),
    /// REAL.
    Real(f64),
    /// TEXT, in UTF-8.
    Text(&'a [u8]),
    /// BLOB.
    Blob(&'a [u8]),
}

/// What becomes of JSON text in a BLOB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextInBlob {
    /// An error: [`ErrorKind::JsonTextInBlob`]. The default.
    #[default]
    Refuse,
    /// It is read, as SQLite does.
    ///
    /// A BLOB that is both is JSONB, as in SQLite: the digits `3123` are also the INT 123, and `7123` the text "123". Only
    /// numbers of four bytes are such, and arrays of six with white space in front of a number.
    Take,
}

impl<'a> Cell<'a> {
    /// Reads the cell by a function that reads blobs, such as [`from_slice`](crate::from_slice).
    ///
    /// The blob of a BLOB is the cell's own; that of another cell is made for the call, within the limits of SQLite.
    /// `read` is called again where the first blob was malformed and turns out to be JSON text.
    ///
    /// # Errors
    /// Those of `read`, and those in the table of [`Cell`].
    pub fn read<T>(
        self,
        text_in_blob: TextInBlob,
        mut read: impl FnMut(&[u8]) -> Result<T>,
    ) -> Result<T> {
        let blob = match self {
            Self::Integer(value) => encode(Number::Integer(value))?,
            Self::Real(value) => encode(Number::Real(value))?,
            Self::Text(text) => encode(JsonText::from_slice(text))?,
            Self::Blob([]) => return Err(Error::new(ErrorKind::EmptyBlob)),
            Self::Blob(blob) => match read(blob) {
                Err(error) if error.is_malformed() => text_of(blob, text_in_blob, error)?,
                result => return result,
            },
        };
        read(&blob)
    }

    /// The element that a BLOB holds, in place.
    ///
    /// Its payload is not looked at yet, see [`Element`].
    ///
    /// # Errors
    /// As [`Element::from_slice`], and those in the table of [`Cell`]; [`ErrorKind::NotABlob`] for any other cell, since
    /// nothing in place can be an element then.
    pub fn element(self) -> Result<Element<'a>> {
        match self {
            Self::Blob([]) => Err(Error::new(ErrorKind::EmptyBlob)),
            Self::Blob(blob) => Element::from_slice(blob).or_else(|error| {
                text_of(blob, TextInBlob::Refuse, error)?;
                Element::from_slice(blob)
            }),
            Self::Integer(_) => Err(not_a_blob("INTEGER")),
            Self::Real(_) => Err(not_a_blob("REAL")),
            Self::Text(_) => Err(not_a_blob("TEXT")),
        }
    }
}

#[cold]
fn not_a_blob(found: &'static str) -> Error {
    Error::new(ErrorKind::NotABlob { found })
}

/// The blob of the JSON text that a malformed blob is; if it is none, the error stands.
#[cold]
fn text_of(blob: &[u8], text_in_blob: TextInBlob, error: Error) -> Result<Vec<u8>> {
    match (encode(JsonText::from_slice(blob)), text_in_blob) {
        (Ok(converted), TextInBlob::Take) => Ok(converted),
        (Ok(_), TextInBlob::Refuse) => Err(Error::new(ErrorKind::JsonTextInBlob)),
        (Err(_), _) => Err(error),
    }
}

fn encode(document: impl Document) -> Result<Vec<u8>> {
    EncodeOptions::sqlite()
        .non_finite(NonFinite::Overflow)
        .to_vec(document)
}

/// A number as a document.
#[derive(Clone, Copy)]
enum Number {
    Integer(i64),
    Real(f64),
}

impl JsonbSource for Number {
    type Text = &'static str;
    type Error = core::convert::Infallible;
    type Elements = core::iter::Empty<Result<Self, Self::Error>>;
    type Members = core::iter::Empty<Result<(Self::Text, Self), Self::Error>>;

    fn node(self) -> Result<Node<Self>, Self::Error> {
        Ok(match self {
            Self::Integer(value) => Node::Int(value),
            Self::Real(value) => Node::Float(value),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::to_json;
    use alloc::string::{String, ToString};
    use rstest::rstest;

    fn json(cell: Cell<'_>, text_in_blob: TextInBlob) -> Result<String> {
        cell.read(text_in_blob, to_json)
    }

    #[rstest]
    #[case::blob(Cell::Blob(b"\x2b\x131"), "[1]")]
    #[case::json_null(Cell::Blob(b"\x00"), "null")]
    #[case::text(Cell::Text(b" [1, 2.50] "), "[1,2.50]")]
    #[case::integer(Cell::Integer(i64::MIN), "-9223372036854775808")]
    #[case::real(Cell::Real(1.0), "1.0")]
    #[case::infinity(Cell::Real(f64::NEG_INFINITY), "-9e999")]
    #[case::both_text_and_blob(Cell::Blob(b"3123"), "123")]
    #[case::number_that_is_a_text(Cell::Blob(b"7123"), r#""123""#)]
    #[case::array_that_is_another(Cell::Blob(b"[\n712]"), r#"["","12]"]"#)]
    fn cells_are_read(#[case] cell: Cell<'_>, #[case] expected: &str) {
        for text_in_blob in [TextInBlob::Refuse, TextInBlob::Take] {
            assert_eq!(json(cell, text_in_blob).expect("readable"), expected);
        }
    }

    #[rstest]
    #[case::object(b"{\"a\":1}", "{\"a\":1}")]
    #[case::array(b"[1]", "[1]")]
    #[case::string(b"\"a\"", "\"a\"")]
    #[case::null(b"null", "null")]
    #[case::number(b"-1", "-1")]
    fn json_text_in_a_blob_is_refused_or_taken(#[case] text: &[u8], #[case] expected: &str) {
        let cell = Cell::Blob(text);
        let error = json(cell, TextInBlob::Refuse).expect_err("text");
        assert_eq!(*error.kind(), ErrorKind::JsonTextInBlob);
        let error = cell.element().expect_err("text");
        assert_eq!(*error.kind(), ErrorKind::JsonTextInBlob);
        let taken = json(cell, TextInBlob::Take);
        assert_eq!(taken.expect("JSON text"), expected);
    }

    #[rstest]
    #[case::empty(
        Cell::Blob(b""),
        "blob is empty, expected an element; JSON null is the byte 00"
    )]
    #[case::cut(
        Cell::Blob(b"\x2b\x13"),
        "payload of 2 bytes runs past the end, 1 available, at byte 0"
    )]
    fn what_is_neither_is_the_error_of_the_blob(#[case] cell: Cell<'_>, #[case] message: &str) {
        for text_in_blob in [TextInBlob::Refuse, TextInBlob::Take] {
            let error = json(cell, text_in_blob).expect_err("neither");
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(cell.element().expect_err("neither").to_string(), message);
    }

    #[rstest]
    #[case::empty(b"")]
    #[case::word(b"nul")]
    #[case::json5(b"{a:1}")]
    #[case::latin_1(b"\"\xe9\"")]
    fn text_that_is_no_json_is_an_error(#[case] text: &[u8]) {
        assert!(json(Cell::Text(text), TextInBlob::Take).is_err());
    }

    #[test]
    fn element_is_read_in_place() {
        let blob = b"\x2b\x131";
        let element = Cell::Blob(blob).element().expect("an element");
        assert_eq!(element.as_bytes().as_ptr(), blob.as_ptr());
        let error = Cell::Integer(1).element().expect_err("no blob");
        assert_eq!(error.to_string(), "cell is INTEGER, expected BLOB");
    }
}
