//! How wide a place to keep for the header of a container whose size is not known yet.

use crate::format::ElementType;

/// How wide headers were where the guess was wrong last, by depth and type.
///
/// Documents repeat themselves: rows of one table, points of one line. So the header of a container is most often as
/// wide as that of the one before it at the same depth, and then it needs no more than being written into its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths([u8; 4 * Widths::DEPTHS]);

impl Widths {
    /// The widest header, in bytes.
    pub(super) const WIDEST: usize = 5;

    /// Containers as deep or deeper have widths of their own, which they share with those this many levels above.
    const DEPTHS: usize = 32;

    /// The width to keep for a container at `depth`.
    #[inline]
    pub(super) fn guess(&self, depth: usize, element_type: ElementType) -> u8 {
        let place = self.0.get(Self::index(depth, element_type));
        place.copied().unwrap_or(1)
    }

    /// Notes the width that a container at `depth` took.
    #[inline]
    pub(super) fn learn(&mut self, depth: usize, element_type: ElementType, width: usize) {
        let place = self.0.get_mut(Self::index(depth, element_type));
        if let (Some(place), Ok(width)) = (place, u8::try_from(width)) {
            *place = width;
        }
    }

    #[inline]
    fn index(depth: usize, element_type: ElementType) -> usize {
        let row = depth % Self::DEPTHS;
        let row = if depth < Self::DEPTHS {
            row
        } else {
            row | Self::DEPTHS
        };
        row << 1 | usize::from(element_type == ElementType::Object)
    }
}

impl Default for Widths {
    /// Where nothing was closed yet, a container is taken for a small one of few levels, or for a link of a long chain.
    fn default() -> Self {
        let mut widths = [3; 4 * Self::DEPTHS];
        for shallow in widths.iter_mut().take(2 * Self::DEPTHS) {
            *shallow = 2;
        }
        Self(widths)
    }
}
