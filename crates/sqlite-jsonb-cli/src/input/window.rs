//! The part of a file that is in memory: the document being split off, and what was read with it.

use std::fmt;
use std::io::{ErrorKind, Read};

use super::{Document, Fault, encoding};

/// How much is read at a time, in bytes.
const CHUNK: usize = 1 << 18;

/// Bytes of a file from the current document on.
///
/// It grows only by what was really read, and no further than its limit.
pub(crate) struct Window {
    source: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// Bytes of the buffer that are done with.
    done: usize,
    /// Where in the file the first byte that is not done with stands.
    offset: u64,
    at_end: bool,
    limit: usize,
}

impl Window {
    /// A window on `source` that holds documents of up to `limit` bytes.
    pub(crate) fn new(source: Box<dyn Read + Send>, limit: usize) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            done: 0,
            offset: 0,
            at_end: false,
            limit,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.done..]
    }

    /// Where in the file the byte at `at` of the window stands.
    pub(crate) fn offset(&self, at: usize) -> u64 {
        self.offset.saturating_add(at as u64)
    }

    /// Moves the start of the window past `len` bytes.
    pub(crate) fn consume(&mut self, len: usize) {
        let len = len.min(self.bytes().len());
        self.done += len;
        self.offset = self.offset(len);
    }

    /// Moves a document out and the start of the window past it, without a second copy of a long one.
    pub(crate) fn take(&mut self, document: Document) -> Vec<u8> {
        let Document {
            start,
            end,
            consumed,
            ..
        } = document;
        self.offset = self.offset(consumed);
        let rest = self.buffer.split_off(self.done + consumed);
        let mut taken = std::mem::replace(&mut self.buffer, rest);
        taken.truncate(self.done + end);
        taken.drain(..self.done + start);
        self.done = 0;
        taken
    }

    /// Reads on; `false` at the end of the file.
    pub(crate) fn more(&mut self) -> Result<bool, Fault> {
        if self.at_end {
            return Ok(false);
        }
        if self.bytes().len() >= self.limit {
            return Err(self.malformed(0, 0, format!("document passes {} bytes", self.limit)));
        }
        self.buffer.drain(..self.done);
        self.done = 0;
        let len = self.buffer.len();
        self.buffer
            .try_reserve(CHUNK)
            .map_err(|error| Fault::Fatal(error.into()))?;
        self.buffer.resize(len + CHUNK, 0);
        let read = loop {
            match self.source.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                outcome => break outcome,
            }
        };
        self.buffer.truncate(len + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(read) => {
                self.at_end = read == 0;
                Ok(!self.at_end)
            }
            // The system's own errors have a number; those of a decompressor are about what it was given.
            Err(error) if error.raw_os_error().is_none() => {
                Err(self.malformed(0, len, format!("cannot be decompressed: {error}")))
            }
            Err(error) => Err(Fault::Fatal(error.into())),
        }
    }

    /// Reads on until the byte at `at` is there and returns it; `None` when the file ends before.
    pub(crate) fn byte(&mut self, at: usize) -> Result<Option<u8>, Fault> {
        while self.bytes().len() <= at {
            if !self.more()? {
                return Ok(None);
            }
        }
        Ok(Some(self.bytes()[at]))
    }

    /// Moves the start past white space and returns the byte there; `None` at the end of the file.
    pub(crate) fn skip_space(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            let space = space_len(self.bytes());
            self.consume(space);
            match self.byte(0)? {
                Some(byte) if is_space(byte) => {}
                other => return Ok(other),
            }
        }
    }

    /// Moves the start past a byte order mark of UTF-8; text in UTF-16 or UTF-32 is let through neither with nor without one.
    pub(crate) fn skip_mark(&mut self) -> Result<(), Fault> {
        // No further than needed: from a pipe nothing else may come for a while.
        while encoding::may_be_told(self.bytes()) && self.more()? {}
        if let Some(encoding) = encoding::wide(self.bytes()) {
            return Err(self.malformed(0, 0, format!("text is {encoding}, expected UTF-8")));
        }
        if self.bytes().starts_with(encoding::UTF8_MARK) {
            self.consume(encoding::UTF8_MARK.len());
        }
        Ok(())
    }

    pub(crate) fn malformed(&self, number: u64, at: usize, reason: impl Into<String>) -> Fault {
        Fault::Malformed {
            number,
            offset: self.offset(at),
            reason: reason.into(),
        }
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window")
            .field("len", &self.bytes().len())
            .field("offset", &self.offset)
            .finish_non_exhaustive()
    }
}

/// White space of RFC 8259 section 2.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// How many bytes of white space `bytes` starts with.
pub(super) fn space_len(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| is_space(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_past_the_limit_is_refused_before_more_is_read() {
        let mut window = Window::new(Box::new(std::io::repeat(b' ')), 2 * CHUNK);
        let Err(Fault::Malformed { reason, .. }) = window.byte(usize::MAX) else {
            panic!("an endless document was taken");
        };
        assert_eq!(reason, "document passes 524288 bytes");
        assert!(window.buffer.capacity() <= 4 * CHUNK);
    }

    #[test]
    fn document_is_taken_out_with_its_separator() {
        let mut window = Window::new(Box::new(&b"..[1] ,[2]"[..]), CHUNK);
        window.byte(0).expect("readable");
        window.consume(2);
        let document = Document {
            number: 1,
            start: 0,
            end: 3,
            consumed: 5,
        };
        assert_eq!(window.take(document), b"[1]");
        assert_eq!((window.bytes(), window.offset(0)), (&b"[2]"[..], 7));
    }

    #[test]
    fn offsets_count_from_the_start_of_the_file() {
        let mut window = Window::new(Box::new(&b"\xef\xbb\xbf  x"[..]), CHUNK);
        window.skip_mark().expect("UTF-8");
        assert_eq!(window.skip_space().expect("readable"), Some(b'x'));
        assert_eq!(window.offset(0), 5);
    }
}
