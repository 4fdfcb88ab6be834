//! Items as elements: a walk through the bytes.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::Shared;
use super::head::Head;
use crate::cbor::{Bytes, Item, Tagged};
use crate::error::{Error, ErrorKind, Result};
use crate::source::{JsonbSource, Node};

/// A data item of CBOR bytes as a source: see [`CborBytes`](super::CborBytes) and [`CborDocument`](super::CborDocument).
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
    /// The text of a byte string or a link, with objects around it. Boxed for the size of all other places.
    Wrapped(Box<MadeUp>),
}

struct MadeUp(String);

impl<'s, 'a> CborItem<'s, 'a> {
    pub(super) fn root(shared: &'s Shared<'a>, start: usize, tagged: Tagged) -> Self {
        Self {
            shared,
            place: Place::Root(start),
            tagged,
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
        let is_root = match place {
            Place::Next => false,
            Place::Root(start) => {
                shared.start(start, &tagged)?;
                true
            }
            Place::Byte(byte) => return Ok(Node::Uint(byte.into())),
            Place::Wrapped(text) => {
                return Ok(Children::new(shared, tagged, Some(0), false).wrapped(text));
            }
        };
        let mut start = shared.position.get();
        let mut head = shared.head()?;
        if let Head::Tag(_) = head {
            (start, head) = shared.below_tags(start, head, &mut tagged)?;
        }
        if let Head::Bytes(bytes) = head {
            return Children::new(shared, tagged, Some(0), is_root).bytes(start, bytes);
        }
        let content = tagged.not_a_bignum();
        content.map_err(|error| error.or_offset(start))?;
        let node = match head {
            Head::Array(len) => {
                let children = Children::new(shared, tagged, len, is_root);
                return Ok(Node::Array(Elements(Inner::Items(children))));
            }
            Head::Map(len) => {
                let children = Children::new(shared, tagged, len, is_root);
                return Ok(Node::Object(Members(InnerMembers::Items(children))));
            }
            Head::Unsigned(value) => Node::Uint(value),
            Head::Negative(value) => match i64::try_from(value) {
                Ok(value) => Node::Int(value),
                Err(_) => Tagged::integer(value.into()),
            },
            Head::Text(text) => Node::Text(text),
            Head::Float(value) => {
                let node = tagged.float(value);
                node.map_err(|error| error.or_offset(start))?
            }
            Head::Bool(value) => Node::Bool(value),
            Head::Null | Head::Tag(_) | Head::Bytes(_) => Node::Null,
        };
        if is_root {
            shared.finish()?;
        }
        Ok(node)
    }
}

impl fmt::Debug for CborItem<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CborItem")
            .field("position", &self.shared.position)
            .finish_non_exhaustive()
    }
}

impl<'a> Shared<'a> {
    /// The start of the walk of a root.
    ///
    /// # Errors
    /// Those of [`Tagged::check`].
    pub(super) fn start(&self, root: usize, tagged: &Tagged) -> Result<()> {
        self.root.set(root);
        self.is_reported.set(false);
        self.position.set(root);
        tagged.check(self.bytes, root)
    }

    /// The end of the walk of a root, which must be the end of the bytes unless more roots may follow.
    pub(super) fn finish(&self) -> Result<()> {
        if self.is_sequence {
            if self.unfinished.get() == Some(self.root.get()) {
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

    /// What comes below tags, the first of which was read, and where it starts.
    ///
    /// A chain of tags may be of any length: no recursion.
    #[inline(never)]
    pub(super) fn below_tags(
        &self,
        mut start: usize,
        mut head: Head<'a>,
        tagged: &mut Tagged,
    ) -> Result<(usize, Head<'a>)> {
        while let Head::Tag(tag) = head {
            tagged.tag(tag).map_err(|error| error.or_offset(start))?;
            start = self.position.get();
            head = self.head()?;
        }
        Ok((start, head))
    }
}

/// What the iterators of arrays and maps share.
pub(super) struct Children<'s, 'a> {
    shared: &'s Shared<'a>,
    tagged: Tagged,
    /// How many children are left; 0 for those up to a break.
    left: u64,
    is_indefinite: bool,
    is_root: bool,
}

impl<'s, 'a> Children<'s, 'a> {
    #[inline]
    pub(super) fn new(
        shared: &'s Shared<'a>,
        tagged: Tagged,
        len: Option<u64>,
        is_root: bool,
    ) -> Self {
        Self {
            shared,
            tagged,
            left: len.unwrap_or_default(),
            is_indefinite: len.is_none(),
            is_root,
        }
    }

    /// What a byte string becomes.
    #[inline(never)]
    fn bytes(self, start: usize, bytes: Cow<'a, [u8]>) -> Result<Node<CborItem<'s, 'a>>> {
        let bytes_become = self.tagged.bytes(&bytes);
        let node = match bytes_become.map_err(|error| error.or_offset(start))? {
            Bytes::Text(text) => Node::Text(Cow::Owned(text)),
            Bytes::Digits(digits) => Node::Number(Cow::Owned(digits)),
            Bytes::Numbers => {
                let numbers = Numbers {
                    bytes,
                    next: 0,
                    end: self,
                };
                return Ok(Node::Array(Elements(Inner::Numbers(Box::new(numbers)))));
            }
            Bytes::Wrapped(wrapping) => {
                let text = self.tagged.wrapped(&bytes)?;
                let tagged = self.tagged.in_objects(wrapping);
                return Ok(Self { tagged, ..self }.wrapped(Box::new(MadeUp(text))));
            }
        };
        if self.is_root {
            self.shared.finish()?;
        }
        Ok(node)
    }

    /// The next of the objects around a text, or the text inside them.
    fn wrapped(self, text: Box<MadeUp>) -> Node<CborItem<'s, 'a>> {
        match self.tagged.peel() {
            None => Node::Text(Cow::Owned(text.0)),
            Some((label, tagged)) => Node::Object(Members(InnerMembers::Wrapped {
                member: Some((label, text)),
                end: Self { tagged, ..self },
            })),
        }
    }

    /// Whether another child comes next; at the end of a root, that it is the end.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<bool> {
        let is_next = if self.is_indefinite {
            !self.shared.skip_break()
        } else if let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            true
        } else {
            false
        };
        if !is_next && self.is_root {
            self.shared.finish()?;
        }
        Ok(is_next)
    }

    /// How many children there are at least, if the bytes hold as many; each has a byte at least.
    #[inline]
    pub(super) fn at_least(&self) -> usize {
        usize::try_from(self.left).map_or(0, |left| left.min(self.shared.left()))
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
    pub(super) fn label(&self) -> Result<Cow<'a, str>> {
        let start = self.shared.position.get();
        match self.shared.head()? {
            Head::Text(text) => Ok(text),
            head => self.other_label(start, head),
        }
    }

    #[inline(never)]
    fn other_label(&self, start: usize, head: Head<'a>) -> Result<Cow<'a, str>> {
        let mut tagged = self.tagged;
        let (start, head) = self.shared.below_tags(start, head, &mut tagged)?;
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
    Numbers(Box<Numbers<'s, 'a>>),
}

/// The bytes of a byte string as elements.
struct Numbers<'s, 'a> {
    bytes: Cow<'a, [u8]>,
    next: usize,
    end: Children<'s, 'a>,
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
            Inner::Numbers(numbers) => numbers.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Inner::Items(children) => (children.at_least(), None),
            Inner::Numbers(numbers) => (numbers.bytes.len().saturating_sub(numbers.next), None),
        }
    }
}

impl<'s, 'a> Numbers<'s, 'a> {
    fn next(&mut self) -> Option<Result<CborItem<'s, 'a>>> {
        let Some(&byte) = self.bytes.get(self.next) else {
            return self.end.advance().err().map(Err);
        };
        self.next = self.next.saturating_add(1);
        let place = Place::Byte(byte);
        Some(Ok(CborItem {
            place,
            ..self.end.item()
        }))
    }
}

/// The members of a map.
#[derive(Debug)]
pub struct Members<'s, 'a>(InnerMembers<'s, 'a>);

enum InnerMembers<'s, 'a> {
    Items(Children<'s, 'a>),
    Wrapped {
        member: Option<(&'static str, Box<MadeUp>)>,
        end: Children<'s, 'a>,
    },
}

impl<'s, 'a> Iterator for Members<'s, 'a> {
    type Item = Result<(Cow<'a, str>, CborItem<'s, 'a>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let children = match &mut self.0 {
            InnerMembers::Items(children) => children,
            InnerMembers::Wrapped { member, end } => {
                let Some((label, text)) = member.take() else {
                    return end.advance().err().map(Err);
                };
                let place = Place::Wrapped(text);
                let item = CborItem {
                    place,
                    ..end.item()
                };
                return Some(Ok((Cow::Borrowed(label), item)));
            }
        };
        match children.advance() {
            Ok(true) => Some(children.label().map(|label| (label, children.item()))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            // A member has two bytes at least.
            InnerMembers::Items(children) => (children.at_least() / 2, None),
            InnerMembers::Wrapped { member, .. } => (usize::from(member.is_some()), None),
        }
    }
}

impl fmt::Debug for Children<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Children").finish_non_exhaustive()
    }
}

impl fmt::Debug for InnerMembers<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InnerMembers").finish_non_exhaustive()
    }
}

impl fmt::Debug for Inner<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").finish_non_exhaustive()
    }
}
