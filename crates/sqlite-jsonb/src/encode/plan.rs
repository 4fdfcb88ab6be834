//! The one walk: scalars laid out in document order, a record per container.

use alloc::string::String;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::options::{EncodeOptions, NonFinite};
use super::scalar;
use super::scratch::Scratch;
use crate::error::{Error, ErrorKind, Result};
use crate::format::unescape::{Dialect, unescape};
use crate::format::{ElementType, Header};
use crate::source::{JsonbSource, Node};

/// What a walk leaves: everything the writer needs.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Scalars and labels, header and payload, in document order.
    scratch: Scratch,
    /// Containers in the order they open. Empty ones are a byte of the scratch and have none.
    records: Vec<Record>,
}

/// One container: eight bytes, since neither number passes `limits::MAX_LEN`.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// How many bytes of the scratch come before the header.
    start: u32,
    /// The payload size, doubled; plus one for an OBJECT.
    size_and_type: u32,
}

/// How many open containers the stack holds before it moves to the heap.
const INLINE_FRAMES: usize = 64;

/// One open container.
struct Frame<S: JsonbSource> {
    children: Children<S>,
    /// Where its record is.
    record: usize,
    /// The headers of all containers closed before it opened, in bytes.
    headers: usize,
    /// Where its current child is: an index, or the start of the label in the scratch.
    place: usize,
}

enum Children<S: JsonbSource> {
    Elements(S::Elements),
    Members(S::Members),
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
        let mut stack = Stack::<S>::new();
        let mut walk = Walk {
            layout: self,
            options,
            headers: 0,
        };
        match walk.run(source, &mut stack) {
            Ok(()) => {
                let encoded_len = walk.encoded_len();
                within(options.len_limit(), encoded_len).map(|()| encoded_len)
            }
            Err(Stop { error, in_child }) => {
                Err(error.at_pointer(|| pointer(&stack, in_child, &self.scratch)))
            }
        }
    }

    /// Hands the planned element to `put`, piece by piece in order.
    #[inline]
    pub(super) fn runs<E>(&self, mut put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut reader = self.scratch.reader();
        let mut at = 0;
        for record in &self.records {
            let mut left = record.start().saturating_sub(at);
            at = record.start();
            while left > 0 {
                let run = reader.run(left);
                left = left.saturating_sub(run.len());
                put(run)?;
            }
            put(record.header().to_bytes().as_ref())?;
        }
        loop {
            let run = reader.run(usize::MAX);
            if run.is_empty() {
                return Ok(());
            }
            put(run)?;
        }
    }
}

/// The containers open at a point, outermost first.
type Stack<S> = SmallVec<[Frame<S>; INLINE_FRAMES]>;

/// The state of a walk beside its stack.
struct Walk<'e> {
    layout: &'e mut Layout,
    options: &'e EncodeOptions,
    /// The headers of all containers closed so far, in bytes.
    headers: usize,
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
        if let Some(children) = self.element(root)? {
            self.open(children, stack)?;
        }
        while let Some(frame) = stack.last_mut() {
            let opened = match &mut frame.children {
                Children::Elements(elements) => self.elements(elements, &mut frame.place)?,
                Children::Members(members) => self.members(members, &mut frame.place)?,
            };
            if let Some(children) = opened {
                self.open(children, stack)?;
            } else if let Some(frame) = stack.pop() {
                self.close(&frame).map_err(Stop::in_child)?;
            }
        }
        Ok(())
    }

    /// Lays out elements up to the next container, which it returns.
    fn elements<S: JsonbSource>(
        &mut self,
        elements: &mut S::Elements,
        place: &mut usize,
    ) -> Result<Option<Children<S>>, Stop> {
        loop {
            *place = place.wrapping_add(1);
            let Some(element) = elements.next() else {
                return Ok(None);
            };
            let opened = self.element(element.map_err(Stop::in_child)?)?;
            if opened.is_some() {
                return Ok(opened);
            }
        }
    }

    /// Lays out members up to the next one whose value is a container, which it returns.
    fn members<S: JsonbSource>(
        &mut self,
        members: &mut S::Members,
        place: &mut usize,
    ) -> Result<Option<Children<S>>, Stop> {
        for member in members {
            let (label, value) = member.map_err(Stop::in_container)?;
            let scratch = &mut self.layout.scratch;
            *place = scratch.len();
            scalar::string(scratch, label.as_ref()).map_err(Stop::in_container)?;
            let opened = self.element(value)?;
            if opened.is_some() {
                return Ok(opened);
            }
        }
        Ok(None)
    }

    /// Lays out a scalar, or returns the children of a container.
    #[inline]
    fn element<S: JsonbSource>(&mut self, source: S) -> Result<Option<Children<S>>, Stop> {
        let scratch = &mut self.layout.scratch;
        let laid_out = match source.node().map_err(Stop::in_child)? {
            Node::Null => scalar::byte(scratch, ElementType::Null),
            Node::Bool(true) => scalar::byte(scratch, ElementType::True),
            Node::Bool(false) => scalar::byte(scratch, ElementType::False),
            Node::Int(value) => scalar::int(scratch, value),
            Node::Uint(value) => scalar::int(scratch, value),
            Node::Float(value) if value.is_finite() => scalar::float(scratch, value),
            Node::Float(value) => self.non_finite(value),
            Node::Number(literal) => scalar::literal(scratch, literal.as_ref()),
            Node::Text(text) => scalar::string(scratch, text.as_ref()),
            Node::Array(elements) => return Ok(Some(Children::Elements(elements))),
            Node::Object(members) => return Ok(Some(Children::Members(members))),
        };
        laid_out.map_err(Stop::in_child)?;
        Ok(None)
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

    fn open<S: JsonbSource>(
        &mut self,
        children: Children<S>,
        stack: &mut Stack<S>,
    ) -> Result<(), Stop> {
        let limit = self.options.depth_limit();
        if stack.len() >= limit {
            return Err(Stop::in_child(Error::new(ErrorKind::TooDeep { limit })));
        }
        let element_type = match children {
            Children::Elements(_) => ElementType::Array,
            Children::Members(_) => ElementType::Object,
        };
        stack.push(Frame {
            children,
            record: self.layout.records.len(),
            headers: self.headers,
            place: usize::MAX,
        });
        self.record(element_type).map_err(Stop::in_container)
    }

    fn record(&mut self, element_type: ElementType) -> Result<()> {
        let limit = self.options.len_limit();
        let Layout { scratch, records } = &mut *self.layout;
        // Each record stands for a byte at least, which bounds what a source without an end can make of them.
        within(limit, scratch.len().saturating_add(records.len()))?;
        if records.len() == records.capacity() {
            let bytes = size_of::<Record>().saturating_mul(records.len());
            records
                .try_reserve(1)
                .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        }
        records.push(Record::opened(position(scratch.len()), element_type));
        Ok(())
    }

    fn close<S: JsonbSource>(&mut self, frame: &Frame<S>) -> Result<()> {
        let limit = self.options.len_limit();
        let Layout { scratch, records } = &mut *self.layout;
        let Some(record) = records.get_mut(frame.record) else {
            return Ok(());
        };
        let scalars = scratch.len().saturating_sub(record.start());
        let headers = self.headers.saturating_sub(frame.headers);
        let payload_size = scalars.saturating_add(headers);
        within(limit, payload_size)?;
        if payload_size == 0 {
            let element_type = record.element_type();
            records.pop();
            return scalar::byte(scratch, element_type);
        }
        record.close(position(payload_size));
        let header_len = record.header().encoded_len();
        self.headers = self.headers.saturating_add(header_len);
        within(limit, self.encoded_len())
    }

    fn encoded_len(&self) -> usize {
        self.layout.scratch.len().saturating_add(self.headers)
    }
}

fn within(limit: usize, len: usize) -> Result<()> {
    if len <= limit {
        Ok(())
    } else {
        Err(Error::new(ErrorKind::TooLarge { limit }))
    }
}

impl Record {
    fn opened(start: u32, element_type: ElementType) -> Self {
        let size_and_type = u32::from(element_type == ElementType::Object);
        Self {
            start,
            size_and_type,
        }
    }

    fn close(&mut self, payload_size: u32) {
        self.size_and_type |= payload_size << 1;
    }

    fn header(self) -> Header {
        Header::new(self.element_type(), self.size_and_type >> 1)
    }

    fn element_type(self) -> ElementType {
        if self.size_and_type & 1 == 0 {
            ElementType::Array
        } else {
            ElementType::Object
        }
    }

    fn start(self) -> usize {
        index(self.start)
    }
}

/// A length or a position below `limits::MAX_LEN` plus one chunk, as records hold it.
fn position(len: usize) -> u32 {
    u32::try_from(len).expect("the length limit keeps positions below 2^31 and a chunk")
}

fn index(position: u32) -> usize {
    usize::try_from(position).expect("a position was a usize before")
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
    let Some((header, payload)) = scratch.element_at(position) else {
        return String::new();
    };
    let payload = core::str::from_utf8(payload).unwrap_or_default();
    match header.element_type() {
        ElementType::TextJ => unescape(payload, Dialect::Json)
            .unwrap_or_default()
            .into_owned(),
        _ => payload.into(),
    }
}
