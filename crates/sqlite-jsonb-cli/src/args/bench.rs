//! The command line of `jsonb bench`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{CborArgs, EXIT_STATUS, Format};

const ABOUT: &str = "\
Each route turns the documents of a file into JSONB, on one thread and in memory, by turns with the others:
  SQLite jsonb(text)              a prepared SELECT jsonb(?); the blob stays in SQLite's memory
  direct                          straight from the bytes, as import and convert do by default
  serde_json, simd-json owned,    into a tree of that crate (parse), and out of it (encode)
  borrowed and tape, ciborium
Trees are dropped outside the clock, and so is the copy made that simd-json parses in place.
MB/s counts the bytes of the documents in the file. Of CBOR, SQLite is given the JSON text, whose making is not timed.
Each blob is compared with SQLite's first: a difference is named, and a route that refuses a document is not timed.
Times are medians, and the quartiles around them. Machines are noisy: believe ratios of one run.";

#[derive(Debug, Args)]
#[command(before_help = "\
Examples:
  jsonb bench events.ndjson
  jsonb bench *.json --seconds 5
  jsonb bench readings.cbor --markdown > bench.md
  jsonb bench feed.json --elements --json | jq '.files[].routes[] | [.route, .megabytes_per_second]'",
    after_help = format!("{ABOUT}\n\n{EXIT_STATUS}"))]
pub(crate) struct BenchArgs {
    /// JSON, NDJSON and CBOR files, also .gz and .zst; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The format of the files; auto goes by name and first bytes
    // Reasons that jsonb import shares with this command name its --format.
    #[arg(long, alias = "format", value_enum, default_value_t)]
    pub(crate) from: Format,
    /// Take each element of a JSON array as a document of its own
    #[arg(long)]
    pub(crate) elements: bool,
    /// About how long each route of a file is timed; three turns at least
    #[arg(long, default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Duration,
    /// How much of a file is taken, in whole documents and MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) sample: u32,
    /// Print the report as JSON, times in seconds
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the report as Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    #[command(flatten)]
    pub(crate) cbor: CborArgs,
}

/// A number of seconds above zero, and of sensible size.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds")?;
    if seconds > 0.0 && seconds <= 3600.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("expected more than 0 and at most 3600 seconds".into())
    }
}
