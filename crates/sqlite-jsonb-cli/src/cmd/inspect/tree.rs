//! The JSON of a blob, an element a line, each with its length.

use std::io::{self, Write};

use sqlite_jsonb::dump::{Dump, Line};
use sqlite_jsonb::{Element, ElementType};

use crate::failure::{one_line, one_line_of_json};

/// How many levels are shown by indentation.
const MAX_INDENT: usize = 40;

/// Prints the elements of `blob`, whatever is wrong with them.
pub(super) fn print(blob: &[u8], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:>8}  JSON", "length")?;
    let mut lines = Dump::new(blob).peekable();
    // What closes the containers that are open, innermost last.
    let mut open: Vec<char> = Vec::new();
    let mut label = String::new();
    while let Some(line) = lines.next() {
        let (depth, next) = (line.depth(), lines.peek());
        if line.is_label() && next.is_some_and(|next| next.depth() == depth && !next.is_label()) {
            label = text(blob, &line) + ": ";
            continue;
        }
        let mut row = std::mem::take(&mut label) + &text(blob, &line);
        let has_children = next.is_some_and(|next| next.depth() > depth);
        if let Some((opening, closing)) = brackets(&line) {
            row.push(opening);
            if has_children {
                open.push(closing);
            } else {
                row.push(closing);
            }
        }
        let next_depth = next.map_or(0, Line::depth);
        if depth > 0 && next_depth == depth {
            row.push(',');
        }
        put(out, &line.len().to_string(), depth, &row)?;
        while open.len() > next_depth {
            let mut row: String = open.pop().into_iter().collect();
            if open.len() == next_depth && next_depth > 0 {
                row.push(',');
            }
            put(out, "", open.len(), &row)?;
        }
    }
    Ok(())
}

fn put(out: &mut impl Write, len: &str, depth: usize, text: &str) -> io::Result<()> {
    let indent = depth.min(MAX_INDENT) * 2;
    writeln!(out, "{len:>8}  {:indent$}{text}", "")
}

/// The brackets of a container; `None` for anything else.
fn brackets(line: &Line<'_>) -> Option<(char, char)> {
    match line.element_type()? {
        ElementType::Array => Some(('[', ']')),
        ElementType::Object => Some(('{', '}')),
        _ => None,
    }
}

/// A scalar as JSON, or as it stands where it is malformed; what is wrong with an element stands before it.
fn text(blob: &[u8], line: &Line<'_>) -> String {
    if let Some(fault) = line.fault() {
        let gap = if brackets(line).is_some() { " " } else { "" };
        return format!(
            "<{}{}: {}>{gap}",
            line.type_name(),
            line.value(),
            one_line(&fault.to_string())
        );
    }
    if brackets(line).is_some() {
        return String::new();
    }
    let bytes = &blob[line.offset()..];
    Element::from_prefix(bytes).map_or_else(
        |error| error.to_string(),
        |element| one_line_of_json(&element.to_string()),
    )
}
