//! `jsonb bench`.

mod differences;
mod machine;
mod measure;
mod print;
mod routes;
mod sample;

use std::collections::BTreeSet;
use std::io::IsTerminal as _;
use std::thread;

use anyhow::Context as _;
use rusqlite::Connection;

use crate::args::{BackendName, BenchArgs, ReadingArgs};
use crate::backend::{Applies, Backends, Jsonb, Rejection};
use crate::failure::{self, Failure, say};
use crate::input::Kind;
use crate::interrupt;
use crate::pipeline::STACK;
use differences::{Difference, compare};
use measure::{Contestant, Timing, measure};
use routes::{Route, Sqlite, routes};
use sample::{Documents, Sample};

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<u8> {
    let mut applies =
        Applies::new(BackendName::Direct, &args.cbor).for_json("--elements", args.elements);
    sample::check(args, &applies)?;
    interrupt::listen()?;
    let mut printer = print::Printer::new(args);
    for (index, path) in args.files.iter().enumerate() {
        let sample = Sample::read(path, args)?;
        applies.see(Some(sample.kind));
        if index + 1 == args.files.len() {
            applies.check().with_context(|| sample.name.clone())?;
        }
        // Parsers recurse.
        let comparison = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK);
            let running = thread.spawn_scoped(scope, || Comparison::of(&sample, args));
            let outcome = running.context("cannot start a thread")?.join();
            outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        printer.print(&sample, &comparison)?;
    }
    printer.finish()?;
    Ok(failure::DONE)
}

/// What came of one file.
struct Comparison {
    /// The bytes of all blobs.
    blob_bytes: usize,
    sqlite: Timing,
    others: Vec<Other>,
}

/// A route that is compared with SQLite's.
struct Other {
    name: &'static str,
    /// `None` where it refuses a document.
    timing: Option<Timing>,
    /// Where and why it refuses one.
    refusal: Option<String>,
    differences: BTreeSet<Difference>,
    /// In how many documents it differs.
    differing: usize,
}

impl Comparison {
    fn of(sample: &Sample, args: &BenchArgs) -> anyhow::Result<Self> {
        let connection = Connection::open_in_memory()?;
        let mut sqlite = Sqlite::new(&connection)?;
        let mut candidates: Vec<Candidate> = routes(sample.kind, &args.cbor)
            .into_iter()
            .map(|(name, route)| Candidate::new(name, route))
            .collect();
        let (texts, blob_bytes) = check(sample, args, &mut sqlite, &mut candidates)?;

        let mut contestants = vec![Contestant::new(&mut sqlite, &texts)];
        let willing = candidates
            .iter_mut()
            .filter(|candidate| candidate.other.refusal.is_none());
        contestants.extend(
            willing.map(|candidate| Contestant::new(candidate.route.as_mut(), &sample.documents)),
        );
        if std::io::stderr().is_terminal() {
            let seconds = args.seconds.as_secs_f64();
            let count = contestants.len();
            say(&format!(
                "{}: {count} routes, {seconds} s each",
                sample.name
            ));
        }
        let mut timings = measure(&mut contestants, args.seconds)?.into_iter();
        let mut next = || timings.next().context("a timing is missing");
        let sqlite = next()?;
        for candidate in &mut candidates {
            if candidate.other.refusal.is_none() {
                candidate.other.timing = Some(next()?);
            }
        }
        Ok(Self {
            blob_bytes,
            sqlite,
            others: candidates
                .into_iter()
                .map(|candidate| candidate.other)
                .collect(),
        })
    }
}

struct Candidate {
    route: Box<dyn Route>,
    other: Other,
}

impl Candidate {
    fn new(name: &'static str, route: Box<dyn Route>) -> Self {
        let other = Other {
            name,
            timing: None,
            refusal: None,
            differences: BTreeSet::new(),
            differing: 0,
        };
        Self { route, other }
    }
}

/// Encodes each document by each route, compares the blobs with SQLite's, and notes the differences. Returns the texts that
/// SQLite was given, and how long its blobs are together.
fn check(
    sample: &Sample,
    args: &BenchArgs,
    sqlite: &mut Sqlite<'_>,
    candidates: &mut [Candidate],
) -> anyhow::Result<(Documents, usize)> {
    let reading = ReadingArgs {
        backend: BackendName::Direct,
        jobs: None,
        json5: false,
        cbor: args.cbor,
    };
    let mut reader = Backends::new(&reading, Jsonb::Canonical);
    let mut texts = Documents::default();
    let mut blob_bytes = 0;
    let (mut expected, mut blob) = (Vec::new(), Vec::new());
    for (index, document) in sample.documents.iter().enumerate() {
        if interrupt::raised() {
            return Err(Failure::interrupted());
        }
        let bad =
            |why: &Rejection| Failure::bad_data(sample.locate(index, why.offset, &why.reason));
        // What no route could read is refused in the words of the other commands.
        blob.clear();
        reader
            .encode(sample.kind, &mut document.to_vec(), &mut blob)
            .map_err(|why| bad(&why))?;
        let mut text = if sample.kind == Kind::Cbor {
            let text = sqlite_jsonb::to_json(&blob).map_err(|error| bad(&error.into()))?;
            text.into_bytes()
        } else {
            document.to_vec()
        };
        texts.push(&text);
        expected.clear();
        sqlite
            .encode(&mut text, &mut expected)
            .map_err(|why| bad(&Rejection::new(0, format!("SQLite refuses it: {why}"))))?;
        blob_bytes += expected.len();
        for Candidate { route, other } in &mut *candidates {
            if other.refusal.is_some() {
                continue;
            }
            blob.clear();
            match route.encode(&mut document.to_vec(), &mut blob) {
                Err(reason) => {
                    other.refusal = Some(format!("{}: {reason}", sample.place(index)));
                }
                Ok(()) if blob != expected => {
                    other.differing += 1;
                    compare(&blob, &expected, &mut other.differences);
                }
                Ok(()) => {}
            }
        }
    }
    Ok((texts, blob_bytes))
}
