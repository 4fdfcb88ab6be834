//! Number literals of RFC 8259, checked and taken apart in one pass, eight digits at a time.

use super::window::{Window, align};

/// What a literal of RFC 8259 section 6 is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    /// The absolute value of an integer; of no use past [`MAX_DIGITS`].
    magnitude: u64,
    /// How many digits that is.
    digits: usize,
    is_negative: bool,
    is_integer: bool,
}

/// So many digits always fit a `u64`.
const MAX_DIGITS: usize = 19;

impl Decimal {
    /// Takes a literal apart; `None` for what is no literal.
    pub(crate) fn parse(literal: Window<'_>) -> Option<Self> {
        Self::integer(literal).or_else(|| Self::float(literal))
    }

    /// Takes a literal without a point and without an exponent apart.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    pub(crate) fn integer(literal: Window<'_>) -> Option<Self> {
        let word = literal.word(0) ^ ZEROS;
        let digits = literal.len();
        let has_leading_zero = starts_with_zero(word) && digits > 1;
        let word = align(word, digits);
        if !(1..=8).contains(&digits) || has_leading_zero || !are_digits(word) {
            return Self::any_integer(literal.blob(), literal.start(), literal.len());
        }
        Some(Self {
            magnitude: eight_digits(word),
            digits,
            is_negative: false,
            is_integer: true,
        })
    }

    /// The value of a literal of up to 19 digits and nothing else.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for `integer`")]
    pub(crate) fn unsigned(literal: Window<'_>) -> Option<u64> {
        let word = literal.word(0) ^ ZEROS;
        let digits = literal.len();
        let has_leading_zero = starts_with_zero(word) && digits > 1;
        let word = align(word, digits);
        if !(1..=8).contains(&digits) || has_leading_zero || !are_digits(word) {
            return long_unsigned(literal.blob(), literal.start(), literal.len());
        }
        Some(eight_digits(word))
    }

    /// The same for those with a sign or more than eight digits.
    ///
    /// A window that is handed on would have to be in memory, so its parts are.
    #[inline(never)]
    fn any_integer(blob: &[u8], start: usize, len: usize) -> Option<Self> {
        let literal = Window::new(blob, start, len);
        let is_negative = literal.byte(0)? == b'-';
        let start = usize::from(is_negative);
        let digits = literal.len().wrapping_sub(start);
        if literal.byte(start)? == b'0' && digits > 1 {
            return None;
        }
        Some(Self {
            magnitude: read_digits(literal, start, 0)?,
            digits,
            is_negative,
            is_integer: true,
        })
    }

    /// Takes a literal with a point or an exponent apart.
    #[inline]
    pub(crate) fn float(literal: Window<'_>) -> Option<Self> {
        Self::common_float(literal).or_else(|| Self::any_float(literal))
    }

    /// Whether a literal has a point or an exponent, and is one.
    #[inline(never)]
    pub(crate) fn is_float(blob: &[u8], start: usize, len: usize) -> bool {
        let literal = Window::new(blob, start, len);
        Self::common_float(literal).is_some() || Self::any_float(literal).is_some()
    }

    /// The same for literals with eight digits or less before the point, and without an exponent: nearly all there are.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "where only the check is wanted, no digit is read"
    )]
    pub(crate) fn common_float(literal: Window<'_>) -> Option<Self> {
        let is_negative = literal.byte(0)? == b'-';
        let start = usize::from(is_negative);
        let word = literal.word(start) ^ ZEROS;
        let whole = leading_digits(word);
        let point = start.wrapping_add(whole);
        let has_leading_zero = starts_with_zero(word) && whole > 1;
        if whole == 0 || has_leading_zero || literal.byte(point)? != b'.' {
            return None;
        }
        let fraction = point.wrapping_add(1);
        if fraction >= literal.len() {
            return None;
        }
        read_digits(literal, fraction, 0)?;
        Some(Self::of_float(is_negative))
    }

    fn of_float(is_negative: bool) -> Self {
        Self {
            magnitude: 0,
            digits: 0,
            is_negative,
            is_integer: false,
        }
    }

    /// The same for all literals there may be.
    #[inline(never)]
    pub(crate) fn any_float(literal: Window<'_>) -> Option<Self> {
        let is_negative = literal.byte(0)? == b'-';
        let start = usize::from(is_negative);
        let mut end = skip_digits(literal, start);
        let digits = end.wrapping_sub(start);
        if digits == 0 || (literal.byte(start) == Some(b'0') && digits > 1) {
            return None;
        }
        let has_point = literal.byte(end) == Some(b'.');
        if has_point {
            let start = end.wrapping_add(1);
            end = skip_digits(literal, start);
            if end == start {
                return None;
            }
        }
        let is_float = if end < literal.len() {
            is_exponent(literal, end)
        } else {
            has_point
        };
        is_float.then(|| Self::of_float(is_negative))
    }

    /// Whether it has neither a point nor an exponent.
    #[inline]
    pub(crate) fn is_integer(&self) -> bool {
        self.is_integer
    }

    #[inline]
    pub(crate) fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// The absolute value of an integer of up to 19 digits.
    #[inline]
    pub(crate) fn magnitude(&self) -> Option<u64> {
        (self.is_integer && self.digits <= MAX_DIGITS).then_some(self.magnitude)
    }
}

/// The value of a literal of 9 to 19 digits.
#[inline(never)]
fn long_unsigned(blob: &[u8], start: usize, len: usize) -> Option<u64> {
    let literal = Window::new(blob, start, len);
    if !(9..=MAX_DIGITS).contains(&len) || literal.byte(0)? == b'0' {
        return None;
    }
    read_digits(literal, 0, 0)
}

/// Whether an exponent starts at `at` and goes on to the end.
fn is_exponent(literal: Window<'_>, at: usize) -> bool {
    if !matches!(literal.byte(at), Some(b'e' | b'E')) {
        return false;
    }
    let sign = at.wrapping_add(1);
    let start = match literal.byte(sign) {
        Some(b'-' | b'+') => sign.wrapping_add(1),
        _ => sign,
    };
    let end = skip_digits(literal, start);
    end > start && end == literal.len()
}

/// `value` with the digits behind it that stand from `at` to the end; `None` where there are others than digits.
///
/// It wraps around past [`MAX_DIGITS`] in all.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as for `common_float`")]
fn read_digits(literal: Window<'_>, mut at: usize, mut value: u64) -> Option<u64> {
    let mut left = literal.len().saturating_sub(at);
    while left > 8 {
        let word = literal.word(at) ^ ZEROS;
        if !are_digits(word) {
            return None;
        }
        value = value
            .wrapping_mul(100_000_000)
            .wrapping_add(eight_digits(word));
        at = at.wrapping_add(8);
        left = left.wrapping_sub(8);
    }
    let word = align(literal.word(at) ^ ZEROS, left);
    value = value
        .wrapping_mul(power_of_ten(left))
        .wrapping_add(eight_digits(word));
    are_digits(word).then_some(value)
}

/// Where the digits end that stand from `at` on.
fn skip_digits(literal: Window<'_>, mut at: usize) -> usize {
    loop {
        let word = literal.word(at) ^ ZEROS;
        let left = literal.len().saturating_sub(at);
        let count = leading_digits(word).min(left);
        if count == 0 {
            return at;
        }
        at = at.wrapping_add(count);
    }
}

const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
const LOWS: u64 = u64::from_le_bytes([0x7f; 8]);

/// Turns digits into their values, and those back.
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// Added to a byte below 0x80 it sets the high bit from ten on, and never carries beyond it.
const PAST_NINE: u64 = u64::from_le_bytes([0x80 - 10; 8]);

/// Whether the first byte is the value of the digit 0.
#[inline]
fn starts_with_zero(word: u64) -> bool {
    word.trailing_zeros() >= 8
}

/// Whether all bytes are values of digits.
#[inline]
fn are_digits(word: u64) -> bool {
    // A byte that carries into the next one has its high bit set.
    (word.wrapping_add(PAST_NINE) | word) & HIGHS == 0
}

/// How many bytes from the lowest on are the value of a digit.
#[inline]
fn leading_digits(word: u64) -> usize {
    let others = ((word & LOWS).wrapping_add(PAST_NINE) | word) & HIGHS;
    usize::try_from(others.trailing_zeros() >> 3).unwrap_or(8)
}

/// The number that the values of eight digits spell, the first one lowest: pairs, then fours, then all of them.
#[inline]
fn eight_digits(word: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00ff_0000_00ff;
    let pairs = word.wrapping_mul(10).wrapping_add(word >> 8);
    let high = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let low = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    high.wrapping_add(low) >> 32
}

/// Ten to the power of `exponent`, which is 8 at most.
#[inline]
fn power_of_ten(exponent: usize) -> u64 {
    const POWERS: [u64; 9] = [
        1,
        10,
        100,
        1_000,
        10_000,
        100_000,
        1_000_000,
        10_000_000,
        100_000_000,
    ];
    POWERS.get(exponent).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ElementType, number};
    use alloc::vec::Vec;

    /// Compares with the plain twin, which takes a byte at a time, wherever the blob ends.
    fn same_as_by_bytes(literal: &[u8]) {
        let expected = number::element_type(literal);
        for behind in ["", "5", "5.5e5-00", "          "] {
            let blob = [b"7", literal, behind.as_bytes()].concat();
            let window = Window::new(&blob, 1, literal.len());
            let integer = Decimal::integer(window).is_some();
            let float = Decimal::float(window).is_some();
            let found = match (integer, float) {
                (true, false) => Some(ElementType::Int),
                (false, true) => Some(ElementType::Float),
                _ => None,
            };
            assert_eq!(found, expected, "{}", literal.escape_ascii());
            let text = core::str::from_utf8(literal).ok();
            let value = text.filter(|_| integer && literal.len() <= 19 && literal[0] != b'-');
            let value: Option<u64> = value.and_then(|text| text.parse().ok());
            assert_eq!(
                Decimal::unsigned(window),
                value,
                "{}",
                literal.escape_ascii()
            );
            assert_eq!(Decimal::is_float(&blob, 1, literal.len()), float);
            if let (Some(decimal), Ok(text)) =
                (Decimal::parse(window), core::str::from_utf8(literal))
            {
                same_value(decimal, text);
            }
        }
    }

    fn same_value(decimal: Decimal, literal: &str) {
        if let Some(magnitude) = decimal.magnitude() {
            assert_eq!(literal.trim_start_matches('-').parse(), Ok(magnitude));
        }
    }

    #[test]
    fn short_literals_are_those_of_the_grammar() {
        const BYTES: &[u8] = b"-+0195.eE/:x\0\xb9";
        let mut literals = Vec::from([Vec::new()]);
        for _ in 0..4 {
            let longer = literals.iter().flat_map(|literal| {
                BYTES
                    .iter()
                    .map(|&byte| [literal.as_slice(), &[byte]].concat())
            });
            literals = longer.collect();
            for literal in &literals {
                same_as_by_bytes(literal);
            }
        }
    }

    #[test]
    fn long_literals_are_those_of_the_grammar() {
        let digits = "1234567890".repeat(3);
        for whole in 1..25 {
            for places in 0..25 {
                for sign in ["", "-"] {
                    for exponent in ["", "e5", "E-12", "e+007", "e", "e99999999999999999999"] {
                        let point = if places > 0 { "." } else { "" };
                        let literal =
                            [sign, &digits[..whole], point, &digits[..places], exponent].concat();
                        same_as_by_bytes(literal.as_bytes());
                        // The same with a byte that is none of a number.
                        for at in [0, whole / 2, literal.len() - 1] {
                            let mut literal = literal.clone().into_bytes();
                            literal[at] = b':';
                            same_as_by_bytes(&literal);
                        }
                    }
                }
            }
        }
    }
}
