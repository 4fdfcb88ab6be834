//! Elements handed to visitors.

use alloc::borrow::Cow;

use ::serde::de::{self, Error as _, Expected, Unexpected, Visitor};

use super::access::{Elements, Members, RawValue, Variant};
use super::key::Key;
use super::number::{Asked, Value};
use super::{MAX_DEPTH, RAW_VALUE};
use crate::decode::{DecodeOptions, Element, Overflow};
use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// Reads one element as a type of serde: what stands behind [`from_slice`](super::from_slice), for formats to be
/// translated without a type in between, and for parts of a blob.
///
/// # Examples
/// ```
/// use serde::Deserialize;
/// use sqlite_jsonb::{Element, serde::Deserializer};
///
/// // {"id":7,"tags":["a","b"]}
/// let blob = b"\xcc\x0f\x27id\x137\x47tags\x4b\x17a\x17b";
/// let tags = Element::from_slice(blob)?.get("tags")?.expect("the object has tags");
/// assert_eq!(Vec::<&str>::deserialize(Deserializer::from_element(tags))?, ["a", "b"]);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deserializer<'de> {
    element: Element<'de>,
    options: DecodeOptions,
    /// How many containers are around the element, from the one on that was asked for.
    depth: usize,
    /// How many options and newtype structs were found in the type without another element read.
    wrappings: u8,
}

/// How many options and newtype structs a type may have around one element.
const MAX_WRAPPINGS: u8 = 128;

impl<'de> Deserializer<'de> {
    /// Reads the element that a whole blob is, [`MAX_DEPTH`] containers deep.
    ///
    /// # Errors
    /// As [`Element::from_slice`].
    pub fn from_slice(blob: &'de [u8]) -> Result<Self> {
        Element::from_slice(blob).map(Self::from_element)
    }

    /// Reads an element, [`MAX_DEPTH`] containers deep; offsets in errors are those of the blob that it is part of.
    #[must_use]
    pub fn from_element(element: Element<'de>) -> Self {
        Self {
            element,
            options: DecodeOptions::new().max_depth(MAX_DEPTH),
            depth: 0,
            wrappings: 0,
        }
    }

    /// The same under these options; see [`from_slice_with`](super::from_slice_with).
    #[must_use]
    pub fn with_options(self, options: DecodeOptions) -> Self {
        Self { options, ..self }
    }

    #[inline]
    pub(super) fn element(&self) -> Element<'de> {
        self.element
    }

    /// The same for an element in this one.
    #[inline]
    pub(super) fn child(self, element: Element<'de>) -> Self {
        Self {
            element,
            depth: self.depth.saturating_add(1),
            wrappings: 0,
            ..self
        }
    }

    /// The same element for what is inside an option or a newtype struct.
    ///
    /// A type that holds itself, `struct Node(Option<Box<Node>>)`, would wrap one element for ever.
    #[inline]
    fn wrapped(mut self) -> Result<Self> {
        if self.wrappings >= MAX_WRAPPINGS {
            return Err(Error::custom("type wraps itself without an element"));
        }
        self.wrappings = self.wrappings.saturating_add(1);
        Ok(self)
    }

    /// The same for a label in this element.
    pub(super) fn key(self, label: Element<'de>) -> Key<'de> {
        Key::new(label, self.options)
    }

    /// Checks the element and all in it.
    pub(super) fn ignore(self) -> Result<()> {
        self.options.check(self.element)
    }

    fn any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.element.element_type() {
            ElementType::Null => visitor.visit_unit(),
            ElementType::True => visitor.visit_bool(true),
            ElementType::False => visitor.visit_bool(false),
            ElementType::Array => self.seq(visitor),
            ElementType::Object => self.map(visitor),
            element_type if element_type.is_number() => self.number(Asked::Any, visitor),
            _ => self.text(visitor),
        }
    }

    fn unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.element.is_null() {
            visitor.visit_unit()
        } else {
            Err(self.invalid_type(&visitor))
        }
    }

    fn bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.element.as_bool() {
            Some(value) => visitor.visit_bool(value),
            None => Err(self.invalid_type(&visitor)),
        }
    }

    #[inline]
    fn number<V: Visitor<'de>>(self, asked: Asked, visitor: V) -> Result<V::Value> {
        if matches!(asked, Asked::Any | Asked::Integer) {
            if let Some(value) = self.element.common_uint() {
                return visitor.visit_u64(value);
            }
            if let Some(value) = self.element.common_float() {
                return visitor.visit_f64(value);
            }
        }
        if let Some(number) = self.element.common_number()
            && let Some(value) = Value::of(&number, asked)
        {
            return value.visit(visitor);
        }
        self.any_number(asked, visitor)
    }

    /// The same for a number of the rarer kinds, or whatever else there is.
    #[inline(never)]
    fn any_number<V: Visitor<'de>>(self, asked: Asked, visitor: V) -> Result<V::Value> {
        let Some(number) = self.element.as_number()? else {
            return Err(self.invalid_type(&visitor));
        };
        if let Some(value) = Value::of(&number, asked) {
            return value.visit(visitor);
        }
        let out_of_range = || {
            let literal = self.element.excerpt();
            Error::new(ErrorKind::NumberOutOfRange { literal })
        };
        if self.options.overflow_policy() == Overflow::Null {
            // A type that has no null is not told of a unit that the blob does not hold.
            return visitor.visit_unit().map_err(|_: Error| out_of_range());
        }
        Err(out_of_range())
    }

    #[inline]
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.element.plain_str() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => self.any_text(visitor),
        }
    }

    #[inline(never)]
    fn any_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.element.as_str()? {
            Some(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Some(Cow::Owned(text)) => visitor.visit_string(text),
            None => Err(self.invalid_type(&visitor)),
        }
    }

    fn bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.element.as_str()? {
            Some(Cow::Borrowed(text)) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Some(Cow::Owned(text)) => visitor.visit_byte_buf(text.into_bytes()),
            None => self.seq(visitor),
        }
    }

    fn option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.element.is_null() || self.counts_as_null()? {
            visitor.visit_none()
        } else {
            visitor.visit_some(self.wrapped()?)
        }
    }

    /// Whether the element is a number that the options make null.
    fn counts_as_null(self) -> Result<bool> {
        if self.options.overflow_policy() != Overflow::Null {
            return Ok(false);
        }
        let number = self.element.as_number()?;
        Ok(number.is_some_and(|number| Value::of(&number, Asked::Any).is_none()))
    }

    fn newtype<V: Visitor<'de>>(self, name: &str, visitor: V) -> Result<V::Value> {
        if name == RAW_VALUE {
            let json = self.options.element_to_json(self.element)?;
            return visitor.visit_map(RawValue::new(json));
        }
        visitor.visit_newtype_struct(self.wrapped()?)
    }

    fn seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.element.element_type() != ElementType::Array {
            return Err(self.invalid_type(&visitor));
        }
        self.enter()?;
        let mut elements = Elements::new(self);
        let value = visitor.visit_seq(&mut elements)?;
        elements.end()?;
        Ok(value)
    }

    fn map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.element.element_type() != ElementType::Object {
            return Err(self.invalid_type(&visitor));
        }
        self.enter()?;
        let mut members = Members::new(self);
        let value = visitor.visit_map(&mut members)?;
        members.end()?;
        Ok(value)
    }

    fn map_or_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.element.element_type() {
            ElementType::Array => self.seq(visitor),
            _ => self.map(visitor),
        }
    }

    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let element_type = self.element.element_type();
        if element_type.is_text() {
            return visitor.visit_enum(Variant::unit(self.key(self.element)));
        }
        if element_type != ElementType::Object {
            return Err(self.invalid_type(&"string or map"));
        }
        self.enter()?;
        let mut members = self.element.children();
        let member = members.member().transpose()?;
        let more = members.member().transpose()?;
        match (member, more) {
            (Some((label, value)), None) => {
                visitor.visit_enum(Variant::with_content(self.key(label), self.child(value)))
            }
            _ => Err(Error::invalid_value(
                Unexpected::Map,
                &"map with a single key",
            )),
        }
    }

    fn ignored<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.ignore()?;
        visitor.visit_unit()
    }

    /// Fails when the children of this container would be too deep.
    #[inline]
    fn enter(self) -> Result<()> {
        let limit = self.options.depth_limit();
        if self.depth >= limit {
            return Err(Error::new(ErrorKind::TooDeep { limit }));
        }
        Ok(())
    }

    #[cold]
    fn invalid_type(self, expected: &dyn Expected) -> Error {
        match self.unexpected(|unexpected| Error::invalid_type(unexpected, expected)) {
            Ok(error) | Err(error) => error,
        }
    }

    fn unexpected(self, report: impl FnOnce(Unexpected<'_>) -> Error) -> Result<Error> {
        Ok(match self.element.element_type() {
            ElementType::Null => report(Unexpected::Unit),
            ElementType::True => report(Unexpected::Bool(true)),
            ElementType::False => report(Unexpected::Bool(false)),
            ElementType::Array => report(Unexpected::Seq),
            ElementType::Object => report(Unexpected::Map),
            _ => match (self.element.as_number()?, self.element.as_str()?) {
                (Some(number), _) => report(
                    Value::of(&number, Asked::Any)
                        .map_or(Unexpected::Other("number"), Value::unexpected),
                ),
                (_, text) => report(Unexpected::Str(&text.unwrap_or_default())),
            },
        })
    }
}

/// Methods of a deserializer, each as what it does; errors without a place get that of the element.
macro_rules! deserialize {
    ($($method:ident($($argument:ident: $type:ty)?) => |$this:ident, $visitor:ident| $read:expr;)*) => {
        $(
            #[inline]
            fn $method<V: Visitor<'de>>(
                self,
                $($argument: $type,)?
                $visitor: V,
            ) -> Result<V::Value> {
                let $this = self;
                $read.map_err(|error| error.or_offset($this.element().offset()))
            }
        )*
    };
}
pub(super) use deserialize;

impl<'de> de::Deserializer<'de> for Deserializer<'de> {
    type Error = Error;

    deserialize! {
        deserialize_any() => |this, visitor| this.any(visitor);
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
        deserialize_char() => |this, visitor| this.text(visitor);
        deserialize_str() => |this, visitor| this.text(visitor);
        deserialize_string() => |this, visitor| this.text(visitor);
        deserialize_identifier() => |this, visitor| this.text(visitor);
        deserialize_bytes() => |this, visitor| this.bytes(visitor);
        deserialize_byte_buf() => |this, visitor| this.bytes(visitor);
        deserialize_option() => |this, visitor| this.option(visitor);
        deserialize_unit() => |this, visitor| this.unit(visitor);
        deserialize_unit_struct(_name: &'static str) => |this, visitor| this.unit(visitor);
        deserialize_newtype_struct(name: &'static str) => |this, visitor| this.newtype(name, visitor);
        deserialize_seq() => |this, visitor| this.seq(visitor);
        deserialize_tuple(_len: usize) => |this, visitor| this.seq(visitor);
        deserialize_map() => |this, visitor| this.map(visitor);
        deserialize_ignored_any() => |this, visitor| this.ignored(visitor);
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let read = self.map_or_seq(visitor);
        read.map_err(|error| error.or_offset(self.element.offset()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let read = self.variant(visitor);
        read.map_err(|error| error.or_offset(self.element.offset()))
    }
}
