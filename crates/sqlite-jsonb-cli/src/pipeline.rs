//! Reading, splitting and encoding in a thread of its own, and the queue from there to whoever writes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use crate::args::{Format, ReadingArgs};
use crate::backend::{Backends, Jsonb, Rejection};
use crate::failure::Failure;
use crate::input::{Document, Fault, Input, Kind, Splitter, Window};
use crate::interrupt;

/// How much a batch holds before it is handed on, in bytes of blobs; one document more at most.
const BATCH: usize = 1 << 18;
/// How many documents a batch holds at most.
const BATCH_ITEMS: usize = 4096;
/// How many batches wait in the queue.
const QUEUE: usize = 2;
/// The stack of the thread: parsers recurse up to the depth limit, a kilobyte or two a level without optimisation.
const STACK: usize = 64 << 20;
/// How long an interrupt may go unnoticed.
const TICK: Duration = Duration::from_millis(50);

/// Documents on their way, in the order of the files.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// Blobs, one after the other.
    blobs: Vec<u8>,
    items: Vec<Item>,
}

/// What became of one document.
#[derive(Debug)]
struct Item {
    place: Place,
    /// Where its blob ends, or why it has none.
    outcome: Result<usize, String>,
}

/// Where a document comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    file: usize,
    /// `None` before it is known what the file holds.
    kind: Option<Kind>,
    number: u64,
    /// In the decompressed file, in bytes.
    offset: u64,
    /// Whether nothing behind it can be read.
    ends_file: bool,
}

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
    messages: Receiver<Message>,
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
    /// Starts to read `files` in order; those that cannot be there are an error now.
    pub(crate) fn start(
        files: &[PathBuf],
        format: Format,
        args: ReadingArgs,
        jsonb: Jsonb,
    ) -> anyhow::Result<Self> {
        let inputs: Vec<Input> = files
            .iter()
            .map(|path| Input::new(path))
            .collect::<anyhow::Result<_>>()?;
        let names = inputs.iter().map(Input::name).collect();
        let total = inputs.iter().map(Input::len).sum();
        let read = Arc::new(AtomicU64::new(0));
        let (sender, messages) = sync_channel(QUEUE);
        let reader = Reader {
            format,
            whole: args.whole,
            backends: Backends::new(&args, jsonb),
            read: Arc::clone(&read),
            batch: Batch::default(),
            sender,
        };
        // Nobody waits for the thread: it may be stuck in a read when the process ends.
        thread::Builder::new()
            .name("reader".into())
            .stack_size(STACK)
            .spawn(move || reader.run(&inputs))
            .context("cannot start a thread")?;
        Ok(Self {
            names,
            total,
            read,
            messages,
        })
    }

    /// What comes next, after a tick at the latest.
    pub(crate) fn next(&self) -> anyhow::Result<Event> {
        if interrupt::raised() {
            return Err(Failure::interrupted());
        }
        match self.messages.recv_timeout(TICK) {
            Ok(Message::Batch(batch)) => Ok(Event::Batch(batch)),
            Ok(Message::End(Ok(()))) => Ok(Event::End),
            Ok(Message::End(Err(error))) => Err(error),
            Err(RecvTimeoutError::Timeout) => Ok(Event::Idle),
            Err(RecvTimeoutError::Disconnected) => Err(anyhow!("the reading thread broke down")),
        }
    }

    pub(crate) fn files(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn total(&self) -> Option<u64> {
        self.total
    }

    /// How many bytes were read so far, as they are in the files.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// `reason` with the place in front and the offset behind.
    pub(crate) fn locate(&self, place: Place, reason: &str) -> String {
        let name = &self.names[place.file];
        let Place { number, offset, .. } = place;
        match (place.kind, number) {
            (_, 0) => format!("{name}: {reason}, at byte {offset}"),
            (Some(Kind::Ndjson), line) => format!("{name}:{line}: {reason}, at byte {offset}"),
            (_, item) => format!("{name}: item {item}: {reason}, at byte {offset}"),
        }
    }
}

impl Place {
    /// Whether the rest of the file is lost with the document.
    pub(crate) fn ends_file(&self) -> bool {
        self.ends_file
    }
}

impl Batch {
    /// What became of the documents, in order.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = (Place, Result<&[u8], &str>)> {
        let mut start = 0;
        self.items.iter().map(move |item| {
            let outcome = match &item.outcome {
                Ok(end) => Ok(&self.blobs[std::mem::replace(&mut start, *end)..*end]),
                Err(reason) => Err(reason.as_str()),
            };
            (item.place, outcome)
        })
    }
}

/// The sending end, in its thread.
struct Reader {
    format: Format,
    whole: bool,
    backends: Backends,
    read: Arc<AtomicU64>,
    batch: Batch,
    sender: SyncSender<Message>,
}

/// The receiving end is gone: nobody wants more.
struct Unwanted;

impl Reader {
    fn run(mut self, inputs: &[Input]) {
        for (file, input) in inputs.iter().enumerate() {
            match self.file(file, input) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    let _ = self.sender.send(Message::End(Err(error)));
                    return;
                }
                Err(Unwanted) => return,
            }
        }
        if self.flush().is_ok() {
            let _ = self.sender.send(Message::End(Ok(())));
        }
    }

    /// Reads one file to its end, or up to where it cannot be read on.
    fn file(&mut self, file: usize, input: &Input) -> Result<anyhow::Result<()>, Unwanted> {
        let mut kind = None;
        let fault = match self.documents(file, input, &mut kind)? {
            Ok(()) => return Ok(Ok(())),
            Err(fault) => fault,
        };
        match fault {
            Fault::Fatal(error) => Ok(Err(error.context(input.name()))),
            Fault::Malformed {
                number,
                offset,
                reason,
            } => {
                let place = Place {
                    file,
                    kind,
                    number,
                    offset,
                    ends_file: true,
                };
                self.push(place, Err(reason))?;
                Ok(Ok(()))
            }
        }
    }

    fn documents(
        &mut self,
        file: usize,
        input: &Input,
        kind: &mut Option<Kind>,
    ) -> Result<Result<(), Fault>, Unwanted> {
        let mut window = match input.open(&self.read) {
            Ok(window) => window,
            Err(error) => return Ok(Err(Fault::Fatal(error.into()))),
        };
        let mut splitter = match Splitter::new(&mut window, &input.name(), self.format, self.whole)
        {
            Ok(splitter) => splitter,
            Err(fault) => return Ok(Err(fault)),
        };
        *kind = Some(splitter.kind());
        loop {
            match splitter.next(&mut window) {
                Ok(Some(document)) => {
                    self.document(file, splitter.kind(), document, &mut window)?;
                    window.consume(document.consumed);
                }
                Ok(None) => return Ok(Ok(())),
                Err(fault) => return Ok(Err(fault)),
            }
        }
    }

    fn document(
        &mut self,
        file: usize,
        kind: Kind,
        document: Document,
        window: &mut Window,
    ) -> Result<(), Unwanted> {
        let Document {
            number, start, end, ..
        } = document;
        let encoded = self.backends.encode(
            kind,
            &mut window.bytes_mut()[start..end],
            &mut self.batch.blobs,
        );
        let (at, outcome) = match encoded {
            Ok(()) => (start, Ok(self.batch.blobs.len())),
            Err(Rejection { offset, reason }) => (start.saturating_add(offset), Err(reason)),
        };
        let place = Place {
            file,
            kind: Some(kind),
            number,
            offset: window.offset(at),
            ends_file: false,
        };
        self.push(place, outcome)
    }

    /// Appends to the batch, and hands it on when it is full or holds an error.
    fn push(&mut self, place: Place, outcome: Result<usize, String>) -> Result<(), Unwanted> {
        let is_error = outcome.is_err();
        self.batch.items.push(Item { place, outcome });
        if is_error || self.batch.blobs.len() >= BATCH || self.batch.items.len() >= BATCH_ITEMS {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Unwanted> {
        let batch = std::mem::take(&mut self.batch);
        self.sender
            .send(Message::Batch(batch))
            .map_err(|_| Unwanted)
    }
}
