//! Building the trees of this crate's backends: the walk, and one stack of all the values whose container has not ended.
//!
//! A container is made when it ends, of all its children at once, in just the memory that it needs.

use alloc::borrow::Cow;
use alloc::vec::{Drain, Vec};
use core::convert::Infallible;
use core::{iter, mem};

use smallvec::SmallVec;

use super::build::{nothing, other_scalar, text};
use super::element::Element;
use super::options::{DecodeOptions, Overflow};
use super::sink::JsonbSink;
use super::walk::{Visitor, walk};
use crate::error::Result;
use crate::format::{ElementType, unescape};

/// A tree that is made in bulk, whose arrays are vectors. Nothing that it makes fails.
pub(crate) trait Tree<'a>: JsonbSink<'a, Error = Infallible, Elements = Vec<Self>> {
    /// Whether the nearest float is all that it keeps of a literal with a point.
    const KEEPS_FLOATS: bool;

    /// An integer.
    fn uint(value: u64) -> Self;

    /// A float that is finite.
    fn float(value: f64) -> Self;

    /// An object: as many values as labels, in the order of the blob.
    #[inline]
    fn object(labels: Drain<'_, Cow<'a, str>>, values: Drain<'_, Self>) -> Self {
        inserted(labels, values)
    }
}

/// An object whose members are inserted one by one.
#[inline]
pub(crate) fn inserted<'a, T: Tree<'a>>(
    labels: Drain<'_, Cow<'a, str>>,
    values: Drain<'_, T>,
) -> T {
    let mut object = made(T::begin_object());
    for (label, value) in labels.zip(values) {
        made(T::insert(&mut object, label, value));
    }
    made(T::end_object(object))
}

/// Builds what an element holds.
pub(crate) fn in_bulk<'a, T: Tree<'a>>(element: Element<'a>, options: DecodeOptions) -> Result<T> {
    let mut bulk = Bulk {
        values: Vec::new(),
        labels: Vec::new(),
        open: SmallVec::new(),
        overflow: options.overflow_policy(),
    };
    walk(element, options.depth_limit(), &mut bulk)?;
    bulk.values.pop().ok_or_else(|| nothing(element))
}

/// A document that is being built.
struct Bulk<'a, T> {
    /// The children so far of each open container, one behind the other.
    values: Vec<T>,
    /// The labels of those that are members.
    labels: Vec<Cow<'a, str>>,
    /// How many values there were before the children of each open container.
    open: SmallVec<[usize; INLINE]>,
    overflow: Overflow,
}

/// How many open containers the stack holds before it moves to the heap.
const INLINE: usize = 32;

/// How many values and labels there is room for at first, which spares small documents to grow.
const FIRST: usize = 16;

impl<'a, T: Tree<'a>> Visitor<'a> for Bulk<'a, T> {
    #[inline]
    fn open(&mut self, _: Element<'a>) -> Result<()> {
        if self.open.is_empty() {
            self.values.reserve(FIRST);
            self.labels.reserve(FIRST);
        }
        self.open.push(self.values.len());
        Ok(())
    }

    #[inline]
    fn close(&mut self, element_type: ElementType) -> Result<()> {
        let Some(start) = self.open.pop() else {
            return Ok(());
        };
        let values = &mut self.values;
        if element_type == ElementType::Object {
            let members = values.drain(start.min(values.len())..);
            let first = self.labels.len().saturating_sub(members.len());
            let object = T::object(self.labels.drain(first..), members);
            push_with(values, || object);
        } else if start > 0 {
            let elements = values.split_off(start.min(values.len()));
            push_with(values, || made(T::end_array(elements)));
        } else if self.open.is_empty() {
            let mut elements = mem::take(values);
            elements.shrink_to_fit();
            push_with(values, || made(T::end_array(elements)));
        } else {
            // All of the values, but their memory stays.
            let elements = values.drain(start..).collect();
            push_with(values, || made(T::end_array(elements)));
        }
        Ok(())
    }

    #[inline]
    fn label(&mut self, label: Element<'a>) -> Result<()> {
        match label.plain_str() {
            Some(text) => push_with(&mut self.labels, || Cow::Borrowed(text)),
            None => self.labels.push(text(label)?),
        }
        Ok(())
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call costs more than the few steps in it"
    )]
    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        let values = &mut self.values;
        match scalar.element_type() {
            ElementType::Null => push_with(values, || made(T::null())),
            ElementType::True => push_with(values, || made(T::bool(true))),
            ElementType::False => push_with(values, || made(T::bool(false))),
            ElementType::Int => match scalar.common_uint() {
                Some(value) => push_with(values, || T::uint(value)),
                None => return self.other_scalar(scalar.blob(), scalar.offset()),
            },
            ElementType::Float if T::KEEPS_FLOATS => match scalar.common_float() {
                Some(value) => push_with(values, || T::float(value)),
                None => return self.other_scalar(scalar.blob(), scalar.offset()),
            },
            ElementType::Text => match scalar.plain_str() {
                Some(text) => push_with(values, || made(T::text(Cow::Borrowed(text)))),
                None => return self.other_scalar(scalar.blob(), scalar.offset()),
            },
            ElementType::TextJ => match unescape::escaped_json(scalar.window()) {
                Some(text) => push_with(values, || made(T::text(Cow::Owned(text)))),
                None => return self.other_scalar(scalar.blob(), scalar.offset()),
            },
            _ => return self.other_scalar(scalar.blob(), scalar.offset()),
        }
        Ok(())
    }
}

impl<'a, T: Tree<'a>> Bulk<'a, T> {
    #[inline(never)]
    fn other_scalar(&mut self, blob: &'a [u8], offset: usize) -> Result<()> {
        let value = other_scalar(blob, offset, self.overflow)?;
        self.values.push(value);
        Ok(())
    }
}

#[inline]
fn made<T>(made: core::result::Result<T, Infallible>) -> T {
    let Ok(made) = made;
    made
}

/// Pushes what is made when there is room for it, and so made in its place.
///
/// A value that is handed to `Vec::push` has an address, since it is to be dropped when the vector fails to grow. It is put
/// together in memory, piece by piece, then copied in larger pieces, which the processor waits for.
#[inline(always)]
#[expect(clippy::inline_always, reason = "what is made is not to be in memory")]
fn push_with<T>(values: &mut Vec<T>, make: impl FnOnce() -> T) {
    values.extend(iter::once_with(make));
}
