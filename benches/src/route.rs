//! One way to do a piece of work: checked once, timed as often as asked.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What the check of a route's output against SQLite found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Just what SQLite gives.
    Same,
    /// The same document in other bytes, such as members in another order.
    SameDocument,
    /// A blob that SQLite refuses, or another document.
    Wrong,
}

/// One way to do a piece of work.
pub struct Route<'a> {
    /// Its name, as bench ids and column heads have it.
    pub name: &'static str,
    /// What its output is worth.
    pub verdict: Verdict,
    timed: Box<dyn FnMut(usize) -> Duration + 'a>,
}

impl<'a> Route<'a> {
    /// A route that does `work`, whose output takes about `output_len` bytes.
    ///
    /// Only the work is timed: outputs are kept and dropped when the clock stands still. So that memory stays warm, as it
    /// does in a program that drops each output before the next, no more of them are kept than 64 KB hold.
    pub fn new<T: 'a>(
        name: &'static str,
        verdict: Verdict,
        output_len: usize,
        mut work: impl FnMut() -> T + 'a,
    ) -> Self {
        let batch = batch(output_len);
        let mut outputs = Vec::with_capacity(batch);
        let timed = move |runs: usize| {
            let mut total = Duration::ZERO;
            let mut left = runs;
            while left > 0 {
                let now = left.min(batch);
                total += clocked(&mut work, now, &mut outputs);
                outputs.clear();
                left -= now;
            }
            total
        };
        Self::timed(name, verdict, timed)
    }

    /// A route whose clock is its own: `timed` tells how long so many runs take together.
    pub fn timed(
        name: &'static str,
        verdict: Verdict,
        timed: impl FnMut(usize) -> Duration + 'a,
    ) -> Self {
        Self {
            name,
            verdict,
            timed: Box::new(timed),
        }
    }

    /// How long `runs` runs take together.
    pub fn time(&mut self, runs: usize) -> Duration {
        (self.timed)(runs)
    }
}

/// All that the clock sees. Profiles find it by its name.
#[inline(never)]
fn clocked<T>(work: &mut impl FnMut() -> T, runs: usize, outputs: &mut Vec<T>) -> Duration {
    let start = Instant::now();
    for _ in 0..runs {
        outputs.push(black_box(work()));
    }
    start.elapsed()
}

/// How many outputs or inputs of this length are kept at once.
pub(crate) fn batch(len: usize) -> usize {
    ((64 << 10) / len.max(1)).clamp(1, 256)
}

impl fmt::Debug for Route<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut route = formatter.debug_struct("Route");
        route.field("name", &self.name);
        route.field("verdict", &self.verdict);
        route.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::thread::sleep;

    #[test]
    fn work_is_done_as_often_as_asked() {
        for output_len in [0, 1, 1000, 1 << 20] {
            let calls = Cell::new(0);
            let work = || calls.set(calls.get() + 1);
            let mut route = Route::new("counter", Verdict::Same, output_len, work);
            route.time(1000);
            drop(route);
            assert_eq!(calls.get(), 1000);
        }
    }

    #[test]
    fn drops_are_not_timed() {
        struct Slow;
        impl Drop for Slow {
            fn drop(&mut self) {
                sleep(Duration::from_millis(50));
            }
        }
        let mut route = Route::new("slow to drop", Verdict::Same, 1, || Slow);
        let start = Instant::now();
        let timed = route.time(4);
        let untimed = start.elapsed().saturating_sub(timed);
        assert!(untimed >= Duration::from_millis(200), "{untimed:?}");
    }
}
