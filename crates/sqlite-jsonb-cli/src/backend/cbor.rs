//! CBOR items: straight into the encoder, or through a tree of ciborium.

use ciborium::de::Error as CborError;
use sqlite_jsonb::{Bignums, ByteStrings, CborOptions, Encoder, NonFinite, NonTextLabels, Tags};

use super::Rejection;
use crate::args::{
    BackendName, BignumPolicy, ByteStringPolicy, CborArgs, CborModel, LabelPolicy, NonFinitePolicy,
    TagPolicy,
};
use crate::input::MAX_DEPTH;

/// ciborium counts a level for each container and each tag; the splitter has let through no more of either.
pub(crate) const RECURSION_LIMIT: usize = 4 * MAX_DEPTH;

#[derive(Debug)]
pub(crate) struct Cbor {
    options: CborOptions,
    by_tree: bool,
}

impl Cbor {
    pub(crate) fn new(backend: BackendName, args: &CborArgs) -> Self {
        Self {
            options: options(args),
            by_tree: backend == BackendName::Ciborium,
        }
    }

    /// The policies.
    pub(crate) fn options(&self) -> CborOptions {
        self.options
    }

    /// Encodes an item that the splitter found well-formed.
    pub(super) fn encode(
        &self,
        item: &[u8],
        encoder: &mut Encoder,
        blobs: &mut Vec<u8>,
    ) -> Result<(), Rejection> {
        if !self.by_tree {
            encoder.append_to(blobs, &self.options.bytes(item))?;
            return Ok(());
        }
        let tree: ciborium::Value =
            ciborium::de::from_reader_with_recursion_limit(item, RECURSION_LIMIT)
                .map_err(|error| rejection(error, item))?;
        encoder.append_to(blobs, self.options.source(&tree))?;
        Ok(())
    }
}

/// The policies of the model, and those that were asked for in their place.
fn options(args: &CborArgs) -> CborOptions {
    let mut options = match args.cbor {
        CborModel::Any => CborOptions::new(),
        CborModel::DagCbor => CborOptions::dag_cbor(),
        CborModel::Atproto => CborOptions::atproto(),
    };
    if args.strict {
        options = options.strict();
    }
    if let Some(policy) = args.byte_strings {
        options = options.byte_strings(match policy {
            ByteStringPolicy::Base64url => ByteStrings::Base64Url,
            ByteStringPolicy::Base64 => ByteStrings::Base64,
            ByteStringPolicy::Hex => ByteStrings::Hex,
            ByteStringPolicy::Numbers => ByteStrings::Numbers,
            ByteStringPolicy::DagJson => ByteStrings::DagJson,
            ByteStringPolicy::Atproto => ByteStrings::Atproto,
            ByteStringPolicy::Error => ByteStrings::Error,
        });
    }
    if let Some(policy) = args.labels {
        options = options.labels(match policy {
            LabelPolicy::Text => NonTextLabels::Text,
            LabelPolicy::Error => NonTextLabels::Error,
        });
    }
    if let Some(policy) = args.tags {
        options = options.tags(match policy {
            TagPolicy::Drop => Tags::Drop,
            TagPolicy::Error => Tags::Error,
        });
    }
    if let Some(policy) = args.non_finite {
        options = options.non_finite(non_finite(policy));
    }
    if let Some(len) = args.max_bignum {
        options = options.max_bignum_len(len);
    }
    options.bignums(match args.bignums {
        BignumPolicy::Digits => Bignums::Digits,
        BignumPolicy::Base64url => Bignums::Base64Url,
    })
}

fn non_finite(policy: NonFinitePolicy) -> NonFinite {
    match policy {
        NonFinitePolicy::Null => NonFinite::Null,
        NonFinitePolicy::Error => NonFinite::Error,
        NonFinitePolicy::Overflow => NonFinite::Overflow,
    }
}

/// ciborium's own `Display` is that of `Debug`.
fn rejection(error: CborError<std::io::Error>, item: &[u8]) -> Rejection {
    match error {
        CborError::Io(_) => Rejection::new(item.len(), "truncated"),
        CborError::Syntax(offset) => Rejection::new(offset, "not well-formed CBOR"),
        CborError::Semantic(offset, reason) => Rejection::new(offset.unwrap_or(0), reason),
        CborError::RecursionLimitExceeded => Rejection::new(0, "nests too deep"),
    }
}
