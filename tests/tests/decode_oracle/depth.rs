//! How deep containers may nest.

use rstest::rstest;
use sqlite_jsonb::format::ElementType;
use sqlite_jsonb::{DecodeOptions, Element, ErrorKind, to_json, validate};

use crate::blobs::nested;
use crate::sqlite::Sqlite;

#[rstest]
#[case(ElementType::Array, "[", "]")]
#[case(ElementType::Object, "{\"\":", "}")]
fn depth_1000_is_read_and_1001_is_not(
    #[case] element_type: ElementType,
    #[case] open: &str,
    #[case] close: &str,
) {
    let sqlite = Sqlite::new();
    let blob = nested(element_type, 1000, &[0x00]);
    let json = to_json(&blob).expect("within the limit");
    let expected = [open.repeat(1000), "null".into(), close.repeat(1000)].concat();
    assert_eq!(json, expected);
    assert_eq!(sqlite.text("json", &blob), Some(json));
    validate(&blob).expect("within the limit");
    sqlite_jsonb::from_slice::<serde_json::Value>(&blob).expect("within the limit");

    let blob = nested(element_type, 1001, &[]);
    assert_eq!(sqlite.text("json", &blob), None);
    let limit = 1000;
    for error in [
        validate(&blob).expect_err("too deep"),
        to_json(&blob).expect_err("too deep"),
        sqlite_jsonb::from_slice::<serde_json::Value>(&blob).expect_err("too deep"),
    ] {
        assert_eq!(*error.kind(), ErrorKind::TooDeep { limit });
        assert_eq!(error.offset(), Some(blob.len() - 1));
    }
}

#[test]
fn depth_100_000_is_read_on_a_small_stack() {
    const DEPTH: usize = 100_000;
    let read = || {
        for element_type in [ElementType::Array, ElementType::Object] {
            let blob = nested(element_type, DEPTH, &[]);
            let options = DecodeOptions::new().max_depth(DEPTH);
            options.validate(&blob).expect("within the limit");
            assert!(options.max_depth(DEPTH - 1).validate(&blob).is_err());
            let json = options.to_json(&blob).expect("within the limit");
            let element = Element::from_slice(&blob).expect("an element");
            assert_eq!(json, element.to_string());
            assert_eq!(sqlite_jsonb::to_vec(element).expect("encodes"), blob);

            let mut value: serde_json::Value = options.from_slice(&blob).expect("within the limit");
            let mut depth = 0;
            // Taken apart from the outside in, since dropping such a tree as a whole recurses.
            loop {
                depth += 1;
                let child = match value {
                    serde_json::Value::Array(mut elements) => elements.pop(),
                    serde_json::Value::Object(mut members) => members.remove(""),
                    other => panic!("{other} is no container"),
                };
                match child {
                    Some(child) => value = child,
                    None => break,
                }
            }
            assert_eq!(depth, DEPTH);
        }
    };
    std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(read)
        .expect("a thread starts")
        .join()
        .expect("the thread ends well");
}
