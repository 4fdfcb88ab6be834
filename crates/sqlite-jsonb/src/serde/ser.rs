//! Values given to the layout piece by piece.

use ::serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};

use super::label::TextSerializer;
use super::{NUMBER, RAW_VALUE};
use crate::decode::{Element, embed};
use crate::encode::Push;
use crate::error::{Error, Result};
use crate::json::JsonText;

/// Takes one value.
pub(super) struct Serializer<'p, 'e> {
    push: &'p mut Push<'e>,
}

impl<'p, 'e> Serializer<'p, 'e> {
    pub(super) fn new(push: &'p mut Push<'e>) -> Self {
        Self { push }
    }

    fn array(self) -> Result<Container<'p, 'e>> {
        self.push.begin_array()?;
        Ok(Container {
            push: self.push,
            is_variant: false,
        })
    }

    fn object(self) -> Result<Container<'p, 'e>> {
        self.push.begin_object()?;
        Ok(Container {
            push: self.push,
            is_variant: false,
        })
    }

    /// The object around the content of a variant.
    fn variant(&mut self, variant: &str) -> Result<()> {
        self.push.begin_object()?;
        self.push.label(variant)
    }
}

macro_rules! integers {
    ($($method:ident $type:ty,)*) => {
        $(
            #[inline]
            fn $method(self, value: $type) -> Result<()> {
                self.push.int(value)
            }
        )*
    };
}

impl<'p, 'e> ser::Serializer for Serializer<'p, 'e> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Container<'p, 'e>;
    type SerializeTuple = Container<'p, 'e>;
    type SerializeTupleStruct = Container<'p, 'e>;
    type SerializeTupleVariant = Container<'p, 'e>;
    type SerializeMap = Container<'p, 'e>;
    type SerializeStruct = Struct<'p, 'e>;
    type SerializeStructVariant = Container<'p, 'e>;

    integers! {
        serialize_i8 i8,
        serialize_i16 i16,
        serialize_i32 i32,
        serialize_i64 i64,
        serialize_i128 i128,
        serialize_u8 u8,
        serialize_u16 u16,
        serialize_u32 u32,
        serialize_u64 u64,
        serialize_u128 u128,
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        self.push.bool(value)
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        self.push.float(value.into())
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        self.push.float(value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.push.text(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.push.text(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        let mut array = self.array()?;
        value
            .iter()
            .try_for_each(|byte| SerializeSeq::serialize_element(&mut array, byte))?;
        SerializeSeq::end(array)
    }

    fn serialize_none(self) -> Result<()> {
        self.push.null()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.push.null()
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        self.push.null()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<()> {
        self.push.text(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.variant(variant)?;
        value.serialize(Serializer::new(self.push))?;
        self.push.end()
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Container<'p, 'e>> {
        self.array()
    }

    fn serialize_tuple(self, _len: usize) -> Result<Container<'p, 'e>> {
        self.array()
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Container<'p, 'e>> {
        self.array()
    }

    fn serialize_tuple_variant(
        mut self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Container<'p, 'e>> {
        self.variant(variant)?;
        let array = self.array()?;
        Ok(Container {
            is_variant: true,
            ..array
        })
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Container<'p, 'e>> {
        self.object()
    }

    fn serialize_struct(self, name: &'static str, _len: usize) -> Result<Struct<'p, 'e>> {
        match name {
            NUMBER => Ok(Struct::Number(self.push)),
            RAW_VALUE => Ok(Struct::Raw(self.push)),
            _ => self.object().map(Struct::Fields),
        }
    }

    fn serialize_struct_variant(
        mut self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Container<'p, 'e>> {
        self.variant(variant)?;
        let object = self.object()?;
        Ok(Container {
            is_variant: true,
            ..object
        })
    }
}

/// Takes the children of a container.
pub(super) struct Container<'p, 'e> {
    push: &'p mut Push<'e>,
    /// Whether an object of one member is around it.
    is_variant: bool,
}

impl Container<'_, '_> {
    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(Serializer::new(self.push))
    }

    #[inline]
    fn member<T: Serialize + ?Sized>(&mut self, label: &str, value: &T) -> Result<()> {
        self.push.label(label)?;
        self.element(value)
    }

    #[inline]
    fn close(self) -> Result<()> {
        self.push.end()?;
        if self.is_variant {
            self.push.end()?;
        }
        Ok(())
    }
}

macro_rules! sequences {
    ($($trait:ident::$method:ident,)*) => {
        $(
            impl $trait for Container<'_, '_> {
                type Ok = ();
                type Error = Error;

                #[inline]
                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                    self.element(value)
                }

                fn end(self) -> Result<()> {
                    self.close()
                }
            }
        )*
    };
}

sequences! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

impl SerializeMap for Container<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        key.serialize(TextSerializer(|label: &str| self.push.label(label)))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}

impl SerializeStructVariant for Container<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        label: &'static str,
        value: &T,
    ) -> Result<()> {
        self.member(label, value)
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}

/// Takes the fields of a struct.
pub(super) enum Struct<'p, 'e> {
    Fields(Container<'p, 'e>),
    /// A `serde_json::Number` with its digits in one field.
    Number(&'p mut Push<'e>),
    /// A `RawValue` with its JSON text in one field.
    Raw(&'p mut Push<'e>),
}

impl SerializeStruct for Struct<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        label: &'static str,
        value: &T,
    ) -> Result<()> {
        match self {
            Self::Fields(object) => object.member(label, value),
            Self::Number(push) => {
                value.serialize(TextSerializer(|literal: &str| push.number(literal)))
            }
            Self::Raw(push) => value.serialize(TextSerializer(|text: &str| {
                // What is wrong with the text; where is for the document around it to say.
                let reason = |error: Error| Error::new(error.kind().clone());
                let blob = crate::to_vec(JsonText::new(text)).map_err(reason)?;
                embed(Element::from_slice(&blob)?, push)
            })),
        }
    }

    fn end(self) -> Result<()> {
        match self {
            Self::Fields(object) => object.close(),
            Self::Number(_) | Self::Raw(_) => Ok(()),
        }
    }
}
