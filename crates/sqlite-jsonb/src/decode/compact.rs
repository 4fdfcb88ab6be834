//! The compact text of a whole element: a loop that keeps all it knows in registers prints what most elements are, and hands
//! over to the careful readers for the others.

#![expect(
    clippy::inline_always,
    reason = "a call would put what is in registers into memory"
)]

use super::element::Element;
use super::pen::{Out, Pen};
use super::spell::spell;
use super::validate;
use super::walk::{Open, Outer, check_depth};
use crate::error::{Error, ErrorKind, Result};
use crate::format::{ElementType, Short};
use crate::scan;

/// Prints `root` and all it holds, `max_depth` containers deep.
pub(super) fn print<O: Out>(root: Element<'_>, max_depth: usize, pen: &mut Pen<O>) -> Result<()> {
    if !root.element_type().is_container() {
        pen.room(MOST)?;
        return spell(pen, root.blob(), root.offset());
    }
    check_depth(root, 0, max_depth)?;
    let blob = root.blob();
    let mut outer = Outer::new();
    let mut inner = Open::new(root);
    let mut at = root.payload_offset();
    let mut before = bracket(inner);
    loop {
        let (buffer, to) = pen.place(MOST)?;
        let mut run = Run {
            blob,
            at,
            buffer,
            to,
            before,
        };
        let is_done = run.go::<O>(&mut inner, &mut outer, max_depth);
        (at, before) = (run.at, run.before);
        let to = run.to;
        pen.set_len(to);
        if is_done {
            return Ok(());
        }
        // What stopped the run is a long element, a rare or a wrong one, or there is no room.
        pen.room(MOST)?;
        let is_value = before == b':';
        let is_end = at >= inner.end();
        if is_end && !is_value {
            continue;
        }
        // A bracket or a colon is printed whatever is wrong with the element behind it.
        let comes_anyway = before != b',';
        if comes_anyway {
            pen.put_short([before]);
        }
        if is_end {
            return Err(missing_value(root, max_depth));
        }
        let element = Element::parse(blob, at, inner.end())?;
        let is_label = inner.is_object() && !is_value;
        let found = element.element_type();
        if is_label && !found.is_text() {
            return Err(element.fault(ErrorKind::LabelNotText { found }));
        }
        if found.is_container() {
            outer.push(inner);
            check_depth(element, outer.len(), max_depth)?;
        }
        if !comes_anyway {
            pen.put_short([before]);
        }
        if found.is_container() {
            inner = Open::new(element);
            at = element.payload_offset();
            before = bracket(inner);
        } else {
            spell(pen, blob, at)?;
            at = element.end();
            before = if is_label { b':' } else { b',' };
        }
    }
}

/// A label without a value. Where the label is, a run does not remember.
#[cold]
fn missing_value(root: Element<'_>, max_depth: usize) -> Error {
    match validate::check(root, max_depth) {
        Err(error) => error,
        Ok(()) => root.fault(ErrorKind::MissingValue),
    }
}

/// What a step of a run may take: what comes before an element, quotes, and a payload of a block.
const MOST: usize = 3 + scan::LEN;

/// What a container starts with.
#[inline]
fn bracket(container: Open) -> u8 {
    if container.is_object() { b'{' } else { b'[' }
}

/// Elements in a row.
struct Run<'a, 'p> {
    blob: &'a [u8],
    /// Where the next one starts.
    at: usize,
    buffer: &'p mut [u8],
    /// Where its text goes.
    to: usize,
    /// What comes before it: a comma, a colon, or the bracket of its container.
    before: u8,
}

/// Why there is no next element in a row.
enum Stop<'a> {
    /// A container is next.
    Container(Element<'a>),
    /// It ends here, or it is not for a run to say what comes.
    Other,
}

impl<'a> Run<'a, '_> {
    /// Prints elements as long as they are easily seen to be right and there is room; whether that was all there are.
    #[inline(always)]
    fn go<O: Out>(&mut self, inner: &mut Open, outer: &mut Outer, max_depth: usize) -> bool {
        loop {
            let stop = if inner.is_object() {
                self.members::<O>(inner.end())
            } else {
                self.elements::<O>(inner.end())
            };
            match stop {
                Stop::Container(container) => {
                    let depth = outer.len().wrapping_add(1);
                    if depth >= max_depth || !self.put(&[], 0) {
                        return false;
                    }
                    outer.push(*inner);
                    *inner = Open::new(container);
                    self.at = container.payload_offset();
                    self.before = bracket(*inner);
                }
                Stop::Other => {
                    let is_end = self.at >= inner.end() && self.before != b':';
                    if !is_end || !self.close(*inner) {
                        return false;
                    }
                    match outer.pop() {
                        Some(parent) => *inner = parent,
                        None => return true,
                    }
                }
            }
        }
    }

    /// Prints elements of an ARRAY.
    #[inline(always)]
    fn elements<O: Out>(&mut self, end: usize) -> Stop<'a> {
        loop {
            if let Some(stop) = self.element::<O>(end) {
                return stop;
            }
            self.before = b',';
        }
    }

    /// Prints labels and values of an OBJECT.
    #[inline(always)]
    fn members<O: Out>(&mut self, end: usize) -> Stop<'a> {
        loop {
            if self.before != b':' {
                if !self.label::<O>(end) {
                    return Stop::Other;
                }
                self.before = b':';
            }
            if let Some(stop) = self.element::<O>(end) {
                return stop;
            }
            self.before = b',';
        }
    }

    #[inline(always)]
    fn label<O: Out>(&mut self, end: usize) -> bool {
        match Element::try_parse(self.blob, self.at, end) {
            Some(label) if label.element_type() == ElementType::Text => self.text::<O>(label),
            _ => false,
        }
    }

    /// Prints an element; why not, if it does not.
    #[inline(always)]
    fn element<O: Out>(&mut self, end: usize) -> Option<Stop<'a>> {
        let Some(element) = Element::try_parse(self.blob, self.at, end) else {
            return Some(Stop::Other);
        };
        let is_printed = match element.element_type() {
            ElementType::Text => self.text::<O>(element),
            ElementType::Int => self.number(element, |short| short.is_int()),
            ElementType::Float => self.number(element, |short| short.is_float()),
            ElementType::Array | ElementType::Object => return Some(Stop::Container(element)),
            ElementType::Null => self.put(b"null", 4),
            ElementType::True => self.put(b"true", 4),
            ElementType::False => self.put(b"false", 5),
            _ => false,
        };
        if !is_printed {
            return Some(Stop::Other);
        }
        self.at = element.end();
        None
    }

    #[inline(always)]
    fn number(&mut self, number: Element<'a>, is_fine: impl Fn(Short<'a>) -> bool) -> bool {
        match Short::new(number.window()) {
            Some(short) if is_fine(short) => self.put(short.block(), short.len()),
            _ => false,
        }
    }

    #[inline(always)]
    fn text<O: Out>(&mut self, text: Element<'a>) -> bool {
        let Some(short) = Short::new(text.window()) else {
            return false;
        };
        // Where all is kept, its UTF-8 is checked with all the rest.
        let is_fine = if O::KEEPS_ALL {
            short.is_clean()
        } else {
            short.is_plain()
        };
        let place = self.buffer.get_mut(self.to..);
        let place = place.and_then(<[u8]>::first_chunk_mut::<MOST>);
        let (true, Some([before, quote, rest @ ..])) = (is_fine, place) else {
            return false;
        };
        *before = self.before;
        *quote = b'"';
        if let Some(place) = rest.first_chunk_mut() {
            *place = *short.block();
        }
        if let Some(quote) = rest.get_mut(short.len()) {
            *quote = b'"';
        }
        self.to = self.to.wrapping_add(short.len()).wrapping_add(3);
        self.at = text.end();
        true
    }

    /// Writes what comes before the next element, and the first `len` of `bytes`; whether there was room.
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: &[u8; N], len: usize) -> bool {
        let place = self.buffer.get_mut(self.to..);
        let place = place.and_then(<[u8]>::first_chunk_mut::<MOST>);
        let Some([before, rest @ ..]) = place else {
            return false;
        };
        *before = self.before;
        if let Some(place) = rest.first_chunk_mut() {
            *place = *bytes;
        }
        self.to = self.to.wrapping_add(len).wrapping_add(1);
        true
    }

    /// Writes the end of a container, and its start too where nothing is in it; whether there was room.
    #[inline(always)]
    fn close(&mut self, container: Open) -> bool {
        let place = self.buffer.get_mut(self.to..);
        let Some([first, second, ..]) = place else {
            return false;
        };
        // In ASCII, a closing bracket is two behind the one that opens.
        let closing = bracket(container).wrapping_add(2);
        let is_empty = self.before != b',';
        *first = if is_empty { self.before } else { closing };
        *second = closing;
        self.to = self.to.wrapping_add(1).wrapping_add(usize::from(is_empty));
        self.before = b',';
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{ElementType, Header};
    use crate::{DecodeOptions, to_json};
    use alloc::string::String;
    use alloc::vec::Vec;

    fn element(element_type: ElementType, payload: &[u8]) -> Vec<u8> {
        let size = u32::try_from(payload.len()).expect("short");
        let header = Header::new(element_type, size).to_bytes();
        [header.as_ref(), payload].concat()
    }

    /// Elements and their text: of each kind, short and long.
    fn elements() -> Vec<(Vec<u8>, String)> {
        let text = |element_type, text: &str| {
            let quoted = ["\"", text, "\""].concat();
            (element(element_type, text.as_bytes()), quoted)
        };
        let mut all = Vec::from([
            (element(ElementType::Null, b""), "null".into()),
            (element(ElementType::True, b""), "true".into()),
            (element(ElementType::False, b""), "false".into()),
            (element(ElementType::Int, b"-12"), "-12".into()),
            (element(ElementType::Float, b"0.5"), "0.5".into()),
            (element(ElementType::Float, b"1e5"), "1e5".into()),
            (element(ElementType::Array, b""), "[]".into()),
            (element(ElementType::Object, b""), "{}".into()),
            (element(ElementType::Array, b"\x0b\x00"), "[[],null]".into()),
            (
                element(ElementType::Object, b"\x17a\x0c"),
                "{\"a\":{}}".into(),
            ),
            text(ElementType::TextJ, "a\\n"),
        ]);
        for len in [0, 1, 11, 12, 31, 32, 33, 100, 9000] {
            all.push(text(ElementType::Text, &"x".repeat(len)));
            all.push(text(ElementType::Text, &"\u{e9}".repeat(len)));
        }
        all
    }

    #[test]
    fn each_element_is_printed_wherever_the_buffer_ends() {
        let elements = elements();
        for filler in 0..60 {
            let first = element(ElementType::Text, &b"y".repeat(8100 + filler));
            for (blob, text) in &elements {
                let array = [first.as_slice(), blob, blob].concat();
                let object = [b"\x17a", blob.as_slice(), &first, blob].concat();
                let filler = "y".repeat(8100 + filler);
                let array_text = ["[\"", &filler, "\",", text, ",", text, "]"].concat();
                let object_text = ["{\"a\":", text, ",\"", &filler, "\":", text, "}"].concat();
                for (element_type, payload, expected) in [
                    (ElementType::Array, array, array_text),
                    (ElementType::Object, object, object_text),
                ] {
                    let blob = element(element_type, &payload);
                    assert_eq!(to_json(&blob).expect("valid"), expected);
                    let mut streamed = String::new();
                    let options = DecodeOptions::new();
                    options.write_json(&blob, &mut streamed).expect("valid");
                    assert_eq!(streamed, expected);
                }
            }
        }
    }
}
