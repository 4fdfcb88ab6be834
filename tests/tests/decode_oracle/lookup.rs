//! Elements found by path and by label.

use sqlite_jsonb::Element;
use sqlite_jsonb::format::ElementType;

use crate::blobs::element;
use crate::sqlite::Sqlite;

#[test]
fn paths_find_what_sqlite_finds() {
    let sqlite = Sqlite::new();
    let text = r#"{"a":[1,{"b c":[true,2.5]}],"é":{"":"x"},"a":2,"c.d":3,"\u0041":4,"q\"":5}"#;
    let blob: Vec<u8> = sqlite
        .0
        .query_row("SELECT jsonb(?)", [text], |row| row.get(0))
        .expect("the text is JSON");
    let root = Element::from_slice(&blob).expect("an element");
    for path in [
        "$",
        "$.a",
        "$.a[0]",
        "$.a[1]",
        "$.a[2]",
        "$.a[#]",
        "$.a[#-1]",
        "$.a[#-2]",
        "$.a[#-3]",
        "$.a[#-0]",
        "$.a[01]",
        "$.a[1].b c[0]",
        "$.a[1].\"b c\"[1]",
        "$.a[1].\"b\\u0020c\"[1]",
        "$.é.\"\"",
        "$.\"c.d\"",
        "$.c.d",
        "$.A",
        "$.\"\\x41\"",
        "$.\\u0041",
        "$.\"q\\\"\"",
        "$.q\"",
        "$.none",
        "$[0]",
        "$.a[18446744073709551617]",
        "",
        "a",
        "$.",
        "$.a[",
        "$.a[]",
        "$.a[-1]",
        "$.\"a",
        "$.a.",
        "$.a[#-]",
        "$a",
        "$.a[0",
    ] {
        let theirs = sqlite.0.query_row(
            "SELECT ?1 -> ?2 WHERE json_type(?1, ?2) IS NOT NULL",
            (&blob, path),
            |row| row.get::<_, String>(0),
        );
        let json = |element: Element<'_>| element.to_string();
        let ours = root.path(path).map(|found| found.map(json));
        match (ours, theirs) {
            (Ok(Some(ours)), Ok(theirs)) => assert_eq!(ours, theirs, "{path}"),
            (Ok(None), Err(rusqlite::Error::QueryReturnedNoRows))
            | (Err(_), Err(rusqlite::Error::SqliteFailure(..))) => {}
            (ours, theirs) => panic!("{path}: {ours:?}, not {theirs:?}"),
        }
    }
}

#[test]
fn labels_match_whatever_text_type_they_are_stored_as() {
    let sqlite = Sqlite::new();
    let labels = [
        (ElementType::TextJ, r"\u0041"),
        (ElementType::Text5, r"b\x43"),
        (ElementType::TextRaw, "d\"e"),
        (ElementType::Text, "é"),
        (ElementType::Text5, "f\\\ng"),
        (ElementType::TextRaw, "A"),
    ];
    let members = labels
        .iter()
        .zip(b"012345")
        .map(|((element_type, payload), digit)| {
            [
                element(*element_type, 0, payload.as_bytes()),
                vec![0x13, *digit],
            ]
            .concat()
        });
    let blob = element(
        ElementType::Object,
        0,
        &members.collect::<Vec<_>>().concat(),
    );
    let object = Element::from_slice(&blob).expect("an element");
    for (path, label, value) in [
        ("$.A", "A", 0),
        ("$.bC", "bC", 1),
        (r#"$."d\"e""#, "d\"e", 2),
        ("$.é", "é", 3),
        ("$.fg", "fg", 4),
    ] {
        let found = object.get(label).expect("valid").expect("a member");
        assert_eq!(found.as_i64().expect("valid"), Some(value));
        let found = object.path(path).expect("valid").expect("a member");
        assert_eq!(found.as_i64().expect("valid"), Some(value));
        let theirs: i64 = sqlite
            .0
            .query_row("SELECT ?1 ->> ?2", (&blob, path), |row| row.get(0))
            .expect("a member");
        assert_eq!(theirs, value, "{path}");
    }
}
