//! Promises 2 to 4 while encoding: depth, limits, errors with their place, memory.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};
use std::iter::{self, once};

use rstest::rstest;
use serde_json::json;
use sqlite_jsonb::format::{ElementType, Header};
use sqlite_jsonb::{
    CborBytes, EncodeOptions, Encoder, Error, ErrorKind, JsonText, JsonbSource, Node, to_vec,
    to_writer,
};
use sqlite_jsonb_tests::{Deep, Nesting};

/// The blob of a deep document, built from the inside out.
fn expected(nesting: Nesting, containers: usize) -> Vec<u8> {
    let mut reversed = vec![b'1', 0x13];
    for container in 1..=containers {
        let is_object = match nesting {
            Nesting::Arrays => false,
            Nesting::Objects => true,
            Nesting::Mixed => container % 2 == 0,
        };
        let element_type = if is_object {
            reversed.extend([b'k', 0x17]);
            ElementType::Object
        } else {
            ElementType::Array
        };
        let size = u32::try_from(reversed.len()).expect("small enough");
        let header = Header::new(element_type, size).to_bytes();
        reversed.extend(header.as_ref().iter().rev());
    }
    reversed.reverse();
    reversed
}

#[rstest]
#[case::arrays(Nesting::Arrays)]
#[case::objects(Nesting::Objects)]
#[case::mixed(Nesting::Mixed)]
fn depth_is_bounded_by_memory_alone(
    #[case] nesting: Nesting,
    #[values(1, 2_000, 100_000)] depth: usize,
) {
    let blob = std::thread::Builder::new()
        .stack_size(128 << 10)
        .spawn(move || to_vec(Deep::new(nesting, depth)).expect("any depth encodes"))
        .expect("a thread starts")
        .join()
        .expect("a small stack is enough");
    assert_eq!(blob, expected(nesting, depth));
}

#[test]
fn deeper_than_the_limit_names_the_container() {
    let options = EncodeOptions::new().max_depth(3);
    assert!(options.to_vec(Deep::new(Nesting::Mixed, 3)).is_ok());
    let error = options.to_vec(Deep::new(Nesting::Mixed, 4)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 3 });
    assert_eq!(error.pointer(), Some("/k/0/k"));
    assert!(error.is_limit());
    assert!(EncodeOptions::new().max_depth(0).to_vec(&json!(1)).is_ok());
    let error = EncodeOptions::new()
        .max_depth(0)
        .to_vec(&json!([]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "containers nest deeper than 0, at the root"
    );
}

/// Each label of the place is found once: in time that grows with the depth, not with its square.
#[test]
fn place_below_many_labels_is_found_in_linear_time() {
    const DEPTH: usize = 400_000;
    let expected = "/k".repeat(DEPTH);

    let options = EncodeOptions::new().max_depth(DEPTH);
    let error = options.to_vec(Deep::new(Nesting::Objects, DEPTH + 1));
    let error = error.expect_err("too deep");
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: DEPTH });
    assert!(error.pointer() == Some(&*expected));

    let mut encoder = Encoder::new();
    let mut writer = encoder.writer();
    for _ in 0..DEPTH {
        writer.begin_object().expect("a value may come");
        writer.label("k").expect("a label may come");
    }
    let error = writer.number("x").map(drop).expect_err("no literal");
    assert!(error.pointer() == Some(&*expected));

    let cbor = [b"\xa1\x61k".repeat(DEPTH), vec![0xff]].concat();
    let error = to_vec(&CborBytes::new(&cbor)).expect_err("a break");
    assert!(error.pointer() == Some(&*expected));
}

/// Labels of every form and length, on both sides of the border between two chunks.
#[test]
fn place_names_labels_as_they_were_given() {
    let labels: Vec<String> = (0..300)
        .flat_map(|len| ["x".repeat(len), "\"~/é\n".repeat(len)])
        .collect();
    let mut encoder = Encoder::new();
    let mut writer = encoder.writer();
    let mut expected = String::new();
    for label in &labels {
        writer.begin_array().expect("a value may come");
        writer.text(label).expect("a text");
        writer.begin_object().expect("a value may come");
        writer.label("before").expect("a label may come");
        writer.text(label).expect("a text");
        writer.label(label).expect("a label may come");
        expected += "/1/";
        expected += &label.replace('~', "~0").replace('/', "~1");
    }
    let error = writer.number("x").map(drop).expect_err("no literal");
    assert_eq!(error.pointer(), Some(&*expected));
}

#[rstest]
#[case::scalar(json!("0123456789ab"))]
#[case::array(json!([1, [2, 3], {"a": "b"}]))]
#[case::empty_containers(json!([[], [], {}]))]
fn limit_of_length_is_exact(#[case] value: serde_json::Value) {
    let blob = to_vec(&value).expect("no limit");
    let limited = |limit| EncodeOptions::new().max_len(limit).to_vec(&value);
    assert_eq!(limited(blob.len()).expect("just fits"), blob);
    for limit in 0..blob.len() {
        let error = limited(limit).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::TooLarge { limit });
        assert!(error.pointer().is_some(), "with {limit} bytes");
    }
}

#[rstest]
#[case::header_of_the_root(r#"["0123456789abc"]"#, 16, "")]
#[case::root(r#"["0123456789abc"]"#, 15, "")]
#[case::array(r#"["0123456789abc",[1,2]]"#, 20, "/1")]
#[case::object(r#"{"a":"0123456789abc","~/":{"x":[],"y":"/"}}"#, 25, "/~0~1")]
fn what_is_too_long_is_named_by_text_as_by_its_tree(
    #[case] text: &str,
    #[case] limit: usize,
    #[case] pointer: &str,
) {
    let options = EncodeOptions::new().max_len(limit);
    let tree: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let errors = [
        options.to_vec(&tree).unwrap_err(),
        options.to_vec(JsonText::new(text)).unwrap_err(),
        sqlite_jsonb::serde::to_vec_with(&tree, options).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(*error.kind(), ErrorKind::TooLarge { limit });
        assert_eq!(error.pointer(), Some(pointer));
    }
}

/// A source that can do whatever a test asks of it.
enum Wild {
    Int,
    Literal(&'static str),
    Nan,
    Fails,
    Endless,
    EndlessDepth,
    FailsBetweenElements,
    FailsBetweenMembers,
    Members(Vec<(&'static str, Wild)>),
}

type WildElements = Box<dyn Iterator<Item = Result<Wild, Broken>>>;
type WildMembers = Box<dyn Iterator<Item = Result<(&'static str, Wild), Broken>>>;

#[derive(Debug)]
struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the cable broke")
    }
}

impl std::error::Error for Broken {}

impl From<Broken> for Error {
    fn from(broken: Broken) -> Self {
        Error::from_source(broken)
    }
}

impl JsonbSource for Wild {
    type Text = &'static str;
    type Error = Broken;
    type Elements = WildElements;
    type Members = WildMembers;

    fn node(self) -> Result<Node<Self>, Broken> {
        Ok(match self {
            Wild::Int => Node::Int(1),
            Wild::Literal(literal) => Node::Number(literal),
            Wild::Nan => Node::Float(f64::NAN),
            Wild::Fails => return Err(Broken),
            Wild::Endless => array(iter::repeat_with(|| Ok(Wild::Int))),
            Wild::EndlessDepth => array(once(Ok(Wild::EndlessDepth))),
            Wild::FailsBetweenElements => array([Ok(Wild::Int), Err(Broken)].into_iter()),
            Wild::FailsBetweenMembers => object([Ok(("a", Wild::Int)), Err(Broken)].into_iter()),
            Wild::Members(members) => object(members.into_iter().map(Ok)),
        })
    }
}

fn array(elements: impl Iterator<Item = Result<Wild, Broken>> + 'static) -> Node<Wild> {
    let elements: WildElements = Box::new(elements);
    Node::Array(elements)
}

fn object(
    members: impl Iterator<Item = Result<(&'static str, Wild), Broken>> + 'static,
) -> Node<Wild> {
    let members: WildMembers = Box::new(members);
    Node::Object(members)
}

#[rstest]
#[case::element(Wild::Fails, "x/~\"\n", "/x~1~0\"\n")]
#[case::between_elements(Wild::FailsBetweenElements, "x", "/x/1")]
#[case::between_members(Wild::FailsBetweenMembers, "x", "/x")]
fn failure_of_a_source_comes_back_with_its_place(
    #[case] value: Wild,
    #[case] label: &'static str,
    #[case] pointer: &str,
) {
    let document = Wild::Members(vec![
        ("before", Wild::Int),
        (label, value),
        ("after", Wild::Fails),
    ]);
    let error = to_vec(document).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Source);
    assert_eq!(error.pointer(), Some(pointer));
    let cause = std::error::Error::source(&error).expect("the cause is kept");
    assert!(cause.is::<Broken>());
    assert!(error.to_string().starts_with("the cable broke, at /x"));
}

#[rstest]
#[case::word("abc")]
#[case::empty("")]
#[case::leading_zero("01")]
#[case::hex("0x10")]
#[case::quote("1\"")]
fn number_that_is_no_literal_is_refused(#[case] literal: &'static str) {
    let error = to_vec(Wild::Members(vec![("n", Wild::Literal(literal))])).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidNumber { .. }));
    assert_eq!(error.pointer(), Some("/n"));
}

#[test]
fn nan_is_refused_where_the_policy_says_so() {
    let document = || Wild::Members(vec![("n", Wild::Nan)]);
    assert_eq!(
        to_vec(document()).expect("null by default"),
        b"\x3c\x17n\x00"
    );
    let error = EncodeOptions::new()
        .non_finite(sqlite_jsonb::NonFinite::Error)
        .to_vec(document())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "float is NaN, expected a finite number, at /n"
    );
}

#[rstest]
#[case::elements(Wild::Endless)]
#[case::depth(Wild::EndlessDepth)]
fn source_without_an_end_stops_at_the_limit(#[case] document: Wild) {
    let limit = 100_000;
    let error = EncodeOptions::new()
        .max_len(limit)
        .to_vec(document)
        .unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::TooLarge { limit });
}

#[test]
fn encoder_is_as_new_after_an_error() {
    let mut encoder = Encoder::new();
    let mut blobs = vec![0xee];
    assert!(
        encoder
            .append_to(&mut blobs, Wild::FailsBetweenMembers)
            .is_err()
    );
    assert_eq!(
        blobs,
        [0xee],
        "nothing is appended of a document that fails"
    );
    encoder
        .append_to(&mut blobs, &json!([1]))
        .expect("a good document");
    assert_eq!(blobs, b"\xee\x2b\x131");
}

#[test]
fn plan_writes_the_same_bytes_to_every_destination() {
    let value =
        json!({"k": ["x".repeat(3000), {"a": [1, 2.5, null]}, "\n".repeat(20_000)], "z": {}});
    let blob = to_vec(&value).expect("encodes");
    let mut encoder = Encoder::new();
    let plan = encoder.plan(&value).expect("plans");
    assert_eq!(plan.encoded_len(), blob.len());
    assert_eq!(plan.to_vec().expect("memory"), blob);

    let mut slice = vec![0xaa; blob.len() + 3];
    assert_eq!(plan.write_to_slice(&mut slice).expect("fits"), blob.len());
    assert_eq!(slice[..blob.len()], blob);
    assert_eq!(slice[blob.len()..], [0xaa; 3]);

    let mut short = vec![0xaa; blob.len() - 1];
    let error = plan.write_to_slice(&mut short).unwrap_err();
    let (needed, available) = (blob.len(), blob.len() - 1);
    assert_eq!(
        *error.kind(),
        ErrorKind::BufferTooSmall { needed, available }
    );
    assert!(short.iter().all(|byte| *byte == 0xaa), "nothing is written");

    let mut writer = Counting::default();
    plan.write_to(&mut writer).expect("writes");
    assert_eq!(writer.bytes, blob);
    assert!(writer.calls.get() < 12, "{} calls", writer.calls.get());
    assert!(writer.flushed);
}

#[derive(Default)]
struct Counting {
    bytes: Vec<u8>,
    calls: Cell<usize>,
    flushed: bool,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls.set(self.calls.get() + 1);
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = true;
        Ok(())
    }
}

#[test]
fn error_of_a_writer_comes_back_with_its_kind() {
    let mut full: &mut [u8] = &mut [0; 2];
    let error = to_writer(&mut full, &json!([1, 2])).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Io(io::ErrorKind::WriteZero));
    assert!(error.is_io());
}

/// A source whose iterators ask for the alignment of a cache line.
#[repr(align(64))]
struct Aligned(std::ops::Range<u8>);

impl Iterator for Aligned {
    type Item = Result<Nested, std::convert::Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        assert_eq!(std::ptr::from_ref(self).addr() % 64, 0);
        self.0.next().map(|depth| Ok(Nested(depth)))
    }
}

/// An array with a nested one of each depth below its own.
struct Nested(u8);

impl JsonbSource for Nested {
    type Text = &'static str;
    type Error = std::convert::Infallible;
    type Elements = Aligned;
    type Members = iter::Empty<Result<(&'static str, Self), Self::Error>>;

    fn node(self) -> Result<Node<Self>, Self::Error> {
        Ok(Node::Array(Aligned(0..self.0)))
    }
}

#[test]
fn iterators_may_be_aligned_as_they_like() {
    let blob = to_vec(Nested(4)).expect("any alignment");
    assert_eq!(
        sqlite_jsonb::to_json(&blob).expect("valid"),
        "[[],[[]],[[],[[]]],[[],[[]],[[],[[]]]]]"
    );
}
