//! JSONB: blobs back to back, each of which says how long it is.

use sqlite_jsonb::{Element, ErrorKind};

use super::{Document, Fault, MAX_DOCUMENT, Window};

#[derive(Debug)]
pub(crate) struct Blobs {
    /// The blobs seen so far.
    number: u64,
}

impl Blobs {
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
        let len = loop {
            let error = match Element::from_prefix(window.bytes()) {
                Ok(element) => break element.as_bytes().len(),
                Err(error) => error,
            };
            // The window is no longer than what was read, so more may follow; but not of what no database holds.
            let may_go_on = match *error.kind() {
                ErrorKind::HeaderPastEnd { .. } => true,
                ErrorKind::PayloadPastEnd { payload_size, .. } => {
                    usize::try_from(payload_size).is_ok_and(|size| size <= MAX_DOCUMENT)
                }
                _ => false,
            };
            if !may_go_on || !window.more().map_err(|fault| self.of_blob(fault))? {
                return Err(window.malformed(self.number, 0, error.kind().to_string()));
            }
        };
        Ok(Some(Document {
            number: self.number,
            start: 0,
            end: len,
            consumed: len,
        }))
    }

    fn of_blob(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Malformed { offset, reason, .. } => Fault::Malformed {
                number: self.number,
                offset,
                reason,
            },
            fatal @ Fault::Fatal(_) => fatal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::drain;
    use rstest::rstest;
    use std::io::Read;

    /// Gives a byte at a time.
    struct Drop<'a>(&'a [u8]);

    impl Read for Drop<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }

    fn lengths(bytes: &'static [u8]) -> Result<Vec<usize>, (u64, u64, String)> {
        let mut window = Window::new(Box::new(Drop(bytes)), 1 << 20);
        let mut blobs = Blobs::new();
        drain(&mut window, |window| blobs.next(window), |_, blob| blob.end)
    }

    #[test]
    fn blobs_are_split_where_they_end() {
        assert_eq!(
            lengths(b"\x00\xdb\x00\x02\x131\x0c\x17a"),
            Ok(vec![1, 5, 1, 2])
        );
    }

    #[rstest]
    #[case::empty(b"", 0, 0, "no document, the input is empty")]
    #[case::cut_header(
        b"\x00\xdb\x00",
        2,
        1,
        "header of 3 bytes runs past the end, 2 available"
    )]
    #[case::cut_payload(b"\x37a", 1, 0, "payload of 3 bytes runs past the end, 1 available")]
    #[case::reserved(b"\x131\x0d", 2, 2, "element type is 13, expected 0 to 12")]
    #[case::giant(
        b"\xfb\xff\xff\xff\xff\xff\xff\xff\xff\x00",
        1,
        0,
        "payload of 18446744073709551615 bytes runs past the end, 0 available"
    )]
    fn sequence_that_breaks_off_says_where(
        #[case] bytes: &'static [u8],
        #[case] number: u64,
        #[case] offset: u64,
        #[case] reason: &str,
    ) {
        assert_eq!(lengths(bytes), Err((number, offset, reason.into())));
    }
}
