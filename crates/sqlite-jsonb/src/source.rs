//! Where documents come from: the trait a source implements, and the contract of a walk.

use core::convert::Infallible;

use crate::encode::{Encoder, Plan};
use crate::error::{Error, Result};

/// A tree-shaped document, or one element of it, that can be encoded.
///
/// A source says only what one element is; the crate walks.
/// So an implementation is a dozen lines, and none of them recurses.
///
/// # The walk
///
/// What an implementation may build on, and every caller in this crate keeps to:
///
/// - depth first, in document order;
/// - [`node`](Self::node) is called once per element, right after the iterator of its container yielded it;
/// - a container's iterator is asked for the next child only when the child before it is finished: its own children were
///   read to the end. So all elements of a document may share one cursor, and a source may be a position in a stream;
/// - each iterator is read until it returns `None`, and not again after that, unless [`HINTS_END`](Self::HINTS_END) says
///   that there is no need to;
/// - after an error, the source is not touched again, only dropped.
///
/// # What an implementation promises
///
/// The walk writes what it is given: members in the order they come, duplicates included.
/// Wrong answers give wrong output or an error, never undefined behaviour.
/// An endless iterator ends at the length limit in force.
///
/// The walk does not recurse, whatever the depth; a type whose own `Drop` recurses still does so when it is dropped.
///
/// # Examples
///
/// ```
/// use sqlite_jsonb::source::{Infallibly, JsonbSource, Node};
/// use std::convert::Infallible;
/// use std::slice;
///
/// enum Tree {
///     Leaf(i64),
///     List(Vec<Tree>),
///     Record(Vec<(String, Tree)>),
/// }
///
/// impl<'a> JsonbSource for &'a Tree {
///     type Text = &'a str;
///     type Error = Infallible;
///     type Elements = Infallibly<slice::Iter<'a, Tree>>;
///     type Members = Members<'a>;
///
///     fn node(self) -> Result<Node<Self>, Infallible> {
///         Ok(match self {
///             Tree::Leaf(number) => Node::Int(*number),
///             Tree::List(elements) => Node::Array(Infallibly(elements.iter())),
///             Tree::Record(members) => Node::Object(Members(members.iter())),
///         })
///     }
/// }
///
/// struct Members<'a>(slice::Iter<'a, (String, Tree)>);
///
/// impl<'a> Iterator for Members<'a> {
///     type Item = Result<(&'a str, &'a Tree), Infallible>;
///
///     fn next(&mut self) -> Option<Self::Item> {
///         let (label, value) = self.0.next()?;
///         Some(Ok((label.as_str(), value)))
///     }
/// }
///
/// let tree = Tree::Record(vec![("a".into(), Tree::List(vec![Tree::Leaf(7), Tree::List(vec![])]))]);
/// let blob = sqlite_jsonb::to_vec(&tree)?;
/// assert_eq!(blob, [0x6c, 0x17, b'a', 0x3b, 0x13, b'7', 0x0b]);
/// assert_eq!(sqlite_jsonb::to_json(&blob)?, r#"{"a":[7,[]]}"#);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
///
/// `examples/examples/own_source.rs` in the repository has a tree with every kind of node.
pub trait JsonbSource: Sized {
    /// A string of the document: `&str` where it is borrowed, `Cow<str>` where some are made up on the way.
    type Text: AsRef<str>;

    /// Why an element could not be had: [`Infallible`] for a tree in memory.
    ///
    /// An error type of your own becomes usable with `impl From<YourError> for sqlite_jsonb::Error`, in which
    /// [`Error::from_source`] does the work; that error comes back to the caller with the place in the document.
    type Error: Into<Error>;

    /// The elements of an array, in order.
    type Elements: Iterator<Item = Result<Self, Self::Error>>;

    /// The members of an object, in order: label and value.
    type Members: Iterator<Item = Result<(Self::Text, Self), Self::Error>>;

    /// Whether a size hint of at most 0 means that an iterator is at its end, and reading the end has no effect.
    ///
    /// Then a walk does not ask for the `None` that would come: it drops an iterator once its last child was taken, before
    /// that child is read, and so a chain of containers needs no memory for each of its levels.
    /// Children behind a wrong hint would be lost, so this is `false` unless an implementation says otherwise.
    const HINTS_END: bool = false;

    /// What this element is.
    ///
    /// # Errors
    /// Whatever keeps the source from saying so; the walk ends there.
    fn node(self) -> Result<Node<Self>, Self::Error>;

    /// Calls the method of `visitor` for what this element is: the same as [`node`](Self::node), without a value that has
    /// to be told apart again. For the trees of this crate, and of no use to others.
    #[doc(hidden)]
    #[inline]
    fn visit<V: Visitor<Self>>(self, visitor: V) -> Result<V::Output, Self::Error> {
        Ok(match self.node()? {
            Node::Null => visitor.null(),
            Node::Bool(value) => visitor.bool(value),
            Node::Int(value) => visitor.int(value),
            Node::Uint(value) => visitor.uint(value),
            Node::Float(value) => visitor.float(value),
            Node::Number(literal) => visitor.number(literal),
            Node::Text(text) => visitor.text(text),
            Node::Array(elements) => visitor.array(elements),
            Node::Object(members) => visitor.object(members),
        })
    }
}

/// What one element is: see [`JsonbSource::node`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Node<S: JsonbSource> {
    /// NULL.
    Null,
    /// TRUE or FALSE.
    Bool(bool),
    /// INT.
    Int(i64),
    /// INT, for what `i64` does not hold.
    Uint(u64),
    /// FLOAT, in the shortest text that reads back the same; what a NaN or an infinity becomes is
    /// [`EncodeOptions::non_finite`](crate::EncodeOptions::non_finite).
    Float(f64),
    /// INT or FLOAT with just these digits: a number literal of RFC 8259 section 6.
    ///
    /// For numbers whose digits must survive: arbitrary precision, bignums, decimals.
    /// Anything else than a literal is [`ErrorKind::InvalidNumber`](crate::ErrorKind::InvalidNumber).
    Number(S::Text),
    /// TEXT, or TEXTJ where the string holds a quote, a backslash or a byte below 0x20.
    Text(S::Text),
    /// ARRAY.
    Array(S::Elements),
    /// OBJECT.
    Object(S::Members),
}

/// What is done with an element, by what it is: see [`JsonbSource::visit`].
#[doc(hidden)]
pub trait Visitor<S: JsonbSource>: Sized {
    type Output;

    fn null(self) -> Self::Output;
    fn bool(self, value: bool) -> Self::Output;
    fn int(self, value: i64) -> Self::Output;
    fn uint(self, value: u64) -> Self::Output;
    fn float(self, value: f64) -> Self::Output;
    fn number(self, literal: S::Text) -> Self::Output;
    fn text(self, text: S::Text) -> Self::Output;
    fn array(self, elements: S::Elements) -> Self::Output;
    fn object(self, members: S::Members) -> Self::Output;
}

/// Makes the [`Node`]: so that a tree says what its elements are once, in [`JsonbSource::visit`].
#[cfg(any(feature = "serde_json", feature = "simd-json"))]
pub(crate) struct ToNode;

#[cfg(any(feature = "serde_json", feature = "simd-json"))]
impl<S: JsonbSource> Visitor<S> for ToNode {
    type Output = Node<S>;

    fn null(self) -> Node<S> {
        Node::Null
    }

    fn bool(self, value: bool) -> Node<S> {
        Node::Bool(value)
    }

    fn int(self, value: i64) -> Node<S> {
        Node::Int(value)
    }

    fn uint(self, value: u64) -> Node<S> {
        Node::Uint(value)
    }

    fn float(self, value: f64) -> Node<S> {
        Node::Float(value)
    }

    fn number(self, literal: S::Text) -> Node<S> {
        Node::Number(literal)
    }

    fn text(self, text: S::Text) -> Node<S> {
        Node::Text(text)
    }

    fn array(self, elements: S::Elements) -> Node<S> {
        Node::Array(elements)
    }

    fn object(self, members: S::Members) -> Node<S> {
        Node::Object(members)
    }
}

/// What can be turned into a [`JsonbSource`]: every source itself, and documents that need a context on the way.
///
/// It stands to `JsonbSource` as [`IntoIterator`] stands to [`Iterator`]: functions take it, types of your own implement
/// `JsonbSource` and get it for free.
/// A document whose elements mean something only together with what is around them (a CBOR byte string under a tag that
/// names its encoding) implements this one, and its source carries the context from element to element.
pub trait IntoJsonbSource {
    /// The source it becomes.
    type Source: JsonbSource;

    /// The root element.
    fn into_source(self) -> Self::Source;

    /// Plans the encoding with the options and the buffers of `encoder`, by a walk of [`into_source`](Self::into_source).
    ///
    /// It is here for documents of this crate that know a shorter way to the same plan; there is no need to write it.
    ///
    /// # Errors
    /// Those of the document and of the options, as for [`Encoder::plan`].
    #[inline]
    fn walk_in(self, encoder: &mut Encoder) -> Result<Plan<'_>>
    where
        Self: Sized,
    {
        encoder.plan_source(self.into_source())
    }
}

impl<S: JsonbSource> IntoJsonbSource for S {
    type Source = S;

    #[inline]
    fn into_source(self) -> S {
        self
    }
}

/// An iterator that cannot fail, as [`JsonbSource::Elements`] and [`JsonbSource::Members`] want it: each item in `Ok`.
///
/// Unlike [`Iterator::map`] with a function pointer it costs nothing.
#[derive(Clone, Debug)]
pub struct Infallibly<I>(pub I);

impl<I: Iterator> Iterator for Infallibly<I> {
    type Item = Result<I::Item, Infallible>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}
