//! `jsonb import`.

mod ledger;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use rusqlite::Statement;

use crate::args::{ImportArgs, OnError};
use crate::backend::{Applies, Jsonb};
use crate::database::{Database, RowError};
use crate::failure::{Failure, say};
use crate::input::{Arrays, Files, Input, name_of};
use crate::interrupt;
use crate::pipeline::{Batch, Event, Pipeline, Place, Position};
use crate::progress::Progress;
use crate::report::{Skipped, Summary, counted};
use crate::table::Table;
use ledger::{Ledger, TABLE, Unfinished};

/// How long documents from a pipe that is followed may stay uncommitted.
const FOLLOW: Duration = Duration::from_secs(1);

pub(crate) fn run(mut args: ImportArgs) -> anyhow::Result<u8> {
    let files = Files::of(&args.files, args.format)?;
    args.files = files.paths;
    let args = &args;
    Applies::of(&args.reading).check_names(args.format, &args.files)?;
    if args.database.as_os_str().is_empty() {
        return Err(Failure::usage("the database has no name"));
    }
    if args.table.eq_ignore_ascii_case(TABLE) {
        return Err(Failure::usage(format!("{TABLE} is for imports themselves")));
    }
    interrupt::listen()?;
    let inputs = Input::all(&args.files)?;
    name_left_out(&files.left_out, args.all);
    let database = Database::begin(&args.database)?;
    let mut import = Import::new(args, &database, &inputs);
    let imported = import.run(inputs);
    let (kept, can_resume) = (import.kept, import.can_resume());
    let summary = match imported {
        Ok(summary) => summary,
        Err(error) => {
            if kept > 0 {
                let hint = if can_resume {
                    "; --resume goes on after them"
                } else {
                    ""
                };
                say(&format!("kept: {}{hint}", counted(kept, "row")));
            }
            database.abandon();
            return Err(error);
        }
    };
    summary.skipped.name("skipped");
    // By now the transaction is over.
    let printed = if args.json {
        summary.print_json(&args.database, &args.table)
    } else if args.quiet {
        Ok(())
    } else {
        summary.print(&args.database, &args.table)
    };
    printed.context("the documents are in the table, but the summary cannot be printed")?;
    Ok(summary.skipped.status())
}

/// Says what of the folders is not imported: a few of it, or all.
fn name_left_out(paths: &[PathBuf], all: bool) {
    const FEW: usize = 5;
    if paths.is_empty() {
        return;
    }
    let shown = if all { paths.len() } else { FEW };
    let names: Vec<String> = paths.iter().take(shown).map(|path| name_of(path)).collect();
    let names = names.join(", ");
    let more = match paths.len().saturating_sub(shown) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    say(&format!(
        "left out: {names}{more} (hidden, no file, or not called as documents are)"
    ));
}

/// An import under way.
struct Import<'a> {
    args: &'a ImportArgs,
    database: &'a Database,
    /// `None` where nobody could go on.
    ledger: Option<Ledger<'a>>,
    /// After how many rows to commit.
    batch: Option<u64>,
    /// What is dealt with, committed or not.
    position: Position,
    summary: Summary,
    /// When the first document came that is not committed.
    uncommitted: Option<Instant>,
    /// How many rows of this run are committed.
    kept: u64,
    /// Whether a transaction is open.
    is_open: bool,
}

impl<'a> Import<'a> {
    fn new(args: &'a ImportArgs, database: &'a Database, inputs: &[Input]) -> Self {
        Self {
            args,
            database,
            ledger: Ledger::new(database.connection(), args, inputs),
            batch: args.batch.map(Into::into),
            position: Position::default(),
            summary: Summary {
                files: inputs.len(),
                skipped: Skipped::new(args.all),
                ..Summary::default()
            },
            uncommitted: None,
            kept: 0,
            is_open: true,
        }
    }

    /// Writes every row and commits.
    fn run(&mut self, inputs: Vec<Input>) -> anyhow::Result<Summary> {
        let (table, column) = (&self.args.table, &self.args.column);
        self.go_on_after_earlier_run()?;
        self.database.prepare(table, column)?;
        let rows_before = self.database.rows_where_replaced(table)?;
        let mut insertion = self.database.insertion(table, column)?;
        if self.args.follow {
            self.commit()?;
        }
        let arrays = if self.args.reading.json5 {
            Arrays::Unknown
        } else if self.args.whole {
            Arrays::Whole
        } else {
            Arrays::Split
        };
        let mut pipeline = Pipeline::start(
            inputs,
            self.args.format,
            arrays,
            self.args.reading,
            Jsonb::Canonical,
            Applies::of(&self.args.reading),
            self.position,
        )?;
        let mut progress = Progress::new(pipeline.total(), self.args.quiet);
        let written = self.write_all(&mut pipeline, &mut insertion, &mut progress);
        progress.finish();
        // What came out of a pipe comes no second time.
        if let Err(error) = written {
            // In trouble it is for SQLite to say what there is to keep.
            if self.args.follow && self.uncommitted.is_some() && error.is::<Failure>() {
                self.commit()?;
            }
            return Err(error);
        }
        if let (Some(before), Some(after)) =
            (rows_before, self.database.rows_where_replaced(table)?)
        {
            let added = after.saturating_sub(before);
            self.summary.replaced = self.summary.rows.saturating_sub(added);
        }
        self.complete()?;
        let mut summary = std::mem::take(&mut self.summary);
        summary.bytes_read = pipeline.bytes_read();
        summary.elapsed = progress.elapsed();
        Ok(summary)
    }

    /// Looks for an earlier run that was cut short.
    fn go_on_after_earlier_run(&mut self) -> anyhow::Result<()> {
        let Some(ledger) = &self.ledger else {
            if self.args.resume {
                return Err(Failure::usage(
                    "--resume is for files: what comes through a pipe comes no second time",
                ));
            }
            return Ok(());
        };
        let name = || self.args.database.display().to_string();
        match (ledger.find().with_context(name)?, self.args.resume) {
            (None, false) => Ok(()),
            (None, true) => Err(Failure::usage(
                "no import of these files into that table is unfinished, so there is nothing to resume",
            )),
            (Some(Unfinished { rows, .. }), false) => Err(Failure::usage(format!(
                "an import of these files was cut short after {}: --resume goes on, dropping table {TABLE} forgets it",
                counted(rows, "row")
            ))),
            (Some(unfinished), true) => {
                ledger.check(&unfinished)?;
                if let Err(none) = Table::find(self.database.connection(), &self.args.table) {
                    let rows = counted(unfinished.rows, "row");
                    bail!(
                        "{}: {none}, which {rows} of this import went into: dropping table {TABLE} forgets it",
                        name()
                    );
                }
                self.position = unfinished.position;
                self.summary.rows_before = unfinished.rows;
                self.batch.get_or_insert(unfinished.batch);
                Ok(())
            }
        }
    }

    fn write_all(
        &mut self,
        pipeline: &mut Pipeline,
        insertion: &mut Statement<'_>,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        loop {
            match pipeline.next()? {
                Event::Batch(batch) => self.write(&batch, pipeline, insertion)?,
                Event::Idle => {}
                Event::End => return Ok(()),
            }
            let is_due = |since: Instant| since.elapsed() >= FOLLOW;
            if self.args.follow && self.uncommitted.is_some_and(is_due) {
                self.commit()?;
            }
            progress.update(pipeline.bytes_read(), self.summary.rows);
        }
    }

    fn write(
        &mut self,
        batch: &Batch,
        pipeline: &Pipeline,
        insertion: &mut Statement<'_>,
    ) -> anyhow::Result<()> {
        for (place, outcome) in batch.outcomes() {
            self.open()?;
            let refused = match outcome {
                Ok(blob) => match self.database.add(insertion, blob) {
                    Ok(()) => {
                        self.summary.rows += 1;
                        self.summary.blob_bytes += blob.len() as u64;
                        None
                    }
                    Err(RowError::Refused(reason)) => Some(pipeline.locate(place, 0, &reason)),
                    Err(RowError::Ended(reason)) => {
                        return Err(anyhow!(pipeline.locate(place, 0, &reason)));
                    }
                    Err(RowError::Trouble(error)) => return Err(error),
                },
                Err(why) => Some(pipeline.locate(place, why.offset, &why.reason)),
            };
            if let Some(refused) = refused {
                self.refuse(place, refused)?;
            }
            self.position.pass(place);
            if self
                .batch
                .is_some_and(|rows| self.summary.rows - self.kept >= rows)
            {
                self.commit()?;
            }
        }
        Ok(())
    }

    fn refuse(&mut self, place: Place, refused: String) -> anyhow::Result<()> {
        match self.args.on_error {
            OnError::Stop => return Err(Failure::bad_data(refused)),
            OnError::Skip if place.ends_file() => {
                let skipped = refused + ", and the rest of the file with it";
                self.summary.skipped.add(skipped);
            }
            OnError::Skip => self.summary.skipped.add(refused),
        }
        Ok(())
    }

    /// Makes sure that a transaction is open, and that it is known since when.
    fn open(&mut self) -> anyhow::Result<()> {
        if !self.is_open {
            self.database.begin_again()?;
            self.is_open = true;
        }
        if self.uncommitted.is_none() {
            self.uncommitted = Some(Instant::now());
        }
        Ok(())
    }

    /// Makes what was written last, with what it takes to go on after it.
    fn commit(&mut self) -> anyhow::Result<()> {
        if let (Some(ledger), Some(batch), true) = (&self.ledger, self.batch, self.can_resume()) {
            let rows = self.summary.rows_before + self.summary.rows;
            ledger
                .save(self.position, rows, batch)
                .with_context(|| self.args.database.display().to_string())?;
        }
        self.database.commit()?;
        self.is_open = false;
        self.uncommitted = None;
        self.kept = self.summary.rows;
        Ok(())
    }

    /// Commits at the end.
    fn complete(&mut self) -> anyhow::Result<()> {
        if let Some(ledger) = &self.ledger
            && self.can_resume()
        {
            if !self.is_open {
                self.database.begin_again()?;
                self.is_open = true;
            }
            ledger
                .remove()
                .with_context(|| self.args.database.display().to_string())?;
        }
        if self.is_open {
            self.database.commit()?;
            self.is_open = false;
        }
        Ok(())
    }

    /// Whether a later run can go on where this one was cut short.
    fn can_resume(&self) -> bool {
        self.ledger.is_some() && self.batch.is_some() && !self.args.follow
    }
}
