//! The scratch buffer: bytes in order, in chunks.

use alloc::vec::Vec;

use super::sink::Sink;
use crate::error::{Error, ErrorKind, Result};

/// Bytes laid out one after the other, kept in chunks.
///
/// One growing buffer would copy itself at each growth and hold up to three times its content while it does: so the first
/// chunk does, up to 64 KiB. The others stay where they are, a sixteenth of the content at most once there is much of it.
/// All are reused after [`clear`](Self::clear) in the order they were filled.
///
/// Some bytes of a chunk that are not in use yet are there to be written to, so that short copies have a fixed width.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The chunk that is being filled.
    current: Chunk,
    /// All chunks in order; the one at `full` is out in `current`, those behind it are free.
    chunks: Vec<Chunk>,
    /// How many chunks are full.
    full: usize,
    /// What to add to the bytes in use of the current chunk for how many will be written: those before it, less those
    /// that were saved; modulo 2^64.
    skew: usize,
    /// How many bytes may be laid out beside the spare ones, give or take a chunk.
    limit: usize,
}

#[derive(Debug, Default)]
struct Chunk {
    /// The bytes in use and those that windows may be given from; there is memory for more behind them.
    bytes: Vec<u8>,
    /// How many bytes are in use.
    used: usize,
    /// How many bytes are in use in the chunks before it.
    start: usize,
}

impl Scratch {
    const SMALLEST_CHUNK: usize = 1 << 13;
    const LARGEST_CHUNK: usize = 1 << 20;

    /// Up to how many bytes the first chunk grows, by copying: what is in one chunk is closed and copied in one go.
    const WHOLE: usize = 1 << 16;

    /// How many bytes it holds at most, give or take a chunk: twice as many as a blob may have, and below 2^32.
    const MAX_LEN: usize = 0xffff_ffff - 2 * Self::LARGEST_CHUNK;

    /// Forgets the bytes and keeps the memory; `limit` bounds what may be laid out from now on.
    pub(super) fn clear(&mut self, limit: usize) {
        self.limit = limit;
        self.skew = 0;
        // Without a full chunk the first one is out already, and a fresh scratch has no list of them to make.
        if self.full > 0 {
            self.put_back();
            self.full = 0;
            self.take_out(0);
        }
        self.current.used = 0;
    }

    /// How many bytes its chunks have.
    #[cfg(feature = "std")]
    pub(super) fn memory(&self) -> usize {
        let chunks = self.chunks.iter().map(|chunk| chunk.bytes.capacity());
        chunks.fold(self.current.bytes.capacity(), usize::saturating_add)
    }

    /// How many bytes were laid out.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.current.start.wrapping_add(self.current.used)
    }

    /// Counts `bytes` of those laid out as not to be written; modulo 2^64, since a wider header may take their place.
    #[inline]
    pub(super) fn save(&mut self, bytes: usize) {
        self.skew = self.skew.wrapping_sub(bytes);
    }

    /// How many bytes will be written at least: just as many once each header is known.
    #[inline]
    pub(super) fn written_len(&self) -> usize {
        self.current.used.wrapping_add(self.skew)
    }

    /// The same, or an error when they are more than the limit allows.
    #[inline]
    pub(super) fn check_limit(&self) -> Result<usize> {
        let written_len = self.written_len();
        if written_len <= self.limit {
            Ok(written_len)
        } else {
            Err(self.too_large())
        }
    }

    #[cold]
    pub(super) fn too_large(&self) -> Error {
        let limit = self.limit;
        Error::new(ErrorKind::TooLarge { limit })
    }

    /// Lays out the first `len` bytes of `bytes`.
    #[inline]
    pub(super) fn put<const N: usize>(&mut self, bytes: &[u8; N], len: usize) -> Result<()> {
        *self.window()? = *bytes;
        self.advance(len.min(N));
        Ok(())
    }

    /// Lays out bytes of any number, which may go to more than one chunk.
    pub(super) fn put_all(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            if self.current.left() == 0 {
                self.next_chunk(1, bytes.len().min(Self::LARGEST_CHUNK))?;
            }
            let (piece, rest) = bytes.split_at(bytes.len().min(self.current.left()));
            self.current.put(piece);
            bytes = rest;
        }
        Ok(())
    }

    /// The place of the next bytes, `N` of them; [`advance`](Self::advance) puts them in use.
    #[inline]
    pub(super) fn window<const N: usize>(&mut self) -> Result<&mut [u8; N]> {
        if !self.has_window::<N>() {
            self.make_window(N)?;
        }
        Ok(self.ready_window().expect("the room was just made"))
    }

    /// The same where the current chunk has it: for those who leave the other case to a function of its own, since a call
    /// in the middle costs also where it does not come to it.
    #[inline]
    pub(super) fn ready_window<const N: usize>(&mut self) -> Option<&mut [u8; N]> {
        self.current.room().first_chunk_mut()
    }

    #[inline]
    pub(super) fn has_window<const N: usize>(&self) -> bool {
        let room = self.current.bytes.get(self.current.used..);
        room.is_some_and(|room| room.len() >= N)
    }

    /// Puts the next `len` bytes in use, all of them in a window that was written to.
    #[inline]
    pub(super) fn advance(&mut self, len: usize) {
        self.current.used = self.current.used.wrapping_add(len);
    }

    /// How many bytes [`change_width`](Self::change_width) moves at most: each byte may be moved once for each container
    /// that it is in, and so few bytes are in few of those.
    pub(super) const MOVABLE: u32 = 64;

    /// Makes the place at `position` as wide as it is `needed`: moves what was laid out behind it, if all of that is in the
    /// current chunk and has room there. What will be written stays the same.
    pub(super) fn change_width(&mut self, position: usize, width: usize, needed: usize) -> bool {
        let Chunk { bytes, used, start } = &mut self.current;
        let Some(place) = position.checked_sub(*start) else {
            return false;
        };
        let from = place.wrapping_add(width);
        let to = place.wrapping_add(needed);
        let end = used.wrapping_sub(from).wrapping_add(to);
        if end > bytes.len() {
            return false;
        }
        bytes.copy_within(from..*used, to);
        self.skew = self.skew.wrapping_add(*used).wrapping_sub(end);
        *used = end;
        true
    }

    /// Bytes that were laid out in one window of at least as many, from `position` on, if they are in the current chunk.
    #[inline]
    pub(super) fn laid_out_at<const N: usize>(&mut self, position: usize) -> Option<&mut [u8; N]> {
        let at = position.wrapping_sub(self.current.start);
        self.current.bytes.get_mut(at..)?.first_chunk_mut()
    }

    /// The same in a chunk that is full.
    #[cold]
    pub(super) fn laid_out_before<const N: usize>(
        &mut self,
        position: usize,
    ) -> Option<&mut [u8; N]> {
        let full = self.chunks.get_mut(..self.full)?;
        let behind = full.partition_point(|chunk| chunk.start <= position);
        let chunk = full.get_mut(behind.checked_sub(1)?)?;
        let at = position.wrapping_sub(chunk.start);
        chunk.bytes.get_mut(at..)?.first_chunk_mut()
    }

    /// Makes room for a window of `len` bytes, and for some more after it.
    #[cold]
    #[inline(never)]
    fn make_window(&mut self, len: usize) -> Result<()> {
        /// How much room is made at a time: little enough to be in the cache still when it is written to.
        const STEP: usize = 1 << 12;
        if self.current.left() < len {
            self.next_chunk(len, len)?;
        }
        let Chunk { bytes, used, .. } = &mut self.current;
        let end = used.saturating_add(len.max(STEP)).min(bytes.capacity());
        bytes.resize(end.max(bytes.len()), 0);
        Ok(())
    }

    /// Goes on in a chunk that takes at least `more` bytes; in a new one for as many as are `wanted`, unless there is one.
    #[cold]
    #[inline(never)]
    fn next_chunk(&mut self, more: usize, wanted: usize) -> Result<()> {
        self.check_limit()?;
        let len = self.len();
        if len > Self::MAX_LEN {
            return Err(self.too_large());
        }
        if self.grow_first(wanted)? {
            return Ok(());
        }
        if self.current.used > 0 {
            self.skew = self.skew.wrapping_add(self.current.used);
            if self.full == self.chunks.len() {
                // For this chunk, and for the next one, which goes there when another document starts.
                self.chunks.reserve(2);
            }
            self.put_back();
            self.full = self.full.saturating_add(1);
            self.take_out(len);
        }
        let memory = &mut self.current.bytes;
        if memory.capacity() < more {
            let bytes = Self::chunk_len(len).max(wanted);
            // What is in it is of a document before.
            memory.clear();
            memory
                .try_reserve_exact(bytes)
                .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        }
        Ok(())
    }

    /// Makes the first chunk longer, if it is the current one and small enough to be copied.
    fn grow_first(&mut self, more: usize) -> Result<bool> {
        let Chunk { bytes, used, .. } = &mut self.current;
        let needed = used.saturating_add(more);
        if self.full > 0 || *used == 0 || needed > Self::WHOLE {
            return Ok(false);
        }
        let doubled = bytes.capacity().saturating_mul(2).min(Self::WHOLE);
        let capacity = doubled.max(needed);
        bytes
            .try_reserve_exact(capacity.saturating_sub(bytes.len()))
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes: capacity }))?;
        Ok(true)
    }

    /// How long the next chunk is, after `len` bytes: a quarter of that while it is little, a sixteenth of much.
    fn chunk_len(len: usize) -> usize {
        match len {
            0 => Self::SMALLEST_CHUNK,
            1..0x4_0000 => (len >> 2).max(Self::SMALLEST_CHUNK >> 1),
            _ => (len >> 4).clamp(0x1_0000, Self::LARGEST_CHUNK),
        }
    }

    fn put_back(&mut self) {
        let chunk = core::mem::take(&mut self.current);
        match self.chunks.get_mut(self.full) {
            Some(place) => *place = chunk,
            None => self.chunks.push(chunk),
        }
    }

    fn take_out(&mut self, start: usize) {
        if let Some(chunk) = self.chunks.get_mut(self.full) {
            self.current = core::mem::take(chunk);
        }
        self.current.used = 0;
        self.current.start = start;
    }

    /// Reads the bytes from the first one on.
    pub(super) fn reader(&self) -> Reader<'_> {
        let full = self.chunks.get(..self.full).unwrap_or_default();
        Reader {
            rest: &[],
            used: 0,
            chunks: full.iter(),
            last: Some(&self.current),
        }
    }
}

impl Chunk {
    /// How many more bytes it takes.
    #[inline]
    fn left(&self) -> usize {
        self.bytes.capacity().wrapping_sub(self.used)
    }

    /// Puts in what is not longer than what is [left](Self::left).
    fn put(&mut self, bytes: &[u8]) {
        let room = self.room();
        let (over, behind) = bytes.split_at(bytes.len().min(room.len()));
        if let Some(place) = room.get_mut(..over.len()) {
            place.copy_from_slice(over);
        }
        self.bytes.extend_from_slice(behind);
        self.used = self.used.wrapping_add(bytes.len());
    }

    #[inline]
    fn room(&mut self) -> &mut [u8] {
        self.bytes.get_mut(self.used..).unwrap_or_default()
    }
}

/// Reads a [`Scratch`] piece by piece.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    /// What is left of the current chunk, the bytes not in use included.
    rest: &'a [u8],
    /// How many of those bytes are in use.
    used: usize,
    chunks: core::slice::Iter<'a, Chunk>,
    last: Option<&'a Chunk>,
}

impl Reader<'_> {
    /// Goes on to the next chunk that has bytes, when this one is at its end; `false` at the end of all.
    #[inline]
    fn has_more(&mut self) -> bool {
        while self.used == 0 {
            let Some(chunk) = self.chunks.next().or_else(|| self.last.take()) else {
                return false;
            };
            self.rest = &chunk.bytes;
            self.used = chunk.used;
        }
        true
    }

    /// Hands the next `len` bytes to `sink`, in as few pieces as there are.
    #[inline]
    pub(super) fn copy<S: Sink>(&mut self, mut len: usize, sink: &mut S) -> Result<(), S::Error> {
        while len > 0 && self.has_more() {
            let piece = len.min(self.used);
            match self.rest.first_chunk() {
                Some(padded) if piece <= padded.len() => sink.short(padded, piece)?,
                _ => sink.bytes(self.rest.get(..piece).unwrap_or_default())?,
            }
            self.pass(piece);
            len = len.wrapping_sub(piece);
        }
        Ok(())
    }

    /// Passes over the next `len` bytes.
    #[inline]
    pub(super) fn skip(&mut self, mut len: usize) {
        while len > 0 && self.has_more() {
            let piece = len.min(self.used);
            self.pass(piece);
            len = len.wrapping_sub(piece);
        }
    }

    #[inline]
    fn pass(&mut self, len: usize) {
        self.rest = self.rest.get(len..).unwrap_or_default();
        self.used = self.used.wrapping_sub(len);
    }
}

/// A position or a length as it is kept where there are many.
#[inline]
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the scratch refuses to hold 2^32 bytes, and it counts more than anything in a document"
)]
pub(super) const fn narrow(number: usize) -> u32 {
    number as u32
}

/// The same number as it is used.
#[inline]
#[expect(
    clippy::as_conversions,
    reason = "no target of this crate has less than 32 bits"
)]
pub(super) const fn widen(number: u32) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ElementType, Header};

    fn content(scratch: &Scratch) -> Vec<u8> {
        let mut reader = scratch.reader();
        let mut bytes = Vec::new();
        while bytes.len() < scratch.len() {
            let Ok(()) = reader.copy(7, &mut bytes);
        }
        assert!(!reader.has_more());
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
                scratch.put_all(&run).expect("no limit");
                scratch.put(&[byte; 32], 5).expect("no limit");
                expected.extend_from_slice(&run);
                expected.extend_from_slice(&[byte; 5]);
                seen.push(scratch.current.bytes.as_ptr());
            }
            assert_eq!(scratch.len(), expected.len());
            assert_eq!(content(&scratch), expected);
            // The first chunk grows in the first round.
            if round < 2 {
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
    fn header_is_written_into_whichever_chunk_holds_its_place() {
        let mut scratch = Scratch::default();
        scratch.clear(usize::MAX);
        let places: Vec<usize> = (0..50_000)
            .map(|_| {
                let place = scratch.len();
                scratch.put(&[0; 8], 2).expect("no limit");
                place
            })
            .collect();
        for &place in places.iter().rev() {
            let header = Header::new(ElementType::Array, 200);
            match scratch.laid_out_at(place) {
                Some(bytes) => header.write_as(2, bytes),
                None => header.write_as(2, scratch.laid_out_before(place).expect("laid out")),
            }
        }
        assert_eq!(content(&scratch), [0xcb, 200].repeat(50_000));
    }

    #[test]
    fn limit_holds_after_a_chunk() {
        let mut scratch = Scratch::default();
        scratch.clear(10);
        let error = (0..10_000)
            .find_map(|_| scratch.put(&[0; 32], 32).err())
            .expect("there is a limit");
        assert_eq!(*error.kind(), ErrorKind::TooLarge { limit: 10 });
        assert!(scratch.len() <= 10 + Scratch::SMALLEST_CHUNK);
    }
}
