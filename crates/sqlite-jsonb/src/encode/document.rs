//! What can be encoded.

use super::{Encoder, Plan};
use crate::error::Result;
use crate::source::IntoJsonbSource;

/// A document that can be encoded: every [`IntoJsonbSource`], and [`JsonText`](crate::JsonText), which has no tree.
///
/// Types of your own implement [`JsonbSource`](crate::JsonbSource) or [`IntoJsonbSource`], and are documents for that.
#[diagnostic::on_unimplemented(
    note = "references to trees of serde_json, simd-json and ciborium are documents where sqlite-jsonb has the feature of that \
            name; any `Serialize` type is encoded by `sqlite_jsonb::serde::to_vec`"
)]
pub trait Document {
    /// Plans the encoding with the options and the buffers of `encoder`: what [`Encoder::plan`] does.
    ///
    /// # Errors
    /// Those of the document and of the options.
    fn plan_in(self, encoder: &mut Encoder) -> Result<Plan<'_>>;
}

impl<S: IntoJsonbSource> Document for S {
    #[inline]
    fn plan_in(self, encoder: &mut Encoder) -> Result<Plan<'_>> {
        self.walk_in(encoder)
    }
}
