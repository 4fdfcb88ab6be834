//! What the library is meant to reach, and what it reaches.

use super::claims::{At, Bound, CLAIMS, Claim};
use super::measure::{Measured, Row, Work};
use super::number::{share, short};
use super::table::Table;

/// One target on one workload, or on the worst of many.
#[derive(Clone, Debug)]
pub struct Target {
    /// What is compared.
    pub what: &'static str,
    /// Of which workload.
    pub at: String,
    /// The value measured.
    pub measured: f64,
    /// What it should be.
    pub bound: Bound,
    /// The workload and the route whose time it is about, where it is about a time.
    pub subject: Option<Subject>,
}

/// What a profile can be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The id of the workload.
    pub workload: String,
    /// What the route does.
    pub work: Work,
    /// The name of the route.
    pub route: &'static str,
}

impl Target {
    /// Whether the value is as it should be.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.bound.is_met(self.measured)
    }

    /// How far the value is from the bound, as a factor: above 1 where the target is missed.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.bound.distance(self.measured)
    }
}

/// All targets whose workloads were measured.
#[must_use]
pub fn targets(measured: &Measured) -> Vec<Target> {
    let mut all = List {
        measured,
        targets: Vec::new(),
    };
    for claim in CLAIMS {
        all.claim(claim);
    }
    for (large, small) in [
        ("nested_arrays/2000", "nested_arrays/200"),
        ("nested_objects/2000", "nested_objects/200"),
        ("objects/5000", "objects/500"),
    ] {
        all.per_byte(large, small, Bound::AtMost(1.1));
    }
    let heap = |row: &Row| {
        let is_counted = row.to_vec_heap.calls > 0;
        is_counted.then(|| share(row.to_vec_heap.peak.saturating_sub(64 << 10), row.blob_len))
    };
    let what = "of the blob: peak heap of `to_vec` less 64 KB";
    all.worst(what, Bound::AtMost(2.1), None, heap);
    let calls = |row: &Row| (row.to_vec_heap.calls > 0).then(|| share(row.encoder_heap.calls, 1));
    let what = "allocations by a warm `Encoder`";
    all.worst(what, Bound::AtMost(0.0), None, calls);
    all.targets
}

/// The targets as a table.
#[must_use]
pub fn table(targets: &[Target]) -> Table {
    let mut table = Table::new(2, ["what", "workload", "measured", "target", "met"]);
    for target in targets {
        let bound = match target.bound {
            Bound::AtLeast(bound) => format!("≥ {}", plain(bound)),
            Bound::AtMost(bound) => format!("≤ {}", plain(bound)),
        };
        let verdict = if target.is_met() { "yes" } else { "**no**" };
        table.row([
            String::from(target.what),
            target.at.clone(),
            short(target.measured),
            bound,
            String::from(verdict),
        ]);
    }
    table
}

/// A bound as it is written down, without digits that say nothing.
fn plain(bound: f64) -> String {
    format!("{bound}")
}

struct List<'m> {
    measured: &'m Measured,
    targets: Vec<Target>,
}

impl List<'_> {
    fn claim(&mut self, claim: &Claim) {
        let ratio = |row: &Row| {
            let ours = row.median(claim.route.0, claim.route.1)?;
            let other = row.median(claim.other.0, claim.other.1)?;
            Some(match claim.bound {
                Bound::AtLeast(_) => other / ours,
                Bound::AtMost(_) => ours / other,
            })
        };
        match claim.at {
            At::All => self.worst(claim.what, claim.bound, Some(claim.route), ratio),
            At::Each(ids) => {
                for id in ids {
                    if let Some(value) = self.measured.row(id).and_then(ratio) {
                        let subject = subject(id, Some(claim.route));
                        self.add(claim.what, String::from(*id), value, claim.bound, subject);
                    }
                }
            }
        }
    }

    /// One target for all workloads: the worst of them stands for it.
    fn worst(
        &mut self,
        what: &'static str,
        bound: Bound,
        route: Option<(Work, &'static str)>,
        value: impl Fn(&Row) -> Option<f64>,
    ) {
        let rows = self.measured.rows.iter();
        let values: Vec<(&Row, f64)> = rows.filter_map(|row| Some((row, value(row)?))).collect();
        let met = values
            .iter()
            .filter(|(_, value)| bound.is_met(*value))
            .count();
        let worst = values.iter().copied().reduce(|worst, next| {
            if bound.is_worse(next.1, worst.1) {
                next
            } else {
                worst
            }
        });
        if let Some((row, measured)) = worst {
            let at = format!("{}, the worst; {met} of {} meet it", row.id(), values.len());
            self.add(what, at, measured, bound, subject(&row.id(), route));
        }
    }

    /// The time of a byte of text in a large document against that in a small one.
    fn per_byte(&mut self, large: &str, small: &str, bound: Bound) {
        let time_of_byte = |id| {
            let row = self.measured.row(id)?;
            Some(row.median(Work::Encode, "serde_json")? / share(row.text_len, 1))
        };
        if let (Some(large_time), Some(small_time)) = (time_of_byte(large), time_of_byte(small)) {
            let at = format!("{large} against {small}");
            self.add(
                "of the time of a byte in the smaller one",
                at,
                large_time / small_time,
                bound,
                subject(large, Some((Work::Encode, "serde_json"))),
            );
        }
    }

    fn add(
        &mut self,
        what: &'static str,
        at: String,
        measured: f64,
        bound: Bound,
        subject: Option<Subject>,
    ) {
        self.targets.push(Target {
            what,
            at,
            measured,
            bound,
            subject,
        });
    }
}

fn subject(id: &str, route: Option<(Work, &'static str)>) -> Option<Subject> {
    let (work, route) = route?;
    Some(Subject {
        workload: String::from(id),
        work,
        route,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::heap::Heap;
    use crate::report::measure::{Budget, Timing};
    use crate::route::Verdict;
    use crate::statistics::Summary;

    fn row(name: &'static str, size: &str, text_len: usize, times: &[(&'static str, f64)]) -> Row {
        let timing = |&(route, median): &(&'static str, f64)| Timing {
            work: Work::Encode,
            route,
            verdict: Verdict::Same,
            micros: Summary::of(vec![median]).expect("one"),
        };
        Row {
            name,
            size: size.into(),
            text_len,
            blob_len: 1000,
            timings: times.iter().map(timing).collect(),
            to_vec_heap: Heap {
                peak: 64 * 1024 + 2200,
                calls: 3,
            },
            encoder_heap: Heap::default(),
        }
    }

    fn measured() -> Measured {
        let small = [("serde_json", 2.0), ("json_to_vec", 4.0)];
        let large = [
            ("serde_json", 30.0),
            ("json_to_vec", 20.0),
            ("nested_buffers", 300.0),
        ];
        Measured {
            budget: Budget::QUICK,
            disturbed: 0.0,
            rows: vec![
                row("objects", "500", 100, &small),
                row("objects", "5000", 1000, &large),
            ],
        }
    }

    #[test]
    fn ratios_are_those_of_the_medians_and_absent_workloads_have_no_target() {
        let targets = targets(&measured());
        let found: Vec<(&str, &str, f64, bool)> = targets
            .iter()
            .map(|target| {
                (
                    target.what,
                    target.at.as_str(),
                    target.measured,
                    target.is_met(),
                )
            })
            .collect();
        let expected = [
            (
                "times as fast as `nested_buffers`",
                "objects/5000",
                10.0,
                true,
            ),
            (
                "of the time of `serde_json::to_vec`",
                "objects/5000, the worst; 1 of 2 meet it",
                1.5,
                false,
            ),
            (
                "of the time of a byte in the smaller one",
                "objects/5000 against objects/500",
                1.5,
                false,
            ),
            (
                "of the blob: peak heap of `to_vec` less 64 KB",
                "objects/500, the worst; 0 of 2 meet it",
                2.2,
                false,
            ),
            (
                "allocations by a warm `Encoder`",
                "objects/500, the worst; 2 of 2 meet it",
                0.0,
                true,
            ),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_table_says_what_is_not_met() {
        let text = table(&targets(&measured())).to_string();
        let line = text
            .lines()
            .find(|line| line.contains("a byte"))
            .expect("is there");
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert_eq!(cells[3..6], ["1.50", "≤ 1.1", "**no**"]);
    }
}
