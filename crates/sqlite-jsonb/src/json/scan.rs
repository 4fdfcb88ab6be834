//! The tokens of JSON text, a block of bytes at a time where that pays.

use super::fault::{self, Expected};
use crate::error::{Error, Result};
use crate::format::ElementType;
use crate::scan::{self, Block, LEN};

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

    /// The bytes from here on, if there are as many.
    #[inline(always)]
    fn block(self) -> Option<&'t Block> {
        self.from(self.at).first_chunk()
    }

    /// Passes over the bytes before the first one that `find` finds. It finds zeros: one stands behind the end of the text.
    #[inline(always)]
    fn skip_to(&mut self, find: impl Fn(&Block) -> u32) {
        let (blocks, _) = self.from(self.at).as_chunks();
        for block in blocks {
            let ends = find(block);
            if ends != 0 {
                self.advance(lowest(ends));
                return;
            }
            self.advance(LEN);
        }
        let ends = find(&last_block(self.from(self.at)));
        self.advance(lowest(ends));
    }

    /// Passes over the white space of RFC 8259 section 2, and returns the byte behind it.
    #[inline(always)]
    pub(super) fn skip_space(&mut self) -> u8 {
        let byte = self.byte();
        if byte > b' ' {
            return byte;
        }
        self.skip_some_space();
        self.byte()
    }

    #[inline(always)]
    fn skip_some_space(&mut self) {
        while let b' ' | b'\n' | b'\r' | b'\t' = self.byte() {
            self.advance(1);
            // Indentation is what there is most of.
            if self.byte() == b' ' {
                self.skip_to(scan::no_spaces);
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

    /// Passes over a number that ends in the next block, if there is one: the block, the length and the type.
    #[inline(always)]
    pub(super) fn short_number(&mut self, sign: usize) -> Option<(&'t Block, usize, ElementType)> {
        let block = self.block()?;
        let (len, element_type) = number_in(block, sign)?;
        self.advance(len);
        Some((block, len, element_type))
    }

    /// Passes over a number (RFC 8259 section 6): INT, or FLOAT with a point or an exponent.
    #[inline]
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
        self.skip_to(scan::no_digits);
        if self.at == start {
            Err(self.fault(Expected::Digit))
        } else {
            Ok(())
        }
    }

    /// Passes over what is left of a string behind its opening quote, if it ends in the next block and has no escape; the
    /// block and the length.
    #[inline(always)]
    pub(super) fn short_string(&mut self) -> Option<(&'t Block, usize)> {
        let block = self.block()?;
        let specials = scan::specials(block);
        let len = lowest(specials);
        if specials == 0 || block.get(len) != Some(&b'"') {
            return None;
        }
        self.advance(len);
        Some((block, len))
    }

    /// Passes over what is left of a string behind its opening quote, the closing one excluded: TEXT, or TEXTJ with an
    /// escape.
    #[inline]
    pub(super) fn string(&mut self) -> Result<ElementType> {
        let mut element_type = ElementType::Text;
        loop {
            self.skip_to(scan::specials);
            match self.byte() {
                b'"' => return Ok(element_type),
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

/// The length and the type of the number that starts a block, behind a sign of so many bytes, and ends in it: `None` for any
/// other, for one with an exponent, and for what is none.
#[inline(always)]
fn number_in(block: &Block, sign: usize) -> Option<(usize, ElementType)> {
    // Behind the sign.
    let ends = scan::no_digits(block) >> sign;
    let whole = lowest(ends);
    if ends == 0 || whole == 0 || (whole > 1 && block.get(sign) == Some(&b'0')) {
        return None;
    }
    let len = whole.wrapping_add(sign);
    match block.get(len)? {
        b'.' => {}
        b'e' | b'E' => return None,
        _ => return Some((len, ElementType::Int)),
    }
    let ends = ends & ends.wrapping_sub(1);
    let fraction_end = lowest(ends);
    if ends == 0 || fraction_end == whole.wrapping_add(1) {
        return None;
    }
    let len = fraction_end.wrapping_add(sign);
    match block.get(len)? {
        b'e' | b'E' => None,
        _ => Some((len, ElementType::Float)),
    }
}

/// Where the lowest bit is, which is below 32 where there is one.
#[inline(always)]
fn lowest(bits: u32) -> usize {
    usize::try_from(bits.trailing_zeros()).unwrap_or(LEN)
}

#[cold]
fn last_block(rest: &[u8]) -> Block {
    let mut block = [0; LEN];
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
