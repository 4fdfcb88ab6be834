//! How are the blobs found and repaired that Diesel's own encoder wrote and SQLite refuses?
//!
//! Diesel writes a `serde_json::Value` with strings as they are, where SQLite wants quotes and backslashes escaped (2.3.14
//! too); earlier releases wrote whole floats without a point. The types of such elements tell what was meant, so the
//! document can be read off them, and encoded anew.

#![allow(missing_docs, reason = "`table!` makes public items without any")]

use std::borrow::Cow;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Bool};
use serde_json::{Value, json};
use sqlite_jsonb_diesel::sqlite_jsonb::source::{JsonbSource, Node};
use sqlite_jsonb_diesel::sqlite_jsonb::{Children, Element, ElementType, Error, Result, to_vec};
use sqlite_jsonb_diesel::{Jsonb, JsonbBlob};

/// An element that Diesel wrote.
struct AsWritten<'a>(Element<'a>);

impl<'a> JsonbSource for AsWritten<'a> {
    type Text = Cow<'a, str>;
    type Error = Error;
    type Elements = Elements<'a>;
    type Members = Members<'a>;

    fn node(self) -> Result<Node<Self>> {
        let Self(element) = self;
        match element.element_type() {
            ElementType::Array => Ok(Node::Array(Elements(element.children()))),
            ElementType::Object => Ok(Node::Object(Members(element.children()))),
            ElementType::Text => Ok(Node::Text(text(element)?)),
            ElementType::Float => float(element),
            // The rest is as it should be, or an error that says where it is not.
            _ => element.node().map(|node| match node {
                Node::Bool(value) => Node::Bool(value),
                Node::Number(number) => Node::Number(number),
                Node::Text(text) => Node::Text(text),
                _ => Node::Null,
            }),
        }
    }
}

struct Elements<'a>(Children<'a>);

impl<'a> Iterator for Elements<'a> {
    type Item = Result<AsWritten<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(AsWritten))
    }
}

struct Members<'a>(Children<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, AsWritten<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let label = self.0.next()?.and_then(text);
        let value = self
            .0
            .next()
            .unwrap_or_else(|| Err(Error::from_source("label without a value")));
        Some(label.and_then(|label| Ok((label, AsWritten(value?)))))
    }
}

/// The string of a TEXT is its payload, whatever it holds.
fn text(element: Element<'_>) -> Result<Cow<'_, str>> {
    match element.element_type() {
        ElementType::Text => Ok(payload(element)?.into()),
        _ => Ok(element
            .as_str()?
            .ok_or_else(|| Error::from_source("label is no text"))?),
    }
}

/// A FLOAT of digits alone has lost its point.
fn float(element: Element<'_>) -> Result<Node<AsWritten<'_>>> {
    let literal = payload(element)?;
    if literal.contains(['.', 'e', 'E']) {
        return Ok(Node::Number(literal.into()));
    }
    let value = literal.parse().map_err(Error::from_source)?;
    Ok(Node::Float(value))
}

fn payload(element: Element<'_>) -> Result<&str> {
    std::str::from_utf8(element.payload()).map_err(Error::from_source)
}

diesel::table! {
    documents {
        id -> Integer,
        data -> Jsonb,
    }
}

/// Repairs all of the table or nothing, and returns how many rows that were.
fn repair(db: &mut SqliteConnection) -> Result<usize, Box<dyn std::error::Error>> {
    let malformed = documents::table.filter(sql::<Bool>("NOT json_valid(data, 8)"));
    db.transaction(|db| {
        let rows: Vec<(i32, Vec<u8>)> = malformed
            .select((documents::id, sql::<Binary>("data")))
            .load(db)?;
        for (id, written) in &rows {
            let repaired = JsonbBlob::new(to_vec(AsWritten(Element::from_slice(written)?))?)?;
            diesel::update(documents::table.find(id))
                .set(documents::data.eq(&repaired))
                .execute(db)?;
            println!("{id}: {}", repaired.element());
        }
        Ok(rows.len())
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut db = SqliteConnection::establish(":memory:")?;
    db.batch_execute("CREATE TABLE documents (id INTEGER PRIMARY KEY, data BLOB NOT NULL)")?;

    // Written by Diesel.
    let documents = [
        json!({"say": "\"Ah\"", "path \"C\"": ["C:\\temp", {"\\": null}]}),
        json!([true, false, null, 1, -2.5, "plain", "line\nbreak"]),
    ];
    for document in &documents {
        diesel::insert_into(documents::table)
            .values(documents::data.eq(document))
            .execute(&mut db)?;
    }
    // Written by an earlier release: [1.0, -0.0, 1e20], whole floats without a point.
    let floats = "cb1c1531252d30c515313030303030303030303030303030303030303030";
    db.batch_execute(&format!(
        "INSERT INTO documents (data) VALUES (x'{floats}')"
    ))?;

    assert_eq!(repair(&mut db)?, 2);
    assert_eq!(repair(&mut db)?, 0);
    let read: Vec<Jsonb<Value>> = documents::table
        .select(documents::data)
        .order(documents::id)
        .load(&mut db)?;
    let [first, second] = documents.map(Jsonb);
    assert_eq!(read, [first, second, Jsonb(json!([1.0, -0.0, 1e20]))]);
    Ok(())
}
