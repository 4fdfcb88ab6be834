//! What reading allocates: at most a few times the bytes that are there, whatever sizes they declare.

#![allow(unsafe_code, reason = "a global allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sqlite_jsonb::format::{ElementType, Header};
use sqlite_jsonb::{DecodeOptions, Element};

/// The system's allocator, which counts what this thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: every call goes to `System` as it came; counting touches no memory that was asked for.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same for `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.set(HELD.get().saturating_sub(layout.size()));
        // SAFETY: `block` came from `System`, since `alloc` above got it there.
        unsafe { System.dealloc(block, layout) }
    }
}

fn took(size: usize) {
    let held = HELD.get().saturating_add(size);
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

/// The most that `work` holds at a point, in bytes, beyond what was held before.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let result = work();
    (result, PEAK.get() - before)
}

const LEN: usize = 40 << 10;

/// Containers one in the other, each filled by the next.
fn nested(element_type: ElementType) -> Vec<u8> {
    let mut reversed = Vec::new();
    while reversed.len() < LEN {
        if element_type == ElementType::Object && !reversed.is_empty() {
            reversed.push(0x07);
        }
        let size = u32::try_from(reversed.len()).expect("40 KB");
        reversed.extend(
            Header::new(element_type, size)
                .to_bytes()
                .as_ref()
                .iter()
                .rev(),
        );
    }
    reversed.reverse();
    reversed
}

/// Headers that declare four gigabytes each, inside one array.
fn declared() -> Vec<u8> {
    let headers = [0xeb, 0xff, 0xff, 0xff, 0xff].repeat(LEN / 5);
    let size = u32::try_from(headers.len()).expect("40 KB");
    let header = Header::new(ElementType::Array, size).to_bytes();
    [header.as_ref(), &headers].concat()
}

#[test]
fn nested_headers_cost_a_few_times_their_size() {
    for blob in [
        nested(ElementType::Array),
        nested(ElementType::Object),
        declared(),
    ] {
        for options in [
            DecodeOptions::new(),
            DecodeOptions::new().max_depth(usize::MAX),
        ] {
            let (_, peak) = peak_of(|| options.validate(&blob));
            assert!(peak <= 8 * blob.len(), "validate: {peak} bytes");
            let (_, peak) = peak_of(|| options.to_json(&blob));
            assert!(peak <= 8 * blob.len(), "to_json: {peak} bytes");
        }
        let options = DecodeOptions::new();
        let (tree, peak) = peak_of(|| options.from_slice::<serde_json::Value>(&blob));
        assert!(tree.is_err(), "past the limit of depth, or of the blob");
        assert!(peak <= 8 * blob.len(), "from_slice: {peak} bytes");
    }
}

#[test]
fn the_counting_allocator_counts() {
    let (_, peak) = peak_of(|| Vec::<u8>::with_capacity(12_345));
    assert_eq!(peak, 12_345);
}

#[test]
fn elements_are_read_without_memory() {
    // {"name":"Ada","born":[1815,12,10]}
    let blob = b"\xcc\x1a\x47name\x37Ada\x47born\xbb\x431815\x2312\x2310";
    let (year, peak) = peak_of(|| {
        let person = Element::from_slice(blob)?;
        sqlite_jsonb::validate(blob)?;
        let year = person.pointer("/born/0")?.map(|year| year.as_i64());
        assert_eq!(person.path("$.name")?.map(|name| name.offset()), Some(7));
        year.transpose().map(Option::flatten)
    });
    assert_eq!(year.expect("valid"), Some(1815));
    assert_eq!(peak, 0);
}
