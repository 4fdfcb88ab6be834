//! Items back to back: RFC 8742.

use sqlite_jsonb::{Encoder, ErrorKind, Tags, to_vec};

use super::{DEFAULT, from_hex};

#[test]
fn sequence_gives_each_item_with_its_offset() {
    let cbor = from_hex("01820203a0f6616182a180006162");
    let sequence = DEFAULT.sequence(&cbor);
    let mut encoder = Encoder::new();
    let mut items = Vec::new();
    for item in &sequence {
        let item = item.expect("well-formed");
        let offset = item.offset();
        assert_eq!(sequence.offset(), offset);
        items.push((offset, encoder.to_vec(item).ok()));
    }
    let expected = [
        (0, Some(b"\x131".to_vec())),
        (1, Some(b"\x4b\x132\x133".to_vec())),
        (4, Some(b"\x0c".to_vec())),
        (5, Some(b"\x00".to_vec())),
        (6, Some(b"\x17a".to_vec())),
        // An array as a key: no document, but an item of known length.
        (8, None),
    ];
    assert_eq!(items[..6], expected);
    assert_eq!(sequence.offset(), cbor.len());
}

#[test]
fn items_of_a_sequence_may_be_left_unread() {
    let cbor = from_hex("8201bf6161ff9fc1d901f401ff00");
    let offsets: Vec<usize> = DEFAULT
        .sequence(&cbor[6..])
        .iter()
        .map(|item| item.expect("well-formed").offset())
        .collect();
    assert_eq!(offsets, [0, 7]);
    let empty = DEFAULT.sequence(b"");
    assert!(empty.iter().next().is_none());
}

#[test]
fn cut_sequence_gives_its_whole_items() {
    let cbor = from_hex("01820203820405");
    let sequence = DEFAULT.sequence(&cbor[..6]);
    let mut blobs = Vec::new();
    let mut faults = Vec::new();
    for item in &sequence {
        match item.and_then(to_vec) {
            Ok(blob) => blobs.push(blob),
            Err(error) => faults.push(error.offset()),
        }
    }
    assert_eq!(blobs, [b"\x131".to_vec(), b"\x4b\x132\x133".to_vec()]);
    assert_eq!(faults, [Some(6)]);
}

#[test]
fn cut_item_that_nobody_encodes_is_found_by_the_iterator() {
    let sequence = DEFAULT.sequence(b"\x01\x82\x02");
    let offsets = sequence.iter().map(|item| match item {
        Ok(item) => Ok(item.offset()),
        Err(error) => Err(error.offset()),
    });
    assert_eq!(offsets.collect::<Vec<_>>(), [Ok(0), Ok(1), Err(Some(3))]);

    // What the policies refuse tells nothing of the rest of the item.
    let sequence = DEFAULT.tags(Tags::Error).sequence(b"\x82\xc1\x00");
    let mut items = sequence.iter();
    let item = items.next().expect("an item").expect("not looked at");
    let refused = ErrorKind::UnsupportedTag { tag: 1 };
    assert_eq!(*to_vec(item).expect_err("a tag").kind(), refused);
    let cut = items.next().expect("an error").expect_err("cut");
    assert_eq!(cut.offset(), Some(3));
    assert!(items.next().is_none());
}
