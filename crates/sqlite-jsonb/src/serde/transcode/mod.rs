//! Any format of serde into a blob, with neither a tree nor a type in between.

mod key;
mod tag;
mod value;

use alloc::vec::Vec;

use ::serde::de::{self, Deserializer};

use super::MAX_DEPTH;
use crate::encode::{EncodeOptions, Encoder, Plan, Push, with_encoder};
use crate::error::{Error, ErrorKind, Result};
use value::Value;

/// The name of the one field of a date of the crate toml.
const TOML_DATETIME: &str = "$__toml_private_datetime";

/// What the crate ciborium calls each tag of CBOR, as the variant of an enum.
const CIBORIUM_TAG: &str = "@@TAGGED@@";

/// Encodes the document that a deserializer holds, of any format that says itself what is in it: MessagePack, YAML, TOML,
/// JSON, CBOR...
///
/// Values become what [`to_vec`](super::to_vec) makes of them by the [table](super#writing) of its module, map keys too.
/// So where a `serde_json::Value` takes the whole document, this gives the bytes of that value, but for the order of
/// members, which is that of the document here, and for duplicates, which are kept. What comes on top:
///
/// | the format gives | element |
/// |---|---|
/// | integers beyond 64 bits | INT with all digits |
/// | a number of serde_json under `arbitrary_precision`: an object of `$serde_json::private::Number` alone, and a number as text | INT or FLOAT with its own digits |
/// | a date of toml: an object of `$__toml_private_datetime` alone, and a date as text | TEXT; a `Value` holds an object there |
/// | bytes | ARRAY of INT |
/// | an extension of MessagePack | ARRAY of its type and its bytes |
/// | a tagged value of YAML, any variant of an enum | OBJECT of one member: the name, and the content |
/// | a tag of CBOR, from ciborium | the content; of tags 2 and 3 on bytes, INT with all digits; [`CborBytes`](crate::CborBytes) has policies for that, and reads long bignums |
///
/// Whether anything follows the document is for the format to say: serde_json's `Deserializer::end`, for one.
///
/// Formats recurse on the depth of a document, so there is a limit of [`MAX_DEPTH`];
/// [`TranscodeOptions`] has another one, and takes an [`Encoder`] for many documents.
///
/// # Errors
/// [`ErrorKind::TooDeep`]; [`ErrorKind::UnsupportedLabel`] for a map key that is no scalar;
/// [`ErrorKind::UnsupportedValue`] for a bignum of CBOR beyond 128 bits, from ciborium; [`ErrorKind::Custom`] with
/// what the format says where it fails, so also for one that does not say itself what is in it, as postcard;
/// [`ErrorKind::TooLarge`] and [`ErrorKind::Alloc`]. Each says where in the document, as a JSON Pointer.
///
/// # Examples
/// ```
/// let text = r#"{"id": 7, "tags": ["a", null]}"#;
/// let blob = sqlite_jsonb::serde::transcode(&mut serde_json::Deserializer::from_str(text))?;
/// assert_eq!(sqlite_jsonb::to_json(&blob)?, r#"{"id":7,"tags":["a",null]}"#);
///
/// let cut = &mut serde_json::Deserializer::from_str(r#"{"id": 7, "tags": ["a""#);
/// let error = sqlite_jsonb::serde::transcode(cut).unwrap_err();
/// assert_eq!(error.pointer(), Some("/tags/1"));
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn transcode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>> {
    TranscodeOptions::new().to_vec(deserializer)
}

/// How deep [`transcode`] goes.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{EncodeOptions, Encoder, ErrorKind, serde::TranscodeOptions};
///
/// let mut encoder = Encoder::with_options(EncodeOptions::sqlite());
/// let options = TranscodeOptions::new().max_depth(1);
/// let mut blobs = Vec::new();
/// let mut faults = Vec::new();
/// for line in ["[1]", "[[2]]", "[3]"] {
///     let mut json = serde_json::Deserializer::from_str(line);
///     match options.plan(&mut encoder, &mut json) {
///         Ok(plan) => plan.append_to(&mut blobs)?,
///         Err(error) => faults.push(error.kind().clone()),
///     }
/// }
/// assert_eq!(blobs, b"\x2b\x131\x2b\x133");
/// assert_eq!(faults, [ErrorKind::TooDeep { limit: 1 }]);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct TranscodeOptions {
    max_depth: usize,
}

impl TranscodeOptions {
    /// A limit of [`MAX_DEPTH`].
    pub const fn new() -> Self {
        Self {
            max_depth: MAX_DEPTH,
        }
    }

    /// The deepest nesting allowed, of containers, and also of options, newtype structs and variants, where a format
    /// gives those.
    ///
    /// A level takes stack here and in the format, which may have a limit of its own as well: with serde_json some 3 KB
    /// together when they are not optimized, and 440 bytes when they are (rustc 1.95, x86-64).
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// Encodes the document that a deserializer holds: see [`transcode`].
    ///
    /// # Errors
    /// As [`transcode`].
    pub fn to_vec<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>> {
        with_encoder(EncodeOptions::new(), |encoder| {
            self.plan(encoder, deserializer)?.to_vec()
        })
    }

    /// Plans the encoding of the document that a deserializer holds, with the buffers and the options of an encoder, whose
    /// depth limit is in force too.
    ///
    /// # Errors
    /// As [`transcode`], and [`ErrorKind::NonFinite`] where the options of the encoder say so.
    pub fn plan<'e, 'de, D: Deserializer<'de>>(
        self,
        encoder: &'e mut Encoder,
        deserializer: D,
    ) -> Result<Plan<'e>> {
        let mut push = encoder.push();
        let mut out = Out {
            push: &mut push,
            failed: None,
            levels: 0,
            max_depth: self.max_depth,
        };
        let read = deserializer.deserialize_any(Value::new(&mut out));
        let outcome = match (out.failed, read) {
            (Some(error), _) => Err(error),
            (None, Ok(_)) => Ok(()),
            (None, Err(error)) => Err(de::Error::custom(error)),
        };
        match outcome {
            Ok(()) => push.finish(),
            Err(error) => Err(push.fail(error)),
        }
    }
}

impl Default for TranscodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Where visitors put what they are given.
struct Out<'p, 'e> {
    push: &'p mut Push<'e>,
    /// Why it went wrong, where it was not the format: the errors of formats hold no more of it than a text.
    failed: Option<Error>,
    /// How many visitors are at work one in the other.
    levels: usize,
    max_depth: usize,
}

impl Out<'_, '_> {
    /// Hands on what came of a piece, as the format wants to have it.
    #[inline]
    fn note<E: de::Error>(&mut self, outcome: Result<()>) -> Result<(), E> {
        outcome.map_err(|error| self.fail(error))
    }

    #[cold]
    fn fail<E: de::Error>(&mut self, error: Error) -> E {
        let error = self.push.fail(error);
        let message = E::custom(&error);
        self.failed.get_or_insert(error);
        message
    }

    /// The start of a level; its end is [`leave`](Self::leave).
    #[inline]
    fn enter<E: de::Error>(&mut self) -> Result<(), E> {
        let limit = self.max_depth;
        if self.levels >= limit {
            return Err(self.fail(Error::new(ErrorKind::TooDeep { limit })));
        }
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        self.levels = self.levels.saturating_sub(1);
    }
}
