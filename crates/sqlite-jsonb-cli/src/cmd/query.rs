//! `jsonb query`.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

use anyhow::Context as _;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _};

use crate::args::QueryArgs;
use crate::database;
use crate::failure::{self, Failure, one_line_of_json};
use crate::output::of_standard_output;
use crate::sql::real;

pub(crate) fn run(args: &QueryArgs) -> anyhow::Result<u8> {
    print(args).map_err(of_standard_output)?;
    Ok(failure::DONE)
}

fn print(args: &QueryArgs) -> anyhow::Result<()> {
    let name = || args.database.display().to_string();
    let connection = database::read(&args.database)?;
    let printer = Connection::open_in_memory()?;
    let mut statement = connection
        .prepare(&args.sql)
        .map_err(|error| Failure::usage(error.to_string()))?;
    // Of white space and comments SQLite makes no statement.
    if statement.expanded_sql().is_none() {
        return Err(Failure::usage("there is no statement, expected one"));
    }
    if statement.parameter_count() > 0 {
        return Err(Failure::usage(
            "the statement has parameters, expected the values themselves",
        ));
    }
    let mut out = BufWriter::new(io::stdout());
    let columns = statement.column_count();
    let mut header = (columns > 0).then(|| line(statement.column_names()));
    let mut rows = statement.query([]).with_context(name)?;
    loop {
        let row = rows.next().with_context(name)?;
        // Of a statement that fails at once nothing is printed, and it may be one without columns.
        if let Some(header) = header.take() {
            writeln!(out, "{header}")?;
        }
        let Some(row) = row else { break };
        let cells = (0..columns)
            .map(|column| cell(row.get_ref(column)?, &printer))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        writeln!(out, "{}", line(cells.iter().map(String::as_str).collect()))?;
    }
    Ok(out.flush()?)
}

/// One row: a tab or a line feed inside a cell is escaped.
fn line(cells: Vec<&str>) -> String {
    cells
        .into_iter()
        .map(one_line_of_json)
        .collect::<Vec<_>>()
        .join("\t")
}

fn cell(value: ValueRef<'_>, printer: &Connection) -> rusqlite::Result<String> {
    Ok(match value {
        ValueRef::Null => "NULL".into(),
        ValueRef::Integer(value) => value.to_string(),
        ValueRef::Real(value) => real(value),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(blob) => json(blob, printer)?.unwrap_or_else(|| hex(blob)),
    })
}

/// The JSON text of a blob that is JSONB. SQLite does not look whether its texts are UTF-8; one that is not is no text.
fn json(blob: &[u8], printer: &Connection) -> rusqlite::Result<Option<String>> {
    // json_valid 8 is SQLite's full check.
    printer
        .prepare_cached("SELECT json(?1) WHERE json_valid(?1, 8)")?
        .query_row([blob], |row| {
            Ok(row.get_ref(0)?.as_str().ok().map(Into::into))
        })
        .optional()
        .map(Option::flatten)
}

/// A blob as an SQL literal.
fn hex(blob: &[u8]) -> String {
    let mut literal = String::from("x'");
    for byte in blob {
        write!(literal, "{byte:02x}").expect("a String takes everything");
    }
    literal + "'"
}
