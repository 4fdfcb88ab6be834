//! The command line of `jsonb export`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use super::{EXIT_STATUS, OnError};

#[derive(Debug, Args)]
#[command(before_help = "\
Examples:
  jsonb export app.db events > events.ndjson
  jsonb export app.db events --where \"data ->> '$.level' = 'error'\" | head
  jsonb export app.db readings --format cbor -o readings.cborseq
  jsonb export app.db readings --format jsonb | jsonb import copy.db readings - --format jsonb",
    after_help = format!("\
JSONB, JSON text and numbers are documents, whatever the type of their cell; rows come in the order of their rowid or primary key.\n\
In CBOR an integer keeps all its digits, and any other number becomes the nearest 64-bit float.\n\n{EXIT_STATUS}"))]
pub(crate) struct ExportArgs {
    /// The database file, opened for reading only
    pub(crate) database: PathBuf,
    /// The table, or a view
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub(crate) table: String,
    /// The column that holds the documents
    #[arg(long, default_value = "data", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) column: String,
    /// Only the rows for which this SQL condition holds
    #[arg(long = "where", value_name = "SQL", allow_hyphen_values = true)]
    pub(crate) condition: Option<String>,
    /// A document a line, one JSON array, a CBOR sequence, or JSONB back to back
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExportFormat,
    /// Write here instead of to standard output; the file appears when it is whole
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What to do about a cell that holds no document: stop, or skip it and go on
    #[arg(long, value_enum, default_value_t)]
    pub(crate) on_error: OnError,
    /// Name all cells that are skipped, not the first five
    #[arg(long)]
    pub(crate) all: bool,
    /// What to do about a cell that is NULL: leave it out and say so at the end, write null, or treat it as an error
    #[arg(long, value_enum, default_value_t)]
    pub(crate) nulls: Nulls,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    #[default]
    Ndjson,
    Json,
    Cbor,
    Jsonb,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Nulls {
    #[default]
    Skip,
    Null,
    Error,
}
