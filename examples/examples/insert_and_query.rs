//! How do I store a document and ask SQL about it?

use rusqlite::{Connection, params};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = Connection::open_in_memory()?;
    // A column of type BLOB keeps the bytes as they are; the check refuses anything that is no JSONB.
    db.execute_batch(
        "CREATE TABLE book (id INTEGER PRIMARY KEY, data BLOB CHECK (json_valid(data, 8)));
         CREATE INDEX book_year ON book (data ->> '$.year');",
    )?;

    let book = json!({"title": "Emma", "year": 1815, "tags": ["novel", "comedy"]});
    let blob = sqlite_jsonb::to_vec(&book)?;
    db.execute("INSERT INTO book (data) VALUES (?1)", params![blob])?;

    // The same bytes as SQLite's own `jsonb()`, so blobs compare and join whoever wrote them.
    let is_same: bool = db.query_row(
        "SELECT data = jsonb(?1) FROM book",
        params![book.to_string()],
        |row| row.get(0),
    )?;
    assert!(is_same);

    let (title, second_tag): (String, String) = db.query_row(
        "SELECT data ->> '$.title', data ->> '$.tags[1]' FROM book WHERE data ->> '$.year' < 1900",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    assert_eq!((title.as_str(), second_tag.as_str()), ("Emma", "comedy"));
    println!("{title}: {second_tag}");
    Ok(())
}
