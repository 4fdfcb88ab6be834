//! How do I read one value of a blob without building a tree?

use sqlite_jsonb::Element;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = rusqlite::Connection::open_in_memory()?;
    // Written by SQLite, with its JSON5 reading: a hexadecimal number and a label without quotes.
    let blob: Vec<u8> = db.query_row(
        r#"SELECT jsonb('{port: 0x1F90, "hosts": ["a.example", "b.example"]}')"#,
        [],
        |row| row.get(0),
    )?;

    let document = Element::from_slice(&blob)?;
    let port = document.get("port")?.ok_or("no port")?;
    assert_eq!(port.as_i64()?, Some(8080));
    let last = document.path("$.hosts[#-1]")?.ok_or("no host")?;
    assert_eq!(last.as_str()?.as_deref(), Some("b.example"));
    println!("{last}:{port}");
    Ok(())
}
