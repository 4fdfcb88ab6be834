//! The targets that are ratios of two routes' times.

use super::measure::Work;

/// That a route takes so much of another's time at most, or is so many times as fast at least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) what: &'static str,
    pub(super) at: At,
    pub(super) bound: Bound,
    pub(super) route: (Work, &'static str),
    pub(super) other: (Work, &'static str),
}

/// How a measured value is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// It should be at least this.
    AtLeast(f64),
    /// It should be at most this.
    AtMost(f64),
}

impl Bound {
    pub(super) fn is_met(self, value: f64) -> bool {
        match self {
            Self::AtLeast(bound) => value >= bound,
            Self::AtMost(bound) => value <= bound,
        }
    }

    /// How far a value is from the bound, as a factor: above 1 where it is not met.
    pub(super) fn distance(self, value: f64) -> f64 {
        match self {
            Self::AtLeast(bound) => bound / value,
            Self::AtMost(bound) => value / bound,
        }
    }

    /// Of two values, whether the first is further from the bound, or less far beyond it.
    pub(super) fn is_worse(self, value: f64, than: f64) -> bool {
        match self {
            Self::AtLeast(_) => value < than,
            Self::AtMost(_) => value > than,
        }
    }
}

/// Of which workloads it is claimed.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// Of each of these, by their ids.
    Each(&'static [&'static str]),
    /// Of all: the worst stands for them.
    All,
}

const CORPORA: &[&str] = &["corpus/twitter", "corpus/citm_catalog", "corpus/canada"];
const LARGE: &[&str] = &[
    "corpus/twitter",
    "corpus/citm_catalog",
    "corpus/canada",
    "objects/5000",
];

/// A claim about `to_vec` of a `serde_json::Value`.
const fn of_value(what: &'static str, at: At, bound: Bound, other: &'static str) -> Claim {
    encoding("serde_json", what, at, bound, other)
}

const fn encoding(
    route: &'static str,
    what: &'static str,
    at: At,
    bound: Bound,
    other: &'static str,
) -> Claim {
    Claim {
        what,
        at,
        bound,
        route: (Work::Encode, route),
        other: (Work::Encode, other),
    }
}

const fn decoding(
    route: &'static str,
    what: &'static str,
    bound: Bound,
    other: &'static str,
) -> Claim {
    Claim {
        what,
        at: At::Each(LARGE),
        bound,
        route: (Work::Decode, route),
        other: (Work::Decode, other),
    }
}

const fn against_baseline(at: &'static [&'static str], times: f64) -> Claim {
    let what = "times as fast as `nested_buffers`";
    of_value(what, At::Each(at), Bound::AtLeast(times), "nested_buffers")
}

/// All of them, in the order of the table.
pub(super) const CLAIMS: &[Claim] = &[
    against_baseline(&["nested_arrays/1000"], 20.0),
    against_baseline(&["nested_arrays/2000"], 24.0),
    against_baseline(&["nested_objects/1000"], 15.0),
    against_baseline(&["objects/1000", "objects/5000"], 9.0),
    against_baseline(&["integers/10000"], 6.0),
    of_value(
        "of the time of `serde_json::to_vec`",
        At::All,
        Bound::AtMost(1.0),
        "json_to_vec",
    ),
    of_value(
        "of the time of `serde_json::to_vec`",
        At::Each(CORPORA),
        Bound::AtMost(0.8),
        "json_to_vec",
    ),
    of_value(
        "times as fast as `to_string` + `jsonb(?)`",
        At::Each(CORPORA),
        Bound::AtLeast(3.0),
        "text_and_jsonb",
    ),
    of_value(
        "times as fast as serde_sqlite_jsonb",
        At::All,
        Bound::AtLeast(4.0),
        "serde_sqlite_jsonb",
    ),
    of_value(
        "of the time of walking and copying alone",
        At::Each(&[
            "corpus/twitter",
            "corpus/citm_catalog",
            "objects/1000",
            "objects/5000",
        ]),
        Bound::AtMost(1.4),
        "walk_and_copy",
    ),
    encoding(
        "simd_tape",
        "of the time from `serde_json::Value`: from the tape",
        At::Each(LARGE),
        Bound::AtMost(0.5),
        "serde_json",
    ),
    decoding(
        "to_value",
        "of the time of `serde_json::from_str`: reading to `Value`",
        Bound::AtMost(0.7),
        "from_str",
    ),
    decoding(
        "validate",
        "of the time of reading to `Value`: `validate`",
        Bound::AtMost(0.15),
        "to_value",
    ),
    encoding(
        "cbor_bytes",
        "times as fast as `ciborium::Value` + `to_vec`: CBOR",
        At::Each(CORPORA),
        Bound::AtLeast(6.0),
        "ciborium_tree",
    ),
    encoding(
        "cbor_bytes",
        "of the time of minicbor's tokenizer alone: CBOR",
        At::Each(CORPORA),
        Bound::AtMost(1.3),
        "minicbor_tokens",
    ),
    encoding(
        "json_text",
        "times as fast as SQLite's `jsonb(text)`: JSON text",
        At::Each(CORPORA),
        Bound::AtLeast(2.5),
        "sqlite_jsonb",
    ),
    encoding(
        "json_text",
        "of the time of simd-json's `to_tape` alone: JSON text",
        At::Each(CORPORA),
        Bound::AtMost(1.0),
        "simd_to_tape",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::faster(Bound::AtLeast(4.0), 4.1, true)]
    #[case::just_as_fast(Bound::AtLeast(4.0), 4.0, true)]
    #[case::not_as_fast(Bound::AtLeast(4.0), 3.9, false)]
    #[case::less(Bound::AtMost(0.0), 0.0, true)]
    #[case::more(Bound::AtMost(0.8), 0.81, false)]
    fn a_bound_is_met_up_to_itself(#[case] bound: Bound, #[case] value: f64, #[case] met: bool) {
        assert_eq!(bound.is_met(value), met);
    }
}
