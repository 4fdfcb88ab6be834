//! Random documents, with the hard cases of every kind of value among them.

use proptest::prelude::*;
use serde_json::{Map, Value};

/// The lengths around which a header grows, in bytes.
const HEADER_STEPS: [usize; 6] = [11, 12, 255, 256, 65_535, 65_536];

/// Trees of every kind of value; nested up to about 40 deep, at most 8 members an object.
///
/// A tree does not always survive its own text: serde_json reads a float with an error of one unit in the last place,
/// unless its feature `float_roundtrip` is on.
///
/// # Examples
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(tree in sqlite_jsonb_tests::tree::tree())| {
///     prop_assert!(!sqlite_jsonb::to_vec(&tree)?.is_empty());
/// });
/// ```
pub fn tree() -> impl Strategy<Value = Value> {
    let shallow = scalar().prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::Array),
            prop::collection::vec((string(), inner), 0..8).prop_map(object),
        ]
    });
    let wrappings = prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(prop::option::of(string()), 0..32),
    ];
    (shallow, wrappings).prop_map(|(tree, labels)| labels.into_iter().fold(tree, wrap))
}

/// Null, booleans, numbers and strings.
pub fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        3 => integer(),
        3 => float().prop_map(Value::from),
        4 => string().prop_map(Value::from),
    ]
}

/// Integers of the whole range from `i64::MIN` to `u64::MAX`, its ends among them.
pub fn integer() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i8>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop::sample::select(vec![0, -1, i64::MIN, i64::MIN + 1, i64::MAX]).prop_map(Value::from),
        prop::sample::select(vec![u64::MAX, u64::MAX - 1, 1 << 63, 1 << 53]).prop_map(Value::from),
    ]
}

/// Finite floats of every size and both signs, both zeros and the ends of the range among them.
pub fn float() -> impl Strategy<Value = f64> {
    use prop::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    let corners = vec![
        0.0,
        -0.0,
        1.0,
        0.1,
        1e15,
        1e16,
        1e17,
        1e21,
        1e-5,
        1e-7,
        1e300,
        5e-324,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        9_007_199_254_740_993.0,
        18_446_744_073_709_551_616.0,
    ];
    prop_oneof![
        NEGATIVE | NORMAL | POSITIVE | SUBNORMAL | ZERO,
        prop::sample::select(corners),
        any::<i32>().prop_map(f64::from),
    ]
}

/// Strings: empty, plain, with everything that needs an escape or looks as if it did, and of lengths at which headers
/// grow.
pub fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z]{0,6}",
        6 => prop::collection::vec(character(), 0..40).prop_map(String::from_iter),
        2 => any::<String>(),
        1 => prop::sample::select(HEADER_STEPS.as_slice()).prop_map(|len| "x".repeat(len)),
        1 => prop::sample::select(HEADER_STEPS.as_slice()).prop_map(|len| "\"".repeat(len / 2)),
    ]
}

/// Characters that writers and readers get wrong, and plain ones.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::char::range('\0', '\u{1f}'),
        3 => prop::sample::select(vec!['"', '\\', '/', '\'', '~', '\u{7f}']),
        2 => prop::sample::select(vec!['\u{80}', 'é', '\u{2028}', '\u{fffd}', '\u{ffff}', '日', '😀']),
        4 => prop::char::range(' ', '~'),
        1 => any::<char>(),
    ]
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(members.into_iter().collect())
}

/// The tree as the value of a member, or as an element of an array between two empty containers.
fn wrap(tree: Value, label: Option<String>) -> Value {
    match label {
        Some(label) => object(vec![(label, tree)]),
        None => Value::Array(vec![
            Value::Object(Map::new()),
            tree,
            Value::Array(Vec::new()),
        ]),
    }
}
