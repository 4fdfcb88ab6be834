//! Finding an element: by label, by index, by JSON Pointer (RFC 6901), by a path of SQLite.

use alloc::borrow::Cow;
use alloc::string::String;

use super::element::Element;
use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;
use crate::format::unescape::{Dialect, unescape};

impl<'a> Element<'a> {
    /// The value of the first member with this label; `None` where an OBJECT has none, and for any other type.
    ///
    /// Labels match by the string they stand for, whatever text type they are stored as.
    /// Of several members with one label the first counts, as in SQLite.
    ///
    /// # Errors
    /// Those of the members up to the one found. What other members hold is not looked at.
    pub fn get(&self, label: &str) -> Result<Option<Element<'a>>> {
        if self.element_type() != ElementType::Object {
            return Ok(None);
        }
        let mut members = self.children();
        while let Some(member) = members.member() {
            let (found, value) = member?;
            if found.is_string(label)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The element at `index`, counted from 0; `None` behind the last one of an ARRAY, and for any other type.
    ///
    /// # Errors
    /// Those of the headers of the elements up to it.
    pub fn index(&self, index: usize) -> Result<Option<Element<'a>>> {
        match self.elements() {
            Some(mut elements) => elements.nth(index).transpose(),
            None => Ok(None),
        }
    }

    /// The element that a JSON Pointer (RFC 6901) names, such as `/a/0/b`; `None` where there is none.
    ///
    /// The empty pointer names this element. A token is the label in an OBJECT, and the index in an ARRAY; `-` names the
    /// place behind the last element, where nothing is.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidPath`] for a pointer that does not start with `/` or has a `~` without a `0` or `1` behind it;
    /// otherwise as [`get`](Self::get).
    ///
    /// # Examples
    /// ```
    /// // {"a/b":[true]}
    /// let object = sqlite_jsonb::Element::from_slice(b"\x6c\x37a/b\x1b\x01")?;
    /// let found = object.pointer("/a~1b/0")?.expect("the array has an element");
    /// assert_eq!(found.as_bool(), Some(true));
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub fn pointer(&self, pointer: &str) -> Result<Option<Element<'a>>> {
        let mut found = Some(*self);
        let mut rest = pointer;
        while !rest.is_empty() {
            let invalid = || invalid_path(pointer, rest);
            let tail = rest.strip_prefix('/').ok_or_else(invalid)?;
            let (token, tail) = tail.split_at(tail.find('/').unwrap_or(tail.len()));
            let token = unescape_token(token).ok_or_else(invalid)?;
            found = match found {
                Some(element) if element.element_type() == ElementType::Array => {
                    match token_index(&token) {
                        Some(index) => element.index(index)?,
                        None => None,
                    }
                }
                Some(element) => element.get(&token)?,
                None => None,
            };
            rest = tail;
        }
        Ok(found)
    }

    /// The element that a path in SQLite's form names, such as `$.a[0]."b c"` or `$[#-1]`; `None` where there is none.
    ///
    /// `$` names this element. `.label` and `."label"` name a member, the second with JSON5 escapes; `[0]` counts from the
    /// first element, `[#-1]` from behind the last one, and `[#]` names the place there, where nothing is.
    ///
    /// Source: SQLite `src/json.c` `jsonLookupStep`, 3.53. That one looks at a path as far as it finds something; here a
    /// malformed path is an error whatever the document holds. And where a label or the path spells U+0000, that one takes
    /// two strings for equal that only are so up to there; here it is a character like any other.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidPath`] for anything else; otherwise as [`get`](Self::get).
    ///
    /// # Examples
    /// ```
    /// // {"a":[1,2]}
    /// let object = sqlite_jsonb::Element::from_slice(b"\x7c\x17a\x4b\x131\x132")?;
    /// let last = object.path("$.a[#-1]")?.expect("the array has elements");
    /// assert_eq!(last.as_i64()?, Some(2));
    /// assert!(object.path("$.b[0]")?.is_none());
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    pub fn path(&self, path: &str) -> Result<Option<Element<'a>>> {
        let mut found = Some(*self);
        let mut rest = path
            .strip_prefix('$')
            .ok_or_else(|| invalid_path(path, path))?;
        while !rest.is_empty() {
            let (step, tail) = Step::parse(rest).ok_or_else(|| invalid_path(path, rest))?;
            if let Some(element) = found {
                found = match step {
                    Step::Label(label) => element.get(&label)?,
                    Step::Index(index) => element.index(index)?,
                    Step::FromEnd(count) => element.index_from_end(count)?,
                };
            }
            rest = tail;
        }
        Ok(found)
    }

    fn index_from_end(&self, count: usize) -> Result<Option<Element<'a>>> {
        let Some(mut elements) = self.elements() else {
            return Ok(None);
        };
        let len = elements.try_fold(0, |len: usize, element| {
            element.map(|_| len.saturating_add(1))
        })?;
        match len.checked_sub(count) {
            Some(index) => self.index(index),
            None => Ok(None),
        }
    }

    /// Whether a text stands for `string`; its payload is checked only where it might.
    fn is_string(&self, string: &str) -> Result<bool> {
        let is_as_it_stands = matches!(
            self.element_type(),
            ElementType::Text | ElementType::TextRaw
        );
        if is_as_it_stands && self.payload() != string.as_bytes() {
            return Ok(false);
        }
        Ok(self.as_str()?.is_some_and(|text| text == string))
    }
}

/// A step of a path in SQLite's form.
enum Step<'p> {
    Label(Cow<'p, str>),
    Index(usize),
    FromEnd(usize),
}

impl<'p> Step<'p> {
    /// The step that `path` starts with, and what follows it.
    fn parse(path: &'p str) -> Option<(Self, &'p str)> {
        if let Some(rest) = path.strip_prefix(".\"") {
            let end = closing_quote(rest)?;
            let (label, rest) = rest.split_at_checked(end)?;
            let label = unescape(label, Dialect::Json5).ok()?;
            Some((Self::Label(label), rest.strip_prefix('"')?))
        } else if let Some(rest) = path.strip_prefix('.') {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (label, rest) = rest.split_at_checked(end)?;
            (!label.is_empty()).then_some((Self::Label(Cow::Borrowed(label)), rest))
        } else {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            let step = match (index, index.strip_prefix("#-")) {
                (_, Some(count)) => Self::FromEnd(saturating_number(count)?),
                ("#", _) => Self::FromEnd(0),
                _ => Self::Index(saturating_number(index)?),
            };
            Some((step, rest))
        }
    }
}

/// Where the quote is that ends a quoted label; a backslash takes the byte behind it along.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })
}

/// Decimal digits as a number; one past every index where they say more than `usize` holds.
fn saturating_number(digits: &str) -> Option<usize> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(usize::MAX))
}

/// An array index as RFC 6901 section 4 spells it: digits without leading zeros.
fn token_index(token: &str) -> Option<usize> {
    let is_padded = token.len() > 1 && token.starts_with('0');
    if is_padded {
        return None;
    }
    saturating_number(token)
}

/// RFC 6901 section 4: `~1` is a slash, `~0` a tilde.
fn unescape_token(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut parts = token.split('~');
    let mut text = String::from(parts.next()?);
    for part in parts {
        let (character, rest) = match part.strip_prefix('0') {
            Some(rest) => ('~', rest),
            None => ('/', part.strip_prefix('1')?),
        };
        text.push(character);
        text.push_str(rest);
    }
    Some(Cow::Owned(text))
}

#[cold]
fn invalid_path(path: &str, rest: &str) -> Error {
    Error::new(ErrorKind::InvalidPath {
        path: path.into(),
        position: path.len().saturating_sub(rest.len()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// `{"a":[1,{"b c":true}],"~/":null,"a":2,"":3}`, the labels as TEXTJ, TEXT5 and TEXTRAW among them.
    const BLOB: &[u8] =
        b"\xcc\x1d\x17a\xcb\x0e\x131\xbc\x99b\\x20\\x63\x01\x28~/\x00\x1aa\x132\x07\x133";

    fn object() -> Element<'static> {
        crate::validate(BLOB).expect("valid");
        Element::from_slice(BLOB).expect("an element")
    }

    #[rstest]
    #[case::root("$", "", Some(0))]
    #[case::first_of_duplicates("$.a", "/a", Some(4))]
    #[case::element("$.a[0]", "/a/0", Some(6))]
    #[case::text5_label("$.a[1].b c", "/a/1/b c", Some(19))]
    #[case::textj_label("$.~/", "/~0~1", Some(23))]
    #[case::empty_label("$.\"\"", "/", Some(29))]
    #[case::no_member("$.b", "/b", None)]
    #[case::no_element("$.a[2]", "/a/2", None)]
    #[case::number_beyond_all("$.a[99999999999999999999999]", "/a/99999999999999999999999", None)]
    #[case::step_into_a_scalar("$.a[0].b[0]", "/a/0/b/0", None)]
    #[case::label_of_an_array("$.a.b", "/a/b", None)]
    #[case::index_of_an_object("$[0]", "/0", None)]
    #[case::behind_the_last("$.a[#]", "/a/-", None)]
    fn paths_and_pointers_find_the_same(
        #[case] path: &str,
        #[case] pointer: &str,
        #[case] offset: Option<usize>,
    ) {
        let found = object().path(path).expect("a path of SQLite");
        assert_eq!(found.map(|found| found.offset()), offset);
        let found = object().pointer(pointer).expect("a JSON Pointer");
        assert_eq!(found.map(|found| found.offset()), offset);
    }

    #[rstest]
    #[case::last("$.a[#-1]", Some(8))]
    #[case::first("$.a[#-2]", Some(6))]
    #[case::before_the_first("$.a[#-3]", None)]
    #[case::minus_nothing("$.a[#-0]", None)]
    #[case::quoted("$.\"a\"[1].\"b c\"", Some(19))]
    #[case::escaped(r#"$."\x61"[1]."b\u0020c""#, Some(19))]
    #[case::escape_is_for_quotes(r"$.\x61", None)]
    #[case::leading_zero("$.a[01].b c", Some(19))]
    fn paths_follow_sqlite(#[case] path: &str, #[case] offset: Option<usize>) {
        let found = object().path(path).expect("a path of SQLite");
        assert_eq!(found.map(|found| found.offset()), offset);
    }

    #[rstest]
    #[case::empty("", 0)]
    #[case::no_root("a", 0)]
    #[case::no_step("$a", 1)]
    #[case::empty_label("$.a.", 3)]
    #[case::open_quote("$.\"a\\\"", 1)]
    #[case::behind_a_quote("$.\"a\"b", 5)]
    #[case::open_bracket("$.a[0", 3)]
    #[case::no_index("$.a[]", 3)]
    #[case::negative("$.a[-1]", 3)]
    #[case::plus("$.a[#+1]", 3)]
    #[case::nothing_after_minus("$.a[#-]", 3)]
    #[case::though_nothing_is_found("$.b[x]", 3)]
    fn malformed_paths_are_refused_where_they_go_wrong(
        #[case] path: &str,
        #[case] position: usize,
    ) {
        let error = object().path(path).expect_err("malformed");
        let path = path.into();
        assert_eq!(*error.kind(), ErrorKind::InvalidPath { path, position });
    }

    #[rstest]
    #[case::no_slash("a", 0)]
    #[case::tilde_alone("/a/~", 2)]
    #[case::unknown_escape("/~2/a", 0)]
    fn malformed_pointers_are_refused_where_they_go_wrong(
        #[case] pointer: &str,
        #[case] position: usize,
    ) {
        let error = object().pointer(pointer).expect_err("malformed");
        let path = pointer.into();
        assert_eq!(*error.kind(), ErrorKind::InvalidPath { path, position });
    }

    #[test]
    fn pointer_index_has_no_leading_zero() {
        assert!(object().pointer("/a/00").expect("a pointer").is_none());
    }

    #[test]
    fn counting_from_the_end_meets_malformed_elements() {
        let array = Element::from_slice(b"\x3b\x00\x01\x0f").expect("an element");
        let error = array.path("$[#-3]").expect_err("the last one is reserved");
        assert_eq!(*error.kind(), ErrorKind::ReservedType { code: 15 });
        assert!(array.path("$[1]").expect("found before it").is_some());
    }

    #[test]
    fn malformed_members_before_the_one_found_are_errors() {
        // {1:true,"a":true} with an INT as label.
        let object = Element::from_slice(b"\x6c\x131\x01\x17a\x01").expect("an element");
        let error = object.get("a").expect_err("an INT is no label");
        let found = ElementType::Int;
        assert_eq!(*error.kind(), ErrorKind::LabelNotText { found });
    }
}
