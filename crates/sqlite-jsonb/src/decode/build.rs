//! Building a tree: the walk, and a stack of the containers that are being filled.

use alloc::borrow::Cow;

use smallvec::SmallVec;

use super::element::Element;
use super::options::{DecodeOptions, Overflow};
use super::sink::JsonbSink;
use super::walk::Event;
use crate::error::{ErrorKind, Result};
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
        let mut walk = self.walk(element);
        let mut stack = Stack::<T>::new();
        while let Some(event) = walk.next_event()? {
            let finished = match event {
                Event::Open(element) => {
                    stack.push(Frame::open(element)?);
                    None
                }
                Event::Label(element) => {
                    if let Some(frame) = stack.last_mut() {
                        frame.label = text(element)?;
                    }
                    None
                }
                Event::Scalar(element) => {
                    let built = scalar(element, self.overflow_policy());
                    Some((built, element.offset()))
                }
                Event::Close(_) => stack.pop().map(Frame::close),
            };
            let Some((built, offset)) = finished else {
                continue;
            };
            let built = built.map_err(|error| error.or_offset(offset))?;
            match stack.last_mut() {
                None => return Ok(built),
                Some(parent) => parent
                    .take(built)
                    .map_err(|error| error.or_offset(offset))?,
            }
        }
        // A walk ends behind its root, which was returned above.
        Err(element.fault(ErrorKind::HeaderPastEnd {
            header_len: 1,
            available: 0,
        }))
    }
}

type Stack<'a, T> = SmallVec<[Frame<'a, T>; INLINE]>;

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
    Array(T::Elements),
    Object(T::Members),
}

impl<'a, T: JsonbSink<'a>> Frame<'a, T> {
    fn open(element: Element<'a>) -> Result<Self> {
        let container = match element.element_type() {
            ElementType::Object => T::begin_object().map(Container::Object),
            _ => T::begin_array().map(Container::Array),
        };
        Ok(Self {
            container: container.map_err(|error| error.into().or_offset(element.offset()))?,
            label: Cow::Borrowed(""),
            offset: element.offset(),
        })
    }

    fn take(&mut self, child: T) -> Result<()> {
        match &mut self.container {
            Container::Array(array) => T::push(array, child),
            Container::Object(object) => T::insert(object, core::mem::take(&mut self.label), child),
        }
        .map_err(Into::into)
    }

    /// What was built, and the offset of its element.
    fn close(self) -> (Result<T>, usize) {
        let built = match self.container {
            Container::Array(array) => T::end_array(array),
            Container::Object(object) => T::end_object(object),
        };
        (built.map_err(Into::into), self.offset)
    }
}

fn scalar<'a, T: JsonbSink<'a>>(element: Element<'a>, overflow: Overflow) -> Result<T> {
    let built = match element.element_type() {
        ElementType::Null => T::null(),
        ElementType::True => T::bool(true),
        ElementType::False => T::bool(false),
        _ => match element.as_number()? {
            None => T::text(text(element)?),
            Some(number) => match T::number(number) {
                Ok(Some(built)) => Ok(built),
                Ok(None) if overflow == Overflow::Null => T::null(),
                Ok(None) => {
                    let literal = element.excerpt();
                    return Err(element.fault(ErrorKind::NumberOutOfRange { literal }));
                }
                Err(error) => Err(error),
            },
        },
    };
    built.map_err(Into::into)
}

/// The string of an element that is a text.
fn text(element: Element<'_>) -> Result<Cow<'_, str>> {
    Ok(element.as_str()?.unwrap_or_default())
}
