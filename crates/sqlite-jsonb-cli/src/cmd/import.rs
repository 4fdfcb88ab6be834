//! `jsonb import`.

use anyhow::Context as _;

use crate::args::{ImportArgs, OnError};
use crate::backend::{self, Jsonb};
use crate::database::{Database, RowError};
use crate::failure::Failure;
use crate::interrupt;
use crate::pipeline::{Batch, Event, Pipeline};
use crate::progress::Progress;
use crate::report::Summary;

pub(crate) fn run(args: &ImportArgs) -> anyhow::Result<u8> {
    backend::check(args.reading.backend, args.format)?;
    if args.database.as_os_str().is_empty() {
        return Err(Failure::usage("the database has no name"));
    }
    interrupt::listen()?;
    let pipeline = Pipeline::start(&args.files, args.format, args.reading, Jsonb::Canonical)?;
    let database = Database::begin(&args.database)?;
    let mut progress = Progress::new(pipeline.total(), args.quiet);
    let imported = Import {
        args,
        pipeline: &pipeline,
        database: &database,
    }
    .run(&mut progress);
    progress.finish();
    let summary = match imported {
        Ok(summary) => summary,
        Err(error) => {
            database.abandon();
            return Err(error);
        }
    };
    summary.skipped.name("skipped");
    if args.json {
        summary
            .print_json(&args.database, &args.table)
            .context("standard output")?;
    } else if !args.quiet {
        summary
            .print(&args.database, &args.table)
            .context("standard output")?;
    }
    Ok(summary.skipped.status())
}

/// An import under way.
struct Import<'a> {
    args: &'a ImportArgs,
    pipeline: &'a Pipeline,
    database: &'a Database,
}

impl Import<'_> {
    /// Writes every row and commits.
    fn run(&self, progress: &mut Progress) -> anyhow::Result<Summary> {
        let (table, column) = (&self.args.table, &self.args.column);
        self.database.prepare(table, column)?;
        let mut insertion = self.database.insertion(table, column)?;
        let mut summary = Summary::default();
        loop {
            match self.pipeline.next()? {
                Event::Batch(batch) => self.write(&batch, &mut insertion, &mut summary)?,
                Event::Idle => {}
                Event::End => break,
            }
            progress.update(self.pipeline.bytes_read(), summary.rows);
        }
        self.database.commit()?;
        summary.files = self.pipeline.files();
        summary.bytes_read = self.pipeline.bytes_read();
        summary.elapsed = progress.elapsed();
        Ok(summary)
    }

    fn write(
        &self,
        batch: &Batch,
        insertion: &mut rusqlite::Statement<'_>,
        summary: &mut Summary,
    ) -> anyhow::Result<()> {
        for (place, outcome) in batch.outcomes() {
            let refused = match outcome {
                Ok(blob) => match self.database.add(insertion, blob) {
                    Ok(()) => {
                        summary.rows += 1;
                        summary.blob_bytes += blob.len() as u64;
                        continue;
                    }
                    Err(RowError::Refused(reason)) => self.pipeline.locate(place, &reason),
                    Err(RowError::Trouble(error)) => return Err(error),
                },
                Err(reason) => self.pipeline.locate(place, reason),
            };
            match self.args.on_error {
                OnError::Stop => return Err(Failure::bad_data(refused)),
                OnError::Skip if place.ends_file() => {
                    summary
                        .skipped
                        .add(refused + ", and the rest of the file with it");
                }
                OnError::Skip => summary.skipped.add(refused),
            }
        }
        Ok(())
    }
}
