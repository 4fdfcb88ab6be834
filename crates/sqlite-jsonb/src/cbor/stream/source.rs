//! Items as elements: a walk through the bytes.

use alloc::borrow::Cow;
use core::fmt;

use super::Shared;
use super::head::Head;
use crate::cbor::{Bytes, Item, Tagged};
use crate::error::{Error, ErrorKind, Result};
use crate::source::{JsonbSource, Node};

/// A data item of CBOR bytes: see [`CborBytes`](super::CborBytes) and [`CborSequence`](super::CborSequence).
pub struct CborItem<'s, 'a> {
    shared: &'s Shared<'a>,
    place: Place,
    tagged: Tagged,
}

enum Place {
    /// The item that comes next in the bytes.
    Next,
    /// The item that starts here, and is not inside another one.
    Root(usize),
    /// One byte of a byte string that becomes an array of numbers.
    Byte(u8),
}

impl<'s, 'a> CborItem<'s, 'a> {
    pub(super) fn root(shared: &'s Shared<'a>, start: usize, tagged: Tagged) -> Self {
        Self {
            shared,
            place: Place::Root(start),
            tagged,
        }
    }

    /// Where a root starts, in bytes from the start of the input; for an item inside it, where the next one does.
    #[must_use]
    pub fn offset(&self) -> usize {
        match self.place {
            Place::Root(start) => start,
            Place::Next | Place::Byte(_) => self.shared.position.get(),
        }
    }
}

impl<'s, 'a> JsonbSource for CborItem<'s, 'a> {
    type Text = Cow<'a, str>;
    type Error = Error;
    type Elements = Elements<'s, 'a>;
    type Members = Members<'s, 'a>;

    #[inline]
    fn node(self) -> Result<Node<Self>> {
        let Self {
            shared,
            place,
            mut tagged,
        } = self;
        let root = match place {
            Place::Next => None,
            Place::Root(start) => {
                shared.position.set(start);
                Some(start)
            }
            Place::Byte(byte) => return Ok(Node::Uint(byte.into())),
        };
        let mut start = shared.position.get();
        let mut head = shared.head()?;
        // A chain of tags may be of any length: no recursion.
        while let Head::Tag(tag) = head {
            tagged.tag(tag).map_err(|error| error.or_offset(start))?;
            start = shared.position.get();
            head = shared.head()?;
        }
        let children = |left| Children {
            shared,
            tagged,
            left,
            root,
        };
        let node = if let Head::Bytes(bytes) = head {
            match tagged
                .bytes(&bytes)
                .map_err(|error| error.or_offset(start))?
            {
                Bytes::Text(text) => Node::Text(Cow::Owned(text)),
                Bytes::Digits(digits) => Node::Number(Cow::Owned(digits)),
                Bytes::Numbers => {
                    return Ok(Node::Array(Elements(Inner::Bytes {
                        bytes,
                        next: 0,
                        end: children(Left::Items(0)),
                    })));
                }
            }
        } else {
            tagged
                .not_a_bignum()
                .map_err(|error| error.or_offset(start))?;
            let children = |left| Children {
                shared,
                tagged,
                left,
                root,
            };
            match head {
                Head::Unsigned(value) => Node::Uint(value),
                Head::Negative(value) => match i64::try_from(value) {
                    Ok(value) => Node::Int(value),
                    Err(_) => Tagged::integer(value.into()),
                },
                Head::Text(text) => Node::Text(text),
                Head::Array(len) => {
                    return Ok(Node::Array(Elements(Inner::Items(children(len.into())))));
                }
                Head::Map(len) => return Ok(Node::Object(Members(children(len.into())))),
                Head::Float(value) => tagged
                    .float(value)
                    .map_err(|error| error.or_offset(start))?,
                Head::Bool(value) => Node::Bool(value),
                Head::Null | Head::Tag(_) | Head::Bytes(_) => Node::Null,
            }
        };
        if let Some(root) = root {
            shared.finish(root)?;
        }
        Ok(node)
    }
}

impl fmt::Debug for CborItem<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CborItem")
            .field("offset", &self.offset())
            .finish_non_exhaustive()
    }
}

impl Shared<'_> {
    /// The end of the walk of a root, which must be the end of the bytes unless more roots may follow.
    fn finish(&self, root: usize) -> Result<()> {
        if self.is_sequence {
            if self.unfinished.get() == Some(root) {
                self.unfinished.set(None);
            }
            return Ok(());
        }
        match self.left() {
            0 => Ok(()),
            len => Err(Error::at_offset(
                ErrorKind::TrailingBytes { len },
                self.position.get(),
            )),
        }
    }
}

/// How many items of a container are left.
#[derive(Clone, Copy)]
enum Left {
    Items(u64),
    /// Those up to a break.
    UntilBreak,
}

impl From<Option<u64>> for Left {
    #[inline]
    fn from(len: Option<u64>) -> Self {
        len.map_or(Self::UntilBreak, Self::Items)
    }
}

/// What the iterators of arrays and maps share.
struct Children<'s, 'a> {
    shared: &'s Shared<'a>,
    tagged: Tagged,
    left: Left,
    /// Where the container starts, when it is a root.
    root: Option<usize>,
}

impl<'s, 'a> Children<'s, 'a> {
    /// Whether another child comes next; at the end of a root, that it is the end.
    #[inline]
    fn advance(&mut self) -> Result<bool> {
        match &mut self.left {
            Left::Items(left) if *left > 0 => {
                *left = left.saturating_sub(1);
                return Ok(true);
            }
            Left::UntilBreak if !self.shared.skip_break() => return Ok(true),
            _ => {}
        }
        match self.root {
            None => Ok(false),
            Some(root) => self.shared.finish(root).map(|()| false),
        }
    }

    /// How many children there are at least, if the bytes hold as many; each has a byte at least.
    #[inline]
    fn at_least(&self) -> usize {
        match self.left {
            Left::Items(left) => {
                usize::try_from(left).map_or(0, |left| left.min(self.shared.left()))
            }
            Left::UntilBreak => 0,
        }
    }

    #[inline]
    fn item(&self) -> CborItem<'s, 'a> {
        CborItem {
            shared: self.shared,
            place: Place::Next,
            tagged: self.tagged,
        }
    }

    /// Reads a map key.
    #[inline]
    fn label(&self) -> Result<Cow<'a, str>> {
        let start = self.shared.position.get();
        match self.shared.head()? {
            Head::Text(text) => Ok(text),
            head => self.other_label(start, head),
        }
    }

    #[inline(never)]
    fn other_label(&self, mut start: usize, mut head: Head<'a>) -> Result<Cow<'a, str>> {
        let mut tagged = self.tagged;
        while let Head::Tag(tag) = head {
            tagged.tag(tag).map_err(|error| error.or_offset(start))?;
            start = self.shared.position.get();
            head = self.shared.head()?;
        }
        let item = match &head {
            Head::Unsigned(value) => Item::Integer((*value).into()),
            Head::Negative(value) => Item::Integer((*value).into()),
            Head::Bytes(bytes) => Item::Bytes(bytes),
            Head::Text(text) => Item::Text(text),
            Head::Array(_) => Item::Array,
            Head::Map(_) => Item::Map,
            Head::Float(value) => Item::Float(*value),
            Head::Bool(value) => Item::Bool(*value),
            Head::Null | Head::Tag(_) => Item::Null,
        };
        let label = tagged.label(item).map_err(|error| error.or_offset(start))?;
        Ok(Cow::Owned(label.into_owned()))
    }
}

/// The elements of an array, or the bytes of a byte string that becomes one.
#[derive(Debug)]
pub struct Elements<'s, 'a>(Inner<'s, 'a>);

enum Inner<'s, 'a> {
    Items(Children<'s, 'a>),
    Bytes {
        bytes: Cow<'a, [u8]>,
        next: usize,
        end: Children<'s, 'a>,
    },
}

impl<'s, 'a> Iterator for Elements<'s, 'a> {
    type Item = Result<CborItem<'s, 'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Inner::Items(children) => match children.advance() {
                Ok(true) => Some(Ok(children.item())),
                Ok(false) => None,
                Err(error) => Some(Err(error)),
            },
            Inner::Bytes { bytes, next, end } => {
                if let Some(&byte) = bytes.get(*next) {
                    *next = next.saturating_add(1);
                    let place = Place::Byte(byte);
                    return Some(Ok(CborItem {
                        place,
                        ..end.item()
                    }));
                }
                end.advance().err().map(Err)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Inner::Items(children) => (children.at_least(), None),
            Inner::Bytes { bytes, next, .. } => (bytes.len().saturating_sub(*next), None),
        }
    }
}

/// The members of a map.
#[derive(Debug)]
pub struct Members<'s, 'a>(Children<'s, 'a>);

impl<'s, 'a> Iterator for Members<'s, 'a> {
    type Item = Result<(Cow<'a, str>, CborItem<'s, 'a>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.0.advance() {
            Ok(true) => Some(self.0.label().map(|label| (label, self.0.item()))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // A member has two bytes at least.
        (self.0.at_least() / 2, None)
    }
}

impl fmt::Debug for Children<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Children").finish_non_exhaustive()
    }
}

impl fmt::Debug for Inner<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").finish_non_exhaustive()
    }
}
