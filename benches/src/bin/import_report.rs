//! Compares `jsonb import` with a loop of inserts and with sqlite-utils, and writes the figures into `RESULTS.md`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use sqlite_jsonb_benches::import::{self, Plan};
use sqlite_jsonb_benches::report::{self, Machine};

/// Compares `jsonb import` with a loop of inserts and with sqlite-utils: prints the figures, and writes them into the section
/// Import of RESULTS.md.
///
/// Takes two to three minutes a gigabyte, and four times the size of the file on the disk. The command is built first.
/// sqlite-utils is a Python program (pip install sqlite-utils); without it that row is left out.
#[derive(Debug, Parser)]
struct Arguments {
    /// The size of the files, in 10^9 bytes
    #[arg(long, default_value_t = 1.0)]
    gigabytes: f64,
    /// How often the import and the loop have their turn
    #[arg(long, default_value_t = 3)]
    turns: usize,
    /// sqlite-utils
    #[arg(
        long,
        value_name = "PROGRAM",
        env = "SQLITE_UTILS",
        default_value = "sqlite-utils"
    )]
    sqlite_utils: PathBuf,
    /// Where files and databases are made for the time of the measuring; the system's folder for such things unless told
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Print the figures only
    #[arg(long)]
    dry_run: bool,
    /// Be the loop: insert the lines of a file into a database
    #[arg(long, num_args = 2, value_names = ["FILE", "DB"], hide = true)]
    insert: Option<Vec<PathBuf>>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some([file, database]) = arguments.insert.as_deref() {
        return import::insert(file, database);
    }
    ensure!(
        arguments.gigabytes > 0.0 && arguments.turns > 0,
        "nothing to measure"
    );
    let plan = Plan {
        len: bytes(arguments.gigabytes),
        turns: arguments.turns,
        jsonb: build()?,
        sqlite_utils: arguments.sqlite_utils,
        folder: arguments.folder.unwrap_or_else(env::temp_dir),
    };
    let command = format!(
        "cargo run --release -p sqlite-jsonb-benches --bin import_report -- --gigabytes {} --turns {}",
        arguments.gigabytes, arguments.turns
    );
    let mut machine = Machine::here(&command);
    let text = import::measure(&plan, &mut machine, &mut |what| eprintln!("{what}"))?;
    print!("{text}");
    if !arguments.dry_run {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("RESULTS.md");
        let results = fs::read_to_string(&path).context("reading RESULTS.md")?;
        fs::write(&path, report::replaced(&results, "import", &text)?)
            .context("writing RESULTS.md")?;
    }
    Ok(())
}

/// Builds the command, without the features that a build of the whole workspace would give it, beside this program.
fn build() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--release",
            "--locked",
            "-p",
            "sqlite-jsonb-cli",
            "--manifest-path",
        ])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .status()
        .context("starting cargo")?;
    ensure!(status.success(), "building the command: {status}");
    let this = env::current_exe().context("this program")?;
    let command = this
        .with_file_name("jsonb")
        .with_extension(env::consts::EXE_EXTENSION);
    ensure!(
        command.exists(),
        "{} is not there: run with --release",
        command.display()
    );
    Ok(command)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "above zero, and a disk is smaller than 2^64 bytes"
)]
fn bytes(gigabytes: f64) -> u64 {
    (gigabytes * 1e9) as u64
}
