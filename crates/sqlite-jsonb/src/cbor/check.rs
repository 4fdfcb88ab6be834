//! What the policies of a data model refuse in CBOR bytes, and a walk of them does not see.
//!
//! A pass of its own before the walk, so that documents under other policies pay nothing for it.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use minicbor::Decoder;

use super::options::{CborOptions, Checks};
use super::reserved::Ahead;
use super::tags::Tagged;
use crate::error::{Error, ErrorKind, Result};

const BREAK: u8 = 0xff;

impl Tagged {
    /// Whether any integer, float or label may have to be refused.
    #[inline]
    pub(crate) fn has_checks(&self) -> bool {
        self.options.checks != Checks::None
    }

    /// Looks through the item that starts at `start`, where the policies ask for it.
    ///
    /// What is not well-formed ends the pass without an error: the walk meets the same bytes, and says more about them.
    ///
    /// # Errors
    /// [`ErrorKind::NotStrict`], [`ErrorKind::ReservedLabel`] and [`ErrorKind::UnsupportedNumber`], as the policies say,
    /// with the offset of the item at fault and its place in the document; [`ErrorKind::Alloc`].
    #[inline]
    pub(super) fn check(&self, bytes: &[u8], start: usize) -> Result<()> {
        if self.has_checks() {
            let mut stack = Vec::new();
            let mut is_key = false;
            let checked = check(*self, Cursor { bytes, at: start }, &mut stack, &mut is_key);
            checked.map_err(|error| {
                let steps = stack.len().saturating_sub(usize::from(is_key));
                error.at_pointer(|| pointer(bytes, stack.get(..steps).unwrap_or_default()))
            })
        } else {
            Ok(())
        }
    }
}

/// One open container.
struct Open {
    /// How many children are left, with keys and values apart; `None` up to a break.
    left: Option<u64>,
    /// Where the current child is: the index of an element, or the offset of the key of a member.
    place: usize,
    is_map: bool,
    /// Of a map, whether a value comes next.
    is_value: bool,
}

/// `is_key` says, at an error, whether the innermost container is at fault and not its current child.
#[inline(never)]
fn check(
    tagged: Tagged,
    mut cursor: Cursor<'_>,
    stack: &mut Vec<Open>,
    is_key: &mut bool,
) -> Result<()> {
    loop {
        *is_key = false;
        if let Some(open) = stack.last_mut() {
            *is_key = open.is_map && !open.is_value;
            open.is_value = *is_key;
            let is_end = match &mut open.left {
                Some(left) => match left.checked_sub(1) {
                    Some(less) => {
                        *left = less;
                        false
                    }
                    None => true,
                },
                None => cursor.is_break(),
            };
            if is_end {
                if open.left.is_none() {
                    cursor.at = cursor.at.saturating_add(1);
                }
                stack.pop();
                if stack.is_empty() {
                    return Ok(());
                }
                continue;
            }
            if *is_key {
                key(&tagged.options, cursor, open)?;
            } else if !open.is_map {
                open.place = open.place.wrapping_add(1);
            }
        }
        let Some(head) = cursor.below_tags(tagged.options.is_strict())? else {
            return Ok(());
        };
        if !*is_key {
            number(&tagged, &head, cursor.bytes)?;
        }
        let (is_map, left) = match (head.major, head.argument) {
            (4, left) => (false, left),
            (5, left) => (true, left.map(|left| left.saturating_mul(2))),
            _ if stack.is_empty() => return Ok(()),
            _ => continue,
        };
        let frame = size_of::<Open>();
        let reserved = stack.try_reserve(1);
        reserved.map_err(|_| Error::new(ErrorKind::Alloc { bytes: frame }))?;
        stack.push(Open {
            left,
            // So the first element has index 0, and no key is in front of the first.
            place: usize::MAX,
            is_map,
            is_value: false,
        });
    }
}

/// Looks at the key that comes next, and at the one before it.
fn key(options: &CborOptions, mut cursor: Cursor<'_>, open: &mut Open) -> Result<()> {
    let start = cursor.at;
    let bytes = cursor.bytes;
    let last = open.place;
    open.place = start;
    let Some(label) = cursor.text() else {
        return Ok(());
    };
    let place = |error: Error| error.or_offset(start);
    let allowed = options.allows_label(&String::from_utf8_lossy(&label), || cursor.ahead());
    allowed.map_err(place)?;
    if options.is_strict() {
        let mut last = Cursor { bytes, at: last };
        if let Some(last) = last.text() {
            ascending(&last, &label).map_err(place)?;
        }
    }
    Ok(())
}

/// The JSON Pointer (RFC 6901) of the current child of the innermost container.
///
/// It ends at a key that is no text, which only policies beside those of the data models let pass.
#[cold]
fn pointer(bytes: &[u8], stack: &[Open]) -> String {
    let mut pointer = String::new();
    for open in stack {
        let at = open.place;
        let label = if open.is_map {
            let Some(label) = (Cursor { bytes, at }).text() else {
                break;
            };
            let label = String::from_utf8_lossy(&label);
            label.replace('~', "~0").replace('/', "~1")
        } else {
            at.to_string()
        };
        pointer.push('/');
        pointer.push_str(&label);
    }
    pointer
}

/// Refuses a key that does not come behind the one before it.
///
/// Keys are sorted as they are encoded, so shorter ones come first (IPLD DAG-CBOR specification, "Strictness").
///
/// # Errors
/// [`ErrorKind::NotStrict`].
pub(super) fn ascending(last: &[u8], label: &[u8]) -> Result<()> {
    match (last.len(), last).cmp(&(label.len(), label)) {
        core::cmp::Ordering::Less => Ok(()),
        core::cmp::Ordering::Equal => Err(not_strict("a map key twice")),
        core::cmp::Ordering::Greater => Err(not_strict("map keys out of order")),
    }
}

fn number(tagged: &Tagged, head: &Head, bytes: &[u8]) -> Result<()> {
    let allowed = match (head.major, head.info, head.argument) {
        (0, _, Some(value)) => tagged.allows_integer(value.into()),
        (1, _, Some(value)) => tagged.allows_integer(!i128::from(value)),
        (7, 25..=27, _) => {
            let mut decoder = Decoder::new(bytes);
            decoder.set_position(head.start);
            decoder
                .f64()
                .map_or(Ok(()), |value| tagged.allows_float(value))
        }
        _ => Ok(()),
    };
    allowed.map_err(|error| error.or_offset(head.start))
}

#[cold]
fn not_strict(found: &'static str) -> Error {
    Error::new(ErrorKind::NotStrict { found })
}

/// The head of an item (RFC 8949 section 3).
struct Head {
    start: usize,
    major: u8,
    info: u8,
    /// `None` for the indefinite length.
    argument: Option<u64>,
}

impl Head {
    /// What is in it that DAG-CBOR does not have.
    fn not_strict(&self) -> Option<&'static str> {
        let shortest = match self.argument {
            None if self.major < 7 => return Some("an indefinite length"),
            None | Some(0..24) => 0,
            Some(24..=0xff) => 24,
            Some(0x100..=0xffff) => 25,
            Some(0x1_0000..=0xffff_ffff) => 26,
            Some(_) => 27,
        };
        match self.major {
            7 => match self.info {
                20..=22 | 27 => None,
                25 | 26 => Some("a float of less than 64 bits"),
                _ => Some("a simple value other than false, true and null"),
            },
            _ if self.info < 24 || self.info == shortest => None,
            0 | 1 => Some("an integer in more bytes than it needs"),
            6 => Some("a tag in more bytes than it needs"),
            _ => Some("a length in more bytes than it needs"),
        }
    }
}

/// A place in the bytes. `None` from its functions says that there is nothing well-formed.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn is_break(&self) -> bool {
        self.bytes.get(self.at) == Some(&BREAK)
    }

    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(len)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Reads the head of an item, and nothing behind it.
    fn head(&mut self) -> Option<Head> {
        let start = self.at;
        let initial = self.take(1)?.first().copied()?;
        let (major, info) = (initial >> 5, initial & 0x1f);
        let argument = match info {
            0..24 => Some(info.into()),
            24..28 => {
                let len = 1_usize << info.saturating_sub(24);
                let argument = self.take(len)?.iter();
                Some(argument.fold(0, |value: u64, &byte| (value << 8) | u64::from(byte)))
            }
            31 if (2..6).contains(&major) => None,
            _ => return None,
        };
        Some(Head {
            start,
            major,
            info,
            argument,
        })
    }

    /// Passes over tags, and reads the head of what is below them and all of it, unless it is a container.
    fn below_tags(&mut self, is_strict: bool) -> Result<Option<Head>> {
        loop {
            let Some(head) = self.head() else {
                return Ok(None);
            };
            if let Some(found) = head.not_strict().filter(|_| is_strict) {
                return Err(not_strict(found).or_offset(head.start));
            }
            let end = match head.major {
                2 | 3 => self.payload(&head).map(drop),
                6 => continue,
                _ => Some(()),
            };
            return Ok(end.map(|()| head));
        }
    }

    /// Reads the rest of a string, its chunks joined.
    fn payload(&mut self, head: &Head) -> Option<Cow<'a, [u8]>> {
        if let Some(len) = head.argument {
            let len = usize::try_from(len).ok()?;
            return self.take(len).map(Cow::Borrowed);
        }
        let mut joined = Vec::new();
        while !self.is_break() {
            let chunk = self.head()?;
            if chunk.major != head.major {
                return None;
            }
            let len = usize::try_from(chunk.argument?).ok()?;
            joined.extend_from_slice(self.take(len)?);
        }
        self.take(1)?;
        Some(Cow::Owned(joined))
    }

    /// Reads a text, with the tags in front of it.
    fn text(&mut self) -> Option<Cow<'a, [u8]>> {
        let mut head = self.head()?;
        while head.major == 6 {
            head = self.head()?;
        }
        if head.major == 3 {
            self.payload(&head)
        } else {
            None
        }
    }

    /// What comes next, as far as it matters behind a reserved key.
    fn ahead(mut self) -> Ahead {
        let is_text = |mut cursor: Self| cursor.text().is_some();
        if is_text(self) {
            return Ahead::Text;
        }
        let head = loop {
            match self.head() {
                Some(head) if head.major == 6 => {}
                head => break head,
            }
        };
        let is_map = head.is_some_and(|head| head.major == 5 && head.argument != Some(0));
        if is_map && self.text().as_deref() == Some(b"bytes") && is_text(self) {
            Ahead::MapOfBytes
        } else {
            Ahead::Other
        }
    }
}
