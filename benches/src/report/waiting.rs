//! How long this thread has waited for a processor that another program had.

use std::fs;
use std::time::Duration;

/// The time this thread has been ready to run and did not, since it began; `None` where the system does not say.
pub(super) fn waited() -> Option<Duration> {
    parse(&fs::read_to_string("/proc/thread-self/schedstat").ok()?)
}

/// Linux Documentation/scheduler/sched-stats.rst: nanoseconds on the processor, nanoseconds of waiting, and time slices.
fn parse(schedstat: &str) -> Option<Duration> {
    let nanos = schedstat.split_whitespace().nth(1)?;
    Some(Duration::from_nanos(nanos.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_the_second_number() {
        let expected = Duration::from_nanos(2_345);
        assert_eq!(parse("1234567 2345 89\n"), Some(expected));
    }

    #[test]
    fn what_is_no_such_file_is_none() {
        for text in ["", "1", "1 x 2"] {
            assert_eq!(parse(text), None);
        }
    }
}
