//! Strings as payloads to read: what TEXT, TEXTJ and TEXT5 may hold, and the string they stand for.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Window, escapes, text};
use crate::error::ErrorKind;

/// Which escapes a payload may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// TEXTJ: RFC 8259 section 7.
    Json,
    /// TEXT5: those of JSON, and of JSON5 section 5.1 what SQLite knows. Quotes and control characters may stand bare.
    ///
    /// SQLite `src/json.c` `jsonUnescapeOneChar`, 3.53: an escape that JSON5 passes through, such as `\q`, is unknown, and
    /// so is `\0` before a digit.
    Json5,
}

/// The string that a payload without escapes holds: a TEXT.
pub(crate) fn plain(payload: &[u8]) -> Result<&str, ErrorKind> {
    let string = utf8(payload)?;
    if text::is_clean(payload) {
        return Ok(string);
    }
    match text::find_special(payload) {
        None => Ok(string),
        Some(position) => Err(unescaped(payload, position)),
    }
}

/// The payload as a string, escapes as they stand.
pub(crate) fn utf8(payload: &[u8]) -> Result<&str, ErrorKind> {
    if let Ok(text) = simdutf8::basic::from_utf8(payload) {
        return Ok(text);
    }
    core::str::from_utf8(payload).map_err(|error| ErrorKind::InvalidUtf8 {
        position: error.valid_up_to(),
    })
}

/// The string that the payload of a TEXTJ stands for; `None` where nothing is escaped, or something is wrong.
pub(crate) fn escaped_json(payload: Window<'_>) -> Option<String> {
    escapes::unescape(payload)
}

/// The string that the payload of a TEXTJ stands for, borrowed where nothing is escaped.
pub(crate) fn json(payload: Window<'_>) -> Result<Cow<'_, str>, ErrorKind> {
    match escaped_json(payload) {
        Some(string) => Ok(Cow::Owned(string)),
        // Nothing is escaped, or something is wrong.
        None => unescape(utf8(payload.payload())?, Dialect::Json),
    }
}

/// Checks the payload of a TEXTJ, but that it may be no UTF-8: for who checks that with all the rest.
pub(crate) fn check_json_escapes(payload: Window<'_>) -> Result<(), ErrorKind> {
    if escapes::are_escapes_fine(payload) {
        return Ok(());
    }
    check(payload.payload(), Dialect::Json)
}

/// Checks the payload of a TEXTJ.
pub(crate) fn check_json(payload: Window<'_>) -> Result<(), ErrorKind> {
    if escapes::are_fine(payload) {
        return Ok(());
    }
    check(payload.payload(), Dialect::Json)
}

/// The string that a payload with escapes stands for, borrowed where nothing is escaped.
pub(crate) fn unescape(payload: &str, dialect: Dialect) -> Result<Cow<'_, str>, ErrorKind> {
    let has_work = match dialect {
        Dialect::Json => !text::is_clean(payload.as_bytes()),
        Dialect::Json5 => payload.contains('\\'),
    };
    if !has_work {
        return Ok(Cow::Borrowed(payload));
    }
    let mut string = String::with_capacity(payload.len());
    for piece in Pieces::new(payload, dialect) {
        match piece? {
            Piece::Plain(run) => string.push_str(run),
            Piece::Bare(byte) => string.push(char::from(byte)),
            Piece::Escape { character, .. } => string.extend(character),
        }
    }
    Ok(Cow::Owned(string))
}

/// Checks a payload with escapes.
pub(crate) fn check(payload: &[u8], dialect: Dialect) -> Result<(), ErrorKind> {
    Pieces::new(utf8(payload)?, dialect).try_for_each(|piece| piece.map(|_| ()))
}

/// A payload with escapes, piece by piece; nothing follows an error.
pub(crate) struct Pieces<'a> {
    payload: &'a str,
    rest: &'a str,
    dialect: Dialect,
}

/// A piece of a payload.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Characters that stand for themselves in JSON.
    Plain(&'a str),
    /// A quote or a control character without an escape.
    Bare(u8),
    /// An escape, and the character it stands for; none for a line that goes on.
    Escape {
        /// As it stands, backslash included.
        spelling: &'a str,
        /// What it stands for.
        character: Option<char>,
    },
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(payload: &'a str, dialect: Dialect) -> Self {
        Self {
            payload,
            rest: payload,
            dialect,
        }
    }

    fn special(&mut self, byte: u8) -> Result<Piece<'a>, ErrorKind> {
        let position = self.payload.len().saturating_sub(self.rest.len());
        if byte != b'\\' {
            return match self.dialect {
                Dialect::Json => Err(ErrorKind::UnescapedByte { byte, position }),
                Dialect::Json5 => {
                    self.rest = self.rest.get(1..).unwrap_or_default();
                    Ok(Piece::Bare(byte))
                }
            };
        }
        let (len, character) = match escape(self.rest, self.dialect) {
            Ok(read) => read,
            Err(Fault::Unknown) => return Err(ErrorKind::InvalidEscape { position }),
            Err(Fault::Surrogate) => return Err(ErrorKind::LoneSurrogate { position }),
        };
        let Some((spelling, rest)) = self.rest.split_at_checked(len) else {
            return Err(ErrorKind::InvalidEscape { position });
        };
        self.rest = rest;
        Ok(Piece::Escape {
            spelling,
            character,
        })
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Result<Piece<'a>, ErrorKind>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.rest.as_bytes();
        let &first = bytes.first()?;
        let len = text::find_special(bytes).unwrap_or(bytes.len());
        if len == 0 {
            let piece = self.special(first);
            if piece.is_err() {
                self.rest = "";
            }
            return Some(piece);
        }
        // The special byte is ASCII, so the run before it ends at a character.
        let (run, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(Ok(Piece::Plain(run)))
    }
}

#[cold]
fn unescaped(payload: &[u8], position: usize) -> ErrorKind {
    let byte = payload.get(position).copied().unwrap_or_default();
    ErrorKind::UnescapedByte { byte, position }
}

pub(super) enum Fault {
    Unknown,
    Surrogate,
}

/// The length in bytes of the escape that `text` starts with, backslash included, and what it stands for.
fn escape(text: &str, dialect: Dialect) -> Result<(usize, Option<char>), Fault> {
    let (_, escape) = text.split_at_checked(1).ok_or(Fault::Unknown)?;
    let character = match (escape.as_bytes(), dialect) {
        ([b'b', ..], _) => '\u{8}',
        ([b'f', ..], _) => '\u{c}',
        ([b'n', ..], _) => '\n',
        ([b'r', ..], _) => '\r',
        ([b't', ..], _) => '\t',
        ([b'"', ..], _) => '"',
        ([b'\\', ..], _) => '\\',
        ([b'/', ..], _) => '/',
        ([b'u', digits @ ..], _) => return unicode(digits).map(|(len, c)| (len, Some(c))),
        ([b'v', ..], Dialect::Json5) => '\u{b}',
        ([b'\'', ..], Dialect::Json5) => '\'',
        ([b'0', b'0'..=b'9', ..], Dialect::Json5) => return Err(Fault::Unknown),
        ([b'0', ..], Dialect::Json5) => '\0',
        ([b'x', high, low, ..], Dialect::Json5) => {
            let byte = hex_number(&[*high, *low]).ok_or(Fault::Unknown)?;
            let character = char::from_u32(byte).ok_or(Fault::Unknown)?;
            return Ok((4, Some(character)));
        }
        ([b'\r', b'\n', ..], Dialect::Json5) => return Ok((3, None)),
        ([b'\r' | b'\n', ..], Dialect::Json5) => return Ok((2, None)),
        (_, Dialect::Json5) if escape.starts_with(['\u{2028}', '\u{2029}']) => {
            return Ok((4, None));
        }
        _ => return Err(Fault::Unknown),
    };
    Ok((2, Some(character)))
}

/// A `\u` escape or a pair of them: the length in bytes of all of it, and the character; `digits` starts behind the `u`.
pub(super) fn unicode(digits: &[u8]) -> Result<(usize, char), Fault> {
    let (unit, rest) = digits.split_first_chunk::<4>().ok_or(Fault::Unknown)?;
    let unit = hex_number(unit).ok_or(Fault::Unknown)?;
    if let Some(character) = char::from_u32(unit) {
        return Ok((6, character));
    }
    let low = match (unit, rest) {
        (0xd800..=0xdbff, [b'\\', b'u', a, b, c, d, ..]) => hex_number(&[*a, *b, *c, *d]),
        _ => None,
    };
    match low {
        Some(low @ 0xdc00..=0xdfff) => {
            let code = ((unit & 0x3ff) << 10 | (low & 0x3ff)).saturating_add(0x1_0000);
            let character = char::from_u32(code).ok_or(Fault::Surrogate)?;
            Ok((12, character))
        }
        _ => Err(Fault::Surrogate),
    }
}

/// Hexadecimal digits and nothing else, as a number.
fn hex_number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number: u32, &digit| {
        Some(number << 4 | char::from(digit).to_digit(16)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use rstest::rstest;

    const fn bad_escape<T>(position: usize) -> Result<T, ErrorKind> {
        Err(ErrorKind::InvalidEscape { position })
    }

    const fn lone<T>(position: usize) -> Result<T, ErrorKind> {
        Err(ErrorKind::LoneSurrogate { position })
    }

    #[test]
    fn unescape_is_the_way_back() {
        let text: String = ('\0'..='\u{ff}').chain(['😀', '\u{2028}', '"']).collect();
        let mut bytes = Vec::new();
        let Ok(()) = text::escape(text.as_bytes(), |run| {
            bytes.extend_from_slice(run);
            Ok::<(), core::convert::Infallible>(())
        });
        let escaped = String::from_utf8(bytes).expect("escapes are ASCII");
        for dialect in [Dialect::Json, Dialect::Json5] {
            assert_eq!(unescape(&escaped, dialect).as_deref(), Ok(text.as_str()));
        }
    }

    #[rstest]
    #[case::pair(r"\ud83d\ude00!", Ok("😀!"))]
    #[case::last_pair(r"\udbff\udfff", Ok("\u{10ffff}"))]
    #[case::upper_case(r"\u00E9", Ok("é"))]
    #[case::slash(r"\/", Ok("/"))]
    #[case::plain("plain", Ok("plain"))]
    #[case::alone_at_the_end("ab\\", bad_escape(2))]
    #[case::unknown(r"\q", bad_escape(0))]
    #[case::nul("a\\\0", bad_escape(1))]
    #[case::cut(r"\u00e", bad_escape(0))]
    #[case::sign_is_no_digit(r"\u+041", bad_escape(0))]
    #[case::not_on_a_character(r"\u00é", bad_escape(0))]
    #[case::lone_high(r"a\ud83d", lone(1))]
    #[case::high_then_letter(r"\ud83dA", lone(0))]
    #[case::high_then_high(r"\ud83d\ud83d", lone(0))]
    #[case::high_then_cut_low(r"\ud83d\ude0", lone(0))]
    #[case::lone_low(r"\ude00", lone(0))]
    fn escapes_of_json_read_back(#[case] payload: &str, #[case] expected: Result<&str, ErrorKind>) {
        for dialect in [Dialect::Json, Dialect::Json5] {
            let read = unescape(payload, dialect);
            assert_eq!(read.as_deref(), expected.as_ref().copied());
            assert_eq!(
                check(payload.as_bytes(), dialect).err(),
                expected.clone().err()
            );
        }
    }

    #[rstest]
    #[case::hex(r"\x41\xe9", Ok("Aé"))]
    #[case::vertical_tab(r"\v", Ok("\u{b}"))]
    #[case::apostrophe(r"\'", Ok("'"))]
    #[case::nul(r"\0a", Ok("\0a"))]
    #[case::line_feed("a\\\nb", Ok("ab"))]
    #[case::carriage_return("a\\\rb", Ok("ab"))]
    #[case::both("a\\\r\nb", Ok("ab"))]
    #[case::separators("a\\\u{2028}\\\u{2029}b", Ok("ab"))]
    #[case::nul_before_a_digit(r"\01", bad_escape(0))]
    #[case::cut_hex(r"\x4", bad_escape(0))]
    #[case::no_hex(r"\x4g", bad_escape(0))]
    #[case::other_character("\\\u{2030}", bad_escape(0))]
    fn escapes_of_json5_read_back_in_text5_alone(
        #[case] payload: &str,
        #[case] expected: Result<&str, ErrorKind>,
    ) {
        let read = unescape(payload, Dialect::Json5);
        assert_eq!(read.as_deref(), expected.as_ref().copied());
        assert!(unescape(payload, Dialect::Json).is_err());
    }

    #[rstest]
    #[case::quote("a\"b", b'"')]
    #[case::line_feed("a\nb", b'\n')]
    fn bare_bytes_are_for_text5(#[case] payload: &str, #[case] byte: u8) {
        let refused = ErrorKind::UnescapedByte { byte, position: 1 };
        assert_eq!(plain(payload.as_bytes()), Err(refused.clone()));
        assert_eq!(unescape(payload, Dialect::Json), Err(refused));
        assert_eq!(
            unescape(payload, Dialect::Json5),
            Ok(Cow::Borrowed(payload))
        );
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused_where_they_start() {
        let refused = ErrorKind::InvalidUtf8 { position: 2 };
        assert_eq!(plain(b"ab\xff\n"), Err(refused.clone()));
        assert_eq!(check(b"ab\xff\n", Dialect::Json5), Err(refused));
    }
}
