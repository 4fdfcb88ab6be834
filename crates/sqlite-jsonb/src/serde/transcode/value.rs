//! Values from a deserializer.

use alloc::string::String;
use core::fmt;

use ::serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess};
use ::serde::de::{VariantAccess, Visitor};
use ::serde::ser::Serializer as _;

use super::super::NUMBER;
use super::super::ser::Serializer;
use super::key::{Before, Key, Name, Read};
use super::tag::{Bignum, CborTag};
use super::{CIBORIUM_TAG, Out, TOML_DATETIME};
use crate::error::Result;
use crate::format::number;

/// Takes a value, and lays it out.
pub(super) struct Value<'o, 'p, 'e> {
    out: &'o mut Out<'p, 'e>,
    /// The token that is the key of this value: with a string they may be something else than a member of an object.
    token: Option<&'static str>,
    /// The tag right in front of this value: bytes are a number then.
    bignum: Option<Bignum>,
}

impl<'o, 'p, 'e> Value<'o, 'p, 'e> {
    pub(super) fn new(out: &'o mut Out<'p, 'e>) -> Self {
        Self {
            out,
            token: None,
            bignum: None,
        }
    }

    /// The content of a tag of CBOR.
    pub(super) fn tagged(out: &'o mut Out<'p, 'e>, bignum: Option<Bignum>) -> Self {
        Self {
            bignum,
            ..Self::new(out)
        }
    }

    /// Lays out the object with the token as its first label, now that the value is none that a token may have.
    #[inline]
    fn begin<E: de::Error>(&mut self) -> Result<(), E> {
        match self.token.take() {
            None => Ok(()),
            Some(token) => self.begin_with(token),
        }
    }

    #[cold]
    fn begin_with<E: de::Error>(&mut self, token: &str) -> Result<(), E> {
        let begun = self.out.push.begin_object();
        let begun = begun.and_then(|()| self.out.push.label(token));
        self.out.note(begun)
    }

    #[inline]
    fn scalar<E: de::Error>(
        mut self,
        serialize: impl FnOnce(Serializer<'_, 'e>) -> Result<()>,
    ) -> Result<Option<String>, E> {
        self.begin()?;
        let laid_out = serialize(Serializer::new(self.out.push));
        self.out.note(laid_out)?;
        Ok(None)
    }

    /// What is inside an option or a newtype struct.
    fn inside<'de, D: Deserializer<'de>>(mut self, value: D) -> Result<Option<String>, D::Error> {
        self.begin()?;
        self.out.enter()?;
        value.deserialize_any(Value::new(self.out))?;
        self.out.leave();
        Ok(None)
    }
}

/// `None` where the value was laid out; the string behind a token is not.
impl<'de> DeserializeSeed<'de> for Value<'_, '_, '_> {
    type Value = Option<String>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($visit:ident $serialize:ident $type:ty,)*) => {
        $(
            #[inline]
            fn $visit<E: de::Error>(self, value: $type) -> Result<Self::Value, E> {
                self.scalar(|serializer| serializer.$serialize(value))
            }
        )*
    };
}

impl<'de> Visitor<'de> for Value<'_, '_, '_> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    scalars! {
        visit_bool serialize_bool bool,
        visit_i8 serialize_i8 i8,
        visit_i16 serialize_i16 i16,
        visit_i32 serialize_i32 i32,
        visit_i64 serialize_i64 i64,
        visit_i128 serialize_i128 i128,
        visit_u8 serialize_u8 u8,
        visit_u16 serialize_u16 u16,
        visit_u32 serialize_u32 u32,
        visit_u64 serialize_u64 u64,
        visit_u128 serialize_u128 u128,
        visit_f32 serialize_f32 f32,
        visit_f64 serialize_f64 f64,
        visit_char serialize_char char,
    }

    fn visit_bytes<E: de::Error>(self, value: &[u8]) -> Result<Self::Value, E> {
        let bignum = self.bignum;
        self.scalar(|serializer| match bignum {
            None => serializer.serialize_bytes(value),
            Some(bignum) => bignum.serialize(value, serializer),
        })
    }

    #[inline]
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        if self.token.is_some() {
            return Ok(Some(value.into()));
        }
        self.scalar(|serializer| serializer.serialize_str(value))
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        self.scalar(|serializer| serializer.serialize_none())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        self.scalar(|serializer| serializer.serialize_unit())
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        self.inside(value)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        self.inside(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<Self::Value, A::Error> {
        self.begin()?;
        let out = self.out;
        out.enter()?;
        let begun = out.push.begin_array();
        out.note(begun)?;
        while elements.next_element_seed(Value::new(out))?.is_some() {}
        let ended = out.push.end();
        out.note(ended)?;
        out.leave();
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Self::Value, A::Error> {
        self.begin()?;
        let out = self.out;
        out.enter()?;
        let before = Before::Nothing;
        let mut is_key = match members.next_key_seed(Key { out, before })? {
            None => {
                let begun = out.push.begin_object();
                out.note(begun)?;
                false
            }
            Some(Read::Label) => true,
            Some(Read::Token(token)) => {
                let value = Value {
                    token: Some(token),
                    ..Value::new(out)
                };
                match members.next_value_seed(value)? {
                    None => members.next_key_seed(Key::next(out))?.is_some(),
                    Some(text) => {
                        let before = Before::Token(token, &text);
                        if members.next_key_seed(Key { out, before })?.is_none() {
                            token_alone(out, token, &text)?;
                            out.leave();
                            return Ok(None);
                        }
                        true
                    }
                }
            }
        };
        while is_key {
            members.next_value_seed(Value::new(out))?;
            is_key = members.next_key_seed(Key::next(out))?.is_some();
        }
        let ended = out.push.end();
        out.note(ended)?;
        out.leave();
        Ok(None)
    }

    fn visit_enum<A: EnumAccess<'de>>(mut self, variant: A) -> Result<Self::Value, A::Error> {
        self.begin()?;
        let out = self.out;
        out.enter()?;
        let (name, content) = variant.variant_seed(Name)?;
        if name == CIBORIUM_TAG {
            content.tuple_variant(2, CborTag(out))?;
        } else {
            let begun = out.push.begin_object();
            let begun = begun.and_then(|()| out.push.label(&name));
            out.note(begun)?;
            content.newtype_variant_seed(Value::new(out))?;
            let ended = out.push.end();
            out.note(ended)?;
        }
        out.leave();
        Ok(None)
    }
}

impl<'o, 'p, 'e> Key<'o, 'p, 'e> {
    /// A key that is not the first.
    fn next(out: &'o mut Out<'p, 'e>) -> Self {
        Self {
            out,
            before: Before::Members,
        }
    }
}

/// What a token and its text stand for when they are all of a map.
fn token_alone<E: de::Error>(out: &mut Out<'_, '_>, token: &str, text: &str) -> Result<(), E> {
    let laid_out = if token == NUMBER && number::element_type(text.as_bytes()).is_some() {
        out.push.number(text)
    } else if token == TOML_DATETIME && is_date(text) {
        out.push.text(text)
    } else {
        // serde_json and toml make none such.
        let begun = out.push.begin_object();
        begun
            .and_then(|()| out.push.label(token))
            .and_then(|()| out.push.text(text))
            .and_then(|()| out.push.end())
    };
    out.note(laid_out)
}

/// Whether a text may be a date, a time or both as toml prints them: `1979-05-27T07:32:00.5-07:00`.
fn is_date(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"-+:.TZ".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_digit()) && text.bytes().all(is_part)
}
