//! Types with everything that derives and serde's own implementations make of a type.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unit;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Newtype(pub(crate) Vec<i8>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair(pub(crate) u8, pub(crate) String);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Plain {
    First,
    #[serde(rename = "the \"second\"")]
    Second,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Id(pub(crate) i32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum External {
    Unit,
    Newtype(Option<bool>),
    Tuple(u8, char),
    Struct { a: (), b: f64 },
    Nested(Box<External>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Internal {
    Unit,
    Newtype(BTreeMap<String, u8>),
    Struct { a: Option<Box<Internal>> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
pub(crate) enum Adjacent {
    Unit,
    Newtype(i64),
    Tuple(u8, u8),
    Struct { a: String },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Untagged {
    Null,
    Bool(bool),
    Uint(u64),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Extra {
    x: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

/// Bytes as bytes, where a `Vec<u8>` is a sequence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BytesVisitor;

        impl<'de> Visitor<'de> for BytesVisitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.into()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Bytes, E> {
                Ok(Bytes(text.into()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = seq.next_element()? {
                    bytes.push(byte);
                }
                Ok(Bytes(bytes))
            }
        }

        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

/// A value that prints itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Shown(pub(crate) String);

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}", self.0))
    }
}

/// One of each; the fields are not in the order of their names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Everything {
    z_bool: bool,
    integers: (i8, i16, i32, i64, u8, u16, u32, u64),
    wide: (i128, u128),
    floats: (f32, f64),
    character: char,
    text: String,
    cow: Cow<'static, str>,
    bytes: Bytes,
    shown: Shown,
    unit: (),
    unit_struct: Unit,
    newtype: Newtype,
    pair: Pair,
    options: (Option<u8>, Option<u8>, Option<Unit>),
    array: [Option<String>; 2],
    plain: Vec<Plain>,
    external: Vec<External>,
    internal: Vec<Internal>,
    adjacent: Vec<Adjacent>,
    untagged: Vec<Untagged>,
    by_text: BTreeMap<String, Vec<()>>,
    by_integer: BTreeMap<i64, u8>,
    by_wide: BTreeMap<u128, u8>,
    by_bool: BTreeMap<bool, u8>,
    by_char: BTreeMap<char, u8>,
    by_variant: BTreeMap<Plain, u8>,
    by_newtype: BTreeMap<Id, u8>,
    result: Result<u8, String>,
    range: std::ops::Range<u8>,
    duration: std::time::Duration,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    skipped: Option<u8>,
    #[serde(rename = "a \"new\"\n name")]
    renamed: u8,
    #[serde(flatten)]
    extra: Extra,
}

impl Everything {
    pub(crate) fn new() -> Self {
        let internal = Internal::Struct {
            a: Some(Box::new(Internal::Unit)),
        };
        let untagged = vec![
            Untagged::Null,
            Untagged::Bool(true),
            Untagged::Uint(u64::MAX),
            Untagged::Int(-1),
            Untagged::Float(0.5),
            Untagged::Text("\"\n\u{1}é".into()),
        ];
        Self {
            z_bool: true,
            integers: (
                i8::MIN,
                i16::MIN,
                i32::MIN,
                i64::MIN,
                u8::MAX,
                u16::MAX,
                u32::MAX,
                u64::MAX,
            ),
            wide: (i64::MIN.into(), u64::MAX.into()),
            floats: (0.1, 1e300),
            character: '😀',
            text: "quote \" backslash \\ nul \0 apostrophe ' del \u{7f}".into(),
            cow: "x".repeat(300).into(),
            bytes: Bytes(vec![0, 34, 255]),
            shown: Shown("shown".into()),
            unit: (),
            unit_struct: Unit,
            newtype: Newtype(vec![-1, 0, 1]),
            pair: Pair(7, String::new()),
            options: (None, Some(3), None),
            array: [None, Some("b".into())],
            plain: vec![Plain::First, Plain::Second],
            external: vec![
                External::Unit,
                External::Newtype(None),
                External::Newtype(Some(false)),
                External::Tuple(1, '\n'),
                External::Struct { a: (), b: -0.0 },
                External::Nested(Box::new(External::Nested(Box::new(External::Unit)))),
            ],
            internal: vec![
                Internal::Unit,
                Internal::Newtype([("k".into(), 1)].into()),
                internal,
            ],
            adjacent: vec![
                Adjacent::Unit,
                Adjacent::Newtype(-5),
                Adjacent::Tuple(1, 2),
                Adjacent::Struct { a: "a".into() },
            ],
            untagged: vec![
                Untagged::List(untagged.clone()),
                Untagged::Map([("m".into(), Untagged::List(untagged))].into()),
            ],
            by_text: [(String::new(), vec![]), ("k".into(), vec![(), ()])].into(),
            by_integer: [(i64::MIN, 0), (0, 1), (i64::MAX, 2)].into(),
            by_wide: [(0, 0), (u128::MAX, 1)].into(),
            by_bool: [(false, 0), (true, 1)].into(),
            by_char: [('"', 0), ('é', 1)].into(),
            by_variant: [(Plain::First, 0), (Plain::Second, 1)].into(),
            by_newtype: [(Id(-3), 0), (Id(4), 1)].into(),
            result: Err("no".into()),
            range: 3..9,
            duration: std::time::Duration::new(5, 7),
            skipped: None,
            renamed: 9,
            extra: Extra {
                x: 1,
                rest: [
                    ("y".into(), Untagged::Uint(2)),
                    ("zz".into(), Untagged::Null),
                ]
                .into(),
            },
        }
    }
}
