//! The grammar: one loop, and the open containers in the layout.

use super::fault::{self, Expected};
use super::pointer::pointer;
use super::scan::Cursor;
use crate::encode::Layout;
use crate::error::{Error, Result};
use crate::format::ElementType;

/// Lays out a whole text, which is UTF-8.
pub(super) fn parse(text: &[u8], layout: &mut Layout) -> Result<()> {
    let mut cursor = Cursor::new(text);
    match document(&mut cursor, layout) {
        Ok(()) => Ok(()),
        Err(error) => Err(place(error, text, cursor.at())),
    }
}

#[cold]
fn place(error: Error, text: &[u8], at: usize) -> Error {
    let error = error.or_offset(at);
    let at = error.offset().unwrap_or(at);
    error.at_pointer(|| pointer(text.get(..at).unwrap_or(text)))
}

fn document(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    cursor.skip_space();
    loop {
        if let Some(element_type) = value(cursor, layout)? {
            if element_type == ElementType::Object {
                label(cursor, layout)?;
            }
            continue;
        }
        loop {
            cursor.skip_space();
            let (end, expected) = match layout.innermost() {
                None if cursor.is_at_end() => return Ok(()),
                None => return Err(fault::trailing(cursor.from(0), cursor.at())),
                Some(ElementType::Object) => (b'}', Expected::CommaOrBrace),
                Some(_) => (b']', Expected::CommaOrBracket),
            };
            let byte = cursor.byte();
            if byte == b',' {
                cursor.advance(1);
                cursor.skip_space();
                if end == b'}' {
                    label(cursor, layout)?;
                }
                break;
            }
            if byte != end {
                return Err(cursor.fault(expected));
            }
            layout.close()?;
            cursor.advance(1);
        }
    }
}

/// Passes over a scalar or an empty container, or into one that is not empty, and then returns its type.
#[inline]
fn value(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<Option<ElementType>> {
    match cursor.byte() {
        b'"' => string(cursor, layout)?,
        b'-' | b'0'..=b'9' => {
            let start = cursor.at();
            let element_type = cursor.number()?;
            let len = cursor.at().wrapping_sub(start);
            layout.verbatim(element_type, cursor.from(start), len)?;
        }
        b'{' => return open(cursor, layout, ElementType::Object, b'}'),
        b'[' => return open(cursor, layout, ElementType::Array, b']'),
        b't' => {
            cursor.literal(b"true")?;
            layout.bool(true)?;
        }
        b'f' => {
            cursor.literal(b"false")?;
            layout.bool(false)?;
        }
        b'n' => {
            cursor.literal(b"null")?;
            layout.null()?;
        }
        _ => return Err(cursor.fault(Expected::Value)),
    }
    Ok(None)
}

#[inline]
fn open(
    cursor: &mut Cursor<'_>,
    layout: &mut Layout,
    element_type: ElementType,
    end: u8,
) -> Result<Option<ElementType>> {
    layout.open(element_type, (0, None))?;
    cursor.advance(1);
    cursor.skip_space();
    if cursor.byte() != end {
        return Ok(Some(element_type));
    }
    layout.close()?;
    cursor.advance(1);
    Ok(None)
}

/// Passes over a label and its colon.
#[inline]
fn label(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    if cursor.byte() != b'"' {
        return Err(cursor.fault(Expected::Label));
    }
    string(cursor, layout)?;
    cursor.skip_space();
    if cursor.byte() != b':' {
        return Err(cursor.fault(Expected::Colon));
    }
    cursor.advance(1);
    cursor.skip_space();
    Ok(())
}

#[inline]
fn string(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    cursor.advance(1);
    let start = cursor.at();
    let element_type = cursor.string()?;
    let len = cursor.at().wrapping_sub(start);
    layout.verbatim(element_type, cursor.from(start), len)?;
    cursor.advance(1);
    Ok(())
}
