//! The dump of a blob against the check of it.

use proptest::prelude::*;
use sqlite_jsonb::dump::{Dump, Line};
use sqlite_jsonb::{to_vec, validate};
use sqlite_jsonb_tests::tree;

/// The faults of a dump are what the check says, and its lines tell the bytes apart without a gap.
fn agrees(blob: &[u8]) {
    let lines: Vec<_> = Dump::new(blob).collect();
    let faults: Vec<_> = lines.iter().filter_map(Line::fault).collect();
    match validate(blob) {
        Ok(()) => assert!(faults.is_empty(), "{faults:?}"),
        Err(error) => assert!(
            faults
                .iter()
                .any(|fault| (fault.kind(), fault.offset()) == (error.kind(), error.offset())),
            "{error} {faults:?}"
        ),
    }
    let mut at = 0;
    for line in &lines {
        assert!(line.offset() >= at, "{line}");
        assert!(!line.to_string().contains('\n'));
        at = line.offset() + line.header().len();
    }
    assert!(lines.len() <= blob.len() + 1);
}

proptest! {
    #[test]
    fn dump_of_any_bytes_agrees_with_the_check(blob in prop::collection::vec(any::<u8>(), 0..64)) {
        agrees(&blob);
    }

    #[test]
    fn dump_of_a_changed_blob_agrees_with_the_check(
        tree in tree::tree(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut blob = to_vec(&tree).expect("encodes");
        for (at, byte) in changes {
            let at = at.index(blob.len());
            blob[at] = byte;
        }
        if let Some(cut) = cut {
            blob.truncate(cut.index(blob.len()));
        }
        agrees(&blob);
    }
}
