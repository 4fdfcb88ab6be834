//! The one walk: scalars laid out in document order, and a place kept for the header of each container.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use smallvec::SmallVec;

use super::options::{EncodeOptions, NonFinite};
use super::scalar;
use super::scratch::{Piece, Scratch};
use super::widths::Widths;
use crate::error::{Error, ErrorKind, Result};
use crate::format::unescape::{Dialect, unescape};
use crate::format::{ElementType, Header};
use crate::source::{JsonbSource, Node};

/// What a walk leaves: everything the writer needs.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The element as it will be written, but for the headers that `records` replaces.
    scratch: Scratch,
    /// Containers in the order they open; those whose header fits its place are taken off again where that is cheap.
    records: Vec<Record>,
    /// The containers open at a point, outermost first.
    opened: Vec<Opened>,
    /// How wide the header of the container closed last was, by depth and type.
    widths: Widths,
}

/// One container, and the header to write in place of the bytes kept for it.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// How many bytes of the scratch come before the place of the header.
    position: usize,
    /// How many bytes the place has.
    width: u8,
    /// The header, known once the container is closed; `None` when it is in its place.
    header: Option<Header>,
}

/// How many open containers the stack holds before it moves to the heap.
const INLINE_FRAMES: usize = 64;

/// The sources of the containers open at a point, outermost first.
type Stack<S> = SmallVec<[Frame<S>; INLINE_FRAMES]>;

/// One open container, as its source goes on.
struct Frame<S: JsonbSource> {
    children: Children<S>,
    /// Where its current child is: an index, or the position of the label in the scratch.
    place: usize,
}

enum Children<S: JsonbSource> {
    Elements(S::Elements),
    Members(S::Members),
}

/// One open container, as it was laid out so far.
#[derive(Clone, Copy, Debug)]
struct Opened {
    element_type: ElementType,
    /// Where its record is.
    record: usize,
    /// The length of the scratch when it opened, the place of its header included.
    start: usize,
    /// How many of those bytes will not be written, as [`Scratch::spare`] counts them.
    spare: usize,
}

impl Layout {
    /// Lays out `source` in place of what was there, and returns the length of the encoded element in bytes.
    pub(super) fn walk<S: JsonbSource>(
        &mut self,
        source: S,
        options: &EncodeOptions,
    ) -> Result<usize> {
        self.scratch.clear(options.len_limit());
        self.records.clear();
        self.opened.clear();
        self.widths = Widths::default();
        let mut stack = Stack::<S>::new();
        let mut walk = Walk {
            layout: self,
            options,
        };
        match walk.run(source, &mut stack) {
            Ok(()) => {
                self.scratch.check_limit()?;
                Ok(self.scratch.written_len())
            }
            Err(Stop { error, in_child }) => {
                Err(error.at_pointer(|| pointer(&stack, in_child, &self.scratch)))
            }
        }
    }

    /// Hands the planned element to `put`, piece by piece in order.
    #[inline]
    pub(super) fn pieces<E>(
        &self,
        mut put: impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut reader = self.scratch.reader();
        let mut at = 0;
        for record in &self.records {
            let Some(header) = record.header else {
                continue;
            };
            reader.copy(record.position.wrapping_sub(at), &mut put)?;
            put(Piece::from(&header.to_bytes()))?;
            let width = usize::from(record.width);
            reader.skip(width);
            at = record.position.wrapping_add(width);
        }
        reader.copy(usize::MAX, &mut put)
    }
}

/// The state of a walk beside its stack.
struct Walk<'e> {
    layout: &'e mut Layout,
    options: &'e EncodeOptions,
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
        'innermost: while let Some(frame) = stack.last_mut() {
            match &mut frame.children {
                Children::Elements(elements) => loop {
                    frame.place = frame.place.wrapping_add(1);
                    let Some(element) = elements.next() else {
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
                },
                Children::Members(members) => {
                    for member in members {
                        let (label, value) = member.map_err(Stop::in_container)?;
                        let scratch = &mut self.layout.scratch;
                        frame.place = scratch.len();
                        scalar::string(scratch, label.as_ref()).map_err(Stop::in_container)?;
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
                }
            }
            self.close().map_err(Stop::in_container)?;
            // Dropped in its place: a pop would move it out first.
            stack.truncate(stack.len().wrapping_sub(1));
        }
        Ok(())
    }

    #[inline]
    fn array<S: JsonbSource>(
        &mut self,
        elements: S::Elements,
        stack: &mut Stack<S>,
    ) -> Result<(), Stop> {
        self.open(ElementType::Array, elements.size_hint())
            .map_err(Stop::in_child)?;
        stack.push(Frame {
            children: Children::Elements(elements),
            place: usize::MAX,
        });
        Ok(())
    }

    #[inline]
    fn object<S: JsonbSource>(
        &mut self,
        members: S::Members,
        stack: &mut Stack<S>,
    ) -> Result<(), Stop> {
        self.open(ElementType::Object, members.size_hint())
            .map_err(Stop::in_child)?;
        stack.push(Frame {
            children: Children::Members(members),
            place: usize::MAX,
        });
        Ok(())
    }

    #[inline]
    fn scalar<S: JsonbSource>(&mut self, node: Node<S>) -> Result<(), Stop> {
        let scratch = &mut self.layout.scratch;
        let laid_out = match node {
            Node::Null => scalar::byte(scratch, ElementType::Null),
            Node::Bool(true) => scalar::byte(scratch, ElementType::True),
            Node::Bool(false) => scalar::byte(scratch, ElementType::False),
            Node::Int(value) => scalar::int(scratch, value),
            Node::Uint(value) => scalar::int(scratch, value),
            Node::Float(value) if value.is_finite() => scalar::float(scratch, value),
            Node::Float(value) => self.non_finite(value),
            Node::Number(literal) => scalar::literal(scratch, literal.as_ref()),
            Node::Text(text) => scalar::string(scratch, text.as_ref()),
            Node::Array(_) | Node::Object(_) => Ok(()),
        };
        laid_out.map_err(Stop::in_child)
    }

    #[cold]
    fn non_finite(&mut self, value: f64) -> Result<()> {
        let scratch = &mut self.layout.scratch;
        match self.options.non_finite_policy() {
            NonFinite::Error => Err(Error::new(ErrorKind::NonFinite { value })),
            NonFinite::Overflow if value == f64::INFINITY => scalar::literal(scratch, "9e999"),
            NonFinite::Overflow if value == f64::NEG_INFINITY => scalar::literal(scratch, "-9e999"),
            NonFinite::Null | NonFinite::Overflow => scalar::byte(scratch, ElementType::Null),
        }
    }

    /// Keeps a place for the header of a container.
    fn open(
        &mut self,
        element_type: ElementType,
        (least, most): (usize, Option<usize>),
    ) -> Result<()> {
        let Layout {
            scratch,
            records,
            opened,
            widths,
        } = &mut *self.layout;
        let (depth, limit) = (opened.len(), self.options.depth_limit());
        if depth >= limit {
            return Err(Error::new(ErrorKind::TooDeep { limit }));
        }
        let width = widths.guess(depth, element_type, least, most);
        let position = scratch.len();
        scratch.put(&[0; Widths::WIDEST], usize::from(width))?;
        // The place counts as one byte for now, the shortest that a header can be.
        let spare = scratch.spare();
        *spare = spare.wrapping_add(usize::from(width)).wrapping_sub(1);
        let container = Opened {
            element_type,
            record: records.len(),
            spare: *spare,
            start: scratch.len(),
        };
        push(opened, container)?;
        push(
            records,
            Record {
                position,
                width,
                header: None,
            },
        )
    }

    /// Writes the header of the innermost container, or leaves it to the record when its place has another width.
    fn close(&mut self) -> Result<()> {
        let Layout {
            scratch,
            records,
            opened,
            widths,
        } = &mut *self.layout;
        let Some(container) = opened.pop() else {
            return Ok(());
        };
        scratch.check_limit()?;
        let spare = scratch.spare().wrapping_sub(container.spare);
        let laid_out = scratch.len().wrapping_sub(container.start);
        let payload_size = u32::try_from(laid_out.wrapping_sub(spare));
        let header = Header::new(
            container.element_type,
            payload_size.expect("the length limit is below 2^31"),
        );
        let needed = header.encoded_len();
        widths.learn(opened.len(), container.element_type, needed);
        let is_last = records.len() == container.record.wrapping_add(1);
        let Some(record) = records.get_mut(container.record) else {
            return Ok(());
        };
        if usize::from(record.width) == needed {
            scratch.put_header_at(record.position, header);
            if is_last {
                records.pop();
            }
        } else {
            record.header = Some(header);
        }
        let spare = scratch.spare();
        *spare = spare.wrapping_add(1).wrapping_sub(needed);
        Ok(())
    }
}

#[inline]
fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    if list.len() == list.capacity() {
        let bytes = size_of::<T>().saturating_mul(list.len());
        list.try_reserve(1)
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
    }
    list.push(item);
    Ok(())
}

/// The JSON Pointer (RFC 6901) of the innermost open container, or of its current child.
#[cold]
fn pointer<S: JsonbSource>(stack: &Stack<S>, in_child: bool, scratch: &Scratch) -> String {
    let mut pointer = String::new();
    let steps = if in_child {
        stack.len()
    } else {
        stack.len().saturating_sub(1)
    };
    for frame in stack.iter().take(steps) {
        pointer.push('/');
        match frame.children {
            Children::Elements(_) => pointer.push_str(itoa::Buffer::new().format(frame.place)),
            Children::Members(_) => {
                pointer.push_str(
                    &label_at(scratch, frame.place)
                        .replace('~', "~0")
                        .replace('/', "~1"),
                );
            }
        }
    }
    pointer
}

/// The text of the label that was laid out at `position`.
fn label_at(scratch: &Scratch, position: usize) -> String {
    let mut bytes = Vec::new();
    let mut reader = scratch.reader();
    reader.skip(position);
    let Ok(()) = reader.copy(usize::MAX, &mut |piece: Piece<'_>| {
        bytes.extend_from_slice(piece.bytes);
        Ok::<(), Infallible>(())
    });
    let label = Header::parse(&bytes).and_then(|(header, header_len)| {
        let end = header_len.checked_add(usize::try_from(header.payload_size()).ok()?)?;
        let payload = core::str::from_utf8(bytes.get(header_len..end)?).ok()?;
        match header.element_type() {
            ElementType::TextJ => unescape(payload, Dialect::Json).ok().map(Cow::into_owned),
            _ => Some(payload.into()),
        }
    });
    label.unwrap_or_default()
}
