//! The command line of `jsonb recode`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use super::{EXIT_STATUS, OnError};

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
#[command(before_help = "\
Examples:
  jsonb recode app.db events data --to jsonb --dry-run
  jsonb recode app.db events data --to jsonb
  jsonb recode app.db events data --to text --where \"id > 1000\"",
    after_help = format!("\
The recoding is one transaction: it ends with every row recoded, or with the database as it was.\n\
A dry run does the work and takes it back, so it also finds what constraints and triggers refuse; it counts all failures.\n\
To JSONB, a text loses its white space and nothing else: members keep their order and duplicates, numbers their digits.\n\
To text, a blob becomes what SQLite's json() prints for it. NULL stays NULL.\n\n{EXIT_STATUS}"))]
pub(crate) struct RecodeArgs {
    /// The database file
    pub(crate) database: PathBuf,
    /// The table
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub(crate) table: String,
    /// The column that holds the documents
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub(crate) column: String,
    /// What the documents shall be
    #[arg(long, value_enum)]
    pub(crate) to: Encoding,
    /// Say what would be done and what would fail, and leave the database as it is
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Only the rows for which this SQL condition holds
    #[arg(long = "where", value_name = "SQL", allow_hyphen_values = true)]
    pub(crate) condition: Option<String>,
    /// What to do about a row that cannot be recoded: stop and leave the database as it was, or leave that row as it is and go on
    #[arg(long, value_enum, default_value_t)]
    pub(crate) on_error: OnError,
    /// Name all rows that are skipped, or would fail, not the first five
    #[arg(long)]
    pub(crate) all: bool,
    /// Take JSON5 text too, whose comments and spellings are lost
    #[arg(long)]
    pub(crate) json5: bool,
    /// How many rows are looked up at a time
    #[arg(
        long,
        value_name = "ROWS",
        allow_negative_numbers = true,
        default_value = "1000"
    )]
    pub(crate) batch: NonZeroUsize,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Encoding {
    Jsonb,
    Text,
}

impl Encoding {
    /// The type of the cells.
    pub(crate) fn stored(self) -> &'static str {
        match self {
            Self::Jsonb => "BLOB",
            Self::Text => "TEXT",
        }
    }
}
