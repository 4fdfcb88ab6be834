//! Blobs made to harm.

use proptest::prelude::*;
use rstest::rstest;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use sqlite_jsonb::serde::{MAX_DEPTH, from_slice, to_vec};
use sqlite_jsonb::{DecodeOptions, Element, ErrorKind, validate};
use sqlite_jsonb_tests::tree::tree;
use sqlite_jsonb_tests::{Deep, Nesting};

use super::types::{Everything, Internal, Untagged};

/// Types that hold themselves, in each way that a derive has.
#[derive(Debug, Deserialize)]
enum External {
    #[serde(rename = "k")]
    #[expect(dead_code, reason = "only read")]
    K(Box<External>),
}

#[derive(Debug, Deserialize)]
struct Flat {
    #[serde(flatten)]
    #[expect(dead_code, reason = "only read")]
    inner: Option<Box<Inner>>,
}

#[derive(Debug, Deserialize)]
struct Inner {
    #[expect(dead_code, reason = "only read")]
    k: Box<Flat>,
}

#[rstest]
#[case::external(read::<External>, Nesting::Objects)]
#[case::flat(read::<Flat>, Nesting::Objects)]
#[case::untagged_objects(read::<Untagged>, Nesting::Objects)]
#[case::untagged_arrays(read::<Untagged>, Nesting::Arrays)]
#[case::tree(read::<Value>, Nesting::Mixed)]
fn depth_ends_at_the_limit_before_the_stack_does(
    #[case] read: fn(&[u8]) -> sqlite_jsonb::Error,
    #[case] nesting: Nesting,
) {
    let blob = sqlite_jsonb::to_vec(Deep::new(nesting, 100_000)).expect("any depth encodes");
    let error = on_small_stack(move || read(&blob));
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: MAX_DEPTH });
}

#[test]
fn type_that_wraps_itself_is_an_error() {
    #[derive(Debug, Deserialize)]
    struct Node(#[expect(dead_code, reason = "only read")] Option<Box<Node>>);

    from_slice::<Node>(b"\x00").expect("none");
    let error = on_small_stack(|| read::<Node>(b"\x01"));
    let message = "type wraps itself without an element, at byte 0";
    assert_eq!(error.to_string(), message);
}

fn read<T: for<'de> Deserialize<'de> + std::fmt::Debug>(blob: &[u8]) -> sqlite_jsonb::Error {
    from_slice::<T>(blob).expect_err("too deep")
}

fn on_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(run)
        .expect("a thread starts")
        .join()
        .expect("the stack is large enough")
}

#[test]
fn limit_is_the_last_depth_that_is_read() {
    let read = |containers| {
        let blob = sqlite_jsonb::to_vec(Deep::new(Nesting::Mixed, containers)).expect("encodes");
        on_small_stack(move || {
            let element = Element::from_slice(&blob).expect("an element");
            let is_written = serde_json::to_string(&element).is_ok();
            let value = from_slice::<Value>(&blob).is_ok();
            let ignored = from_slice::<IgnoredAny>(&blob).is_ok();
            (is_written, value, ignored)
        })
    };
    assert_eq!(read(MAX_DEPTH), (true, true, true));
    assert_eq!(read(MAX_DEPTH + 1), (false, false, false));
}

/// Reads a blob as each of some types; what is taken must be valid.
fn read_as_all(blob: &[u8]) {
    let verdicts = [
        from_slice::<Value>(blob).is_ok(),
        from_slice::<IgnoredAny>(blob).is_ok(),
        from_slice::<Everything>(blob).is_ok(),
        from_slice::<Internal>(blob).is_ok(),
        from_slice::<Untagged>(blob).is_ok(),
        from_slice::<Option<&str>>(blob).is_ok(),
        Element::from_slice(blob).is_ok_and(|element| serde_json::to_string(&element).is_ok()),
    ];
    if verdicts.contains(&true) {
        validate(blob).expect("what was read is valid");
    }
    let valid = DecodeOptions::new().max_depth(MAX_DEPTH).validate(blob);
    assert_eq!(from_slice::<IgnoredAny>(blob).is_ok(), valid.is_ok());
}

#[test]
fn truncations_and_changes_of_everything_are_read_or_refused() {
    let blob = to_vec(&Everything::new()).expect("encodes");
    for len in 0..blob.len() {
        from_slice::<Everything>(&blob[..len]).expect_err("cut");
        read_as_all(&blob[..len]);
    }
    for at in 0..blob.len() {
        for flip in [0x01, 0x14, 0xff] {
            let mut blob = blob.clone();
            blob[at] ^= flip;
            read_as_all(&blob);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn changed_blobs_are_read_or_refused(
        tree in tree(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut blob = to_vec(&tree)?;
        for (at, byte) in changes {
            let at = at.index(blob.len());
            blob[at] = byte;
        }
        read_as_all(&blob);
    }

    #[test]
    fn random_bytes_are_read_or_refused(blob in prop::collection::vec(any::<u8>(), 0..64)) {
        read_as_all(&blob);
    }
}
