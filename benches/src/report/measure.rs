//! The measuring: the routes of a workload take turns, round by round.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use sqlite_jsonb::Encoder;

use super::heap::{self, Heap};
use super::number::share;
use super::waiting::waited;
use crate::forms::{Forms, Texts};
use crate::route::{Route, Verdict};
use crate::routes;
use crate::sqlite::Sqlite;
use crate::statistics::Summary;
use crate::workloads::Workload;

/// How much time a report takes.
///
/// Turns are short, so that on a busy machine most of them end before another program has the processor.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// How often each route has its turn.
    pub rounds: usize,
    /// About how long a turn takes.
    pub batch: Duration,
}

impl Budget {
    /// A few minutes.
    pub const FULL: Self = Self {
        rounds: 31,
        batch: Duration::from_millis(2),
    };

    /// Less than one minute.
    pub const QUICK: Self = Self {
        rounds: 9,
        batch: Duration::from_micros(500),
    };
}

/// What a route does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// From a document to a blob.
    Encode,
    /// One pass of that.
    Pass,
    /// From a blob to a document.
    Decode,
}

/// How long a route takes.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// What it does.
    pub work: Work,
    /// The name of the route.
    pub route: &'static str,
    /// What its output is worth.
    pub verdict: Verdict,
    /// The time of one run in microseconds.
    pub micros: Summary,
}

/// What was measured of one workload.
#[derive(Debug)]
pub struct Row {
    /// The name of the workload.
    pub name: &'static str,
    /// Its size.
    pub size: String,
    /// The length of its minified JSON text in bytes.
    pub text_len: usize,
    /// The length of its blob in bytes.
    pub blob_len: usize,
    /// All its routes.
    pub timings: Vec<Timing>,
    /// What `to_vec` of the `serde_json::Value` asks of the heap, the result included.
    pub to_vec_heap: Heap,
    /// What an [`Encoder`] asks of it that has encoded the document before, with a destination that has room.
    pub encoder_heap: Heap,
}

impl Row {
    /// `name/size`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.name, self.size)
    }

    /// One route of it.
    #[must_use]
    pub fn timing(&self, work: Work, route: &str) -> Option<&Timing> {
        let is_it = |timing: &&Timing| timing.work == work && timing.route == route;
        self.timings.iter().find(is_it)
    }

    /// The median of one route in microseconds.
    #[must_use]
    pub fn median(&self, work: Work, route: &str) -> Option<f64> {
        Some(self.timing(work, route)?.micros.median)
    }
}

/// What was measured of all workloads.
#[derive(Debug)]
pub struct Measured {
    /// How long it was measured.
    pub budget: Budget,
    /// The workloads.
    pub rows: Vec<Row>,
    /// The share of the turns during which the thread had to wait for the processor.
    pub disturbed: f64,
}

impl Measured {
    /// The row with this id.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id() == id)
    }

    /// The median distance between the quartiles of a route, as a share of its median.
    #[must_use]
    pub fn typical_spread(&self) -> f64 {
        Summary::of(self.spreads().collect()).map_or(0.0, |summary| summary.median)
    }

    /// The largest distance between the quartiles of a route, as a share of its median.
    #[must_use]
    pub fn worst_spread(&self) -> f64 {
        self.spreads().fold(0.0, f64::max)
    }

    fn spreads(&self) -> impl Iterator<Item = f64> {
        let timings = self.rows.iter().flat_map(|row| &row.timings);
        timings.map(|timing| timing.micros.spread())
    }
}

/// Measures every route of every workload; `progress` is told the id of each before it begins.
///
/// Routes recurse on depth: see [`stack`](crate::stack).
///
/// # Errors
/// When a route fails its check.
pub fn measure(
    workloads: &[Workload],
    budget: Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Measured> {
    let sqlite = Sqlite::open()?;
    let mut rows = Vec::new();
    let mut turns = Turns::default();
    for workload in workloads {
        progress(&workload.id());
        rows.push(row(workload, budget, &sqlite, &mut turns)?);
    }
    Ok(Measured {
        budget,
        rows,
        disturbed: share(turns.disturbed, turns.all),
    })
}

/// How many turns there were, and during how many of them the thread had to wait for the processor.
#[derive(Default)]
struct Turns {
    all: usize,
    disturbed: usize,
}

fn row(workload: &Workload, budget: Budget, sqlite: &Sqlite, counts: &mut Turns) -> Result<Row> {
    let mut texts = Texts::of(workload);
    let forms = Forms::new(workload, &mut texts, sqlite)?;
    let (to_vec_heap, encoder_heap) = heaps(&forms)?;
    let mut turns = Vec::new();
    for work in [Work::Encode, Work::Pass, Work::Decode] {
        let routes = routes_of(work, &forms, sqlite)?.into_iter();
        turns.extend(routes.map(|route| Turn::new(work, route, budget)));
    }
    for round in 0..budget.rounds {
        // Another one begins each time, so that none always comes behind the same neighbour's leavings.
        let first = round % turns.len();
        let (before, from) = turns.split_at_mut(first);
        for turn in from.iter_mut().chain(before) {
            counts.all += 1;
            counts.disturbed += usize::from(!turn.take());
        }
    }
    Ok(Row {
        name: workload.name,
        size: workload.size.clone(),
        text_len: workload.text.len(),
        blob_len: forms.blob.len(),
        timings: turns.into_iter().filter_map(Turn::timing).collect(),
        to_vec_heap,
        encoder_heap,
    })
}

fn routes_of<'f>(work: Work, forms: &'f Forms<'_>, sqlite: &'f Sqlite) -> Result<Vec<Route<'f>>> {
    let groups = match work {
        Work::Encode => vec![
            routes::encode_trees(forms, sqlite)?,
            routes::encode_bytes(forms, sqlite)?,
            routes::peers(forms, sqlite)?,
            routes::bytes_peers(forms, sqlite)?,
        ],
        Work::Pass => vec![routes::passes(forms)?],
        Work::Decode => vec![routes::decode(forms)?, routes::decode_peers(forms, sqlite)?],
    };
    Ok(groups.into_iter().flatten().collect())
}

/// Runs one route so often, and does nothing else that takes long: for a profiler. `route` is as in `encode/serde_json`.
///
/// # Errors
/// When there is no such route, or one fails its check.
pub fn one(workload: &Workload, route: &str, runs: usize) -> Result<Duration> {
    let sqlite = Sqlite::open()?;
    let mut texts = Texts::of(workload);
    let forms = Forms::new(workload, &mut texts, &sqlite)?;
    for work in [Work::Encode, Work::Pass, Work::Decode] {
        let name = route
            .strip_prefix(work.name())
            .and_then(|name| name.strip_prefix('/'));
        if let Some(name) = name {
            let routes = routes_of(work, &forms, &sqlite)?;
            let mut named = routes.into_iter().filter(|route| route.name == name);
            let mut found = named.next().with_context(|| format!("no route {route}"))?;
            return Ok(found.time(runs));
        }
    }
    bail!("{route}: expected encode/, pass/ or decode/ and the name of a route")
}

fn heaps(forms: &Forms<'_>) -> Result<(Heap, Heap)> {
    let value = &forms.workload.value;
    let (blob, to_vec_heap) = heap::watch(|| sqlite_jsonb::to_vec(value));
    let mut blob = blob?;
    let mut encoder = Encoder::new();
    blob.clear();
    encoder.append_to(&mut blob, value)?;
    blob.clear();
    let (outcome, encoder_heap) = heap::watch(|| encoder.append_to(&mut blob, value));
    outcome?;
    Ok((to_vec_heap, encoder_heap))
}

/// How many runs at least come before those that are timed, or as many of them as this time holds.
///
/// The routes before have left their own trees in the caches. After one run alone, a tree of some megabytes took up to 1.7
/// times as long as after four, and more than four change nothing (5000 objects, and `citm_catalog`; 2 MB of L2).
const WARM_UP: usize = 4;
const WARM_UP_TIME: Duration = Duration::from_millis(10);

/// How often a turn is taken at most.
const TRIES: usize = 5;

struct Turn<'a> {
    work: Work,
    route: Route<'a>,
    warm_up: usize,
    runs: usize,
    micros: Vec<f64>,
}

impl<'a> Turn<'a> {
    /// Finds out how many runs fill a turn, which warms the route too.
    fn new(work: Work, mut route: Route<'a>, budget: Budget) -> Self {
        let mut runs = 1;
        let mut took = route.time(runs);
        while took < budget.batch / 4 && runs < 1 << 20 {
            runs *= 2;
            took = route.time(runs);
        }
        let one = took.as_secs_f64() / count(runs);
        let runs = runs_in(budget.batch, one);
        Self {
            work,
            route,
            warm_up: runs_in(WARM_UP_TIME, one).min(WARM_UP.max(runs / 4)),
            runs,
            micros: Vec::with_capacity(budget.rounds),
        }
    }

    /// Takes the turn, again while another program gets between; returns whether it was left alone at last.
    fn take(&mut self) -> bool {
        let mut is_alone = false;
        let mut took = Duration::MAX;
        for _ in 0..TRIES {
            self.route.time(self.warm_up);
            let before = waited();
            let now = self.route.time(self.runs);
            is_alone = waited() == before;
            took = if is_alone { now } else { took.min(now) };
            if is_alone {
                break;
            }
        }
        let micros = took.as_secs_f64() * 1e6 / count(self.runs);
        self.micros.push(micros);
        is_alone
    }

    fn timing(self) -> Option<Timing> {
        Some(Timing {
            work: self.work,
            route: self.route.name,
            verdict: self.route.verdict,
            micros: Summary::of(self.micros)?,
        })
    }
}

/// How many runs of `one` second each fit into `time`, one at least.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a ratio of two positive times, capped"
)]
fn runs_in(time: Duration, one: f64) -> usize {
    (time.as_secs_f64() / one).clamp(1.0, 1e7) as usize
}

#[expect(clippy::cast_precision_loss, reason = "at most ten million")]
fn count(runs: usize) -> f64 {
    runs as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::many(1e-6, 2000)]
    #[case::one(2e-3, 1)]
    #[case::less_than_one(0.5, 1)]
    #[case::too_fast_to_see(0.0, 10_000_000)]
    fn runs_fill_the_time_and_are_one_at_least(#[case] one: f64, #[case] expected: usize) {
        let runs = runs_in(Duration::from_millis(2), one);
        assert!(runs.abs_diff(expected) <= 1, "{runs}");
    }

    #[test]
    fn a_turn_measures_one_run() {
        let nap = || std::thread::sleep(Duration::from_millis(2));
        let route = Route::new("nap", Verdict::Same, 0, nap);
        let mut turn = Turn::new(Work::Encode, route, Budget::QUICK);
        turn.take();
        let timing = turn.timing().expect("one turn");
        assert!(timing.micros.median >= 2000.0, "{timing:?}");
    }
}
