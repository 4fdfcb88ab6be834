//! The command line.

mod bench;
mod check;
mod export;
mod inspect;
mod recode;

pub(crate) use bench::BenchArgs;
pub(crate) use check::CheckArgs;
pub(crate) use export::{ExportArgs, ExportFormat, Nulls};
pub(crate) use inspect::InspectArgs;
pub(crate) use recode::{Encoding, RecodeArgs};

use std::fmt;
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  jsonb import app.db events events.ndjson.gz     a row a line
  jsonb import app.db readings *.json *.cbor      a row an array element, a row a CBOR item
  curl -s https://example.org/feed | jsonb import app.db feed -
  jsonb query app.db \"SELECT data ->> '$.name' FROM events LIMIT 5\"
  jsonb export app.db events --where \"id > 100\" > events.ndjson
  jsonb recode app.db logs body --to jsonb --dry-run
  jsonb check app.db
  jsonb inspect app.db events 17
  jsonb convert config.json --to jsonb -o config.jsonb
  jsonb bench events.ndjson

JSON and CBOR documents into SQLite as JSONB, the binary JSON that SQLite reads since 3.45, and back.";

const EXIT_STATUS: &str = "\
Exit status: 0 done, 1 bad data or documents skipped, 2 usage, 3 file or database trouble, 130 interrupted.";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "jsonb", version, about = EXAMPLES, after_help = EXIT_STATUS, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Load documents into a table, a row each
    Import(ImportArgs),
    /// Write the documents of a table as NDJSON, JSON, CBOR or JSONB
    Export(ExportArgs),
    /// Turn documents into JSONB, JSON or CBOR, without a database
    Convert(ConvertArgs),
    /// Turn a column of JSON text into JSONB, or back
    Recode(RecodeArgs),
    /// Validate the JSONB of a database, or of files
    Check(CheckArgs),
    /// Show the elements of a blob, and what is wrong with it
    Inspect(InspectArgs),
    /// Run a query and print its rows, JSONB as JSON text
    Query(QueryArgs),
    /// Time the ways from documents of yours to JSONB, SQLite's own among them
    Bench(BenchArgs),
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, ClapArgs)]
#[command(before_help = "\
Examples:
  jsonb import app.db events events.ndjson
  jsonb import app.db events 2024/*.json.gz --on-error skip
  zcat dump.gz | jsonb import app.db events - --format ndjson --column body
  jsonb import fleet.db readings sensors.cborseq --byte-strings hex
  jsonb import app.db events exports/           every document in a folder and below
  jsonb import app.db events huge.ndjson --batch 100000
  jsonb import app.db events huge.ndjson --resume
  tail -f app.log | jsonb import app.db log - --follow --format ndjson --on-error skip",
    after_help = format!("\
The import is one transaction: it ends with every document in the table, or with the database as it was.\n\
With --batch it is one transaction a batch; until it is complete, table _jsonb_import says how far it is.\n\
--resume reads over what is in the table already, and refuses files whose size or time of change is another.\n\
Of a folder, all files in it and below that are called as documents are (.json, .ndjson, .cbor, .jsonb and the like) are\n\
read in the order of their names, with --format any file that is not hidden; what is left out is named.\n\
Byte offsets count from 0, in the decompressed bytes where a file is compressed.\n\n{EXIT_STATUS}"))]
pub(crate) struct ImportArgs {
    /// The database file; created when missing
    pub(crate) database: PathBuf,
    /// The table; created when missing, as (id INTEGER PRIMARY KEY, data BLOB)
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub(crate) table: String,
    /// JSON, NDJSON, CBOR and JSONB files, also .gz and .zst, and folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Take a JSON file as one document, even when it is an array
    #[arg(long)]
    pub(crate) whole: bool,
    /// The column that takes the documents
    #[arg(long, default_value = "data", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) column: String,
    /// The format of the files; auto goes by name and first bytes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// What to do about a bad document: stop and leave the database as it was, or skip it and go on
    #[arg(long, value_enum, default_value_t)]
    pub(crate) on_error: OnError,
    /// Name all documents that are skipped, not the first five
    #[arg(long)]
    pub(crate) all: bool,
    /// Commit after every so many rows, instead of all at the end
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    pub(crate) batch: Option<NonZeroU64>,
    /// Go on after the last batch of an import with --batch that was cut short; its files must be as they were
    #[arg(long, conflicts_with = "follow")]
    pub(crate) resume: bool,
    /// Commit every second while documents come in, and what has come when something ends that
    #[arg(long)]
    pub(crate) follow: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print neither progress nor summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
#[command(before_help = "\
Examples:
  jsonb convert config.json -o config.jsonb
  jsonb convert reading.cbor --to json
  jsonb convert readings.cborseq --to ndjson    a line an item
  jsonb convert array.json --to ndjson          a line an element
  jsonb convert config.jsonb --to json --pretty
  jsonb convert settings.json5 --json5 --to json
  curl -s https://example.org/feed.ndjson | jsonb convert --to json | head",
    after_help = format!("\
A file of CBOR or JSONB is one document, and what comes behind it is an error; --sequence, --to ndjson and names that end \
in .cborseq take items back to back. Of several documents JSONB and CBOR are written back to back, since each says how long \
it is; JSON one a line.\n\
JSONB is read where the name ends in .jsonb or --from says so; --to jsonb makes it canonical.\n\
In CBOR an integer keeps all its digits, and any other number becomes the nearest 64-bit float.\n\n{EXIT_STATUS}"))]
pub(crate) struct ConvertArgs {
    /// The file to read; - is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
    /// The format of the file; auto goes by name and first bytes
    // Reasons that jsonb import shares with this command name its --format.
    #[arg(long, alias = "format", value_enum, default_value_t)]
    pub(crate) from: Format,
    /// What to write
    #[arg(long, value_enum, default_value_t)]
    pub(crate) to: Target,
    /// Take each element of a JSON array as a document of its own, as --to ndjson does anyway
    #[arg(long, conflicts_with = "json5")]
    pub(crate) elements: bool,
    /// Take CBOR items or JSONB blobs back to back as several documents, as --to ndjson does anyway
    #[arg(long)]
    pub(crate) sequence: bool,
    /// Lay JSON out over several lines
    #[arg(long)]
    pub(crate) pretty: bool,
    /// Write here instead of to standard output; the file appears when it is whole
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
#[command(before_help = "\
Examples:
  jsonb query app.db \"SELECT id, data FROM events LIMIT 5\"
  jsonb query app.db \"SELECT data ->> '$.station', avg(data ->> '$.celsius') FROM readings GROUP BY 1\"",
    after_help = format!("\
Rows come one a line under a line of column names, separated by tabs. The database is opened for reading only.\n\n{EXIT_STATUS}"))]
pub(crate) struct QueryArgs {
    /// The database file
    pub(crate) database: PathBuf,
    /// One SQL statement; it may begin with a comment
    #[arg(allow_hyphen_values = true, value_parser = statement)]
    pub(crate) sql: String,
}

/// How documents are read: shared by the commands that do.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct ReadingArgs {
    /// What reads the documents: direct takes them straight from their bytes, and makes of JSON text what SQLite itself
    /// makes of it. The others build a tree first, of the files they are for: serde_json and simd-json of JSON and NDJSON,
    /// ciborium of CBOR. serde_json refuses an object that has a label twice; simd-json reads numbers as 64-bit integers
    /// and floats: further digits and the sign of -0 are lost
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: BackendName,
    /// Take JSON5 too, as SQLite reads it: comments are lost, NaN becomes null, and Infinity 9e999. A file is one document
    /// then, even when it is an array; where it is NDJSON, by its name or as asked for, a line is
    #[arg(long, conflicts_with = "backend")]
    pub(crate) json5: bool,
    /// How many threads encode, 256 at most; one for each processor unless told otherwise
    #[arg(long, value_name = "THREADS", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) cbor: CborArgs,
}

/// What becomes of CBOR that JSON has no form for.
#[derive(Clone, Copy, Debug, ClapArgs)]
#[command(next_help_heading = "CBOR policies (of the files that are CBOR, one at least)")]
pub(crate) struct CborArgs {
    /// What the documents are, which sets the policies below: dag-cbor has links of IPLD and byte strings in the form of
    /// DAG-JSON, atproto in that of AT Protocol; both take no tag but 42, no map key but text, no NaN and no infinity,
    /// and atproto no number but 64-bit integers
    #[arg(long, value_enum, default_value_t, value_name = "MODEL")]
    pub(crate) cbor: CborModel,
    /// Take no encoding but that of DAG-CBOR: shortest forms, definite lengths, sorted keys that come once, 64-bit floats,
    /// no negative zero
    #[arg(long)]
    pub(crate) strict: bool,
    /// Byte strings, where no tag says how [default: base64url]
    #[arg(long, value_enum, value_name = "POLICY")]
    pub(crate) byte_strings: Option<ByteStringPolicy>,
    /// Bignums
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    pub(crate) bignums: BignumPolicy,
    /// The longest bignum written as digits, in bytes [default: 1024]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true)]
    pub(crate) max_bignum: Option<usize>,
    /// Map keys that are not text [default: text]
    #[arg(long, value_enum, value_name = "POLICY")]
    pub(crate) labels: Option<LabelPolicy>,
    /// Tags that mean nothing to JSON [default: drop]
    #[arg(long, value_enum, value_name = "POLICY")]
    pub(crate) tags: Option<TagPolicy>,
    /// NaN and the infinities; overflow is SQLite's 9e999 [default: null]
    #[arg(long, value_enum, value_name = "POLICY")]
    pub(crate) non_finite: Option<NonFinitePolicy>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Auto,
    Json,
    Ndjson,
    Cbor,
    Jsonb,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    #[default]
    Jsonb,
    Json,
    Ndjson,
    Cbor,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    #[default]
    Stop,
    Skip,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendName {
    #[default]
    Direct,
    #[value(name = "serde_json", alias = "serde-json")]
    SerdeJson,
    #[value(alias = "simd_json")]
    SimdJson,
    Ciborium,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CborModel {
    #[default]
    Any,
    DagCbor,
    Atproto,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ByteStringPolicy {
    Base64url,
    Base64,
    Hex,
    Numbers,
    DagJson,
    Atproto,
    Error,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BignumPolicy {
    #[default]
    Digits,
    Base64url,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LabelPolicy {
    Text,
    Error,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TagPolicy {
    Drop,
    Error,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum NonFinitePolicy {
    Null,
    Error,
    Overflow,
}

/// SQL, which may begin with a comment; one that is all there is looks like an option.
fn statement(sql: &str) -> Result<String, String> {
    if sql.starts_with("--") && !sql.contains('\n') {
        return Err("a comment and no statement".into());
    }
    Ok(sql.into())
}
