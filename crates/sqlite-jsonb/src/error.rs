//! The one error type of the crate.

mod kind;

use alloc::boxed::Box;
use alloc::string::String;
use core::convert::Infallible;
use core::fmt;

pub use kind::ErrorKind;

/// `Result` with this crate's [`Error`].
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Why a document was not encoded or a blob not read, and where.
///
/// One pointer wide.
/// The reason is [`kind`](Self::kind); the place is [`pointer`](Self::pointer) while encoding a tree and
/// [`offset`](Self::offset) while reading bytes.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{EncodeOptions, ErrorKind, NonFinite};
///
/// # #[cfg(feature = "ciborium")] {
/// let tree = ciborium::Value::Array(vec![f64::NAN.into()]);
/// let error = EncodeOptions::new().non_finite(NonFinite::Error).to_vec(&tree).unwrap_err();
/// assert_eq!(error.pointer(), Some("/0"));
/// assert_eq!(error.to_string(), "float is NaN, expected a finite number, at /0");
/// # }
/// ```
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    pointer: Option<String>,
    source: Option<BoxError>,
}

type BoxError = Box<dyn core::error::Error + Send + Sync + 'static>;

impl Error {
    /// Wraps the error of a source or a sink, for [`JsonbSource::Error`](crate::JsonbSource::Error) and
    /// [`JsonbSink::Error`](crate::JsonbSink::Error).
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::{Error, ErrorKind};
    ///
    /// let error = Error::from_source("the sensor went away");
    /// assert_eq!(*error.kind(), ErrorKind::Source);
    /// assert_eq!(error.to_string(), "the sensor went away");
    /// ```
    #[cold]
    pub fn from_source(source: impl Into<BoxError>) -> Self {
        let mut error = Self::new(ErrorKind::Source);
        error.inner.source = Some(source.into());
        error
    }

    #[cold]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                offset: None,
                pointer: None,
                source: None,
            }),
        }
    }

    #[cold]
    pub(crate) fn invalid_number(literal: &str) -> Self {
        // A number literal is ASCII; whatever else stands here is cut at a character, not at a byte.
        let literal = literal.chars().take(64).collect();
        Self::new(ErrorKind::InvalidNumber { literal })
    }

    #[cold]
    pub(crate) fn at_offset(kind: ErrorKind, offset: usize) -> Self {
        Self::new(kind).or_offset(offset)
    }

    /// The same error with its place in the blob, unless it has one already.
    #[cold]
    pub(crate) fn or_offset(mut self, offset: usize) -> Self {
        self.inner.offset.get_or_insert(offset);
        self
    }

    /// The same error with its place in the document, unless it has one already.
    #[cold]
    pub(crate) fn at_pointer(mut self, pointer: impl FnOnce() -> String) -> Self {
        self.inner.pointer.get_or_insert_with(pointer);
        self
    }

    /// The reason.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.inner.kind
    }

    /// The first byte of the element at fault, counted from the start of the blob, where bytes were read.
    ///
    /// For [`ErrorKind::TrailingBytes`] it is the first byte behind the document.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.inner.offset
    }

    /// The place in the document as a JSON Pointer (RFC 6901), where a document was walked.
    ///
    /// A member is named by its label; where the label itself is at fault, the pointer names the object that holds it.
    /// A message leaves out the middle of one that has more than 256 bytes; here it is whole.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.inner.pointer.as_deref()
    }

    /// The line and the column of [`offset`](Self::offset) in the JSON text that was read, both from 1.
    ///
    /// A line ends with a line feed; a column is a character.
    ///
    /// # Examples
    /// ```
    /// let text = "{\n \"é\": }";
    /// let error = sqlite_jsonb::to_vec(sqlite_jsonb::JsonText::new(text)).unwrap_err();
    /// assert_eq!(error.line_column(text), Some((2, 7)));
    /// ```
    #[must_use]
    pub fn line_column(&self, text: impl AsRef<[u8]>) -> Option<(usize, usize)> {
        let before = text.as_ref().get(..self.offset()?)?;
        let line = before.split(|&byte| byte == b'\n').count();
        let last = before.rsplit(|&byte| byte == b'\n').next()?;
        // RFC 3629: every byte of a character but its first one is 0b10xx_xxxx.
        let characters = last.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Some((line, characters.saturating_add(1)))
    }

    /// Whether a limit in force was passed: depth, length, bignum length or memory.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self.inner.kind,
            ErrorKind::TooDeep { .. }
                | ErrorKind::TooLarge { .. }
                | ErrorKind::Alloc { .. }
                | ErrorKind::BignumTooLong { .. }
                | ErrorKind::BufferTooSmall { .. }
        )
    }

    /// Whether the document holds something that JSONB, or the policy in force, has no form for.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        matches!(
            self.inner.kind,
            ErrorKind::NonFinite { .. }
                | ErrorKind::UnsupportedLabel { .. }
                | ErrorKind::UnsupportedBytes { .. }
                | ErrorKind::UnsupportedTag { .. }
                | ErrorKind::UnsupportedNumber { .. }
                | ErrorKind::ReservedLabel { .. }
                | ErrorKind::UnsupportedValue { .. }
                | ErrorKind::NumberOutOfRange { .. }
        )
    }

    /// Whether the input breaks the rules of its own format.
    #[must_use]
    pub fn is_malformed(&self) -> bool {
        matches!(
            self.inner.kind,
            ErrorKind::InvalidNumber { .. }
                | ErrorKind::HeaderPastEnd { .. }
                | ErrorKind::PayloadPastEnd { .. }
                | ErrorKind::TrailingBytes { .. }
                | ErrorKind::ReservedType { .. }
                | ErrorKind::LongLiteral { .. }
                | ErrorKind::LabelNotText { .. }
                | ErrorKind::MissingValue
                | ErrorKind::MalformedNumber { .. }
                | ErrorKind::InvalidUtf8 { .. }
                | ErrorKind::UnescapedByte { .. }
                | ErrorKind::InvalidEscape { .. }
                | ErrorKind::LoneSurrogate { .. }
                | ErrorKind::UnexpectedEnd { .. }
                | ErrorKind::UnexpectedByte { .. }
                | ErrorKind::NotUtf8 { .. }
                | ErrorKind::Json5 { .. }
                | ErrorKind::MalformedCbor { .. }
                | ErrorKind::InvalidLink { .. }
                | ErrorKind::NotStrict { .. }
                | ErrorKind::EmptyBlob
                | ErrorKind::JsonTextInBlob
                | ErrorKind::NotABlob { .. }
                | ErrorKind::InvalidPath { .. }
        )
    }

    /// Whether reading or writing failed outside this crate.
    #[must_use]
    pub fn is_io(&self) -> bool {
        #[cfg(feature = "std")]
        let is_io = matches!(self.inner.kind, ErrorKind::Io(_));
        #[cfg(not(feature = "std"))]
        let is_io = false;
        is_io
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.inner.source {
            Some(source) => write!(f, "{source}")?,
            None => write!(f, "{}", self.inner.kind)?,
        }
        match self.pointer() {
            Some("") => f.write_str(", at the root")?,
            Some(pointer) => match ends(pointer) {
                None => write!(f, ", at {pointer}")?,
                Some([start, end]) => write!(f, ", at {start}…{end}")?,
            },
            None => {}
        }
        match self.offset() {
            Some(offset) => write!(f, ", at byte {offset}"),
            None => Ok(()),
        }
    }
}

/// The start and the end of a pointer that is too long for a message.
fn ends(pointer: &str) -> Option<[&str; 2]> {
    const LONGEST: usize = 256;
    if pointer.len() <= LONGEST {
        return None;
    }
    let is_boundary = |at: &usize| pointer.is_char_boundary(*at);
    let start = (0..=LONGEST / 2).rev().find(is_boundary)?;
    let end = (pointer.len() - LONGEST / 2..pointer.len()).find(is_boundary)?;
    Some([&pointer[..start], &pointer[end..]])
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.inner.kind)
            .field("offset", &self.inner.offset)
            .field("pointer", &self.inner.pointer)
            .field("source", &self.inner.source)
            .finish()
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.inner.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<fmt::Error> for Error {
    #[cold]
    fn from(_: fmt::Error) -> Self {
        Self::new(ErrorKind::Fmt)
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    #[cold]
    fn from(source: std::io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io(source.kind()));
        error.inner.source = Some(source.into());
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ElementType;
    use alloc::format;
    use alloc::string::ToString;
    use rstest::rstest;

    #[test]
    fn error_is_one_word_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
    }

    #[test]
    fn error_crosses_threads() {
        fn check<T: Send + Sync + 'static>() {}
        check::<Error>();
    }

    #[test]
    fn long_literal_is_cut() {
        let error = Error::invalid_number(&"é".repeat(70));
        assert_eq!(
            *error.kind(),
            ErrorKind::InvalidNumber {
                literal: "é".repeat(64)
            }
        );
    }

    #[test]
    fn first_place_wins() {
        let error = Error::new(ErrorKind::TooDeep { limit: 3 })
            .at_pointer(|| "/a".into())
            .at_pointer(|| "/b".into());
        assert_eq!(error.to_string(), "containers nest deeper than 3, at /a");
    }

    #[rstest]
    #[case::longest("/é".repeat(85) + "/", "/é".repeat(85) + "/")]
    #[case::longer("/é".repeat(86), "/é".repeat(42) + "/…é" + &"/é".repeat(42))]
    #[case::between_characters("/aé".repeat(10_000), "/aé".repeat(32) + "…" + &"/aé".repeat(32))]
    fn message_has_the_ends_of_a_long_pointer(#[case] pointer: String, #[case] shown: String) {
        let error = Error::new(ErrorKind::MissingValue).at_pointer(|| pointer.clone());
        assert_eq!(
            error.to_string(),
            format!("label without a value, at {shown}")
        );
        assert_eq!(error.pointer(), Some(&*pointer));
    }

    #[rstest]
    #[case::header(
        ErrorKind::HeaderPastEnd { header_len: 1, available: 0 },
        "header of 1 byte runs past the end, 0 available, at byte 7",
    )]
    #[case::one(ErrorKind::UnsupportedBytes { len: 1 }, "byte string of 1 byte, which the policy refuses, at byte 7")]
    #[case::payload(
        ErrorKind::PayloadPastEnd { payload_size: 300, available: 12 },
        "payload of 300 bytes runs past the end, 12 available, at byte 7",
    )]
    #[case::trailing(ErrorKind::TrailingBytes { len: 2 }, "2 bytes behind the document, at byte 7")]
    #[case::literal(
        ErrorKind::LongLiteral { element_type: ElementType::Null, len: 3 },
        "NULL of 3 bytes, expected 1, at byte 7",
    )]
    #[case::label(
        ErrorKind::LabelNotText { found: ElementType::Array },
        "label is ARRAY, expected a text element, at byte 7",
    )]
    #[case::value(ErrorKind::MissingValue, "label without a value, at byte 7")]
    #[case::range(
        ErrorKind::NumberOutOfRange { literal: "9e999".into() },
        "number is 9e999, beyond what the target holds, at byte 7",
    )]
    #[case::byte(
        ErrorKind::UnescapedByte { byte: b'\n', position: 3 },
        "text holds 0x0a at payload byte 3, expected an escape, at byte 7",
    )]
    #[case::escape(
        ErrorKind::InvalidEscape { position: 3 },
        "escape is cut or unknown at payload byte 3, at byte 7",
    )]
    #[case::surrogate(
        ErrorKind::LoneSurrogate { position: 3 },
        "surrogate escape without its partner at payload byte 3, at byte 7",
    )]
    #[case::end(
        ErrorKind::UnexpectedEnd { expected: "a value" },
        "input ends, expected a value, at byte 7",
    )]
    #[case::unexpected(
        ErrorKind::UnexpectedByte { byte: b'}', expected: "a value" },
        "found }, expected a value, at byte 7",
    )]
    #[case::unprintable(
        ErrorKind::UnexpectedByte { byte: 0, expected: "a quote" },
        "found byte 0x00, expected a quote, at byte 7",
    )]
    #[case::not_utf8(ErrorKind::NotUtf8 { byte: 0xe9 }, "text holds 0xe9, which is not UTF-8, at byte 7")]
    #[case::json5(
        ErrorKind::Json5 { found: "trailing comma" },
        "trailing comma, which JSON5 has and JSON has not, at byte 7",
    )]
    fn messages_say_what_was_found_and_where(#[case] kind: ErrorKind, #[case] message: &str) {
        assert_eq!(Error::at_offset(kind, 7).to_string(), message);
    }
}
