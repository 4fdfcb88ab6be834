//! A blob for human eyes, one element a line: for finding out what is wrong with it.
//!
//! ```text
//! offset  header          element, payload size, value
//!      0  cc 14           OBJECT 20
//!      2  47                label TEXT 4 "name"
//!      7  37                TEXT 3 "Ada"
//!     11  47                label TEXT 4 "born"
//!     16  5b                ARRAY 5
//!     17  33                  INT 3 "1x5"  <-- number is "1x5", expected INT, at byte 17
//!     21  0d                  type 13 0  <-- element type is 13, expected 0 to 12, at byte 21
//! ```

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

mod line;

use alloc::vec::Vec;
use core::iter::FusedIterator;

pub use line::Line;

use crate::error::ErrorKind;
use crate::format::ElementType;
use crate::limits;

/// The lines of a dump: the elements of a blob in the order of their bytes, whole and broken ones.
///
/// A fault does not end the walk, which goes as far as the bytes allow:
/// - an element that runs past the end of the blob or of its container is looked at up to there;
/// - what stands behind a header that is cut is not looked at, up to the end of the container;
/// - an element of a reserved type, and a literal with a payload, is passed over by the size in its header;
/// - a label that is no text counts as a label, but for a container: that counts as a value whose label is missing.
///
/// A blob that [`validate`](crate::validate) takes has no line with a fault, and any other has the fault that `validate`
/// names, among others.
/// Time grows with the length of the blob; memory is a word for each container open at a point. Nothing recurses.
///
/// # Examples
/// ```
/// use sqlite_jsonb::dump::Dump;
///
/// let lines: Vec<String> = Dump::new(b"\x5c\x17a\x1b\x0e").map(|line| line.to_string()).collect();
/// assert_eq!(lines, [
///     "     0  5c              OBJECT 5  <-- payload of 5 bytes runs past the end, 4 available, at byte 0",
///     "     1  17                label TEXT 1 \"a\"",
///     "     3  1b                ARRAY 1",
///     "     4  0e                  type 14 0  <-- element type is 14, expected 0 to 12, at byte 4",
/// ]);
/// ```
#[derive(Clone, Debug)]
pub struct Dump<'a> {
    blob: &'a [u8],
    /// Where the next element starts.
    at: usize,
    open: Vec<Open>,
    /// Whether the next element of the innermost object is a value.
    value_next: bool,
    max_depth: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    BeforeRoot,
    Inside,
    Done,
}

/// An open container: where it ends, doubled; plus one for an OBJECT. A slice is no longer than `isize::MAX`.
#[derive(Clone, Copy, Debug)]
struct Open(usize);

impl Open {
    fn end(self) -> usize {
        self.0 >> 1
    }

    fn is_object(self) -> bool {
        self.0 & 1 == 1
    }
}

impl<'a> Dump<'a> {
    /// The lines of `blob`. Containers that nest deeper than [`limits::SQLITE_MAX_DEPTH`] are a fault.
    #[must_use]
    pub fn new(blob: &'a [u8]) -> Self {
        Self {
            blob,
            at: 0,
            open: Vec::new(),
            value_next: false,
            max_depth: limits::SQLITE_MAX_DEPTH,
            state: State::BeforeRoot,
        }
    }

    /// How deep containers may nest before it is a fault, which the first container beyond is marked with.
    #[must_use]
    pub const fn max_depth(mut self, containers: usize) -> Self {
        self.max_depth = containers;
        self
    }

    /// The element at `self.at`, which ends at `end` at the latest.
    fn element(&mut self, end: usize) -> Line<'a> {
        let mut line = Line::new(self.blob, self.at, end);
        line.depth = self.open.len();
        let behind = self.at.saturating_add(line.len());
        let element_type = line.element_type();
        let is_container = element_type.is_some_and(ElementType::is_container);
        if self.open.last().is_some_and(|open| open.is_object()) {
            if !self.value_next
                && let Some(found) = element_type.filter(|found| !found.is_text())
            {
                line.or_fault(ErrorKind::LabelNotText { found });
            }
            line.is_label = !self.value_next && !is_container;
            self.value_next = line.is_label;
        }
        line.check_payload(self.blob, end);
        if line.is_label && behind == end {
            line.or_fault(ErrorKind::MissingValue);
        }
        if is_container {
            if self.open.len() == self.max_depth {
                let limit = self.max_depth;
                line.or_fault(ErrorKind::TooDeep { limit });
            }
            let is_object = element_type == Some(ElementType::Object);
            self.open.push(Open(behind << 1 | usize::from(is_object)));
            self.value_next = false;
            self.at = self.at.saturating_add(line.header().len());
        } else {
            self.at = behind;
        }
        line
    }

    /// Leaves the containers that end here.
    fn close(&mut self) {
        while self.open.last().is_some_and(|open| open.end() <= self.at) {
            self.open.pop();
            self.value_next = false;
        }
    }
}

impl<'a> Iterator for Dump<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.state == State::BeforeRoot {
            self.state = State::Inside;
            return Some(self.element(self.blob.len()));
        }
        self.close();
        if let Some(innermost) = self.open.last() {
            return Some(self.element(innermost.end()));
        }
        let rest = self.blob.get(self.at..).unwrap_or_default();
        if self.state == State::Done || rest.is_empty() {
            return None;
        }
        self.state = State::Done;
        Some(Line::trailing(rest, self.at))
    }
}

impl FusedIterator for Dump<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::format::Header;
    use crate::validate;
    use alloc::string::{String, ToString};
    use alloc::vec;
    use rstest::rstest;

    fn lines(blob: &[u8]) -> Vec<String> {
        Dump::new(blob).map(|line| line.to_string()).collect()
    }

    #[test]
    fn valid_blob_has_a_line_an_element_and_no_fault() {
        let blob = b"\xcc\x15\x47name\x37Ada\x17b\x6b\x455e-1\x00\x17c\x01";
        validate(blob).expect("valid");
        let expected = [
            "     0  cc 15           OBJECT 21",
            "     2  47                label TEXT 4 \"name\"",
            "     7  37                TEXT 3 \"Ada\"",
            "    11  17                label TEXT 1 \"b\"",
            "    13  6b                ARRAY 6",
            "    14  45                  FLOAT 4 \"5e-1\"",
            "    19  00                  NULL 0",
            "    20  17                label TEXT 1 \"c\"",
            "    22  01                TRUE 0",
        ];
        assert_eq!(lines(blob), expected);
    }

    #[rstest]
    #[case::nothing(b"", &["     0                  no element  <-- blob is empty, expected an element; JSON null is the byte 00, at byte 0"])]
    #[case::cut_header(b"\x4b\xdb\x00", &[
        "     0  4b              ARRAY 4  <-- payload of 4 bytes runs past the end, 2 available, at byte 0",
        "     1  db 00             ARRAY  <-- header of 3 bytes runs past the end, 2 available, at byte 1",
    ])]
    #[case::cut_text(b"\x57ab", &[
        "     0  57              TEXT 5 \"ab\"  <-- payload of 5 bytes runs past the end, 2 available, at byte 0",
    ])]
    #[case::wrapping_size(b"\xfb\xff\xff\xff\xff\xff\xff\xff\xff\x00", &[
        "     0  fb ff ff ff ff ff ff ff ff  ARRAY 18446744073709551615 (wide header)  <-- payload of 18446744073709551615 bytes runs past the end, 1 available, at byte 0",
        "     9  00                NULL 0",
    ])]
    #[case::reserved_among_others(b"\x6b\x2d\x01\x02\x131\x01", &[
        "     0  6b              ARRAY 6",
        "     1  2d                type 13 2 01 02  <-- element type is 13, expected 0 to 12, at byte 1",
        "     4  13                INT 1 \"1\"",
        "     6  01                TRUE 0",
    ])]
    #[case::literal_with_a_payload(b"\x3b\x10\xff\x01", &[
        "     0  3b              ARRAY 3",
        "     1  10                NULL 1 ff  <-- NULL of 2 bytes, expected 1, at byte 1",
        "     3  01                TRUE 0",
    ])]
    #[case::child_past_its_container(b"\x4b\x1b\x37\x00\x02", &[
        "     0  4b              ARRAY 4",
        "     1  1b                ARRAY 1",
        "     2  37                  TEXT 3 \"\"  <-- payload of 3 bytes runs past the end, 0 available, at byte 2",
        "     3  00                NULL 0",
        "     4  02                FALSE 0",
    ])]
    #[case::number_as_label(b"\x5c\x131\x00\x17a", &[
        "     0  5c              OBJECT 5",
        "     1  13                label INT 1 \"1\"  <-- label is INT, expected a text element, at byte 1",
        "     3  00                NULL 0",
        "     4  17                label TEXT 1 \"a\"  <-- label without a value, at byte 4",
    ])]
    #[case::malformed_number_as_label(b"\x3c\x13x\x00", &[
        "     0  3c              OBJECT 3",
        "     1  13                label INT 1 \"x\"  <-- label is INT, expected a text element, at byte 1",
        "     3  00                NULL 0",
    ])]
    #[case::container_as_label(b"\x6c\x1b\x00\x17a\x131", &[
        "     0  6c              OBJECT 6",
        "     1  1b                ARRAY 1  <-- label is ARRAY, expected a text element, at byte 1",
        "     2  00                  NULL 0",
        "     3  17                label TEXT 1 \"a\"",
        "     5  13                INT 1 \"1\"",
    ])]
    #[case::trailing(b"\x0b\x01\x02", &[
        "     0  0b              ARRAY 0",
        "     1                  no element 01 02  <-- 2 bytes behind the document, at byte 1",
    ])]
    #[case::texts(b"\xcb\x0e\x3a\"\n\x1b\x38\\\"b\x17\"\x29\\'\x07", &[
        "     0  cb 0e           ARRAY 14",
        "     2  3a                TEXTRAW 3 \"\"\\u{a}\\u{1b}\"",
        "     6  38                TEXTJ 3 \"\\\"b\"",
        "    10  17                TEXT 1 \"\"\"  <-- text holds 0x22 at payload byte 0, expected an escape, at byte 10",
        "    12  29                TEXT5 2 \"\\'\"",
        "    15  07                TEXT 0 \"\"",
    ])]
    #[case::wide_header(b"\xd7\x00\x01a", &["     0  d7 00 01        TEXT 1 \"a\" (wide header)"])]
    #[case::fault_that_quotes(b"\x23\x1b\n", &[
        "     0  23              INT 2 \"\\u{1b}\\u{a}\"  <-- number is \"\\u{1b}\\n\", expected INT, at byte 0",
    ])]
    fn dump_goes_on_behind_a_fault(#[case] blob: &[u8], #[case] expected: &[&str]) {
        assert_eq!(lines(blob), expected);
    }

    #[test]
    fn long_values_are_cut() {
        let blob = [&[0xc7, 200][..], "é".repeat(100).as_bytes()].concat();
        let expected = alloc::format!("     0  c7 c8           TEXT 200 \"{}\"...", "é".repeat(48));
        assert_eq!(lines(&blob), [expected]);
        let blob = [&[0xcd, 17][..], &[0xab; 17]].concat();
        let line = lines(&blob).concat();
        assert!(line.contains(" ab ab ...  <-- "), "{line}");
    }

    #[test]
    fn deep_blob_has_one_fault_and_short_lines() {
        let mut blob = vec![0x0b];
        for _ in 0..1999 {
            let size = u32::try_from(blob.len()).expect("short");
            let header = Header::new(ElementType::Array, size).to_bytes();
            blob.splice(..0, header.as_ref().iter().copied());
        }
        let lines: Vec<_> = Dump::new(&blob).collect();
        assert_eq!(lines.len(), 2000);
        let faults: Vec<_> = lines.iter().filter_map(Line::fault).collect();
        assert_eq!(faults.len(), 1);
        assert_eq!(
            faults.first().copied().map(Error::kind),
            validate(&blob).err().as_ref().map(Error::kind)
        );
        assert!(lines.iter().all(|line| line.to_string().len() < 200));
        assert_eq!(
            Dump::new(&blob)
                .max_depth(2000)
                .filter(|line| line.fault().is_some())
                .count(),
            0
        );
    }

    /// Every change of a byte, and every truncation, of a blob that has some of everything.
    #[test]
    fn dump_has_the_fault_that_validate_names() {
        let blob = b"\xcc\x2c\x17a\xcb\x0e\x131\x3511e\x28\\n\x1ab\x24-1\x00\x17b\x6c\x17c\x0c\x17d\x02\x49\\x41\xd7\x00\x02ok\x07\x26.5";
        let check =
            |blob: &[u8]| {
                let lines: Vec<_> = Dump::new(blob).collect();
                let faults: Vec<_> = lines.iter().filter_map(Line::fault).collect();
                match validate(blob) {
                    Ok(()) => assert!(faults.is_empty(), "{blob:x?} {faults:?}"),
                    Err(error) => assert!(
                        faults.iter().any(|fault| (fault.kind(), fault.offset())
                            == (error.kind(), error.offset())),
                        "{blob:x?} {error} {faults:?}"
                    ),
                }
            };
        for at in 0..blob.len() {
            check(blob.get(..at).unwrap_or_default());
            for byte in 0..=u8::MAX {
                let mut changed = blob.to_vec();
                changed[at] = byte;
                check(&changed);
            }
        }
    }
}
