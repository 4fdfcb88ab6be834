//! A document laid out in order: scalars, labels, and a place kept for the header of each container.

use alloc::string::String;
use alloc::vec::Vec;

use super::labels::Labels;
use super::misfits::{Mark, Misfits};
use super::options::{EncodeOptions, NonFinite};
use super::scalar;
use super::scratch::{Scratch, narrow, widen};
use super::sink::Sink;
use super::widths::{Guess, Widths};
use crate::error::{Error, ErrorKind, Result};
use crate::format::{ElementType, Header};

/// What a document leaves: everything the writer needs.
///
/// It takes what it is given: that labels and values alternate, and that each container is closed, is the caller's work.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    options: EncodeOptions,
    /// The element as it will be written, but for the misfits.
    scratch: Scratch,
    /// The open containers, outermost first.
    open: Vec<Container>,
    /// The headers that the writer puts in, since their place has another width.
    misfits: Misfits,
    /// How wide headers were before, by depth and type.
    widths: Widths,
}

/// An open container. All its numbers are below 2^32, as the length of the scratch is.
#[derive(Clone, Copy, Debug)]
struct Container {
    /// How many bytes of the scratch come before the place of the header.
    position: u32,
    /// How many bytes will be written before its payload, as far as that is known.
    start: u32,
    /// The last misfit when it opened.
    before: Mark,
    /// Where it is in the container around it: an index, or the position of its label in the scratch.
    place: u32,
    element_type: ElementType,
    /// How many bytes the place of the header has.
    width: u8,
    /// Whether it is the first one of its depth and type.
    is_first: bool,
    /// Whether it is the last child of the container around it, which ends where it does.
    ends_outer: bool,
}

/// A child of a container, for the one who lays it out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// Where it is: its index in an array, or the [`position`](Layout::position) of its label.
    pub(crate) place: usize,
    /// Whether it is known to be the last one: the container ends where it does, and is closed with it.
    pub(crate) is_last: bool,
}

impl Child {
    /// One whose place is not asked for.
    pub(crate) const ANY: Self = Self::at(0);

    pub(crate) const fn at(place: usize) -> Self {
        Self {
            place,
            is_last: false,
        }
    }
}

/// For how many containers there is room at first: enough for most small documents.
const FIRST_CONTAINERS: usize = 16;

impl Layout {
    /// Starts a document in place of what was there.
    pub(crate) fn begin(&mut self, options: &EncodeOptions) {
        self.options = *options;
        self.scratch.clear(options.len_limit());
        self.open.clear();
        self.misfits.clear();
        self.widths.begin();
    }

    /// How many bytes its buffers have.
    #[cfg(feature = "std")]
    pub(super) fn memory(&self) -> usize {
        let open = self.open.capacity().saturating_mul(size_of::<Container>());
        let lists = [open, self.misfits.memory(), self.widths.memory()];
        let lists = lists.into_iter().fold(0, usize::saturating_add);
        self.scratch.memory().saturating_add(lists)
    }

    /// The length of the encoded element in bytes; each container is closed by then.
    pub(crate) fn finish(&self) -> Result<usize> {
        let checked = self.scratch.check_limit();
        checked.map_err(|error| error.at_pointer(String::new))
    }

    /// Hands the planned element to `sink`, piece by piece in order.
    #[inline]
    pub(super) fn write_to<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        let mut reader = self.scratch.reader();
        let mut at = 0;
        for (position, width, header) in self.misfits.iter() {
            reader.copy(position.wrapping_sub(at), sink)?;
            sink.header(header)?;
            reader.skip(width);
            at = position.wrapping_add(width);
        }
        reader.copy(usize::MAX, sink)
    }

    /// Lays out a NULL.
    #[inline]
    pub(crate) fn null(&mut self) -> Result<()> {
        scalar::byte(&mut self.scratch, ElementType::Null)
    }

    /// Lays out a TRUE or a FALSE.
    #[inline]
    pub(crate) fn bool(&mut self, value: bool) -> Result<()> {
        let element_type = if value {
            ElementType::True
        } else {
            ElementType::False
        };
        scalar::byte(&mut self.scratch, element_type)
    }

    /// Lays out an INT.
    #[inline]
    pub(crate) fn int<I: itoa::Integer>(&mut self, value: I) -> Result<()> {
        scalar::int(&mut self.scratch, value)
    }

    /// Lays out a FLOAT, or what the options make of one that is not finite.
    #[inline]
    pub(crate) fn float(&mut self, value: f64) -> Result<()> {
        if value.is_finite() {
            scalar::float(&mut self.scratch, value)
        } else {
            self.non_finite(value)
        }
    }

    #[cold]
    fn non_finite(&mut self, value: f64) -> Result<()> {
        let scratch = &mut self.scratch;
        match self.options.non_finite_policy() {
            NonFinite::Error => Err(Error::new(ErrorKind::NonFinite { value })),
            NonFinite::Overflow if value == f64::INFINITY => scalar::literal(scratch, "9e999"),
            NonFinite::Overflow if value == f64::NEG_INFINITY => scalar::literal(scratch, "-9e999"),
            NonFinite::Null | NonFinite::Overflow => scalar::byte(scratch, ElementType::Null),
        }
    }

    /// Lays out an INT or a FLOAT with the digits of `literal`.
    #[inline]
    pub(crate) fn number(&mut self, literal: &str) -> Result<()> {
        scalar::literal(&mut self.scratch, literal)
    }

    /// Lays out a text: a label or a value.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) -> Result<()> {
        scalar::string(&mut self.scratch, text)
    }

    /// Lays out an element whose payload is the first `len` bytes of `text`: a string without its quotes or a number, as
    /// it is spelled in JSON text.
    #[inline]
    pub(crate) fn verbatim(
        &mut self,
        element_type: ElementType,
        text: &[u8],
        len: usize,
    ) -> Result<()> {
        scalar::verbatim(&mut self.scratch, element_type, text, len)
    }

    /// Where what is laid out next starts.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.scratch.len()
    }

    /// The type of the innermost open container.
    #[inline]
    pub(crate) fn innermost(&self) -> Option<ElementType> {
        Some(self.open.last()?.element_type)
    }

    /// Lays out a container without children.
    #[inline]
    pub(crate) fn empty(&mut self, element_type: ElementType) -> Result<()> {
        if self.open.len() >= self.options.depth_limit() {
            return Err(self.too_deep());
        }
        scalar::byte(&mut self.scratch, element_type)
    }

    /// Keeps a place for the header of a container.
    #[inline]
    pub(crate) fn open(&mut self, element_type: ElementType, child: Child) -> Result<()> {
        let depth = self.open.len();
        let has_room =
            self.scratch.has_window::<{ Widths::WIDEST }>() && depth < self.open.capacity();
        if !has_room || depth >= self.options.depth_limit() {
            return self.open_in_new_room(element_type, child);
        }
        let Guess { width, is_first } = self.widths.guess(depth, element_type);
        let position = self.scratch.len();
        // What stands there does not matter: the header replaces it.
        self.scratch.advance(usize::from(width));
        // The place counts as one byte for now, the shortest that a header can be.
        self.scratch.save(usize::from(width).wrapping_sub(1));
        self.open.push(Container {
            position: narrow(position),
            start: narrow(self.scratch.written_len()),
            before: self.misfits.last(),
            place: narrow(child.place),
            element_type,
            width,
            is_first,
            ends_outer: child.is_last,
        });
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn open_in_new_room(&mut self, element_type: ElementType, child: Child) -> Result<()> {
        if self.open.len() >= self.options.depth_limit() {
            return Err(self.too_deep());
        }
        self.scratch.window::<{ Widths::WIDEST }>()?;
        if self.open.len() == self.open.capacity() {
            let more = self.open.len().max(FIRST_CONTAINERS);
            let bytes = size_of::<Container>().saturating_mul(more);
            self.open
                .try_reserve(more)
                .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
            self.widths.grow(self.open.capacity())?;
        }
        self.open(element_type, child)
    }

    #[cold]
    fn too_deep(&self) -> Error {
        let limit = self.options.depth_limit();
        Error::new(ErrorKind::TooDeep { limit })
    }

    /// Closes the innermost container, and each one that ends there. Returns the place of the outermost one of them.
    #[inline]
    pub(crate) fn close(&mut self) -> Result<usize> {
        loop {
            let (place, ends_outer) = self.close_one()?;
            if !ends_outer {
                return Ok(place);
            }
        }
    }

    /// Writes the header of the innermost container, or leaves it to the writer when its place has another width. Returns
    /// the place of the container, and whether the one around it ends there too.
    ///
    /// For those who never say that a child is the last one: a loop that is not needed has much of the layout at hand
    /// before its first turn.
    #[inline]
    pub(crate) fn close_one(&mut self) -> Result<(usize, bool)> {
        let written = self.scratch.check_limit()?;
        let Some(&container) = self.open.last() else {
            return Ok((0, false));
        };
        let payload_size = narrow(written).wrapping_sub(container.start);
        let header = Header::new(container.element_type, payload_size);
        let place = self.scratch.laid_out_at(widen(container.position));
        if !place.is_some_and(|place| header.write_in(container.width, place)) {
            self.close_elsewhere(header)?;
        }
        // One byte was counted when it opened.
        let width = usize::from(container.width);
        self.scratch.save(1_usize.wrapping_sub(width));
        self.open.pop();
        Ok((widen(container.place), container.ends_outer))
    }

    /// Closes a container whose place is not in the current chunk, or has another width than its header.
    #[cold]
    #[inline(never)]
    fn close_elsewhere(&mut self, header: Header) -> Result<()> {
        let Some((container, outer)) = self.open.split_last() else {
            return Ok(());
        };
        let needed = header.encoded_len();
        let width = usize::from(container.width);
        let position = widen(container.position);
        if width == needed
            && let Some(bytes) = self.scratch.laid_out_before(position)
        {
            header.write_as(needed, bytes);
            return Ok(());
        }
        self.widths.learn(
            outer.len(),
            container.element_type,
            needed,
            container.is_first,
        );
        self.scratch.save(width.wrapping_sub(needed));
        if self.misfits.last() == container.before
            && header.payload_size() <= Scratch::MOVABLE
            && self.scratch.change_width(position, width, needed)
            && let Some(bytes) = self.scratch.laid_out_at(position)
        {
            // Nothing in it is listed by its position, so a short payload may as well be moved to its header.
            header.write_as(needed, bytes);
            return Ok(());
        }
        let Container {
            before,
            position,
            width,
            ..
        } = *container;
        self.misfits.insert(before, position, width, header)
    }

    /// The JSON Pointer (RFC 6901) of the child at `place` in the innermost container, or of that container itself.
    #[cold]
    pub(crate) fn pointer_to(&self, place: Option<usize>) -> String {
        // The outermost container is the root, which is in none.
        let inner = self.open.get(1..).unwrap_or_default();
        let places = inner.iter().map(|open| widen(open.place));
        self.pointer(places.chain(place))
    }

    /// The JSON Pointer (RFC 6901) of a child of the innermost of the `places`, each that of a child in its container,
    /// outermost first: an index, or where the label was laid out.
    #[cold]
    pub(crate) fn pointer(&self, places: impl Iterator<Item = usize>) -> String {
        let mut pointer = String::new();
        // Each label is behind those around it, so that one pass over what was laid out finds them all.
        let mut labels = Labels::new(&self.scratch);
        for (container, place) in self.open.iter().zip(places) {
            pointer.push('/');
            if container.element_type == ElementType::Object {
                let label = labels.label_at(place);
                pointer.push_str(&label.replace('~', "~0").replace('/', "~1"));
            } else {
                pointer.push_str(itoa::Buffer::new().format(place));
            }
        }
        pointer
    }
}
