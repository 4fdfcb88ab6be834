//! `jsonb recode`.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::{Context as _, anyhow};
use indicatif::{HumanBytes, HumanCount};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Statement, ToSql, params_from_iter};
use serde_json::json;

use crate::args::{Encoding, OnError, RecodeArgs};
use crate::database::{Database, RowError};
use crate::document::{Cell, Flaw, Grammar, Reader};
use crate::failure::{Failure, one_line};
use crate::interrupt;
use crate::report::{Skipped, counted};
use crate::sql::quoted;
use crate::table::{Column, KeyValue, Table};

pub(crate) fn run(args: &RecodeArgs) -> anyhow::Result<u8> {
    interrupt::listen()?;
    let database = Database::begin_existing(&args.database)?;
    interrupt::ends_statements_of(database.connection());
    let mut recode = Recode {
        args,
        database: &database,
        reader: Reader::new()?,
        summary: Summary {
            failed: Skipped::new(args.all),
            ..Summary::default()
        },
    };
    let recoded = recode.run();
    let summary = recode.summary;
    if recoded.is_err() || args.dry_run {
        database.abandon();
    }
    recoded.map_err(interrupt::told)?;
    summary.failed.name(if args.dry_run {
        "would fail"
    } else {
        "skipped"
    });
    // By now the transaction is over.
    let printed = if args.json {
        summary.print_json(args)
    } else if args.quiet {
        Ok(())
    } else {
        summary.print(args)
    };
    printed.context(if args.dry_run {
        "standard output"
    } else {
        "the rows are recoded, but the summary cannot be printed"
    })?;
    Ok(summary.failed.status())
}

/// A recoding under way.
struct Recode<'a> {
    args: &'a RecodeArgs,
    database: &'a Database,
    reader: Reader,
    summary: Summary,
}

/// What a recoding did.
#[derive(Debug, Default)]
struct Summary {
    recoded: u64,
    /// Rows that were as they should be.
    unchanged: u64,
    nulls: u64,
    failed: Skipped,
    /// The cells that were recoded, in bytes.
    bytes_before: u64,
    bytes_after: u64,
}

/// What a row becomes.
enum New {
    Same,
    Null,
    Cell(Value),
}

/// The statements that read and write one row, whose key starts at their last parameters.
struct Statements<'c> {
    read: Statement<'c>,
    write: Statement<'c>,
}

impl Recode<'_> {
    /// Recodes every row and, unless this is a dry run, commits.
    fn run(&mut self) -> anyhow::Result<()> {
        let name = || self.args.database.display().to_string();
        let connection = self.database.connection();
        let table = Table::find(connection, &self.args.table).with_context(name)?;
        let column = table.column(&self.args.column).with_context(name)?;
        table
            .must_hold(column, self.args.to.stored())
            .and_then(|()| table.must_take(column))
            .with_context(name)?;
        let (table_sql, column_sql) = (quoted(&table.name), quoted(&column.name));
        let mut statements = Statements {
            read: connection
                .prepare(&format!(
                    "SELECT {column_sql} FROM {table_sql} WHERE {}",
                    table.row_sql(1)
                ))
                .with_context(name)?,
            // Whatever the constraints themselves say: REPLACE would delete another row, and IGNORE say nothing.
            write: connection
                .prepare(&format!(
                    "UPDATE OR ABORT {table_sql} SET {column_sql} = ?1 WHERE {}",
                    table.row_sql(2)
                ))
                .with_context(name)?,
        };
        let condition = self.args.condition.as_deref();
        let mut keys = self.batch(&table, &mut table.keys(connection, condition, true)?, &[])?;
        let mut more = table.keys(connection, condition, false)?;
        while let Some(last) = keys.last() {
            let last = last.clone();
            for key in &keys {
                if interrupt::raised() {
                    return Err(Failure::interrupted());
                }
                self.row(&table, column, key, &mut statements)?;
            }
            keys = self.batch(&table, &mut more, &last)?;
        }
        if self.args.dry_run {
            return Ok(());
        }
        self.database.commit()
    }

    /// The next keys, behind `last`. They are read before their rows are written, so that no row is met twice.
    fn batch(
        &self,
        table: &Table,
        keys: &mut Statement<'_>,
        last: &[KeyValue],
    ) -> anyhow::Result<Vec<Vec<KeyValue>>> {
        let limit = i64::try_from(self.args.batch.get()).unwrap_or(i64::MAX);
        keys.query_map(params_from_iter(with_key(&limit, last)), |row| {
            table.key_of(row, 0)
        })
        .and_then(Iterator::collect)
        .with_context(|| self.args.database.display().to_string())
    }

    fn row(
        &mut self,
        table: &Table,
        column: &Column,
        key: &[KeyValue],
        statements: &mut Statements<'_>,
    ) -> anyhow::Result<()> {
        let name = || self.args.database.display().to_string();
        let place = || format!("{}, {}", table.cell_name(column), table.place(key, 0));
        let (before, new) = {
            let mut rows = statements
                .read
                .query(params_from_iter(key))
                .with_context(name)?;
            // A trigger may have deleted it.
            let Some(row) = rows.next().with_context(name)? else {
                return Ok(());
            };
            let cell = row.get_ref(0)?;
            (len(cell), self.new_cell(cell)?)
        };
        let failed = match new {
            Ok(New::Same) => {
                self.summary.unchanged += 1;
                return Ok(());
            }
            Ok(New::Null) => {
                self.summary.nulls += 1;
                return Ok(());
            }
            Ok(New::Cell(cell)) => match self.write(&cell, key, place, statements)? {
                Ok(()) => {
                    self.summary.recoded += 1;
                    self.summary.bytes_before += before;
                    self.summary.bytes_after += len((&cell).into());
                    return Ok(());
                }
                Err(reason) => reason,
            },
            Err(flaw) => flaw.to_string(),
        };
        let message = format!("{}: {failed}", place());
        if self.args.on_error == OnError::Stop && !self.args.dry_run {
            return Err(Failure::bad_data(message));
        }
        self.summary.failed.add(message);
        Ok(())
    }

    /// What a cell becomes.
    fn new_cell(&self, cell: ValueRef<'_>) -> anyhow::Result<Result<New, Flaw>> {
        let grammar = if self.args.json5 {
            Grammar::Json5
        } else {
            Grammar::Json
        };
        let to_text = self.args.to == Encoding::Text;
        // Text and numbers are JSON text already, whatever they hold.
        if to_text
            && matches!(
                cell,
                ValueRef::Text(_) | ValueRef::Integer(_) | ValueRef::Real(_)
            )
        {
            return Ok(Ok(New::Same));
        }
        let held = match self.reader.read(cell, grammar)? {
            Ok(held) => held,
            Err(flaw) => return Ok(Err(flaw)),
        };
        Ok(match held {
            Cell::Null => Ok(New::Null),
            Cell::Jsonb if to_text => sqlite_jsonb::to_json(cell.as_blob()?)
                .map(|text| New::Cell(Value::Text(text)))
                .map_err(|error| Flaw::from(&error)),
            Cell::Jsonb => Ok(New::Same),
            Cell::TextInBlob(_) if to_text => {
                let text = String::from_utf8(cell.as_blob()?.to_vec())?;
                Ok(New::Cell(Value::Text(text)))
            }
            Cell::Text(jsonb)
            | Cell::Json5(jsonb)
            | Cell::TextInBlob(jsonb)
            | Cell::Number(jsonb) => Ok(New::Cell(Value::Blob(jsonb))),
        })
    }

    /// Writes a cell and makes sure that the row keeps it; the inner error says why the row is as it was.
    fn write(
        &self,
        cell: &Value,
        key: &[KeyValue],
        place: impl Fn() -> String,
        statements: &mut Statements<'_>,
    ) -> anyhow::Result<Result<(), String>> {
        let connection = self.database.connection();
        let execute = |sql| {
            connection
                .prepare_cached(sql)
                .and_then(|mut statement| statement.execute([]))
                .with_context(|| self.args.database.display().to_string())
        };
        execute("SAVEPOINT row")?;
        let parameters = params_from_iter(with_key(cell, key));
        let refused = match statements.write.execute(parameters) {
            Ok(_) => self.loss(cell, key, &mut statements.read)?,
            Err(error) => match self.database.row_error(error) {
                RowError::Refused(reason) => Some(reason),
                RowError::Ended(reason) => return Err(anyhow!("{}: {reason}", place())),
                RowError::Trouble(error) => return Err(error),
            },
        };
        if refused.is_some() {
            execute("ROLLBACK TO row")?;
        }
        execute("RELEASE row")?;
        Ok(refused.map_or(Ok(()), Err))
    }

    /// What is lost of a cell that was written: a column of a numeric type makes a number of a text, a trigger may do anything.
    fn loss(
        &self,
        cell: &Value,
        key: &[KeyValue],
        read: &mut Statement<'_>,
    ) -> anyhow::Result<Option<String>> {
        let name = || self.args.database.display().to_string();
        let mut rows = read.query(params_from_iter(key)).with_context(name)?;
        let Some(row) = rows.next().with_context(name)? else {
            return Ok(Some("the row is gone once it is written".into()));
        };
        let stored = row.get_ref(0)?;
        let is_kept = match (stored, cell) {
            (ValueRef::Integer(stored), Value::Text(text)) => stored.to_string() == *text,
            (ValueRef::Real(stored), Value::Text(text)) => serde_json::Number::from_f64(stored)
                .is_some_and(|stored| stored.to_string() == *text),
            _ => stored == ValueRef::from(cell),
        };
        Ok((!is_kept).then(|| {
            let stored = stored.data_type().to_string().to_uppercase();
            format!("the column does not keep it, but stores {stored}")
        }))
    }
}

impl Summary {
    /// Prints the summary for a program.
    fn print_json(&self, args: &RecodeArgs) -> io::Result<()> {
        let summary = json!({
            "database": args.database.display().to_string(),
            "table": args.table,
            "column": args.column,
            "dry_run": args.dry_run,
            "recoded": self.recoded,
            "unchanged": self.unchanged,
            "null": self.nulls,
            "failed": self.failed.count,
            "errors": self.failed.named,
            "bytes_before": self.bytes_before,
            "bytes_after": self.bytes_after,
        });
        writeln!(io::stdout(), "{summary}")
    }

    /// Prints the summary for a person.
    fn print(&self, args: &RecodeArgs) -> io::Result<()> {
        let target = match args.to {
            Encoding::Jsonb => "JSONB",
            Encoding::Text => "text",
        };
        let (verb, failed) = if args.dry_run {
            ("would be recoded", "would fail")
        } else {
            ("recoded", "left as they were")
        };
        let mut line = format!(
            "{}.{} of {}: {} {verb} to {target}, {} to {}",
            args.table,
            args.column,
            args.database.display(),
            counted(self.recoded, "row"),
            HumanBytes(self.bytes_before),
            HumanBytes(self.bytes_after),
        );
        for (count, what) in [
            (self.unchanged, "so already"),
            (self.nulls, "NULL"),
            (self.failed.count, failed),
        ] {
            if count > 0 {
                write!(line, ", {} {what}", HumanCount(count)).expect("a String takes everything");
            }
        }
        writeln!(io::stdout(), "{}", one_line(&line))
    }
}

/// The parameters of a statement that takes a key behind its first one.
fn with_key<'p>(first: &'p dyn ToSql, key: &'p [KeyValue]) -> impl Iterator<Item = &'p dyn ToSql> {
    std::iter::once(first).chain(key.iter().map(|value| -> &dyn ToSql { value }))
}

/// The length of a text or a blob, in bytes; numbers count as nothing.
fn len(cell: ValueRef<'_>) -> u64 {
    match cell {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.len() as u64,
        _ => 0,
    }
}
