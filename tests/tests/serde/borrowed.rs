//! Strings of the blob itself.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rstest::rstest;
use serde::Deserialize;
use sqlite_jsonb::serde::from_slice;

#[rstest]
#[case::text(b"\x27ab", Some("ab"))]
#[case::textj_without_escape(b"\x28ab", Some("ab"))]
#[case::textraw(b"\x2aa\"", Some("a\""))]
#[case::escape(b"\x28\\n", None)]
#[case::text5(b"\x49\\x41", None)]
fn text_is_borrowed_where_nothing_is_escaped(#[case] blob: &[u8], #[case] expected: Option<&str>) {
    assert_eq!(from_slice::<&str>(blob).ok(), expected);
    let owned: String = from_slice(blob).expect("a string");
    assert_eq!(expected.unwrap_or(&owned), owned);
    assert_eq!(from_slice::<&[u8]>(blob).ok(), expected.map(str::as_bytes));
}

#[test]
fn cow_takes_both() {
    #[derive(Deserialize)]
    struct Texts<'a> {
        #[serde(borrow)]
        plain: Cow<'a, str>,
        #[serde(borrow)]
        escaped: Cow<'a, str>,
    }

    let blob = b"\xcc\x13\x57plain\x17a\x77escaped\x28\\n";
    let texts: Texts<'_> = from_slice(blob).expect("decodes");
    assert!(matches!(texts.plain, Cow::Borrowed("a")));
    assert!(matches!(texts.escaped, Cow::Owned(text) if text == "\n"));
}

#[test]
fn labels_of_each_text_type_are_keys() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Fields {
        b: u8,
        c: u8,
    }

    // {"a":0,"b":1,"c":2,"\"":3}, with fields of structs among them.
    let blob = b"\xcc\x18\x17a\x130\x68\\u0062\x131\x49\\x63\x132\x1a\"\x133";
    let keys: BTreeMap<String, u8> = from_slice(blob).expect("decodes");
    assert_eq!(keys.into_keys().collect::<String>(), "\"abc");
    assert_eq!(
        from_slice::<Fields>(blob).expect("decodes"),
        Fields { b: 1, c: 2 }
    );
}
