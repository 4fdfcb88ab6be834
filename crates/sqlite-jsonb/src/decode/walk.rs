//! The walk over a whole element: each child once, in order, with a stack of its own.

use smallvec::SmallVec;

use super::element::Element;
use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// What a walk comes across.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'a> {
    /// A container starts.
    Open(Element<'a>),
    /// The innermost open container ends.
    Close(ElementType),
    /// A label; its value comes next.
    Label(Element<'a>),
    /// Any other element; its payload was not looked at.
    Scalar(Element<'a>),
}

/// A walk over one element.
///
/// Memory is a word for each container open at a point, and those lie one in the other, each with a header of its own:
/// it cannot pass a few times the length of the blob.
pub(super) struct Walk<'a> {
    root: Element<'a>,
    /// Where the next element starts, in bytes from the start of the root.
    at: usize,
    /// The containers around the innermost one.
    outer: SmallVec<[Open; INLINE]>,
    /// The innermost open container.
    inner: Option<Open>,
    /// Where the last label of the innermost object starts, when its value comes next.
    label: Option<usize>,
    is_started: bool,
    max_depth: usize,
}

/// How many open containers the stack holds before it moves to the heap.
const INLINE: usize = 32;

/// One open container, in a word: where it ends in bytes from the start of the root, doubled; plus one for an OBJECT.
///
/// A slice is no longer than `isize::MAX`, so the doubled end fits.
#[derive(Clone, Copy)]
struct Open(usize);

impl Open {
    fn new(end: usize, element_type: ElementType) -> Self {
        Self(end << 1 | usize::from(element_type == ElementType::Object))
    }

    fn end(self) -> usize {
        self.0 >> 1
    }

    fn is_object(self) -> bool {
        self.0 & 1 == 1
    }
}

impl<'a> Walk<'a> {
    /// A walk over `root` and all it holds; `max_depth` is in containers.
    pub(super) fn new(root: Element<'a>, max_depth: usize) -> Self {
        Self {
            root,
            at: 0,
            outer: SmallVec::new(),
            inner: None,
            label: None,
            is_started: false,
            max_depth,
        }
    }

    /// What comes next; `None` when the root ended. Not to be called again after an error.
    #[inline]
    pub(super) fn next_event(&mut self) -> Result<Option<Event<'a>>> {
        let Some(inner) = self.inner else {
            if self.is_started {
                return Ok(None);
            }
            self.is_started = true;
            return self.element(self.root).map(Some);
        };
        if self.at >= inner.end() {
            return self.close(inner).map(Some);
        }
        let rest = self.root.as_bytes().get(self.at..inner.end());
        let offset = self.root.offset().saturating_add(self.at);
        let element = Element::parse(rest.unwrap_or_default(), offset)?;
        if inner.is_object() && self.label.is_none() {
            self.label(element).map(Some)
        } else {
            self.label = None;
            self.element(element).map(Some)
        }
    }

    #[inline]
    fn label(&mut self, element: Element<'a>) -> Result<Event<'a>> {
        let found = element.element_type();
        if !found.is_text() {
            return Err(element.fault(ErrorKind::LabelNotText { found }));
        }
        self.label = Some(element.offset());
        self.skip(element);
        Ok(Event::Label(element))
    }

    #[inline]
    fn element(&mut self, element: Element<'a>) -> Result<Event<'a>> {
        if element.element_type().is_container() {
            return self.open(element);
        }
        self.skip(element);
        Ok(Event::Scalar(element))
    }

    #[inline]
    fn open(&mut self, element: Element<'a>) -> Result<Event<'a>> {
        if let Some(parent) = self.inner {
            self.outer.push(parent);
        }
        let limit = self.max_depth;
        if self.outer.len() >= limit {
            return Err(element.fault(ErrorKind::TooDeep { limit }));
        }
        let end = self.at.saturating_add(element.as_bytes().len());
        self.inner = Some(Open::new(end, element.element_type()));
        self.at = self.at.saturating_add(element.header_len());
        Ok(Event::Open(element))
    }

    #[inline]
    fn close(&mut self, inner: Open) -> Result<Event<'a>> {
        if let Some(label) = self.label {
            return Err(Error::at_offset(ErrorKind::MissingValue, label));
        }
        self.inner = self.outer.pop();
        Ok(Event::Close(if inner.is_object() {
            ElementType::Object
        } else {
            ElementType::Array
        }))
    }

    #[inline]
    fn skip(&mut self, element: Element<'a>) {
        self.at = self.at.saturating_add(element.as_bytes().len());
    }
}
