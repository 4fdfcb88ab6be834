//! An element as a value of serde.

use ::serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::MAX_DEPTH;
use super::number::{Asked, Value};
use crate::decode::Element;
use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// For every format of serde: an element is written without a type in between.
///
/// Numbers come as `u64`, `i64`, `i128` or `u128`, whichever holds them first, and as the nearest `f64` where they have a
/// point or an exponent.
///
/// # Errors
/// What the serializer fails with; its own error with the text of ours where the bytes are malformed, where a number is
/// beyond these types, and past [`MAX_DEPTH`](crate::serde::MAX_DEPTH) containers.
///
/// # Examples
/// ```
/// let element = sqlite_jsonb::Element::from_slice(b"\x7c\x17a\x4b\x131\x00\x01")?;
/// let text = serde_json::to_string(&element).map_err(sqlite_jsonb::Error::from_source)?;
/// assert_eq!(text, r#"{"a":[1,null,true]}"#);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
impl Serialize for Element<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Nested {
            element: *self,
            depth: 0,
        }
        .serialize(serializer)
    }
}

/// An element with as many containers around it.
struct Nested<'a> {
    element: Element<'a>,
    depth: usize,
}

impl<'a> Nested<'a> {
    fn child(&self, element: Element<'a>) -> Self {
        let depth = self.depth.saturating_add(1);
        Self { element, depth }
    }

    fn number(&self) -> Result<Option<Value>> {
        let Some(number) = self.element.as_number()? else {
            return Ok(None);
        };
        let value = match Value::of(&number, Asked::Any) {
            // An integer beyond 64 bits; `-0` stays a float.
            Some(Value::F64(float)) if number.is_integer() && float != 0.0 => {
                Value::of(&number, Asked::I128).or_else(|| Value::of(&number, Asked::U128))
            }
            value => value,
        };
        let Some(value) = value else {
            let literal = self.element.excerpt();
            return Err(self.fault(ErrorKind::NumberOutOfRange { literal }));
        };
        Ok(Some(value))
    }

    #[cold]
    fn fault(&self, kind: ErrorKind) -> Error {
        Error::at_offset(kind, self.element.offset())
    }
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let element_type = self.element.element_type();
        if element_type.is_container() && self.depth >= MAX_DEPTH {
            let error = self.fault(ErrorKind::TooDeep { limit: MAX_DEPTH });
            return Err(S::Error::custom(error));
        }
        match element_type {
            ElementType::Null => serializer.serialize_unit(),
            ElementType::True => serializer.serialize_bool(true),
            ElementType::False => serializer.serialize_bool(false),
            ElementType::Array => {
                let mut seq = serializer.serialize_seq(None)?;
                for element in self.element.elements().into_iter().flatten() {
                    seq.serialize_element(&self.child(element.map_err(S::Error::custom)?))?;
                }
                seq.end()
            }
            ElementType::Object => {
                let mut map = serializer.serialize_map(None)?;
                for member in self.element.members().into_iter().flatten() {
                    let (label, value) = member.map_err(S::Error::custom)?;
                    map.serialize_entry(&label, &self.child(value))?;
                }
                map.end()
            }
            _ => match self.number().map_err(S::Error::custom)? {
                Some(Value::U64(value)) => serializer.serialize_u64(value),
                Some(Value::I64(value)) => serializer.serialize_i64(value),
                Some(Value::U128(value)) => serializer.serialize_u128(value),
                Some(Value::I128(value)) => serializer.serialize_i128(value),
                Some(Value::F32(value)) => serializer.serialize_f32(value),
                Some(Value::F64(value)) => serializer.serialize_f64(value),
                None => {
                    let text = self.element.as_str().map_err(S::Error::custom)?;
                    serializer.serialize_str(&text.unwrap_or_default())
                }
            },
        }
    }
}
