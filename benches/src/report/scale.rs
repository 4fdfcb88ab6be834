//! A logarithmic axis.

/// From values to pixels along a logarithmic axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// An axis for `values`, all above zero, whose least one lies at `start` and whose largest at `end`.
    pub(super) fn new(values: impl Iterator<Item = f64> + Clone, start: f64, end: f64) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(0.0, f64::max);
        Self {
            low,
            high: high.max(low * 1.1),
            start,
            end,
        }
    }

    /// The same axis from the round value below its least one to the round value above its largest.
    pub(super) fn rounded(self) -> Self {
        let below = rounds().take_while(|&round| round <= self.low);
        let low = below.last().unwrap_or(self.low);
        let high = rounds()
            .find(|&round| round >= self.high)
            .unwrap_or(self.high);
        Self { low, high, ..self }
    }

    /// Where `value` lies.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.start + share * (self.end - self.start)
    }

    /// Round values within the axis: powers of ten, and 2 and 5 times these where few powers fit.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let inside = |tick: &f64| (self.low..=self.high).contains(tick);
        let powers: Vec<f64> = powers().filter(inside).collect();
        if powers.len() > 3 {
            powers
        } else {
            rounds().filter(inside).collect()
        }
    }
}

fn powers() -> impl Iterator<Item = f64> {
    (-6..12).map(|exponent| 10_f64.powi(exponent))
}

fn rounds() -> impl Iterator<Item = f64> {
    powers().flat_map(|power| [power, 2.0 * power, 5.0 * power])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equal_distances() {
        let scale = Scale::new([1.0, 10.0, 100.0].into_iter(), 50.0, 250.0);
        for (value, place) in [(1.0, 50.0), (10.0, 150.0), (100.0, 250.0)] {
            assert!((scale.place(value) - place).abs() < 1e-9, "{value}");
        }
    }

    #[test]
    fn a_rounded_axis_ends_at_ticks() {
        let scale = Scale::new([0.3, 42.0].into_iter(), 100.0, 0.0).rounded();
        let ticks = scale.ticks();
        assert_eq!(ticks.first(), Some(&0.2));
        assert_eq!(ticks.last(), Some(&50.0));
        assert!((scale.place(0.2) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn many_powers_of_ten_are_ticks_enough() {
        let ticks = Scale::new([1.0, 1000.0].into_iter(), 0.0, 1.0).ticks();
        assert_eq!(ticks, [1.0, 10.0, 100.0, 1000.0]);
    }

    #[test]
    fn one_value_alone_has_a_place() {
        assert!(Scale::new([7.0].into_iter(), 0.0, 1.0).place(7.0).abs() < 1e-9);
    }
}
