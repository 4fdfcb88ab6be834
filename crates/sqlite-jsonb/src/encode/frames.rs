//! A stack for the walk of one source, in memory that outlives it.

#![expect(
    unsafe_code,
    reason = "the frames of a walk borrow from its source and the memory of an encoder does not, so one cannot be a vector of \
              the other; a vector a walk costs an allocation and its growth, each time"
)]

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::error::{Error, ErrorKind, Result};

/// The memory of a stack, whatever it holds.
#[derive(Debug, Default)]
pub(super) struct FrameMemory(Vec<MaybeUninit<Block>>);

/// What the memory is counted in; no frame may want a stricter alignment.
#[derive(Debug)]
#[repr(align(16))]
struct Block(#[expect(dead_code, reason = "it is there for its size")] [u8; Block::SIZE]);

impl Block {
    const SIZE: usize = 16;
}

/// A stack in a [`FrameMemory`].
pub(super) struct Frames<'m, T> {
    memory: &'m mut FrameMemory,
    /// How many items are in use: those at the start of the memory, each of them initialized.
    len: usize,
    /// How many items fit into the memory.
    capacity: usize,
    items: PhantomData<T>,
}

impl<'m, T> Frames<'m, T> {
    const FITS: () = assert!(
        align_of::<T>() <= align_of::<Block>() && size_of::<T>() > 0,
        "the iterators of a source are aligned to 16 bytes at most"
    );

    /// An empty one, in place of what was there.
    pub(super) fn new(memory: &'m mut FrameMemory) -> Self {
        let () = Self::FITS;
        let capacity = Self::capacity(memory.0.len());
        Self {
            memory,
            len: 0,
            capacity,
            items: PhantomData,
        }
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
        let at = self.len.checked_sub(1)?;
        let items = self.memory.0.as_mut_ptr().cast::<T>();
        // SAFETY: `at` is below `len`, which is at most `capacity`, and so many items fit into the memory.
        let item = unsafe { items.add(at) };
        // SAFETY: the memory is aligned for `T` (`FITS`), the item at each place below `len` is initialized (`push`), and
        // the memory is borrowed for as long as `self` is.
        Some(unsafe { &mut *item })
    }

    /// Puts an item on top.
    #[inline]
    pub(super) fn push(&mut self, item: T) -> Result<()> {
        if self.len >= self.capacity {
            self.grow()?;
        }
        let items = self.memory.0.as_mut_ptr().cast::<T>();
        // SAFETY: `len` is below `capacity` now, and so many items fit into the memory.
        let place = unsafe { items.add(self.len) };
        // SAFETY: the place is within the memory, aligned for `T` (`FITS`), and holds no item yet.
        unsafe { place.write(item) };
        self.len = self.len.wrapping_add(1);
        Ok(())
    }

    /// Takes the item from the top and drops it.
    #[inline]
    pub(super) fn pop(&mut self) {
        let Some(at) = self.len.checked_sub(1) else {
            return;
        };
        // From here on it is no item any more, also when its drop panics.
        self.len = at;
        let items = self.memory.0.as_mut_ptr().cast::<T>();
        // SAFETY: `at` was below `len`, which is at most `capacity`, and so many items fit into the memory.
        let item = unsafe { items.add(at) };
        // SAFETY: the item was initialized (`push`), is aligned (`FITS`), and is not used again.
        unsafe { item.drop_in_place() };
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<()> {
        const FIRST: usize = 8;
        let blocks = &mut self.memory.0;
        let items = self.capacity.saturating_mul(2).max(FIRST);
        let bytes = items.saturating_mul(size_of::<T>());
        let wanted = bytes.div_ceil(Block::SIZE);
        // The blocks move with what is in them: as bytes, which is all that a move of an item is.
        blocks
            .try_reserve_exact(wanted.saturating_sub(blocks.len()))
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        blocks.resize_with(wanted, MaybeUninit::uninit);
        self.capacity = Self::capacity(blocks.len());
        Ok(())
    }
}

impl<T> Drop for Frames<'_, T> {
    fn drop(&mut self) {
        while self.len > 0 {
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
}
