//! The command line of `jsonb check`.

use std::path::PathBuf;

use clap::Args;

use super::EXIT_STATUS;

#[derive(Debug, Args)]
#[command(before_help = "\
Examples:
  jsonb check app.db                   all columns that hold JSONB
  jsonb check app.db events payload    each BLOB of one column
  jsonb check *.jsonb                  files, a blob each
  jsonb check dump.jsonb --sequence    a file of blobs back to back",
    override_usage = "\
jsonb check [OPTIONS] <DB> [TABLE [COLUMN]]\n       jsonb check [OPTIONS] <FILE>...",
    after_help = format!("\
A first argument that is a SQLite database is taken for one, anything else for a file that holds a blob.\n\
Of the column that is named each BLOB is meant to be JSONB. Without COLUMN, that goes for each column whose declared type \
has JSON in its name, and each that holds a valid JSONB blob of two bytes or more; columns with other BLOBs are left out \
with a note.\n\
JSON text stored as a BLOB counts as bad, and so does a sound blob that json_valid(X, 8) of SQLite refuses, such as one \
with a scalar inside 1000 containers, which SQLite reads nevertheless.\n\n{EXIT_STATUS}"))]
pub(crate) struct CheckArgs {
    /// A database, and what of it; or files, - is standard input
    #[arg(required = true, value_name = "DB [TABLE [COLUMN]] | FILE")]
    pub(crate) subject: Vec<PathBuf>,
    /// The files are several blobs back to back, as jsonb convert writes them
    #[arg(long)]
    pub(crate) sequence: bool,
    /// List all bad blobs, not the first ten of a column
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
