//! Where and how a report was made.

use std::fmt;
use std::fs;
use std::process::Command;
use std::thread::available_parallelism;

use crate::sqlite::Sqlite;

/// The machine, the tools, and how busy the machine was with other things.
#[derive(Debug)]
pub struct Machine {
    /// The command that made the report.
    pub command: String,
    /// The processor, and how many cores.
    pub processor: String,
    system: String,
    rustc: String,
    load_before: String,
    load_after: Option<String>,
}

impl Machine {
    /// This one, before the measuring begins.
    #[must_use]
    pub fn here(command: &str) -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let processor = processor().unwrap_or_else(|| String::from("unknown processor"));
        Self {
            command: String::from(command),
            processor: format!("{processor}, {cores} cores"),
            system: output("uname", &["-srm"]),
            rustc: output("rustc", &["--version"]),
            load_before: load(),
            load_after: None,
        }
    }

    /// Notes how busy the machine is at the end.
    pub fn is_done(&mut self) {
        self.load_after = Some(load());
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "- machine: {}", self.processor)?;
        writeln!(formatter, "- system: {}", self.system)?;
        if cfg!(debug_assertions) {
            writeln!(
                formatter,
                "- rustc: {}, **without optimization: the times mean nothing**",
                self.rustc
            )?;
        } else {
            writeln!(formatter, "- rustc: {}", self.rustc)?;
        }
        writeln!(
            formatter,
            "- profile: {}, for the library and all peers alike",
            profile()
        )?;
        writeln!(formatter, "- SQLite: {}, bundled", Sqlite::version())?;
        write!(
            formatter,
            "- load of the machine (mean of one minute, the report itself included): {} before",
            self.load_before
        )?;
        match &self.load_after {
            Some(load) => writeln!(formatter, ", {load} after"),
            None => writeln!(formatter),
        }
    }
}

/// The settings of the release profile, as the workspace has them.
fn profile() -> String {
    let manifest = include_str!("../../../Cargo.toml");
    let settings = manifest
        .split_once("[profile.release]\n")
        .map_or("", |(_, settings)| settings);
    let settings: Vec<&str> = settings
        .lines()
        .take_while(|line| !line.is_empty())
        .collect();
    format!("release, {}", settings.join(", "))
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split_whitespace().next();
    first.unwrap_or("unknown").to_owned()
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(
        |_| String::from("unknown"),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_is_that_of_the_workspace() {
        let profile = profile();
        for setting in ["release, ", "lto = ", "codegen-units = "] {
            assert!(profile.contains(setting), "{profile}");
        }
    }
}
