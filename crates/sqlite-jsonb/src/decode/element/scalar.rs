//! What the payload of a scalar stands for.

use alloc::borrow::Cow;
use alloc::string::String;

use super::Element;
use crate::decode::number::Number;
use crate::error::{Error, ErrorKind, Result};
use crate::format::unescape::{self, Dialect};
use crate::format::{Decimal, ElementType, Short, ascii, number};

impl<'a> Element<'a> {
    /// Whether it is NULL.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.element_type == ElementType::Null
    }

    /// The value of a TRUE or FALSE; `None` for any other type.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.element_type {
            ElementType::True => Some(true),
            ElementType::False => Some(false),
            _ => None,
        }
    }

    /// The string that a text stands for, borrowed where the payload holds no escape; `None` for any other type.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidUtf8`], [`ErrorKind::UnescapedByte`], [`ErrorKind::InvalidEscape`],
    /// [`ErrorKind::LoneSurrogate`].
    #[inline]
    pub fn as_str(&self) -> Result<Option<Cow<'a, str>>> {
        if let Some(string) = self.plain_str() {
            return Ok(Some(Cow::Borrowed(string)));
        }
        if !self.element_type.is_text() {
            return Ok(None);
        }
        self.any_str().map(Some)
    }

    /// The string of a TEXT that is ASCII; `None` for all else.
    #[inline]
    pub(crate) fn plain_str(&self) -> Option<&'a str> {
        if self.element_type == ElementType::Text {
            ascii::plain(self.window())
        } else {
            None
        }
    }

    /// The string that a text of any kind stands for; for all other types, what a TEXT of that payload would.
    pub(in crate::decode) fn any_str(&self) -> Result<Cow<'a, str>> {
        let payload = self.payload();
        let string = match self.element_type {
            ElementType::TextJ => unescape::json(self.window()),
            ElementType::Text5 => {
                unescape::utf8(payload).and_then(|text| unescape::unescape(text, Dialect::Json5))
            }
            ElementType::TextRaw => unescape::utf8(payload).map(Cow::Borrowed),
            _ => unescape::plain(payload).map(Cow::Borrowed),
        };
        string.map_err(|kind| self.fault(kind))
    }

    /// A number with its digits, as JSON spells it; `None` for any other type.
    ///
    /// # Errors
    /// [`ErrorKind::MalformedNumber`] for a payload outside the grammar of its type.
    #[inline]
    pub fn as_number(&self) -> Result<Option<Number<'a>>> {
        if !self.element_type.is_number() {
            return Ok(None);
        }
        match self.number() {
            None => Err(self.malformed_number()),
            number => Ok(number),
        }
    }

    /// A number, unless its payload is malformed.
    #[inline]
    fn number(&self) -> Option<Number<'a>> {
        if let Some(number) = self.common_number() {
            return Some(number);
        }
        match self.element_type {
            ElementType::Float => {
                let decimal = Decimal::any_float(self.window())?;
                Some(Number::of_payload(self.payload(), decimal))
            }
            ElementType::Int5 | ElementType::Float5 => self.json5_number(),
            _ => None,
        }
    }

    /// The number in an INT, or in a FLOAT without an exponent; `None` for all others.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a number that is in memory takes much longer"
    )]
    pub(crate) fn common_number(&self) -> Option<Number<'a>> {
        let decimal = match self.element_type {
            ElementType::Int => Decimal::integer(self.window()),
            ElementType::Float => Decimal::common_float(self.window()),
            _ => None,
        };
        decimal.map(|decimal| Number::of_payload(self.payload(), decimal))
    }

    /// The value of an INT of up to 19 digits and nothing else; `None` for all others.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    pub(crate) fn common_uint(&self) -> Option<u64> {
        if self.element_type == ElementType::Int {
            Decimal::unsigned(self.window())
        } else {
            None
        }
    }

    /// The float in a short FLOAT without an exponent, if it is finite; `None` for all others.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for `common_uint`")]
    #[cfg_attr(
        not(any(
            feature = "serde_json",
            feature = "simd-json",
            feature = "ciborium",
            feature = "serde"
        )),
        expect(dead_code, reason = "trees ask for it")
    )]
    pub(crate) fn common_float(&self) -> Option<f64> {
        if self.element_type != ElementType::Float {
            return None;
        }
        let short = Short::new(self.window())?;
        if !short.is_float() {
            return None;
        }
        let value: f64 = ascii::utf8(self.payload())?.parse().ok()?;
        value.is_finite().then_some(value)
    }

    #[inline(never)]
    fn json5_number(&self) -> Option<Number<'a>> {
        number::json5_to_json(self.element_type, self.payload()).and_then(Number::new)
    }

    /// The value of an INT or INT5 that fits; `None` beyond that, and for any other type.
    ///
    /// # Errors
    /// As [`as_number`](Self::as_number).
    pub fn as_i64(&self) -> Result<Option<i64>> {
        if let Some(value) = self.common_uint() {
            return Ok(i64::try_from(value).ok());
        }
        Ok(self.as_number()?.and_then(|number| number.as_i64()))
    }

    /// The value of an INT or INT5 that fits; `None` beyond that, and for any other type.
    ///
    /// # Errors
    /// As [`as_number`](Self::as_number).
    pub fn as_u64(&self) -> Result<Option<u64>> {
        if let Some(value) = self.common_uint() {
            return Ok(Some(value));
        }
        Ok(self.as_number()?.and_then(|number| number.as_u64()))
    }

    /// The float nearest to a number of any type, an infinity beyond the largest; `None` for any other type.
    ///
    /// # Errors
    /// As [`as_number`](Self::as_number).
    pub fn as_f64(&self) -> Result<Option<f64>> {
        Ok(self.as_number()?.map(|number| number.as_f64()))
    }

    /// Checks the payload of a scalar.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    pub(crate) fn check_scalar(&self) -> Result<()> {
        let short = Short::new(self.window());
        let is_fine = match self.element_type {
            ElementType::Int => short.is_some_and(|short| short.is_int()),
            ElementType::Float => short.is_some_and(|short| short.is_float()),
            ElementType::Text => short.is_some_and(|short| short.is_plain()),
            ElementType::TextJ
            | ElementType::Text5
            | ElementType::TextRaw
            | ElementType::Int5
            | ElementType::Float5 => false,
            _ => true,
        };
        if is_fine {
            Ok(())
        } else {
            Self::check_any_scalar(self.blob, self.offset)
        }
    }

    /// The same for what is not so easily seen to be right.
    #[inline(never)]
    fn check_any_scalar(blob: &[u8], offset: usize) -> Result<()> {
        let element = Element::again(blob, offset)?;
        let payload = element.payload();
        let checked = match element.element_type {
            ElementType::Int | ElementType::Int5 | ElementType::Float | ElementType::Float5 => {
                if !number::is_valid(element.element_type, element.window()) {
                    return Err(element.malformed_number());
                }
                Ok(())
            }
            ElementType::Text if ascii::is_plain(element.window()) => Ok(()),
            ElementType::Text => unescape::plain(payload).map(|_| ()),
            ElementType::TextJ => unescape::check_json(element.window()),
            ElementType::Text5 => unescape::check(payload, Dialect::Json5),
            ElementType::TextRaw => unescape::utf8(payload).map(|_| ()),
            _ => Ok(()),
        };
        checked.map_err(|kind| element.fault(kind))
    }

    #[cold]
    fn malformed_number(&self) -> Error {
        let element_type = self.element_type;
        let literal = self.excerpt();
        self.fault(ErrorKind::MalformedNumber {
            element_type,
            literal,
        })
    }

    /// The payload for a message, cut after 64 characters.
    #[cold]
    pub(crate) fn excerpt(&self) -> String {
        // A character has four bytes at most, so what is cut off here is behind the 64th.
        let start = self.payload().get(..256).unwrap_or(self.payload());
        let text = String::from_utf8_lossy(start);
        text.chars().take(64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use rstest::rstest;

    fn element(blob: &[u8]) -> Element<'_> {
        Element::from_slice(blob).expect("the header is right")
    }

    #[rstest]
    #[case::text(b"\x27ab", "ab", true)]
    #[case::textj_escape(b"\x28\\n", "\n", false)]
    #[case::textj_plain(b"\x28ab", "ab", true)]
    #[case::text5(b"\x49\\x41", "A", false)]
    #[case::textraw(b"\x3aa\"\n", "a\"\n", true)]
    fn text_of_each_type_is_read(
        #[case] blob: &[u8],
        #[case] expected: &str,
        #[case] is_borrowed: bool,
    ) {
        let text = element(blob).as_str().expect("valid").expect("a text");
        assert_eq!(text, expected);
        assert_eq!(matches!(text, Cow::Borrowed(_)), is_borrowed);
    }

    #[rstest]
    #[case::float5_in_an_int(b"\x23.5", "number is \".5\", expected INT, at byte 0")]
    #[case::float_in_an_int(b"\x330.5", "number is \"0.5\", expected INT, at byte 0")]
    #[case::int_in_a_float(b"\x155", "number is \"5\", expected FLOAT, at byte 0")]
    #[case::float5_in_a_float(b"\x25.5", "number is \".5\", expected FLOAT, at byte 0")]
    #[case::hex_in_an_int(b"\x330x1", "number is \"0x1\", expected INT, at byte 0")]
    fn numbers_of_another_type_are_refused(#[case] blob: &[u8], #[case] message: &str) {
        let error = element(blob).as_number().expect_err("malformed");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn other_types_give_none() {
        let null = element(&[0x00]);
        assert!(null.is_null());
        assert_eq!(null.as_bool(), None);
        assert_eq!(null.as_str().expect("no text to check"), None);
        assert_eq!(null.as_i64().expect("no number to check"), None);
        assert!(null.elements().is_none());
        assert!(null.members().is_none());
        assert_eq!(null.children().count(), 0);
        assert_eq!(element(&[0x01]).as_bool(), Some(true));
        assert_eq!(element(&[0x02]).as_bool(), Some(false));
    }

    #[test]
    fn malformed_payload_is_an_error_at_the_element() {
        let array = element(b"\x7b\x2301\x27\xff\xff\x5d");
        let mut elements = array.elements().expect("an array");
        let int = elements.next().expect("first").expect("its header is fine");
        let error = int.as_i64().expect_err("leading zero");
        assert_eq!(
            error.to_string(),
            "number is \"01\", expected INT, at byte 1"
        );
        let text = elements
            .next()
            .expect("second")
            .expect("its header is fine");
        let error = text.as_str().expect_err("not UTF-8");
        assert_eq!(
            error.to_string(),
            "text is not UTF-8 at payload byte 0, at byte 4"
        );
        let error = elements.next().expect("third").expect_err("reserved");
        assert_eq!(
            error.to_string(),
            "element type is 13, expected 0 to 12, at byte 7"
        );
        assert!(elements.next().is_none());
    }
}
