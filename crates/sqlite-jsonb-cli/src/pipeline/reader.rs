//! Reading and splitting, in a thread of its own.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::anyhow;

use super::Position;
use super::batch::Place;
use super::outgoing::{Outgoing, Unwanted};
use crate::args::Format;
use crate::backend::{Applies, Rejection};
use crate::input::{Arrays, Fault, Input, Kind, Splitter};

pub(super) struct Reader {
    format: Format,
    arrays: Arrays,
    applies: Applies,
    read: Arc<AtomicU64>,
    outgoing: Arc<Mutex<Outgoing>>,
}

/// Why a file is not read on.
enum Stop {
    Fault(Fault),
    Unwanted,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Unwanted> for Stop {
    fn from(_: Unwanted) -> Self {
        Self::Unwanted
    }
}

impl Reader {
    pub(super) fn new(
        format: Format,
        arrays: Arrays,
        applies: Applies,
        read: Arc<AtomicU64>,
        outgoing: Arc<Mutex<Outgoing>>,
    ) -> Self {
        Self {
            format,
            arrays,
            applies,
            read,
            outgoing,
        }
    }

    /// Reads all files behind `position`, to their ends or up to where one cannot be read on.
    pub(super) fn run(mut self, inputs: &[Input], position: Position) {
        if position.files > 0 {
            // What those hold was looked at when they were read.
            self.applies.see(None);
        }
        for (file, input) in inputs.iter().enumerate().skip(position.files) {
            let done = if file == position.files {
                position.documents
            } else {
                0
            };
            let mut kind = None;
            let place = (file, file + 1 == inputs.len());
            let stop = match self.file(place, input, &mut kind, (done, position.offset)) {
                Ok(()) => continue,
                Err(stop) => stop,
            };
            match stop {
                Stop::Unwanted => return,
                Stop::Fault(Fault::Fatal(error)) => {
                    let _ = self.outgoing().end(Err(error.context(input.name())));
                    return;
                }
                Stop::Fault(Fault::Malformed {
                    number,
                    offset,
                    reason,
                }) => {
                    let place = Place {
                        file,
                        kind,
                        number,
                        start: offset,
                        ends_file: true,
                    };
                    self.outgoing().reject(place, Rejection::new(0, reason));
                }
            }
        }
        let _ = self.outgoing().end(Ok(()));
    }

    /// Reads one file, which may be the last; `done` is how many documents of it an earlier run has dealt with, and where the last of them starts.
    fn file(
        &mut self,
        (file, is_last): (usize, bool),
        input: &Input,
        kind: &mut Option<Kind>,
        (mut done, last_start): (u64, u64),
    ) -> Result<(), Stop> {
        let fatal = |error: std::io::Error| Fault::Fatal(error.into());
        let mut window = input.open(&self.read).map_err(fatal)?;
        let mut splitter = Splitter::new(&mut window, &input.name(), self.format, self.arrays)?;
        *kind = Some(splitter.kind());
        self.applies.see(*kind);
        if is_last {
            self.applies.check().map_err(Fault::Fatal)?;
        }
        while let Some(document) = splitter.next(&mut window)? {
            let place = Place {
                file,
                kind: *kind,
                number: document.number,
                start: window.offset(document.start),
                ends_file: false,
            };
            if done > 0 {
                done -= 1;
                if done == 0 && place.start != last_start {
                    return Err(changed());
                }
                window.consume(document.consumed);
                continue;
            }
            self.outgoing().push(place, document, &mut window)?;
        }
        if done > 0 {
            return Err(changed());
        }
        Ok(())
    }

    fn outgoing(&self) -> MutexGuard<'_, Outgoing> {
        self.outgoing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of a file that does not hold the documents that an earlier run read.
fn changed() -> Stop {
    let error = anyhow!("holds other documents than when the import began");
    Fault::Fatal(error).into()
}
