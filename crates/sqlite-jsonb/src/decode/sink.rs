//! What a document is built into: the trait a target implements, and the contract of a build.

use alloc::borrow::Cow;

use super::build;
use super::element::Element;
use super::number::Number;
use super::options::DecodeOptions;
use crate::error::Error;

/// A type that [`from_slice`](crate::from_slice) can build: a tree, or one element of it.
///
/// It is the way back of [`JsonbSource`](crate::JsonbSource): a sink says only how one element is made and how a container
/// takes its children; the crate walks the blob. So an implementation is a dozen lines, and none of them recurses.
///
/// `'a` is the lifetime of the blob: strings and numbers are borrowed from it where they need no conversion.
///
/// # The build
///
/// What an implementation may build on:
///
/// - elements are made in document order; a container begins before its children are made and ends after the last one;
/// - a child is finished when it is handed to its container;
/// - members come in the blob's order, duplicates included: what becomes of those is the sink's decision;
/// - strings are whole, unescaped and UTF-8; numbers are literals of RFC 8259;
/// - after an error, all that was made is dropped. A type whose `Drop` recurses does so then too.
///
/// # Examples
///
/// A list of lists, built from arrays and integers:
/// ```
/// use sqlite_jsonb::{JsonbSink, Number};
/// use std::borrow::Cow;
///
/// #[derive(Debug, PartialEq)]
/// enum Tree {
///     Leaf(i64),
///     Branch(Vec<Tree>),
/// }
///
/// struct NoTree(&'static str);
///
/// impl From<NoTree> for sqlite_jsonb::Error {
///     fn from(NoTree(what): NoTree) -> Self {
///         Self::from_source(format!("a tree has no {what}"))
///     }
/// }
///
/// impl<'a> JsonbSink<'a> for Tree {
///     type Error = NoTree;
///     type Elements = Vec<Tree>;
///     // No element of this tree is an object.
///     type Members = std::convert::Infallible;
///
///     fn null() -> Result<Self, NoTree> {
///         Err(NoTree("null"))
///     }
///     fn bool(_: bool) -> Result<Self, NoTree> {
///         Err(NoTree("booleans"))
///     }
///     fn number(number: Number<'a>) -> Result<Option<Self>, NoTree> {
///         Ok(number.as_i64().map(Tree::Leaf))
///     }
///     fn text(_: Cow<'a, str>) -> Result<Self, NoTree> {
///         Err(NoTree("texts"))
///     }
///     fn begin_array() -> Result<Vec<Tree>, NoTree> {
///         Ok(Vec::new())
///     }
///     fn push(array: &mut Vec<Tree>, element: Self) -> Result<(), NoTree> {
///         array.push(element);
///         Ok(())
///     }
///     fn end_array(array: Vec<Tree>) -> Result<Self, NoTree> {
///         Ok(Tree::Branch(array))
///     }
///     fn begin_object() -> Result<Self::Members, NoTree> {
///         Err(NoTree("objects"))
///     }
///     fn insert(object: &mut Self::Members, _: Cow<'a, str>, _: Self) -> Result<(), NoTree> {
///         match *object {}
///     }
///     fn end_object(object: Self::Members) -> Result<Self, NoTree> {
///         match object {}
///     }
/// }
///
/// let tree: Tree = sqlite_jsonb::from_slice(&[0x3b, 0x13, b'7', 0x0b])?;
/// assert_eq!(tree, Tree::Branch(vec![Tree::Leaf(7), Tree::Branch(vec![])]));
/// let error = sqlite_jsonb::from_slice::<Tree>(&[0x2b, 0x0b, 0x00]).unwrap_err();
/// assert_eq!(error.to_string(), "a tree has no null, at byte 2");
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    note = "trees of serde_json, simd-json and ciborium are sinks where sqlite-jsonb has the feature of that name; any \
            `Deserialize` type is read by `sqlite_jsonb::serde::from_slice`"
)]
pub trait JsonbSink<'a>: Sized {
    /// Why an element could not be made: [`Infallible`](core::convert::Infallible) where each can.
    ///
    /// An error type of your own becomes usable with `impl From<YourError> for sqlite_jsonb::Error`, in which
    /// [`Error::from_source`] does the work; that error comes back to the caller with the offset of the element.
    type Error: Into<Error>;

    /// The elements of an array that is being filled.
    type Elements;

    /// The members of an object that is being filled.
    type Members;

    /// Null.
    ///
    /// # Errors
    /// Where the type has no such element. That goes for all these functions.
    fn null() -> Result<Self, Self::Error>;

    /// A boolean.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn bool(value: bool) -> Result<Self, Self::Error>;

    /// A number; `None` for one that the type cannot hold, such as [`9e999`](Number::as_f64). What becomes of that is
    /// [`DecodeOptions::overflow`](crate::DecodeOptions::overflow).
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn number(number: Number<'a>) -> Result<Option<Self>, Self::Error>;

    /// A string.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn text(text: Cow<'a, str>) -> Result<Self, Self::Error>;

    /// An array without elements. How many there will be is not known, and no size that a blob declares is to be believed.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn begin_array() -> Result<Self::Elements, Self::Error>;

    /// Gives an array its next element.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn push(array: &mut Self::Elements, element: Self) -> Result<(), Self::Error>;

    /// An array that has all its elements.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn end_array(array: Self::Elements) -> Result<Self, Self::Error>;

    /// An object without members.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn begin_object() -> Result<Self::Members, Self::Error>;

    /// Gives an object its next member.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn insert(
        object: &mut Self::Members,
        label: Cow<'a, str>,
        value: Self,
    ) -> Result<(), Self::Error>;

    /// An object that has all its members.
    ///
    /// # Errors
    /// As [`null`](Self::null).
    fn end_object(object: Self::Members) -> Result<Self, Self::Error>;

    /// What `element` holds, built by the functions above, or in another way to the same end.
    #[doc(hidden)]
    fn build(element: Element<'a>, options: DecodeOptions) -> crate::Result<Self> {
        build::one_by_one(element, options)
    }
}
