//! The comparison, and the differences that the docs of `validate` list.

use sqlite_jsonb::format::ElementType;
use sqlite_jsonb::{DecodeOptions, Element, Error, ErrorKind, JsonStyle, to_json, validate};

use crate::sqlite::Sqlite;
use crate::tree::Tree;

/// Compares all that both can say about a blob; `Err` says how they differ beyond the list.
pub(crate) fn compare(sqlite: &Sqlite, blob: &[u8]) -> Result<(), String> {
    let ours = validate(blob);
    let theirs = sqlite.takes(blob);
    match (&ours, theirs) {
        (Ok(()), false) if listed_acceptance(blob).is_none() => {
            return Err(format!("{blob:02x?} is taken here alone"));
        }
        (Err(error), true) if listed_refusal(blob, error).is_none() => {
            return Err(format!("{blob:02x?} is refused here alone: {error}"));
        }
        _ => {}
    }
    let compact = to_json(blob);
    if ours.is_err() {
        return match compact {
            Ok(json) => Err(format!("{blob:02x?} is printed as {json} and refused")),
            Err(_) => Ok(()),
        };
    }
    let pretty = DecodeOptions::new()
        .json_style(JsonStyle::Pretty)
        .to_json(blob);
    for (function, ours) in [("json", compact), ("json_pretty", pretty)] {
        let ours = ours.map_err(|error| format!("{blob:02x?} is taken, not printed: {error}"))?;
        let theirs = sqlite.text(function, blob);
        if theirs.as_deref() != Some(&ours) {
            return Err(format!("{blob:02x?}: {function} is {theirs:?}, not {ours}"));
        }
    }
    let canonical = Element::from_slice(blob)
        .and_then(sqlite_jsonb::to_vec)
        .map_err(|error| format!("{blob:02x?} is taken, not encoded again: {error}"))?;
    let tree = |blob: &[u8]| {
        sqlite_jsonb::from_slice::<Tree>(blob)
            .map_err(|error| format!("{blob:02x?} is taken, not built: {error}"))
    };
    if tree(&canonical)? != tree(blob)? {
        return Err(format!("{blob:02x?} encoded again is {canonical:02x?}"));
    }
    let again = Element::from_slice(&canonical).and_then(sqlite_jsonb::to_vec);
    if again.as_deref().ok() != Some(&canonical) {
        return Err(format!("{canonical:02x?} is not canonical"));
    }
    Ok(())
}

/// The name of a difference from SQLite that the docs of `validate` list, where this crate refuses and SQLite takes.
pub(crate) fn listed_refusal(blob: &[u8], error: &Error) -> Option<&'static str> {
    let payload = || {
        let rest = &blob[error.offset().expect("each error says where")..];
        let len = match rest[0] >> 4 {
            12 => 2,
            13 => 3,
            14 => 5,
            15 => 9,
            _ => 1,
        };
        &rest[len..]
    };
    match error.kind() {
        ErrorKind::InvalidUtf8 { .. } => Some("UTF-8"),
        ErrorKind::LoneSurrogate { .. } => Some("lone surrogate"),
        ErrorKind::MalformedNumber {
            element_type,
            literal,
        } => {
            let unsigned = literal.strip_prefix('-').unwrap_or(literal).as_bytes();
            let is_int_or_float5 = matches!(element_type, ElementType::Int | ElementType::Float5);
            match unsigned {
                [b'0', b'0'..=b'9', ..] if is_int_or_float5 => Some("leading zero"),
                [b'e' | b'E', ..] if *element_type != ElementType::Int => {
                    Some("no digit before the exponent")
                }
                _ => None,
            }
        }
        ErrorKind::InvalidEscape { position } => {
            let (before, escape) = payload().split_at(*position);
            let continues = [
                &b"\\\n"[..],
                b"\\\r",
                b"\r\n",
                "\u{2028}".as_bytes(),
                "\u{2029}".as_bytes(),
            ];
            match escape[1] {
                0 => Some("escaped NUL byte"),
                b'x' => Some("hex escape"),
                b'u' if continues.iter().any(|end| before.ends_with(end)) => Some("hex escape"),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The same where this crate takes and SQLite refuses.
pub(crate) fn listed_acceptance(blob: &[u8]) -> Option<&'static str> {
    let holds = |bytes: &[u8]| blob.windows(bytes.len()).any(|window| window == bytes);
    if DecodeOptions::new().max_depth(999).validate(blob).is_err() {
        Some("depth")
    } else if holds("\u{99999}".as_bytes()) || holds(br"\uda26\udd99") {
        Some("U+99999")
    } else {
        None
    }
}
