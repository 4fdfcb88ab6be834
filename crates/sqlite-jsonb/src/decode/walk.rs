//! The walk over a whole element: each child once, in order, with a stack of its own.

use alloc::vec::Vec;

use super::element::Element;
use crate::error::{ErrorKind, Result};
use crate::format::ElementType;

/// Who is shown what a walk comes across.
pub(super) trait Visitor<'a> {
    /// A container starts.
    fn open(&mut self, container: Element<'a>) -> Result<()>;

    /// The innermost open container ends.
    fn close(&mut self, element_type: ElementType) -> Result<()>;

    /// A label; its value comes next.
    fn label(&mut self, label: Element<'a>) -> Result<()>;

    /// Any other element; its payload was not looked at.
    fn scalar(&mut self, scalar: Element<'a>) -> Result<()>;
}

/// Walks over `root` and all it holds, `max_depth` containers deep.
///
/// Memory is a word for each container open at a point, and those lie one in the other, each with a header of its own:
/// it cannot pass a few times the length of the blob.
#[inline]
pub(super) fn walk<'a>(
    root: Element<'a>,
    max_depth: usize,
    visitor: &mut impl Visitor<'a>,
) -> Result<()> {
    if !root.element_type().is_container() {
        return visitor.scalar(root);
    }
    // The containers around the innermost one, that one, and where in it the next element starts.
    let mut outer = Outer::new();
    let mut inner = Open::new(root);
    let mut at = root.payload_offset();
    check_depth(root, 0, max_depth)?;
    visitor.open(root)?;
    loop {
        let opened = if inner.is_object() {
            members(root.blob(), &mut at, inner.end(), visitor)?
        } else {
            elements(root.blob(), &mut at, inner.end(), visitor)?
        };
        if let Some(container) = opened {
            outer.push(inner);
            check_depth(container, outer.len(), max_depth)?;
            inner = Open::new(container);
            at = container.payload_offset();
            visitor.open(container)?;
            continue;
        }
        visitor.close(inner.element_type())?;
        match outer.pop() {
            Some(parent) => inner = parent,
            None => return Ok(()),
        }
    }
}

/// The containers around the innermost one.
pub(super) struct Outer {
    first: [Open; INLINE],
    /// Those beyond the first ones.
    more: Vec<Open>,
    len: usize,
}

/// How many open containers there are before memory is asked for.
const INLINE: usize = 32;

impl Outer {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            first: [Open(0); INLINE],
            more: Vec::new(),
            len: 0,
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn push(&mut self, container: Open) {
        match self.first.get_mut(self.len) {
            Some(place) => *place = container,
            None => self.push_more(container),
        }
        // No more than the bytes of a blob.
        self.len = self.len.wrapping_add(1);
    }

    #[inline(never)]
    fn push_more(&mut self, container: Open) {
        self.more.push(container);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Open> {
        self.len = self.len.checked_sub(1)?;
        match self.first.get(self.len) {
            Some(container) => Some(*container),
            None => self.more.pop(),
        }
    }
}

/// One open container, in a word: where it ends in the blob, doubled; plus one for an OBJECT.
///
/// A slice is no longer than `isize::MAX`, so the doubled end fits.
#[derive(Clone, Copy)]
pub(super) struct Open(usize);

impl Open {
    #[inline]
    pub(super) fn new(container: Element<'_>) -> Self {
        let is_object = container.element_type() == ElementType::Object;
        Self(container.end() << 1 | usize::from(is_object))
    }

    #[inline]
    pub(super) fn end(self) -> usize {
        self.0 >> 1
    }

    #[inline]
    pub(super) fn is_object(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    fn element_type(self) -> ElementType {
        if self.is_object() {
            ElementType::Object
        } else {
            ElementType::Array
        }
    }
}

/// Goes through an ARRAY from `at` to its next container, or to its end.
#[inline]
fn elements<'a>(
    blob: &'a [u8],
    at: &mut usize,
    end: usize,
    visitor: &mut impl Visitor<'a>,
) -> Result<Option<Element<'a>>> {
    while *at < end {
        let element = Element::parse(blob, *at, end)?;
        if element.element_type().is_container() {
            return Ok(Some(element));
        }
        *at = element.end();
        visitor.scalar(element)?;
    }
    Ok(None)
}

/// Goes through an OBJECT from `at` to its next container, or to its end.
#[inline]
fn members<'a>(
    blob: &'a [u8],
    at: &mut usize,
    end: usize,
    visitor: &mut impl Visitor<'a>,
) -> Result<Option<Element<'a>>> {
    while *at < end {
        let label = Element::parse(blob, *at, end)?;
        let found = label.element_type();
        if !found.is_text() {
            return Err(label.fault(ErrorKind::LabelNotText { found }));
        }
        *at = label.end();
        visitor.label(label)?;
        if *at >= end {
            return Err(label.fault(ErrorKind::MissingValue));
        }
        let value = Element::parse(blob, *at, end)?;
        if value.element_type().is_container() {
            return Ok(Some(value));
        }
        *at = value.end();
        visitor.scalar(value)?;
    }
    Ok(None)
}

/// Fails where a container that lies in `depth` others is too deep.
#[inline]
pub(super) fn check_depth(container: Element<'_>, depth: usize, limit: usize) -> Result<()> {
    if depth >= limit {
        return Err(container.fault(ErrorKind::TooDeep { limit }));
    }
    Ok(())
}
