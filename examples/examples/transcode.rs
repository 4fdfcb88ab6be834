//! How does a document of another format of serde, here MessagePack, become a row?

use rusqlite::Connection;
use serde::Serialize;
use sqlite_jsonb::{EncodeOptions, Encoder, serde::TranscodeOptions};

#[derive(Serialize)]
struct Reading {
    station: &'static str,
    celsius: Option<f32>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // As they might come out of a message queue.
    let readings = [("Bergen", Some(11.5)), ("Oslo", None)];
    let messages = readings.map(|(station, celsius)| Reading { station, celsius });
    let messages = messages.map(|reading| rmp_serde::to_vec_named(&reading));

    let connection = Connection::open_in_memory()?;
    connection.execute_batch("CREATE TABLE readings(data BLOB)")?;
    let mut insert = connection.prepare("INSERT INTO readings VALUES (?)")?;
    let mut encoder = Encoder::with_options(EncodeOptions::sqlite());
    let mut blob = Vec::new();
    for message in messages {
        let message = message?;
        let mut deserializer = rmp_serde::Deserializer::from_read_ref(&message);
        // The limit on the depth is for messages of others.
        let options = TranscodeOptions::new().max_depth(64);
        blob.clear();
        options
            .plan(&mut encoder, &mut deserializer)?
            .append_to(&mut blob)?;
        insert.execute([&blob])?;
    }

    let query = "SELECT group_concat(json(data), ' ') FROM readings";
    let text: String = connection.query_row(query, [], |row| row.get(0))?;
    assert_eq!(
        text,
        r#"{"station":"Bergen","celsius":11.5} {"station":"Oslo","celsius":null}"#
    );
    println!("{text}");
    Ok(())
}
