//! What a run can end with: exit statuses, and messages that are one clean line.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::process::ExitCode;

/// All went well.
pub(crate) const DONE: u8 = 0;
/// Bad data, or documents were skipped.
pub(crate) const BAD_DATA: u8 = 1;
/// The command line asks for something that cannot be.
pub(crate) const USAGE: u8 = 2;
/// A file or the database is in the way.
pub(crate) const TROUBLE: u8 = 3;
/// Ctrl-C: 128 and the number of SIGINT, as shells report it.
pub(crate) const INTERRUPTED: u8 = 130;

/// A failure whose exit status is not [`TROUBLE`], which every other error means.
#[derive(Debug)]
pub(crate) struct Failure {
    status: u8,
    message: String,
}

impl Failure {
    pub(crate) fn bad_data(message: impl Into<String>) -> anyhow::Error {
        Self::with_status(BAD_DATA, message.into())
    }

    pub(crate) fn usage(message: impl Into<String>) -> anyhow::Error {
        Self::with_status(USAGE, message.into())
    }

    pub(crate) fn interrupted() -> anyhow::Error {
        Self::with_status(INTERRUPTED, "interrupted".into())
    }

    /// The status of bad data for an error that is no more than a closed pipe.
    pub(crate) fn of_bad_data_seen(error: anyhow::Error) -> anyhow::Error {
        error.context(Self {
            status: BAD_DATA,
            message: "bad data was seen".into(),
        })
    }

    fn with_status(status: u8, message: String) -> anyhow::Error {
        Self { status, message }.into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Says on standard error what went wrong, unless that is nothing, and returns the exit status.
pub(crate) fn conclude(outcome: &anyhow::Result<u8>) -> ExitCode {
    let error = match outcome {
        Ok(status) => return ExitCode::from(*status),
        Err(error) => error,
    };
    let failure = error.downcast_ref::<Failure>();
    if is_closed_pipe(error) {
        return ExitCode::from(failure.map_or(DONE, |failure| failure.status));
    }
    say(&format!("error: {}", story(error)));
    ExitCode::from(failure.map_or(TROUBLE, |failure| failure.status))
}

/// The contexts of an error and its cause, outermost first.
fn story(error: &anyhow::Error) -> String {
    let mut story = String::new();
    for cause in error.chain() {
        if !story.is_empty() {
            story.push_str(": ");
        }
        story.push_str(&cause.to_string());
        // What lies behind is the same again, with SQLite's code.
        if cause.is::<rusqlite::Error>() {
            break;
        }
    }
    story
}

/// Says something on standard error, in one line; if nobody listens, so be it.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(message));
}

/// Whether whoever reads standard output has seen enough, as `head` has.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// `text` with what could break the line or steer the terminal escaped.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if steers(character) {
            write!(line, "{}", character.escape_default()).expect("a String takes everything");
        } else {
            line.push(character);
        }
    }
    line
}

/// As [`one_line`], in the escapes of JSON: a JSON text, which has such characters nowhere but in strings, stays one.
pub(crate) fn one_line_of_json(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => line.push_str("\\t"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            _ if steers(character) => {
                // All of these have four hexadecimal digits.
                write!(line, "\\u{:04x}", u32::from(character)).expect("a String takes everything");
            }
            _ => line.push(character),
        }
    }
    line
}

/// Whether a character could break the line or steer the terminal.
fn steers(character: char) -> bool {
    let turns_text = matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    character.is_control() || turns_text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_stays_on_one_line_whatever_it_quotes() {
        assert_eq!(
            one_line("a\nb\u{1b}[2J\u{202e}é"),
            "a\\nb\\u{1b}[2J\\u{202e}é"
        );
        assert_eq!(
            one_line_of_json("a\nb\t\u{1b}[2J\u{202e}é\0"),
            "a\\nb\\t\\u001b[2J\\u202eé\\u0000"
        );
    }
}
