//! What a piece of work asks of the heap.

#![expect(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What a piece of work asks of the heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// The most bytes held at a point beyond those held before.
    ///
    /// A block that grows counts twice while it does, also where the system grows it in its place.
    pub peak: usize,
    /// How often memory is asked for.
    pub calls: usize,
}

/// The system's allocator, which counts for [`watch`] and else does nothing but look at a flag.
#[derive(Debug)]
pub struct Counting;

thread_local! {
    static IS_WATCHING: Cell<bool> = const { Cell::new(false) };
    static HELD: Cell<usize> = const { Cell::new(0) };
    static HEAP: Cell<Heap> = const { Cell::new(Heap { peak: 0, calls: 0 }) };
}

/// Does `work` and tells what this thread asks of the heap meanwhile: nothing, unless [`Counting`] is the allocator of the
/// program. What was held before must not be freed by `work`.
pub fn watch<T>(work: impl FnOnce() -> T) -> (T, Heap) {
    HELD.set(0);
    HEAP.set(Heap::default());
    IS_WATCHING.set(true);
    let result = work();
    IS_WATCHING.set(false);
    (result, HEAP.get())
}

/// Whether [`Counting`] is the allocator of the program.
#[must_use]
pub fn is_counted() -> bool {
    let (_, heap) = watch(|| std::hint::black_box(Vec::<u8>::with_capacity(1000)));
    heap == (Heap {
        peak: 1000,
        calls: 1,
    })
}

fn took(size: usize) {
    if IS_WATCHING.get() {
        let held = HELD.get().saturating_add(size);
        HELD.set(held);
        let Heap { peak, calls } = HEAP.get();
        HEAP.set(Heap {
            peak: peak.max(held),
            calls: calls + 1,
        });
    }
}

fn gave(size: usize) {
    if IS_WATCHING.get() {
        HELD.set(HELD.get().saturating_sub(size));
    }
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches plain cells of the calling thread alone.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the same there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same there.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        took(size);
        gave(layout.size());
        // SAFETY: the caller keeps the contract of `realloc`, and `block` came from the same allocator.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        gave(layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`, and `block` came from the same allocator.
        unsafe { System.dealloc(block, layout) }
    }
}
