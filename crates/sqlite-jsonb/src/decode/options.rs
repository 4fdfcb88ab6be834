//! What a caller may choose about decoding.

use super::element::Element;
use super::validate;
use crate::error::Result;
use crate::limits;

/// Limits and policies of decoding.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{DecodeOptions, ErrorKind};
///
/// // [[[]]]
/// let error = DecodeOptions::new().max_depth(2).validate(&[0x2b, 0x1b, 0x0b]).unwrap_err();
/// assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 2 });
/// assert_eq!(error.offset(), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct DecodeOptions {
    max_depth: usize,
    json_style: JsonStyle,
    overflow: Overflow,
}

/// How JSON text is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonStyle {
    /// Without any space, as SQLite's `json()` prints it. The default.
    #[default]
    Compact,
    /// An element a line, indented by four spaces a level, as SQLite's `json_pretty()` prints it.
    ///
    /// Spaces grow with the depth: the text of a blob of n bytes that nests d deep may have n times d of them.
    Pretty,
}

/// What becomes of a number that the type to be built cannot hold, such as SQLite's infinity `9e999`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overflow {
    /// An error that names the number: [`ErrorKind::NumberOutOfRange`](crate::ErrorKind::NumberOutOfRange). The default.
    #[default]
    Error,
    /// Null.
    Null,
}

impl DecodeOptions {
    /// [`limits::SQLITE_MAX_DEPTH`], [`JsonStyle::Compact`], [`Overflow::Error`].
    pub const fn new() -> Self {
        Self {
            max_depth: limits::SQLITE_MAX_DEPTH,
            json_style: JsonStyle::Compact,
            overflow: Overflow::Error,
        }
    }

    /// The deepest nesting of containers allowed: with 0 only scalars are, with 1 a container of scalars, and so on.
    ///
    /// The crate itself reads any depth without recursion. A type that is built may still recurse when it is dropped,
    /// printed or compared, also when an error ends the building halfway: trees of thousands of levels are for those
    /// whose type can take them.
    pub const fn max_depth(mut self, containers: usize) -> Self {
        self.max_depth = containers;
        self
    }

    /// How JSON text is laid out.
    pub const fn json_style(mut self, style: JsonStyle) -> Self {
        self.json_style = style;
        self
    }

    /// What becomes of a number that the type to be built cannot hold.
    pub const fn overflow(mut self, policy: Overflow) -> Self {
        self.overflow = policy;
        self
    }

    /// Checks a whole blob under these options; see [`validate`](crate::validate).
    ///
    /// # Errors
    /// As [`validate`](crate::validate).
    pub fn validate(self, blob: &[u8]) -> Result<()> {
        validate::check(Element::from_slice(blob)?, self.max_depth)
    }

    pub(super) const fn style(self) -> JsonStyle {
        self.json_style
    }

    pub(crate) const fn depth_limit(self) -> usize {
        self.max_depth
    }

    /// Checks an element and all it holds.
    #[cfg(feature = "serde")]
    pub(crate) fn check(self, element: Element<'_>) -> Result<()> {
        validate::check(element, self.max_depth)
    }

    pub(crate) const fn overflow_policy(self) -> Overflow {
        self.overflow
    }
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self::new()
    }
}
