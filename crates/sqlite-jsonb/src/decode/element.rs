//! One element of a blob, borrowed in place.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::iter::{Children, Elements, Members};
use super::number::Number;
use crate::error::{Error, ErrorKind, Result};
use crate::format::unescape::{self, Dialect};
use crate::format::{Decimal, ElementType, Header, Short, Window, ascii, number};

/// One element of a blob, borrowed in place: a header that was checked, and a payload that was not looked at yet.
///
/// It is made in constant time, and each method checks what it reads and no more.
/// So an element of a hostile blob may be held and asked; where its bytes are malformed, the answer is an error that says
/// why and at which byte of the blob. [`validate`](crate::validate) checks all of it beforehand.
///
/// An element is a [`JsonbSource`](crate::JsonbSource): encoding it gives the canonical blob of what it holds.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{Element, ElementType};
///
/// // {"name":"Ada","born":[1815,12,10]}
/// let blob = b"\xcc\x1a\x47name\x37Ada\x47born\xbb\x431815\x2312\x2310";
/// let person = Element::from_slice(blob)?;
/// let name = person.get("name")?.expect("the object has a name");
/// assert_eq!(name.as_str()?.as_deref(), Some("Ada"));
/// let year = person.path("$.born[0]")?.expect("the array has an element");
/// assert_eq!(year.as_i64()?, Some(1815));
/// assert_eq!(year.element_type(), ElementType::Int);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Element<'a> {
    blob: &'a [u8],
    /// Where it starts in the blob.
    offset: usize,
    payload_size: u32,
    header_len: u8,
    #[expect(
        clippy::struct_field_names,
        reason = "the name of the type of an element"
    )]
    element_type: ElementType,
}

impl<'a> Element<'a> {
    /// The element that a whole blob is.
    ///
    /// # Errors
    /// [`ErrorKind::HeaderPastEnd`], [`ErrorKind::PayloadPastEnd`], [`ErrorKind::TrailingBytes`],
    /// [`ErrorKind::ReservedType`], [`ErrorKind::LongLiteral`]. What the payload holds is not looked at.
    pub fn from_slice(blob: &'a [u8]) -> Result<Self> {
        let element = Self::parse(blob, 0, blob.len())?;
        match blob.len().saturating_sub(element.len()) {
            0 => Ok(element),
            len => Err(Error::at_offset(
                ErrorKind::TrailingBytes { len },
                element.len(),
            )),
        }
    }

    /// The element at the start of `bytes`, whatever follows it: one of several blobs back to back.
    ///
    /// # Errors
    /// As [`from_slice`](Self::from_slice), but for [`ErrorKind::TrailingBytes`]. [`ErrorKind::HeaderPastEnd`] and
    /// [`ErrorKind::PayloadPastEnd`] say that `bytes` ends before the element does.
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::Element;
    ///
    /// let mut rest = &b"\x131\x0b\x17a"[..];
    /// let mut texts = Vec::new();
    /// while !rest.is_empty() {
    ///     let element = Element::from_prefix(rest)?;
    ///     texts.push(element.to_string());
    ///     rest = &rest[element.as_bytes().len()..];
    /// }
    /// assert_eq!(texts, ["1", "[]", "\"a\""]);
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub fn from_prefix(bytes: &'a [u8]) -> Result<Self> {
        Self::parse(bytes, 0, bytes.len())
    }

    /// The element at `offset`, in a container that ends at `end`, no later than the blob does.
    #[inline]
    pub(crate) fn parse(blob: &'a [u8], offset: usize, end: usize) -> Result<Self> {
        Self::try_parse(blob, offset, end).ok_or_else(|| Self::parse_fault(blob, offset, end))
    }

    /// The same; `None` where there is none.
    #[inline]
    pub(super) fn try_parse(blob: &'a [u8], offset: usize, end: usize) -> Option<Self> {
        let &first = blob.get(offset)?;
        let element_type = ElementType::of_first_byte(first)?;
        let (payload_size, header_len) = Header::sizes_at(blob, offset, first)?;
        let element = Self {
            blob,
            offset,
            payload_size,
            header_len,
            element_type,
        };
        (element.len() <= end.wrapping_sub(offset)).then_some(element)
    }

    /// The element at `offset` once more. A function that is called with its place, and not with the element, leaves the
    /// caller's in registers.
    #[inline]
    pub(crate) fn again(blob: &'a [u8], offset: usize) -> Result<Self> {
        Self::parse(blob, offset, blob.len())
    }

    /// Why there is no element.
    #[cold]
    fn parse_fault(blob: &[u8], offset: usize, end: usize) -> Error {
        let rest = blob.get(offset..end).unwrap_or_default();
        let kind = match Header::of_element(rest) {
            Err(kind) => kind,
            Ok((header, header_len)) => {
                let payload_size = usize::try_from(header.payload_size()).unwrap_or(usize::MAX);
                ErrorKind::LongLiteral {
                    element_type: header.element_type(),
                    len: header_len.saturating_add(payload_size),
                }
            }
        };
        Error::at_offset(kind, offset)
    }

    /// Its type.
    #[inline]
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// Its first byte, counted from the start of the blob.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Header and payload as they stand: a blob of its own.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        let behind = self.blob.get(self.offset..).unwrap_or_default();
        behind.get(..self.len()).unwrap_or_default()
    }

    /// The payload as it stands.
    #[inline]
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        self.window().payload()
    }

    /// All of the blob that it is part of.
    #[inline]
    pub(crate) fn blob(&self) -> &'a [u8] {
        self.blob
    }

    /// Where the one behind it starts.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.offset.wrapping_add(self.len())
    }

    /// Header and payload in bytes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        // No more than there is, so it does not wrap around once the element was made.
        self.header_len().saturating_add(self.payload_size())
    }

    #[inline]
    fn payload_size(&self) -> usize {
        usize::try_from(self.payload_size).unwrap_or(usize::MAX)
    }

    /// The payload in its place.
    #[inline]
    pub(super) fn window(&self) -> Window<'a> {
        Window::new(self.blob, self.payload_offset(), self.payload_size())
    }

    /// The length of the header in bytes: 1, 2, 3, 5 or 9.
    #[inline]
    #[must_use]
    pub fn header_len(&self) -> usize {
        usize::from(self.header_len)
    }

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
    pub(super) fn any_str(&self) -> Result<Cow<'a, str>> {
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

    /// The elements of an ARRAY; `None` for any other type.
    #[must_use]
    pub fn elements(&self) -> Option<Elements<'a>> {
        (self.element_type == ElementType::Array).then(|| Elements::new(self.children()))
    }

    /// The members of an OBJECT; `None` for any other type.
    #[must_use]
    pub fn members(&self) -> Option<Members<'a>> {
        (self.element_type == ElementType::Object).then(|| Members::new(self.children()))
    }

    /// The elements in the payload of an ARRAY or OBJECT as they stand, labels included; nothing for a scalar.
    ///
    /// For tools that look at a blob rather than at the document: that labels are texts and have values is not checked.
    #[must_use]
    pub fn children(&self) -> Children<'a> {
        Children::new(if self.element_type.is_container() {
            self.window()
        } else {
            Window::default()
        })
    }

    /// Where the payload starts in the blob.
    #[inline]
    pub(super) fn payload_offset(&self) -> usize {
        self.offset.wrapping_add(self.header_len())
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

    /// An error with this element at fault.
    #[inline]
    pub(super) fn fault(&self, kind: ErrorKind) -> Error {
        Error::at_offset(kind, self.offset)
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

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Element")
            .field("element_type", &self.element_type)
            .field("offset", &self.offset)
            .field("encoded_len", &self.len())
            .finish_non_exhaustive()
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
    #[case::empty(&[], ErrorKind::HeaderPastEnd { header_len: 1, available: 0 }, 0)]
    #[case::trailing(&[0x00, 0x00, 0x01], ErrorKind::TrailingBytes { len: 2 }, 1)]
    #[case::null_with_payload(
        &[0x10, 0x00],
        ErrorKind::LongLiteral { element_type: ElementType::Null, len: 2 },
        0,
    )]
    #[case::wide_true(
        &[0xc1, 0x00],
        ErrorKind::LongLiteral { element_type: ElementType::True, len: 2 },
        0,
    )]
    fn blobs_that_are_no_single_element_are_refused(
        #[case] blob: &[u8],
        #[case] kind: ErrorKind,
        #[case] offset: usize,
    ) {
        let error = Element::from_slice(blob).expect_err("not one element");
        assert_eq!(*error.kind(), kind);
        assert_eq!(error.offset(), Some(offset));
        assert!(error.is_malformed());
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
