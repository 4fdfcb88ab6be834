//! One element of a blob, borrowed in place.

mod scalar;

use core::fmt;

use super::iter::{Children, Elements, Members};
use crate::error::{Error, ErrorKind, Result};
use crate::format::{ElementType, Header, Window};

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
    /// [`ErrorKind::EmptyBlob`], [`ErrorKind::HeaderPastEnd`], [`ErrorKind::PayloadPastEnd`], [`ErrorKind::TrailingBytes`],
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
    /// As [`from_slice`](Self::from_slice), but for [`ErrorKind::TrailingBytes`]. [`ErrorKind::EmptyBlob`],
    /// [`ErrorKind::HeaderPastEnd`] and [`ErrorKind::PayloadPastEnd`] say that `bytes` ends before the element does.
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
            Err(_) if blob.is_empty() => ErrorKind::EmptyBlob,
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

    /// An error with this element at fault.
    #[inline]
    pub(super) fn fault(&self, kind: ErrorKind) -> Error {
        Error::at_offset(kind, self.offset)
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
    use rstest::rstest;

    #[rstest]
    #[case::empty(&[], ErrorKind::EmptyBlob, 0)]
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
}
