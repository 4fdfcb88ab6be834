//! NDJSON: a document a line. A byte order mark, blank lines and CRLF are fine.

use memchr::memchr;

use super::window::space_len;
use super::{Document, Fault, Window};

#[derive(Debug)]
pub(crate) struct Lines {
    /// The lines seen so far.
    number: u64,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Self { number: 0 }
    }

    pub(crate) fn next(&mut self, window: &mut Window) -> Result<Option<Document>, Fault> {
        if self.number == 0 {
            window.skip_mark()?;
        }
        loop {
            let Some((end, consumed)) = Self::line(window)? else {
                return Ok(None);
            };
            self.number += 1;
            let start = space_len(&window.bytes()[..end]);
            if start < end {
                return Ok(Some(Document {
                    number: self.number,
                    start,
                    end,
                    consumed,
                }));
            }
            window.consume(consumed);
        }
    }

    /// The length of the next line without and with its end, `None` after the last.
    fn line(window: &mut Window) -> Result<Option<(usize, usize)>, Fault> {
        let mut seen = 0;
        loop {
            let bytes = window.bytes();
            if let Some(rest) = memchr(b'\n', &bytes[seen..]) {
                return Ok(Some((seen + rest, seen + rest + 1)));
            }
            seen = bytes.len();
            if !window.more()? {
                return Ok((seen > 0).then_some((seen, seen)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_with_the_blank_ones() {
        let text = "\u{feff}{}\r\n\r\n  [1]\n\n2";
        let mut window = Window::new(Box::new(text.as_bytes()), 100);
        let mut lines = Lines::new();
        let mut found = Vec::new();
        while let Some(line) = lines.next(&mut window).expect("well formed") {
            let text = window.bytes()[line.start..line.end].to_vec();
            found.push((
                line.number,
                window.offset(line.start),
                String::from_utf8(text).expect("ASCII"),
            ));
            window.consume(line.consumed);
        }
        assert_eq!(
            found,
            [
                (1, 3, "{}\r".into()),
                (3, 11, "[1]".into()),
                (5, 16, "2".into())
            ]
        );
    }
}
