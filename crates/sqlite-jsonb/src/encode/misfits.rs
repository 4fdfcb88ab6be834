//! The headers that have another width than the place that was kept for them, in document order.

use alloc::vec::Vec;

use super::scratch::{narrow, widen};
use crate::error::{Error, ErrorKind, Result};
use crate::format::{ElementType, Header};

/// A list of headers, each of which the writer puts in the stead of its place.
///
/// Containers close from the inside out, and headers are written from the outside in: so each one knows which comes next.
#[derive(Debug, Default)]
pub(super) struct Misfits {
    /// In the order in which their containers closed.
    entries: Vec<Entry>,
    first: Mark,
    last: Mark,
}

/// A header of the list, or the start of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark(
    /// Where the header is among the entries, counted from 1; 0 for none.
    u32,
);

#[derive(Clone, Copy, Debug)]
struct Entry {
    position: u32,
    payload_size: u32,
    next: Mark,
    element_type: ElementType,
    width: u8,
}

impl Misfits {
    /// Forgets the headers and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.first = Mark::default();
        self.last = Mark::default();
    }

    /// How many bytes the list has.
    #[cfg(feature = "std")]
    pub(super) fn memory(&self) -> usize {
        self.entries.capacity().saturating_mul(size_of::<Entry>())
    }

    /// The last header of the document so far.
    #[inline]
    pub(super) fn last(&self) -> Mark {
        self.last
    }

    /// Notes that `header` is written in the stead of the `width` bytes at `position`.
    ///
    /// It comes right behind `before`, the [`last`](Self::last) header when its container opened, and so before those of
    /// the containers in it.
    pub(super) fn insert(
        &mut self,
        before: Mark,
        position: u32,
        width: u8,
        header: Header,
    ) -> Result<()> {
        self.entries.try_reserve(1).map_err(|_| {
            let bytes = size_of::<Entry>();
            Error::new(ErrorKind::Alloc { bytes })
        })?;
        let this = Mark(narrow(self.entries.len()).wrapping_add(1));
        let link = match self.entries.get_mut(before.index()) {
            Some(entry) => &mut entry.next,
            None => &mut self.first,
        };
        let next = core::mem::replace(link, this);
        if before == self.last {
            self.last = this;
        }
        self.entries.push(Entry {
            position,
            payload_size: header.payload_size(),
            next,
            element_type: header.element_type(),
            width,
        });
        Ok(())
    }

    /// The headers in document order, each with the position and the width of its place.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, Header)> {
        let at = |mark: Mark| self.entries.get(mark.index());
        core::iter::successors(at(self.first), move |entry| at(entry.next)).map(|entry| {
            let header = Header::new(entry.element_type, entry.payload_size);
            (widen(entry.position), usize::from(entry.width), header)
        })
    }
}

impl Mark {
    /// Beyond every list for the start of the document.
    #[inline]
    fn index(self) -> usize {
        widen(self.0).wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens and closes containers, and lists the headers of those whose letter is a capital.
    #[test]
    fn headers_come_in_the_order_in_which_their_containers_opened() {
        for document in [
            "A;",
            "A;B;",
            "A(B;)",
            "a(B(C;D;)E;)F;",
            "A(b(C;)D(E(f(G;))H;))I(J;)",
        ] {
            let mut misfits = Misfits::default();
            for _ in 0..2 {
                misfits.clear();
                let mut open = Vec::new();
                let mut expected = Vec::new();
                for (position, letter) in (0..).zip(document.chars()) {
                    if letter.is_ascii_alphabetic() {
                        open.push((position, letter, misfits.last()));
                        if letter.is_ascii_uppercase() {
                            expected.push(position);
                        }
                    }
                    if let (';' | ')', Some((position, letter, before))) = (letter, open.last()) {
                        let header = Header::new(ElementType::Array, *position);
                        if letter.is_ascii_uppercase() {
                            misfits
                                .insert(*before, *position, 2, header)
                                .expect("memory");
                        }
                        open.pop();
                    }
                }
                assert!(open.is_empty());
                let positions: Vec<u32> =
                    misfits.iter().map(|(_, _, it)| it.payload_size()).collect();
                assert_eq!(positions, expected, "of {document}");
            }
        }
    }
}
