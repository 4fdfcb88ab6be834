//! JSON text: what SQLite's `json()` and `json_pretty()` print.

use alloc::string::String;
use core::fmt;

use super::element::Element;
use super::options::{DecodeOptions, JsonStyle};
use super::pen::{Out, Pen};
use super::{compact, pretty, validate};
use crate::error::{ErrorKind, Result};

/// The JSON text of a blob: byte for byte what SQLite's `json()` prints for it.
///
/// Numbers and TEXTJ strings come out as they are spelled, INT5, FLOAT5 and TEXT5 as JSON; a hexadecimal literal beyond 64
/// bits is `9.0e999`, SQLite's infinity.
/// The blob is checked on the way, so what is printed is JSON.
///
/// [`DecodeOptions`] has the pretty form, other limits, and writers to stream into.
///
/// # Errors
/// As [`validate`](crate::validate); [`ErrorKind::Alloc`] when memory for the text cannot be had.
///
/// # Examples
/// ```
/// let json = sqlite_jsonb::to_json(b"\x7c\x17a\x4b\x26.5\x00")?;
/// assert_eq!(json, r#"{"a":[0.5,null]}"#);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn to_json(blob: &[u8]) -> Result<String> {
    DecodeOptions::new().to_json(blob)
}

impl DecodeOptions {
    /// The JSON text of a blob; see [`to_json`](crate::to_json).
    ///
    /// # Errors
    /// As [`to_json`](crate::to_json).
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::{DecodeOptions, JsonStyle};
    ///
    /// let json = DecodeOptions::new().json_style(JsonStyle::Pretty).to_json(&[0x1b, 0x00])?;
    /// assert_eq!(json, "[\n    null\n]");
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub fn to_json(self, blob: &[u8]) -> Result<String> {
        self.element_to_json(Element::from_slice(blob)?)
    }

    /// Writes the JSON text of a blob to `writer`, in pieces of some kilobytes.
    ///
    /// # Errors
    /// As [`validate`](crate::validate), and [`ErrorKind::Fmt`] when the writer fails. Part of the text may be written then.
    pub fn write_json(self, blob: &[u8], writer: &mut impl fmt::Write) -> Result<()> {
        self.print(Element::from_slice(blob)?, FmtOut(writer))?;
        Ok(())
    }

    /// Writes the JSON text of a blob to `writer`, in pieces of some kilobytes, and flushes it.
    ///
    /// # Errors
    /// As [`validate`](crate::validate), and [`ErrorKind::Io`] when the writer fails. Part of the text may be written then.
    #[cfg(feature = "std")]
    pub fn write_json_to(self, blob: &[u8], writer: impl std::io::Write) -> Result<()> {
        let IoOut(mut writer) = self.print(Element::from_slice(blob)?, IoOut(writer))?;
        Ok(writer.flush()?)
    }

    /// The JSON text of one element.
    pub(crate) fn element_to_json(self, element: Element<'_>) -> Result<String> {
        // Quotes and commas take more than headers do, but seldom by more than a quarter.
        let mut pen = Pen::for_string(element.len().saturating_add(element.len() >> 2))?;
        let printed = self.print_to(element, &mut pen);
        match (printed, pen.into_string()) {
            (Ok(()), Some(json)) => Ok(json),
            (printed, _) => {
                // Some text may not be UTF-8, and if it comes first, it is what is wrong.
                validate::check(element, self.depth_limit())?;
                printed?;
                Err(element.fault(ErrorKind::InvalidUtf8 { position: 0 }))
            }
        }
    }

    fn print<O: Out>(self, root: Element<'_>, out: O) -> Result<O> {
        let mut pen = Pen::for_pieces(root.len(), out)?;
        let printed = self.print_to(root, &mut pen);
        pen.flush()?;
        printed?;
        Ok(pen.into_out())
    }

    fn print_to<O: Out>(self, root: Element<'_>, pen: &mut Pen<O>) -> Result<()> {
        match self.style() {
            JsonStyle::Pretty => pretty::print(root, self.depth_limit(), pen),
            JsonStyle::Compact => compact::print(root, self.depth_limit(), pen),
        }
    }
}

/// The JSON text of the element, as SQLite's `json()` prints it; with `{:#}` as `json_pretty()` does.
///
/// Whatever its depth, it is printed. Where the bytes are malformed, the text ends and the error follows in angle brackets.
impl fmt::Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if f.alternate() {
            JsonStyle::Pretty
        } else {
            JsonStyle::Compact
        };
        let options = DecodeOptions::new().max_depth(usize::MAX).json_style(style);
        match options.print(*self, FmtOut(f)) {
            Ok(_) => Ok(()),
            Err(error) if *error.kind() == ErrorKind::Fmt => Err(fmt::Error),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}

struct FmtOut<'w, W>(&'w mut W);

impl<W: fmt::Write> Out for FmtOut<'_, W> {
    fn write(&mut self, text: &str) -> Result<()> {
        Ok(self.0.write_str(text)?)
    }
}

#[cfg(feature = "std")]
struct IoOut<W>(W);

#[cfg(feature = "std")]
impl<W: std::io::Write> Out for IoOut<W> {
    fn write(&mut self, text: &str) -> Result<()> {
        Ok(self.0.write_all(text.as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ElementType, Header};
    use alloc::format;
    use alloc::string::ToString;
    use rstest::rstest;

    #[rstest]
    #[case::null(b"\x00", "null")]
    #[case::containers(
        b"\x8b\x0b\x0c\x3c\x17a\x01\x00\x02",
        "[[],{},{\"a\":true},null,false]"
    )]
    #[case::textj_as_it_stands(b"\x88\\/\\u0041", r#""\/\u0041""#)]
    #[case::number_as_it_stands(b"\x451E+2", "1E+2")]
    #[case::textraw(b"\x6a\"\\\n\x0b'\x7f", "\"\\\"\\\\\\n\\u000b'\x7f\"")]
    #[case::text5(
        b"\xc9\x17\\x4F\\v\\'\\0\\\n\\\r\n\"\n\\u00e9",
        "\"\\u004F\\u000b'\\u0000\\\"\\n\\u00e9\""
    )]
    #[case::int5(b"\x640xffff", "65535")]
    #[case::float5(b"\x26.5", "0.5")]
    fn json_is_that_of_sqlite(#[case] blob: &[u8], #[case] expected: &str) {
        let json = to_json(blob).expect("valid");
        assert_eq!(json, expected);
        let element = Element::from_slice(blob).expect("valid");
        assert_eq!(element.to_string(), expected);
        let mut written = String::new();
        let options = DecodeOptions::new();
        options.write_json(blob, &mut written).expect("valid");
        assert_eq!(written, expected);
        #[cfg(feature = "std")]
        {
            let mut bytes = alloc::vec![];
            options.write_json_to(blob, &mut bytes).expect("valid");
            assert_eq!(bytes, expected.as_bytes());
        }
    }

    #[test]
    fn pretty_json_has_a_line_an_element() {
        let element = Element::from_slice(b"\x8c\x17a\x2b\x00\x0c\x17b\x0b").expect("valid");
        let expected = "{\n    \"a\": [\n        null,\n        {}\n    ],\n    \"b\": []\n}";
        assert_eq!(format!("{element:#}"), expected);
    }

    #[rstest]
    #[case::behind_an_element(
        b"\x3b\x01\x1d\x00",
        "[true<element type is 13, expected 0 to 12, at byte 2>"
    )]
    #[case::first_in_an_array(
        b"\x2b\x1b\x0d",
        "[[<element type is 13, expected 0 to 12, at byte 2>"
    )]
    #[case::first_in_an_object(
        b"\x2b\x1c\x0b",
        "[{<label is ARRAY, expected a text element, at byte 2>"
    )]
    #[case::behind_a_label(
        b"\x3c\x17a\x0d",
        "{\"a\":<element type is 13, expected 0 to 12, at byte 3>"
    )]
    #[case::label_alone(b"\x2c\x17a", "{\"a\":<label without a value, at byte 1>")]
    fn malformed_bytes_are_shown_where_they_are_met(#[case] blob: &[u8], #[case] expected: &str) {
        let element = Element::from_slice(blob).expect("a container");
        assert_eq!(element.to_string(), expected);
    }

    #[rstest]
    #[case::integers(b"\x131")]
    #[case::texts(b"\x27ab\x2a\"c\x18/")]
    fn text_is_written_in_pieces_of_some_kilobytes(#[case] elements: &[u8]) {
        struct Pieces(usize);
        impl fmt::Write for Pieces {
            fn write_str(&mut self, _: &str) -> fmt::Result {
                self.0 = self.0.saturating_add(1);
                Ok(())
            }
        }
        let payload = elements.repeat(20_000);
        let size = u32::try_from(payload.len()).expect("some kilobytes");
        let header = Header::new(ElementType::Array, size).to_bytes();
        let blob = [header.as_ref(), &payload].concat();
        let mut pieces = Pieces(0);
        let options = DecodeOptions::new();
        let json = options.to_json(&blob).expect("valid");
        options.write_json(&blob, &mut pieces).expect("valid");
        assert!(pieces.0 <= json.len() / (4 << 10), "{}", pieces.0);
    }

    #[test]
    fn failing_writers_end_the_text() {
        struct Full;
        impl fmt::Write for Full {
            fn write_str(&mut self, _: &str) -> fmt::Result {
                Err(fmt::Error)
            }
        }
        let error = DecodeOptions::new().write_json(b"\x00", &mut Full);
        assert_eq!(*error.expect_err("full").kind(), ErrorKind::Fmt);
        #[cfg(feature = "std")]
        {
            let error = DecodeOptions::new().write_json_to(b"\x00", &mut [0_u8; 3][..]);
            assert!(error.expect_err("full").is_io());
        }
    }
}
