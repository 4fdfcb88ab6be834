//! The reasons of errors.

use alloc::string::String;
use core::fmt;

use crate::format::ElementType;

/// The reason of an [`Error`](crate::Error); comparable, so that tests and callers can match on it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Containers nest deeper than the limit in force.
    TooDeep {
        /// The deepest nesting allowed, in containers.
        limit: usize,
    },
    /// The encoded element is longer than the limit in force.
    ///
    /// Lengths are looked at where a container ends and every few kilobytes, so the place is where it was noticed: the
    /// element that was too much, or one behind or around it.
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
    /// A number, and the policy in force refuses it.
    UnsupportedNumber {
        /// Its JSON text.
        literal: String,
    },
    /// A link of CBOR, tag 42, that is not on a byte string with a sound CID, or with one that the policy in force refuses.
    InvalidLink {
        /// What is there instead, such as `"a CID that is cut"`.
        found: &'static str,
    },
    /// A map key by which the policy in force writes links or byte strings, with a value that would read as one.
    ReservedLabel {
        /// The key, such as `"$link"`.
        label: &'static str,
    },
    /// CBOR that is well-formed, and not in the one form that `CborOptions::strict` takes.
    NotStrict {
        /// What is there, such as `"an indefinite length"`.
        found: &'static str,
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
    /// Bytes follow what should be the whole blob or text; the offset is that of the first one.
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
    /// A text of JSONB or of CBOR that is not UTF-8.
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
    /// JSON text that is not UTF-8; the offset is that of the byte with which no character of UTF-8 starts.
    NotUtf8 {
        /// The byte.
        byte: u8,
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
    /// A blob without a byte, which is no element.
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

impl fmt::Display for ErrorKind {
    #[expect(clippy::too_many_lines, reason = "an arm a kind")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep { limit } => write!(f, "containers nest deeper than {limit}"),
            Self::TooLarge { limit } => write!(f, "encoded length passes {}", Bytes(*limit)),
            Self::Alloc { bytes } => write!(f, "memory for {} cannot be had", Bytes(*bytes)),
            Self::NonFinite { value } => write!(f, "float is {value}, expected a finite number"),
            Self::InvalidNumber { literal } => {
                write!(f, "number is {literal:?}, expected a JSON number literal")
            }
            Self::BufferTooSmall { needed, available } => {
                write!(
                    f,
                    "destination has {}, expected {needed}",
                    Bytes(*available)
                )
            }
            Self::UnsupportedLabel { found } => write!(f, "map key is {found}, expected text"),
            Self::UnsupportedBytes { len } => {
                write!(
                    f,
                    "byte string of {}, which the policy refuses",
                    Bytes(*len)
                )
            }
            Self::UnsupportedTag { tag } => write!(f, "tag {tag}, which the policy refuses"),
            Self::UnsupportedNumber { literal } => {
                write!(f, "number {literal}, which the policy refuses")
            }
            Self::InvalidLink { found } => {
                write!(f, "link holds {found}, expected a content identifier")
            }
            Self::ReservedLabel { label } => write!(
                f,
                "map key is {label:?}, which is reserved for links and byte strings"
            ),
            Self::NotStrict { found } => write!(f, "CBOR holds {found}, which is not strict"),
            Self::BignumTooLong { len, limit } => {
                write!(f, "bignum of {}, expected at most {limit}", Bytes(*len))
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
            Self::TrailingBytes { len } => write!(f, "{} behind the document", Bytes(*len)),
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
            Self::NotUtf8 { byte } => write!(f, "text holds {byte:#04x}, which is not UTF-8"),
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
