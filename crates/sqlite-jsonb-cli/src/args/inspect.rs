//! The command line of `jsonb inspect`.

use std::ffi::OsString;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::EXIT_STATUS;

#[derive(Debug, Args)]
#[command(before_help = "\
Examples:
  jsonb inspect app.db events 17               the cell data of a row
  jsonb inspect 4b13311761                     hexadecimal digits, also \"4b 13\", 0x4b13, x'4b13'
  jsonb inspect config.jsonb --tree            the JSON with the size of each element
  jsonb convert config.json | jsonb inspect -",
    override_usage = "\
jsonb inspect [OPTIONS] <FILE|HEX|->\n       jsonb inspect [OPTIONS] <DB> <TABLE> <ROWID>",
    after_help = format!("\
A line an element: its first byte, its header in hexadecimal, its type, its payload size in bytes, its value.\n\
Containers are followed by what they hold, indented. What is wrong with an element stands behind its line, after <--.\n\
One argument is a file where there is one of that name, else hexadecimal digits.\n\
Of a table without rowids, ROWID is the value of the primary key.\n\n{EXIT_STATUS}"))]
pub(crate) struct InspectArgs {
    /// A file, - for standard input, or hexadecimal digits; or a database, a table and the rowid of a row
    #[arg(required = true, num_args = 1..=3, value_name = "FILE|HEX|DB TABLE ROWID", allow_negative_numbers = true)]
    pub(crate) subject: Vec<OsString>,
    /// The column that holds the blob [default: data]
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub(crate) column: Option<String>,
    /// Print the JSON, each element with its length in bytes, header included
    #[arg(long)]
    pub(crate) tree: bool,
    /// The bytes are several blobs back to back, as jsonb convert writes them
    #[arg(long)]
    pub(crate) sequence: bool,
}
