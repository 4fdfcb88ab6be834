//! The tokens of JSON text, eight bytes at a time where that pays.

use super::block::{self, Block};
use super::fault::{self, Expected};
use crate::error::{Error, Result};
use crate::format::ElementType;

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    #[inline]
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Where the cursor is, in bytes from the start of the text.
    #[inline]
    pub(super) fn at(self) -> usize {
        self.at
    }

    /// What comes from `start` on.
    #[inline]
    pub(super) fn from(self, start: usize) -> &'t [u8] {
        self.text.get(start..).unwrap_or_default()
    }

    /// The next byte; 0, which no token holds, at the end.
    #[inline]
    pub(super) fn byte(self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn is_at_end(self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = self.at.wrapping_add(bytes);
    }

    /// The next bytes, with zeros behind the end of the text.
    #[inline]
    fn block(self) -> Block {
        let rest = self.from(self.at);
        match rest.first_chunk() {
            Some(block) => *block,
            None => last_block(rest),
        }
    }

    /// Passes over the bytes before the first one that `find` finds, and returns whether it is in this block.
    #[inline(always)]
    fn skip_to(&mut self, find: impl Fn(&Block) -> usize) -> bool {
        let skipped = find(&self.block());
        self.advance(skipped);
        skipped < block::LEN
    }

    /// Passes over the white space of RFC 8259 section 2.
    #[inline(always)]
    pub(super) fn skip_space(&mut self) {
        if self.byte() <= b' ' {
            self.skip_some_space();
        }
    }

    #[inline(always)]
    fn skip_some_space(&mut self) {
        while let b' ' | b'\n' | b'\r' | b'\t' = self.byte() {
            self.advance(1);
            // Indentation is what there is most of.
            if self.byte() == b' ' {
                while !self.skip_to(block::first_no_space) {}
            }
        }
    }

    /// Passes over one of the words `null`, `true` and `false`.
    #[inline]
    pub(super) fn literal<const N: usize>(&mut self, literal: &[u8; N]) -> Result<()> {
        if self.from(self.at).first_chunk() != Some(literal) {
            return Err(self.fault(Expected::Value));
        }
        self.advance(N);
        Ok(())
    }

    /// Passes over a number (RFC 8259 section 6): INT, or FLOAT with a point or an exponent.
    #[inline(always)]
    pub(super) fn number(&mut self) -> Result<ElementType> {
        let mut element_type = ElementType::Int;
        if self.byte() == b'-' {
            self.advance(1);
        }
        if self.byte() == b'0' {
            self.advance(1);
        } else {
            self.digits()?;
        }
        if self.byte() == b'.' {
            self.advance(1);
            self.digits()?;
            element_type = ElementType::Float;
        }
        if let b'e' | b'E' = self.byte() {
            self.advance(1);
            if let b'+' | b'-' = self.byte() {
                self.advance(1);
            }
            self.digits()?;
            element_type = ElementType::Float;
        }
        Ok(element_type)
    }

    /// Passes over digits, one at least.
    #[inline(always)]
    fn digits(&mut self) -> Result<()> {
        let start = self.at;
        while !self.skip_to(block::first_no_digit) {}
        if self.at == start {
            Err(self.fault(Expected::Digit))
        } else {
            Ok(())
        }
    }

    /// Passes over what is left of a string behind its opening quote, the closing one excluded: TEXT, or TEXTJ with an
    /// escape.
    #[inline(always)]
    pub(super) fn string(&mut self) -> Result<ElementType> {
        if (self.skip_to(block::first_special) || self.skip_to(block::first_special))
            && self.byte() == b'"'
        {
            return Ok(ElementType::Text);
        }
        let (at, element_type) = self.long_string()?;
        self.at = at;
        Ok(element_type)
    }

    #[inline(never)]
    fn long_string(mut self) -> Result<(usize, ElementType)> {
        let mut element_type = ElementType::Text;
        loop {
            while !self.skip_to(block::first_special) {}
            match self.byte() {
                b'"' => return Ok((self.at, element_type)),
                b'\\' => {
                    self.escape()?;
                    element_type = ElementType::TextJ;
                }
                _ => return Err(self.fault(Expected::StringEnd)),
            }
        }
    }

    /// Passes over an escape (RFC 8259 section 7). Half a surrogate pair alone is within the grammar.
    #[inline]
    fn escape(&mut self) -> Result<()> {
        let len = match self.from(self.at) {
            [
                _,
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't',
                ..,
            ] => 2,
            [_, b'u', digits @ ..] if is_hex4(digits) => 6,
            _ => return Err(self.fault(Expected::Escape)),
        };
        self.advance(len);
        Ok(())
    }

    /// The error of something that was right as text, with its place.
    #[cold]
    pub(super) fn place(self, error: Error) -> Error {
        error.or_offset(self.at)
    }

    /// The error of something else than `expected`.
    #[cold]
    pub(super) fn fault(self, expected: Expected) -> Error {
        fault::fault(self.text, self.at, expected)
    }
}

#[cold]
fn last_block(rest: &[u8]) -> Block {
    let mut block = [0; block::LEN];
    for (place, byte) in block.iter_mut().zip(rest) {
        *place = *byte;
    }
    block
}

fn is_hex4(digits: &[u8]) -> bool {
    digits
        .first_chunk::<4>()
        .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}
