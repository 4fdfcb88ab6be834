//! A document given piece by piece, in document order: the counterpart of the walk, which asks for the pieces.

use alloc::string::String;

use super::layout::{Child, Layout};
use super::options::EncodeOptions;
use super::write::Plan;
use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// A document that is laid out as its pieces come.
///
/// A piece in the wrong place is [`ErrorKind::Misplaced`]. After an error no piece is in its place any more.
/// Each error has its place in the document.
#[derive(Debug)]
pub(crate) struct Push<'e> {
    layout: &'e mut Layout,
    expected: Expected,
    /// Where the current child of the innermost container is: the index of the element in progress or to come, or where
    /// the label was laid out.
    place: usize,
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// The root.
    Root,
    /// An element of an array, or its end.
    Element,
    /// A label, or the end of the object.
    Label,
    /// The value behind a label.
    Value,
    /// Nothing: the document is whole.
    End,
    /// Nothing: there was an error.
    Nothing,
}

impl Expected {
    fn name(self) -> &'static str {
        match self {
            Self::Root | Self::Value => "a value",
            Self::Element => "an element or the end of the array",
            Self::Label => "a label or the end of the object",
            Self::End => "the end of the document",
            Self::Nothing => "nothing after an error",
        }
    }
}

impl<'e> Push<'e> {
    /// A document in place of what was in `layout`.
    pub(super) fn new(layout: &'e mut Layout, options: &EncodeOptions) -> Self {
        layout.begin(options);
        Self {
            layout,
            expected: Expected::Root,
            place: 0,
        }
    }

    /// NULL.
    pub(crate) fn null(&mut self) -> Result<()> {
        self.scalar(Layout::null)
    }

    /// TRUE or FALSE.
    pub(crate) fn bool(&mut self, value: bool) -> Result<()> {
        self.scalar(|layout| layout.bool(value))
    }

    /// INT.
    pub(crate) fn int<I: itoa::Integer>(&mut self, value: I) -> Result<()> {
        self.scalar(|layout| layout.int(value))
    }

    /// FLOAT, or what the options make of a NaN or an infinity.
    pub(crate) fn float(&mut self, value: f64) -> Result<()> {
        self.scalar(|layout| layout.float(value))
    }

    /// INT or FLOAT with the digits of `literal`.
    pub(crate) fn number(&mut self, literal: &str) -> Result<()> {
        self.scalar(|layout| layout.number(literal))
    }

    /// TEXT or TEXTJ.
    pub(crate) fn text(&mut self, text: &str) -> Result<()> {
        self.scalar(|layout| layout.text(text))
    }

    /// An INT, a FLOAT, a TEXT or a TEXTJ whose payload is right as it stands.
    #[cfg(feature = "serde")]
    pub(crate) fn verbatim(&mut self, element_type: ElementType, payload: &[u8]) -> Result<()> {
        self.scalar(|layout| layout.verbatim(element_type, payload, payload.len()))
    }

    /// The start of an ARRAY.
    pub(crate) fn begin_array(&mut self) -> Result<()> {
        self.begin(ElementType::Array)
    }

    /// The start of an OBJECT.
    pub(crate) fn begin_object(&mut self) -> Result<()> {
        self.begin(ElementType::Object)
    }

    /// The label of the member whose value comes next.
    #[inline]
    pub(crate) fn label(&mut self, label: &str) -> Result<()> {
        self.label_by(|layout| layout.text(label))
    }

    /// The same of a TEXT or a TEXTJ whose payload is right as it stands.
    #[cfg(feature = "serde")]
    pub(crate) fn verbatim_label(
        &mut self,
        element_type: ElementType,
        payload: &[u8],
    ) -> Result<()> {
        self.label_by(|layout| layout.verbatim(element_type, payload, payload.len()))
    }

    #[inline]
    fn label_by(&mut self, lay_out: impl FnOnce(&mut Layout) -> Result<()>) -> Result<()> {
        if self.expected != Expected::Label {
            return Err(self.misplaced("a label"));
        }
        self.place = self.layout.position();
        match lay_out(self.layout) {
            Ok(()) => {
                self.expected = Expected::Value;
                Ok(())
            }
            Err(error) => Err(self.fail(error)),
        }
    }

    /// The end of the innermost open container.
    pub(crate) fn end(&mut self) -> Result<()> {
        match self.expected {
            Expected::Element | Expected::Label => {}
            _ => return Err(self.misplaced("the end of a container")),
        }
        self.place = match self.layout.close() {
            Ok(place) => place,
            Err(error) => {
                // Whatever it holds, the container itself is too long.
                self.expected = Expected::Label;
                return Err(self.fail(error));
            }
        };
        self.expected = match self.layout.innermost() {
            None => Expected::Root,
            Some(ElementType::Object) => Expected::Value,
            Some(_) => Expected::Element,
        };
        self.go_on();
        Ok(())
    }

    /// The plan of the document, when it is whole.
    ///
    /// # Errors
    /// [`ErrorKind::Misplaced`] when it is not; [`ErrorKind::TooLarge`].
    pub(crate) fn finish(mut self) -> Result<Plan<'e>> {
        if self.expected != Expected::End {
            return Err(self.misplaced("the end of the document"));
        }
        let encoded_len = self.layout.finish()?;
        Ok(Plan::new(self.layout, encoded_len))
    }

    #[inline]
    fn scalar(&mut self, lay_out: impl FnOnce(&mut Layout) -> Result<()>) -> Result<()> {
        if !self.takes_value() {
            return Err(self.misplaced("a value"));
        }
        let laid_out = lay_out(self.layout);
        self.value(laid_out)
    }

    fn begin(&mut self, element_type: ElementType) -> Result<()> {
        if !self.takes_value() {
            return Err(self.misplaced("a value"));
        }
        let child = Child::at(self.place);
        if let Err(error) = self.layout.open(element_type, child) {
            return Err(self.fail(error));
        }
        self.place = 0;
        self.expected = match element_type {
            ElementType::Object => Expected::Label,
            _ => Expected::Element,
        };
        Ok(())
    }

    #[inline]
    fn takes_value(&self) -> bool {
        matches!(
            self.expected,
            Expected::Root | Expected::Element | Expected::Value
        )
    }

    /// Goes on behind a value, if it was laid out.
    #[inline]
    fn value(&mut self, laid_out: Result<()>) -> Result<()> {
        if let Err(error) = laid_out {
            return Err(self.fail(error));
        }
        self.go_on();
        Ok(())
    }

    #[inline]
    fn go_on(&mut self) {
        match self.expected {
            Expected::Element => self.place = self.place.wrapping_add(1),
            Expected::Value => self.expected = Expected::Label,
            _ => self.expected = Expected::End,
        }
    }

    #[cold]
    fn misplaced(&mut self, found: &'static str) -> Error {
        let expected = self.expected.name();
        self.fail(Error::new(ErrorKind::Misplaced { found, expected }))
    }

    /// The same error with its place in the document, unless it has one already; nothing is expected from now on.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error) -> Error {
        let error = error.at_pointer(|| self.pointer());
        self.expected = Expected::Nothing;
        error
    }

    /// The place of the element in progress or to come, or of the object whose label is.
    #[cold]
    fn pointer(&self) -> String {
        self.layout.pointer_to(match self.expected {
            Expected::Element | Expected::Value => Some(self.place),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoder;
    use rstest::rstest;

    /// Pieces of a document, as letters: `[`, `{`, `;` for the end, `a` for the label `a`, `1` for an integer, `x` for a
    /// number that is no literal.
    fn push(pieces: &str, options: EncodeOptions) -> Result<alloc::vec::Vec<u8>> {
        let mut encoder = Encoder::with_options(options);
        let mut push = encoder.push();
        for piece in pieces.chars() {
            match piece {
                '[' => push.begin_array(),
                '{' => push.begin_object(),
                ';' => push.end(),
                '1' => push.int(1),
                'x' => push.number("x"),
                _ => push.label("a~/"),
            }?;
        }
        push.finish()?.to_vec()
    }

    #[rstest]
    #[case::scalar("1", b"\x131")]
    #[case::containers("[1{a[;a1;1;", b"\xcb\x10\x131\xbc\x37a~/\x0b\x37a~/\x131\x131")]
    fn pieces_become_a_document(#[case] pieces: &str, #[case] blob: &[u8]) {
        assert_eq!(push(pieces, EncodeOptions::new()).expect("whole"), blob);
    }

    #[rstest]
    #[case::nothing("", "the end of the document", "a value", "")]
    #[case::second_root("11", "a value", "the end of the document", "")]
    #[case::label_of_nothing("a", "a label", "a value", "")]
    #[case::label_in_an_array("[1a", "a label", "an element or the end of the array", "/1")]
    #[case::two_labels("{aa", "a label", "a value", "/a~0~1")]
    #[case::no_label("[{1", "a value", "a label or the end of the object", "/0")]
    #[case::no_value("{a;", "the end of a container", "a value", "/a~0~1")]
    #[case::end_of_nothing(";", "the end of a container", "a value", "")]
    #[case::end_behind_the_root("[;;", "the end of a container", "the end of the document", "")]
    #[case::open(
        "[[;",
        "the end of the document",
        "an element or the end of the array",
        "/1"
    )]
    fn misplaced_pieces_are_refused(
        #[case] pieces: &str,
        #[case] found: &'static str,
        #[case] expected: &'static str,
        #[case] pointer: &str,
    ) {
        let error = push(pieces, EncodeOptions::new()).expect_err("misplaced");
        assert_eq!(*error.kind(), ErrorKind::Misplaced { found, expected });
        assert_eq!(error.pointer(), Some(pointer));
    }

    #[rstest]
    #[case::number("[[;{a1a[1x", EncodeOptions::new(), "/1/a~0~1/1")]
    #[case::depth("{a[1[", EncodeOptions::new().max_depth(2), "/a~0~1/1")]
    #[case::length("[1{a1;;", EncodeOptions::new().max_len(7), "/1")]
    #[case::length_of_the_root("{a1;", EncodeOptions::new().max_len(3), "")]
    fn errors_name_the_place(
        #[case] pieces: &str,
        #[case] options: EncodeOptions,
        #[case] pointer: &str,
    ) {
        let error = push(pieces, options).expect_err("at fault");
        assert_eq!(error.pointer(), Some(pointer));
    }

    #[test]
    fn nothing_follows_an_error() {
        let mut encoder = Encoder::new();
        let mut push = encoder.push();
        push.number("x").expect_err("no literal");
        let error = push.null().expect_err("there was an error");
        let message = "a value is misplaced, expected nothing after an error, at the root";
        assert_eq!(alloc::string::ToString::to_string(&error), message);
        push.finish().expect_err("there was an error");
    }
}
