//! Batches of documents into batches of blobs, in a thread of its own.

use std::sync::mpsc::{Receiver, SyncSender};

use super::Message;
use super::batch::Batch;
use crate::backend::Backends;

pub(super) struct Encoder {
    backends: Backends,
    input: Receiver<Message>,
    output: SyncSender<Message>,
}

impl Encoder {
    pub(super) fn new(
        backends: Backends,
        input: Receiver<Message>,
        output: SyncSender<Message>,
    ) -> Self {
        Self {
            backends,
            input,
            output,
        }
    }

    /// Encodes until nothing comes any more, or nobody wants it.
    pub(super) fn run(mut self) {
        while let Ok(message) = self.input.recv() {
            let message = match message {
                Message::Batch(batch) => Message::Batch(self.encode(batch)),
                end @ Message::End(_) => end,
            };
            if self.output.send(message).is_err() {
                return;
            }
        }
    }

    fn encode(&mut self, mut batch: Batch) -> Batch {
        let mut blobs = Vec::new();
        // A blob is about as long as its text; if that cannot be had, the encoder will say so.
        let _ = blobs.try_reserve(batch.bytes.len());
        let mut start = 0;
        for item in &mut batch.items {
            if let (Ok(end), Some(kind)) = (&item.outcome, item.place.kind) {
                let document = &mut batch.bytes[std::mem::replace(&mut start, *end)..*end];
                let encoded = self.backends.encode(kind, document, &mut blobs);
                item.outcome = encoded.map(|()| blobs.len());
            }
        }
        batch.bytes = blobs;
        batch
    }
}
