//! A warm encoder and a destination with room: no allocation at all.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use serde_json::{Value, json};
use simd_json::OwnedValue;
use simd_json::prelude::Writable as _;
use sqlite_jsonb::{CborBytes, Encoder, JsonText};
use sqlite_jsonb_tests::{Deep, Nesting};

/// Counts the calls that ask the system for memory, on the thread that makes them.
struct Counting;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; the counter is a plain cell of the calling thread.
#[expect(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps the contract of `realloc`, and `block` came from the same allocator.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and `block` came from the same allocator.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = CALLS.get();
    work();
    CALLS.get() - before
}

/// Trees of simd-json: under `arbitrary_precision`, which any crate of a build may switch on, serde_json lends its
/// numbers as strings made for the purpose.
fn documents() -> Vec<OwnedValue> {
    let rows: Vec<Value> = (0..5000)
        .map(|id| json!({"id": id, "name": format!("name \"{id}\""), "at": [id, 0.5, null]}))
        .collect();
    let documents = [
        json!(null),
        json!("x".repeat(200_000)),
        json!({"rows": rows, "escaped": "\n".repeat(30_000), "empty": {}}),
        json!([1.5, -0.0, u64::MAX, "é"]),
    ];
    let parse = |document: &Value| {
        let mut text = document.to_string().into_bytes();
        simd_json::to_owned_value(&mut text).expect("a tree's text is JSON")
    };
    documents.iter().map(parse).collect()
}

#[test]
fn warm_encoder_allocates_nothing() {
    let documents = documents();
    let mut encoder = Encoder::new();
    let mut blob = Vec::new();
    let mut slice = vec![0; 4 << 20];
    for document in &documents {
        encoder.append_to(&mut blob, document).expect("encodes");
    }
    let deep = Deep::new(Nesting::Mixed, 1000);
    encoder.append_to(&mut blob, deep).expect("encodes");
    for document in &documents {
        blob.clear();
        let count = allocations(|| {
            encoder.append_to(&mut blob, document).expect("encodes");
            let plan = encoder.plan(document).expect("plans");
            plan.write_to_slice(&mut slice).expect("fits");
            let plan = sqlite_jsonb::serde::plan(&mut encoder, document).expect("plans");
            plan.write_to_slice(&mut slice).expect("fits");
        });
        assert_eq!(count, 0);
    }
    blob.clear();
    let count = allocations(|| {
        encoder.append_to(&mut blob, deep).expect("encodes");
    });
    assert_eq!(count, 0, "the stack of the walk is kept");
}

/// Headers of all widths, in orders that no guess at them gets right.
#[test]
fn document_takes_no_more_memory_the_second_time() {
    let widths = [1, 300, 5, 100, 70_000, 2, 400, 80, 1, 66_000, 40];
    for turn in 0..widths.len() {
        let rows = |count: usize| -> Value {
            let row = |at: usize| json!(["x".repeat(widths[(at + turn) % widths.len()])]);
            (0..count).map(row).collect()
        };
        let document = json!([[rows(40)], {"a": rows(9), "b": [rows(3), rows(20)]}]);
        let mut text = document.to_string().into_bytes();
        let document = simd_json::to_owned_value(&mut text).expect("a tree's text is JSON");
        let mut encoder = Encoder::new();
        encoder.plan(&document).expect("plans");
        for _ in 0..3 {
            let count = allocations(|| {
                encoder.plan(&document).expect("plans");
            });
            assert_eq!(count, 0);
        }
    }
}

#[test]
fn warm_encoder_allocates_nothing_for_bytes() {
    let documents = documents().into_iter().map(|document| {
        let mut cbor = Vec::new();
        ciborium::into_writer(&document, &mut cbor).expect("a vector takes it");
        (document.encode(), cbor)
    });
    let documents: Vec<(String, Vec<u8>)> = documents.collect();
    let mut encoder = Encoder::new();
    let mut blob = Vec::new();
    for round in 0..2 {
        for (text, cbor) in &documents {
            blob.reserve(4 << 20);
            let count = allocations(|| {
                let text = JsonText::from_slice(text.as_bytes());
                encoder.append_to(&mut blob, text).expect("JSON");
                let cbor = CborBytes::new(cbor);
                encoder.append_to(&mut blob, &cbor).expect("CBOR");
            });
            assert!(round == 0 || count == 0, "{count}");
            blob.clear();
        }
    }
}

#[test]
fn result_is_reserved_once() {
    let mut encoder = Encoder::new();
    for document in &documents() {
        encoder.plan(document).expect("plans");
        let count = allocations(|| {
            encoder.to_vec(document).expect("encodes");
        });
        assert_eq!(count, 1);
    }
}

#[test]
fn thread_keeps_the_buffers_of_small_documents_alone() {
    let [_, long, rows, small] = &documents()[..] else {
        panic!("four documents");
    };
    let encode = || {
        sqlite_jsonb::to_vec(small).expect("encodes");
        sqlite_jsonb::serde::to_vec(small).expect("encodes");
    };
    encode();
    assert_eq!(allocations(encode), 2, "the results");
    for large in [long, rows] {
        sqlite_jsonb::to_vec(large).expect("encodes");
        assert!(
            allocations(encode) > 2,
            "the buffers were too large to keep"
        );
        assert_eq!(allocations(encode), 2);
    }
}

#[test]
fn document_may_be_encoded_within_another() {
    struct Nested<'a>(&'a OwnedValue);

    impl serde::Serialize for Nested<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let blob = sqlite_jsonb::to_vec(self.0).expect("encodes");
            let element = sqlite_jsonb::Element::from_slice(&blob).expect("an element");
            element.serialize(serializer)
        }
    }

    for document in &documents() {
        let blob = sqlite_jsonb::serde::to_vec(&(1, Nested(document), 2)).expect("encodes");
        let expected = sqlite_jsonb::serde::to_vec(&(1, document, 2)).expect("encodes");
        assert_eq!(blob, expected);
    }
}
