//! Numbers as a report shows them.

/// Three significant digits; no fewer than all of the integer part, in groups of three.
pub(super) fn short(number: f64) -> String {
    match number {
        ..0.1 => format!("{number:.3}"),
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => grouped(&format!("{number:.0}")),
    }
}

/// An integer in groups of three digits.
pub(super) fn integer(number: usize) -> String {
    grouped(&number.to_string())
}

fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A quotient of two counts of bytes.
#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
pub(super) fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::zero(0.0, "0.000")]
    #[case::tiny(0.0456, "0.046")]
    #[case::below_one(0.456, "0.46")]
    #[case::ones(4.567, "4.57")]
    #[case::tens(45.67, "45.7")]
    #[case::hundreds(456.7, "457")]
    #[case::thousands(45_678.9, "45,679")]
    #[case::millions(1_234_567.0, "1,234,567")]
    fn numbers_are_shown_short(#[case] number: f64, #[case] expected: &str) {
        assert_eq!(short(number), expected);
    }

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(1000, "1,000")]
    #[case(1_000_000, "1,000,000")]
    fn integers_are_grouped(#[case] number: usize, #[case] expected: &str) {
        assert_eq!(integer(number), expected);
    }
}
