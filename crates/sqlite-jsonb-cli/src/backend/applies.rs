//! Options that are for one format, where no document may be of it: those would be ignored without a word.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::args::{BackendName, BignumPolicy, CborArgs, CborModel, Format, ReadingArgs};
use crate::failure::Failure;
use crate::input::{Kind, name_of};

/// The options of a run that no file met so far is for.
#[derive(Clone, Debug)]
pub(crate) struct Applies {
    unmet: Vec<Wanted>,
}

/// An option, and what it is for.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    option: &'static str,
    format: &'static str,
    is_met: fn(Kind) -> bool,
}

impl Applies {
    /// Those of reading.
    pub(crate) fn new(backend: BackendName, cbor: &CborArgs) -> Self {
        let none = Self { unmet: Vec::new() };
        let backend = match backend {
            BackendName::Direct => none,
            BackendName::SerdeJson => none.for_json("--backend serde_json", true),
            BackendName::SimdJson => none.for_json("--backend simd-json", true),
            BackendName::Ciborium => none.and("--backend ciborium", "CBOR", is_cbor),
        };
        match policy(cbor) {
            None => backend,
            Some(option) => backend.and(option, "CBOR", is_cbor),
        }
    }

    /// Those of reading, and the one for JSON5.
    pub(crate) fn of(reading: &ReadingArgs) -> Self {
        Self::new(reading.backend, &reading.cbor).for_json("--json5", reading.json5)
    }

    /// With one for JSON, if it is asked for.
    pub(crate) fn for_json(self, option: &'static str, is_asked: bool) -> Self {
        if !is_asked {
            return self;
        }
        let is_json = |kind| matches!(kind, Kind::Json | Kind::Ndjson);
        self.and(option, "JSON", is_json)
    }

    fn and(mut self, option: &'static str, format: &'static str, is_met: fn(Kind) -> bool) -> Self {
        self.unmet.push(Wanted {
            option,
            format,
            is_met,
        });
        self
    }

    /// Refuses options that can apply to none of the files, by their format or by their names.
    pub(crate) fn check_names<'p>(
        &self,
        format: Format,
        paths: impl IntoIterator<Item = &'p PathBuf>,
    ) -> anyhow::Result<()> {
        let names: Vec<_> = paths.into_iter().map(|path| name_of(path)).collect();
        let mut applies = self.clone();
        for name in &names {
            applies.see(Kind::known(name, format));
        }
        applies.check().with_context(|| match names.as_slice() {
            [name] => name.clone(),
            _ => "each file".into(),
        })
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

fn is_cbor(kind: Kind) -> bool {
    kind == Kind::Cbor
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
