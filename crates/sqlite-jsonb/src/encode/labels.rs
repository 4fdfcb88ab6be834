//! The labels of a document that was laid out, read back for the place of an error.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::scratch::{Reader, Scratch};
use super::widths::Widths;
use crate::format::unescape::{Dialect, unescape};
use crate::format::{ElementType, Header};

/// Reads labels that were laid out, from the first one on.
pub(super) struct Labels<'l> {
    reader: Reader<'l>,
    /// How many bytes were read.
    at: usize,
}

impl<'l> Labels<'l> {
    pub(super) fn new(scratch: &'l Scratch) -> Self {
        Self {
            reader: scratch.reader(),
            at: 0,
        }
    }

    /// The text of the label that was laid out at `position`, which is not before those read so far.
    pub(super) fn label_at(&mut self, position: usize) -> String {
        self.skip(position.saturating_sub(self.at));
        let mut bytes = Vec::new();
        let Ok(()) = self.reader.clone().copy(Widths::WIDEST, &mut bytes);
        let Some((header, header_len)) = Header::parse(&bytes) else {
            return String::new();
        };
        self.skip(header_len);
        let mut payload = Vec::new();
        let size = usize::try_from(header.payload_size()).unwrap_or(usize::MAX);
        let Ok(()) = self.reader.copy(size, &mut payload);
        self.at = self.at.saturating_add(size);
        let payload = String::from_utf8(payload).unwrap_or_default();
        match header.element_type() {
            ElementType::TextJ => unescape(&payload, Dialect::Json)
                .map(Cow::into_owned)
                .unwrap_or_default(),
            _ => payload,
        }
    }

    fn skip(&mut self, len: usize) {
        self.reader.skip(len);
        self.at = self.at.saturating_add(len);
    }
}
