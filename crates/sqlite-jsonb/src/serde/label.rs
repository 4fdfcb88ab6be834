//! Map keys as labels.

use alloc::string::ToString;
use core::fmt::Display;

use ::serde::ser::{Impossible, Serialize, Serializer};

use crate::error::{Error, ErrorKind, Result};

/// Takes one scalar, and hands its text on: what serde_json takes for a map key, in the same spelling.
pub(super) struct TextSerializer<F>(pub(super) F);

#[cold]
pub(super) fn unsupported<T>(found: &'static str) -> Result<T> {
    Err(Error::new(ErrorKind::UnsupportedLabel { found }))
}

macro_rules! integers {
    ($($method:ident $type:ty,)*) => {
        $(
            fn $method(self, value: $type) -> Result<()> {
                (self.0)(itoa::Buffer::new().format(value))
            }
        )*
    };
}

macro_rules! floats {
    ($($method:ident $type:ty,)*) => {
        $(
            fn $method(self, value: $type) -> Result<()> {
                if value.is_finite() {
                    (self.0)(zmij::Buffer::new().format_finite(value))
                } else {
                    unsupported("a float that is not finite")
                }
            }
        )*
    };
}

impl<F: FnOnce(&str) -> Result<()>> Serializer for TextSerializer<F> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

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

    floats! {
        serialize_f32 f32,
        serialize_f64 f64,
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        (self.0)(if value { "true" } else { "false" })
    }

    fn serialize_char(self, value: char) -> Result<()> {
        (self.0)(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        (self.0)(value)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<()> {
        (self.0)(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        (self.0)(&value.to_string())
    }

    fn serialize_bytes(self, _value: &[u8]) -> Result<()> {
        unsupported("a byte string")
    }

    fn serialize_none(self) -> Result<()> {
        unsupported("`None`")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        unsupported("a unit")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        unsupported("a unit struct")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<()> {
        unsupported("a variant with content")
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Self::SerializeSeq> {
        unsupported("a sequence")
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple> {
        unsupported("a tuple")
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        unsupported("a tuple struct")
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        unsupported("a variant with content")
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap> {
        unsupported("a map")
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Self::SerializeStruct> {
        unsupported("a struct")
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStructVariant> {
        unsupported("a variant with content")
    }
}
