//! Compares the library with its peers and writes `RESULTS.md` and `results.svg`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use sqlite_jsonb_benches::report::{self, Budget, Machine, heap};
use sqlite_jsonb_benches::stack::with_large_stack;
use sqlite_jsonb_benches::workloads;

#[global_allocator]
static ALLOCATOR: heap::Counting = heap::Counting;

/// Compares sqlite-jsonb with its peers: prints the tables, and writes them to RESULTS.md with the picture results.svg.
///
/// The real documents are measured where the folder of them is there: `shared` beside the repository, or what
/// `SQLITE_JSONB_SHARED` names.
#[derive(Debug, Parser)]
struct Arguments {
    /// Measure for less than a minute: good for a look, not for a judgement
    #[arg(long)]
    quick: bool,
    /// Measure only workloads whose id, such as objects/1000, holds this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Where the files go
    #[arg(long, value_name = "FOLDER", default_value = env!("CARGO_MANIFEST_DIR"))]
    out: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    ensure!(heap::is_counted(), "the heap is not counted");
    let (markdown, svg) = with_large_stack(|| run(&arguments))?;
    print!("{markdown}");
    for (name, text) in [("RESULTS.md", markdown), (PICTURE, svg)] {
        let path = arguments.out.join(name);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

const PICTURE: &str = "results.svg";

fn run(arguments: &Arguments) -> Result<(String, String)> {
    let mut machine = Machine::here(&command());
    let mut workloads = workloads::all();
    workloads.retain(|workload| workload.id().contains(&arguments.only));
    let budget = if arguments.quick {
        Budget::QUICK
    } else {
        Budget::FULL
    };
    let mut progress = |id: &str| eprintln!("measuring {id}");
    let measured = report::measure(&workloads, budget, &mut progress)?;
    machine.is_done();
    let markdown = report::markdown(&measured, &machine, PICTURE)?;
    Ok((markdown, report::picture(&measured)?))
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
