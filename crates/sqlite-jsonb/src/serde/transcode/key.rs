//! Map keys from a deserializer.

use alloc::string::String;
use core::fmt;

use ::serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess};
use ::serde::de::{VariantAccess, Visitor};
use ::serde::ser::Serializer;

use super::super::NUMBER;
use super::super::label::{TextSerializer, unsupported};
use super::tag::CborTagOfKey;
use super::{CIBORIUM_TAG, Out, TOML_DATETIME};
use crate::error::Result;

/// Takes a map key, and lays it out as a label.
pub(super) struct Key<'o, 'p, 'e> {
    pub(super) out: &'o mut Out<'p, 'e>,
    pub(super) before: Before<'o>,
}

/// What was laid out of the object when a key comes.
#[derive(Clone, Copy)]
pub(super) enum Before<'t> {
    /// Nothing: the key is the first, and may be a token that says that this is no object.
    Nothing,
    /// Nothing, and the first member was a token with this text; another member shows that this is an object.
    Token(&'static str, &'t str),
    /// All that came.
    Members,
}

/// What a key was.
pub(super) enum Read {
    /// A label, which is laid out, and the object with it.
    Label,
    /// A token, and nothing is laid out.
    Token(&'static str),
}

impl Key<'_, '_, '_> {
    /// Lays out the label that `serialize` makes of the key, and what was held back before it.
    fn label<E: ::serde::de::Error>(
        self,
        serialize: impl FnOnce(TextSerializer<&mut dyn FnMut(&str) -> Result<()>>) -> Result<()>,
    ) -> Result<Read, E> {
        let Self { out, before } = self;
        let opened = match before {
            Before::Members => Ok(()),
            Before::Nothing => out.push.begin_object(),
            Before::Token(token, text) => out
                .push
                .begin_object()
                .and_then(|()| out.push.label(token))
                .and_then(|()| out.push.text(text)),
        };
        out.note(opened)?;
        let push = &mut *out.push;
        let laid_out = serialize(TextSerializer(&mut |label| push.label(label)));
        out.note(laid_out)?;
        Ok(Read::Label)
    }

    fn text<E: ::serde::de::Error>(self, key: &str) -> Result<Read, E> {
        if let Before::Nothing = self.before {
            for token in [NUMBER, TOML_DATETIME] {
                if key == token {
                    return Ok(Read::Token(token));
                }
            }
        }
        self.label(|serializer| serializer.serialize_str(key))
    }
}

impl<'de> DeserializeSeed<'de> for Key<'_, '_, '_> {
    type Value = Read;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Read, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($visit:ident $serialize:ident $type:ty,)*) => {
        $(
            fn $visit<E: ::serde::de::Error>(self, key: $type) -> Result<Read, E> {
                self.label(|serializer| serializer.$serialize(key))
            }
        )*
    };
}

impl<'de> Visitor<'de> for Key<'_, '_, '_> {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map key")
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
        visit_bytes serialize_bytes &[u8],
    }

    fn visit_str<E: ::serde::de::Error>(self, key: &str) -> Result<Read, E> {
        self.text(key)
    }

    fn visit_none<E: ::serde::de::Error>(self) -> Result<Read, E> {
        self.visit_unit()
    }

    // What the formats call null or nil.
    fn visit_unit<E: ::serde::de::Error>(self) -> Result<Read, E> {
        self.label(|_| unsupported("null"))
    }

    fn visit_some<D: Deserializer<'de>>(self, key: D) -> Result<Read, D::Error> {
        self.visit_newtype_struct(key)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, key: D) -> Result<Read, D::Error> {
        let Self { out, before } = self;
        out.enter()?;
        let read = key.deserialize_any(Key { out, before })?;
        out.leave();
        Ok(read)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _key: A) -> Result<Read, A::Error> {
        self.label(|_| unsupported("a sequence"))
    }

    fn visit_map<A: MapAccess<'de>>(self, _key: A) -> Result<Read, A::Error> {
        self.label(|_| unsupported("a map"))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, key: A) -> Result<Read, A::Error> {
        let (name, variant) = key.variant_seed(Name)?;
        if name == CIBORIUM_TAG {
            let Self { out, before } = self;
            out.enter()?;
            let read = variant.tuple_variant(2, CborTagOfKey(Key { out, before }))?;
            out.leave();
            return Ok(read);
        }
        variant.unit_variant()?;
        self.label(|serializer| serializer.serialize_str(&name))
    }
}

/// Takes the name of a variant.
pub(super) struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a variant")
    }

    fn visit_str<E: ::serde::de::Error>(self, name: &str) -> Result<String, E> {
        Ok(name.into())
    }
}
