//! How does a program keep documents in a table with rusqlite, and let SQL find them?

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlite_jsonb_rusqlite::{Jsonb, JsonbSerde, element};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Station {
    name: String,
    height: f64,
    sensors: Vec<String>,
}

/// A BLOB that must be JSONB, a column made from it, and an index on a part of it.
const SCHEMA: &str = "
    CREATE TABLE stations (
        id   INTEGER PRIMARY KEY,
        data BLOB NOT NULL CHECK (json_valid(data, 8)),
        name TEXT GENERATED ALWAYS AS (data ->> '$.name') VIRTUAL
    ) STRICT;
    CREATE INDEX stations_by_height ON stations (data ->> '$.height');
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = Connection::open_in_memory()?;
    db.execute_batch(SCHEMA)?;

    // A type of serde, and a tree; neither is cloned.
    let station = Station {
        name: "Havnesøya".into(),
        height: 12.0,
        sensors: vec!["rain".into(), "wind".into()],
    };
    let tree = json!({"name": "Fjellro", "height": 1048.5, "sensors": []});
    let insert = "INSERT INTO stations (data) VALUES (?1)";
    db.execute(insert, [JsonbSerde(&station)])?;
    db.execute(insert, [Jsonb(&tree)])?;

    // The index has the same expression, so it is used.
    let high = "SELECT data FROM stations WHERE data ->> '$.height' > 1000";
    let plan: String = db.query_row(&format!("EXPLAIN QUERY PLAN {high}"), [], |row| row.get(3))?;
    println!("{plan}");
    assert!(plan.contains("USING INDEX stations_by_height"));
    let Jsonb(found): Jsonb<Value> = db.query_row(high, [], |row| row.get(0))?;
    assert_eq!(found, tree);

    // The blob is the one that SQLite makes of the text, so it can be compared.
    let same = "SELECT name FROM stations WHERE data = jsonb(?1)";
    let text = serde_json::to_string(&station)?;
    let name: String = db.query_row(same, [text], |row| row.get(0))?;
    assert_eq!(name, station.name);

    // Read in place, without a tree.
    let mut statement = db.prepare("SELECT data FROM stations ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let station = element(row.get_ref(0)?)?;
        let sensors = station.get("sensors")?.ok_or("no sensors")?;
        println!(
            "{} at {}",
            sensors,
            station.get("height")?.ok_or("no height")?
        );
    }

    // What is no JSONB does not get in.
    let error = db.execute(insert, [b"{}"]).unwrap_err();
    println!("{error}");
    Ok(())
}
