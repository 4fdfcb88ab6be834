//! How one element is spelled in JSON.

use super::element::Element;
use super::pen::{Out, Pen};
use crate::error::Result;
use crate::format::unescape::{self, Dialect, Piece, Pieces};
use crate::format::{Decimal, ElementType, text};

/// Writes a scalar or a label. There is room for eight bytes.
///
/// SQLite `src/json.c` `jsonTranslateBlobToText`, 3.53. A function that is called with the place of an element, and not with
/// the element, leaves the caller's in registers.
#[inline(never)]
pub(super) fn spell<O: Out>(pen: &mut Pen<O>, blob: &[u8], offset: usize) -> Result<()> {
    let element = Element::again(blob, offset)?;
    let window = element.window();
    let payload = window.payload();
    let fault = |kind| element.fault(kind);
    match element.element_type() {
        ElementType::Null => pen.put_short(*b"null"),
        ElementType::True => pen.put_short(*b"true"),
        ElementType::False => pen.put_short(*b"false"),
        ElementType::Int if Decimal::integer(window).is_some() => return pen.put(window),
        ElementType::Float if Decimal::is_float(window.blob(), window.start(), window.len()) => {
            return pen.put(window);
        }
        // Its UTF-8 is checked with all the rest.
        ElementType::Text if O::KEEPS_ALL && text::is_clean(payload) => {
            return quoted(pen, payload);
        }
        ElementType::Text => {
            unescape::plain(payload).map_err(fault)?;
            return quoted(pen, payload);
        }
        ElementType::TextJ => {
            if O::KEEPS_ALL {
                unescape::check_json_escapes(window).map_err(fault)?;
            } else {
                unescape::check_json(window).map_err(fault)?;
            }
            return quoted(pen, payload);
        }
        ElementType::Text5 => {
            let text = unescape::utf8(payload).map_err(fault)?;
            pen.put_short(*b"\"");
            for piece in Pieces::new(text, Dialect::Json5) {
                put_piece(pen, &piece.map_err(fault)?)?;
            }
            return pen.put_long(b"\"");
        }
        ElementType::TextRaw => {
            let text = unescape::utf8(payload).map_err(fault)?;
            pen.put_short(*b"\"");
            put_escaped(pen, text)?;
            return pen.put_long(b"\"");
        }
        _ => match element.as_number()? {
            Some(number) => return pen.put_long(number.as_str().as_bytes()),
            None => pen.put_short(*b"null"),
        },
    }
    Ok(())
}

fn quoted<O: Out>(pen: &mut Pen<O>, payload: &[u8]) -> Result<()> {
    pen.put_short(*b"\"");
    pen.put_long(payload)?;
    pen.room(1)?;
    pen.put_short(*b"\"");
    Ok(())
}

/// A piece of a TEXT5 as JSON spells it.
fn put_piece<O: Out>(pen: &mut Pen<O>, piece: &Piece<'_>) -> Result<()> {
    let text = match *piece {
        Piece::Plain(run) => run,
        Piece::Bare(byte) => {
            return put_escaped(pen, char::from(byte).encode_utf8(&mut [0; 4]));
        }
        Piece::Escape { spelling, .. } => match spelling.as_bytes() {
            [_, b'\'', ..] => "'",
            [_, b'v', ..] => "\\u000b",
            [_, b'0', ..] => "\\u0000",
            [_, b'x', ..] => {
                pen.put_long(b"\\u00")?;
                spelling.get(2..).unwrap_or_default()
            }
            // A line that goes on, in any of its spellings.
            [_, b'\r' | b'\n' | 0x80.., ..] => "",
            _ => spelling,
        },
    };
    pen.put_long(text.as_bytes())
}

/// A string with the escapes of JSON.
fn put_escaped<O: Out>(pen: &mut Pen<O>, string: &str) -> Result<()> {
    // Runs end at ASCII bytes, and escapes are ASCII.
    text::escape(string.as_bytes(), |run| pen.put_long(run))
}
