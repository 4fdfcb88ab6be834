//! Any bytes as a blob, through every way of reading.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sqlite_jsonb::{
    DecodeOptions, Element, JsonStyle, JsonText, Overflow, dump::Dump, from_slice, to_json, to_vec,
    validate,
};

// The types that a build goes through one by one, unlike those of the library's own backends.
#[path = "../../tests/decode_oracle/tree.rs"]
mod tree;

fuzz_target!(|blob: &[u8]| {
    let verdict = validate(blob);
    let compact = to_json(blob);
    let pretty = DecodeOptions::new()
        .json_style(JsonStyle::Pretty)
        .to_json(blob);
    let tree = from_slice::<tree::Tree>(blob);
    if let Err(error) = &verdict {
        assert!(error.offset().is_some_and(|offset| offset <= blob.len()));
        assert!(compact.is_err() && pretty.is_err() && tree.is_err());
    }
    look_at(blob);
    let mut lines = Dump::new(blob);
    assert_eq!(lines.any(|line| line.fault().is_some()), verdict.is_err());
    if verdict.is_err() {
        return;
    }

    let tree = tree.expect("valid blobs are built");
    let compact = compact.expect("valid blobs are printed");
    let from_text = |text: &str| to_vec(JsonText::new(text)).expect("what is printed is JSON");
    let blob_of_text = from_text(&compact);
    assert_eq!(blob_of_text, from_text(&pretty.expect("valid")));
    assert_eq!(to_json(&blob_of_text).expect("valid"), compact);

    let canonical = to_vec(Element::from_slice(blob).expect("valid")).expect("valid");
    assert_eq!(from_slice::<tree::Tree>(&canonical).expect("valid"), tree);
    let again = Element::from_slice(&canonical).and_then(to_vec);
    assert_eq!(again.expect("valid"), canonical);

    // Numbers that no float holds are null for all.
    let options = DecodeOptions::new().overflow(Overflow::Null);
    let value: serde_json::Value = options.from_slice(blob).expect("valid");
    let same: serde_json::Value = options.from_slice(&canonical).expect("valid");
    assert_eq!(value, same);
    let _: simd_json::OwnedValue = options.from_slice(blob).expect("valid");
    let _: simd_json::BorrowedValue<'_> = options.from_slice(blob).expect("valid");
    let _: ciborium::Value = options.from_slice(blob).expect("valid");
    // Derived code recurses, and stops.
    if let Ok(by_serde) = sqlite_jsonb::serde::from_slice::<serde_json::Value>(blob) {
        assert_eq!(
            by_serde,
            from_slice::<serde_json::Value>(blob).expect("it was read")
        );
    }
});

/// Asks each element all that it can be asked, whether the blob is valid or not.
fn look_at(blob: &[u8]) {
    let Ok(root) = Element::from_slice(blob) else {
        return;
    };
    let _ = (
        root.path("$.a[0]"),
        root.path("$[#-1]"),
        root.pointer("/a/0"),
    );
    let mut rest = vec![root];
    // A blob of 4 KB holds no more; the limit is for what would be a fault.
    let mut left = 1 << 16;
    while let Some(element) = rest.pop() {
        left -= 1;
        assert!(left > 0, "more elements than bytes");
        assert!(element.as_bytes().len() <= blob.len());
        let _ = (
            element.as_str(),
            element.as_i64(),
            element.as_f64(),
            element.to_string(),
        );
        let _ = element
            .as_number()
            .map(|number| number.map(|number| number.to_string()));
        let _ = (element.get("a"), element.members().map(Iterator::count));
        rest.extend(element.children().filter_map(Result::ok));
    }
}
