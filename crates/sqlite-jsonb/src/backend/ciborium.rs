//! `ciborium::Value`.
//!
//! | `Value` | element | what is lost | policy |
//! |---|---|---|---|
//! | `Null`, `Bool` | NULL, TRUE, FALSE | nothing | |
//! | `Integer` | INT, decimal | nothing | |
//! | `Float` | FLOAT, the shortest text that reads back the same | nothing | |
//! | `Float` NaN, infinities | as the encoder says, NULL by default | which one it was | [`CborOptions::non_finite`] |
//! | `Text` | TEXT, or TEXTJ with serde_json's escapes | nothing | |
//! | `Bytes` | TEXT in base64url | that it was no text | [`CborOptions::byte_strings`] |
//! | `Tag` 21, 22, 23 | its content, byte strings inside in base64url, base64, hexadecimal | the tag | |
//! | `Tag` 42 on `Bytes`, a link of IPLD | its content | the tag | [`CborOptions::links`] |
//! | `Tag` 2, 3 on `Bytes` | INT with all its digits | nothing | [`CborOptions::bignums`], [`CborOptions::max_bignum_len`] |
//! | other `Tag` | its content | the tag | [`CborOptions::tags`] |
//! | `Array` | ARRAY | nothing | |
//! | `Map` | OBJECT, members in order, duplicates kept | nothing | |
//! | map keys | text as it is, other scalars as text, an error for arrays and maps | which type it was | [`CborOptions::labels`] |
//!
//! What ciborium does before a `Value` is there: it reads undefined as null, refuses unassigned simple values, and turns
//! a bignum of 16 bytes or less into an `Integer` where it fits 64 bits, or else takes its leading zeros off; it refuses a
//! negative one of 16 bytes below -2^127 ("integer too large"), while longer ones pass.
//!
//! A blob is built into a `Value` the other way round ([`JsonbSink`](crate::JsonbSink)): an INT beyond 64 bits becomes a
//! bignum, up to 1024 bytes; a FLOAT the nearest `f64`. Beyond those a number is an error, or null by
//! [policy](crate::DecodeOptions::overflow). Maps keep order and duplicates.

mod read;

use alloc::borrow::Cow;
use core::slice;

use ciborium::Value;

use crate::cbor::{Ahead, Bytes, CborOptions, Item, Tagged};
use crate::error::{Error, ErrorKind, Result};
use crate::source::{IntoJsonbSource, JsonbSource, Node};

impl<'a> IntoJsonbSource for &'a Value {
    type Source = CborSource<'a>;

    #[inline]
    fn into_source(self) -> CborSource<'a> {
        CborOptions::new().source(self)
    }
}

impl CborOptions {
    /// A tree as a source under these policies.
    ///
    /// # Examples
    /// ```
    /// use ciborium::Value;
    /// use sqlite_jsonb::{CborOptions, ErrorKind, Tags};
    ///
    /// let link = Value::Tag(32, Box::new(Value::Text("https://sqlite.org".into())));
    /// assert!(sqlite_jsonb::to_vec(&link).is_ok());
    ///
    /// let strict = CborOptions::new().tags(Tags::Error);
    /// let error = sqlite_jsonb::to_vec(strict.source(&link)).unwrap_err();
    /// assert_eq!(*error.kind(), ErrorKind::UnsupportedTag { tag: 32 });
    /// ```
    #[inline]
    pub const fn source(self, value: &Value) -> CborSource<'_> {
        CborSource {
            place: Place::Value(value),
            tagged: Tagged::new(self),
        }
    }
}

/// An element of a `ciborium::Value`, together with the policies and the tags around it: see [`CborOptions::source`].
#[derive(Clone, Copy, Debug)]
pub struct CborSource<'a> {
    place: Place<'a>,
    tagged: Tagged,
}

#[derive(Clone, Copy, Debug)]
enum Place<'a> {
    Value(&'a Value),
    /// One byte of a byte string that becomes an array of numbers.
    Byte(u8),
}

impl<'a> JsonbSource for CborSource<'a> {
    type Text = Cow<'a, str>;
    type Error = Error;
    type Elements = Elements<'a>;
    type Members = Members<'a>;

    #[inline]
    fn node(self) -> Result<Node<Self>> {
        let value = match self.place {
            Place::Value(value) => value,
            Place::Byte(byte) => return Ok(Node::Uint(byte.into())),
        };
        let mut tagged = self.tagged;
        let value = below_tags(value, &mut tagged)?;
        if let Value::Bytes(bytes) = value {
            return bytes_node(value, bytes, tagged);
        }
        tagged.not_a_bignum()?;
        Ok(match value {
            Value::Null => Node::Null,
            Value::Bool(value) => Node::Bool(*value),
            Value::Integer(value) => {
                let value = i128::from(*value);
                if tagged.has_checks() {
                    tagged.allows_integer(value)?;
                }
                Tagged::integer(value)
            }
            Value::Float(value) => {
                if tagged.has_checks() {
                    tagged.allows_float(*value)?;
                }
                tagged.float(*value)?
            }
            Value::Text(text) => Node::Text(Cow::Borrowed(text.as_str())),
            Value::Array(elements) => Node::Array(Elements(Inner::Values {
                values: elements.iter(),
                tagged,
            })),
            Value::Map(members) => {
                if tagged.has_checks() {
                    check_labels(members, tagged)?;
                }
                let inner = InnerMembers::Values(members.iter());
                Node::Object(Members { inner, tagged })
            }
            unknown => return Err(unsupported(unknown)),
        })
    }
}

/// The elements of an array, or the bytes of a byte string that becomes one.
#[derive(Clone, Debug)]
pub struct Elements<'a>(Inner<'a>);

#[derive(Clone, Debug)]
enum Inner<'a> {
    Values {
        values: slice::Iter<'a, Value>,
        tagged: Tagged,
    },
    Bytes {
        bytes: slice::Iter<'a, u8>,
        tagged: Tagged,
    },
}

impl<'a> Iterator for Elements<'a> {
    type Item = Result<CborSource<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (place, tagged) = match &mut self.0 {
            Inner::Values { values, tagged } => (Place::Value(values.next()?), *tagged),
            Inner::Bytes { bytes, tagged } => (Place::Byte(*bytes.next()?), *tagged),
        };
        Some(Ok(CborSource { place, tagged }))
    }
}

/// The members of a map.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    inner: InnerMembers<'a>,
    tagged: Tagged,
}

#[derive(Clone, Debug)]
enum InnerMembers<'a> {
    Values(slice::Iter<'a, (Value, Value)>),
    /// The one member of an object around a byte string or a link.
    Wrapped(&'a Value),
}

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, CborSource<'a>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let InnerMembers::Values(members) = &mut self.inner else {
            return self.wrapped();
        };
        let (key, value) = members.next()?;
        let label = match key {
            Value::Text(text) => Ok(Cow::Borrowed(text.as_str())),
            key => non_text_label(key, self.tagged),
        };
        Some(label.map(|label| {
            let source = CborSource {
                place: Place::Value(value),
                tagged: self.tagged,
            };
            (label, source)
        }))
    }
}

impl Members<'_> {
    /// The member of an object around a byte string or a link.
    #[cold]
    fn wrapped(&mut self) -> Option<<Self as Iterator>::Item> {
        let none = InnerMembers::Values([].iter());
        let InnerMembers::Wrapped(bytes) = core::mem::replace(&mut self.inner, none) else {
            return None;
        };
        let place = Place::Value(bytes);
        let (label, tagged) = self.tagged.peel()?;
        Some(Ok((Cow::Borrowed(label), CborSource { place, tagged })))
    }
}

/// Refuses a map with a label that may not be there, or not behind the one before it.
#[cold]
fn check_labels(members: &[(Value, Value)], tagged: Tagged) -> Result<()> {
    let mut last = None;
    for (key, value) in members {
        let label = untagged(key).as_text();
        if let Some(label) = label {
            tagged.allows_label(last, label, || ahead(value))?;
        }
        last = label;
    }
    Ok(())
}

/// What a value is, as far as it matters behind a reserved key.
fn ahead(value: &Value) -> Ahead {
    match untagged(value) {
        Value::Text(_) => Ahead::Text,
        Value::Map(members) => match members.first() {
            Some((key, value)) if untagged(key).as_text() == Some("bytes") => {
                match untagged(value) {
                    Value::Text(_) => Ahead::MapOfBytes,
                    _ => Ahead::Other,
                }
            }
            _ => Ahead::Other,
        },
        _ => Ahead::Other,
    }
}

/// A chain of tags may be of any length: no recursion.
fn untagged(mut value: &Value) -> &Value {
    while let Value::Tag(_, content) = value {
        value = content;
    }
    value
}

/// The first value that is no tag. A chain of tags may be of any length: no recursion.
#[inline]
fn below_tags<'a>(mut value: &'a Value, tagged: &mut Tagged) -> Result<&'a Value> {
    while let Value::Tag(tag, content) = value {
        tagged.tag(*tag)?;
        value = content;
    }
    Ok(value)
}

#[inline(never)]
fn bytes_node<'a>(
    value: &'a Value,
    bytes: &'a [u8],
    tagged: Tagged,
) -> Result<Node<CborSource<'a>>> {
    Ok(match tagged.bytes(bytes)? {
        Bytes::Text(text) => Node::Text(Cow::Owned(text)),
        Bytes::Digits(digits) => Node::Number(Cow::Owned(digits)),
        Bytes::Wrapped(wrapping) => {
            let tagged = tagged.in_objects(wrapping);
            if tagged.peel().is_none() {
                return Ok(Node::Text(Cow::Owned(tagged.wrapped(bytes)?)));
            }
            let inner = InnerMembers::Wrapped(value);
            Node::Object(Members { inner, tagged })
        }
        Bytes::Numbers => Node::Array(Elements(Inner::Bytes {
            bytes: bytes.iter(),
            tagged,
        })),
    })
}

fn non_text_label(key: &Value, mut tagged: Tagged) -> Result<Cow<'_, str>> {
    let item = match below_tags(key, &mut tagged)? {
        Value::Integer(value) => Item::Integer(i128::from(*value)),
        Value::Bytes(bytes) => Item::Bytes(bytes),
        Value::Text(text) => Item::Text(text),
        Value::Array(_) => Item::Array,
        Value::Map(_) => Item::Map,
        Value::Float(value) => Item::Float(*value),
        Value::Bool(value) => Item::Bool(*value),
        Value::Null => Item::Null,
        unknown => return Err(unsupported(unknown)),
    };
    tagged.label(item)
}

/// `Value` is non-exhaustive: a later ciborium may have more to it.
#[cold]
fn unsupported(_value: &Value) -> Error {
    Error::new(ErrorKind::UnsupportedValue {
        found: "a kind of ciborium::Value added after 0.2.2",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bignums, ByteStrings, NonTextLabels, Tags, to_vec};
    use crate::{EncodeOptions, NonFinite};
    use alloc::boxed::Box;
    use alloc::vec;
    use alloc::vec::Vec;
    use rstest::rstest;

    const DEFAULT: CborOptions = CborOptions::new();

    fn bytes(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_vec())
    }

    fn tag(tag: u64, content: impl Into<Value>) -> Value {
        Value::Tag(tag, Box::new(content.into()))
    }

    fn int(value: i128) -> Value {
        Value::Integer(
            value
                .try_into()
                .expect("in the range of major types 0 and 1"),
        )
    }

    fn hex(digits: &str) -> Vec<u8> {
        let pairs = digits.as_bytes().chunks(2);
        let byte = |pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap();
        pairs.map(byte).collect()
    }

    fn encoded(options: CborOptions, value: &Value) -> Result<Vec<u8>> {
        to_vec(options.source(value))
    }

    /// Every case of RFC 8949 Appendix A that a `Value` can hold; the JSON text stands for the element.
    #[rstest]
    #[case::zero("00", b"\x130")]
    #[case::twenty_four("1818", b"\x2324")]
    #[case::billions("1b000000e8d4a51000", b"\xc3\x0d1000000000000")]
    #[case::u64_max("1bffffffffffffffff", b"\xc3\x1418446744073709551615")]
    #[case::bignum("c249010000000000000000", b"\xc3\x1418446744073709551616")]
    #[case::smallest("3bffffffffffffffff", b"\xc3\x15-18446744073709551616")]
    #[case::negative_bignum("c349010000000000000000", b"\xc3\x15-18446744073709551617")]
    #[case::minus_one("20", b"\x23-1")]
    #[case::half_zero("f90000", b"\x350.0")]
    #[case::half_minus_zero("f98000", b"\x45-0.0")]
    #[case::half_one("f93c00", b"\x351.0")]
    #[case::double("fb3ff199999999999a", b"\x351.1")]
    #[case::half_max("f97bff", b"\x7565504.0")]
    #[case::single("fa47c35000", b"\x85100000.0")]
    #[case::single_max("fa7f7fffff", b"\xc5\x163.4028234663852886e+38")]
    #[case::large("fb7e37e43c8800759c", b"\x651e+300")]
    #[case::half_smallest("f90001", b"\xc5\x145.960464477539063e-8")]
    #[case::half_infinity("f97c00", b"\x00")]
    #[case::half_nan("f97e00", b"\x00")]
    #[case::double_minus_infinity("fbfff0000000000000", b"\x00")]
    #[case::falsehood("f4", b"\x02")]
    #[case::truth("f5", b"\x01")]
    #[case::null("f6", b"\x00")]
    #[case::undefined("f7", b"\x00")]
    #[case::date(
        "c074323031332d30332d32315432303a30343a30305a",
        b"\xc7\x142013-03-21T20:04:00Z"
    )]
    #[case::epoch("c11a514b67b0", b"\xa31363896240")]
    #[case::epoch_float("c1fb41d452d9ec200000", b"\xc5\x0c1363896240.5")]
    #[case::hint("d74401020304", b"\x8701020304")]
    #[case::embedded("d818456449455446", b"\x77ZElFVEY")]
    #[case::uri(
        "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
        b"\xc7\x16http://www.example.com"
    )]
    #[case::no_bytes("40", b"\x07")]
    #[case::bytes("4401020304", b"\x67AQIDBA")]
    #[case::no_text("60", b"\x07")]
    #[case::text("6449455446", b"\x47IETF")]
    #[case::escapes("62225c", b"\x48\\\"\\\\")]
    #[case::non_ascii("64f0908591", b"\x47\xf0\x90\x85\x91")]
    #[case::no_array("80", b"\x0b")]
    #[case::array("8301820203820405", b"\xcb\x0c\x131\x4b\x132\x133\x4b\x134\x135")]
    #[case::no_map("a0", b"\x0c")]
    #[case::integer_keys("a201020304", b"\x8c\x171\x132\x173\x134")]
    #[case::map("a26161016162820203", b"\xbc\x17a\x131\x17b\x4b\x132\x133")]
    #[case::indefinite_bytes("5f42010243030405ff", b"\x77AQIDBAU")]
    #[case::indefinite_text("7f657374726561646d696e67ff", b"\x97streaming")]
    #[case::indefinite_array("9fff", b"\x0b")]
    #[case::indefinite_map("bf6346756ef563416d7421ff", b"\xcc\x0c\x37Fun\x01\x37Amt\x23-2")]
    fn appendix_a_has_its_json_form(#[case] cbor: &str, #[case] expected: &[u8]) {
        let value: Value = ciborium::from_reader(hex(cbor).as_slice()).expect("well-formed");
        assert_eq!(to_vec(&value).expect("encodes"), expected);
    }

    #[rstest]
    #[case::base64url(ByteStrings::Base64Url, b"\x37-_8")]
    #[case::base64(ByteStrings::Base64, b"\x47+/8=")]
    #[case::hex(ByteStrings::Hex, b"\x47FBFF")]
    #[case::numbers(ByteStrings::Numbers, b"\x8b\x33251\x33255")]
    fn byte_strings_follow_their_policy(#[case] policy: ByteStrings, #[case] expected: &[u8]) {
        let options = DEFAULT.byte_strings(policy);
        assert_eq!(
            encoded(options, &bytes(&[0xfb, 0xff])).expect("encodes"),
            expected
        );
    }

    #[test]
    fn byte_strings_as_numbers_are_elements_like_others() {
        let value = Value::Array(vec![bytes(&[]), bytes(&[0]), Value::Null]);
        let options = DEFAULT.byte_strings(ByteStrings::Numbers);
        let blob = encoded(options, &value).expect("encodes");
        assert_eq!(blob, b"\x5b\x0b\x2b\x130\x00");
    }

    #[test]
    fn hint_reaches_every_byte_string_inside_and_the_inner_one_wins() {
        let value = Value::Array(vec![
            tag(
                23,
                Value::Map(vec![
                    (bytes(&[0xfb]), Value::Array(vec![bytes(&[0xfb])])),
                    (
                        tag(22, bytes(&[0xfb])),
                        tag(22, Value::Array(vec![bytes(&[0xfb])])),
                    ),
                    ("c".into(), tag(100, bytes(&[0xfb]))),
                ]),
            ),
            bytes(&[0xfb]),
        ]);
        let blob = to_vec(&value).expect("encodes");
        let object = b"\xcc\x17\x27FB\x3b\x27FB\x47+w==\x5b\x47+w==\x17c\x27FB";
        let expected = [b"\xcb\x1c".as_slice(), object, b"\x27-w"].concat();
        assert_eq!(blob, expected);
    }

    #[rstest]
    #[case::digits(DEFAULT, b"\xc3\x17-4722366482869645213696")]
    #[case::base64url(DEFAULT.bignums(Bignums::Base64Url), b"\xc7\x0d~____________")]
    fn bignums_follow_their_policy(#[case] options: CborOptions, #[case] expected: &[u8]) {
        let value = tag(23, tag(3, bytes(&[0xff; 9])));
        assert_eq!(encoded(options, &value).expect("encodes"), expected);
    }

    #[test]
    fn bignum_tag_on_anything_else_is_a_tag_without_a_meaning() {
        let value = tag(2, "abc");
        assert_eq!(to_vec(&value).expect("dropped"), b"\x37abc");
        let error = encoded(DEFAULT.tags(Tags::Error), &value).expect_err("refused");
        assert_eq!(*error.kind(), ErrorKind::UnsupportedTag { tag: 2 });
    }

    #[rstest]
    #[case::tag(
        DEFAULT.tags(Tags::Error), Value::Array(vec![tag(55799, tag(32, "a"))]),
        ErrorKind::UnsupportedTag { tag: 32 }, "/0")]
    #[case::bytes(
        DEFAULT.byte_strings(ByteStrings::Error),
        Value::Map(vec![("k".into(), tag(22, bytes(&[1, 2, 3])))]),
        ErrorKind::UnsupportedBytes { len: 3 }, "/k")]
    #[case::bignum(
        DEFAULT.max_bignum_len(17), Value::Array(vec![int(0), tag(2, bytes(&[1; 18]))]),
        ErrorKind::BignumTooLong { len: 18, limit: 17 }, "/1")]
    #[case::label(
        DEFAULT, Value::Map(vec![("o".into(), Value::Map(vec![(Value::Array(vec![]), int(1))]))]),
        ErrorKind::UnsupportedLabel { found: "an array" }, "/o")]
    #[case::map_as_label(
        DEFAULT, Value::Map(vec![(tag(1, Value::Map(vec![])), int(1))]),
        ErrorKind::UnsupportedLabel { found: "a map" }, "")]
    #[case::text_only(
        DEFAULT.labels(NonTextLabels::Error), Value::Map(vec![(int(1), int(1))]),
        ErrorKind::UnsupportedLabel { found: "an integer" }, "")]
    #[case::non_finite(
        DEFAULT.non_finite(NonFinite::Error), Value::Array(vec![Value::Float(f64::INFINITY)]),
        ErrorKind::NonFinite { value: f64::INFINITY }, "/0")]
    fn refusals_say_what_and_where(
        #[case] options: CborOptions,
        #[case] value: Value,
        #[case] kind: ErrorKind,
        #[case] pointer: &str,
    ) {
        let error = encoded(options, &value).expect_err("refused");
        assert_eq!(*error.kind(), kind);
        assert_eq!(error.pointer(), Some(pointer));
    }

    #[test]
    fn every_scalar_is_a_label() {
        let keys = [
            int(-1),
            Value::Float(1.5),
            Value::Bool(true),
            Value::Null,
            bytes(&[1]),
            tag(2, bytes(&[1, 0])),
            tag(0, "t"),
            "t".into(),
        ];
        let map = Value::Map(keys.into_iter().map(|key| (key, Value::Null)).collect());
        let blob = to_vec(&map).expect("encodes");
        let expected = b"\xcc\x24\x27-1\x00\x371.5\x00\x47true\x00\x47null\x00\x27AQ\x00\x37256\x00\x17t\x00\x17t\x00";
        assert_eq!(blob, expected);
    }

    #[rstest]
    #[case::encoder_alone(None, NonFinite::Overflow, b"\xcb\x0e\x559e999\x65-9e999\x00")]
    #[case::own_policy_wins(Some(NonFinite::Null), NonFinite::Error, b"\x3b\x00\x00\x00")]
    #[case::own_overflow(
        Some(NonFinite::Overflow),
        NonFinite::Error,
        b"\xcb\x0e\x559e999\x65-9e999\x00"
    )]
    fn non_finite_floats_follow_the_source_then_the_encoder(
        #[case] own: Option<NonFinite>,
        #[case] encoder: NonFinite,
        #[case] expected: &[u8],
    ) {
        let value = Value::Array(vec![
            Value::Float(f64::INFINITY),
            Value::Float(f64::NEG_INFINITY),
            Value::Float(f64::NAN),
        ]);
        let options = own.map_or(DEFAULT, |policy| DEFAULT.non_finite(policy));
        let blob = EncodeOptions::new()
            .non_finite(encoder)
            .to_vec(options.source(&value));
        assert_eq!(blob.expect("encodes"), expected);
    }

    #[test]
    fn chain_of_tags_of_any_length_is_a_loop() {
        let chain = || (0..200_000).fold(tag(3, bytes(&[1, 0])), |content, _| tag(23, content));
        let map = Value::Map(vec![(chain(), chain())]);
        let blob = to_vec(&map);
        take_apart(map);
        assert_eq!(blob.expect("encodes"), b"\xac\x47-257\x43-257");
    }

    #[test]
    fn text_of_the_tree_is_borrowed() {
        let value = Value::Map(vec![("a".into(), "b".into())]);
        let Ok(Node::Object(mut members)) = DEFAULT.source(&value).node() else {
            panic!("an object");
        };
        let (label, element) = members.next().expect("a member").expect("text");
        assert!(matches!(label, Cow::Borrowed("a")));
        assert!(matches!(element.node(), Ok(Node::Text(Cow::Borrowed("b")))));
    }

    /// Drops a tree without the recursion of its own `Drop`, for which the stack of a test is too short.
    fn take_apart(value: Value) {
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            match value {
                Value::Tag(_, content) => left.push(*content),
                Value::Array(elements) => left.extend(elements),
                Value::Map(members) => {
                    left.extend(members.into_iter().flat_map(|(key, value)| [key, value]));
                }
                _ => {}
            }
        }
    }
}
