//! Element headers: the shortest out, any legal width in.

use super::ElementType;

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
    bytes: [u8; HeaderBytes::PADDED],
    len: u8,
}

impl HeaderBytes {
    /// A header is held with zeros behind it, so that it can be copied at a fixed width.
    const PADDED: usize = 16;

    /// Writes the header to the start of `place`, which is long enough; at a fixed width each, not by a call for a
    /// handful of bytes.
    #[inline]
    pub(crate) fn write_to(self, place: &mut [u8]) {
        match self.len {
            1 => self.copy::<1>(place),
            2 => self.copy::<2>(place),
            3 => self.copy::<3>(place),
            _ => self.copy::<5>(place),
        }
    }

    #[inline]
    fn copy<const N: usize>(self, place: &mut [u8]) {
        if let (Some(place), Some(bytes)) = (place.first_chunk_mut::<N>(), self.bytes.first_chunk())
        {
            *place = *bytes;
        }
    }

    /// The bytes of the header and some zeros.
    pub(crate) fn padded(&self) -> &[u8; Self::PADDED] {
        &self.bytes
    }
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
    /// `None` when `bytes` ends within it, the type is reserved, or the size passes 32 bits (SQLite `src/json.c`
    /// `jsonbPayloadSize`, 3.54: an eight-byte size is read only when its upper four bytes are zero).
    pub(crate) fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let (&first, rest) = bytes.split_first()?;
        let element_type = ElementType::from_code(first & 0x0f)?;
        let (payload_size, header_len) = match first >> 4 {
            12 => (u32::from(*rest.first()?), 2),
            13 => (u32::from(u16::from_be_bytes(*rest.first_chunk()?)), 3),
            14 => (u32::from_be_bytes(*rest.first_chunk()?), 5),
            15 => (
                u32::try_from(u64::from_be_bytes(*rest.first_chunk()?)).ok()?,
                9,
            ),
            size => (u32::from(size), 1),
        };
        Some((Self::new(element_type, payload_size), header_len))
    }

    /// The shortest form. Wider ones are legal to read, and never written here.
    #[must_use]
    pub const fn to_bytes(self) -> HeaderBytes {
        let code = self.element_type.code();
        let [a, b, c, d] = self.payload_size.to_be_bytes();
        let (shortest, len) = match self.payload_size {
            0..=11 => ([d << 4 | code, 0, 0, 0, 0], 1),
            12..=0xff => ([0xc0 | code, d, 0, 0, 0], 2),
            0x100..=0xffff => ([0xd0 | code, c, d, 0, 0], 3),
            _ => ([0xe0 | code, a, b, c, d], 5),
        };
        let mut bytes = [0; HeaderBytes::PADDED];
        if let Some(place) = bytes.first_chunk_mut() {
            *place = shortest;
        }
        HeaderBytes { bytes, len }
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
}
