//! The one walk of a source, laid out as it goes.

#![expect(
    clippy::inline_always,
    reason = "what an element is must not become a value on the way: a quarter of the instructions of a row"
)]

use super::frames::{FrameMemory, Frames};
use super::layout::{Child, Layout};
use super::options::EncodeOptions;
use crate::error::{Error, Result};
use crate::format::ElementType;
use crate::source::{JsonbSource, Visitor};

/// Lays out `source` in place of what was there, and returns the length of the encoded element in bytes.
pub(super) fn walk<S: JsonbSource>(
    layout: &mut Layout,
    memory: &mut FrameMemory,
    source: S,
    options: &EncodeOptions,
) -> Result<usize> {
    layout.begin(options);
    let walk = Walk {
        layout,
        frames: Frames::new(memory),
    };
    match walk.run(source) {
        Ok(()) => layout.finish(),
        Err(Stop { error, place }) => Err(error.at_pointer(|| layout.pointer_to(place))),
    }
}

/// A walk of a source, as far as it has come.
struct Walk<'e, S: JsonbSource> {
    layout: &'e mut Layout,
    /// The open containers that have children to come, outermost first.
    frames: Frames<'e, Frame<S>>,
}

/// The rest of an open container.
enum Frame<S: JsonbSource> {
    Elements {
        elements: S::Elements,
        /// The index of the next one.
        index: usize,
    },
    Members(S::Members),
}

/// Why a walk stopped, and which child of the innermost open container is at fault, or none of them.
struct Stop {
    error: Error,
    place: Option<usize>,
}

impl Stop {
    #[cold]
    fn at(place: usize, error: impl Into<Error>) -> Self {
        let error = error.into();
        Self {
            error,
            place: Some(place),
        }
    }

    #[cold]
    fn in_container(error: impl Into<Error>) -> Self {
        let error = error.into();
        Self { error, place: None }
    }
}

impl<S: JsonbSource> Walk<'_, S> {
    fn run(mut self, root: S) -> Result<(), Stop> {
        let visited = root.visit(LayOut(self.layout));
        let visited = visited.map_err(Stop::in_container)?;
        if let Some(frame) = visited.map_err(Stop::in_container)? {
            self.go_into(frame, Child::at(0))?;
        }
        'innermost: while let Some(frame) = self.frames.last_mut() {
            match frame {
                Frame::Elements { elements, index } => {
                    let mut place = *index;
                    while let Some(element) = elements.next() {
                        let visited =
                            match element.and_then(|element| element.visit(LayOut(self.layout))) {
                                Ok(visited) => visited.map_err(|error| Stop::at(place, error))?,
                                Err(error) => return Err(Stop::at(place, error)),
                            };
                        if let Some(inner) = visited {
                            *index = place.wrapping_add(1);
                            let is_last = is_done::<S, _>(elements);
                            self.go_into(inner, Child { place, is_last })?;
                            continue 'innermost;
                        }
                        place = place.wrapping_add(1);
                    }
                }
                Frame::Members(members) => {
                    while let Some(member) = members.next() {
                        let (label, value) = member.map_err(Stop::in_container)?;
                        let place = self.layout.position();
                        label_to(self.layout, label).map_err(Stop::in_container)?;
                        let visited = match value.visit(LayOut(self.layout)) {
                            Ok(visited) => visited.map_err(|error| Stop::at(place, error))?,
                            Err(error) => return Err(Stop::at(place, error)),
                        };
                        if let Some(inner) = visited {
                            let is_last = is_done::<S, _>(members);
                            self.go_into(inner, Child { place, is_last })?;
                            continue 'innermost;
                        }
                    }
                }
            }
            self.layout.close().map_err(Stop::in_container)?;
            self.frames.pop();
        }
        Ok(())
    }

    /// Goes into a container, which is a child of the innermost one.
    #[inline(always)]
    fn go_into(&mut self, frame: Frame<S>, child: Child) -> Result<(), Stop> {
        let opened = match &frame {
            Frame::Elements { .. } => self.layout.open(ElementType::Array, child),
            Frame::Members(_) => self.layout.open(ElementType::Object, child),
        };
        opened.map_err(|error| Stop::at(child.place, error))?;
        match self.frames.last_mut() {
            Some(outer) if child.is_last => *outer = frame,
            _ => self.frames.push(frame).map_err(Stop::in_container)?,
        }
        Ok(())
    }
}

/// Whether a container has no child left, and the source is fine with not being asked again.
#[inline]
fn is_done<S: JsonbSource, I: Iterator>(children: &I) -> bool {
    S::HINTS_END && children.size_hint().1 == Some(0)
}

/// Lays out a label, and is done with it: what comes next need not care for it.
#[inline(always)]
fn label_to(layout: &mut Layout, label: impl AsRef<str>) -> Result<()> {
    layout.text(label.as_ref())
}

/// Lays out a scalar, and hands a container back.
struct LayOut<'l>(&'l mut Layout);

impl<S: JsonbSource> Visitor<S> for LayOut<'_> {
    type Output = Result<Option<Frame<S>>>;

    #[inline(always)]
    fn null(self) -> Self::Output {
        self.0.null()?;
        Ok(None)
    }

    #[inline(always)]
    fn bool(self, value: bool) -> Self::Output {
        self.0.bool(value)?;
        Ok(None)
    }

    #[inline(always)]
    fn int(self, value: i64) -> Self::Output {
        self.0.int(value)?;
        Ok(None)
    }

    #[inline(always)]
    fn uint(self, value: u64) -> Self::Output {
        self.0.int(value)?;
        Ok(None)
    }

    #[inline(always)]
    fn float(self, value: f64) -> Self::Output {
        self.0.float(value)?;
        Ok(None)
    }

    #[inline(always)]
    fn number(self, literal: S::Text) -> Self::Output {
        self.0.number(literal.as_ref())?;
        Ok(None)
    }

    #[inline(always)]
    fn text(self, text: S::Text) -> Self::Output {
        self.0.text(text.as_ref())?;
        Ok(None)
    }

    #[inline(always)]
    fn array(self, elements: S::Elements) -> Self::Output {
        if is_done::<S, _>(&elements) {
            self.0.empty(ElementType::Array)?;
            return Ok(None);
        }
        Ok(Some(Frame::Elements { elements, index: 0 }))
    }

    #[inline(always)]
    fn object(self, members: S::Members) -> Self::Output {
        if is_done::<S, _>(&members) {
            self.0.empty(ElementType::Object)?;
            return Ok(None);
        }
        Ok(Some(Frame::Members(members)))
    }
}
