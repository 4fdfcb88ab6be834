//! Files of documents of 500 bytes each, the same ones each time.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Result;

/// The length of a document with its separator, in bytes.
pub const LEN: u64 = 500;

/// Writes `len` bytes of NDJSON, or a little less, and returns how many documents that is.
///
/// # Errors
/// When the file cannot be written.
pub fn write_lines(path: &Path, len: u64) -> Result<u64> {
    write(path, len, ["", "\n", "\n"])
}

/// Writes `len` bytes of one JSON array, or a little less, and returns how many elements that is.
///
/// # Errors
/// When the file cannot be written.
pub fn write_array(path: &Path, len: u64) -> Result<u64> {
    write(path, len, ["[", ",", "]"])
}

fn write(path: &Path, len: u64, [before, between, after]: [&str; 3]) -> Result<u64> {
    let mut file = BufWriter::with_capacity(1 << 18, File::create(path)?);
    let count = len / LEN;
    let mut random = Random(1);
    let mut text = String::new();
    file.write_all(before.as_bytes())?;
    for id in 0..count {
        if id > 0 {
            file.write_all(between.as_bytes())?;
        }
        text.clear();
        document(id, &mut random, &mut text);
        file.write_all(text.as_bytes())?;
    }
    file.write_all(after.as_bytes())?;
    file.flush()?;
    Ok(count)
}

const WORDS: [&str; 16] = [
    "request",
    "finished",
    "cache",
    "miss",
    "für",
    "retry",
    "\\\"quoted\\\"",
    "after",
    "timeout",
    "of",
    "upstream",
    "line\\n",
    "größe",
    "took",
    "queue",
    "ok",
];

/// A line as a log has them.
fn document(id: u64, random: &mut Random, text: &mut String) {
    let mut pick = |below: u64| random.next() % below;
    let (second, minute, hour) = (id % 60, id / 60 % 60, id / 3600 % 24);
    let level = ["debug", "info", "info", "warn"][to_index(pick(4))];
    let written = write!(
        text,
        "{{\"id\":{id},\"ts\":\"2026-02-03T{hour:02}:{minute:02}:{second:02}Z\",\"level\":\"{level}\",\"host\":\"web-{}\",\
         \"request\":{{\"path\":\"/api/v1/items/{}\",\"status\":{},\"ms\":{}.{:02},\"bytes\":{}}},\
         \"user\":{{\"id\":{},\"plan\":null,\"beta\":{}}},\"geo\":{{\"lat\":{}.{:05},\"lon\":-{}.{:05}}},\"tags\":[\"t{}\",\"t{}\"],\
         \"message\":\"",
        pick(100),
        pick(100_000),
        200 + pick(4) * 100,
        pick(1000),
        pick(100),
        pick(1_000_000),
        pick(10_000_000),
        pick(2) == 0,
        pick(90),
        pick(100_000),
        pick(180),
        pick(100_000),
        pick(50),
        pick(50),
    );
    written.expect("a string takes everything");
    // Words while they fit, then as many dots as are left: the separator and what closes the document take three bytes.
    let end = usize::try_from(LEN).expect("500") - 3;
    while let Some(word) =
        Some(WORDS[to_index(pick(16))]).filter(|word| text.len() + word.len() < end)
    {
        text.push_str(word);
        text.push(' ');
    }
    let dots = end.saturating_sub(text.len());
    text.extend(std::iter::repeat_n('.', dots));
    text.push_str("\"}");
}

fn to_index(number: u64) -> usize {
    usize::try_from(number).expect("below 16")
}

/// Numbers that look random: a linear congruential generator, of whose bits the upper ones are good.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::fs;

    #[test]
    fn documents_are_json_of_500_bytes_and_the_same_each_time() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let (lines, array) = (folder.path().join("lines"), folder.path().join("array"));
        assert_eq!(write_lines(&lines, 50_499)?, 100);
        assert_eq!(write_array(&array, 50_499)?, 100);
        let text = fs::read_to_string(&lines)?;
        let mut elements = Vec::<Value>::new();
        for line in text.lines() {
            assert_eq!(line.len(), 499, "{line}");
            elements.push(serde_json::from_str(line)?);
        }
        let array: Vec<Value> = serde_json::from_str(&fs::read_to_string(&array)?)?;
        assert_eq!((elements.len(), &array), (100, &elements));
        write_lines(&lines, 50_000)?;
        assert_eq!(fs::read_to_string(&lines)?, text);
        Ok(())
    }
}
