//! `jsonb convert`.

use std::io::{IsTerminal as _, Write as _};

use anyhow::Context as _;

use crate::args::{ConvertArgs, Target};
use crate::backend::{Applies, Jsonb};
use crate::failure::{self, Failure};
use crate::input::{Arrays, Input};
use crate::interrupt;
use crate::output::Output;
use crate::pipeline::{Event, Pipeline, Position};
use crate::printer::{Form, Printer};

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<u8> {
    let applies = Applies::of(&args.reading).for_json("--elements", args.elements);
    applies.check_names(args.from, [&args.file])?;
    let (form, jsonb) = form(args)?;
    if args.output.is_none() && form.is_binary() && std::io::stdout().is_terminal() {
        return Err(Failure::usage(
            "this is binary and standard output is a terminal: -o FILE, or --to json",
        ));
    }
    interrupt::listen()?;
    let inputs = vec![Input::new(&args.file)?];
    let start = Position::default();
    let mut pipeline = Pipeline::start(
        inputs,
        args.from,
        arrays(args),
        args.reading,
        jsonb,
        applies,
        start,
    )?;
    let (mut output, target) = match &args.output {
        Some(path) => (Output::file(path)?, path.display().to_string()),
        None => (Output::standard(), "standard output".into()),
    };
    let mut printer = Printer::new(form);
    let takes_sequence = takes_sequence(args);
    loop {
        match pipeline.next()? {
            Event::Batch(batch) => {
                for (place, outcome) in batch.outcomes() {
                    let bad = |offset, reason: &str| {
                        Failure::bad_data(pipeline.locate(place, offset, reason))
                    };
                    if place.is_back_to_back() && !takes_sequence {
                        return Err(bad(
                            0,
                            "something comes behind the document; --sequence takes documents back to back",
                        ));
                    }
                    let blob = outcome.map_err(|why| bad(why.offset, &why.reason))?;
                    printer
                        .print(blob, &mut output)
                        .with_context(|| target.clone())?
                        .map_err(|flaw| bad(0, &flaw.reason))?;
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

/// A file that is an array is one document, but for lines, where one is expected for each element.
fn arrays(args: &ConvertArgs) -> Arrays {
    if args.reading.json5 {
        Arrays::Unknown
    } else if args.elements || args.to == Target::Ndjson {
        Arrays::Split
    } else {
        Arrays::Whole
    }
}

/// Whether a file may hold several documents that nothing separates.
fn takes_sequence(args: &ConvertArgs) -> bool {
    let name = args.file.to_string_lossy().to_ascii_lowercase();
    let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
    let is_named_so = name.ends_with(".cborseq");
    args.sequence || args.to == Target::Ndjson || is_named_so
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
