//! The element types.

use core::fmt;

/// The type of an element: the low four bits of its first byte.
///
/// Codes 13 to 15 are reserved and are no variants, so code that holds an `ElementType` never meets one.
///
/// Source: SQLite `doc/jsonb.md` section 3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum ElementType {
    /// JSON null, no payload.
    Null = 0,
    /// JSON true, no payload.
    True = 1,
    /// JSON false, no payload.
    False = 2,
    /// A JSON integer in its text form.
    Int = 3,
    /// A JSON5 integer in its text form, such as `0x1A`.
    Int5 = 4,
    /// A JSON number with a point or an exponent, in its text form.
    Float = 5,
    /// A JSON5 number in its text form, such as `.5`.
    Float5 = 6,
    /// A string that is the same in JSON and in SQL.
    Text = 7,
    /// A string with JSON escapes.
    TextJ = 8,
    /// A string with JSON5 escapes.
    Text5 = 9,
    /// A string as SQL holds it, which JSON would have to escape.
    TextRaw = 10,
    /// An array: its elements, one after the other.
    Array = 11,
    /// An object: label, value, label, value.
    Object = 12,
}

impl ElementType {
    /// The type with this code, or `None` for the reserved 13 to 15 and what does not fit four bits.
    ///
    /// # Examples
    /// ```
    /// use sqlite_jsonb::ElementType;
    ///
    /// assert_eq!(ElementType::from_code(11), Some(ElementType::Array));
    /// assert_eq!(ElementType::from_code(13), None);
    /// ```
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0 => Self::Null,
            1 => Self::True,
            2 => Self::False,
            3 => Self::Int,
            4 => Self::Int5,
            5 => Self::Float,
            6 => Self::Float5,
            7 => Self::Text,
            8 => Self::TextJ,
            9 => Self::Text5,
            10 => Self::TextRaw,
            11 => Self::Array,
            12 => Self::Object,
            _ => return None,
        })
    }

    /// The type of an element that starts with this byte; `None` for the reserved ones, and for a literal with a payload
    /// or a wide header, which is none.
    #[inline]
    pub(crate) fn of_first_byte(first: u8) -> Option<Self> {
        const TYPES: [Option<ElementType>; 256] = {
            let mut types = [None; 256];
            let mut rest: &mut [_] = &mut types;
            let mut first: u8 = 0;
            while let Some((place, behind)) = rest.split_first_mut() {
                *place = ElementType::from_code(first & 0x0f);
                if first & 0x0f <= 2 && first > 2 {
                    *place = None;
                }
                first = first.wrapping_add(1);
                rest = behind;
            }
            types
        };
        TYPES.get(usize::from(first)).copied().flatten()
    }

    /// The code, 0 to 12.
    #[must_use]
    pub const fn code(self) -> u8 {
        #[expect(clippy::as_conversions, reason = "the discriminant of a repr(u8) enum")]
        {
            self as u8
        }
    }

    /// SQLite's spelling, such as `TEXTRAW`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::True => "TRUE",
            Self::False => "FALSE",
            Self::Int => "INT",
            Self::Int5 => "INT5",
            Self::Float => "FLOAT",
            Self::Float5 => "FLOAT5",
            Self::Text => "TEXT",
            Self::TextJ => "TEXTJ",
            Self::Text5 => "TEXT5",
            Self::TextRaw => "TEXTRAW",
            Self::Array => "ARRAY",
            Self::Object => "OBJECT",
        }
    }

    /// Whether the element is a string, and so may be a label.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::TextJ | Self::Text5 | Self::TextRaw)
    }

    /// Whether the element is a number.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Int5 | Self::Float | Self::Float5)
    }

    /// Whether the element holds other elements.
    #[must_use]
    pub const fn is_container(self) -> bool {
        matches!(self, Self::Array | Self::Object)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_reserved_ones_are_refused() {
        for code in 0..=u8::MAX {
            match ElementType::from_code(code) {
                Some(element_type) => assert_eq!(element_type.code(), code),
                None => assert!(code > 12),
            }
        }
    }
}
