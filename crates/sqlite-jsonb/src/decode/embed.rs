//! A blob as a part of a document that is given piece by piece.

use super::element::Element;
use super::walk::{Visitor, walk};
use crate::encode::Push;
use crate::error::Result;
use crate::format::ElementType;

/// Hands on the pieces of `root`, payloads as they stand, so that numbers and escapes keep their spelling.
///
/// The blob must be one that this crate wrote: payloads are not looked at.
pub(crate) fn embed(root: Element<'_>, push: &mut Push<'_>) -> Result<()> {
    // How deep it may be is for the document around it to say.
    walk(root, usize::MAX, &mut Pieces(push))
}

struct Pieces<'p, 'e>(&'p mut Push<'e>);

impl<'a> Visitor<'a> for Pieces<'_, '_> {
    fn open(&mut self, container: Element<'a>) -> Result<()> {
        match container.element_type() {
            ElementType::Object => self.0.begin_object(),
            _ => self.0.begin_array(),
        }
    }

    fn close(&mut self, _: ElementType) -> Result<()> {
        self.0.end()
    }

    fn label(&mut self, label: Element<'a>) -> Result<()> {
        self.0.verbatim_label(label.element_type(), label.payload())
    }

    fn scalar(&mut self, scalar: Element<'a>) -> Result<()> {
        match scalar.element_type() {
            ElementType::Null => self.0.null(),
            ElementType::True => self.0.bool(true),
            ElementType::False => self.0.bool(false),
            element_type => self.0.verbatim(element_type, scalar.payload()),
        }
    }
}
