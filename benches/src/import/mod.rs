//! The import of large files: `jsonb import` beside what people have.

pub mod documents;
mod process;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use rusqlite::Connection;

use crate::report::{Bound, Machine, Table, Target, targets_table};
use crate::statistics::Summary;
use process::Run;

/// What is measured, and with what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The length of each file in bytes.
    pub len: u64,
    /// How often `jsonb import` and the loop have their turn.
    pub turns: usize,
    /// The command `jsonb`.
    pub jsonb: PathBuf,
    /// The command `sqlite-utils`.
    pub sqlite_utils: PathBuf,
    /// Where files and databases are made for the time of the measuring.
    pub folder: PathBuf,
}

/// The runs of one program over one file.
#[derive(Debug)]
struct Runs {
    what: &'static str,
    /// Empty where the program is not there.
    runs: Vec<Run>,
}

impl Runs {
    fn seconds(&self) -> Option<Summary> {
        Summary::of(self.runs.iter().map(|run| run.seconds).collect())
    }

    /// The most memory of any run, in bytes.
    fn peak(&self) -> Option<u64> {
        self.runs.iter().filter_map(|run| run.peak).max()
    }
}

/// Makes the files, runs the programs by turns, compares the rows, and tells the figures as Markdown.
///
/// # Errors
/// When a program fails, or `jsonb import` leaves other rows than the loop.
pub fn measure(
    plan: &Plan,
    machine: &mut Machine,
    progress: &mut dyn FnMut(&str),
) -> Result<String> {
    let folder = tempfile::tempdir_in(&plan.folder).context("a temporary folder")?;
    let path = |name: &str| folder.path().join(name);
    let (lines, array) = (path("documents.ndjson"), path("documents.json"));
    progress("making the files");
    let count = documents::write_lines(&lines, plan.len)?;
    documents::write_array(&array, plan.len)?;

    let import = |file: &Path, database: &Path| {
        let mut command = Command::new(&plan.jsonb);
        command.arg("import").arg(database).arg("t").arg(file);
        process::run(command.arg("--quiet"), database)
    };
    let this = std::env::current_exe().context("this program")?;
    let insert = |file: &Path, database: &Path| {
        let mut command = Command::new(&this);
        process::run(command.arg("--insert").arg(file).arg(database), database)
    };
    let (ours, theirs) = (path("import.db"), path("loop.db"));
    let mut lines_in = runs("`jsonb import`, NDJSON");
    let mut inserted = runs("loop of `INSERT ... VALUES (jsonb(?))`, NDJSON");
    for turn in 1..=plan.turns {
        progress(&format!("turn {turn} of {}", plan.turns));
        let missing = || format!("{} is not there", plan.jsonb.display());
        let run = import(&lines, &ours)?.with_context(missing)?;
        lines_in.runs.push(run);
        inserted.runs.extend(insert(&lines, &theirs)?);
    }
    progress("comparing the rows");
    compare(&ours, &theirs, count)?;
    fs::remove_file(&theirs).context("removing a database")?;

    progress("the array");
    let mut array_in = runs("`jsonb import`, one JSON array");
    array_in.runs.extend(import(&array, &ours)?);
    progress("sqlite-utils");
    let mut utils = runs("`sqlite-utils insert --nl`, NDJSON");
    let mut command = Command::new(&plan.sqlite_utils);
    command.arg("insert").arg(&theirs).args(["t"]).arg(&lines);
    utils
        .runs
        .extend(process::run(command.arg("--nl"), &theirs)?);
    machine.is_done();
    markdown(plan, count, machine, &[lines_in, inserted, array_in, utils])
}

fn runs(what: &'static str) -> Runs {
    Runs {
        what,
        runs: Vec::new(),
    }
}

/// What a program does that has rusqlite alone: each line through SQLite's `jsonb()` into a row, in one transaction.
///
/// # Errors
/// When the file cannot be read, or SQLite fails.
pub fn insert(file: &Path, database: &Path) -> Result<()> {
    let mut connection = Connection::open(database)?;
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)", [])?;
    let transaction = connection.transaction()?;
    let mut statement = transaction.prepare("INSERT INTO t (data) VALUES (jsonb(?1))")?;
    let mut lines = BufReader::with_capacity(1 << 18, File::open(file)?);
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        statement.execute([&line])?;
        line.clear();
    }
    drop(statement);
    transaction.commit()?;
    Ok(())
}

/// Makes sure that both databases hold `count` rows, and the same.
fn compare(ours: &Path, theirs: &Path, count: u64) -> Result<()> {
    let connection = Connection::open(ours)?;
    let theirs = theirs.to_str().context("a path in UTF-8")?;
    connection.execute("ATTACH ?1 AS other", [theirs])?;
    let ask = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let rows = (
        ask("SELECT count(*) FROM main.t")?,
        ask("SELECT count(*) FROM other.t")?,
    );
    let expected = i64::try_from(count)?;
    ensure!(rows == (expected, expected), "{rows:?} rows of {count}");
    let differing =
        ask("SELECT count(*) FROM main.t a JOIN other.t b USING (id) WHERE a.data IS NOT b.data")?;
    ensure!(differing == 0, "{differing} rows differ");
    Ok(())
}

fn markdown(plan: &Plan, count: u64, machine: &Machine, all: &[Runs; 4]) -> Result<String> {
    let mut text = String::new();
    writeln!(text, "Made by `{}`.\n\n{machine}", machine.command)?;
    writeln!(
        text,
        "{:.2} GB in {count} documents of 500 bytes, made by a generator that makes the same ones each time. `jsonb import` \
         and the loop take turns, {} each; both leave the same rows, which was checked. The loop is Rust, in one transaction, \
         with one prepared statement. sqlite-utils makes a column of each member, not JSONB. Seconds are medians and wall \
         clock, the commit included; memory is the most that was resident in any run.\n",
        gigabytes(plan.len),
        plan.turns,
    )?;
    let mut table = Table::new(1, ["program", "seconds", "MB/s", "peak memory, MB"]);
    for runs in all {
        let cells = match runs.seconds() {
            None => ["not measured: it is not there", "-", "-"].map(String::from),
            Some(seconds) => [
                format!("{:.2}", seconds.median),
                format!("{:.0}", 1000.0 * gigabytes(plan.len) / seconds.median),
                runs.peak().map_or_else(
                    || String::from("-"),
                    |peak| format!("{:.0}", megabytes(peak)),
                ),
            ],
        };
        table.row([String::from(runs.what)].into_iter().chain(cells));
    }
    writeln!(text, "{table}")?;
    write!(text, "{}", targets_table(&targets(all)))?;
    Ok(text)
}

fn targets([lines, inserted, array, utils]: &[Runs; 4]) -> Vec<Target> {
    let times_as_fast = |other: &Runs| Some(other.seconds()?.median / lines.seconds()?.median);
    let peak = |runs: &Runs| Some(megabytes(runs.peak()?));
    let rows = [
        (
            "times as fast as the loop",
            lines.what,
            times_as_fast(inserted),
            Bound::AtLeast(1.6),
        ),
        (
            "times as fast as sqlite-utils",
            lines.what,
            times_as_fast(utils),
            Bound::AtLeast(15.0),
        ),
        (
            "peak memory, MB",
            lines.what,
            peak(lines),
            Bound::AtMost(100.0),
        ),
        (
            "peak memory, MB",
            array.what,
            peak(array),
            Bound::AtMost(100.0),
        ),
    ];
    let target = |(what, at, measured, bound): (_, &str, Option<f64>, _)| {
        Some(Target {
            what,
            at: String::from(at),
            measured: measured?,
            bound,
            subject: None,
        })
    };
    rows.into_iter().filter_map(target).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
