//! JSON text, encoded without a tree in between.

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]
#![expect(
    clippy::inline_always,
    reason = "the cursor stays in registers only where every function that moves it is inlined"
)]

mod fault;
mod parse;
mod pointer;
mod scan;

use core::fmt;

use crate::encode::{Document, Encoder, Plan};
use crate::error::{Error, ErrorKind, Result};
use parse::parse;
use pointer::pointer;

/// A JSON text (RFC 8259) as a document: its blob is the one that SQLite's `jsonb()` gives for that very text.
///
/// The text is read once, from its start to its end, into the encoder's buffer; there is no tree, and no recursion.
/// What it spells is kept:
///
/// | text | element |
/// |---|---|
/// | `null`, `true`, `false` | NULL, TRUE, FALSE |
/// | number without point and exponent | INT, the digits as they are: `-0`, or forty of them |
/// | number with point or exponent | FLOAT, as it is: `1.10`, `1E5`, `1e400` |
/// | string without escapes | TEXT |
/// | string with escapes | TEXTJ, the escapes as they are: `\/`, `\u0041`, and half a surrogate pair, `\ud800` |
/// | array | ARRAY |
/// | object | OBJECT, members in order, duplicates kept |
///
/// Half a surrogate pair is within the grammar of RFC 8259, so it is kept as SQLite keeps it; but no Rust string can hold
/// it, and reading it back is [`ErrorKind::LoneSurrogate`].
///
/// # What is refused
///
/// Whatever SQLite's `json_valid(text, 1)` refuses, and the depth past the limit of the options.
/// JSON5, which SQLite's `jsonb()` reads too, is [`ErrorKind::Json5`], a byte order mark included; RFC 8259 section 8.1
/// leaves it to the reader whether to pass over that.
/// Two texts more than SQLite: one that is not UTF-8 ([`ErrorKind::NotUtf8`]), and one with a NUL byte, where SQLite takes
/// the text to end.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{ErrorKind, JsonText};
///
/// let blob = sqlite_jsonb::to_vec(JsonText::new(r#"{"a": 1.10}"#))?;
/// assert_eq!(blob, b"\x7c\x17a\x451.10");
///
/// let text = "[\n  1,\n  'two'\n]";
/// let error = sqlite_jsonb::to_vec(JsonText::new(text)).unwrap_err();
/// assert_eq!(error.to_string(), "single-quoted string, which JSON5 has and JSON has not, at /1, at byte 9");
/// assert_eq!(error.line_column(text), Some((3, 3)));
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct JsonText<'t> {
    text: &'t [u8],
    is_utf8: bool,
}

impl<'t> JsonText<'t> {
    /// A text.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self {
            text: text.as_bytes(),
            is_utf8: true,
        }
    }

    /// Bytes that should be a text in UTF-8, which is checked when it is encoded.
    #[must_use]
    pub const fn from_slice(text: &'t [u8]) -> Self {
        Self {
            text,
            is_utf8: false,
        }
    }

    fn check_utf8(self) -> Result<()> {
        if self.is_utf8 {
            return Ok(());
        }
        match simdutf8::compat::from_utf8(self.text) {
            Ok(_) => Ok(()),
            Err(error) => {
                let (before, rest) = self.text.split_at(error.valid_up_to());
                let byte = rest.first().copied().unwrap_or_default();
                let fault = Error::at_offset(ErrorKind::NotUtf8 { byte }, before.len());
                Err(fault.at_pointer(|| pointer(before)))
            }
        }
    }
}

impl<'t> From<&'t str> for JsonText<'t> {
    fn from(text: &'t str) -> Self {
        Self::new(text)
    }
}

impl<'t> From<&'t [u8]> for JsonText<'t> {
    fn from(text: &'t [u8]) -> Self {
        Self::from_slice(text)
    }
}

impl Document for JsonText<'_> {
    fn plan_in(self, encoder: &mut Encoder) -> Result<Plan<'_>> {
        self.check_utf8()?;
        encoder.plan_with(|layout| parse(self.text, layout))
    }
}

impl fmt::Debug for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonText")
            .field("len", &self.text.len())
            .finish_non_exhaustive()
    }
}
