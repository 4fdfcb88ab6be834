//! Medians and how far the runs around them spread.

/// What is kept of many measurements of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Half of the measurements are at most this.
    pub median: f64,
    /// A quarter of the measurements are at most this.
    pub lower_quartile: f64,
    /// Three quarters of the measurements are at most this.
    pub upper_quartile: f64,
}

impl Summary {
    /// Summarizes `measurements`, or `None` of none.
    pub fn of(mut measurements: Vec<f64>) -> Option<Self> {
        measurements.sort_by(f64::total_cmp);
        Some(Self {
            median: quantile(&measurements, 2)?,
            lower_quartile: quantile(&measurements, 1)?,
            upper_quartile: quantile(&measurements, 3)?,
        })
    }

    /// The distance between the quartiles as a share of the median.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.upper_quartile - self.lower_quartile) / self.median
    }
}

/// The value `quarters` quarters of the way through sorted measurements, between two of them where it falls there.
fn quantile(sorted: &[f64], quarters: usize) -> Option<f64> {
    let position = sorted.len().checked_sub(1)? * quarters;
    let below = sorted.get(position / 4)?;
    let above = sorted.get(position.div_ceil(4))?;
    let fraction = [0.0, 0.25, 0.5, 0.75][position % 4];
    Some(below + (above - below) * fraction)
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
    #[case::outlier(&[1.0, 1.0, 1.0, 1.0, 1000.0], 1.0, 1.0, 1.0)]
    fn quartiles_lie_between_the_measurements(
        #[case] measurements: &[f64],
        #[case] lower_quartile: f64,
        #[case] median: f64,
        #[case] upper_quartile: f64,
    ) {
        let expected = Summary {
            median,
            lower_quartile,
            upper_quartile,
        };
        assert_eq!(Summary::of(measurements.to_vec()), Some(expected));
    }

    #[test]
    fn nothing_has_no_median() {
        assert_eq!(Summary::of(Vec::new()), None);
    }

    #[test]
    fn spread_is_a_share_of_the_median() {
        let summary = Summary::of(vec![9.0, 10.0, 10.0, 10.0, 14.0]).expect("five");
        assert!((summary.spread() - 0.0).abs() < 1e-9);
        let summary = Summary::of(vec![8.0, 9.0, 10.0, 12.0, 14.0]).expect("five");
        assert!((summary.spread() - 0.3).abs() < 1e-9);
    }
}
