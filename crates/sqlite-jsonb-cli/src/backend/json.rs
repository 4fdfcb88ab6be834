//! JSON text: straight into the encoder, or through a tree of serde_json or a tape of simd-json.

use serde::Deserialize as _;
use serde_json::Value;
use simd_json::{Buffers, ErrorType};
use sqlite_jsonb::{Encoder, ErrorKind, JsonText};

use super::{Rejection, measure};
use crate::args::{BackendName, ReadingArgs};
use crate::document::{Grammar, Reader};
use crate::input::{JSON5_HINT, Kind};

pub(super) enum Json {
    Direct,
    /// As `Direct`, and what that refuses by SQLite itself.
    Json5(Option<Reader>),
    Tree,
    Tape {
        buffers: Box<Buffers>,
        /// The text as it came: the parser unescapes in place, and says little about what it refuses.
        original: Vec<u8>,
    },
}

impl Json {
    pub(super) fn new(args: &ReadingArgs) -> Self {
        if args.json5 {
            return Self::Json5(None);
        }
        match args.backend {
            BackendName::Direct | BackendName::Ciborium => Self::Direct,
            BackendName::SerdeJson => Self::Tree,
            BackendName::SimdJson => Self::Tape {
                buffers: Box::default(),
                original: Vec::new(),
            },
        }
    }

    pub(super) fn encode(
        &mut self,
        kind: Kind,
        text: &mut [u8],
        encoder: &mut Encoder,
        blobs: &mut Vec<u8>,
    ) -> Result<(), Rejection> {
        match self {
            Self::Direct => {
                encoder
                    .append_to(blobs, JsonText::from_slice(text))
                    .map_err(|error| rejection(&error, kind))?;
            }
            Self::Json5(reader) => {
                if let Err(error) = encoder.append_to(blobs, JsonText::from_slice(text)) {
                    let jsonb = json5(reader, text).map_err(|flaw| match error.kind() {
                        ErrorKind::Json5 { .. } => flaw,
                        // That is wrong in both, and this knows more of where.
                        _ => rejection(&error, kind),
                    })?;
                    blobs.extend_from_slice(&jsonb);
                }
            }
            Self::Tree => {
                let members = measure::members_of_text(text)?;
                let tree = parse(text).map_err(|error| serde_json_rejection(&error, kind, text))?;
                // A map keeps the last of members with the same label. The same count shows an object whose label is the
                // one under which serde_json passes numbers to itself, and which it takes for a number.
                if measure::members_of_tree(&tree) != members {
                    return Err(Rejection::new(
                        0,
                        "an object has a label twice, and serde_json keeps one of them: --backend direct keeps both",
                    ));
                }
                encoder.append_to(blobs, &tree)?;
            }
            Self::Tape { buffers, original } => {
                measure::members_of_text(text)?;
                original.clear();
                original.extend_from_slice(text);
                let tape = simd_json::to_tape_with_buffers(text, buffers)
                    .map_err(|error| simd_json_rejection(&error, kind, original))?;
                encoder.append_to(blobs, tape.as_value())?;
            }
        }
        Ok(())
    }
}

/// What SQLite makes of a JSON5 text.
fn json5(reader: &mut Option<Reader>, text: &[u8]) -> Result<Vec<u8>, Rejection> {
    let trouble = |error: anyhow::Error| Rejection::new(0, error.to_string());
    if reader.is_none() {
        *reader = Some(Reader::new().map_err(trouble)?);
    }
    let reader = reader.as_ref().expect("made just above");
    let read = reader.text(text, Grammar::Json5).map_err(trouble)?;
    read.map_err(|flaw| Rejection::new(flaw.offset.unwrap_or(0), flaw.reason))
}

/// Parses as deep as it goes: `measure` bounds the depth before, and the thread has the stack for it.
fn parse(text: &[u8]) -> serde_json::Result<Value> {
    let mut parser = serde_json::Deserializer::from_slice(text);
    parser.disable_recursion_limit();
    let tree = Value::deserialize(&mut parser)?;
    parser.end()?;
    Ok(tree)
}

fn rejection(error: &sqlite_jsonb::Error, kind: Kind) -> Rejection {
    let hint = match error.kind() {
        ErrorKind::UnexpectedEnd { .. } => cut_hint(kind),
        ErrorKind::TrailingBytes { .. } => trailing_hint(kind),
        ErrorKind::Json5 { .. } => JSON5_HINT,
        _ => "",
    };
    Rejection::with_hint(error, hint)
}

fn serde_json_rejection(error: &serde_json::Error, kind: Kind, text: &[u8]) -> Rejection {
    let (offset, mut reason) = place(error, text);
    if error.is_eof() {
        reason.push_str(cut_hint(kind));
    } else if reason == "trailing characters" {
        reason.push_str(trailing_hint(kind));
    }
    Rejection::new(offset, reason)
}

/// Where in a text serde_json met an error, in bytes, and what it says about it.
fn place(error: &serde_json::Error, text: &[u8]) -> (usize, String) {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let mut reason = error.to_string();
    if let Some(bare) = reason.strip_suffix(&place) {
        reason.truncate(bare.len());
    }
    if error.is_eof() {
        return (text.len(), reason);
    }
    // Columns count bytes from 1, and 0 is the line feed before.
    let line = memchr::memchr_iter(b'\n', text)
        .nth(error.line().saturating_sub(2))
        .filter(|_| error.line() > 1)
        .map_or(0, |feed| feed + 1);
    ((line + error.column()).saturating_sub(1), reason)
}

/// What serde_json says about the text; its reasons and places are better.
fn simd_json_rejection(error: &simd_json::Error, kind: Kind, text: &[u8]) -> Rejection {
    if let Err(error) = parse(text) {
        return serde_json_rejection(&error, kind, text);
    }
    let reason = match error.error() {
        ErrorType::InvalidNumber | ErrorType::InvalidExponent => {
            "a number that simd-json cannot hold: --backend direct keeps its digits"
        }
        _ => "simd-json does not read this: --backend direct does",
    };
    Rejection::new(error.index().min(text.len()), reason)
}

/// What a document that ends too early may mean.
fn cut_hint(kind: Kind) -> &'static str {
    match kind {
        Kind::Ndjson => " (for a document over several lines: --format json)",
        _ => "",
    }
}

/// What bytes after a document may mean.
fn trailing_hint(kind: Kind) -> &'static str {
    match kind {
        Kind::Json => " (of several documents each takes a line of its own: --format ndjson)",
        _ => "",
    }
}
