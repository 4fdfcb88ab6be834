//! JSON text: what SQLite's `json()` and `json_pretty()` print.

use alloc::string::String;
use core::fmt;

use super::element::Element;
use super::options::{DecodeOptions, JsonStyle};
use super::walk::{Visitor, walk};
use crate::error::{Error, ErrorKind, Result};
use crate::format::unescape::{self, Dialect, Piece, Pieces};
use crate::format::{ElementType, text};

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
        let mut json = String::new();
        reserve(&mut json, blob.len())?;
        self.print(Element::from_slice(blob)?, &mut json)?;
        Ok(json)
    }

    /// Writes the JSON text of a blob to `writer`, in small pieces as they come up.
    ///
    /// # Errors
    /// As [`validate`](crate::validate), and [`ErrorKind::Fmt`] when the writer fails. Part of the text may be written then.
    pub fn write_json(self, blob: &[u8], writer: &mut impl fmt::Write) -> Result<()> {
        self.print(Element::from_slice(blob)?, &mut FmtOut(writer))
    }

    /// Writes the JSON text of a blob to `writer`, in pieces of some kilobytes, and flushes it.
    ///
    /// # Errors
    /// As [`validate`](crate::validate), and [`ErrorKind::Io`] when the writer fails. Part of the text may be written then.
    #[cfg(feature = "std")]
    pub fn write_json_to(self, blob: &[u8], writer: impl std::io::Write) -> Result<()> {
        use std::io::Write;

        let mut writer = std::io::BufWriter::new(writer);
        self.print(Element::from_slice(blob)?, &mut IoOut(&mut writer))?;
        Ok(writer.flush()?)
    }

    /// The JSON text of one element.
    #[cfg(feature = "serde")]
    pub(crate) fn element_to_json(self, element: Element<'_>) -> Result<String> {
        let mut json = String::new();
        self.print(element, &mut json)?;
        Ok(json)
    }

    fn print(self, root: Element<'_>, out: &mut impl Out) -> Result<()> {
        let mut printer = Printer {
            out,
            is_pretty: self.style() == JsonStyle::Pretty,
            depth: 0,
            place: Place::Start,
        };
        walk(root, self.depth_limit(), &mut printer)
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
        match options.print(*self, &mut FmtOut(f)) {
            Ok(()) => Ok(()),
            Err(error) if *error.kind() == ErrorKind::Fmt => Err(fmt::Error),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}

/// Where text goes.
trait Out {
    fn put(&mut self, text: &str) -> Result<()>;
}

impl Out for String {
    #[inline]
    fn put(&mut self, text: &str) -> Result<()> {
        if self.capacity().saturating_sub(self.len()) < text.len() {
            reserve(self, text.len())?;
        }
        self.push_str(text);
        Ok(())
    }
}

struct FmtOut<'w, W>(&'w mut W);

impl<W: fmt::Write> Out for FmtOut<'_, W> {
    fn put(&mut self, text: &str) -> Result<()> {
        Ok(self.0.write_str(text)?)
    }
}

#[cfg(feature = "std")]
struct IoOut<'w, W>(&'w mut W);

#[cfg(feature = "std")]
impl<W: std::io::Write> Out for IoOut<'_, W> {
    fn put(&mut self, text: &str) -> Result<()> {
        Ok(self.0.write_all(text.as_bytes())?)
    }
}

#[cold]
fn reserve(json: &mut String, bytes: usize) -> Result<()> {
    json.try_reserve(bytes)
        .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))
}

struct Printer<'o, O> {
    out: &'o mut O,
    is_pretty: bool,
    /// Containers open at this point.
    depth: usize,
    place: Place,
}

/// What was printed last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing, or the start of a container.
    Start,
    /// A label.
    Label,
    /// An element.
    Element,
}

impl<'a, O: Out> Visitor<'a> for Printer<'_, O> {
    fn open(&mut self, container: Element<'a>) -> Result<()> {
        self.separate()?;
        self.out.put(match container.element_type() {
            ElementType::Object => "{",
            _ => "[",
        })?;
        self.depth = self.depth.saturating_add(1);
        self.place = Place::Start;
        Ok(())
    }

    fn close(&mut self, element_type: ElementType) -> Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.place != Place::Start {
            self.new_line()?;
        }
        self.place = Place::Element;
        self.out.put(match element_type {
            ElementType::Object => "}",
            _ => "]",
        })
    }

    #[inline]
    fn label(&mut self, label: Element<'a>) -> Result<()> {
        self.separate()?;
        self.put(label)?;
        self.out.put(if self.is_pretty { ": " } else { ":" })?;
        self.place = Place::Label;
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        self.separate()?;
        self.put(scalar)?;
        self.place = Place::Element;
        Ok(())
    }
}

impl<O: Out> Printer<'_, O> {
    /// What comes between the last thing and the next.
    #[inline]
    fn separate(&mut self) -> Result<()> {
        match self.place {
            Place::Label => return Ok(()),
            Place::Element => self.out.put(",")?,
            Place::Start if self.depth == 0 => return Ok(()),
            Place::Start => {}
        }
        self.new_line()
    }

    #[inline]
    fn new_line(&mut self) -> Result<()> {
        if !self.is_pretty {
            return Ok(());
        }
        self.out.put("\n")?;
        // SQLite `src/json.c` `jsonPrettyFunc`, 3.53: four spaces a level unless told otherwise.
        (0..self.depth).try_for_each(|_| self.out.put("    "))
    }

    /// SQLite `src/json.c` `jsonTranslateBlobToText`, 3.53.
    fn put(&mut self, element: Element<'_>) -> Result<()> {
        let payload = element.payload();
        let fault = |kind| element.fault(kind);
        match element.element_type() {
            ElementType::True => self.out.put("true"),
            ElementType::False => self.out.put("false"),
            ElementType::Text => {
                let text = unescape::plain(payload).map_err(fault)?;
                self.quoted(|out| out.put(text))
            }
            ElementType::TextJ => {
                let text = unescape::utf8(payload).map_err(fault)?;
                unescape::check(payload, Dialect::Json).map_err(fault)?;
                self.quoted(|out| out.put(text))
            }
            ElementType::Text5 => {
                let text = unescape::utf8(payload).map_err(fault)?;
                self.quoted(|out| {
                    Pieces::new(text, Dialect::Json5)
                        .try_for_each(|piece| put_piece(out, &piece.map_err(fault)?))
                })
            }
            ElementType::TextRaw => {
                let text = unescape::utf8(payload).map_err(fault)?;
                self.quoted(|out| put_escaped(out, text))
            }
            _ => match element.as_number()? {
                Some(number) => self.out.put(number.as_str()),
                None => self.out.put("null"),
            },
        }
    }

    fn quoted(&mut self, put: impl FnOnce(&mut O) -> Result<()>) -> Result<()> {
        self.out.put("\"")?;
        put(self.out)?;
        self.out.put("\"")
    }
}

/// A piece of a TEXT5 as JSON spells it.
fn put_piece(out: &mut impl Out, piece: &Piece<'_>) -> Result<()> {
    match *piece {
        Piece::Plain(run) => out.put(run),
        Piece::Bare(byte) => put_escaped(out, char::from(byte).encode_utf8(&mut [0; 4])),
        Piece::Escape { spelling, .. } => match spelling.as_bytes() {
            [_, b'\'', ..] => out.put("'"),
            [_, b'v', ..] => out.put("\\u000b"),
            [_, b'0', ..] => out.put("\\u0000"),
            [_, b'x', ..] => {
                out.put("\\u00")?;
                out.put(spelling.get(2..).unwrap_or_default())
            }
            // A line that goes on, in any of its spellings.
            [_, b'\r' | b'\n' | 0x80.., ..] => Ok(()),
            _ => out.put(spelling),
        },
    }
}

/// A string with the escapes of JSON.
fn put_escaped(out: &mut impl Out, string: &str) -> Result<()> {
    text::escape(string.as_bytes(), |run| {
        // Runs end at ASCII bytes, and escapes are ASCII.
        out.put(core::str::from_utf8(run).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn malformed_bytes_are_shown_where_they_are_met() {
        let element = Element::from_slice(b"\x3b\x01\x1d\x00").expect("an array");
        assert_eq!(
            element.to_string(),
            "[true<element type is 13, expected 0 to 12, at byte 2>"
        );
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
