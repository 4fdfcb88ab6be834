//! Building a tree: the walk, and a stack of the containers that are being filled.

use alloc::borrow::Cow;
use core::mem;

use smallvec::SmallVec;

use super::element::Element;
use super::options::{DecodeOptions, Overflow};
use super::sink::JsonbSink;
use super::walk::{Visitor, walk};
use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// Builds the document that a blob holds, without recursion.
///
/// # Errors
/// As [`validate`](crate::validate); [`ErrorKind::NumberOutOfRange`] for a number that `T` cannot hold; whatever the sink
/// fails with. Each has the offset of the element at fault.
///
/// # Examples
/// ```
/// # #[cfg(feature = "serde_json")] {
/// let value: serde_json::Value = sqlite_jsonb::from_slice(b"\x7c\x17a\x4b\x131\x00\x01")?;
/// assert_eq!(value, serde_json::json!({"a": [1, null, true]}));
/// # }
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn from_slice<'a, T: JsonbSink<'a>>(blob: &'a [u8]) -> Result<T> {
    DecodeOptions::new().from_slice(blob)
}

impl DecodeOptions {
    /// Builds the document that a blob holds; see [`from_slice`](crate::from_slice).
    ///
    /// # Errors
    /// As [`from_slice`](crate::from_slice).
    pub fn from_slice<'a, T: JsonbSink<'a>>(self, blob: &'a [u8]) -> Result<T> {
        self.from_element(Element::from_slice(blob)?)
    }

    /// Builds what one element holds; offsets in errors stay those of the blob that the element is part of.
    ///
    /// # Errors
    /// As [`from_slice`](crate::from_slice).
    pub fn from_element<'a, T: JsonbSink<'a>>(self, element: Element<'a>) -> Result<T> {
        T::build(element, self)
    }
}

/// Builds what an element holds, each container while its children come.
pub(super) fn one_by_one<'a, T: JsonbSink<'a>>(
    element: Element<'a>,
    options: DecodeOptions,
) -> Result<T> {
    let mut builder = Builder {
        outer: SmallVec::new(),
        inner: Frame {
            container: Container::None(None),
            label: Cow::Borrowed(""),
            offset: element.offset(),
        },
        overflow: options.overflow_policy(),
    };
    walk(element, options.depth_limit(), &mut builder)?;
    match builder.inner.container {
        Container::None(Some(root)) => Ok(root),
        _ => Err(nothing(element)),
    }
}

/// A walk ends behind its root, which is built by then.
#[cold]
pub(super) fn nothing(root: Element<'_>) -> Error {
    root.fault(ErrorKind::HeaderPastEnd {
        header_len: 1,
        available: 0,
    })
}

/// A document that is being built.
struct Builder<'a, T: JsonbSink<'a>> {
    /// What is around the innermost container.
    outer: SmallVec<[Frame<'a, T>; INLINE]>,
    inner: Frame<'a, T>,
    overflow: Overflow,
}

/// How many open containers the stack holds before it moves to the heap.
const INLINE: usize = 8;

/// A container that is being filled.
struct Frame<'a, T: JsonbSink<'a>> {
    container: Container<'a, T>,
    /// The label of the member whose value comes next.
    label: Cow<'a, str>,
    offset: usize,
}

enum Container<'a, T: JsonbSink<'a>> {
    /// What is around the root, which takes the one element that the root is.
    None(Option<T>),
    Array(T::Elements),
    Object(T::Members),
}

impl<'a, T: JsonbSink<'a>> Visitor<'a> for Builder<'a, T> {
    #[inline]
    fn open(&mut self, element: Element<'a>) -> Result<()> {
        let container = match element.element_type() {
            ElementType::Object => T::begin_object().map(Container::Object),
            _ => T::begin_array().map(Container::Array),
        };
        let frame = Frame {
            container: container.map_err(|error| error.into().or_offset(element.offset()))?,
            label: Cow::Borrowed(""),
            offset: element.offset(),
        };
        self.outer.push(mem::replace(&mut self.inner, frame));
        Ok(())
    }

    #[inline]
    fn close(&mut self, _: ElementType) -> Result<()> {
        let Some(parent) = self.outer.pop() else {
            return Ok(());
        };
        let closed = mem::replace(&mut self.inner, parent);
        let built = match closed.container {
            Container::None(_) => return Ok(()),
            Container::Array(array) => T::end_array(array),
            Container::Object(object) => T::end_object(object),
        };
        let offset = closed.offset;
        let child = built.map_err(|error| error.into().or_offset(offset))?;
        self.take(child, offset)
    }

    #[inline]
    fn label(&mut self, label: Element<'a>) -> Result<()> {
        self.inner.label = text(label)?;
        Ok(())
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        let offset = scalar.offset();
        let built = match scalar.element_type() {
            ElementType::Null => T::null(),
            ElementType::True => T::bool(true),
            ElementType::False => T::bool(false),
            ElementType::Int | ElementType::Float => match scalar.common_number().map(T::number) {
                Some(Ok(Some(built))) => Ok(built),
                _ => return self.other_scalar(scalar.blob(), offset),
            },
            ElementType::Text => match scalar.plain_str() {
                Some(text) => T::text(Cow::Borrowed(text)),
                None => return self.other_scalar(scalar.blob(), offset),
            },
            _ => return self.other_scalar(scalar.blob(), offset),
        };
        let child = built.map_err(|error| error.into().or_offset(offset))?;
        self.take(child, offset)
    }
}

impl<'a, T: JsonbSink<'a>> Builder<'a, T> {
    #[inline(never)]
    fn other_scalar(&mut self, blob: &'a [u8], offset: usize) -> Result<()> {
        let child = other_scalar(blob, offset, self.overflow)?;
        self.take(child, offset)
    }

    /// Hands the innermost container its next child, which is that of the element at `offset`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    fn take(&mut self, child: T, offset: usize) -> Result<()> {
        let taken = match &mut self.inner.container {
            Container::Array(array) => T::push(array, child),
            Container::Object(object) => T::insert(object, mem::take(&mut self.inner.label), child),
            Container::None(root) => {
                *root = Some(child);
                Ok(())
            }
        };
        taken.map_err(|error| error.into().or_offset(offset))
    }
}

/// A scalar of one of the rarer types, or a number that the sink does not hold.
pub(super) fn other_scalar<'a, T: JsonbSink<'a>>(
    blob: &'a [u8],
    offset: usize,
    overflow: Overflow,
) -> Result<T> {
    let scalar = Element::again(blob, offset)?;
    if scalar.element_type().is_text() {
        let built = T::text(scalar.any_str()?);
        return built.map_err(|error| error.into().or_offset(offset));
    }
    let built = match scalar.as_number()? {
        None => T::null(),
        Some(number) => match T::number(number) {
            Ok(Some(built)) => Ok(built),
            Ok(None) if overflow == Overflow::Null => T::null(),
            Ok(None) => {
                let literal = scalar.excerpt();
                return Err(scalar.fault(ErrorKind::NumberOutOfRange { literal }));
            }
            Err(error) => Err(error),
        },
    };
    built.map_err(|error| error.into().or_offset(offset))
}

/// The string of an element that is a text.
#[inline]
pub(super) fn text(element: Element<'_>) -> Result<Cow<'_, str>> {
    match element.plain_str() {
        Some(text) => Ok(Cow::Borrowed(text)),
        None => other_text(element.blob(), element.offset()),
    }
}

#[inline(never)]
fn other_text(blob: &[u8], offset: usize) -> Result<Cow<'_, str>> {
    Element::again(blob, offset)?.any_str()
}
