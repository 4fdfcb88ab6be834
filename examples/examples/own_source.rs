//! How do I encode a tree type of my own?

use std::convert::Infallible;
use std::slice;

use sqlite_jsonb::source::{Infallibly, JsonbSource, Node};

/// The settings of some program.
enum Setting {
    Unset,
    Flag(bool),
    Count(u64),
    Ratio(f64),
    /// An exact amount, whose digits must survive.
    Price(String),
    Name(String),
    List(Vec<Setting>),
    Section(Vec<(String, Setting)>),
}

// Implemented for a reference: an element is a place in the tree, cheap to hand around.
impl<'a> JsonbSource for &'a Setting {
    type Text = &'a str;
    type Error = Infallible;
    type Elements = Infallibly<slice::Iter<'a, Setting>>;
    type Members = Members<'a>;

    // One node says what it is and lends its children; the walk is the library's.
    fn node(self) -> Result<Node<Self>, Infallible> {
        Ok(match self {
            Setting::Unset => Node::Null,
            Setting::Flag(flag) => Node::Bool(*flag),
            Setting::Count(count) => Node::Uint(*count),
            Setting::Ratio(ratio) => Node::Float(*ratio),
            Setting::Price(digits) => Node::Number(digits.as_str()),
            Setting::Name(name) => Node::Text(name.as_str()),
            Setting::List(settings) => Node::Array(Infallibly(settings.iter())),
            Setting::Section(members) => Node::Object(Members(members.iter())),
        })
    }
}

struct Members<'a>(slice::Iter<'a, (String, Setting)>);

impl<'a> Iterator for Members<'a> {
    type Item = Result<(&'a str, &'a Setting), Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        let (label, setting) = self.0.next()?;
        Some(Ok((label.as_str(), setting)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = Setting::Section(vec![
        ("user".into(), Setting::Name("Ada \"the first\"".into())),
        ("dark".into(), Setting::Flag(true)),
        ("zoom".into(), Setting::Ratio(1.0)),
        (
            "tabs".into(),
            Setting::List(vec![Setting::Count(4), Setting::Unset]),
        ),
        (
            "fee".into(),
            Setting::Price("12345678901234567890.10".into()),
        ),
    ]);
    let blob = sqlite_jsonb::to_vec(&settings)?;

    let db = rusqlite::Connection::open_in_memory()?;
    let text: String = db.query_row("SELECT json(?1)", [&blob], |row| row.get(0))?;
    let expected = r#"{"user":"Ada \"the first\"","dark":true,"zoom":1.0,"tabs":[4,null],"fee":12345678901234567890.10}"#;
    assert_eq!(text, expected);
    println!("{text}");
    Ok(())
}
