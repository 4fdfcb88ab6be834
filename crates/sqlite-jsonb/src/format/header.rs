//! Element headers: the shortest out, any legal width in.

use super::ElementType;
use crate::error::ErrorKind;

/// The longest header, in bytes.
const MAX_HEADER_LEN: usize = 9;

/// The largest payload size that a header can hold for SQLite.
const MAX_PAYLOAD: usize = 0xffff_ffff;

/// The header of an element: its type and the size of its payload.
///
/// Source: SQLite `doc/jsonb.md` section 3.
///
/// # Examples
/// ```
/// use sqlite_jsonb::format::{ElementType, Header};
///
/// let header = Header::new(ElementType::Text, 300);
/// assert_eq!(header.to_bytes().as_ref(), [0xd7, 0x01, 0x2c]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    element_type: ElementType,
    payload_size: u32,
}

/// A header in its shortest form, as bytes: see [`Header::to_bytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderBytes {
    bytes: [u8; 5],
    len: u8,
}

impl Header {
    /// A header for a payload of `payload_size` bytes.
    ///
    /// SQLite reads no size beyond 32 bits, so a header holds none.
    #[must_use]
    pub const fn new(element_type: ElementType, payload_size: u32) -> Self {
        Self {
            element_type,
            payload_size,
        }
    }

    /// The element type.
    #[must_use]
    pub const fn element_type(self) -> ElementType {
        self.element_type
    }

    /// The size of the payload in bytes, header excluded.
    #[must_use]
    pub const fn payload_size(self) -> u32 {
        self.payload_size
    }

    /// The length of the shortest form in bytes: 1, 2, 3 or 5.
    #[must_use]
    pub const fn encoded_len(self) -> usize {
        match self.payload_size {
            0..=11 => 1,
            12..=0xff => 2,
            0x100..=0xffff => 3,
            _ => 5,
        }
    }

    /// The header at the start of `bytes` and its length, in any legal width.
    ///
    /// `None` when `bytes` ends within it, the type is reserved, or the size passes 32 bits.
    pub(crate) fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let &first = bytes.first()?;
        let element_type = ElementType::from_code(first & 0x0f)?;
        let (payload_size, header_len) = Self::sizes_at(bytes, 0, first)?;
        Some((
            Self::new(element_type, payload_size),
            usize::from(header_len),
        ))
    }

    /// The payload size in the header at `offset` of a blob, which starts with `first`, and the length of that header in
    /// any legal width.
    ///
    /// `None` when the blob ends within it, or the size passes 32 bits (SQLite `src/json.c` `jsonbPayloadSize`, 3.54: an
    /// eight-byte size is read only when its upper four bytes are zero).
    #[inline]
    pub(crate) fn sizes_at(blob: &[u8], offset: usize, first: u8) -> Option<(u32, u8)> {
        match first >> 4 {
            size @ 0..=11 => Some((u32::from(size), 1)),
            12 => Some((u32::from(*blob.get(offset.wrapping_add(1))?), 2)),
            code => wide_size(code, blob.get(offset.wrapping_add(1)..)?),
        }
    }

    /// The length of the header at the start of `bytes` and the payload size that stands in it, whatever the type and
    /// however large; `None` when `bytes` ends within the header.
    pub(crate) fn extent(bytes: &[u8]) -> Option<(usize, u64)> {
        let (&first, rest) = bytes.split_first()?;
        Some(match first >> 4 {
            12 => (2, u64::from(*rest.first()?)),
            13 => (3, u64::from(u16::from_be_bytes(*rest.first_chunk()?))),
            14 => (5, u64::from(u32::from_be_bytes(*rest.first_chunk()?))),
            15 => (9, u64::from_be_bytes(*rest.first_chunk()?)),
            size => (1, u64::from(size)),
        })
    }

    /// The header of the element at the start of `bytes` and its length, where the whole element is within `bytes`.
    #[inline]
    pub(crate) fn of_element(bytes: &[u8]) -> Result<(Self, usize), ErrorKind> {
        let Some((header, header_len)) = Self::parse(bytes) else {
            return Err(header_fault(bytes));
        };
        let available = bytes.len().saturating_sub(header_len);
        if usize::try_from(header.payload_size).is_ok_and(|size| size <= available) {
            Ok((header, header_len))
        } else {
            Err(ErrorKind::PayloadPastEnd {
                payload_size: u64::from(header.payload_size),
                available,
            })
        }
    }

    /// Writes the shortest form, of which the caller knows the [length](Self::encoded_len), to the start of `place`.
    #[inline]
    pub(crate) fn write_as(self, encoded_len: usize, place: &mut [u8; 5]) {
        let code = self.element_type.code();
        let [a, b, c, d] = self.payload_size.to_be_bytes();
        let [p0, p1, p2, p3, p4] = place;
        match encoded_len {
            1 => *p0 = d << 4 | code,
            2 => (*p0, *p1) = (0xc0 | code, d),
            3 => (*p0, *p1, *p2) = (0xd0 | code, c, d),
            _ => (*p0, *p1, *p2, *p3, *p4) = (0xe0 | code, a, b, c, d),
        }
    }

    /// Writes the shortest form to the start of `place` if it has `width` bytes, and returns whether it has.
    #[inline]
    pub(crate) fn write_in(self, width: u8, place: &mut [u8; 5]) -> bool {
        let fits = match width {
            // The most frequent width comes first.
            2 => matches!(self.payload_size, 12..=0xff),
            1 => self.payload_size <= 11,
            3 => matches!(self.payload_size, 0x100..=0xffff),
            _ => width == 5 && self.payload_size > 0xffff,
        };
        if fits {
            self.write_as(usize::from(width), place);
        }
        fits
    }

    /// The shortest form. Wider ones are legal to read, and never written here.
    #[must_use]
    pub const fn to_bytes(self) -> HeaderBytes {
        let code = self.element_type.code();
        let [a, b, c, d] = self.payload_size.to_be_bytes();
        let (bytes, len) = match self.payload_size {
            0..=11 => ([d << 4 | code, 0, 0, 0, 0], 1),
            12..=0xff => ([0xc0 | code, d, 0, 0, 0], 2),
            0x100..=0xffff => ([0xd0 | code, c, d, 0, 0], 3),
            _ => ([0xe0 | code, a, b, c, d], 5),
        };
        HeaderBytes { bytes, len }
    }
}

/// The payload size and the length of a header of three bytes or more, whose size starts `size`.
fn wide_size(code: u8, size: &[u8]) -> Option<(u32, u8)> {
    Some(match code {
        13 => (u32::from(u16::from_be_bytes(*size.first_chunk()?)), 3),
        14 => (u32::from_be_bytes(*size.first_chunk()?), 5),
        _ => {
            let size = u64::from_be_bytes(*size.first_chunk()?);
            (u32::try_from(size).ok()?, 9)
        }
    })
}

/// Why `bytes` does not start with a header.
#[cold]
fn header_fault(bytes: &[u8]) -> ErrorKind {
    let Some((&first, rest)) = bytes.split_first() else {
        return ErrorKind::HeaderPastEnd {
            header_len: 1,
            available: 0,
        };
    };
    let code = first & 0x0f;
    if ElementType::from_code(code).is_none() {
        return ErrorKind::ReservedType { code };
    }
    if let (15, Some((size, payload))) = (first >> 4, rest.split_first_chunk()) {
        return ErrorKind::PayloadPastEnd {
            payload_size: u64::from_be_bytes(*size),
            // No more than SQLite would look at, should there be more.
            available: payload.len().min(MAX_PAYLOAD),
        };
    }
    ErrorKind::HeaderPastEnd {
        header_len: match first >> 4 {
            12 => 2,
            13 => 3,
            14 => 5,
            _ => MAX_HEADER_LEN,
        },
        available: bytes.len(),
    }
}

impl AsRef<[u8]> for HeaderBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.bytes
            .get(..usize::from(self.len))
            .expect("a shortest header has 1 to 5 bytes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::empty(0, &[0x07])]
    #[case::inline_max(11, &[0xb7])]
    #[case::one_byte_min(12, &[0xc7, 0x0c])]
    #[case::one_byte_max(255, &[0xc7, 0xff])]
    #[case::two_bytes_min(256, &[0xd7, 0x01, 0x00])]
    #[case::two_bytes_max(65_535, &[0xd7, 0xff, 0xff])]
    #[case::four_bytes_min(65_536, &[0xe7, 0x00, 0x01, 0x00, 0x00])]
    #[case::four_bytes_max(u32::MAX, &[0xe7, 0xff, 0xff, 0xff, 0xff])]
    fn text_header_is_shortest(#[case] payload_size: u32, #[case] bytes: &[u8]) {
        let header = Header::new(ElementType::Text, payload_size);
        assert_eq!(header.to_bytes().as_ref(), bytes);
        assert_eq!(header.encoded_len(), bytes.len());
        assert_eq!(Header::parse(bytes), Some((header, bytes.len())));
        let (_, cut) = bytes.split_last().expect("a header has a byte");
        assert_eq!(Header::parse(cut), None);
    }

    #[rstest]
    #[case::nothing(&[], ErrorKind::HeaderPastEnd { header_len: 1, available: 0 })]
    #[case::cut_size(&[0xdb, 0x00], ErrorKind::HeaderPastEnd { header_len: 3, available: 2 })]
    #[case::cut_wide_size(&[0xfb, 0, 0, 0], ErrorKind::HeaderPastEnd { header_len: 9, available: 4 })]
    #[case::reserved(&[0x0d], ErrorKind::ReservedType { code: 13 })]
    #[case::reserved_and_cut(&[0xff], ErrorKind::ReservedType { code: 15 })]
    #[case::payload(&[0x37, b'a'], ErrorKind::PayloadPastEnd { payload_size: 3, available: 1 })]
    #[case::wrapping_size(
        &[0xf7, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, b'a'],
        ErrorKind::PayloadPastEnd { payload_size: u64::MAX, available: 1 },
    )]
    #[case::past_32_bits(
        &[0xf7, 0, 0, 0, 1, 0, 0, 0, 0],
        ErrorKind::PayloadPastEnd { payload_size: 1 << 32, available: 0 },
    )]
    fn elements_that_are_not_there_are_refused(#[case] bytes: &[u8], #[case] fault: ErrorKind) {
        assert_eq!(Header::of_element(bytes), Err(fault));
    }

    #[rstest]
    #[case(&[0x17, b'a'], 1)]
    #[case(&[0xc7, 1, b'a'], 2)]
    #[case(&[0xd7, 0, 1, b'a'], 3)]
    #[case(&[0xe7, 0, 0, 0, 1, b'a'], 5)]
    #[case(&[0xf7, 0, 0, 0, 0, 0, 0, 0, 1, b'a'], 9)]
    fn headers_of_any_width_are_read(#[case] bytes: &[u8], #[case] header_len: usize) {
        let header = Header::new(ElementType::Text, 1);
        assert_eq!(Header::of_element(bytes), Ok((header, header_len)));
    }
}
