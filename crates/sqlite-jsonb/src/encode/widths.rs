//! How wide a place to keep for the header of a container whose size is not known yet.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::format::ElementType;

/// How wide headers were where the guess was wrong last, by depth and type.
///
/// Documents repeat themselves, and one another: rows of one table, points of one line. So the header of a container is most
/// often as wide as that of the one before it at the same depth, and then it needs no more than being written into its place.
#[derive(Debug, Default)]
pub(super) struct Widths(
    /// Two for each depth.
    Vec<u8>,
);

impl Widths {
    /// The widest header, in bytes.
    pub(super) const WIDEST: usize = 5;

    /// What the first container at a depth is taken for: a small one of few levels, or a link of a long chain.
    const SHALLOW: u8 = 2;
    const DEEP: u8 = 3;

    /// The first depth that is deep.
    const FIRST_DEEP: usize = 32;

    /// How many bytes they have.
    #[cfg(feature = "std")]
    pub(super) fn memory(&self) -> usize {
        self.0.capacity()
    }

    /// Makes room for containers at `depths` depths.
    pub(super) fn grow(&mut self, depths: usize) -> Result<()> {
        let shallow = Self::FIRST_DEEP.min(depths).saturating_mul(2);
        let bytes = depths.saturating_mul(2);
        self.0
            .try_reserve_exact(bytes.saturating_sub(self.0.len()))
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        self.0.resize(shallow.max(self.0.len()), Self::SHALLOW);
        self.0.resize(bytes.max(self.0.len()), Self::DEEP);
        Ok(())
    }

    /// The width to keep for a container at `depth`.
    #[inline]
    pub(super) fn guess(&self, depth: usize, element_type: ElementType) -> u8 {
        let width = self.0.get(Self::index(depth, element_type));
        width.copied().unwrap_or(Self::DEEP)
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
        depth << 1 | usize::from(element_type == ElementType::Object)
    }
}
