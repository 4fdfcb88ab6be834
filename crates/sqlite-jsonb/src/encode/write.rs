//! The writer: scratch runs and container headers in order, nothing moved afterwards.

use alloc::vec::Vec;
use core::fmt;

use super::layout::Layout;
use super::sink::{self, Each};
use crate::error::{Error, ErrorKind, Result};

/// A document ready to be written: made by [`Encoder::plan`](crate::Encoder::plan).
///
/// It can be written more than once.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    layout: &'a Layout,
    encoded_len: usize,
}

impl<'a> Plan<'a> {
    pub(super) fn new(layout: &'a Layout, encoded_len: usize) -> Self {
        Self {
            layout,
            encoded_len,
        }
    }

    /// The exact length of the element in bytes, header included.
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        self.encoded_len
    }

    /// The element as a new vector of just its length.
    ///
    /// # Errors
    /// [`ErrorKind::Alloc`] when memory for it cannot be had.
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        let mut blob = Vec::new();
        self.append_to(&mut blob)?;
        Ok(blob)
    }

    /// Writes the element behind what `destination` holds.
    ///
    /// The memory is reserved once, before the first byte; with room for [`encoded_len`](Self::encoded_len) bytes
    /// nothing is allocated.
    ///
    /// # Errors
    /// [`ErrorKind::Alloc`] when memory cannot be had; `destination` is then as it was.
    pub fn append_to(&self, destination: &mut Vec<u8>) -> Result<()> {
        let bytes = self.encoded_len;
        destination
            .try_reserve_exact(bytes)
            .map_err(|_| Error::new(ErrorKind::Alloc { bytes }))?;
        sink::append(destination, bytes, |spare| self.layout.write_to(spare));
        Ok(())
    }

    /// Writes the element to the start of `destination`, and returns its length in bytes.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] when it does not fit; nothing is written then.
    pub fn write_to_slice(&self, destination: &mut [u8]) -> Result<usize> {
        let needed = self.encoded_len;
        let available = destination.len();
        let too_small = || Error::new(ErrorKind::BufferTooSmall { needed, available });
        let mut rest = destination.get_mut(..needed).ok_or_else(too_small)?;
        self.layout.write_to(&mut Each(|bytes: &[u8]| {
            let (place, tail) = core::mem::take(&mut rest)
                .split_at_mut_checked(bytes.len())
                .ok_or_else(too_small)?;
            place.copy_from_slice(bytes);
            rest = tail;
            Ok::<(), Error>(())
        }))?;
        Ok(needed)
    }

    /// Writes the element to `writer`, in pieces of some kilobytes and larger, and flushes it.
    ///
    /// # Errors
    /// Those of the writer, which may have been given part of the element by then.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "serde_json")] {
    /// let mut encoder = sqlite_jsonb::Encoder::new();
    /// let plan = encoder.plan(&serde_json::json!([true]))?;
    /// let mut file = Vec::new();
    /// plan.write_to(&mut file)?;
    /// assert_eq!(file, [0x1b, 0x01]);
    /// # }
    /// # Ok::<(), sqlite_jsonb::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(&self, writer: impl std::io::Write) -> std::io::Result<()> {
        use std::io::Write;

        const BUFFER: usize = 1 << 13;
        let mut writer = std::io::BufWriter::with_capacity(BUFFER.min(self.encoded_len), writer);
        self.layout
            .write_to(&mut Each(|bytes: &[u8]| writer.write_all(bytes)))?;
        writer.flush()
    }
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("encoded_len", &self.encoded_len)
            .finish_non_exhaustive()
    }
}
