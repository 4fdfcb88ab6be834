//! What a caller may choose about encoding.

use alloc::vec::Vec;

use super::{Document, with_encoder};
use crate::error::Result;
use crate::limits;

/// Limits and policies of encoding.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{EncodeOptions, ErrorKind};
///
/// # #[cfg(feature = "serde_json")] {
/// let tree = serde_json::json!([[[]]]);
/// let error = EncodeOptions::new().max_depth(2).to_vec(&tree).unwrap_err();
/// assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 2 });
/// assert_eq!(error.pointer(), Some("/0/0"));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct EncodeOptions {
    max_depth: usize,
    max_len: usize,
    non_finite: NonFinite,
}

/// What a NaN or an infinity becomes, since JSON has neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NonFinite {
    /// NULL, as RFC 8949 section 6.1 advises and serde_json writes. The default.
    #[default]
    Null,
    /// An error: [`ErrorKind::NonFinite`](crate::ErrorKind::NonFinite).
    Error,
    /// FLOAT `9e999` and `-9e999` for the infinities and NULL for NaN, as SQLite reads JSON5's `Infinity` and `NaN`
    /// (`src/json.c` `jsonTranslateTextToBlob`, 3.45 to 3.54). The literal overflows to an infinity in SQL.
    Overflow,
}

impl EncodeOptions {
    /// Any depth, [`limits::MAX_LEN`] bytes, [`NonFinite::Null`].
    pub const fn new() -> Self {
        Self {
            max_depth: usize::MAX,
            max_len: limits::MAX_LEN,
            non_finite: NonFinite::Null,
        }
    }

    /// As [`new`](Self::new), with the limits of a default build of SQLite, so that SQL can read what is written:
    /// [`limits::SQLITE_MAX_DEPTH`] and [`limits::SQLITE_MAX_LEN`].
    pub const fn sqlite() -> Self {
        Self::new()
            .max_depth(limits::SQLITE_MAX_DEPTH)
            .max_len(limits::SQLITE_MAX_LEN)
    }

    /// The deepest nesting of containers allowed: with 0 only scalars are, with 1 a container of scalars, and so on.
    pub const fn max_depth(mut self, containers: usize) -> Self {
        self.max_depth = containers;
        self
    }

    /// The longest blob allowed, in bytes. More than [`limits::MAX_LEN`] counts as that.
    pub const fn max_len(mut self, bytes: usize) -> Self {
        self.max_len = if bytes < limits::MAX_LEN {
            bytes
        } else {
            limits::MAX_LEN
        };
        self
    }

    /// What a NaN or an infinity becomes.
    pub const fn non_finite(mut self, policy: NonFinite) -> Self {
        self.non_finite = policy;
        self
    }

    /// Encodes `document` under these options; see [`to_vec`](crate::to_vec).
    ///
    /// # Errors
    /// As [`Encoder::plan`](crate::Encoder::plan).
    pub fn to_vec<D: Document>(self, document: D) -> Result<Vec<u8>> {
        with_encoder(self, |encoder| encoder.to_vec(document))
    }

    pub(super) const fn depth_limit(&self) -> usize {
        self.max_depth
    }

    pub(super) const fn len_limit(&self) -> usize {
        self.max_len
    }

    pub(super) const fn non_finite_policy(&self) -> NonFinite {
        self.non_finite
    }
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self::new()
    }
}
