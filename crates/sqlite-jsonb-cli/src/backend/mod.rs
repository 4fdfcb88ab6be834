//! The bytes of one document into a JSONB blob, straight or by the parser that was asked for.

mod applies;
mod cbor;
mod json;
mod measure;

pub(crate) use applies::Applies;
pub(crate) use cbor::{Cbor, RECURSION_LIMIT};

use sqlite_jsonb::{Element, EncodeOptions, Encoder};

use crate::args::ReadingArgs;
use crate::input::Kind;

/// Why a document was not encoded.
#[derive(Debug, PartialEq)]
pub(crate) struct Rejection {
    /// From the start of the document, in bytes.
    pub(crate) offset: usize,
    pub(crate) reason: String,
}

impl Rejection {
    pub(crate) fn new(offset: usize, reason: impl Into<String>) -> Self {
        Self {
            offset,
            reason: reason.into(),
        }
    }

    /// What the library says, with `hint` behind the reason; the offset stands apart.
    fn with_hint(error: &sqlite_jsonb::Error, hint: &str) -> Self {
        let offset = error.offset().unwrap_or(0);
        let (kind, message) = (error.kind().to_string(), error.to_string());
        // A long pointer is cut there.
        let place = message.strip_prefix(&kind).unwrap_or_default();
        let in_bytes = format!(", at byte {offset}");
        let place = place.strip_suffix(&in_bytes).unwrap_or(place);
        Self::new(offset, format!("{kind}{hint}{place}"))
    }
}

impl From<sqlite_jsonb::Error> for Rejection {
    fn from(error: sqlite_jsonb::Error) -> Self {
        Self::with_hint(&error, "")
    }
}

/// A parser for each kind of document, and the one encoder behind them.
pub(crate) struct Backends {
    json: json::Json,
    cbor: cbor::Cbor,
    encoder: Encoder,
    jsonb: Jsonb,
}

/// What becomes of documents that are JSONB already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jsonb {
    /// They are encoded again, so that equal documents have equal blobs.
    Canonical,
    /// They stay as they are, since their spellings are to be printed.
    AsItIs,
}

impl Backends {
    pub(crate) fn new(args: &ReadingArgs, jsonb: Jsonb) -> Self {
        Self {
            json: json::Json::new(args),
            cbor: cbor::Cbor::new(args.backend, &args.cbor),
            encoder: Encoder::with_options(EncodeOptions::sqlite()),
            jsonb,
        }
    }

    /// Appends the blob of `document`; on an error `blobs` is as it was. What is left of `document` is unspecified.
    pub(crate) fn encode(
        &mut self,
        kind: Kind,
        document: &mut [u8],
        blobs: &mut Vec<u8>,
    ) -> Result<(), Rejection> {
        match kind {
            Kind::Json | Kind::Ndjson => self.json.encode(kind, document, &mut self.encoder, blobs),
            Kind::Cbor => self.cbor.encode(document, &mut self.encoder, blobs),
            Kind::Jsonb => Ok(self.copy(document, blobs)?),
        }
    }

    fn copy(&mut self, blob: &[u8], blobs: &mut Vec<u8>) -> sqlite_jsonb::Result<()> {
        sqlite_jsonb::validate(blob)?;
        match self.jsonb {
            Jsonb::Canonical => {
                self.encoder.append_to(blobs, Element::from_slice(blob)?)?;
            }
            Jsonb::AsItIs => blobs.extend_from_slice(blob),
        }
        Ok(())
    }
}
