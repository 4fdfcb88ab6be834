//! CBOR: a document an item of a sequence (RFC 8742); a file of one item is a sequence of one.
//!
//! An item is found by walking over it without recursion, however its bytes come, which also checks that it is well-formed
//! (RFC 8949 section 5.3.1 and appendix F), so that the parser behind it meets nothing else. That its texts are UTF-8 is
//! for that parser to check: the items behind it can be told apart all the same.

use super::{Document, Fault, MAX_DEPTH, Window};

#[derive(Debug)]
pub(crate) struct Items {
    /// The items seen so far.
    number: u64,
}

impl Items {
    pub(crate) fn new() -> Self {
        Self { number: 0 }
    }

    pub(crate) fn next(&mut self, window: &mut Window) -> Result<Option<Document>, Fault> {
        if window.byte(0)?.is_none() {
            return match self.number {
                0 => Err(window.malformed(0, 0, "no document, the input is empty")),
                _ => Ok(None),
            };
        }
        self.number += 1;
        let mut walk = Walk {
            window,
            number: self.number,
            at: 0,
            open: Vec::new(),
            containers: 0,
        };
        while walk.step()? {}
        let len = walk.at;
        Ok(Some(Document {
            number: self.number,
            start: 0,
            end: len,
            consumed: len,
        }))
    }
}

/// A walk over one item.
struct Walk<'w> {
    window: &'w mut Window,
    number: u64,
    /// The byte to look at next.
    at: usize,
    /// What is open, outermost first: at most twice `MAX_DEPTH`.
    open: Vec<Open>,
    /// How many of `open` are arrays and maps.
    containers: usize,
}

/// What more has to come before something open is complete.
#[derive(Clone, Copy)]
enum Open {
    /// The content of a tag.
    Tag,
    /// This many items, of an array or a map.
    Items(u64),
    /// Items up to a break.
    Elements,
    /// Pairs of items up to a break; the second of a pair comes next, or the first.
    Pairs { value_next: bool },
}

/// The argument of a head; `None` is the indefinite length of additional information 31.
struct Head {
    start: usize,
    major: u8,
    info: u8,
    argument: Option<u64>,
}

const BREAK: u8 = 0xff;

impl Walk<'_> {
    /// Goes past one head and what belongs to it alone; `false` when the item is complete.
    fn step(&mut self) -> Result<bool, Fault> {
        if self.need(1)?[0] == BREAK {
            return self.break_off();
        }
        let head = self.head()?;
        match (head.major, head.argument) {
            (2 | 3, Some(len)) => self.string(len)?,
            (2 | 3, None) => self.chunks(&head)?,
            (0 | 1, Some(_)) | (4 | 5, Some(0)) => {}
            (4, Some(len)) => return self.open(&head, Open::Items(len)),
            (4, None) => return self.open(&head, Open::Elements),
            // A count that doubles past 2^64 is past every input as well.
            (5, Some(len)) => return self.open(&head, Open::Items(len.saturating_mul(2))),
            (5, None) => return self.open(&head, Open::Pairs { value_next: false }),
            (6, Some(_)) => return self.open(&head, Open::Tag),
            (7, Some(value)) if head.info != 24 || value >= 32 => {}
            (7, Some(_)) => {
                return Err(self.error(head.start, "simple value below 32 in two bytes"));
            }
            _ => return Err(self.error(head.start, "indefinite length where none may be")),
        }
        Ok(self.close())
    }

    /// Reads a head.
    fn head(&mut self) -> Result<Head, Fault> {
        let start = self.at;
        let first = self.need(1)?[0];
        self.at += 1;
        let (major, info) = (first >> 5, first & 0x1f);
        let argument = match info {
            0..=23 => Some(u64::from(info)),
            24..=27 => {
                let len = 1 << (info - 24);
                let bytes = self.need(len)?;
                let argument = bytes
                    .iter()
                    .fold(0, |value: u64, &byte| (value << 8) | u64::from(byte));
                self.at += len;
                Some(argument)
            }
            28..=30 => {
                return Err(self.error(start, format!("reserved additional information {info}")));
            }
            _ => None,
        };
        Ok(Head {
            start,
            major,
            info,
            argument,
        })
    }

    /// Goes past the bytes of a string.
    fn string(&mut self, len: u64) -> Result<(), Fault> {
        // What no address space holds is past every input.
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        self.need(len)?;
        self.at += len;
        Ok(())
    }

    /// Goes past the chunks of a string of indefinite length.
    fn chunks(&mut self, string: &Head) -> Result<(), Fault> {
        while self.need(1)?[0] != BREAK {
            let chunk = self.head()?;
            match chunk.argument {
                Some(len) if chunk.major == string.major => self.string(len)?,
                _ => return Err(self.error(chunk.start, "string chunk of another type")),
            }
        }
        self.at += 1;
        Ok(())
    }

    fn open(&mut self, head: &Head, open: Open) -> Result<bool, Fault> {
        let (what, depth) = if matches!(open, Open::Tag) {
            ("tags", self.open.len() - self.containers)
        } else {
            self.containers += 1;
            ("containers", self.containers - 1)
        };
        if depth == MAX_DEPTH {
            return Err(self.error(head.start, format!("{what} nest deeper than {MAX_DEPTH}")));
        }
        self.open.push(open);
        Ok(true)
    }

    /// Notes that an item is complete, and with it whatever it was the last of; `false` when that is everything.
    fn close(&mut self) -> bool {
        while let Some(open) = self.open.last_mut() {
            match open {
                Open::Elements => return true,
                Open::Pairs { value_next } => {
                    *value_next = !*value_next;
                    return true;
                }
                Open::Items(left) if *left > 1 => {
                    *left -= 1;
                    return true;
                }
                Open::Items(_) => self.containers -= 1,
                Open::Tag => {}
            }
            self.open.pop();
        }
        false
    }

    fn break_off(&mut self) -> Result<bool, Fault> {
        match self.open.last() {
            Some(Open::Elements | Open::Pairs { value_next: false }) => {
                self.at += 1;
                self.containers -= 1;
                self.open.pop();
                Ok(self.close())
            }
            _ => Err(self.error(self.at, "break where an item is expected")),
        }
    }

    /// The next `len` bytes.
    fn need(&mut self, len: usize) -> Result<&[u8], Fault> {
        let end = self.at.saturating_add(len);
        while self.window.bytes().len() < end {
            if !self.window.more().map_err(|fault| self.of_item(fault))? {
                let available = self.window.bytes().len() - self.at;
                let reason = format!("truncated: {available} of {len} bytes are there");
                return Err(self.error(self.at, reason));
            }
        }
        Ok(&self.window.bytes()[self.at..end])
    }

    fn of_item(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Malformed { offset, reason, .. } => Fault::Malformed {
                number: self.number,
                offset,
                reason,
            },
            fatal @ Fault::Fatal(_) => fatal,
        }
    }

    fn error(&self, at: usize, reason: impl Into<String>) -> Fault {
        self.window.malformed(self.number, at, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::drain;
    use rstest::rstest;

    type Lengths = Result<Vec<usize>, (u64, u64, String)>;

    fn lengths(bytes: &[u8]) -> Lengths {
        let mut window = Window::new(Box::new(std::io::Cursor::new(bytes.to_vec())), 1 << 20);
        let mut items = Items::new();
        drain(&mut window, |window| items.next(window), |_, item| item.end)
    }

    #[rstest]
    #[case::scalars(b"\x00\x18\xff\x20\xf6\xf9\x7e\x00\xf8\x20", &[1, 2, 1, 1, 3, 2])]
    #[case::strings(b"\x63abc\x40\x58\x02\xff\xff", &[4, 1, 4])]
    #[case::chunks(b"\x7f\x61a\x60\x61b\xff\x5f\xff", &[7, 2])]
    #[case::nested(b"\x82\x81\x01\xa1\x61a\x80\x9f\xbf\x01\x02\xff\xff", &[7, 6])]
    #[case::tags(b"\xd9\xd9\xf7\xc1\x00\x01", &[5, 1])]
    fn sequence_is_split_at_its_items(#[case] bytes: &[u8], #[case] expected: &[usize]) {
        assert_eq!(lengths(bytes), Ok(expected.to_vec()));
    }

    #[rstest]
    #[case::empty(b"", 0, 0, "no document, the input is empty")]
    #[case::reserved(b"\x01\x1c", 2, 1, "reserved additional information 28")]
    #[case::lone_break(b"\xff", 1, 0, "break where an item is expected")]
    #[case::break_for_a_value(b"\xbf\x01\xff", 1, 2, "break where an item is expected")]
    #[case::break_in_definite(b"\x82\x01\xff", 1, 2, "break where an item is expected")]
    #[case::break_under_a_tag(b"\x9f\xc1\xff", 1, 2, "break where an item is expected")]
    #[case::chunk_of_another_type(b"\x5f\x61a\xff", 1, 1, "string chunk of another type")]
    #[case::chunk_in_chunks(b"\x7f\x7f\xff\xff", 1, 1, "string chunk of another type")]
    #[case::small_simple(b"\xf8\x1f", 1, 0, "simple value below 32 in two bytes")]
    #[case::indefinite_integer(b"\x1f", 1, 0, "indefinite length where none may be")]
    #[case::indefinite_tag(b"\xdf\x00", 1, 0, "indefinite length where none may be")]
    #[case::cut_head(b"\x19\x01", 1, 1, "truncated: 1 of 2 bytes are there")]
    #[case::cut_array(b"\x82\x01", 1, 2, "truncated: 0 of 1 bytes are there")]
    #[case::giant_string(
        b"\x7b\x10\0\0\0\0\0\0\0a",
        1,
        9,
        "truncated: 1 of 1152921504606846976 bytes are there"
    )]
    #[case::giant_map(
        b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff",
        1,
        9,
        "truncated: 0 of 1 bytes are there"
    )]
    fn ill_formed_item_is_an_error_that_says_where(
        #[case] bytes: &[u8],
        #[case] number: u64,
        #[case] offset: u64,
        #[case] reason: &str,
    ) {
        assert_eq!(lengths(bytes), Err((number, offset, reason.into())));
    }

    #[rstest]
    #[case::arrays(0x81, "containers nest deeper than 1000")]
    #[case::indefinite_arrays(0x9f, "containers nest deeper than 1000")]
    #[case::tags(0xc1, "tags nest deeper than 1000")]
    fn nesting_ends_at_the_limit(#[case] head: u8, #[case] reason: &str) {
        let nested = |depth: usize| [vec![head; depth], vec![0]].concat();
        assert_eq!(lengths(&nested(200_000)), Err((1, 1000, reason.into())));
        if head != 0x9f {
            assert_eq!(lengths(&nested(1000)), Ok(vec![1001]));
        }
    }

    #[test]
    fn every_truncation_is_an_error() {
        let item = b"\xbf\x61a\x82\xfb\0\0\0\0\0\0\0\0\x5f\x41x\xff\x18\x20\xc2\x42\x01\x02\xff";
        assert_eq!(lengths(item), Ok(vec![item.len()]));
        for len in 1..item.len() {
            let error = lengths(&item[..len]).expect_err("cut");
            assert!(error.2.starts_with("truncated"), "{len}: {error:?}");
        }
    }
}
