//! `jsonb convert`.

use std::io::{IsTerminal as _, Write as _};
use std::slice;

use anyhow::Context as _;

use crate::args::{ConvertArgs, Target};
use crate::backend::{self, Jsonb};
use crate::failure::{self, Failure};
use crate::interrupt;
use crate::output::Output;
use crate::pipeline::{Event, Pipeline};
use crate::printer::{Form, Printer};

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<u8> {
    backend::check(args.reading.backend, args.from)?;
    let (form, jsonb) = form(args)?;
    if args.output.is_none() && form.is_binary() && std::io::stdout().is_terminal() {
        return Err(Failure::usage(
            "this is binary and standard output is a terminal: -o FILE, or --to json",
        ));
    }
    interrupt::listen()?;
    let pipeline = Pipeline::start(slice::from_ref(&args.file), args.from, args.reading, jsonb)?;
    let (mut output, target) = match &args.output {
        Some(path) => (Output::file(path)?, path.display().to_string()),
        None => (Output::standard(), "standard output".into()),
    };
    let mut printer = Printer::new(form);
    loop {
        match pipeline.next()? {
            Event::Batch(batch) => {
                for (place, outcome) in batch.outcomes() {
                    let bad = |reason: &str| Failure::bad_data(pipeline.locate(place, reason));
                    printer
                        .print(outcome.map_err(bad)?, &mut output)
                        .with_context(|| target.clone())?
                        .map_err(|flaw| bad(&flaw.reason))?;
                }
            }
            Event::Idle => output.flush().with_context(|| target.clone())?,
            Event::End => break,
        }
    }
    printer
        .finish(&mut output)
        .with_context(|| target.clone())?;
    output.finish().context(target)?;
    Ok(failure::DONE)
}

/// The form that was asked for, and what that means for documents that are JSONB already.
fn form(args: &ConvertArgs) -> anyhow::Result<(Form, Jsonb)> {
    let form = match (args.to, args.pretty) {
        (Target::Json, true) => Form::Pretty,
        (_, true) => return Err(Failure::usage("--pretty is for --to json")),
        (Target::Jsonb, false) => return Ok((Form::Jsonb, Jsonb::Canonical)),
        (Target::Json | Target::Ndjson, false) => Form::Lines,
        (Target::Cbor, false) => Form::Cbor,
    };
    Ok((form, Jsonb::AsItIs))
}
