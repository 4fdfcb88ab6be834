//! How do I encode many documents without allocating for each?

use rusqlite::{Connection, params};
use sqlite_jsonb::{EncodeOptions, Encoder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut db = Connection::open_in_memory()?;
    db.execute_batch("CREATE TABLE event (id INTEGER PRIMARY KEY, data BLOB)")?;

    // The limits of SQLite itself: nothing is stored that its JSON functions could not read.
    let mut encoder = Encoder::with_options(EncodeOptions::sqlite());
    let mut blob = Vec::new();
    let transaction = db.transaction()?;
    {
        let mut insert = transaction.prepare("INSERT INTO event (data) VALUES (?1)")?;
        for line in (0..1000).map(|id| format!(r#"{{"id": {id}, "kind": "tick"}}"#)) {
            let mut bytes = line.into_bytes();
            let tape = simd_json::to_tape(&mut bytes)?;
            blob.clear();
            encoder.append_to(&mut blob, &tape)?;
            insert.execute(params![blob])?;
        }
    }
    transaction.commit()?;

    let sum: i64 = db.query_row("SELECT sum(data ->> '$.id') FROM event", [], |row| {
        row.get(0)
    })?;
    assert_eq!(sum, 499_500);
    println!("1000 rows, ids add up to {sum}");
    Ok(())
}
