//! The heads that most items have, and most texts, read with a few instructions each.
//!
//! Nothing is an error here: what is not read here, for whatever reason, is left to [`Reader`](super::head::Reader).

use crate::encode::Layout;
use crate::error::Result;
use crate::format::ElementType;
use crate::scan::{self, Block, LEN};

/// The head of an item of definite length.
#[derive(Clone, Copy)]
pub(super) struct QuickHead {
    /// The major type (RFC 8949 section 3.1), and in the low five bits the additional information.
    pub(super) initial: u8,
    pub(super) argument: u64,
    /// Where the bytes behind the head are.
    pub(super) end: usize,
}

impl QuickHead {
    /// The head that starts at `at`, unless the end of the bytes is near.
    #[inline(always)]
    pub(super) fn read(bytes: &[u8], at: usize) -> Option<Self> {
        let [initial, argument @ ..] = bytes.get(at..)?.first_chunk::<9>()?;
        let info = initial & 0x1f;
        let (argument, len) = match info {
            0..24 => (u64::from(info), 1),
            24..28 => {
                let power = u32::from(info & 3);
                let unused = 64_u32.wrapping_sub(8 << power);
                let argument = u64::from_be_bytes(*argument);
                (argument >> unused, 1_usize.wrapping_add(1 << power))
            }
            _ => return None,
        };
        Some(Self {
            initial: *initial,
            argument,
            end: at.wrapping_add(len),
        })
    }

    /// The argument as the length of a string, in bytes.
    #[inline(always)]
    pub(super) fn len(self) -> usize {
        usize::try_from(self.argument).unwrap_or(usize::MAX)
    }
}

/// Lays out the text of `len` bytes that starts at `start`, if it is there and is UTF-8, and returns where it ends.
#[inline(always)]
pub(super) fn text(
    bytes: &[u8],
    start: usize,
    len: usize,
    layout: &mut Layout,
) -> Result<Option<usize>> {
    let end = start.wrapping_add(len);
    let Some(rest) = bytes.get(start..) else {
        return Ok(None);
    };
    if let (Some(block), 0..LEN) = (rest.first_chunk::<LEN>(), len) {
        let beyond = u32::MAX << len;
        if scan::specials_and_wide(block) & !beyond == 0 {
            layout.verbatim(ElementType::Text, block, len)?;
            return Ok(Some(end));
        }
    }
    match rest.get(..len) {
        Some(text) => Ok(any_text(text, layout)?.then_some(end)),
        None => Ok(None),
    }
}

/// Lays out a text, unless it is no UTF-8.
#[inline(never)]
fn any_text(bytes: &[u8], layout: &mut Layout) -> Result<bool> {
    /// From this length on, in bytes, a check by vector instructions is worth its start.
    const LONG: usize = 64;
    if is_plain(bytes) {
        layout.verbatim(ElementType::Text, bytes, bytes.len())?;
        return Ok(true);
    }
    let text = if bytes.len() < LONG {
        core::str::from_utf8(bytes).ok()
    } else {
        simdutf8::basic::from_utf8(bytes).ok()
    };
    match text {
        Some(text) => layout.text(text).map(|()| true),
        None => Ok(false),
    }
}

/// Whether a text is ASCII and needs no escape. One that is shorter than a block never is.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    let is_plain = |block: &Block| scan::specials_and_wide(block) == 0;
    let (blocks, _) = bytes.as_chunks();
    bytes.last_chunk().is_some_and(is_plain) && blocks.iter().all(is_plain)
}
