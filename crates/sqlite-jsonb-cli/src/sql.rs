//! Names and numbers in SQL.

/// A name as SQL has it, whatever it holds.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A REAL as SQL has it: the shortest digits that read back the same, and an infinity as the number beyond all others that
/// SQLite itself writes for it into JSONB. SQLite makes NULL of NaN.
pub(crate) fn real(value: f64) -> String {
    if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}9e999");
    }
    format!("{value:?}")
}
