//! The one error type of the crate.

use alloc::boxed::Box;
use alloc::string::String;
use core::convert::Infallible;
use core::fmt;

use crate::format::ElementType;

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

/// The reason of an [`Error`]; comparable, so that tests and callers can match on it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Containers nest deeper than the limit in force.
    TooDeep {
        /// The deepest nesting allowed, in containers.
        limit: usize,
    },
    /// The encoded element is longer than the limit in force.
    TooLarge {
        /// The longest element allowed, in bytes.
        limit: usize,
    },
    /// Memory could not be had.
    Alloc {
        /// The size of the refused request, in bytes.
        bytes: usize,
    },
    /// A float has no JSON form, and [`NonFinite::Error`](crate::NonFinite::Error) is in force.
    NonFinite {
        /// The float: a NaN or an infinity. NaN differs from itself, so compare with `is_nan`.
        value: f64,
    },
    /// A [`Node::Number`](crate::Node::Number) is not a number literal of RFC 8259 section 6.
    InvalidNumber {
        /// The literal, cut after 64 characters.
        literal: String,
    },
    /// The destination slice is shorter than the plan.
    BufferTooSmall {
        /// The encoded length, in bytes.
        needed: usize,
        /// The length of the slice, in bytes.
        available: usize,
    },
    /// A map key has no form as a label, or the policy in force refuses it.
    UnsupportedLabel {
        /// What the key is, such as `"an array"`.
        found: &'static str,
    },
    /// A byte string, and the policy in force refuses them.
    UnsupportedBytes {
        /// Its length in bytes.
        len: usize,
    },
    /// A tag, and the policy in force refuses it.
    UnsupportedTag {
        /// The tag number.
        tag: u64,
    },
    /// A bignum longer than the policy in force allows.
    BignumTooLong {
        /// Its length in bytes, leading zeros not counted.
        len: usize,
        /// The longest allowed, in bytes.
        limit: usize,
    },
    /// A value of the source that this version of the crate does not know.
    UnsupportedValue {
        /// What the value is.
        found: &'static str,
    },
    /// The header of an element runs past the end of the blob or of its container.
    HeaderPastEnd {
        /// The length of the header in bytes.
        header_len: usize,
        /// What is left of the blob or the container, in bytes.
        available: usize,
    },
    /// The payload of an element runs past the end of the blob or of its container.
    PayloadPastEnd {
        /// The size its header declares, in bytes.
        payload_size: u64,
        /// What is left of the blob or the container behind the header, in bytes.
        available: usize,
    },
    /// Bytes follow the element that should be the whole blob; the offset is that of the first one.
    TrailingBytes {
        /// How many.
        len: usize,
    },
    /// An element type that the format reserves.
    ReservedType {
        /// Its code, 13 to 15.
        code: u8,
    },
    /// A NULL, TRUE or FALSE with a payload or a header of more than one byte.
    LongLiteral {
        /// Which of the three.
        element_type: ElementType,
        /// Its length, in bytes.
        len: usize,
    },
    /// A label that is no text.
    LabelNotText {
        /// What it is.
        found: ElementType,
    },
    /// An OBJECT that ends behind a label; the offset is that of the label.
    MissingValue,
    /// The payload of a number is outside the grammar of its type.
    MalformedNumber {
        /// INT, INT5, FLOAT or FLOAT5.
        element_type: ElementType,
        /// The payload, cut after 64 characters, with U+FFFD for what is not UTF-8.
        literal: String,
    },
    /// A number that the target cannot hold, and [`Overflow::Error`](crate::Overflow::Error) is in force.
    NumberOutOfRange {
        /// The payload, cut after 64 characters.
        literal: String,
    },
    /// A text that is not UTF-8.
    InvalidUtf8 {
        /// Where, in bytes from the start of the payload.
        position: usize,
    },
    /// A byte in a TEXT or a TEXTJ that JSON wants escaped: a quote, a control character, in a TEXT also a backslash.
    UnescapedByte {
        /// The byte.
        byte: u8,
        /// Where, in bytes from the start of the payload.
        position: usize,
    },
    /// An escape in a TEXTJ or a TEXT5 that is cut or unknown.
    InvalidEscape {
        /// Where its backslash is, in bytes from the start of the payload.
        position: usize,
    },
    /// An escape in a TEXTJ or a TEXT5 that stands for half a surrogate pair, and no string can hold it.
    LoneSurrogate {
        /// Where its backslash is, in bytes from the start of the payload.
        position: usize,
    },
    /// JSON text or CBOR ends where more of it should be.
    UnexpectedEnd {
        /// What should be there.
        expected: &'static str,
    },
    /// A byte of JSON text that the grammar of RFC 8259 has no place for.
    UnexpectedByte {
        /// The byte.
        byte: u8,
        /// What should be there.
        expected: &'static str,
    },
    /// Something in JSON text that JSON5 allows and RFC 8259 does not.
    Json5 {
        /// What it is, such as `"trailing comma"`.
        found: &'static str,
    },
    /// CBOR that is not well-formed (RFC 8949 section 5.3.1).
    MalformedCbor {
        /// What is wrong, such as `"a break where none may be"`.
        found: &'static str,
    },
    /// A BLOB without a byte, which is no element.
    EmptyBlob,
    /// A BLOB that holds JSON text, which SQL takes too, though it is not JSONB: see
    /// [`TextInBlob`](crate::TextInBlob). In SQL, `jsonb(CAST(x AS TEXT))` converts it.
    JsonTextInBlob,
    /// A cell that should be a BLOB.
    NotABlob {
        /// What it is: `"TEXT"`, `"INTEGER"` or `"REAL"`.
        found: &'static str,
    },
    /// A path that is no JSON Pointer, or no path of SQLite.
    InvalidPath {
        /// The path.
        path: String,
        /// Where it goes wrong, in bytes from its start.
        position: usize,
    },
    /// A document was given piece by piece, and a piece is where it cannot be.
    Misplaced {
        /// What it is, such as `"a label"`.
        found: &'static str,
        /// What may stand there.
        expected: &'static str,
    },
    /// An implementation of serde's `Serialize`, `Deserialize` or `Visitor` failed.
    Custom {
        /// What it says.
        message: String,
    },
    /// A formatter failed.
    Fmt,
    /// The source or the sink failed; [`source`](core::error::Error::source) is its error.
    Source,
    /// Writing failed; [`source`](core::error::Error::source) is the I/O error.
    #[cfg(feature = "std")]
    Io(std::io::ErrorKind),
}

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
    /// For [`ErrorKind::TrailingBytes`] it is the first byte behind the element.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.inner.offset
    }

    /// The place in the document as a JSON Pointer (RFC 6901), where a document was walked.
    ///
    /// A member is named by its label; where the label itself is at fault, the pointer names the object that holds it.
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
                | ErrorKind::Json5 { .. }
                | ErrorKind::MalformedCbor { .. }
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

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep { limit } => write!(f, "containers nest deeper than {limit}"),
            Self::TooLarge { limit } => write!(f, "encoded length passes {limit} bytes"),
            Self::Alloc { bytes } => write!(f, "memory for {bytes} bytes cannot be had"),
            Self::NonFinite { value } => write!(f, "float is {value}, expected a finite number"),
            Self::InvalidNumber { literal } => {
                write!(f, "number is {literal:?}, expected a JSON number literal")
            }
            Self::BufferTooSmall { needed, available } => {
                write!(f, "destination has {available} bytes, expected {needed}")
            }
            Self::UnsupportedLabel { found } => write!(f, "map key is {found}, expected text"),
            Self::UnsupportedBytes { len } => {
                write!(f, "byte string of {len} bytes, which the policy refuses")
            }
            Self::UnsupportedTag { tag } => write!(f, "tag {tag}, which the policy refuses"),
            Self::BignumTooLong { len, limit } => {
                write!(f, "bignum of {len} bytes, expected at most {limit}")
            }
            Self::UnsupportedValue { found } => {
                write!(f, "value is {found}, which has no JSON form")
            }
            Self::HeaderPastEnd {
                header_len,
                available,
            } => write!(
                f,
                "header of {} runs past the end, {available} available",
                Bytes(*header_len)
            ),
            Self::PayloadPastEnd {
                payload_size,
                available,
            } => write!(
                f,
                "payload of {} runs past the end, {available} available",
                Bytes(*payload_size)
            ),
            Self::TrailingBytes { len } => write!(f, "{} behind the element", Bytes(*len)),
            Self::ReservedType { code } => write!(f, "element type is {code}, expected 0 to 12"),
            Self::LongLiteral { element_type, len } => {
                write!(f, "{element_type} of {}, expected 1", Bytes(*len))
            }
            Self::LabelNotText { found } => write!(f, "label is {found}, expected a text element"),
            Self::MissingValue => f.write_str("label without a value"),
            Self::MalformedNumber {
                element_type,
                literal,
            } => write!(f, "number is {literal:?}, expected {element_type}"),
            Self::NumberOutOfRange { literal } => {
                write!(f, "number is {literal}, beyond what the target holds")
            }
            Self::InvalidUtf8 { position } => {
                write!(f, "text is not UTF-8 at payload byte {position}")
            }
            Self::UnescapedByte { byte, position } => write!(
                f,
                "text holds {byte:#04x} at payload byte {position}, expected an escape"
            ),
            Self::InvalidEscape { position } => {
                write!(f, "escape is cut or unknown at payload byte {position}")
            }
            Self::LoneSurrogate { position } => write!(
                f,
                "surrogate escape without its partner at payload byte {position}"
            ),
            Self::UnexpectedEnd { expected } => write!(f, "input ends, expected {expected}"),
            Self::UnexpectedByte { byte, expected } => {
                f.write_str("found ")?;
                if byte.is_ascii_graphic() {
                    write!(f, "{}", char::from(*byte))?;
                } else {
                    write!(f, "byte {byte:#04x}")?;
                }
                write!(f, ", expected {expected}")
            }
            Self::Json5 { found } => write!(f, "{found}, which JSON5 has and JSON has not"),
            Self::MalformedCbor { found } => write!(f, "CBOR holds {found}"),
            Self::EmptyBlob => {
                f.write_str("blob is empty, expected an element; JSON null is the byte 00")
            }
            Self::JsonTextInBlob => f.write_str(
                "blob holds JSON text, expected JSONB; jsonb(CAST(x AS TEXT)) converts it in SQL",
            ),
            Self::NotABlob { found } => write!(f, "cell is {found}, expected BLOB"),
            Self::InvalidPath { path, position } => {
                write!(f, "path is {path:?}, wrong from byte {position} on")
            }
            Self::Misplaced { found, expected } => {
                write!(f, "{found} is misplaced, expected {expected}")
            }
            Self::Custom { message } => f.write_str(message),
            Self::Fmt => f.write_str("the formatter failed"),
            Self::Source => f.write_str("the source or the sink failed"),
            #[cfg(feature = "std")]
            Self::Io(kind) => write!(f, "{kind}"),
        }
    }
}

/// A count of bytes, for messages.
struct Bytes<N>(N);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.0 == N::from(1) {
            "byte"
        } else {
            "bytes"
        };
        write!(f, "{} {unit}", self.0)
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
            Some(pointer) => write!(f, ", at {pointer}")?,
            None => {}
        }
        match self.offset() {
            Some(offset) => write!(f, ", at byte {offset}"),
            None => Ok(()),
        }
    }
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
    #[case::header(
        ErrorKind::HeaderPastEnd { header_len: 1, available: 0 },
        "header of 1 byte runs past the end, 0 available, at byte 7",
    )]
    #[case::payload(
        ErrorKind::PayloadPastEnd { payload_size: 300, available: 12 },
        "payload of 300 bytes runs past the end, 12 available, at byte 7",
    )]
    #[case::trailing(ErrorKind::TrailingBytes { len: 2 }, "2 bytes behind the element, at byte 7")]
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
    #[case::json5(
        ErrorKind::Json5 { found: "trailing comma" },
        "trailing comma, which JSON5 has and JSON has not, at byte 7",
    )]
    fn messages_say_what_was_found_and_where(#[case] kind: ErrorKind, #[case] message: &str) {
        assert_eq!(Error::at_offset(kind, 7).to_string(), message);
    }
}
