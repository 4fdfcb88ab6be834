//! A progress bar on standard error, for people who wait.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a run may last before it shows progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows nothing in the first second, nor where nobody watches.
#[derive(Debug)]
pub(crate) struct Progress {
    started: Instant,
    /// The bytes to read, where known.
    total: Option<u64>,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>, quiet: bool) -> Self {
        Self {
            started: Instant::now(),
            total,
            wanted: !quiet && std::io::stderr().is_terminal(),
            bar: None,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Notes how far the run is.
    pub(crate) fn update(&mut self, bytes_read: u64, rows: u64) {
        if !self.wanted || self.elapsed() < PATIENCE {
            return;
        }
        let bar = self
            .bar
            .get_or_insert_with(|| bar(self.total).with_elapsed(self.started.elapsed()));
        bar.set_position(bytes_read);
        bar.set_message(format!("{rows} rows"));
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{bar:30} {bytes} of {total_bytes}, {msg}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {msg}, {bytes_per_sec}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
}
