//! What an integer and a float become.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::options::CborNumbers;
use super::tags::Tagged;
use crate::encode::NonFinite;
use crate::error::{Error, ErrorKind, Result};
use crate::source::{JsonbSource, Node};

impl Tagged {
    /// What an integer becomes: INT, with all its digits beyond 64 bits too.
    #[inline]
    pub(crate) fn integer<'a, S>(value: i128) -> Node<S>
    where
        S: JsonbSource<Text = Cow<'a, str>>,
    {
        if let Ok(value) = i64::try_from(value) {
            Node::Int(value)
        } else if let Ok(value) = u64::try_from(value) {
            Node::Uint(value)
        } else {
            Node::Number(Cow::Owned(value.to_string()))
        }
    }

    /// Refuses an integer that may not be here.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedNumber`] where the policy says so.
    #[inline(never)]
    pub(crate) fn allows_integer(&self, value: i128) -> Result<()> {
        if self.options.numbers == CborNumbers::All || i64::try_from(value).is_ok() {
            return Ok(());
        }
        Err(unsupported(value.to_string()))
    }

    /// Refuses a float that may not be here.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedNumber`] and [`ErrorKind::NotStrict`] where the policies say so.
    #[inline(never)]
    pub(crate) fn allows_float(&self, value: f64) -> Result<()> {
        if self.options.numbers != CborNumbers::All {
            return Err(unsupported(zmij::Buffer::new().format(value).into()));
        }
        // Zero has one encoding (IPLD DAG-CBOR specification, "Strictness", since July 2026).
        if self.options.is_strict() && value.to_bits() == (-0.0_f64).to_bits() {
            let found = "a negative zero";
            return Err(Error::new(ErrorKind::NotStrict { found }));
        }
        Ok(())
    }

    /// What a float becomes here.
    ///
    /// # Errors
    /// [`ErrorKind::NonFinite`] where the policy says so.
    #[inline]
    pub(crate) fn float<'a, S>(&self, value: f64) -> Result<Node<S>>
    where
        S: JsonbSource<Text = Cow<'a, str>>,
    {
        match self.options.non_finite {
            Some(policy) if !value.is_finite() => Ok(match non_finite(policy, value)? {
                Some(literal) => Node::Number(Cow::Borrowed(literal)),
                None => Node::Null,
            }),
            _ => Ok(Node::Float(value)),
        }
    }

    /// The JSON text of a float, for a label.
    ///
    /// # Errors
    /// [`ErrorKind::NonFinite`] where the policy says so.
    pub(super) fn float_text<'a>(&self, value: f64) -> Result<Cow<'a, str>> {
        if value.is_finite() {
            let mut digits = zmij::Buffer::new();
            return Ok(Cow::Owned(digits.format_finite(value).into()));
        }
        let policy = self.options.non_finite.unwrap_or_default();
        let literal = non_finite(policy, value)?;
        Ok(Cow::Borrowed(literal.unwrap_or("null")))
    }
}

#[cold]
fn unsupported(literal: String) -> Error {
    Error::new(ErrorKind::UnsupportedNumber { literal })
}

/// The number literal that a NaN or an infinity becomes, `None` for null.
#[cold]
fn non_finite(policy: NonFinite, value: f64) -> Result<Option<&'static str>> {
    match policy {
        NonFinite::Error => Err(Error::new(ErrorKind::NonFinite { value })),
        NonFinite::Overflow if value == f64::INFINITY => Ok(Some("9e999")),
        NonFinite::Overflow if value == f64::NEG_INFINITY => Ok(Some("-9e999")),
        NonFinite::Null | NonFinite::Overflow => Ok(None),
    }
}
