//! The grammar: one loop, and the open containers in the layout.

use super::fault::{self, Expected};
use super::pointer::pointer;
use super::scan::Cursor;
use crate::encode::{Child, Layout};
use crate::error::{Error, Result};
use crate::format::ElementType;

/// Lays out a whole text, which is UTF-8.
pub(super) fn parse(text: &[u8], layout: &mut Layout) -> Result<()> {
    document(Cursor::new(text), layout).map_err(|error| place(error, text))
}

#[cold]
fn place(error: Error, text: &[u8]) -> Error {
    let at = error.offset().unwrap_or(text.len());
    error.at_pointer(|| pointer(text.get(..at).unwrap_or(text)))
}

fn document(mut cursor: Cursor<'_>, layout: &mut Layout) -> Result<()> {
    // What ends the innermost open container; 0, which no text holds, without one.
    let mut end = 0;
    cursor.skip_space();
    loop {
        match cursor.byte() {
            b'"' => string(&mut cursor, layout)?,
            b'-' | b'0'..=b'9' => number(&mut cursor, layout)?,
            b'{' => {
                if open(&mut cursor, layout, ElementType::Object, b'}')? {
                    end = b'}';
                    label(&mut cursor, layout)?;
                    continue;
                }
            }
            b'[' => {
                if open(&mut cursor, layout, ElementType::Array, b']')? {
                    end = b']';
                    continue;
                }
            }
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
        cursor.skip_space();
        while cursor.byte() != b',' || end == 0 {
            if cursor.byte() != end || end == 0 {
                return behind_value(cursor, end);
            }
            layout.close().map_err(|error| cursor.place(error))?;
            cursor.advance(1);
            cursor.skip_space();
            end = match layout.innermost() {
                None => 0,
                Some(ElementType::Object) => b'}',
                Some(_) => b']',
            };
        }
        cursor.advance(1);
        cursor.skip_space();
        if end == b'}' {
            label(&mut cursor, layout)?;
        }
    }
}

/// The end of the document, or why it is none.
#[cold]
fn behind_value(cursor: Cursor<'_>, end: u8) -> Result<()> {
    match end {
        b'}' => Err(cursor.fault(Expected::CommaOrBrace)),
        b']' => Err(cursor.fault(Expected::CommaOrBracket)),
        _ if cursor.is_at_end() => Ok(()),
        _ => Err(fault::trailing(cursor.from(0), cursor.at())),
    }
}

/// Passes over an empty container, or into one that is not empty, and returns whether it did the latter.
#[inline(always)]
fn open(
    cursor: &mut Cursor<'_>,
    layout: &mut Layout,
    element_type: ElementType,
    end: u8,
) -> Result<bool> {
    let opened = layout.open(element_type, Child::ANY);
    opened.map_err(|error| cursor.place(error))?;
    cursor.advance(1);
    cursor.skip_space();
    if cursor.byte() != end {
        return Ok(true);
    }
    layout.close().map_err(|error| cursor.place(error))?;
    cursor.advance(1);
    Ok(false)
}

/// Passes over a label and its colon.
#[inline(always)]
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

#[inline(always)]
fn string(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    cursor.advance(1);
    let start = cursor.at();
    let element_type = cursor.string()?;
    let len = cursor.at().wrapping_sub(start);
    let laid_out = layout.verbatim(element_type, cursor.from(start), len);
    laid_out.map_err(|error| cursor.place(error))?;
    cursor.advance(1);
    Ok(())
}

#[inline(always)]
fn number(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    let start = cursor.at();
    let element_type = cursor.number()?;
    let len = cursor.at().wrapping_sub(start);
    let laid_out = layout.verbatim(element_type, cursor.from(start), len);
    laid_out.map_err(|error| cursor.place(error))
}
