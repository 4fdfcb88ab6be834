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
    bar: ProgressBar,
    /// Whether the bar waits to be shown.
    is_pending: bool,
}

impl Progress {
    /// The progress of a run over `total` bytes, where that is known.
    pub(crate) fn new(total: Option<u64>, quiet: bool) -> Self {
        let template = match total {
            Some(_) => "{bar:30} {bytes} of {total_bytes}, {msg}, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}, {msg}, {bytes_per_sec}, {elapsed}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        // It counts from the start, so that its rate is right when it appears.
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        Self {
            started: Instant::now(),
            bar: bar.with_style(style),
            is_pending: !quiet && std::io::stderr().is_terminal(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Notes how far the run is.
    pub(crate) fn update(&mut self, bytes_read: u64, rows: u64) {
        if self.is_pending && self.elapsed() >= PATIENCE {
            self.is_pending = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(bytes_read);
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{rows} rows"));
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
