//! A stack for the walk of one source, in memory that outlives it.

#![expect(
    unsafe_code,
    reason = "the frames of a walk borrow from its source and the memory of an encoder does not, so one cannot be a vector of \
              the other; a vector a walk costs an allocation and its growth, each time"
)]

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use crate::error::{Error, ErrorKind, Result};

/// The memory of a stack, whatever it holds.
#[derive(Debug, Default)]
pub(super) struct FrameMemory(Vec<MaybeUninit<Block>>);

impl FrameMemory {
    /// How many bytes it has.
    #[cfg(feature = "std")]
    pub(super) fn memory(&self) -> usize {
        self.0.capacity().saturating_mul(Block::SIZE)
    }
}

/// What the memory is counted in. Items that want a stricter alignment have no place in it.
#[derive(Debug)]
#[repr(align(16))]
struct Block(#[expect(dead_code, reason = "it is there for its size")] [u8; Block::SIZE]);

impl Block {
    const SIZE: usize = 16;
}

/// A stack in a [`FrameMemory`].
pub(super) struct Frames<'m, T> {
    memory: &'m mut FrameMemory,
    /// The start of the memory.
    bottom: *mut T,
    /// Behind the item at the top. All items between the two are initialized.
    top: *mut T,
    /// Behind the last item that fits into the memory.
    limit: *mut T,
    /// The items, if they do not [fit](Self::FITS); else it stays empty.
    others: Vec<T>,
}

impl<'m, T> Frames<'m, T> {
    /// Whether items may be in the memory. An iterator of a source may be aligned to whatever it likes; few ask for more
    /// than a block has.
    const FITS: bool = align_of::<T>() <= align_of::<Block>() && size_of::<T>() > 0;

    /// An empty one, in place of what was there.
    pub(super) fn new(memory: &'m mut FrameMemory) -> Self {
        let [bottom, limit] = Self::ends(memory);
        Self {
            memory,
            bottom,
            top: bottom,
            limit,
            others: Vec::new(),
        }
    }

    /// Where the first item is, and what is behind the last one that fits.
    fn ends(FrameMemory(blocks): &mut FrameMemory) -> [*mut T; 2] {
        let bottom = blocks.as_mut_ptr().cast::<T>();
        // SAFETY: so many items fit into the blocks.
        let limit = unsafe { bottom.add(Self::capacity(blocks.len())) };
        [bottom, limit]
    }

    fn capacity(blocks: usize) -> usize {
        blocks
            .saturating_mul(Block::SIZE)
            .checked_div(size_of::<T>())
            .unwrap_or_default()
    }

    /// The item at the top.
    #[inline]
    pub(super) fn last_mut(&mut self) -> Option<&mut T> {
        if !Self::FITS {
            return self.others.last_mut();
        }
        if self.top == self.bottom {
            return None;
        }
        // SAFETY: `top` is behind an item, since it is not at the bottom.
        let item = unsafe { self.top.sub(1) };
        // SAFETY: the memory is aligned for `T` (`FITS` holds here), the item below `top` is initialized (`push`), and the
        // memory is borrowed for as long as `self` is.
        Some(unsafe { &mut *item })
    }

    /// Puts an item on top.
    #[inline]
    pub(super) fn push(&mut self, item: T) -> Result<()> {
        if !Self::FITS {
            return self.push_other(item);
        }
        if self.top == self.limit {
            self.grow()?;
        }
        // SAFETY: `top` is below the limit now: it is in the memory, with room for an item, aligned for `T` (`FITS` holds
        // here), and holds no item yet.
        unsafe { self.top.write(item) };
        // SAFETY: the item just written is in the memory, so what is behind it is in there or at its end.
        self.top = unsafe { self.top.add(1) };
        Ok(())
    }

    /// Takes the item from the top and drops it.
    #[inline]
    pub(super) fn pop(&mut self) {
        if !Self::FITS {
            self.others.pop();
            return;
        }
        if self.top == self.bottom {
            return;
        }
        // From here on it is no item any more, also when its drop panics.
        // SAFETY: `top` is behind an item, since it is not at the bottom.
        self.top = unsafe { self.top.sub(1) };
        // SAFETY: the item was initialized (`push`), is aligned (`FITS` holds here), and is not used again.
        unsafe { self.top.drop_in_place() };
    }

    #[cold]
    #[inline(never)]
    fn push_other(&mut self, item: T) -> Result<()> {
        let bytes = size_of::<T>();
        let reserved = self.others.try_reserve(1);
        reserved.map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        self.others.push(item);
        Ok(())
    }

    /// Makes room for more items, when there is none.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<()> {
        const FIRST: usize = 8;
        let FrameMemory(blocks) = &mut *self.memory;
        let used = Self::capacity(blocks.len());
        let items = used.saturating_mul(2).max(FIRST);
        let bytes = items.saturating_mul(size_of::<T>());
        let wanted = bytes.div_ceil(Block::SIZE);
        // The blocks move with what is in them: as bytes, which is all that a move of an item is.
        blocks
            .try_reserve_exact(wanted.saturating_sub(blocks.len()))
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        blocks.resize_with(wanted, MaybeUninit::uninit);
        [self.bottom, self.limit] = Self::ends(self.memory);
        // SAFETY: so many items, all that the memory had room for, are at its start again.
        self.top = unsafe { self.bottom.add(used) };
        Ok(())
    }
}

impl<T> Drop for Frames<'_, T> {
    fn drop(&mut self) {
        while self.top != self.bottom {
            self.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::rc::Rc;

    #[test]
    fn items_come_back_in_reverse_and_each_is_dropped_once() {
        let mut memory = FrameMemory::default();
        let counted = Rc::new(());
        for round in 1..4 {
            let mut frames = Frames::new(&mut memory);
            for number in 0..100_u32 {
                let item = (number, Rc::clone(&counted));
                frames.push(item).expect("there is memory");
            }
            for number in (40..100).rev() {
                let (top, _) = frames.last_mut().expect("not empty");
                assert_eq!(*top, number, "in round {round}");
                frames.pop();
            }
            assert_eq!(Rc::strong_count(&counted), 41);
            drop(frames);
            assert_eq!(Rc::strong_count(&counted), 1);
        }
        assert!(Frames::<u8>::new(&mut memory).last_mut().is_none());
    }

    #[test]
    fn memory_serves_items_of_any_size() {
        let mut memory = FrameMemory::default();
        let mut bytes = Frames::new(&mut memory);
        bytes.push(1_u8).expect("there is memory");
        drop(bytes);
        let mut arrays = Frames::new(&mut memory);
        for number in 0..50_u64 {
            arrays.push([number; 9]).expect("there is memory");
        }
        arrays.pop();
        assert_eq!(arrays.last_mut(), Some(&mut [48; 9]));
        arrays.pop();
        drop(arrays);
        let used = memory.0.len();
        let mut words = Frames::new(&mut memory);
        for number in 0..50_u128 {
            words.push(number).expect("there is memory");
        }
        drop(words);
        assert_eq!(memory.0.len(), used, "it is kept");
    }

    #[test]
    fn items_of_any_alignment_are_kept() {
        #[repr(align(128))]
        struct Wide(u32, Rc<()>);

        let mut memory = FrameMemory::default();
        let counted = Rc::new(());
        let mut frames = Frames::new(&mut memory);
        for number in 0..100 {
            let item = Wide(number, Rc::clone(&counted));
            frames.push(item).expect("there is memory");
        }
        for number in (40..100).rev() {
            let top = frames.last_mut().expect("not empty");
            assert_eq!(top.0, number);
            assert!(Rc::ptr_eq(&top.1, &counted));
            assert_eq!(core::ptr::from_mut(top).addr() % 128, 0);
            frames.pop();
        }
        assert_eq!(Rc::strong_count(&counted), 41);
        drop(frames);
        assert_eq!(Rc::strong_count(&counted), 1);

        let mut nothings = Frames::new(&mut memory);
        nothings.push(()).expect("there is memory");
        assert!(nothings.last_mut().is_some());
        nothings.pop();
        assert!(nothings.last_mut().is_none());
    }
}
