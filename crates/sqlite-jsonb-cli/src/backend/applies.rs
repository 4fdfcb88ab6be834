//! Options that are for one format, where no document may be of it: those would be ignored without a word.

use anyhow::Context as _;

use crate::args::{BackendName, BignumPolicy, CborArgs, CborModel, Format, ReadingArgs};
use crate::failure::Failure;
use crate::input::Kind;

/// The options of a run that no file met so far is for.
#[derive(Debug)]
pub(crate) struct Applies {
    unmet: Vec<Wanted>,
}

/// An option, and what it is for.
#[derive(Debug)]
struct Wanted {
    option: &'static str,
    format: &'static str,
    is_met: fn(Kind) -> bool,
}

/// Refuses options that can apply to none of the files, by their format or by their names.
pub(crate) fn check(
    backend: BackendName,
    cbor: &CborArgs,
    format: Format,
    names: &[String],
) -> anyhow::Result<()> {
    let mut applies = Applies::new(backend, cbor);
    for name in names {
        applies.see(Kind::known(name, format));
    }
    applies.check().with_context(|| match names {
        [name] => name.clone(),
        _ => "each file".into(),
    })
}

impl Applies {
    pub(crate) fn of(args: &ReadingArgs) -> Self {
        Self::new(args.backend, &args.cbor)
    }

    pub(crate) fn new(backend: BackendName, cbor: &CborArgs) -> Self {
        let is_json = |kind| matches!(kind, Kind::Json | Kind::Ndjson);
        let is_cbor = |kind| kind == Kind::Cbor;
        let backend = match backend {
            BackendName::Direct => None,
            BackendName::SerdeJson => Some(("--backend serde_json", false)),
            BackendName::SimdJson => Some(("--backend simd-json", false)),
            BackendName::Ciborium => Some(("--backend ciborium", true)),
        };
        let policy = policy(cbor).map(|option| (option, true));
        let wanted = |(option, for_cbor)| Wanted {
            option,
            format: if for_cbor { "CBOR" } else { "JSON" },
            is_met: if for_cbor { is_cbor } else { is_json },
        };
        Self {
            unmet: backend.into_iter().chain(policy).map(wanted).collect(),
        }
    }

    /// Notes what a file holds; `None` may be anything.
    pub(crate) fn see(&mut self, kind: Option<Kind>) {
        self.unmet
            .retain(|wanted| kind.is_some_and(|kind| !(wanted.is_met)(kind)));
    }

    /// Whether each option was for some file.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        match self.unmet.first() {
            None => Ok(()),
            Some(Wanted { option, format, .. }) => Err(Failure::usage(format!(
                "holds no {format}, which {option} is for"
            ))),
        }
    }
}

/// The first policy for CBOR that is not the default.
fn policy(args: &CborArgs) -> Option<&'static str> {
    let options = [
        ("--cbor", args.cbor != CborModel::Any),
        ("--strict", args.strict),
        ("--byte-strings", args.byte_strings.is_some()),
        ("--bignums", args.bignums != BignumPolicy::Digits),
        ("--max-bignum", args.max_bignum.is_some()),
        ("--labels", args.labels.is_some()),
        ("--tags", args.tags.is_some()),
        ("--non-finite", args.non_finite.is_some()),
    ];
    let asked = options.into_iter().find(|&(_, is_asked)| is_asked);
    asked.map(|(option, _)| option)
}
