//! The buffer that JSON text is written into.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::format::{Window, ascii};

/// Where text goes.
pub(super) trait Out {
    /// Whether all of the text stays in the buffer, whose UTF-8 is checked once at the end then.
    const KEEPS_ALL: bool = false;

    fn write(&mut self, text: &str) -> Result<()>;
}

/// All of the text, for a `String`.
pub(super) struct Keep;

impl Out for Keep {
    const KEEPS_ALL: bool = true;

    fn write(&mut self, _: &str) -> Result<()> {
        Ok(())
    }
}

/// Text under way. The buffer is longer than what stands in it, so that short pieces are copied at a fixed width.
pub(super) struct Pen<O> {
    out: O,
    buffer: Vec<u8>,
    /// How much of the buffer is text.
    len: usize,
}

/// How much of a buffer that is handed on piece by piece is filled first, and how much is made ready at a time of one that
/// is not.
const CHUNK: usize = 8 << 10;

/// What a copy of a fixed width may take beyond the text.
const SLACK: usize = 32;

impl Pen<Keep> {
    /// A pen for some `bytes` of text, or more.
    pub(super) fn for_string(bytes: usize) -> Result<Self> {
        let mut pen = Self::new(Keep);
        pen.reserve(bytes.saturating_add(SLACK))?;
        Ok(pen)
    }

    /// The text; `None` where it is not UTF-8.
    pub(super) fn into_string(mut self) -> Option<String> {
        self.buffer.truncate(self.len);
        ascii::string(self.buffer)
    }
}

impl<O: Out> Pen<O> {
    /// A pen for the text of an element of that length, which it hands on piece by piece.
    pub(super) fn for_pieces(element_len: usize, out: O) -> Result<Self> {
        let mut pen = Self::new(out);
        // A buffer that is handed on when it is full does not grow by itself. Small elements need no large one.
        let text = element_len.saturating_mul(2).min(CHUNK);
        pen.reserve(text.saturating_add(SLACK))?;
        Ok(pen)
    }

    fn new(out: O) -> Self {
        Self {
            out,
            buffer: Vec::new(),
            len: 0,
        }
    }

    pub(super) fn into_out(self) -> O {
        self.out
    }

    /// Hands on what is in the buffer.
    pub(super) fn flush(&mut self) -> Result<()> {
        let len = core::mem::take(&mut self.len);
        let text = self.buffer.get(..len).unwrap_or_default();
        // All that was put in are characters that are whole.
        self.out
            .write(core::str::from_utf8(text).unwrap_or_default())
    }

    /// Makes room for that many bytes, and for a copy of a fixed width behind them.
    #[inline]
    pub(super) fn room(&mut self, bytes: usize) -> Result<()> {
        let needed = self.len.saturating_add(bytes).saturating_add(SLACK);
        if needed > self.buffer.len() {
            self.make_room(bytes)?;
        }
        Ok(())
    }

    /// Where text goes, with room for that many bytes, and how much of it is text already.
    ///
    /// Who writes into it [says](Self::set_len) how far.
    #[inline]
    pub(super) fn place(&mut self, bytes: usize) -> Result<(&mut [u8], usize)> {
        self.room(bytes)?;
        Ok((&mut self.buffer, self.len))
    }

    /// How much of the [place](Self::place) is text by now.
    #[inline]
    pub(super) fn set_len(&mut self, len: usize) {
        self.len = len;
    }

    #[cold]
    fn make_room(&mut self, bytes: usize) -> Result<()> {
        if !O::KEEPS_ALL && self.len > 0 {
            self.flush()?;
        }
        let needed = self.len.saturating_add(bytes).saturating_add(SLACK);
        let more = needed.saturating_sub(self.buffer.len());
        if more > 0 {
            // By a quarter at least, so that the copies in all are some times the text.
            self.reserve(more.max(self.buffer.len() >> 2))?;
            let ready = needed.saturating_add(CHUNK).min(self.buffer.capacity());
            self.buffer.resize(ready.max(needed), 0);
        }
        Ok(())
    }

    fn reserve(&mut self, bytes: usize) -> Result<()> {
        self.buffer
            .try_reserve_exact(bytes)
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))
    }

    /// Some bytes of ASCII that there is room for.
    #[inline]
    pub(super) fn put_short<const N: usize>(&mut self, text: [u8; N]) {
        let place = self.buffer.get_mut(self.len..);
        if let Some(place) = place.and_then(<[u8]>::first_chunk_mut) {
            *place = text;
        }
        self.len = self.len.wrapping_add(N);
    }

    /// A payload of characters that are whole, or, where all is kept, of any bytes.
    #[inline]
    pub(super) fn put(&mut self, payload: Window<'_>) -> Result<()> {
        if payload.len() > SLACK {
            return self.put_long(payload.payload());
        }
        self.room(payload.len())?;
        let (from, to) = (payload.start(), self.len);
        let from = payload
            .blob()
            .get(from..)
            .and_then(<[u8]>::first_chunk::<SLACK>);
        let to = self.buffer.get_mut(to..).and_then(<[u8]>::first_chunk_mut);
        if let (Some(from), Some(to)) = (from, to) {
            *to = *from;
            self.len = self.len.wrapping_add(payload.len());
            return Ok(());
        }
        self.put_long(payload.payload())
    }

    /// The same for text of any length.
    #[inline(never)]
    pub(super) fn put_long(&mut self, text: &[u8]) -> Result<()> {
        if !O::KEEPS_ALL && text.len() > CHUNK {
            self.flush()?;
            return self
                .out
                .write(core::str::from_utf8(text).unwrap_or_default());
        }
        self.room(text.len())?;
        let end = self.len.wrapping_add(text.len());
        if let Some(place) = self.buffer.get_mut(self.len..end) {
            place.copy_from_slice(text);
        }
        self.len = end;
        Ok(())
    }
}
