//! `jsonb export`.

use std::fs;
use std::io::{IsTerminal as _, Write};
use std::path::Path;

use anyhow::Context as _;
use rusqlite::types::ValueRef;

use crate::args::{ExportArgs, ExportFormat, Nulls, OnError};
use crate::database;
use crate::document::{Cell, Flaw, Grammar, Reader};
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::output::Output;
use crate::printer::{Form, Printer};
use crate::report::{Skipped, counted};
use crate::sql::quoted;
use crate::table::Table;

/// SQL NULL, where it is to be written.
const NULL: &[u8] = &[0x00];

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<u8> {
    let form = match args.format {
        ExportFormat::Ndjson => Form::Lines,
        ExportFormat::Json => Form::Array,
        ExportFormat::Cbor => Form::Cbor,
        ExportFormat::Jsonb => Form::Jsonb,
    };
    if args.output.is_none() && form.is_binary() && std::io::stdout().is_terminal() {
        return Err(Failure::usage(
            "this is binary and standard output is a terminal: -o FILE, or --format ndjson",
        ));
    }
    if let Some(output) = &args.output
        && is_part_of(output, &args.database)
    {
        return Err(Failure::usage("the output would replace the database"));
    }
    interrupt::listen()?;
    let mut export = Export {
        args,
        reader: Reader::new()?,
        printer: Printer::new(form),
        skipped: Skipped::new(args.all),
        nulls: 0,
        texts_in_blobs: 0,
        json5: 0,
    };
    export.run().map_err(interrupt::told)?;
    export.conclude();
    Ok(export.skipped.status())
}

/// An export under way.
struct Export<'a> {
    args: &'a ExportArgs,
    reader: Reader,
    printer: Printer,
    skipped: Skipped,
    /// Cells that are NULL and were left out.
    nulls: u64,
    /// BLOBs that hold JSON text.
    texts_in_blobs: u64,
    /// Texts of JSON5.
    json5: u64,
}

impl Export<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        let name = || self.args.database.display().to_string();
        let connection = database::read(&self.args.database)?;
        interrupt::ends_statements_of(&connection);
        let table = Table::find(&connection, &self.args.table).with_context(name)?;
        let column = table.column(&self.args.column).with_context(name)?;
        let mut statement = table.cells(&connection, column, self.args.condition.as_deref())?;
        let mut rows = statement.query([]).with_context(name)?;
        // The file is made when it is known that there is something to read.
        let (mut output, target) = match &self.args.output {
            Some(path) => (Output::file(path)?, path.display().to_string()),
            None => (Output::standard(), "standard output".into()),
        };
        let mut number = 0;
        while let Some(row) = rows
            .next()
            .with_context(|| self.args.database.display().to_string())?
        {
            if interrupt::raised() {
                return Err(Failure::interrupted());
            }
            number += 1;
            let outcome = self
                .cell(row.get_ref(0)?, &mut output)
                .with_context(|| target.clone())?;
            let Err(flaw) = outcome else {
                continue;
            };
            let place = table.place(&table.key_of(row, 1)?, number);
            let message = format!("{}, {place}: {flaw}", table.cell_name(column));
            match self.args.on_error {
                OnError::Stop => return Err(Failure::bad_data(message)),
                OnError::Skip => self.skipped.add(message),
            }
        }
        self.printer
            .finish(&mut output)
            .with_context(|| target.clone())?;
        output.finish().context(target)
    }

    /// Writes the document of a cell.
    fn cell(
        &mut self,
        value: ValueRef<'_>,
        output: &mut impl Write,
    ) -> anyhow::Result<Result<(), Flaw>> {
        let cell = match self.reader.read(value, Grammar::Json5)? {
            Ok(cell) => cell,
            Err(flaw) => return Ok(Err(flaw)),
        };
        let blob = match &cell {
            Cell::Null => match self.args.nulls {
                Nulls::Skip => {
                    self.nulls += 1;
                    return Ok(Ok(()));
                }
                Nulls::Null => NULL,
                Nulls::Error => return Ok(Err(Flaw::new("NULL, expected a document", None))),
            },
            Cell::Jsonb => value.as_blob()?,
            Cell::Text(jsonb) | Cell::Number(jsonb) => jsonb,
            Cell::Json5(jsonb) => {
                self.json5 += 1;
                jsonb
            }
            Cell::TextInBlob(jsonb) => {
                self.texts_in_blobs += 1;
                jsonb
            }
        };
        Ok(self.printer.print(blob, output)?)
    }

    /// Says what is not in the output, or not as it seems.
    fn conclude(&self) {
        self.skipped.name("skipped");
        if self.nulls > 0 {
            say(&format!(
                "note: {} left out whose {} is NULL: --nulls null writes null",
                counted(self.nulls, "row"),
                quoted(&self.args.column)
            ));
        }
        if self.texts_in_blobs > 0 {
            say(&format!(
                "note: {} of JSON text stored as a BLOB, not JSONB: jsonb recode --to jsonb puts that right",
                counted(self.texts_in_blobs, "document"),
            ));
        }
        if self.json5 > 0 {
            say(&format!(
                "note: {} of JSON5 text, whose comments are lost and whose NaN is null",
                counted(self.json5, "document"),
            ));
        }
    }
}

/// Whether a path is that of a database, or of a file that SQLite has beside it: the latest changes may be there alone.
fn is_part_of(path: &Path, database: &Path) -> bool {
    let (Ok(path), Ok(database)) = (fs::canonicalize(path), fs::canonicalize(database)) else {
        return false;
    };
    ["", "-wal", "-shm", "-journal"].iter().any(|suffix| {
        let mut part = database.clone().into_os_string();
        part.push(suffix);
        path.as_os_str() == part
    })
}
