//! Why a text is no JSON: what was found, what was expected, and whether JSON5 would have it.

use crate::error::{Error, ErrorKind};

/// What the grammar of RFC 8259 asks for at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Value,
    Label,
    Colon,
    CommaOrBracket,
    CommaOrBrace,
    Digit,
    Escape,
    StringEnd,
}

impl Expected {
    const fn name(self) -> &'static str {
        match self {
            Self::Value => "a value",
            Self::Label => "a label",
            Self::Colon => "a colon",
            Self::CommaOrBracket => "a comma or ]",
            Self::CommaOrBrace => "a comma or }",
            Self::Digit => "a digit",
            Self::Escape => "an escape of JSON",
            Self::StringEnd => "a quote",
        }
    }
}

/// The fault of `text` at byte `at`, where `expected` should have been.
#[cold]
pub(super) fn fault(text: &[u8], at: usize, expected: Expected) -> Error {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, &[]));
    let kind = if let Some(found) = json5(before, rest, expected) {
        ErrorKind::Json5 { found }
    } else if is_cut(rest, expected) {
        ErrorKind::UnexpectedEnd {
            expected: expected.name(),
        }
    } else {
        ErrorKind::UnexpectedByte {
            byte: rest.first().copied().unwrap_or(0),
            expected: expected.name(),
        }
    };
    Error::at_offset(kind, at)
}

/// The fault of bytes behind the document, from byte `at` on.
#[cold]
pub(super) fn trailing(text: &[u8], at: usize) -> Error {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, &[]));
    let kind = match beyond_space(rest).or_else(|| number(before, rest)) {
        Some(found) => ErrorKind::Json5 { found },
        None => ErrorKind::TrailingBytes { len: rest.len() },
    };
    Error::at_offset(kind, at)
}

/// Whether more text might have mended it.
fn is_cut(rest: &[u8], expected: Expected) -> bool {
    match expected {
        Expected::Escape => match rest {
            [_, b'u', digits @ ..] => digits.len() < 4 && digits.iter().all(u8::is_ascii_hexdigit),
            _ => rest.len() < 2,
        },
        Expected::Value => {
            let literals: [&[u8]; 3] = [b"null", b"true", b"false"];
            literals.iter().any(|literal| literal.starts_with(rest))
        }
        _ => rest.is_empty(),
    }
}

/// The part of JSON5 that stands here, or that what comes before goes on with.
///
/// What is named is what SQLite's `jsonb()` reads beyond RFC 8259: `src/json.c` `jsonTranslateTextToBlob` and
/// `json5Whitespace`, 3.53.
fn json5(before: &[u8], rest: &[u8], expected: Expected) -> Option<&'static str> {
    match expected {
        Expected::StringEnd => match rest {
            [0x01..=0x1f, ..] => Some("control character in a string"),
            _ => None,
        },
        Expected::Escape => match rest {
            [_, b'\'' | b'v' | b'0' | b'x' | b'\n' | b'\r', ..]
            | [_, 0xe2, 0x80, 0xa8 | 0xa9, ..] => Some("escape"),
            _ => None,
        },
        Expected::Value | Expected::Label => {
            beyond_space(rest).or_else(|| value(before, rest, expected))
        }
        Expected::Digit => number(before, rest),
        Expected::Colon => beyond_space(rest),
        Expected::CommaOrBracket | Expected::CommaOrBrace => {
            beyond_space(rest).or_else(|| number(before, rest))
        }
    }
}

fn value(before: &[u8], rest: &[u8], expected: Expected) -> Option<&'static str> {
    let is_behind_comma = before.trim_ascii_end().ends_with(b",");
    match (expected, rest) {
        (_, [b'\'', ..]) => Some("single-quoted string"),
        (Expected::Value, [b']', ..]) | (Expected::Label, [b'}', ..]) if is_behind_comma => {
            Some("trailing comma")
        }
        (Expected::Label, [b'$' | b'_' | b'\\' | 0x80.., ..]) => Some("label without quotes"),
        (Expected::Label, [first, ..]) if first.is_ascii_alphabetic() => {
            Some("label without quotes")
        }
        (Expected::Value, [b'+', ..]) => Some("plus sign"),
        (Expected::Value, [b'.', b'0'..=b'9', ..]) => {
            Some("number without a digit before its point")
        }
        (Expected::Value, _) => not_finite(rest),
        _ => None,
    }
}

fn not_finite(rest: &[u8]) -> Option<&'static str> {
    let is = |name: &[u8]| {
        rest.get(..name.len())
            .is_some_and(|rest| rest.eq_ignore_ascii_case(name))
    };
    if is(b"inf") {
        Some("infinity")
    } else if is(b"nan") || is(b"qnan") || is(b"snan") {
        Some("NaN")
    } else {
        None
    }
}

/// Where a number has gone on too long, or not long enough.
fn number(before: &[u8], rest: &[u8]) -> Option<&'static str> {
    match (before, rest) {
        ([.., b'0'..=b'9', b'0'], _) => None,
        ([.., b'0'], [b'x' | b'X', ..]) => Some("hexadecimal number"),
        ([.., b'0'..=b'9', b'.'], _) => Some("number without a digit behind its point"),
        ([.., b'-'], [b'.', b'0'..=b'9', ..]) => Some("number without a digit before its point"),
        ([.., b'-'], _) => not_finite(rest),
        _ => None,
    }
}

/// A comment, or a character that JSON5 counts as white space (JSON5 section 8).
fn beyond_space(rest: &[u8]) -> Option<&'static str> {
    match rest {
        [b'/', b'/' | b'*', ..] => Some("comment"),
        [0xef, 0xbb, 0xbf, ..] => Some("byte order mark"),
        [0x0b | 0x0c, ..]
        | [0xc2, 0xa0, ..]
        | [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => Some("white space"),
        _ => None,
    }
}
