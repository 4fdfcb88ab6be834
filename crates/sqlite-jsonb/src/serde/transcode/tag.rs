//! Tags of CBOR, as the crate ciborium gives them.

use core::fmt;

use ::serde::de::{Error as _, SeqAccess, Visitor};
use ::serde::ser::Serializer as _;

use super::super::ser::Serializer;
use super::Out;
use super::key::{Key, Read};
use super::value::Value;
use crate::error::{Error, ErrorKind, Result};

/// Takes a tag, and lays out what is below it.
pub(super) struct CborTag<'o, 'p, 'e>(pub(super) &'o mut Out<'p, 'e>);

impl<'de> Visitor<'de> for CborTag<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tag and its content")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<(), A::Error> {
        let bignum = parts.next_element::<u64>()?.and_then(Bignum::of_tag);
        parts.next_element_seed(Value::tagged(self.0, bignum))?;
        Ok(())
    }
}

/// The same of a map key, which is laid out as a label.
pub(super) struct CborTagOfKey<'o, 'p, 'e>(pub(super) Key<'o, 'p, 'e>);

impl<'de> Visitor<'de> for CborTagOfKey<'_, '_, '_> {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tag and its content")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Read, A::Error> {
        parts.next_element::<u64>()?;
        let read = parts.next_element_seed(self.0)?;
        read.ok_or_else(|| A::Error::invalid_length(1, &"a tag and its content"))
    }
}

/// What bytes are right below tag 2 or 3 (RFC 8949 section 3.4.3).
///
/// ciborium reads a bignum as an integer, but for those beyond 128 bits and those in chunks, which it gives as a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bignum {
    /// The number n of the bytes.
    Positive,
    /// The number -1 - n.
    Negative,
}

impl Bignum {
    fn of_tag(tag: u64) -> Option<Self> {
        match tag {
            2 => Some(Self::Positive),
            3 => Some(Self::Negative),
            _ => None,
        }
    }

    /// Lays out the number.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedValue`] beyond 128 bits.
    pub(super) fn serialize(self, bytes: &[u8], serializer: Serializer<'_, '_>) -> Result<()> {
        let leading_zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let significant = bytes.get(leading_zeros..).unwrap_or_default();
        if significant.len() > size_of::<u128>() {
            return Err(too_long());
        }
        let append = |number, &byte: &u8| (number << 8) | u128::from(byte);
        let number = significant.iter().fold(0_u128, append);
        match self {
            Self::Positive => serializer.serialize_u128(number),
            // The complement of n is -1 - n.
            Self::Negative => match i128::try_from(number) {
                Ok(number) => serializer.serialize_i128(!number),
                Err(_) => Err(too_long()),
            },
        }
    }
}

#[cold]
fn too_long() -> Error {
    let found = "a bignum beyond 128 bits";
    Error::new(ErrorKind::UnsupportedValue { found })
}
