//! Reading, encoding and writing at the same time: a reader, encoders, and queues from each to the next.
//!
//! ```text
//! reader --+--> encoder 0 --+--> whoever writes
//!          +--> encoder 1 --+
//! ```
//!
//! The reader deals batches out in turn, and the receiving end collects them in the same turn: so documents come in the
//! order of the files, whichever encoder is faster. All queues are bounded, by batches and by bytes.

mod batch;
mod budget;
mod encoder;
mod outgoing;
mod reader;

pub(crate) use batch::{Batch, Place};

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use crate::args::{Format, ReadingArgs};
use crate::backend::{Applies, Backends, Jsonb};
use crate::failure::Failure;
use crate::input::{Arrays, Input, Kind};
use crate::interrupt;
use encoder::Encoder;
use outgoing::Outgoing;
use reader::Reader;

/// How many batches wait in each queue.
const QUEUE: usize = 1;
/// The stack of an encoder: parsers recurse up to the depth limit, a kilobyte or two a level without optimisation.
pub(crate) const STACK: usize = 64 << 20;
/// How long an interrupt, or a document that waits for others to fill its batch, may go unnoticed.
const TICK: Duration = Duration::from_millis(50);

/// What goes through the queues.
enum Message {
    Batch(Batch),
    End(anyhow::Result<()>),
}

/// The receiving end.
#[derive(Debug)]
pub(crate) struct Pipeline {
    names: Vec<String>,
    /// The bytes of all files, where all are known.
    total: Option<u64>,
    read: Arc<AtomicU64>,
    /// The reader's end; gone with the reader, so that the queues end when it breaks down.
    outgoing: Weak<Mutex<Outgoing>>,
    encoded: Vec<Receiver<Message>>,
    /// The encoder whose turn it is.
    turn: usize,
}

/// Where an earlier run got to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// How many files it was done with.
    pub(crate) files: usize,
    /// How many documents of the file after those, bad ones counted.
    pub(crate) documents: u64,
    /// Where the last one of these starts in the decompressed file, in bytes.
    pub(crate) offset: u64,
}

impl Position {
    /// Counts a document as dealt with.
    pub(crate) fn pass(&mut self, place: Place) {
        if place.ends_file {
            *self = Self {
                files: place.file + 1,
                ..Self::default()
            };
            return;
        }
        if place.file != self.files {
            self.files = place.file;
            self.documents = 0;
        }
        self.documents += 1;
        self.offset = place.start;
    }
}

/// What the receiving end gets.
#[derive(Debug)]
pub(crate) enum Event {
    Batch(Batch),
    /// Nothing came within a tick.
    Idle,
    End,
}

impl Pipeline {
    /// Starts to read `inputs` in order, behind `position`.
    pub(crate) fn start(
        inputs: Vec<Input>,
        format: Format,
        arrays: Arrays,
        args: ReadingArgs,
        jsonb: Jsonb,
        applies: Applies,
        position: Position,
    ) -> anyhow::Result<Self> {
        let names = inputs.iter().map(Input::name).collect();
        let total = inputs.iter().map(Input::len).sum();
        let read = Arc::new(AtomicU64::new(0));
        let jobs = match args.jobs {
            Some(jobs) => usize::from(jobs),
            None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        };
        let (mut inboxes, mut outboxes) = (Vec::new(), Vec::new());
        for _ in 0..jobs {
            let (inbox, documents) = sync_channel(QUEUE);
            let (blobs, outbox) = sync_channel(QUEUE);
            let encoder = Encoder::new(Backends::new(&args, jsonb), documents, blobs);
            spawn("encoder", move || encoder.run())?;
            inboxes.push(inbox);
            outboxes.push(outbox);
        }
        let outgoing = Arc::new(Mutex::new(Outgoing::new(inboxes)));
        let weak = Arc::downgrade(&outgoing);
        let reader = Reader::new(format, arrays, applies, Arc::clone(&read), outgoing);
        spawn("reader", move || reader.run(&inputs, position))?;
        Ok(Self {
            names,
            total,
            read,
            outgoing: weak,
            encoded: outboxes,
            turn: 0,
        })
    }

    /// What comes next, after a tick at the latest.
    pub(crate) fn next(&mut self) -> anyhow::Result<Event> {
        if interrupt::raised() {
            return Err(Failure::interrupted());
        }
        match self.encoded[self.turn].recv_timeout(TICK) {
            Ok(Message::Batch(batch)) => {
                self.turn = (self.turn + 1) % self.encoded.len();
                Ok(Event::Batch(batch))
            }
            Ok(Message::End(Ok(()))) => Ok(Event::End),
            Ok(Message::End(Err(error))) => Err(error),
            Err(RecvTimeoutError::Timeout) => {
                self.hurry();
                Ok(Event::Idle)
            }
            Err(RecvTimeoutError::Disconnected) => {
                Err(anyhow!("a reading or encoding thread broke down"))
            }
        }
    }

    /// Has documents handed on that wait for others to fill their batch, unless the reader is about to do so.
    fn hurry(&self) {
        if let Some(outgoing) = self.outgoing.upgrade()
            && let Ok(mut outgoing) = outgoing.try_lock()
        {
            outgoing.try_hand_on();
        }
    }

    pub(crate) fn total(&self) -> Option<u64> {
        self.total
    }

    /// How many bytes were read so far, as they are in the files.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// `reason` with the place in front and the offset behind, which is `offset` bytes into the document.
    pub(crate) fn locate(&self, place: Place, offset: usize, reason: &str) -> String {
        let offset = place.start.saturating_add(offset as u64);
        locate(
            &self.names[place.file],
            place.kind,
            place.number,
            offset,
            reason,
        )
    }
}

/// `reason` with the place in front and the offset behind, which counts from the start of the file.
pub(crate) fn locate(
    name: &str,
    kind: Option<Kind>,
    number: u64,
    offset: u64,
    reason: &str,
) -> String {
    match (kind, number) {
        (_, 0) => format!("{name}: {reason}, at byte {offset}"),
        (Some(Kind::Ndjson), line) => format!("{name}:{line}: {reason}, at byte {offset}"),
        (_, item) => format!("{name}: item {item}: {reason}, at byte {offset}"),
    }
}

/// Starts a thread that nobody waits for: it may be stuck in a read when the process ends.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    thread::Builder::new()
        .name(name.into())
        .stack_size(STACK)
        .spawn(work)
        .context("cannot start a thread")?;
    Ok(())
}
