//! Labels as map keys.

use alloc::borrow::Cow;

use ::serde::de::{self, Error as _, Unexpected, Visitor};

use super::RAW_VALUE;
use super::access::{RawValue, Variant};
use super::de::deserialize;
use super::number::{Asked, Value};
use crate::decode::{DecodeOptions, Element, Number};
use crate::error::{Error, ErrorKind, Result};

/// Reads one label: a string, or what its text spells where a number or a boolean is asked for.
#[derive(Clone, Copy)]
pub(super) struct Key<'de> {
    label: Element<'de>,
    options: DecodeOptions,
}

impl<'de> Key<'de> {
    /// `label` is a text.
    pub(super) fn new(label: Element<'de>, options: DecodeOptions) -> Self {
        Self { label, options }
    }

    fn element(&self) -> Element<'de> {
        self.label
    }

    fn as_str(self) -> Result<Cow<'de, str>> {
        Ok(self.label.as_str()?.unwrap_or_default())
    }

    #[inline]
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.label.plain_str() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => self.any_text(visitor),
        }
    }

    #[inline(never)]
    fn any_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.as_str()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.as_str()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    fn number<V: Visitor<'de>>(self, asked: Asked, visitor: V) -> Result<V::Value> {
        let text = self.as_str()?;
        let Some(number) = Number::new(Cow::Borrowed(&text)) else {
            return Err(Error::invalid_type(Unexpected::Str(&text), &visitor));
        };
        if let Some(value) = Value::of(&number, asked) {
            return value.visit(visitor);
        }
        let literal = self.label.excerpt();
        Err(Error::new(ErrorKind::NumberOutOfRange { literal }))
    }

    fn bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let text = self.as_str()?;
        match &*text {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Error::invalid_type(Unexpected::Str(&text), &visitor)),
        }
    }

    fn newtype<V: Visitor<'de>>(self, name: &str, visitor: V) -> Result<V::Value> {
        if name == RAW_VALUE {
            let json = self.options.element_to_json(self.label)?;
            return visitor.visit_map(RawValue::new(json));
        }
        visitor.visit_newtype_struct(self)
    }
}

impl<'de> de::Deserializer<'de> for Key<'de> {
    type Error = Error;

    deserialize! {
        deserialize_any() => |this, visitor| this.text(visitor);
        deserialize_bool() => |this, visitor| this.bool(visitor);
        deserialize_i8() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_i16() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_i32() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_i64() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_i128() => |this, visitor| this.number(Asked::I128, visitor);
        deserialize_u8() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_u16() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_u32() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_u64() => |this, visitor| this.number(Asked::Integer, visitor);
        deserialize_u128() => |this, visitor| this.number(Asked::U128, visitor);
        deserialize_f32() => |this, visitor| this.number(Asked::F32, visitor);
        deserialize_f64() => |this, visitor| this.number(Asked::Any, visitor);
        deserialize_bytes() => |this, visitor| this.bytes(visitor);
        deserialize_byte_buf() => |this, visitor| this.bytes(visitor);
        deserialize_option() => |this, visitor| visitor.visit_some(this);
        deserialize_newtype_struct(name: &'static str) => |this, visitor| this.newtype(name, visitor);
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let read = visitor.visit_enum(Variant::unit(self));
        read.map_err(|error| error.or_offset(self.label.offset()))
    }

    ::serde::forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
