//! A program, how long it runs and how much memory it takes.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

/// One run of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// By the clock on the wall.
    pub(super) seconds: f64,
    /// The most bytes that were resident, where the system says.
    pub(super) peak: Option<u64>,
}

/// How often the memory is looked at; the system itself keeps the peak, so only growth within the last look is missed.
const LOOK: Duration = Duration::from_millis(5);

/// Runs `command`, which makes `database` anew; `None` where there is no such program.
pub(super) fn run(command: &mut Command, database: &Path) -> Result<Option<Run>> {
    if database.exists() {
        fs::remove_file(database).context("removing a database")?;
    }
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let start = Instant::now();
    let mut child = match command.spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        child => child.with_context(|| format!("starting {command:?}"))?,
    };
    let mut peak = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        peak = peak.max(peak_of(child.id()));
        sleep(LOOK);
    };
    let seconds = start.elapsed().as_secs_f64();
    ensure!(status.success(), "{command:?}: {status}");
    Ok(Some(Run { seconds, peak }))
}

/// Linux Documentation/filesystems/proc.rst: `VmHWM` is the peak resident set size.
fn peak_of(process: u32) -> Option<u64> {
    parse(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn parse(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_a_line_of_the_status() {
        assert_eq!(
            parse("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"),
            Some(2048 << 10)
        );
        assert_eq!(parse("Name:\tx\n"), None);
    }

    #[test]
    fn a_program_that_is_not_there_is_none() -> Result<()> {
        let mut command = Command::new("no-such-program-anywhere");
        assert!(run(&mut command, Path::new("no.db"))?.is_none());
        Ok(())
    }
}
