//! The printer: what comes between elements, and how each of them is spelled.

use super::element::Element;
use super::options::JsonStyle;
use super::pen::{Out, Pen};
use super::walk::Visitor;
use crate::error::Result;
use crate::format::unescape::{self, Dialect, Piece, Pieces};
use crate::format::{Decimal, ElementType, Window, ascii, text};

pub(super) struct Printer<O> {
    pub(super) pen: Pen<O>,
    is_pretty: bool,
    /// Containers open at this point.
    depth: usize,
    place: Place,
}

/// What was printed last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing, or the start of a container.
    Start,
    /// A label.
    Label,
    /// An element.
    Element,
}

impl<'a, O: Out> Visitor<'a> for Printer<O> {
    #[inline]
    fn open(&mut self, container: Element<'a>) -> Result<()> {
        self.separate()?;
        self.pen.put_short(match container.element_type() {
            ElementType::Object => *b"{",
            _ => *b"[",
        });
        self.depth = self.depth.saturating_add(1);
        self.place = Place::Start;
        Ok(())
    }

    #[inline]
    fn close(&mut self, element_type: ElementType) -> Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.is_pretty && self.place != Place::Start {
            self.new_line()?;
        }
        self.place = Place::Element;
        self.pen.room(1)?;
        self.pen.put_short(match element_type {
            ElementType::Object => *b"}",
            _ => *b"]",
        });
        Ok(())
    }

    #[inline]
    fn label(&mut self, label: Element<'a>) -> Result<()> {
        self.separate()?;
        self.spell(label)?;
        self.pen.room(2)?;
        if self.is_pretty {
            self.pen.put_short(*b": ");
        } else {
            self.pen.put_short(*b":");
        }
        self.place = Place::Label;
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        self.separate()?;
        self.spell(scalar)?;
        self.place = Place::Element;
        Ok(())
    }
}

impl<O: Out> Printer<O> {
    pub(super) fn new(pen: Pen<O>, style: JsonStyle) -> Self {
        Self {
            pen,
            is_pretty: style == JsonStyle::Pretty,
            depth: 0,
            place: Place::Start,
        }
    }

    /// What comes between the last thing and the next, and room for a few bytes more.
    #[inline]
    fn separate(&mut self) -> Result<()> {
        self.pen.room(8)?;
        if self.place == Place::Element {
            self.pen.put_short(*b",");
        }
        if self.is_pretty && self.place != Place::Label && self.depth > 0 {
            self.new_line()?;
        }
        Ok(())
    }

    #[inline(never)]
    fn new_line(&mut self) -> Result<()> {
        self.pen.room(1)?;
        self.pen.put_short(*b"\n");
        // SQLite `src/json.c` `jsonPrettyFunc`, 3.53: four spaces a level unless told otherwise.
        for _ in 0..self.depth {
            self.pen.room(4)?;
            self.pen.put_short(*b"    ");
        }
        self.pen.room(8)
    }

    /// SQLite `src/json.c` `jsonTranslateBlobToText`, 3.53. There is room for eight bytes.
    #[inline]
    fn spell(&mut self, element: Element<'_>) -> Result<()> {
        let payload = element.window();
        match element.element_type() {
            ElementType::Null => self.pen.put_short(*b"null"),
            ElementType::True => self.pen.put_short(*b"true"),
            ElementType::False => self.pen.put_short(*b"false"),
            ElementType::Int if Decimal::integer(payload).is_some() => {
                return self.pen.put(payload);
            }
            ElementType::Float
                if Decimal::is_float(payload.blob(), payload.start(), payload.len()) =>
            {
                return self.pen.put(payload);
            }
            ElementType::Text if ascii::is_plain(payload) => return self.quoted(payload),
            _ => return self.spell_any(element),
        }
        Ok(())
    }

    /// The same for what is not so easily seen to be right.
    #[inline(never)]
    fn spell_any(&mut self, element: Element<'_>) -> Result<()> {
        let window = element.window();
        let payload = window.payload();
        let fault = |kind| element.fault(kind);
        match element.element_type() {
            // Its UTF-8 is checked with all the rest.
            ElementType::Text if O::KEEPS_ALL && text::find_special(payload).is_none() => {
                self.quoted(window)
            }
            ElementType::Text => {
                unescape::plain(payload).map_err(fault)?;
                self.quoted(window)
            }
            ElementType::TextJ => {
                unescape::check_json(window).map_err(fault)?;
                self.quoted(window)
            }
            ElementType::Text5 => {
                let text = unescape::utf8(payload).map_err(fault)?;
                self.pen.put_long(b"\"")?;
                for piece in Pieces::new(text, Dialect::Json5) {
                    self.put_piece(&piece.map_err(fault)?)?;
                }
                self.pen.put_long(b"\"")
            }
            ElementType::TextRaw => {
                let text = unescape::utf8(payload).map_err(fault)?;
                self.pen.put_long(b"\"")?;
                self.put_escaped(text)?;
                self.pen.put_long(b"\"")
            }
            _ => match element.as_number()? {
                Some(number) => self.pen.put_long(number.as_str().as_bytes()),
                None => self.pen.put_long(b"null"),
            },
        }
    }

    #[inline]
    fn quoted(&mut self, payload: Window<'_>) -> Result<()> {
        self.pen.room(1)?;
        self.pen.put_short(*b"\"");
        self.pen.put(payload)?;
        self.pen.room(1)?;
        self.pen.put_short(*b"\"");
        Ok(())
    }

    /// A piece of a TEXT5 as JSON spells it.
    fn put_piece(&mut self, piece: &Piece<'_>) -> Result<()> {
        let text = match *piece {
            Piece::Plain(run) => run,
            Piece::Bare(byte) => {
                return self.put_escaped(char::from(byte).encode_utf8(&mut [0; 4]));
            }
            Piece::Escape { spelling, .. } => match spelling.as_bytes() {
                [_, b'\'', ..] => "'",
                [_, b'v', ..] => "\\u000b",
                [_, b'0', ..] => "\\u0000",
                [_, b'x', ..] => {
                    self.pen.put_long(b"\\u00")?;
                    spelling.get(2..).unwrap_or_default()
                }
                // A line that goes on, in any of its spellings.
                [_, b'\r' | b'\n' | 0x80.., ..] => "",
                _ => spelling,
            },
        };
        self.pen.put_long(text.as_bytes())
    }

    /// A string with the escapes of JSON.
    fn put_escaped(&mut self, string: &str) -> Result<()> {
        // Runs end at ASCII bytes, and escapes are ASCII.
        text::escape(string.as_bytes(), |run| self.pen.put_long(run))
    }
}
