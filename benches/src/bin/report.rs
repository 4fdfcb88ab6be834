//! Compares the library with its peers and writes `RESULTS.md` and `results.svg`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use sqlite_jsonb_benches::report::{self, Budget, Extras, Machine, heap};
use sqlite_jsonb_benches::stack::with_large_stack;
use sqlite_jsonb_benches::workloads;

#[global_allocator]
static ALLOCATOR: heap::Counting = heap::Counting;

/// Compares sqlite-jsonb with its peers: prints the tables, and writes them to RESULTS.md with the picture results.svg, and
/// the summary to the README.
///
/// The real documents are measured where the folder of them is there: `shared` beside the repository, or what
/// `SQLITE_JSONB_SHARED` names. Where valgrind is there, the worst rows are profiled.
#[derive(Debug, Parser)]
struct Arguments {
    /// Measure for less than a minute, and profile nothing: good for a look, not for a judgement
    #[arg(long)]
    quick: bool,
    /// Measure only workloads whose id, such as objects/1000, holds this; the files stay as they are without --out
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Write RESULTS.md and results.svg here, and leave the README alone
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Only run one route of one workload so often, for a profiler, as in --one row/200B encode/encoder 1000
    #[arg(long, num_args = 3, value_names = ["WORKLOAD", "ROUTE", "RUNS"])]
    one: Option<Vec<String>>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(one) = &arguments.one {
        return with_large_stack(|| run_one(one));
    }
    ensure!(heap::is_counted(), "the heap is not counted");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = match (&arguments.out, &arguments.only) {
        (Some(folder), _) => Some(folder.as_path()),
        (None, None) => Some(here),
        (None, Some(_)) => None,
    };
    let before = out.and_then(|folder| fs::read_to_string(folder.join(RESULTS)).ok());
    let import = before
        .as_deref()
        .and_then(|text| report::section(text, "import"));
    let import = import.unwrap_or(
        "Not measured. `cargo run --release -p sqlite-jsonb-benches --bin import_report` does it.",
    );
    let made = with_large_stack(|| run(&arguments, import))?;
    print!("{}", made.results);
    if let Some(folder) = out {
        write(&folder.join(RESULTS), &made.results)?;
        write(&folder.join(PICTURE), &made.picture)?;
    }
    if out == Some(here) {
        let readme = here.join("../README.md");
        let text = fs::read_to_string(&readme).context("reading README.md")?;
        write(&readme, &report::replaced(&text, "summary", &made.summary)?)?;
    }
    Ok(())
}

const RESULTS: &str = "RESULTS.md";
const PICTURE: &str = "results.svg";

struct Made {
    results: String,
    picture: String,
    summary: String,
}

fn run(arguments: &Arguments, import: &str) -> Result<Made> {
    let mut machine = Machine::here(&command());
    let mut workloads = workloads::all();
    let only = arguments.only.as_deref().unwrap_or("");
    workloads.retain(|workload| workload.id().contains(only));
    let budget = if arguments.quick {
        Budget::QUICK
    } else {
        Budget::FULL
    };
    let mut progress = |id: &str| eprintln!("measuring {id}");
    let measured = report::measure(&workloads, budget, &mut progress)?;
    machine.is_done();
    let profiles = if arguments.quick {
        String::from("Not profiled: a quick report leaves that out.\n")
    } else {
        report::profiles(&measured)?
    };
    let extras = Extras {
        picture: PICTURE,
        profiles: &profiles,
        import,
    };
    Ok(Made {
        results: report::markdown(&measured, &machine, extras)?,
        picture: report::picture(&measured)?,
        summary: report::summary(&measured, &machine)?,
    })
}

fn run_one(arguments: &[String]) -> Result<()> {
    let [workload, route, runs] = arguments else {
        bail!("--one takes a workload, a route and a number");
    };
    let workload = workloads::one(workload).with_context(|| format!("no workload {workload}"))?;
    let runs = runs
        .parse()
        .with_context(|| format!("{runs} is no number"))?;
    println!("{:?}", report::one(&workload, route, runs)?);
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// The command that runs this program with the arguments it was given.
fn command() -> String {
    let mut command = String::from("cargo run --release -p sqlite-jsonb-benches --bin report");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.is_empty() {
        command.push_str(" -- ");
        command.push_str(&arguments.join(" "));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn the_peak_is_what_is_held_at_once() {
        let one_by_one = || [100, 300, 200].map(|len| drop(black_box(vec![1_u8; len])));
        let (_, seen) = heap::watch(one_by_one);
        assert_eq!((seen.peak, seen.calls), (300, 3));

        let together = || [100, 300, 200].map(|len| black_box(vec![0_u8; len]));
        let (_, seen) = heap::watch(together);
        assert_eq!((seen.peak, seen.calls), (600, 3));
    }

    #[test]
    fn a_block_that_grows_counts_twice_while_it_does() {
        let ((), seen) = heap::watch(|| {
            let mut bytes = Vec::<u8>::with_capacity(100);
            bytes.reserve_exact(150);
            black_box(bytes);
        });
        assert_eq!((seen.peak, seen.calls), (250, 2));
    }

    #[test]
    fn what_happens_unwatched_does_not_count() {
        let before = black_box(vec![0_u8; 1000]);
        let ((), seen) = heap::watch(|| ());
        assert_eq!(seen, heap::Heap::default());
        drop(before);
    }
}
