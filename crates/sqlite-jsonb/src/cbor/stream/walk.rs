//! The walk of a root without the detour of a source: items go from the bytes into the layout.
//!
//! It makes the same as a walk of [`CborItem`]s, which tests compare, in two thirds of the time: what an item is need not
//! be handed from one function to the next.

use smallvec::SmallVec;

use super::Shared;
use super::head::Head;
use super::source::{CborItem, Children};
use crate::cbor::{Bytes, Tagged};
use crate::encode::{Child, Layout};
use crate::error::{Error, Result};
use crate::format::ElementType;
use crate::source::Node;

/// How many open containers the stack holds before it moves to the heap.
const INLINE_FRAMES: usize = 64;

/// One open container.
struct Frame<'s, 'a> {
    children: Children<'s, 'a>,
    is_map: bool,
    /// Where its current child is: an index, or where the label was laid out.
    place: usize,
}

type Stack<'s, 'a> = SmallVec<[Frame<'s, 'a>; INLINE_FRAMES]>;

/// Lays out the root that starts at `start`.
pub(super) fn walk(
    shared: &Shared<'_>,
    start: usize,
    tagged: Tagged,
    layout: &mut Layout,
) -> Result<()> {
    shared.start(start, &tagged)?;
    let mut stack = Stack::new();
    let mut is_label = false;
    let walked = run(shared, tagged, layout, &mut stack, &mut is_label);
    walked.map_err(|error| {
        error.at_pointer(|| {
            let steps = stack.len().saturating_sub(usize::from(is_label));
            layout.pointer(stack.iter().take(steps).map(|frame| frame.place))
        })
    })
}

/// `is_label` says, at an error, whether the innermost container is at fault and not its current child.
fn run<'s, 'a>(
    shared: &'s Shared<'a>,
    mut tagged: Tagged,
    layout: &mut Layout,
    stack: &mut Stack<'s, 'a>,
    is_label: &mut bool,
) -> Result<()> {
    loop {
        value(shared, tagged, layout, stack)?;
        loop {
            let Some(frame) = stack.last_mut() else {
                return shared.finish();
            };
            if frame.children.advance()? {
                tagged = frame.children.tagged();
                if frame.is_map {
                    *is_label = true;
                    let label = frame.children.label()?;
                    frame.place = layout.position();
                    layout.text(&label)?;
                    *is_label = false;
                } else {
                    frame.place = frame.place.wrapping_add(1);
                }
                break;
            }
            *is_label = true;
            layout.close()?;
            *is_label = false;
            stack.pop();
        }
    }
}

/// Lays out a scalar, or the start of a container.
#[inline]
fn value<'s, 'a>(
    shared: &'s Shared<'a>,
    mut tagged: Tagged,
    layout: &mut Layout,
    stack: &mut Stack<'s, 'a>,
) -> Result<()> {
    let mut start = shared.position();
    let mut head = shared.head()?;
    if let Head::Tag(_) = head {
        (start, head) = shared.below_tags(start, head, &mut tagged)?;
    }
    let place = |error: Error| error.or_offset(start);
    if let Head::Bytes(bytes) = &head {
        return byte_string(bytes, tagged, layout).map_err(place);
    }
    tagged.not_a_bignum().map_err(place)?;
    let (element_type, len) = match head {
        Head::Text(text) => return layout.text(&text).map_err(place),
        Head::Unsigned(value) => return layout.int(value).map_err(place),
        Head::Negative(value) => {
            return match i64::try_from(value) {
                Ok(value) => layout.int(value),
                Err(_) => layout.int(i128::from(value)),
            }
            .map_err(place);
        }
        Head::Float(value) if value.is_finite() => return layout.float(value).map_err(place),
        Head::Float(value) => return non_finite(value, tagged, layout).map_err(place),
        Head::Bool(value) => return layout.bool(value).map_err(place),
        Head::Null | Head::Tag(_) | Head::Bytes(_) => return layout.null().map_err(place),
        Head::Array(len) => (ElementType::Array, len),
        Head::Map(len) => (ElementType::Object, len),
    };
    let is_map = element_type == ElementType::Object;
    let children = Children::new(shared, tagged, len, false);
    let child = Child::at(stack.last().map_or(0, |frame| frame.place));
    layout.open(element_type, child).map_err(place)?;
    stack.push(Frame {
        children,
        is_map,
        place: usize::MAX,
    });
    Ok(())
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
