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
    let mut byte = cursor.skip_space();
    loop {
        match byte {
            b'"' => string(&mut cursor, layout)?,
            b'0'..=b'9' => number(&mut cursor, layout, 0)?,
            b'-' => number(&mut cursor, layout, 1)?,
            b'{' => {
                byte = open(&mut cursor, layout, ElementType::Object, b'}')?;
                if byte != b'}' {
                    end = b'}';
                    byte = label(&mut cursor, layout, byte)?;
                    continue;
                }
                cursor.advance(1);
            }
            b'[' => {
                byte = open(&mut cursor, layout, ElementType::Array, b']')?;
                if byte != b']' {
                    end = b']';
                    continue;
                }
                cursor.advance(1);
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
        byte = cursor.skip_space();
        while byte != b',' || end == 0 {
            if byte != end || end == 0 {
                return behind_value(cursor, end);
            }
            close(&mut cursor, layout)?;
            byte = cursor.skip_space();
            end = match layout.innermost() {
                None => 0,
                Some(ElementType::Object) => b'}',
                Some(_) => b']',
            };
        }
        cursor.advance(1);
        byte = cursor.skip_space();
        if end == b'}' {
            byte = label(&mut cursor, layout, byte)?;
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

/// Passes over the start of a container, and returns what comes next: `end`, if the container is empty.
#[inline(always)]
fn open(
    cursor: &mut Cursor<'_>,
    layout: &mut Layout,
    element_type: ElementType,
    end: u8,
) -> Result<u8> {
    let start = *cursor;
    cursor.advance(1);
    let byte = cursor.skip_space();
    let opened = if byte == end {
        layout.empty(element_type)
    } else {
        layout.open(element_type, Child::ANY)
    };
    opened.map_err(|error| start.place(error))?;
    Ok(byte)
}

/// Passes over the end of a container.
#[inline(always)]
fn close(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    layout
        .close_one()
        .map_err(|error| container(*cursor, error))?;
    cursor.advance(1);
    Ok(())
}

/// The error of the container that ends here: what comes before is in it.
#[cold]
fn container(cursor: Cursor<'_>, error: Error) -> Error {
    let before = cursor.from(0).get(..cursor.at()).unwrap_or_default();
    let mut pointer = pointer(before);
    // Its last child has the last step, in which a slash is `~1`.
    pointer.truncate(pointer.rfind('/').unwrap_or_default());
    cursor.place(error.at_pointer(|| pointer))
}

/// Passes over a label, which starts with `byte`, and its colon, and returns what comes next.
#[inline(always)]
fn label(cursor: &mut Cursor<'_>, layout: &mut Layout, byte: u8) -> Result<u8> {
    if byte != b'"' {
        return Err(cursor.fault(Expected::Label));
    }
    string(cursor, layout)?;
    if cursor.skip_space() != b':' {
        return Err(cursor.fault(Expected::Colon));
    }
    cursor.advance(1);
    Ok(cursor.skip_space())
}

/// Passes over a string.
#[inline(always)]
fn string(cursor: &mut Cursor<'_>, layout: &mut Layout) -> Result<()> {
    cursor.advance(1);
    if let Some((block, len)) = cursor.short_string() {
        let laid_out = layout.verbatim(ElementType::Text, block, len);
        laid_out.map_err(|error| cursor.place(error))?;
    } else {
        *cursor = any_string(*cursor, layout)?;
    }
    cursor.advance(1);
    Ok(())
}

/// Passes over the rest of any string but its closing quote.
#[inline(never)]
fn any_string<'t>(mut cursor: Cursor<'t>, layout: &mut Layout) -> Result<Cursor<'t>> {
    let start = cursor.at();
    let element_type = cursor.string()?;
    verbatim(cursor, layout, element_type, start)
}

/// Passes over a number with a sign of so many bytes.
#[inline(always)]
fn number(cursor: &mut Cursor<'_>, layout: &mut Layout, sign: usize) -> Result<()> {
    if let Some((block, len, element_type)) = cursor.short_number(sign) {
        let laid_out = layout.verbatim(element_type, block, len);
        laid_out.map_err(|error| cursor.place(error))?;
    } else {
        *cursor = any_number(*cursor, layout)?;
    }
    Ok(())
}

/// Passes over any number.
#[inline(never)]
fn any_number<'t>(mut cursor: Cursor<'t>, layout: &mut Layout) -> Result<Cursor<'t>> {
    let start = cursor.at();
    let element_type = cursor.number()?;
    verbatim(cursor, layout, element_type, start)
}

/// Lays out what is between `start` and the cursor.
#[inline]
fn verbatim<'t>(
    cursor: Cursor<'t>,
    layout: &mut Layout,
    element_type: ElementType,
    start: usize,
) -> Result<Cursor<'t>> {
    let len = cursor.at().wrapping_sub(start);
    let laid_out = layout.verbatim(element_type, cursor.from(start), len);
    laid_out.map_err(|error| cursor.place(error))?;
    Ok(cursor)
}
