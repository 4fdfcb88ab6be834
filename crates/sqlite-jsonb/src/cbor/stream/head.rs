//! The heads of items (RFC 8949 section 3), read by minicbor.
//!
//! minicbor reads arguments, floats and slices; which of its functions to call is decided here by the initial byte, since
//! that also finds what is not well-formed (section 5.3.1 and Appendix F).

use alloc::borrow::{Cow, ToOwned};

use minicbor::Decoder;
use minicbor::data::Int;

use crate::error::{Error, ErrorKind, Result};

/// The initial byte that ends an item of indefinite length.
const BREAK: u8 = 0xff;

/// What an item starts with; all of it, for a scalar.
pub(super) enum Head<'a> {
    Unsigned(u64),
    /// Below zero.
    Negative(Int),
    Bytes(Cow<'a, [u8]>),
    Text(Cow<'a, str>),
    /// An array of that many elements, `None` for an indefinite length.
    Array(Option<u64>),
    /// A map of that many members, `None` for an indefinite length.
    Map(Option<u64>),
    Tag(u64),
    Float(f64),
    Bool(bool),
    /// Undefined and unassigned simple values too.
    Null,
}

/// Reads heads from one place on.
pub(super) struct Reader<'a> {
    decoder: Decoder<'a>,
    /// Where the item in progress starts.
    start: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    pub(super) fn new(bytes: &'a [u8], position: usize) -> Self {
        let mut decoder = Decoder::new(bytes);
        decoder.set_position(position);
        Self {
            decoder,
            start: position,
        }
    }

    #[inline]
    pub(super) fn position(&self) -> usize {
        self.decoder.position()
    }

    #[inline]
    pub(super) fn head(&mut self) -> Result<Head<'a>> {
        self.start = self.position();
        let Some(initial) = self.byte(0) else {
            return Err(self.end("an item"));
        };
        let head = match initial {
            0x00..=0x1b => self.decoder.u64().map(Head::Unsigned),
            0x20..=0x3b => self.decoder.int().map(Head::Negative),
            0x40..=0x5b => self.decoder.bytes().map(|bytes| Head::Bytes(bytes.into())),
            0x5f => return self.joined(Self::bytes_chunk).map(Head::Bytes),
            0x60..=0x7b => return self.text().map(|text| Head::Text(text.into())),
            0x7f => return self.joined(Self::text_chunk).map(Head::Text),
            0x80..=0x9b | 0x9f => self.decoder.array().map(Head::Array),
            0xa0..=0xbb | 0xbf => self.decoder.map().map(Head::Map),
            0xc0..=0xdb => self.decoder.tag().map(|tag| Head::Tag(tag.as_u64())),
            0xe0..=0xf7 => {
                self.skip(1);
                return Ok(match initial {
                    0xf4 => Head::Bool(false),
                    0xf5 => Head::Bool(true),
                    _ => Head::Null,
                });
            }
            0xf8 => return self.wide_simple(),
            0xf9..=0xfb => self.decoder.f64().map(Head::Float),
            BREAK => return Err(self.malformed("a break where none may be")),
            0x1f | 0x3f | 0xdf => {
                return Err(self.malformed("an indefinite length where none may be"));
            }
            _ => return Err(self.malformed("a reserved initial byte")),
        };
        // The initial byte was one that minicbor takes, so the bytes behind it are not all there.
        head.map_err(|_| self.end("the rest of the item"))
    }

    /// Passes over a break, if one comes next.
    #[inline]
    pub(super) fn skip_break(&mut self) -> bool {
        let is_break = self.byte(0) == Some(BREAK);
        if is_break {
            self.skip(1);
        }
        is_break
    }

    /// A text string of definite length.
    #[inline]
    fn text(&mut self) -> Result<&'a str> {
        self.decoder.str().map_err(|error| {
            if error.is_end_of_input() {
                self.end("the rest of the item")
            } else {
                self.no_utf8()
            }
        })
    }

    /// A simple value in two bytes; those below 32 have one (RFC 8949 section 3.3).
    #[cold]
    fn wide_simple(&mut self) -> Result<Head<'a>> {
        match self.byte(1) {
            None => Err(self.end("the rest of the item")),
            Some(0..32) => Err(self.malformed("a simple value below 32 in two bytes")),
            Some(_) => {
                self.skip(2);
                Ok(Head::Null)
            }
        }
    }

    /// A string of indefinite length: its chunks, which have definite ones, joined (RFC 8949 section 3.2.3).
    ///
    /// It is borrowed when it has one chunk at most.
    #[cold]
    fn joined<T>(&mut self, chunk: fn(&mut Self) -> Result<&'a T>) -> Result<Cow<'a, T>>
    where
        T: ToOwned + AsRef<[u8]> + ?Sized + 'a,
        T::Owned: Joined<T>,
        &'a T: Default,
    {
        self.skip(1);
        let mut whole: Option<Cow<'a, T>> = None;
        loop {
            self.start = self.position();
            match self.byte(0) {
                None => return Err(self.end("a chunk or a break")),
                Some(BREAK) => {
                    self.skip(1);
                    return Ok(whole.unwrap_or(Cow::Borrowed(Default::default())));
                }
                Some(_) => {
                    let chunk = chunk(self)?;
                    match &mut whole {
                        None => whole = Some(Cow::Borrowed(chunk)),
                        Some(whole) => whole.to_mut().join(chunk),
                    }
                }
            }
        }
    }

    fn bytes_chunk(&mut self) -> Result<&'a [u8]> {
        if !matches!(self.byte(0), Some(0x40..=0x5b)) {
            return Err(self.malformed("a chunk of another type in a byte string"));
        }
        let chunk = self.decoder.bytes();
        chunk.map_err(|_| self.end("the rest of the item"))
    }

    fn text_chunk(&mut self) -> Result<&'a str> {
        if !matches!(self.byte(0), Some(0x60..=0x7b)) {
            return Err(self.malformed("a chunk of another type in a text string"));
        }
        self.text()
    }

    #[inline]
    fn byte(&self, ahead: usize) -> Option<u8> {
        let at = self.position().checked_add(ahead)?;
        self.decoder.input().get(at).copied()
    }

    #[inline]
    fn skip(&mut self, bytes: usize) {
        let position = self.position().saturating_add(bytes);
        self.decoder.set_position(position);
    }

    #[cold]
    fn end(&self, expected: &'static str) -> Error {
        Error::at_offset(ErrorKind::UnexpectedEnd { expected }, self.start)
    }

    #[cold]
    fn malformed(&self, found: &'static str) -> Error {
        Error::at_offset(ErrorKind::MalformedCbor { found }, self.start)
    }

    /// The error of a text that was read over and is no UTF-8.
    #[cold]
    fn no_utf8(&self) -> Error {
        let item = self.decoder.input().get(self.start..self.position());
        let payload = item.and_then(|item| {
            let head_len = match item.first()? & 0x1f {
                24 => 2,
                25 => 3,
                26 => 5,
                27 => 9,
                _ => 1,
            };
            item.get(head_len..)
        });
        let valid = core::str::from_utf8(payload.unwrap_or_default());
        let position = valid.map_or_else(|error| error.valid_up_to(), str::len);
        Error::at_offset(ErrorKind::InvalidUtf8 { position }, self.start)
    }
}

/// A string that takes more of it.
pub(super) trait Joined<T: ?Sized> {
    fn join(&mut self, chunk: &T);
}

impl Joined<[u8]> for alloc::vec::Vec<u8> {
    fn join(&mut self, chunk: &[u8]) {
        self.extend_from_slice(chunk);
    }
}

impl Joined<str> for alloc::string::String {
    fn join(&mut self, chunk: &str) {
        self.push_str(chunk);
    }
}
