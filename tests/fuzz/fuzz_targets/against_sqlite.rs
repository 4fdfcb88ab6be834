//! Any bytes as a blob and as JSON text, here and in SQLite.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sqlite_jsonb::{EncodeOptions, JsonText};

// The differences that the documentation lists are known there.
#[path = "../../tests/decode_oracle/compare.rs"]
mod compare;
#[path = "../../tests/decode_oracle/sqlite.rs"]
mod sqlite;
#[path = "../../tests/decode_oracle/tree.rs"]
mod tree;

use sqlite::Sqlite;

thread_local! {
    static SQLITE: Sqlite = Sqlite::new();
}

fuzz_target!(|bytes: &[u8]| {
    SQLITE.with(|sqlite| {
        if let Err(difference) = compare::compare(sqlite, bytes) {
            panic!("{difference}");
        }
        // SQLite reads a text up to the first NUL.
        if let Ok(text) = str::from_utf8(bytes)
            && !text.contains('\0')
        {
            same_of_text(sqlite, text);
        }
    });
});

fn same_of_text(Sqlite(sqlite): &Sqlite, text: &str) {
    let mut query = sqlite
        .prepare_cached(
            "SELECT json_valid(?1, 1), CASE json_valid(?1, 1) WHEN 1 THEN jsonb(?1) END",
        )
        .expect("the statement is right");
    let row = query.query_row([text], |row| Ok((row.get::<_, bool>(0)?, row.get(1)?)));
    let (is_json, theirs): (bool, Option<Vec<u8>>) = row.expect("it is asked for JSON alone");
    let ours = EncodeOptions::sqlite().to_vec(JsonText::new(text));
    assert_eq!(ours.is_ok(), is_json, "{ours:?} of {text:?}");
    if let Ok(ours) = ours {
        assert_eq!(Some(ours), theirs, "of {text:?}");
    }
}
