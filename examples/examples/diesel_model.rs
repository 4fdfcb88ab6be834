//! How does a model of Diesel hold a document?

#![allow(missing_docs, reason = "`table!` makes public items without any")]

use diesel::connection::SimpleConnection;
use diesel::dsl::{json_type, sql};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlite_jsonb_diesel::{Jsonb, JsonbSerde};

diesel::table! {
    stations {
        id -> Integer,
        data -> Jsonb,
        notes -> Nullable<Jsonb>,
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Data {
    name: String,
    height: f64,
}

#[derive(Debug, PartialEq, Queryable, Selectable)]
struct Station {
    id: i32,
    data: JsonbSerde<Data>,
    notes: Option<Jsonb<Value>>,
}

#[derive(Insertable)]
#[diesel(table_name = stations)]
struct NewStation<'a> {
    data: JsonbSerde<&'a Data>,
    notes: Option<Jsonb<&'a Value>>,
}

#[derive(AsChangeset)]
#[diesel(table_name = stations)]
struct Change {
    notes: Option<Jsonb<Value>>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut db = SqliteConnection::establish(":memory:")?;
    db.batch_execute(
        "CREATE TABLE stations (
             id    INTEGER PRIMARY KEY,
             data  BLOB NOT NULL CHECK (json_valid(data, 8)),
             notes BLOB CHECK (json_valid(notes, 8))
         ) STRICT;
         CREATE INDEX stations_by_height ON stations (data ->> '$.height');",
    )?;

    let data = Data {
        name: "Havnesøya".into(),
        height: 12.0,
    };
    let notes = json!({"inspected": [2023, 2025]});
    let station: Station = diesel::insert_into(stations::table)
        .values(NewStation {
            data: JsonbSerde(&data),
            notes: Some(Jsonb(&notes)),
        })
        .returning(Station::as_returning())
        .get_result(&mut db)?;
    assert_eq!(*station.data, data);
    assert_eq!(station.notes.as_deref(), Some(&notes));

    diesel::update(stations::table.find(station.id))
        .set(Change {
            notes: Some(Jsonb(json!(["none"]))),
        })
        .execute(&mut db)?;

    // By the index on the expression, by equality, and with a function of SQLite.
    let low = sql::<Bool>("data ->> '$.height' < 100");
    let (found, kind): (JsonbSerde<Data>, Option<String>) = stations::table
        .filter(low)
        .filter(stations::data.eq(JsonbSerde(&data)))
        .select((stations::data, json_type(stations::notes)))
        .get_result(&mut db)?;
    println!("{found:?}, notes: {kind:?}");
    assert_eq!(kind.as_deref(), Some("array"));
    Ok(())
}
