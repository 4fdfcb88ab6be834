//! `jsonb convert`.

use std::io::{IsTerminal as _, Write as _};
use std::slice;

use anyhow::Context as _;
use rusqlite::Connection;

use crate::args::{ConvertArgs, Target};
use crate::backend;
use crate::failure::{self, Failure};
use crate::interrupt;
use crate::output::Output;
use crate::pipeline::{Event, Pipeline};

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<u8> {
    backend::check(args.reading.backend, args.from)?;
    if args.output.is_none() && args.to == Target::Jsonb && std::io::stdout().is_terminal() {
        return Err(Failure::usage(
            "JSONB is binary and standard output is a terminal: -o FILE, or --to json",
        ));
    }
    interrupt::listen()?;
    let pipeline = Pipeline::start(slice::from_ref(&args.file), args.from, args.reading)?;
    let (mut output, target) = match &args.output {
        Some(path) => (Output::file(path)?, path.display().to_string()),
        None => (Output::standard(), "standard output".into()),
    };
    let printer = Printer::new(args.to)?;
    loop {
        match pipeline.next()? {
            Event::Batch(batch) => {
                for (place, outcome) in batch.outcomes() {
                    let blob = outcome
                        .map_err(|reason| Failure::bad_data(pipeline.locate(place, reason)))?;
                    printer
                        .print(blob, &mut output)
                        .with_context(|| target.clone())?;
                }
            }
            Event::Idle => output.flush().with_context(|| target.clone())?,
            Event::End => break,
        }
    }
    output.finish().context(target)?;
    Ok(failure::DONE)
}

/// Writes blobs in the form that was asked for.
enum Printer {
    Jsonb,
    /// The text is SQLite's own.
    Json(Connection),
}

impl Printer {
    fn new(target: Target) -> anyhow::Result<Self> {
        Ok(match target {
            Target::Jsonb => Self::Jsonb,
            Target::Json => Self::Json(Connection::open_in_memory()?),
        })
    }

    fn print(&self, blob: &[u8], output: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::Jsonb => output.write_all(blob)?,
            Self::Json(connection) => {
                let mut statement = connection.prepare_cached("SELECT json(?1)")?;
                statement
                    .query_row([blob], |row| {
                        Ok(output
                            .write_all(row.get_ref(0)?.as_bytes()?)
                            .and_then(|()| output.write_all(b"\n")))
                    })
                    .context("JSON text cannot be had")??;
            }
        }
        Ok(())
    }
}
