//! What `jsonb inspect` looks at.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{Context as _, bail};
use rusqlite::types::{Value, ValueRef};

use crate::args::InspectArgs;
use crate::database;
use crate::failure::Failure;
use crate::input;
use crate::sql::{quoted, real};
use crate::table::{KeyValue, Table};

/// The bytes that the arguments name.
pub(super) fn bytes(args: &InspectArgs) -> anyhow::Result<Vec<u8>> {
    match args.subject.as_slice() {
        [_, _, _] if args.sequence => Err(Failure::usage(
            "--sequence is for files and digits: a cell holds one blob",
        )),
        [_] if args.column.is_some() => Err(Failure::usage("--column is for a database")),
        [database, table, rowid] => cell(args, Path::new(database), table, rowid),
        [one] => {
            let path = Path::new(one);
            if path != Path::new("-") && !path.exists() {
                return hex(one);
            }
            if input::is_database(path)? {
                return Err(Failure::usage(format!(
                    "{} is a SQLite database, expected a table and a rowid with it",
                    path.display()
                )));
            }
            input::whole_file(path)
        }
        _ => Err(Failure::usage(
            "expected a file, hexadecimal digits in one argument, or a database, a table and a rowid",
        )),
    }
}

fn cell(
    args: &InspectArgs,
    database: &Path,
    table: &OsStr,
    rowid: &OsStr,
) -> anyhow::Result<Vec<u8>> {
    let name = || database.display().to_string();
    let connection = database::read(database)?;
    let table = Table::find(&connection, &table.to_string_lossy()).with_context(name)?;
    let column = args.column.as_deref().unwrap_or("data");
    let column = table.column(column).with_context(name)?;
    if table.key_len() != 1 {
        return Err(Failure::usage(format!(
            "no one value tells the rows of {} apart: jsonb query gets at the blob, as hex()",
            quoted(&table.name)
        )));
    }
    let rowid = rowid.to_string_lossy();
    let key = rowid.parse().map_or_else(
        |_| KeyValue::Text(rowid.as_bytes().to_vec()),
        |rowid| KeyValue::Other(Value::Integer(rowid)),
    );
    let sql = format!(
        "SELECT {} FROM {} WHERE {}",
        quoted(&column.name),
        quoted(&table.name),
        table.row_sql(1)
    );
    let mut statement = connection.prepare(&sql).with_context(name)?;
    let mut rows = statement.query([&key]).with_context(name)?;
    let row = table.place(std::slice::from_ref(&key), 1);
    let Some(found) = rows.next().with_context(name)? else {
        bail!("{}: {} has no {row}", name(), quoted(&table.name));
    };
    let holds = match found.get_ref(0)? {
        ValueRef::Blob(blob) => return Ok(blob.to_vec()),
        ValueRef::Null => "NULL".into(),
        ValueRef::Integer(value) => format!("the INTEGER {value}"),
        ValueRef::Real(value) => format!("the REAL {}", real(value)),
        ValueRef::Text(text) => {
            let text = String::from_utf8_lossy(text);
            let start: String = text.chars().take(40).collect();
            format!("TEXT, which begins with {start:?}")
        }
    };
    Err(Failure::bad_data(format!(
        "{}, {row}: the cell is {holds}, expected a BLOB",
        table.cell_name(column)
    )))
}

/// Hexadecimal digits in any of the usual spellings: `4b 13`, `0x4b13`, `x'4b13'`.
fn hex(argument: &OsString) -> anyhow::Result<Vec<u8>> {
    let shown = argument.to_string_lossy();
    let digits = shown.trim();
    let digits = digits
        .strip_prefix(['x', 'X'])
        .and_then(|rest| rest.strip_prefix('\'')?.strip_suffix('\''))
        .or_else(|| digits.strip_prefix("0x"))
        .or_else(|| digits.strip_prefix("0X"))
        .unwrap_or(digits);
    let digits: Vec<u32> = digits
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| character.to_digit(16))
        .collect::<Option<_>>()
        .ok_or_else(|| {
            Failure::usage(format!("{shown}: no such file, and no hexadecimal digits"))
        })?;
    if digits.len() % 2 == 1 {
        return Err(Failure::usage(format!(
            "{} hexadecimal digits, expected two a byte",
            digits.len()
        )));
    }
    let byte = |pair: &[u32]| u8::try_from(pair[0] << 4 | pair[1]).expect("two digits are a byte");
    Ok(digits.chunks_exact(2).map(byte).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("4b131761")]
    #[case(" 4B 13\n17 61 ")]
    #[case("0x4b131761")]
    #[case("x'4b131761'")]
    #[case("X'4B131761'")]
    fn digits_are_read_in_any_spelling(#[case] argument: &str) {
        assert_eq!(hex(&argument.into()).ok(), Some(b"\x4b\x13\x17a".to_vec()));
    }

    #[rstest]
    #[case::odd("4b1")]
    #[case::no_digits("config.jsonb")]
    #[case::half_a_literal("x'4b")]
    fn anything_else_is_refused(#[case] argument: &str) {
        hex(&argument.into()).expect_err("no digits");
    }
}
