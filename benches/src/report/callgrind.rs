//! The output of valgrind's callgrind: which function executes how many instructions itself.

use std::collections::HashMap;

/// The instructions of each function, callees not counted, largest first.
///
/// Valgrind manual, "Callgrind Format Specification": names stand behind a number in parentheses once, then the number
/// alone; the line behind `calls=` is the cost of the callee.
pub(super) fn by_function(output: &str) -> Vec<(String, u64)> {
    let mut names = HashMap::<&str, String>::new();
    let mut costs = HashMap::<String, u64>::new();
    let mut function = String::new();
    let mut is_call = false;
    for line in output.lines() {
        if let Some(name) = line.strip_prefix("fn=") {
            function = resolve(name, &mut names);
        } else if let Some(name) = line.strip_prefix("cfn=") {
            resolve(name, &mut names);
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse().ok());
            if !std::mem::take(&mut is_call) {
                *costs.entry(function.clone()).or_default() += cost.unwrap_or(0);
            }
        }
    }
    let mut costs: Vec<(String, u64)> = costs.into_iter().collect();
    costs.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    costs
}

/// The name that `(number) name` gives, or that the number alone stands for.
fn resolve<'o>(name: &'o str, names: &mut HashMap<&'o str, String>) -> String {
    match name.split_once(' ') {
        Some((number, name)) => {
            let name = plain(name);
            names.insert(number, name.clone());
            name
        }
        None => names.get(name).cloned().unwrap_or_default(),
    }
}

/// A name without the hash that the compiler appends, and without callgrind's count of recursions.
fn plain(name: &str) -> String {
    let name = match name.rsplit_once('\'') {
        Some((name, count)) if count.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    };
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 => path.to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_those_of_a_function_without_its_callees() {
        let output = "\
version: 1
events: Ir

fl=(1) a.rs
fn=(1) encode::walk::h0123456789abcdef
10 100
+3 20
cfi=(2) b.rs
cfn=(2) encode::copy
calls=5 40
* 900
-2 1
fi=(2)
7 30

fn=(2)
40 900
fn=(3) encode::walk'2
1 50
totals: 1101
";
        let expected = [("encode::copy", 900), ("encode::walk", 201)];
        let found = by_function(output);
        let found: Vec<(&str, u64)> = found
            .iter()
            .map(|(name, cost)| (name.as_str(), *cost))
            .collect();
        assert_eq!(found, expected);
    }
}
