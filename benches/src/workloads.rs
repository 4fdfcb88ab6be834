//! The documents that are encoded and decoded.

use std::path::PathBuf;

use serde_json::{Value, json};

/// A named document.
#[derive(Debug)]
pub struct Workload {
    /// The kind of document, such as `objects`.
    pub name: &'static str,
    /// How much of it: a depth, a count, or the name of a corpus.
    pub size: String,
    /// The document.
    pub value: Value,
    /// Its minified JSON text, whose length is the unit of every throughput.
    pub text: String,
}

impl Workload {
    /// `name/size`, as bench ids have it.
    pub fn id(&self) -> String {
        format!("{}/{}", self.name, self.size)
    }
}

/// A document that is made when it is asked for.
struct Recipe {
    name: &'static str,
    size: String,
    make: Box<dyn Fn() -> Option<Value>>,
}

impl Recipe {
    fn make(&self) -> Option<Workload> {
        let value = (self.make)()?;
        Some(Workload {
            name: self.name,
            size: self.size.clone(),
            text: value.to_string(),
            value,
        })
    }
}

/// All workloads: the made-up ones, then the corpora that are there.
pub fn all() -> Vec<Workload> {
    recipes().iter().filter_map(Recipe::make).collect()
}

/// The workload with this [id](Workload::id), if there is one.
pub fn one(id: &str) -> Option<Workload> {
    let (name, size) = id.split_once('/')?;
    let recipes = recipes();
    let recipe = recipes
        .iter()
        .find(|recipe| recipe.name == name && recipe.size == size)?;
    recipe.make()
}

/// Two documents a bench can be tried with in no time, with every kind of value in them.
pub fn small() -> Vec<Workload> {
    ["row/200B", "nested_objects/10"]
        .iter()
        .filter_map(|id| one(id))
        .collect()
}

fn recipes() -> Vec<Recipe> {
    let mut all = Vec::new();
    let mut add = |name, size: &dyn ToString, make: Box<dyn Fn() -> Option<Value>>| {
        let size = size.to_string();
        all.push(Recipe { name, size, make });
    };
    for depth in [10, 50, 100, 200, 250, 500, 1000, 2000] {
        let make = move || Some(nested(depth, |inner| json!([inner])));
        add("nested_arrays", &depth, Box::new(make));
    }
    for depth in [10, 50, 100, 200, 250, 500, 1000, 2000] {
        let make = move || Some(nested(depth, |inner| json!({ "k": inner })));
        add("nested_objects", &depth, Box::new(make));
    }
    for count in [10, 100, 500, 1000, 5000] {
        let object = |id: i32| json!({"id": id, "name": format!("name_{id}")});
        add(
            "objects",
            &count,
            Box::new(move || Some((0..count).map(object).collect())),
        );
    }
    for count in [10, 100, 1000, 10_000] {
        add(
            "integers",
            &count,
            Box::new(move || Some((0..count).collect())),
        );
    }
    // A multiplicative step spreads the values over digits without a random number generator.
    let spread = |index: u32| f64::from(index.wrapping_mul(2_654_435_761)) / 65_536.0;
    let short = |index: i32| format!("s{index}");
    let escaped =
        |index: i32| format!("line \"{index}\"\n\tpath\\to\\{index} and some plain text after it");
    for count in [100, 10_000] {
        add(
            "floats",
            &count,
            Box::new(move || Some((0..count).map(spread).collect())),
        );
    }
    for count in [100, 10_000] {
        add(
            "short_strings",
            &count,
            Box::new(move || Some((0..count).map(short).collect())),
        );
    }
    for count in [10, 1000] {
        add(
            "escapes",
            &count,
            Box::new(move || Some((0..count).map(escaped).collect())),
        );
    }
    let text = || Some("The quick brown fox. ".repeat(50_000).into());
    add("one_string", &"1MB", Box::new(text));
    add("row", &"200B", Box::new(|| Some(row())));
    for name in ["twitter", "citm_catalog", "canada"] {
        add("corpus", &name, Box::new(move || corpus(name)));
    }
    all
}

fn nested(depth: usize, wrap: fn(Value) -> Value) -> Value {
    (0..depth).fold(json!(1), |inner, _| wrap(inner))
}

fn row() -> Value {
    json!({
        "id": 48_151_623, "ts": "2026-02-03T04:05:06Z", "level": "info", "host": "web-17",
        "path": "/api/v1/items/42", "status": 200, "ms": 12.75, "user": null,
        "tags": ["a", "b"], "ok": true, "geo": {"lat": 48.137, "lon": 11.575}
    })
}

/// A real document of the shared folder, where it is there: see [`shared`].
fn corpus(name: &str) -> Option<Value> {
    let text = std::fs::read_to_string(shared(&format!("corpus/{name}.json"))).ok()?;
    serde_json::from_str(&text).ok()
}

/// A file of the folder that `SQLITE_JSONB_SHARED` names, or of `shared` beside the repository.
pub fn shared(name: &str) -> PathBuf {
    let folder = std::env::var_os("SQLITE_JSONB_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    folder.join(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::with_large_stack;

    #[test]
    fn every_workload_is_found_by_its_id_and_no_two_share_one() {
        with_large_stack(|| {
            let ids: Vec<String> = all().iter().map(Workload::id).collect();
            for id in &ids {
                assert_eq!(one(id).map(|workload| workload.id()).as_ref(), Some(id));
                assert_eq!(ids.iter().filter(|other| *other == id).count(), 1, "{id}");
            }
            assert!(one("objects/11").is_none());
        });
    }

    #[test]
    fn small_ones_are_there() {
        let total: usize = small().iter().map(|workload| workload.text.len()).sum();
        assert!((1..1000).contains(&total), "{total}");
    }

    #[test]
    fn text_is_minified_and_as_deep_as_the_size_says() {
        let workload = one("nested_arrays/10").expect("there is one");
        assert_eq!(workload.text, "[[[[[[[[[[1]]]]]]]]]]");
        let workload = one("objects/10").expect("there is one");
        assert!(workload.text.starts_with(r#"[{"id":0,"name":"name_0"},"#));
        let row = one("row/200B").expect("there is one").text.len();
        assert!((180..=220).contains(&row), "{row}");
    }
}
