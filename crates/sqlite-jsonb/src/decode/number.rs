//! Numbers with their digits.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::format::{Decimal, ascii};

/// A number of a blob with all its digits: a literal of RFC 8259 section 6.
///
/// It is the payload of an INT or FLOAT as it stands, and what SQLite's `json()` prints for an INT5 or FLOAT5; a
/// hexadecimal literal beyond 64 bits is SQLite's infinity, `9.0e999`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number<'a> {
    literal: Cow<'a, [u8]>,
    /// What the literal spells.
    decimal: Decimal,
}

impl<'a> Number<'a> {
    /// `None` where `literal` is none of RFC 8259.
    pub(crate) fn new(literal: Cow<'a, str>) -> Option<Self> {
        let decimal = Decimal::parse(literal.as_bytes().into())?;
        let literal = match literal {
            Cow::Borrowed(literal) => Cow::Borrowed(literal.as_bytes()),
            Cow::Owned(literal) => Cow::Owned(literal.into_bytes()),
        };
        Some(Self { literal, decimal })
    }

    /// A literal that was taken apart already.
    #[inline]
    pub(super) fn of_payload(payload: &'a [u8], decimal: Decimal) -> Self {
        let literal = Cow::Borrowed(payload);
        Self { literal, decimal }
    }

    /// The literal.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        // All characters of a literal are ASCII.
        core::str::from_utf8(&self.literal).unwrap_or_default()
    }

    /// What another type reads of the literal.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn parse<T: FromStr>(&self) -> Option<T> {
        parse(&self.literal)
    }

    /// The literal, borrowed from the blob unless it was converted.
    #[must_use]
    pub fn into_literal(self) -> Cow<'a, str> {
        match self.literal {
            Cow::Borrowed(literal) => core::str::from_utf8(literal).unwrap_or_default().into(),
            Cow::Owned(literal) => String::from_utf8(literal).unwrap_or_default().into(),
        }
    }

    /// Whether it has neither a point nor an exponent.
    #[inline]
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.decimal.is_integer()
    }

    /// The value of an integer that fits, `-0` as 0.
    #[inline]
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let magnitude = self.decimal.magnitude()?;
        if self.decimal.is_negative() {
            0_i64.checked_sub_unsigned(magnitude)
        } else {
            i64::try_from(magnitude).ok()
        }
    }

    /// The value of an integer that fits, but for `-0`.
    #[inline]
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.decimal.magnitude() {
            _ if self.decimal.is_negative() => None,
            None if self.decimal.is_integer() => parse(&self.literal),
            magnitude => magnitude,
        }
    }

    /// The nearest float; an infinity beyond the largest.
    #[inline]
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "every literal of RFC 8259 is read by `f64::from_str`"
    )]
    pub fn as_f64(&self) -> f64 {
        parse(&self.literal).expect("a literal of RFC 8259 is one of Rust's")
    }
}

/// What another type reads of a literal.
#[inline(never)]
fn parse<T: FromStr>(literal: &[u8]) -> Option<T> {
    ascii::utf8(literal)?.parse().ok()
}

impl fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Number")
            .field("literal", &self.as_str())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::zero("0", Some(0), Some(0), 0.0)]
    #[case::minus_zero("-0", Some(0), None, -0.0)]
    #[case::smallest("-9223372036854775808", Some(i64::MIN), None, -9_223_372_036_854_775_808.0)]
    #[case::largest(
        "18446744073709551615",
        None,
        Some(u64::MAX),
        18_446_744_073_709_551_615.0
    )]
    #[case::beyond("18446744073709551616", None, None, 18_446_744_073_709_551_616.0)]
    #[case::float("1.0", None, None, 1.0)]
    #[case::overflow("-9e999", None, None, f64::NEG_INFINITY)]
    fn views_of_a_number(
        #[case] literal: &str,
        #[case] i64: Option<i64>,
        #[case] u64: Option<u64>,
        #[case] f64: f64,
    ) {
        let number = Number::new(literal.into()).expect("a literal");
        assert_eq!(number.as_i64(), i64);
        assert_eq!(number.as_u64(), u64);
        assert_eq!(number.as_f64().to_bits(), f64.to_bits());
    }
}
