//! How wide a place to keep for the header of a container whose size is not known yet.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// How wide headers were, by depth and type.
///
/// Documents repeat themselves, and one another: rows of one table, points of one line. So the header of a container is most
/// often as wide as that of the one before it at the same depth, and the first one there as that of the first one in the
/// document before; then it needs no more than being written into its place.
///
/// A document that is encoded again is guessed right wherever it was the first time, so it needs no more memory.
#[derive(Debug, Default)]
pub(super) struct Widths {
    /// Those of the first containers, marked as such: two for each depth.
    first: Vec<u8>,
    /// Those of the last ones in this document.
    last: Vec<u8>,
}

/// A width to keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) width: u8,
    /// Whether it is for the first container of its depth and type in the document.
    pub(super) is_first: bool,
}

impl Widths {
    /// The widest header, in bytes.
    pub(super) const WIDEST: usize = 5;

    /// What the first container at a depth is taken for: a small one of few levels, or a link of a long chain.
    const SHALLOW: u8 = 2;
    const DEEP: u8 = 3;

    /// The first depth that is deep.
    const FIRST_DEEP: usize = 32;

    /// The mark of a width that was not used in this document yet.
    const MARK: u8 = 0x80;

    /// Starts a document.
    pub(super) fn begin(&mut self) {
        self.last.copy_from_slice(&self.first);
    }

    /// How many bytes they have.
    #[cfg(feature = "std")]
    pub(super) fn memory(&self) -> usize {
        self.first.capacity().saturating_add(self.last.capacity())
    }

    /// Makes room for containers at `depths` depths.
    pub(super) fn grow(&mut self, depths: usize) -> Result<()> {
        let shallow = Self::FIRST_DEEP.min(depths).saturating_mul(2);
        let bytes = depths.saturating_mul(2);
        // Both have their memory before one of them is longer.
        for widths in [&mut self.first, &mut self.last] {
            widths
                .try_reserve_exact(bytes.saturating_sub(widths.len()))
                .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        }
        for widths in [&mut self.first, &mut self.last] {
            widths.resize(shallow.max(widths.len()), Self::SHALLOW | Self::MARK);
            widths.resize(bytes.max(widths.len()), Self::DEEP | Self::MARK);
        }
        Ok(())
    }

    /// The width to keep for a container at `depth`.
    #[inline]
    pub(super) fn guess(&mut self, depth: usize, element_type: ElementType) -> Guess {
        let Some(place) = self.last.get_mut(Self::index(depth, element_type)) else {
            return Guess {
                width: Self::DEEP,
                is_first: false,
            };
        };
        let is_first = *place & Self::MARK != 0;
        let width = *place & !Self::MARK;
        *place = width;
        Guess { width, is_first }
    }

    /// Notes that a container at `depth` took another width than was guessed.
    #[inline]
    pub(super) fn learn(
        &mut self,
        depth: usize,
        element_type: ElementType,
        width: usize,
        is_first: bool,
    ) {
        let Ok(width) = u8::try_from(width) else {
            return;
        };
        let index = Self::index(depth, element_type);
        if let Some(place) = self.last.get_mut(index) {
            *place = width;
        }
        if is_first && let Some(place) = self.first.get_mut(index) {
            *place = width | Self::MARK;
        }
    }

    #[inline]
    fn index(depth: usize, element_type: ElementType) -> usize {
        depth << 1 | usize::from(element_type == ElementType::Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The guesses for containers of these widths at one depth, one after the other, which are then known.
    fn guesses(widths: &mut Widths, depth: usize, actual: &[u8]) -> Vec<u8> {
        widths.begin();
        let each = actual.iter().map(|&actual| {
            let Guess { width, is_first } = widths.guess(depth, ElementType::Array);
            if width != actual {
                widths.learn(depth, ElementType::Array, actual.into(), is_first);
            }
            width
        });
        each.collect()
    }

    #[test]
    fn a_document_is_guessed_right_wherever_it_was_before() {
        let mut widths = Widths::default();
        widths.grow(40).expect("memory");
        assert_eq!(guesses(&mut widths, 3, &[2, 5, 5, 1]), [2, 2, 5, 5]);
        assert_eq!(guesses(&mut widths, 3, &[2, 5, 5, 1]), [2, 2, 5, 5]);
        assert_eq!(guesses(&mut widths, 3, &[1, 5, 5, 1]), [2, 1, 5, 5]);
        assert_eq!(guesses(&mut widths, 3, &[1, 5, 5, 1]), [1, 1, 5, 5]);
        assert_eq!(guesses(&mut widths, 39, &[5]), [3]);
        widths.grow(80).expect("memory");
        assert_eq!(guesses(&mut widths, 39, &[5]), [5]);
        assert_eq!(guesses(&mut widths, 79, &[5]), [3]);
        assert_eq!(
            guesses(&mut widths, 80, &[5]),
            [3],
            "beyond all that is known"
        );
    }
}
