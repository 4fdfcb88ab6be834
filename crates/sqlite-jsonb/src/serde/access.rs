//! The children of containers, handed to visitors one by one.

use alloc::string::String;

use ::serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use ::serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer as _, EnumAccess, Error as _, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::RAW_VALUE;
use super::de::Deserializer;
use super::key::Key;
use crate::decode::{Children, Element};
use crate::error::{Error, Result};

/// The elements of an ARRAY.
pub(super) struct Elements<'de> {
    array: Deserializer<'de>,
    children: Children<'de>,
    read: usize,
}

impl<'de> Elements<'de> {
    pub(super) fn new(array: Deserializer<'de>) -> Self {
        Self {
            array,
            children: array.element().children(),
            read: 0,
        }
    }

    /// Fails when elements are left.
    pub(super) fn end(mut self) -> Result<()> {
        if self.children.next().transpose()?.is_none() {
            return Ok(());
        }
        let left = self.children.count().saturating_add(1);
        let len = self.read.saturating_add(left);
        Err(Error::invalid_length(len, &"fewer elements in array"))
    }
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(element) = self.children.next().transpose()? else {
            return Ok(None);
        };
        self.read = self.read.saturating_add(1);
        seed.deserialize(self.array.child(element)).map(Some)
    }
}

/// The members of an OBJECT.
pub(super) struct Members<'de> {
    object: Deserializer<'de>,
    children: Children<'de>,
    /// Where the value of the member is whose label was read last. An element would be put there in pieces and taken
    /// from there in others, which the processor waits for.
    value: Option<usize>,
    read: usize,
}

impl<'de> Members<'de> {
    pub(super) fn new(object: Deserializer<'de>) -> Self {
        Self {
            object,
            children: object.element().children(),
            value: None,
            read: 0,
        }
    }

    /// Fails when members are left.
    pub(super) fn end(mut self) -> Result<()> {
        self.pass_over()?;
        let mut len = self.read;
        while self.children.member().transpose()?.is_some() {
            len = len.saturating_add(1);
        }
        if len == self.read {
            return Ok(());
        }
        Err(Error::invalid_length(len, &"fewer elements in map"))
    }

    #[inline]
    fn value_at(&self, offset: usize) -> Result<Deserializer<'de>> {
        let blob = self.object.element().blob();
        Ok(self.object.child(Element::again(blob, offset)?))
    }

    /// Checks a value that was not asked for.
    fn pass_over(&mut self) -> Result<()> {
        match self.value.take() {
            Some(value) => self.value_at(value)?.ignore(),
            None => Ok(()),
        }
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.pass_over()?;
        let Some((label, value)) = self.children.member().transpose()? else {
            return Ok(None);
        };
        self.read = self.read.saturating_add(1);
        self.value = Some(value.offset());
        seed.deserialize(self.object.key(label)).map(Some)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match self.value.take() {
            Some(value) => seed.deserialize(self.value_at(value)?),
            None => Err(Error::custom("value asked for before its key")),
        }
    }
}

/// A variant of an enum: its name, and the content where it has some.
pub(super) struct Variant<'de> {
    name: Key<'de>,
    content: Option<Deserializer<'de>>,
}

impl<'de> Variant<'de> {
    pub(super) fn unit(name: Key<'de>) -> Self {
        Self {
            name,
            content: None,
        }
    }

    pub(super) fn with_content(name: Key<'de>, content: Deserializer<'de>) -> Self {
        Self {
            name,
            content: Some(content),
        }
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Content<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Content<'de>)> {
        Ok((seed.deserialize(self.name)?, Content(self.content)))
    }
}

/// The content of a variant.
pub(super) struct Content<'de>(Option<Deserializer<'de>>);

impl<'de> Content<'de> {
    fn expect(self, expected: &str) -> Result<Deserializer<'de>> {
        self.0
            .ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.0.map_or(Ok(()), <()>::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.expect("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.expect("tuple variant")?
            .deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.expect("struct variant")?
            .deserialize_struct("", fields, visitor)
    }
}

/// A `serde_json::value::RawValue`, as a map of one member that holds its text.
pub(super) struct RawValue(Option<String>);

impl RawValue {
    pub(super) fn new(json: String) -> Self {
        Self(Some(json))
    }
}

impl<'de> MapAccess<'de> for RawValue {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.0.is_none() {
            return Ok(None);
        }
        let name = BorrowedStrDeserializer::new(RAW_VALUE);
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let json = self.0.take().unwrap_or_default();
        let json: StringDeserializer<Error> = de::IntoDeserializer::into_deserializer(json);
        seed.deserialize(json)
    }
}
