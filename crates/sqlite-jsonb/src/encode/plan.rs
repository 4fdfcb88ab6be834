//! The one walk of a source, laid out as it goes.

use smallvec::SmallVec;

use super::layout::Layout;
use super::options::EncodeOptions;
use crate::error::{Error, Result};
use crate::format::ElementType;
use crate::source::{JsonbSource, Node};

/// Lays out `source` in place of what was there, and returns the length of the encoded element in bytes.
pub(super) fn walk<S: JsonbSource>(
    layout: &mut Layout,
    source: S,
    options: &EncodeOptions,
) -> Result<usize> {
    layout.begin(options);
    let mut stack = Stack::new();
    match (Walk { layout }).run(source, &mut stack) {
        Ok(()) => layout.finish(),
        Err(Stop { error, in_child }) => Err(error.at_pointer(|| {
            let depth = stack.elements.len().saturating_add(stack.members.len());
            let steps = depth.saturating_sub(usize::from(!in_child));
            layout.pointer(stack.places(layout).take(steps))
        })),
    }
}

/// How many open containers the stacks hold before they move to the heap.
const INLINE_FRAMES: usize = 64;

/// The sources of the containers open at a point, outermost first: the layout knows which of them is of which type.
///
/// Apart, since the iterator of an array is often much smaller than that of an object.
struct Stack<S: JsonbSource> {
    elements: SmallVec<[Frame<S::Elements>; INLINE_FRAMES]>,
    members: SmallVec<[Frame<S::Members>; INLINE_FRAMES]>,
}

/// One open container, as its source goes on.
struct Frame<I> {
    children: I,
    /// Where its current child is: an index, or the position of the label in the scratch.
    place: usize,
}

impl<I> Frame<I> {
    #[inline]
    fn new(children: I) -> Self {
        Self {
            children,
            place: usize::MAX,
        }
    }
}

impl<S: JsonbSource> Stack<S> {
    fn new() -> Self {
        Self {
            elements: SmallVec::new(),
            members: SmallVec::new(),
        }
    }

    /// Where each container's current child is, outermost first.
    fn places(&self, layout: &Layout) -> impl Iterator<Item = usize> {
        let mut elements = self.elements.iter();
        let mut members = self.members.iter();
        layout
            .opened()
            .map_while(move |element_type| match element_type {
                ElementType::Object => members.next().map(|frame| frame.place),
                _ => elements.next().map(|frame| frame.place),
            })
    }
}

/// The state of a walk beside its stack.
struct Walk<'e> {
    layout: &'e mut Layout,
}

/// Why a walk stopped, and whether a child of the innermost open container is at fault or the container itself.
struct Stop {
    error: Error,
    in_child: bool,
}

impl Stop {
    #[cold]
    fn in_child(error: impl Into<Error>) -> Self {
        let error = error.into();
        Self {
            error,
            in_child: true,
        }
    }

    #[cold]
    fn in_container(error: impl Into<Error>) -> Self {
        let error = error.into();
        Self {
            error,
            in_child: false,
        }
    }
}

impl Walk<'_> {
    fn run<S: JsonbSource>(&mut self, root: S, stack: &mut Stack<S>) -> Result<(), Stop> {
        match root.node().map_err(Stop::in_child)? {
            Node::Array(elements) => self.array(elements, stack)?,
            Node::Object(members) => self.object(members, stack)?,
            scalar => self.scalar(scalar)?,
        }
        'innermost: while let Some(element_type) = self.layout.innermost() {
            // A frame is dropped in its place once it is read to the end: a pop would move it out first.
            if element_type == ElementType::Array {
                let Some(frame) = stack.elements.last_mut() else {
                    break;
                };
                loop {
                    frame.place = frame.place.wrapping_add(1);
                    let Some(element) = frame.children.next() else {
                        break;
                    };
                    match element.and_then(S::node).map_err(Stop::in_child)? {
                        Node::Array(elements) => {
                            self.array(elements, stack)?;
                            continue 'innermost;
                        }
                        Node::Object(members) => {
                            self.object(members, stack)?;
                            continue 'innermost;
                        }
                        scalar => self.scalar(scalar)?,
                    }
                }
                self.layout.close().map_err(Stop::in_container)?;
                stack
                    .elements
                    .truncate(stack.elements.len().wrapping_sub(1));
            } else {
                let Some(frame) = stack.members.last_mut() else {
                    break;
                };
                for member in &mut frame.children {
                    let (label, value) = member.map_err(Stop::in_container)?;
                    frame.place = self.layout.position();
                    let laid_out = self.layout.text(label.as_ref());
                    laid_out.map_err(Stop::in_container)?;
                    match value.node().map_err(Stop::in_child)? {
                        Node::Array(elements) => {
                            self.array(elements, stack)?;
                            continue 'innermost;
                        }
                        Node::Object(members) => {
                            self.object(members, stack)?;
                            continue 'innermost;
                        }
                        scalar => self.scalar(scalar)?,
                    }
                }
                self.layout.close().map_err(Stop::in_container)?;
                stack.members.truncate(stack.members.len().wrapping_sub(1));
            }
        }
        Ok(())
    }

    #[inline]
    fn array<S: JsonbSource>(
        &mut self,
        elements: S::Elements,
        stack: &mut Stack<S>,
    ) -> Result<(), Stop> {
        let opened = self.layout.open(ElementType::Array, elements.size_hint());
        opened.map_err(Stop::in_child)?;
        stack.elements.push(Frame::new(elements));
        Ok(())
    }

    #[inline]
    fn object<S: JsonbSource>(
        &mut self,
        members: S::Members,
        stack: &mut Stack<S>,
    ) -> Result<(), Stop> {
        let opened = self.layout.open(ElementType::Object, members.size_hint());
        opened.map_err(Stop::in_child)?;
        stack.members.push(Frame::new(members));
        Ok(())
    }

    #[inline]
    fn scalar<S: JsonbSource>(&mut self, node: Node<S>) -> Result<(), Stop> {
        let laid_out = match node {
            Node::Null => self.layout.null(),
            Node::Bool(value) => self.layout.bool(value),
            Node::Int(value) => self.layout.int(value),
            Node::Uint(value) => self.layout.int(value),
            Node::Float(value) => self.layout.float(value),
            Node::Number(literal) => self.layout.number(literal.as_ref()),
            Node::Text(text) => self.layout.text(text.as_ref()),
            Node::Array(_) | Node::Object(_) => Ok(()),
        };
        laid_out.map_err(Stop::in_child)
    }
}
