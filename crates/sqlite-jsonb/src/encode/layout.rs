//! A document laid out in order: scalars, labels, and a place kept for the header of each container.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use super::options::{EncodeOptions, NonFinite};
use super::scalar;
use super::scratch::{Piece, Scratch};
use super::widths::Widths;
use crate::error::{Error, ErrorKind, Result};
use crate::format::unescape::{Dialect, unescape};
use crate::format::{ElementType, Header};

/// What a document leaves: everything the writer needs.
///
/// It takes what it is given: that labels and values alternate, and that each container is closed, is the caller's work.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    options: EncodeOptions,
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
    /// Starts a document in place of what was there.
    pub(crate) fn begin(&mut self, options: &EncodeOptions) {
        self.options = *options;
        self.scratch.clear(options.len_limit());
        self.records.clear();
        self.opened.clear();
        self.widths = Widths::default();
    }

    /// The length of the encoded element in bytes; each container is closed by then.
    pub(crate) fn finish(&self) -> Result<usize> {
        self.scratch.check_limit()?;
        Ok(self.scratch.written_len())
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
        self.opened.last().map(|container| container.element_type)
    }

    /// Keeps a place for the header of a container, which holds at least and at most so many children.
    pub(crate) fn open(
        &mut self,
        element_type: ElementType,
        (least, most): (usize, Option<usize>),
    ) -> Result<()> {
        let Self {
            options,
            scratch,
            records,
            opened,
            widths,
        } = self;
        let (depth, limit) = (opened.len(), options.depth_limit());
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
    pub(crate) fn close(&mut self) -> Result<()> {
        let Self {
            scratch,
            records,
            opened,
            widths,
            ..
        } = self;
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

    /// The JSON Pointer (RFC 6901) of a child of the innermost of the `places`, each that of a child in its container,
    /// outermost first: an index, or where the label was laid out.
    #[cold]
    pub(crate) fn pointer(&self, places: impl Iterator<Item = usize>) -> String {
        let mut pointer = String::new();
        for (container, place) in self.opened.iter().zip(places) {
            pointer.push('/');
            if container.element_type == ElementType::Object {
                let label = self.label_at(place);
                pointer.push_str(&label.replace('~', "~0").replace('/', "~1"));
            } else {
                pointer.push_str(itoa::Buffer::new().format(place));
            }
        }
        pointer
    }

    /// The text of the label that was laid out at `position`.
    fn label_at(&self, position: usize) -> String {
        let mut bytes = Vec::new();
        let mut reader = self.scratch.reader();
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
