//! The scratch buffer: bytes in order, in chunks that never move.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::format::Header;

/// Bytes laid out one after the other, kept in chunks.
///
/// One growing buffer would copy itself at each growth and hold up to three times its content while it does.
/// Chunks stay where they are, a sixteenth of the content each once there is much of it, and are reused after
/// [`clear`](Self::clear) in the order they were filled.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The chunk that is being filled.
    current: Vec<u8>,
    /// All chunks in order; the one at `filled` is out in `current`, those behind it are empty.
    chunks: Vec<Vec<u8>>,
    /// How many chunks are full.
    filled: usize,
    /// Bytes in the full chunks.
    filled_len: usize,
    /// How many bytes may be laid out, give or take a chunk.
    limit: usize,
}

impl Scratch {
    const SMALLEST_CHUNK: usize = 1 << 10;
    const LARGEST_CHUNK: usize = 1 << 20;

    /// Forgets the bytes and keeps the memory; `limit` bounds what may be laid out from now on.
    pub(super) fn clear(&mut self, limit: usize) {
        self.limit = limit;
        self.put_back();
        self.chunks.iter_mut().for_each(Vec::clear);
        self.filled = 0;
        self.filled_len = 0;
        self.take_out();
    }

    /// How many bytes were laid out.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.filled_len.saturating_add(self.current.len())
    }

    /// The chunk to append to, with room for `more` bytes at least.
    #[inline]
    pub(super) fn room(&mut self, more: usize) -> Result<&mut Vec<u8>> {
        if self.current.capacity().wrapping_sub(self.current.len()) < more {
            self.next_chunk(more)?;
        }
        Ok(&mut self.current)
    }

    #[cold]
    #[inline(never)]
    fn next_chunk(&mut self, more: usize) -> Result<()> {
        let (len, limit) = (self.len(), self.limit);
        if len.checked_add(more).is_none_or(|len| len > limit) {
            return Err(Error::new(ErrorKind::TooLarge { limit }));
        }
        if !self.current.is_empty() {
            self.put_back();
            self.filled = self.filled.saturating_add(1);
            self.filled_len = len;
            self.take_out();
        }
        if self.current.capacity() < more {
            let bytes = (len >> 4)
                .clamp(Self::SMALLEST_CHUNK, Self::LARGEST_CHUNK)
                .max(more);
            self.current
                .try_reserve_exact(bytes)
                .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        }
        Ok(())
    }

    fn put_back(&mut self) {
        if let Some(place) = self.chunks.get_mut(self.filled) {
            core::mem::swap(place, &mut self.current);
        } else {
            self.chunks.push(core::mem::take(&mut self.current));
        }
    }

    fn take_out(&mut self) {
        if let Some(chunk) = self.chunks.get_mut(self.filled) {
            core::mem::swap(chunk, &mut self.current);
        }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The element that was laid out at `position`: its header and the bytes of its payload.
    pub(super) fn element_at(&self, position: usize) -> Option<(Header, &[u8])> {
        let mut reader = self.reader();
        let mut left = position;
        while left > 0 {
            left = left.checked_sub(reader.run(left).len())?;
        }
        let rest = reader.run(usize::MAX);
        let (header, header_len) = Header::parse(rest)?;
        let end = header_len.checked_add(usize::try_from(header.payload_size()).ok()?)?;
        Some((header, rest.get(header_len..end)?))
    }

    /// Reads the bytes from the first one on.
    pub(super) fn reader(&self) -> Reader<'_> {
        let full = self.chunks.get(..self.filled).unwrap_or_default();
        Reader {
            rest: &[],
            chunks: full.iter(),
            last: Some(&self.current),
        }
    }
}

/// Reads a [`Scratch`] in runs.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    chunks: core::slice::Iter<'a, Vec<u8>>,
    last: Option<&'a [u8]>,
}

impl<'a> Reader<'a> {
    /// The next run, of at most `len` bytes; empty when nothing is left or asked for.
    #[inline]
    pub(super) fn run(&mut self, len: usize) -> &'a [u8] {
        if self.rest.is_empty() && len > 0 {
            self.next_chunk();
        }
        let (run, rest) = self.rest.split_at(len.min(self.rest.len()));
        self.rest = rest;
        run
    }

    #[cold]
    fn next_chunk(&mut self) {
        self.rest = match self.chunks.next() {
            Some(chunk) => chunk,
            None => self.last.take().unwrap_or_default(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(scratch: &Scratch) -> Vec<u8> {
        let mut reader = scratch.reader();
        let mut bytes = Vec::new();
        while bytes.len() < scratch.len() {
            bytes.extend_from_slice(reader.run(7));
        }
        assert!(reader.run(1).is_empty());
        bytes
    }

    #[test]
    fn bytes_come_out_as_they_went_in_and_memory_is_reused() {
        let mut scratch = Scratch::default();
        let mut addresses = Vec::new();
        for round in 0..3 {
            scratch.clear(usize::MAX);
            let mut expected = Vec::new();
            let mut seen = Vec::new();
            for (byte, len) in (0_u8..=255).zip([1, 900, 5000, 0, 17].into_iter().cycle()) {
                let run = alloc::vec![byte; len];
                let room = scratch.room(len).expect("no limit");
                room.extend_from_slice(&run);
                expected.extend_from_slice(&run);
                seen.push(room.as_ptr());
            }
            assert_eq!(scratch.len(), expected.len());
            assert_eq!(content(&scratch), expected);
            if round == 0 {
                addresses = seen;
            } else {
                assert_eq!(
                    addresses, seen,
                    "a warm scratch takes the same chunks again"
                );
            }
        }
    }

    #[test]
    fn limit_holds_before_memory_is_asked_for() {
        let mut scratch = Scratch::default();
        scratch.clear(1_000);
        let error = scratch.room(usize::MAX).expect_err("past the limit");
        assert_eq!(*error.kind(), ErrorKind::TooLarge { limit: 1_000 });
    }
}
