//! Documents that a program makes up as it goes.

use super::Encoder;
use super::push::Push;
use super::write::Plan;
use crate::error::Result;

/// A document written piece by piece, in document order, by a program that has no tree of it: see [`Encoder::writer`].
///
/// Every piece is checked to be in its place, so what comes out is a document or an error, never a broken blob.
/// After an error the document is lost, and every later piece is an error too.
///
/// # Errors
///
/// Each piece gives [`ErrorKind::Misplaced`](crate::ErrorKind::Misplaced) where it has no place: a label in an array or
/// behind another one, a value in an object without a label, an end without a start or between label and value, anything
/// behind the end of the root.
/// Otherwise the errors are those of [`Encoder::plan`], and each has its place in the document as a JSON Pointer.
///
/// # Examples
/// ```
/// use sqlite_jsonb::Encoder;
///
/// let mut encoder = Encoder::new();
/// let mut writer = encoder.writer();
/// writer.begin_object()?;
/// writer.label("squares")?.begin_array()?;
/// for n in 1..=3 {
///     writer.int(n * n)?;
/// }
/// writer.end()?;
/// writer.label("done")?.bool(true)?;
/// writer.end()?;
/// let blob = writer.finish()?.to_vec()?;
/// assert_eq!(sqlite_jsonb::to_json(&blob)?, r#"{"squares":[1,4,9],"done":true}"#);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
///
/// Misuse is an error:
/// ```
/// use sqlite_jsonb::{Encoder, ErrorKind};
///
/// let mut encoder = Encoder::new();
/// let mut writer = encoder.writer();
/// let error = writer.begin_array()?.label("a").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Misplaced { found: "a label", .. }));
/// assert!(writer.finish().is_err());
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct JsonbWriter<'e> {
    push: Push<'e>,
}

impl Encoder {
    /// Starts a document that is written piece by piece, with the options and the buffers of this encoder.
    pub fn writer(&mut self) -> JsonbWriter<'_> {
        JsonbWriter { push: self.push() }
    }
}

impl<'e> JsonbWriter<'e> {
    /// Writes NULL.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says, here and below.
    pub fn null(&mut self) -> Result<&mut Self> {
        self.push.null()?;
        Ok(self)
    }

    /// Writes TRUE or FALSE.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says.
    pub fn bool(&mut self, value: bool) -> Result<&mut Self> {
        self.push.bool(value)?;
        Ok(self)
    }

    /// Writes an INT.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says.
    pub fn int(&mut self, value: i64) -> Result<&mut Self> {
        self.push.int(value)?;
        Ok(self)
    }

    /// Writes an INT, for what `i64` does not hold.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says.
    pub fn uint(&mut self, value: u64) -> Result<&mut Self> {
        self.push.int(value)?;
        Ok(self)
    }

    /// Writes a FLOAT, in the shortest text that reads back the same; what a NaN or an infinity becomes is
    /// [`EncodeOptions::non_finite`](crate::EncodeOptions::non_finite).
    ///
    /// # Errors
    /// As [`JsonbWriter`] says, and [`ErrorKind::NonFinite`](crate::ErrorKind::NonFinite) where the options say so.
    pub fn float(&mut self, value: f64) -> Result<&mut Self> {
        self.push.float(value)?;
        Ok(self)
    }

    /// Writes an INT or a FLOAT with just the digits of `literal`, a number literal of RFC 8259 section 6.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says, and [`ErrorKind::InvalidNumber`](crate::ErrorKind::InvalidNumber) for anything else.
    pub fn number(&mut self, literal: &str) -> Result<&mut Self> {
        self.push.number(literal)?;
        Ok(self)
    }

    /// Writes a TEXT, or a TEXTJ where the string holds a quote, a backslash or a byte below 0x20.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says.
    pub fn text(&mut self, text: &str) -> Result<&mut Self> {
        self.push.text(text)?;
        Ok(self)
    }

    /// Starts an ARRAY: what comes until its [`end`](Self::end) are its elements.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says, and [`ErrorKind::TooDeep`](crate::ErrorKind::TooDeep).
    pub fn begin_array(&mut self) -> Result<&mut Self> {
        self.push.begin_array()?;
        Ok(self)
    }

    /// Starts an OBJECT: what comes until its [`end`](Self::end) is a [`label`](Self::label) and a value in turn.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says, and [`ErrorKind::TooDeep`](crate::ErrorKind::TooDeep).
    pub fn begin_object(&mut self) -> Result<&mut Self> {
        self.push.begin_object()?;
        Ok(self)
    }

    /// Writes the label of the member whose value comes next.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says.
    pub fn label(&mut self, label: &str) -> Result<&mut Self> {
        self.push.label(label)?;
        Ok(self)
    }

    /// Ends the innermost container that is open.
    ///
    /// # Errors
    /// As [`JsonbWriter`] says, and [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge).
    pub fn end(&mut self) -> Result<&mut Self> {
        self.push.end()?;
        Ok(self)
    }

    /// The plan of the document, which can be written.
    ///
    /// # Errors
    /// [`ErrorKind::Misplaced`](crate::ErrorKind::Misplaced) when there is no root or a container is open, or after an
    /// error; [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge).
    pub fn finish(self) -> Result<Plan<'e>> {
        self.push.finish()
    }
}
