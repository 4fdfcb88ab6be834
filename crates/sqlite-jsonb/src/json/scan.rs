//! The tokens of JSON text, eight bytes at a time where that pays.

use super::fault::{self, Expected};
use crate::error::Result;
use crate::format::{ElementType, text};

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
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// What comes from `start` on.
    #[inline]
    pub(super) fn from(&self, start: usize) -> &'t [u8] {
        self.text.get(start..).unwrap_or_default()
    }

    /// The next byte; 0, which no token holds, at the end.
    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = self.at.wrapping_add(bytes);
    }

    /// The next eight bytes, with zeros behind the end of the text.
    #[inline]
    fn word(&self) -> u64 {
        let rest = self.from(self.at);
        match rest.first_chunk() {
            Some(word) => u64::from_le_bytes(*word),
            None => last_word(rest),
        }
    }

    /// Passes over the white space of RFC 8259 section 2.
    #[inline]
    pub(super) fn skip_space(&mut self) {
        if self.byte() <= b' ' {
            self.skip_some_space();
        }
    }

    fn skip_some_space(&mut self) {
        const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
        while let b' ' | b'\n' | b'\r' | b'\t' = self.byte() {
            self.advance(1);
            // Indentation is what there is most of.
            loop {
                let others = self.word() ^ SPACES;
                self.advance(leading_zero_bytes(others));
                if others != 0 {
                    break;
                }
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
    #[inline]
    fn digits(&mut self) -> Result<()> {
        let start = self.at;
        loop {
            let others = non_digits(self.word());
            self.advance(leading_zero_bytes(others));
            if others != 0 {
                break;
            }
        }
        if self.at == start {
            Err(self.fault(Expected::Digit))
        } else {
            Ok(())
        }
    }

    /// Passes over what is left of a string behind its opening quote, the closing one excluded: TEXT, or TEXTJ with an
    /// escape.
    #[inline]
    pub(super) fn string(&mut self) -> Result<ElementType> {
        const WORDS_AT_FIRST: usize = 4;
        for _ in 0..WORDS_AT_FIRST {
            let special = text::special_bits(self.word());
            self.advance(leading_zero_bytes(special));
            if special != 0 {
                return if self.byte() == b'"' {
                    Ok(ElementType::Text)
                } else {
                    self.long_string()
                };
            }
        }
        self.long_string()
    }

    #[inline(never)]
    fn long_string(&mut self) -> Result<ElementType> {
        let mut element_type = ElementType::Text;
        loop {
            let rest = self.from(self.at);
            self.advance(text::find_special(rest).unwrap_or(rest.len()));
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

    #[cold]
    pub(super) fn fault(&self, expected: Expected) -> crate::Error {
        fault::fault(self.text, self.at, expected)
    }
}

#[cold]
fn last_word(rest: &[u8]) -> u64 {
    let mut word = [0; 8];
    for (place, byte) in word.iter_mut().zip(rest) {
        *place = *byte;
    }
    u64::from_le_bytes(word)
}

/// How many bytes of zeros come first; 8 for a word of zeros.
#[inline]
fn leading_zero_bytes(word: u64) -> usize {
    // A word has 64 bits at most, whatever the width of `usize`.
    usize::try_from(word.trailing_zeros() / 8).unwrap_or(0)
}

/// The high bit of each byte that is no ASCII digit.
#[inline]
const fn non_digits(word: u64) -> u64 {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
    // What makes a high bit of 10 and above, and nothing beyond the byte of 0x7f.
    const ABOVE_NINE: u64 = u64::from_le_bytes([0x80 - 10; 8]);
    let values = word ^ ZEROS;
    ((values & !HIGHS).wrapping_add(ABOVE_NINE) | values) & HIGHS
}

fn is_hex4(digits: &[u8]) -> bool {
    digits
        .first_chunk::<4>()
        .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_digit_or_not_wherever_it_stands() {
        for byte in 0..=0xff_u8 {
            for at in 0..8 {
                let mut word = [b'9'; 8];
                word[at] = byte;
                let others = non_digits(u64::from_le_bytes(word));
                let expected = if byte.is_ascii_digit() { 8 } else { at };
                assert_eq!(leading_zero_bytes(others), expected, "{byte:#x} at {at}");
            }
        }
    }
}
