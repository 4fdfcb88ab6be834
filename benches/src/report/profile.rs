//! Where the time goes in the rows that miss their targets by the most.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::callgrind::by_function;
use super::measure::{Measured, Work};
use super::number::short;
use super::table::Table;
use super::targets::{Subject, Target, targets};

/// How many rows are profiled.
const ROWS: usize = 3;
/// How many functions of each are listed, and how large the share of the least one is.
const FUNCTIONS: usize = 8;
const LEAST: f64 = 0.01;
/// About how many microseconds of work are profiled; callgrind takes some fifty times as long.
const MICROS: f64 = 50_000.0;

/// The section of the report.
///
/// # Errors
/// When callgrind is there and fails.
pub fn profiles(measured: &Measured) -> Result<String> {
    let mut text = String::from(
        "Instructions by function, without what it calls and with what the compiler put into it, as callgrind counts them \
         within the clock: the three routes that miss their targets by the most.\n",
    );
    let targets = targets(measured);
    for target in worst(&targets) {
        let (Some(subject), factor) = (&target.subject, target.distance()) else {
            continue;
        };
        eprintln!("profiling {}", subject.name());
        let Some(Profile { runs, functions }) = profile(subject, measured)? else {
            return Ok(String::from(
                "Not profiled: valgrind is not on this machine.\n",
            ));
        };
        let total: u64 = functions.iter().map(|function| function.1).sum();
        writeln!(
            text,
            "\n### {}\n\n{}: {}, off by a factor of {}; {} instructions a run.\n",
            subject.name(),
            target.what,
            short(target.measured),
            short(factor),
            short(share(total, runs)),
        )?;
        write!(text, "{}", table(&functions))?;
    }
    Ok(text)
}

impl Subject {
    /// Workload and route, as `--one` takes them.
    fn name(&self) -> String {
        format!("{} {}/{}", self.workload, self.work.name(), self.route)
    }
}

/// The targets on times that are missed by the most, each of another workload or route.
fn worst(targets: &[Target]) -> Vec<&Target> {
    let mut missed: Vec<&Target> = targets
        .iter()
        .filter(|target| !target.is_met() && target.subject.is_some())
        .collect();
    missed.sort_by(|one, other| other.distance().total_cmp(&one.distance()));
    let mut worst = Vec::<&Target>::new();
    for target in missed {
        if worst.iter().all(|other| other.subject != target.subject) {
            worst.push(target);
        }
    }
    worst.truncate(ROWS);
    worst
}

struct Profile {
    runs: u64,
    /// The instructions of each function, largest first.
    functions: Vec<(String, u64)>,
}

/// The profile of a route, or `None` without valgrind. This program runs itself, with `--one`.
fn profile(subject: &Subject, measured: &Measured) -> Result<Option<Profile>> {
    let row = measured.row(&subject.workload).context("a measured row")?;
    let micros = row.median(subject.work, subject.route);
    let runs = runs(micros.context("a measured route")?);
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let output = folder.path().join("callgrind.out");
    let status = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", output.display()))
        .args(["--collect-atstart=no", "--toggle-collect=*route::clocked*"])
        .arg(std::env::current_exe().context("this program")?)
        .args(["--one", &subject.workload])
        .arg(format!("{}/{}", subject.work.name(), subject.route))
        .arg(runs.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        status => {
            let status = status.context("starting valgrind")?;
            ensure!(status.success(), "valgrind of {}: {status}", subject.name());
        }
    }
    let output = fs::read_to_string(&output).context("reading what callgrind wrote")?;
    let functions = by_function(&output);
    Ok(Some(Profile { runs, functions }))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a quotient of positive times, capped"
)]
fn runs(micros: f64) -> u64 {
    (MICROS / micros).clamp(1.0, 1e6) as u64
}

fn table(functions: &[(String, u64)]) -> Table {
    let total: u64 = functions.iter().map(|function| function.1).sum();
    let mut table = Table::new(1, ["function", "share"]);
    let mut rest = 1.0;
    for (name, instructions) in functions.iter().take(FUNCTIONS) {
        let share = share(*instructions, total);
        if share < LEAST {
            break;
        }
        rest -= share;
        table.row([format!("`{name}`"), format!("{:.0} %", 100.0 * share)]);
    }
    table.row([String::from("all others"), format!("{:.0} %", 100.0 * rest)]);
    table
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl Work {
    /// What ids call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::Pass => "pass",
            Self::Decode => "decode",
        }
    }
}
