//! A tree that keeps all a blob says.

use std::borrow::Cow;
use std::convert::Infallible;

use sqlite_jsonb::{JsonbSink, Number};

/// A document with all that JSON can say: digits, the order of members, and duplicates.
#[derive(Debug, PartialEq)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl<'a> JsonbSink<'a> for Tree {
    type Error = Infallible;
    type Elements = Vec<Tree>;
    type Members = Vec<(String, Tree)>;

    fn null() -> Result<Self, Infallible> {
        Ok(Tree::Null)
    }

    fn bool(value: bool) -> Result<Self, Infallible> {
        Ok(Tree::Bool(value))
    }

    fn number(number: Number<'a>) -> Result<Option<Self>, Infallible> {
        Ok(Some(Tree::Number(number.to_string())))
    }

    fn text(text: Cow<'a, str>) -> Result<Self, Infallible> {
        Ok(Tree::Text(text.into_owned()))
    }

    fn begin_array() -> Result<Self::Elements, Infallible> {
        Ok(Vec::new())
    }

    fn push(array: &mut Self::Elements, element: Self) -> Result<(), Infallible> {
        array.push(element);
        Ok(())
    }

    fn end_array(array: Self::Elements) -> Result<Self, Infallible> {
        Ok(Tree::Array(array))
    }

    fn begin_object() -> Result<Self::Members, Infallible> {
        Ok(Vec::new())
    }

    fn insert(
        object: &mut Self::Members,
        label: Cow<'a, str>,
        value: Self,
    ) -> Result<(), Infallible> {
        object.push((label.into_owned(), value));
        Ok(())
    }

    fn end_object(object: Self::Members) -> Result<Self, Infallible> {
        Ok(Tree::Object(object))
    }
}
