//! The pretty printer: what comes between elements where each has a line.

use super::element::Element;
use super::pen::{Out, Pen};
use super::spell::spell;
use super::walk::{Visitor, walk};
use crate::error::Result;
use crate::format::ElementType;

/// Prints `root` and all it holds, `max_depth` containers deep.
pub(super) fn print<O: Out>(root: Element<'_>, max_depth: usize, pen: &mut Pen<O>) -> Result<()> {
    let mut printer = Printer {
        pen,
        depth: 0,
        place: Place::Start,
    };
    walk(root, max_depth, &mut printer)
}

struct Printer<'p, O> {
    pen: &'p mut Pen<O>,
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

impl<'a, O: Out> Visitor<'a> for Printer<'_, O> {
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

    fn close(&mut self, element_type: ElementType) -> Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.place != Place::Start {
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

    fn label(&mut self, label: Element<'a>) -> Result<()> {
        self.scalar(label)?;
        self.pen.room(2)?;
        self.pen.put_short(*b": ");
        self.place = Place::Label;
        Ok(())
    }

    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        self.separate()?;
        spell(self.pen, scalar.blob(), scalar.offset())?;
        self.place = Place::Element;
        Ok(())
    }
}

impl<O: Out> Printer<'_, O> {
    /// What comes between the last thing and the next, and room for a few bytes more.
    fn separate(&mut self) -> Result<()> {
        self.pen.room(8)?;
        if self.place == Place::Element {
            self.pen.put_short(*b",");
        }
        if self.place != Place::Label && self.depth > 0 {
            self.new_line()?;
        }
        Ok(())
    }

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
}
