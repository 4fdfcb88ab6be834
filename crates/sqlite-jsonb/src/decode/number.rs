//! Numbers with their digits.

use alloc::borrow::Cow;
use core::fmt;

/// A number of a blob with all its digits: a literal of RFC 8259 section 6.
///
/// It is the payload of an INT or FLOAT as it stands, and what SQLite's `json()` prints for an INT5 or FLOAT5; a
/// hexadecimal literal beyond 64 bits is SQLite's infinity, `9.0e999`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number<'a> {
    literal: Cow<'a, str>,
}

impl<'a> Number<'a> {
    pub(crate) fn new(literal: Cow<'a, str>) -> Self {
        Self { literal }
    }

    /// The literal.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.literal
    }

    /// The literal, borrowed from the blob unless it was converted.
    #[must_use]
    pub fn into_literal(self) -> Cow<'a, str> {
        self.literal
    }

    /// Whether it has neither a point nor an exponent.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.literal
            .bytes()
            .all(|byte| byte == b'-' || byte.is_ascii_digit())
    }

    /// The value of an integer that fits, `-0` as 0.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.literal.parse().ok()
    }

    /// The value of an integer that fits, but for `-0`.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.literal.parse().ok()
    }

    /// The nearest float; an infinity beyond the largest.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "every literal of RFC 8259 is read by `f64::from_str`"
    )]
    pub fn as_f64(&self) -> f64 {
        self.literal
            .parse()
            .expect("a literal of RFC 8259 is one of Rust's")
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.literal)
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
        let number = Number::new(literal.into());
        assert_eq!(number.as_i64(), i64);
        assert_eq!(number.as_u64(), u64);
        assert_eq!(number.as_f64().to_bits(), f64.to_bits());
    }
}
