//! The walk of a root without the detour of a source: items go from the bytes into the layout.
//!
//! It makes the same as a walk of [`CborItem`]s, which tests compare, in less than half the time: what an item is need not
//! be handed from one function to the next, and most items are [quick] ones.

use smallvec::SmallVec;

use super::Shared;
use super::head::Head;
use super::quick::{self, QuickHead};
use super::source::{CborItem, Children};
use crate::cbor::{Bytes, Tagged};
use crate::encode::{Child, Layout};
use crate::error::Result;
use crate::format::ElementType;
use crate::source::Node;

/// How many open containers the stack holds before it moves to the heap.
const INLINE_FRAMES: usize = 64;

/// The byte that ends an item of indefinite length.
const BREAK: u8 = 0xff;

/// One open container.
#[derive(Clone, Copy)]
struct Frame {
    /// How many children are left; 0 for those up to a break.
    left: u64,
    is_indefinite: bool,
    is_map: bool,
    /// Where its current child is: an index, or where the label was laid out.
    place: usize,
    tagged: Tagged,
}

struct Walk<'s, 'a> {
    shared: &'s Shared<'a>,
    layout: &'s mut Layout,
    /// The innermost open container; outside of all of them, a sequence of one item.
    innermost: Frame,
    /// What is around it, outermost first.
    outer: SmallVec<[Frame; INLINE_FRAMES]>,
    /// Whether, at an error, the innermost container is at fault and not its current child.
    is_label: bool,
}

/// Lays out the root that starts at `start`.
pub(super) fn walk(
    shared: &Shared<'_>,
    start: usize,
    tagged: Tagged,
    layout: &mut Layout,
) -> Result<()> {
    shared.start(start, &tagged)?;
    let innermost = Frame {
        left: 1,
        is_indefinite: false,
        is_map: false,
        place: usize::MAX,
        tagged,
    };
    let mut walk = Walk {
        shared,
        layout,
        innermost,
        outer: SmallVec::new(),
        is_label: false,
    };
    let walked = walk.run(start);
    walked.map_err(|error| error.at_pointer(|| walk.pointer()))
}

impl<'a> Walk<'_, 'a> {
    /// Walks from the item that starts at `at` to its end.
    fn run(&mut self, mut at: usize) -> Result<()> {
        loop {
            if let Some(left) = self.innermost.left.checked_sub(1) {
                self.innermost.left = left;
            } else if !self.innermost.is_indefinite {
                if self.outer.is_empty() {
                    self.shared.go_to(at);
                    return self.shared.finish();
                }
                self.close()?;
                continue;
            } else if self.shared.bytes.get(at) == Some(&BREAK) {
                at = at.wrapping_add(1);
                self.close()?;
                continue;
            }
            if self.innermost.is_map {
                at = match self.label(at) {
                    Ok(at) => at,
                    Err(error) => {
                        self.is_label = true;
                        return Err(error);
                    }
                };
            } else {
                self.innermost.place = self.innermost.place.wrapping_add(1);
            }
            at = self.value(at)?;
        }
    }

    /// Lays out a map key, and returns where the value starts.
    #[inline(always)]
    fn label(&mut self, at: usize) -> Result<usize> {
        self.innermost.place = self.layout.position();
        if let Some(head) = QuickHead::read(self.shared.bytes, at)
            && head.initial >> 5 == 3
        {
            let text = quick::text(self.shared.bytes, head.end, head.len(), self.layout)?;
            if let Some(at) = text {
                return Ok(at);
            }
        }
        self.any_label(at)
    }

    #[inline(never)]
    fn any_label(&mut self, at: usize) -> Result<usize> {
        self.shared.go_to(at);
        let label = Children::new(self.shared, self.innermost.tagged, None, false).label()?;
        self.layout.text(&label)?;
        Ok(self.shared.position())
    }

    /// Lays out a scalar, or the start of a container, and returns where what follows starts.
    #[inline(always)]
    fn value(&mut self, at: usize) -> Result<usize> {
        let Some(head) = QuickHead::read(self.shared.bytes, at) else {
            return self.any_value(at);
        };
        let layout = &mut *self.layout;
        let laid_out = match head.initial {
            0x00..0x20 => layout.int(head.argument),
            0x20..0x40 => match i64::try_from(head.argument) {
                // -1 - n
                Ok(argument) => layout.int(!argument),
                Err(_) => return self.any_value(at),
            },
            0x60..0x80 => match quick::text(self.shared.bytes, head.end, head.len(), layout) {
                Ok(Some(end)) => return Ok(end),
                Ok(None) => return self.any_value(at),
                Err(error) => Err(error),
            },
            0x80..0xc0 => {
                let tagged = self.innermost.tagged;
                let is_map = head.initial >= 0xa0;
                self.open(is_map, Some(head.argument), tagged)
            }
            0xf4 | 0xf5 => layout.bool(head.initial == 0xf5),
            0xf6 => layout.null(),
            0xfb => match f64::from_bits(head.argument) {
                value if value.is_finite() => layout.float(value),
                _ => return self.any_value(at),
            },
            _ => return self.any_value(at),
        };
        match laid_out {
            Ok(()) => Ok(head.end),
            Err(error) => Err(error.or_offset(at)),
        }
    }

    #[inline(never)]
    fn any_value(&mut self, mut start: usize) -> Result<usize> {
        let shared = self.shared;
        shared.go_to(start);
        let mut tagged = self.innermost.tagged;
        let mut head = shared.head()?;
        if let Head::Tag(_) = head {
            (start, head) = shared.below_tags(start, head, &mut tagged)?;
        }
        let laid_out = self.below_tags(head, tagged);
        laid_out.map_err(|error| error.or_offset(start))?;
        Ok(shared.position())
    }

    /// Lays out what has no tag, or none any more.
    fn below_tags(&mut self, head: Head<'a>, mut tagged: Tagged) -> Result<()> {
        let layout = &mut *self.layout;
        if let Head::Bytes(bytes) = &head {
            return byte_string(bytes, tagged, layout);
        }
        tagged.not_a_bignum()?;
        let (is_map, len) = match head {
            Head::Text(text) => return layout.text(&text),
            Head::Unsigned(value) => return layout.int(value),
            Head::Negative(value) => {
                return match i64::try_from(value) {
                    Ok(value) => layout.int(value),
                    Err(_) => layout.int(i128::from(value)),
                };
            }
            Head::Float(value) if value.is_finite() => return layout.float(value),
            Head::Float(value) => return non_finite(value, tagged, layout),
            Head::Bool(value) => return layout.bool(value),
            Head::Null | Head::Tag(_) | Head::Bytes(_) => return layout.null(),
            Head::Array(len) => (false, len),
            Head::Map(len) => (true, len),
        };
        self.open(is_map, len, tagged)
    }

    /// Opens a container of so many children.
    #[inline]
    fn open(&mut self, is_map: bool, len: Option<u64>, tagged: Tagged) -> Result<()> {
        let element_type = if is_map {
            ElementType::Object
        } else {
            ElementType::Array
        };
        if len == Some(0) {
            return self.layout.empty(element_type);
        }
        self.layout.open(element_type, Child::ANY)?;
        self.outer.push(self.innermost);
        self.innermost = Frame {
            left: len.unwrap_or_default(),
            is_indefinite: len.is_none(),
            is_map,
            place: usize::MAX,
            tagged,
        };
        Ok(())
    }

    #[inline]
    fn close(&mut self) -> Result<()> {
        if let Err(error) = self.layout.close_one() {
            self.is_label = true;
            return Err(error);
        }
        if let Some(outside) = self.outer.pop() {
            self.innermost = outside;
        }
        Ok(())
    }

    /// Where in the document an error is.
    #[cold]
    fn pointer(&self) -> alloc::string::String {
        let depth = self.outer.len();
        let frames = self.outer.iter().chain([&self.innermost]);
        let steps = depth.saturating_sub(usize::from(self.is_label));
        // The first one is not a container.
        let places = frames.skip(1).take(steps).map(|frame| frame.place);
        self.layout.pointer(places)
    }
}

/// Lays out what a byte string becomes.
#[inline(never)]
fn byte_string(bytes: &[u8], tagged: Tagged, layout: &mut Layout) -> Result<()> {
    match tagged.bytes(bytes)? {
        Bytes::Text(text) => layout.text(&text),
        Bytes::Digits(digits) => layout.number(&digits),
        Bytes::Numbers => {
            layout.open(ElementType::Array, Child::ANY)?;
            for byte in bytes {
                layout.int(*byte)?;
            }
            layout.close()?;
            Ok(())
        }
        Bytes::Wrapped(wrapping) => {
            let text = tagged.wrapped(bytes)?;
            let mut tagged = tagged.in_objects(wrapping);
            let mut objects = 0_u8;
            while let Some((label, inside)) = tagged.peel() {
                layout.open(ElementType::Object, Child::ANY)?;
                layout.text(label)?;
                tagged = inside;
                objects = objects.saturating_add(1);
            }
            layout.text(&text)?;
            (0..objects).try_for_each(|_| layout.close().map(drop))
        }
    }
}

#[cold]
fn non_finite(value: f64, tagged: Tagged, layout: &mut Layout) -> Result<()> {
    match tagged.float::<CborItem<'_, '_>>(value)? {
        Node::Number(literal) => layout.number(&literal),
        Node::Null => layout.null(),
        _ => layout.float(value),
    }
}
