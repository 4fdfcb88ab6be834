//! One line of a dump.

use alloc::string::String;
use core::fmt::{self, Write as _};

use crate::decode::Element;
use crate::error::{Error, ErrorKind};
use crate::format::{ElementType, Header};

/// One element of a blob, or bytes that should be one. Its `Display` is one line without a line feed, which shows no more
/// than the start of a long payload.
#[derive(Debug)]
pub struct Line<'a> {
    offset: usize,
    pub(super) depth: usize,
    header: &'a [u8],
    /// As much of it as is there.
    payload: &'a [u8],
    /// What the header says, in bytes.
    payload_size: Option<u64>,
    code: Option<u8>,
    pub(super) is_label: bool,
    fault: Option<Error>,
}

impl<'a> Line<'a> {
    /// What stands at `offset` of the blob, in a container that ends at `end`; its payload is not looked at.
    pub(super) fn new(blob: &'a [u8], offset: usize, end: usize) -> Self {
        let rest = blob.get(offset..end).unwrap_or_default();
        let fault = Element::parse(blob, offset, end).err();
        let extent = Header::extent(rest);
        let (header, behind) = extent
            .and_then(|(header_len, _)| rest.split_at_checked(header_len))
            .unwrap_or((rest, &[]));
        let payload_size = extent.map(|(_, payload_size)| payload_size);
        let available = payload_size
            .and_then(|size| usize::try_from(size).ok())
            .and_then(|size| behind.get(..size))
            .unwrap_or(behind);
        Self {
            offset,
            depth: 0,
            header,
            payload: available,
            payload_size,
            code: rest.first().map(|first| first & 0x0f),
            is_label: false,
            fault,
        }
    }

    /// What stands behind the element that should be the whole blob.
    pub(super) fn trailing(rest: &'a [u8], offset: usize) -> Self {
        let kind = ErrorKind::TrailingBytes { len: rest.len() };
        Self {
            offset,
            depth: 0,
            header: &[],
            payload: rest,
            payload_size: None,
            code: None,
            is_label: false,
            fault: Some(Error::at_offset(kind, offset)),
        }
    }

    /// Its first byte, counted from the start of the blob.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// How many containers it lies in.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Header and payload in bytes, as much of them as is there.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "it is the length of an element"
    )]
    pub fn len(&self) -> usize {
        self.header.len().saturating_add(self.payload.len())
    }

    /// The bytes of the header, as many as are there; none for bytes behind the blob's element.
    #[must_use]
    pub fn header(&self) -> &'a [u8] {
        self.header
    }

    /// The payload, as much of it as is there. That of a container is the lines that follow.
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }

    /// The payload size in the header, in bytes; `None` where that is cut.
    #[must_use]
    pub fn payload_size(&self) -> Option<u64> {
        self.payload_size
    }

    /// The element type; `None` where that is reserved or missing.
    #[must_use]
    pub fn element_type(&self) -> Option<ElementType> {
        self.code.and_then(ElementType::from_code)
    }

    /// What a reader sees for the type: SQLite's spelling, `type 13` for a reserved one, `no element` where none is.
    pub fn type_name(&self) -> impl fmt::Display + use<'a> {
        TypeName(self.code)
    }

    /// Whether it is the label of a member.
    #[must_use]
    pub fn is_label(&self) -> bool {
        self.is_label
    }

    /// Whether its header is wider than it needs to be, which is legal, but makes equal documents differ.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        let payload_size = self
            .payload_size
            .and_then(|size| u32::try_from(size).ok())
            .unwrap_or(u32::MAX);
        self.element_type().is_some_and(|element_type| {
            self.header.len() > Header::new(element_type, payload_size).encoded_len()
        })
    }

    /// What is wrong with it; what is wrong inside a container is with the lines that follow.
    #[must_use]
    pub fn fault(&self) -> Option<&Error> {
        self.fault.as_ref()
    }

    /// The payload of a scalar in short: in quotes and as it stands if it is a text or a number, else in hexadecimal.
    ///
    /// Control characters are escaped, bytes that are not UTF-8 replaced, and what is long is cut.
    pub fn value(&self) -> impl fmt::Display + use<'a> {
        let is_readable = self
            .element_type()
            .is_some_and(|element_type| element_type.is_text() || element_type.is_number());
        let is_container = self.element_type().is_some_and(ElementType::is_container);
        if is_container || (self.payload.is_empty() && !is_readable) {
            Value::None
        } else if is_readable {
            Value::Text(self.payload)
        } else {
            Value::Bytes(self.payload)
        }
    }

    /// Checks the payload of a scalar, in the blob and the container that the line was made of.
    pub(super) fn check_payload(&mut self, blob: &'a [u8], end: usize) {
        if self.fault.is_none() {
            self.fault = Element::parse(blob, self.offset, end)
                .and_then(|element| element.check_scalar())
                .err();
        }
    }

    pub(super) fn or_fault(&mut self, kind: ErrorKind) {
        let offset = self.offset;
        self.fault
            .get_or_insert_with(|| Error::at_offset(kind, offset));
    }
}

/// How many levels are shown by indentation; a blob of n bytes may nest n deep, and n lines of n spaces are too many.
const MAX_INDENT: usize = 40;

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = String::new();
        for byte in self.header {
            write!(header, "{byte:02x} ")?;
        }
        let indent = self.depth.min(MAX_INDENT).saturating_mul(2);
        write!(f, "{:6}  {header:15} {:indent$}", self.offset, "")?;
        if self.depth > MAX_INDENT {
            write!(f, "(depth {}) ", self.depth)?;
        }
        if self.is_label {
            f.write_str("label ")?;
        }
        write!(f, "{}", self.type_name())?;
        if let Some(payload_size) = self.payload_size {
            write!(f, " {payload_size}")?;
        }
        write!(f, "{}", self.value())?;
        if self.is_wide() {
            f.write_str(" (wide header)")?;
        }
        match &self.fault {
            Some(fault) => write!(f, "  <-- {}", OneLine(fault)),
            None => Ok(()),
        }
    }
}

struct TypeName(Option<u8>);

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.and_then(ElementType::from_code), self.0) {
            (Some(element_type), _) => write!(f, "{element_type}"),
            (None, Some(code)) => write!(f, "type {code}"),
            (None, None) => f.write_str("no element"),
        }
    }
}

/// The start of a payload, with a space before it.
enum Value<'a> {
    None,
    Text(&'a [u8]),
    Bytes(&'a [u8]),
}

/// How many characters of a text are shown.
const MAX_CHARS: usize = 48;
/// How many bytes are shown.
const MAX_BYTES: usize = 16;

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => Ok(()),
            Self::Text(payload) => {
                // A character has four bytes at most.
                let start = payload
                    .get(..MAX_CHARS.saturating_mul(4))
                    .unwrap_or(payload);
                let text = String::from_utf8_lossy(start);
                let mut characters = text.chars();
                f.write_str(" \"")?;
                for character in characters.by_ref().take(MAX_CHARS) {
                    write_safely(f, character)?;
                }
                let is_cut = characters.next().is_some() || start.len() < payload.len();
                f.write_str(if is_cut { "\"..." } else { "\"" })
            }
            Self::Bytes(payload) => {
                for byte in payload.iter().take(MAX_BYTES) {
                    write!(f, " {byte:02x}")?;
                }
                f.write_str(if payload.len() > MAX_BYTES {
                    " ..."
                } else {
                    ""
                })
            }
        }
    }
}

/// An error whose message quotes bytes of the blob.
struct OneLine<'e>(&'e Error);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Safely<'f, 'g>(&'f mut fmt::Formatter<'g>);
        impl fmt::Write for Safely<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                text.chars()
                    .try_for_each(|character| write_safely(self.0, character))
            }
        }
        write!(Safely(f), "{}", self.0)
    }
}

/// A character that neither breaks the line nor steers the terminal, escaped where it would.
fn write_safely(f: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    let steers = matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if character.is_control() || steers {
        write!(f, "{}", character.escape_unicode())
    } else {
        f.write_char(character)
    }
}
