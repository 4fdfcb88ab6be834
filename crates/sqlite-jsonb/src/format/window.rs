//! A payload to read in words.

/// A payload where it stands in a blob, so that a word may reach into what is behind it: short payloads are read in a step
/// or two then.
///
/// A payload that runs past the end of the blob is none: it is empty, and its words end with zeros.
#[derive(Clone, Copy, Default)]
pub(crate) struct Window<'a> {
    blob: &'a [u8],
    start: usize,
    len: usize,
}

impl<'a> Window<'a> {
    /// The `len` bytes from `start` on.
    #[inline]
    pub(crate) fn new(blob: &'a [u8], start: usize, len: usize) -> Self {
        Self { blob, start, len }
    }

    #[inline]
    pub(crate) fn blob(self) -> &'a [u8] {
        self.blob
    }

    /// Where it starts in the blob.
    #[inline]
    pub(crate) fn start(self) -> usize {
        self.start
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// What is left behind the first `count` bytes.
    #[inline]
    pub(crate) fn skip(self, count: usize) -> Self {
        Self {
            blob: self.blob,
            start: self.start.saturating_add(count),
            len: self.len.saturating_sub(count),
        }
    }

    #[inline]
    pub(crate) fn payload(self) -> &'a [u8] {
        let behind = self.blob.get(self.start..).unwrap_or_default();
        behind.get(..self.len).unwrap_or_default()
    }

    /// The byte at `at`, if it is one of the payload.
    #[inline]
    pub(crate) fn byte(self, at: usize) -> Option<u8> {
        if at < self.len {
            self.blob.get(self.start.wrapping_add(at)).copied()
        } else {
            None
        }
    }

    /// Eight bytes from `at` on, of the payload or behind it, the first one lowest; zeros where nothing is.
    #[inline]
    pub(crate) fn word(self, at: usize) -> u64 {
        let at = self.start.wrapping_add(at);
        let bytes = self.blob.get(at..at.wrapping_add(8));
        match bytes.and_then(<[u8]>::first_chunk) {
            Some(word) => u64::from_le_bytes(*word),
            None => last_word(self.blob, at),
        }
    }
}

impl<'a> From<&'a [u8]> for Window<'a> {
    #[inline]
    fn from(payload: &'a [u8]) -> Self {
        Self::new(payload, 0, payload.len())
    }
}

/// The lowest `count` bytes of a word, of which there are 1 to 8, moved to its upper end with zeros below.
#[inline]
pub(crate) fn align(word: u64, count: usize) -> u64 {
    let bits = u32::try_from(count).unwrap_or(8).wrapping_mul(8);
    word.wrapping_shl(bits.wrapping_neg())
}

/// The word at the end of a blob, of which there are less than eight bytes.
#[cold]
#[inline(never)]
fn last_word(blob: &[u8], at: usize) -> u64 {
    let rest = blob.get(at..).unwrap_or_default();
    rest.iter()
        .rev()
        .fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_with_zeros_where_the_blob_ends() {
        let blob = b"0123456789";
        let window = Window::new(blob, 1, 3);
        assert_eq!(window.payload(), b"123");
        assert_eq!((window.byte(2), window.byte(3)), (Some(b'3'), None));
        assert_eq!(window.word(0), u64::from_le_bytes(*b"12345678"));
        assert_eq!(window.word(3), u64::from_le_bytes(*b"456789\0\0"));
        assert_eq!(window.word(10), 0);
        assert_eq!(window.skip(2).payload(), b"3");
        assert_eq!(window.skip(4).payload(), b"");
        assert_eq!(Window::new(blob, 1, 20).payload(), b"");
        assert_eq!(Window::new(blob, 11, 0).payload(), b"");
    }

    #[test]
    fn lowest_bytes_are_moved_up() {
        let word = u64::from_le_bytes(*b"abcdefgh");
        for (count, aligned) in [
            (1, *b"\0\0\0\0\0\0\0a"),
            (7, *b"\0abcdefg"),
            (8, *b"abcdefgh"),
        ] {
            assert_eq!(align(word, count).to_le_bytes(), aligned);
        }
    }
}
