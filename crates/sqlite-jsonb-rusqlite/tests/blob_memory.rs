//! What writing a large document holds in memory: its plan, and little else.

#![allow(
    unsafe_code,
    reason = "a global allocator is an unsafe trait, and SQLite's own count a C function"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use rusqlite::{Connection, ffi};
use serde_json::{Value, json};
use sqlite_jsonb_rusqlite::blob::{self, Slot};

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
        let held = HELD.get().saturating_add(layout.size());
        HELD.set(held);
        PEAK.set(PEAK.get().max(held));
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same for `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.set(HELD.get().saturating_sub(layout.size()));
        // SAFETY: `block` came from `System`, since `alloc` above got it there.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The most that `work` holds at a point, in bytes, beyond what was held before: in Rust, and in SQLite, which has an
/// allocator of its own.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    // SAFETY: it takes no pointer and may be called at any time.
    let sqlite_before = unsafe { ffi::sqlite3_memory_used() };
    // SAFETY: as above.
    unsafe { ffi::sqlite3_memory_highwater(1) };
    let result = work();
    // SAFETY: as above.
    let sqlite_peak = unsafe { ffi::sqlite3_memory_highwater(0) } - sqlite_before;
    let sqlite_peak = usize::try_from(sqlite_peak).expect("a peak");
    (result, PEAK.get() - before + sqlite_peak)
}

const LEN: usize = 64 << 20;

/// A document of many short rows, or of few long strings, just over 64 MB.
fn document(text_len: usize) -> Value {
    let row = json!({"id": 1_234_567, "name": "x".repeat(text_len), "flags": [true, null]});
    let rows = LEN / (text_len + 32) + LEN / 4 / text_len.max(16);
    Value::Array(vec![row; rows])
}

#[test]
fn peak_is_under_one_and_three_tenths_of_the_document() {
    both_allocators_are_counted();
    let directory = tempfile::tempdir().expect("a directory");
    let db = Connection::open(directory.path().join("test.db")).expect("opens");
    db.execute_batch("CREATE TABLE docs (data BLOB); INSERT INTO docs VALUES (NULL), (NULL)")
        .expect("creates");
    for (rowid, text_len) in [(1, 400), (2, 1 << 20)] {
        let slot = Slot::new("docs", "data", rowid);
        let document = document(text_len);
        let (written, peak) = peak_of(|| blob::write(&db, slot, &document));
        let len = written.expect("writes");
        assert!(len >= LEN, "{len}");
        assert!(peak * 10 < len * 13, "{peak} bytes for {len}");

        let (read, peak) = peak_of(|| blob::read(&db, slot));
        let read = read.expect("reads");
        assert_eq!(read.as_bytes().len(), len);
        assert!(peak * 10 < len * 13, "{peak} bytes to read {len}");
        let expected = document.as_array().expect("an array").len();
        let rows = read.element().pointer(&format!("/{}", expected - 1));
        assert!(rows.expect("well-formed").is_some());
    }
}

/// Not a test of its own: SQLite counts for all threads together.
fn both_allocators_are_counted() {
    let db = Connection::open_in_memory().expect("opens");
    let select = "SELECT length(randomblob(1000000))";
    let (len, peak) = peak_of(|| db.query_row(select, [], |row| row.get::<_, i64>(0)));
    assert_eq!(len.expect("selects"), 1_000_000);
    assert!(peak >= 1_000_000, "{peak}");
    let (_, peak) = peak_of(|| Vec::<u8>::with_capacity(1_000_000));
    assert!(peak >= 1_000_000, "{peak}");
}
