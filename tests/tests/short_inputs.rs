//! Every short input, and a judge that knows nothing of this crate.

use proptest::prelude::*;
use proptest::sample::select;
use rstest::rstest;
use sqlite_jsonb::{CborBytes, EncodeOptions, JsonText, validate};
use sqlite_jsonb_tests::Oracle;

/// Whether bytes are one well-formed item (RFC 8949 appendix C) whose texts are UTF-8 and whose keys are no containers.
fn has_json_form(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    value(&mut rest, false).is_some() && rest.is_empty()
}

/// What an item was, as far as its surroundings ask.
#[derive(PartialEq)]
enum Found {
    Item,
    Break,
}

/// Takes one item; `None` where there is none, or none that JSON can hold.
fn item(rest: &mut &[u8], is_key: bool) -> Option<Found> {
    let initial = take(rest, 1)?[0];
    let (major, info) = (initial >> 5, initial & 0x1f);
    let is_container = matches!(major, 4 | 5);
    if is_key && is_container {
        return None;
    }
    let argument = match info {
        0..24 => u64::from(info),
        24..28 => {
            let bytes = take(rest, 1 << (info - 24))?;
            let digits = bytes.iter().map(|byte| u64::from(*byte));
            digits.fold(0, |argument, digit| argument << 8 | digit)
        }
        31 => return indefinite(rest, major),
        _ => return None,
    };
    match major {
        2 => drop(take(rest, argument)?),
        3 => drop(str::from_utf8(take(rest, argument)?).ok()?),
        4 => (0..argument).try_for_each(|_| value(rest, false))?,
        5 => (0..argument).try_for_each(|_| value(rest, true).and_then(|()| value(rest, false)))?,
        6 => value(rest, is_key)?,
        7 if info == 24 && argument < 32 => return None,
        _ => {}
    }
    Some(Found::Item)
}

/// What stands behind a head of indefinite length, its break included.
fn indefinite(rest: &mut &[u8], major: u8) -> Option<Found> {
    match major {
        2 | 3 => {
            while *rest.first()? != 0xff {
                let is_chunk = rest[0] >> 5 == major && rest[0] & 0x1f != 31;
                is_chunk.then(|| item(rest, false))??;
            }
            take(rest, 1)?;
        }
        4 => while item(rest, false)? == Found::Item {},
        5 => {
            while item(rest, true)? == Found::Item {
                value(rest, false)?;
            }
        }
        7 => return Some(Found::Break),
        _ => return None,
    }
    Some(Found::Item)
}

/// Takes an item that must not be a break.
fn value(rest: &mut &[u8], is_key: bool) -> Option<()> {
    (item(rest, is_key)? == Found::Item).then_some(())
}

fn take<'a>(rest: &mut &'a [u8], count: u64) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(usize::try_from(count).ok()?)?;
    *rest = left;
    Some(taken)
}

/// Every sequence of bytes up to a length.
fn up_to_two_bytes() -> impl Iterator<Item = Vec<u8>> {
    let one = (0..=u8::MAX).map(|byte| vec![byte]);
    let two = (0..=u16::MAX).map(|bytes| bytes.to_be_bytes().to_vec());
    std::iter::once(Vec::new()).chain(one).chain(two)
}

fn is_taken(cbor: &[u8]) -> bool {
    EncodeOptions::sqlite()
        .to_vec(&CborBytes::new(cbor))
        .is_ok()
}

/// The items of RFC 8949 appendix F that are not well-formed, by its subsections.
#[rstest]
#[case::end_in_a_head(&["18", "19", "1a", "1b", "1901", "1a0102", "1b01020304050607", "38", "58", "78", "98", "9a01ff00", "b8", "d8", "f8", "f900", "fa0000", "fb000000"])]
#[case::definite_strings_cut(&["41", "61", "5affffffff00", "5bffffffffffffffff010203", "7affffffff00", "7b7fffffffffffffff010203"])]
#[case::definite_containers_cut(&["81", "818181818181818181", "8200", "a1", "a20102", "a100", "a2000000"])]
#[case::tag_of_nothing(&["c0"])]
#[case::indefinite_strings_open(&["5f4100", "7f6100"])]
#[case::indefinite_containers_open(&["9f", "9f0102", "bf", "bf01020102", "819f", "9f8000", "9f9f9f9f9fffffffff", "9f819f819f9fffffff"])]
#[case::reserved_information(&["1c", "1d", "1e", "3c", "3d", "3e", "5c", "5d", "5e", "7c", "7d", "7e", "9c", "9d", "9e", "bc", "bd", "be", "dc", "dd", "de", "fc", "fd", "fe"])]
#[case::reserved_simple_values(&["f800", "f801", "f818", "f81f"])]
#[case::chunks_of_another_type(&["5f00ff", "5f21ff", "5f6100ff", "5f80ff", "5fa0ff", "5fc000ff", "5fe0ff", "7f4100ff"])]
#[case::chunks_in_chunks(&["5f5f4100ffff", "7f7f6100ffff"])]
#[case::break_alone(&["ff"])]
#[case::break_in_a_definite_container(&["81ff", "8200ff", "a1ff", "a1ff00", "a100ff", "a20000ff", "9f81ff", "9f829f819f9fffffffff"])]
#[case::break_for_a_value(&["bf00ff", "bf000000ff"])]
#[case::indefinite_numbers_and_tags(&["1f", "3f", "df"])]
fn appendix_f_is_refused(#[case] items: &[&str]) {
    for hex in items {
        let pair = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(pair).collect();
        assert!(!is_taken(&bytes) && !has_json_form(&bytes), "{hex}");
    }
}

#[test]
fn cbor_of_two_bytes_is_taken_where_it_is_well_formed() {
    for bytes in up_to_two_bytes() {
        assert_eq!(is_taken(&bytes), has_json_form(&bytes), "{bytes:02x?}");
    }
}

#[test]
fn blobs_of_two_bytes_have_the_verdict_of_sqlite() {
    let oracle = Oracle::new();
    for blob in up_to_two_bytes() {
        let is_text = blob
            .first()
            .is_some_and(|head| (7..=10).contains(&(head & 0x0f)));
        // SQLite does not look whether a text is UTF-8.
        if !is_text || blob.is_ascii() {
            assert_eq!(
                validate(&blob).is_ok(),
                oracle.is_valid(&blob),
                "{blob:02x?}"
            );
        }
    }
}

#[test]
fn texts_of_three_characters_have_the_verdict_of_sqlite() {
    let oracle = Oracle::new();
    let alphabet: Vec<char> = "{}[]:,\"\\01-+.eEunt /*N'\u{feff}é".chars().collect();
    let of_one = alphabet.iter().map(char::to_string);
    let longer = |shorter: &[String]| -> Vec<String> {
        let texts = shorter.iter();
        texts
            .flat_map(|text| alphabet.iter().map(move |next| format!("{text}{next}")))
            .collect()
    };
    let of_one: Vec<String> = of_one.collect();
    let of_two = longer(&of_one);
    let of_three = longer(&of_two);
    for text in of_one.iter().chain(&of_two).chain(&of_three) {
        let blob = EncodeOptions::sqlite().to_vec(JsonText::new(text));
        assert_eq!(blob.is_ok(), oracle.is_json(text), "{text:?}");
        if let Ok(blob) = blob {
            assert_eq!(oracle.jsonb(text), Ok(blob), "{text:?}");
        }
    }
}

/// Bytes that make heads, ends of heads and parts of UTF-8.
const LIKELY: &[u8] = &[
    0x00, 0x18, 0x19, 0x1b, 0x20, 0x3b, 0x40, 0x41, 0x42, 0x58, 0x5f, 0x60, 0x61, 0x62, 0x78, 0x7f,
    0x80, 0x81, 0x82, 0x98, 0x9f, 0xa0, 0xa1, 0xa2, 0xb8, 0xbf, 0xc1, 0xc2, 0xc3, 0xd5, 0xd6, 0xd7,
    0xd8, 0xe0, 0xf4, 0xf6, 0xf8, 0xf9, 0xfa, 0xfb, 0xff, 0xff, 0xff, 0xc3, 0xa9, 0x01, 0x02, 0x22,
];

fn likely_cbor() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(select(LIKELY), 3..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn cbor_is_taken_where_it_is_well_formed(bytes in likely_cbor()) {
        prop_assert_eq!(is_taken(&bytes), has_json_form(&bytes));
    }
}
