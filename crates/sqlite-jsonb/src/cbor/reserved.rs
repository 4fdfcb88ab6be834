//! Map keys that are reserved for the forms of links and byte strings.

use super::options::{ByteStrings, CborOptions, Checks, Links};
#[cfg(feature = "ciborium")]
use super::tags::Tagged;
use crate::error::{Error, ErrorKind, Result};

/// As much of the value behind a key as decides whether the key may be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    Text,
    /// A map whose first member is `bytes` with a text.
    MapOfBytes,
    Other,
}

#[cfg(feature = "ciborium")]
impl Tagged {
    /// Refuses the label of a map that may not be there, or not behind the one before it.
    ///
    /// # Errors
    /// [`ErrorKind::ReservedLabel`] and [`ErrorKind::NotStrict`], as the policies say.
    pub(crate) fn allows_label(
        &self,
        last: Option<&str>,
        label: &str,
        ahead: impl FnOnce() -> Ahead,
    ) -> Result<()> {
        self.options.allows_label(label, ahead)?;
        match last {
            Some(last) if self.options.is_strict() => {
                super::check::ascending(last.as_bytes(), label.as_bytes())
            }
            _ => Ok(()),
        }
    }
}

impl CborOptions {
    pub(super) fn is_strict(&self) -> bool {
        self.checks == Checks::Strict
    }

    /// Refuses a key with which an object would read as a link or as a byte string; `ahead` looks at its value.
    ///
    /// # Errors
    /// [`ErrorKind::ReservedLabel`].
    pub(super) fn allows_label(&self, label: &str, ahead: impl FnOnce() -> Ahead) -> Result<()> {
        let label = match label {
            "/" if self.reserves_dag_json() && ahead() != Ahead::Other => "/",
            "$link" if self.reserves_atproto() => "$link",
            "$bytes" if self.reserves_atproto() => "$bytes",
            _ => return Ok(()),
        };
        Err(Error::new(ErrorKind::ReservedLabel { label }))
    }

    fn reserves_dag_json(&self) -> bool {
        self.links == Links::DagJson || self.byte_strings == ByteStrings::DagJson
    }

    fn reserves_atproto(&self) -> bool {
        self.links == Links::Atproto || self.byte_strings == ByteStrings::Atproto
    }
}
