//! The clock: routes take turns, so that noise hits all alike.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use super::routes::{Route, Took};
use super::sample::Documents;
use crate::failure::Failure;
use crate::interrupt;

/// A route, and what it is given.
pub(super) struct Contestant<'r> {
    route: &'r mut dyn Route,
    documents: Cow<'r, Documents>,
    /// How often the documents stand in `documents`.
    repeats: u32,
    /// How many passes make a turn.
    passes: u32,
    /// Whether a pass that does not count comes before those that do.
    warms: bool,
    turns: Vec<Turn>,
}

/// How long all documents took once, in seconds: a small one may take a fraction of the nanosecond that a clock knows.
struct Turn {
    total: f64,
    parse: Option<f64>,
    encode: f64,
}

/// How long a route takes for all documents once, in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) turns: usize,
    pub(super) total: Summary,
    pub(super) parse: Option<Summary>,
    pub(super) encode: Summary,
}

/// The median, and the quartiles around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Summary {
    pub(super) lower: f64,
    pub(super) median: f64,
    pub(super) upper: f64,
}

/// About how long a turn takes: much longer than reading the clock, and shorter than what a system gives a program at once.
const TURN: Duration = Duration::from_millis(2);
/// How long a pass takes at least of which so little is in the caches that warming them is in vain.
const LONG: Duration = Duration::from_millis(50);
/// How many turns each route has at least.
const TURNS: usize = 3;

/// Times each contestant for about `each`.
pub(super) fn measure(
    contestants: &mut [Contestant<'_>],
    each: Duration,
) -> anyhow::Result<Vec<Timing>> {
    let start = Instant::now();
    let all = each.saturating_mul(u32::try_from(contestants.len()).unwrap_or(u32::MAX));
    for contestant in &mut *contestants {
        contestant.warm_up()?;
    }
    let mut rounds = 0;
    while rounds < TURNS || start.elapsed() < all {
        // Another one begins each time, so that none always comes behind the same neighbour's leavings.
        let first = rounds % contestants.len();
        let (before, from) = contestants.split_at_mut(first);
        for contestant in from.iter_mut().chain(before) {
            contestant.take_turn()?;
        }
        rounds += 1;
    }
    Ok(contestants.iter().map(Contestant::timing).collect())
}

impl<'r> Contestant<'r> {
    pub(super) fn new(route: &'r mut dyn Route, documents: &'r Documents) -> Self {
        let (documents, repeats) = documents.filling();
        Self {
            route,
            documents,
            repeats,
            passes: 1,
            warms: false,
            turns: Vec::new(),
        }
    }

    /// Finds out how many passes fill a turn.
    fn warm_up(&mut self) -> anyhow::Result<()> {
        let mut took = self.pass()?.total();
        self.warms = took < LONG;
        while took < TURN / 2 && self.passes < 1 << 16 {
            self.passes *= 2;
            took = Duration::ZERO;
            for _ in 0..self.passes {
                took += self.pass()?.total();
            }
        }
        Ok(())
    }

    /// One pass where caches matter, since the route before has left its own things there, and then those that count.
    fn take_turn(&mut self) -> anyhow::Result<()> {
        if self.warms {
            self.pass()?;
        }
        let mut took = Took::default();
        for _ in 0..self.passes {
            took.add(self.pass()?);
        }
        let times = f64::from(self.passes) * f64::from(self.repeats);
        let once = |time: Duration| time.as_secs_f64() / times;
        self.turns.push(Turn {
            total: once(took.total()),
            parse: took.parse.map(once),
            encode: once(took.encode),
        });
        Ok(())
    }

    /// All documents once.
    fn pass(&mut self) -> anyhow::Result<Took> {
        if interrupt::raised() {
            return Err(Failure::interrupted());
        }
        let mut pass = Took::default();
        let mut bytes = Vec::new();
        for chunk in self.documents.chunks() {
            // A copy, since some parsers work in place.
            bytes.clear();
            bytes.extend_from_slice(chunk.bytes);
            let mut rest = bytes.as_mut_slice();
            let mut documents = Vec::with_capacity(chunk.lens.len());
            for &len in chunk.lens {
                let (document, behind) = rest.split_at_mut(len);
                documents.push(document);
                rest = behind;
            }
            pass.add(self.route.run(documents));
        }
        Ok(pass)
    }

    fn timing(&self) -> Timing {
        let turns = self.turns.iter();
        let parse: Option<Vec<f64>> = turns.clone().map(|turn| turn.parse).collect();
        Timing {
            turns: self.turns.len(),
            total: Summary::of(turns.clone().map(|turn| turn.total).collect()),
            parse: parse.map(Summary::of),
            encode: Summary::of(turns.map(|turn| turn.encode).collect()),
        }
    }
}

impl Took {
    fn total(&self) -> Duration {
        self.encode + self.parse.unwrap_or_default()
    }

    fn add(&mut self, other: Self) {
        self.encode += other.encode;
        if let Some(parse) = other.parse {
            *self.parse.get_or_insert_default() += parse;
        }
    }
}

impl Summary {
    /// Of one measurement at least.
    fn of(mut measurements: Vec<f64>) -> Self {
        measurements.sort_by(f64::total_cmp);
        let quartile = |quarters: usize| {
            let position = (measurements.len() - 1) * quarters;
            let below = measurements[position / 4];
            let above = measurements[position.div_ceil(4)];
            below + (above - below) * [0.0, 0.25, 0.5, 0.75][position % 4]
        };
        Self {
            lower: quartile(1),
            median: quartile(2),
            upper: quartile(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::one(&[7.0], 7.0, 7.0, 7.0)]
    #[case::two(&[3.0, 1.0], 1.5, 2.0, 2.5)]
    #[case::odd(&[5.0, 1.0, 4.0, 2.0, 3.0], 2.0, 3.0, 4.0)]
    #[case::even(&[4.0, 1.0, 3.0, 2.0], 1.75, 2.5, 3.25)]
    fn quartiles_lie_between_the_measurements(
        #[case] measurements: &[f64],
        #[case] lower: f64,
        #[case] median: f64,
        #[case] upper: f64,
    ) {
        let expected = Summary {
            lower,
            median,
            upper,
        };
        assert_eq!(Summary::of(measurements.to_vec()), expected);
    }

    /// Claims a millisecond a document, a third of it for a tree.
    struct Clockwork;

    impl Route for Clockwork {
        fn encode(&mut self, _: &mut [u8], _: &mut Vec<u8>) -> Result<(), String> {
            Ok(())
        }

        fn run(&mut self, documents: Vec<&mut [u8]>) -> Took {
            let count = u32::try_from(documents.len()).expect("few");
            Took {
                parse: Some(Duration::from_millis(1) * count),
                encode: Duration::from_millis(2) * count,
            }
        }
    }

    #[test]
    fn times_are_those_of_all_documents_once() {
        let mut documents = Documents::default();
        documents.push(b"1");
        documents.push(b"[2]");
        let mut route = Clockwork;
        let mut contestants = [Contestant::new(&mut route, &documents)];
        let timings = measure(&mut contestants, Duration::from_nanos(1)).expect("no interrupt");
        let [timing] = timings.try_into().expect("one contestant");
        assert_eq!(timing.turns, TURNS);
        assert!((timing.total.median - 0.006).abs() < 1e-9, "{timing:?}");
        assert!((timing.encode.median - 0.004).abs() < 1e-9, "{timing:?}");
        let parse = timing.parse.expect("a tree is built");
        assert!((parse.median - 0.002).abs() < 1e-9, "{timing:?}");
    }
}
