//! The batch that is being filled, and the queues that it will go to.

use std::sync::mpsc::{SyncSender, TrySendError};

use super::Message;
use super::batch::{Batch, Item, Place};
use super::budget::Budget;
use crate::backend::Rejection;
use crate::input::{Document, Window};

/// How much a batch holds before it is handed on, in bytes; one document more at most.
const BATCH: usize = 1 << 18;
/// How many documents a batch holds at most.
const BATCH_ITEMS: usize = 4096;
/// How many bytes are under way at most, but for a document that is longer.
const BUDGET: usize = 1 << 24;

/// Where documents go from the reader: to the encoders, in turn.
#[derive(Debug)]
pub(super) struct Outgoing {
    batch: Batch,
    encoders: Vec<SyncSender<Message>>,
    /// The encoder whose turn it is.
    turn: usize,
    budget: Budget,
}

/// The receiving end is gone: nobody wants more.
#[derive(Debug)]
pub(super) struct Unwanted;

impl Outgoing {
    pub(super) fn new(encoders: Vec<SyncSender<Message>>) -> Self {
        Self {
            batch: Batch::default(),
            encoders,
            turn: 0,
            budget: Budget::new(BUDGET),
        }
    }

    /// Moves a document out of the window.
    pub(super) fn push(
        &mut self,
        place: Place,
        document: Document,
        window: &mut Window,
    ) -> Result<(), Unwanted> {
        if document.end - document.start >= BATCH {
            self.hand_on()?;
            self.batch.bytes = window.take(document);
        } else {
            let bytes = &window.bytes()[document.start..document.end];
            self.batch.bytes.extend_from_slice(bytes);
            window.consume(document.consumed);
        }
        let outcome = Ok(self.batch.bytes.len());
        self.batch.items.push(Item { place, outcome });
        if self.batch.bytes.len() >= BATCH || self.batch.items.len() >= BATCH_ITEMS {
            self.hand_on()?;
        }
        Ok(())
    }

    /// Notes why there is no document.
    pub(super) fn reject(&mut self, place: Place, rejection: Rejection) {
        self.batch.items.push(Item {
            place,
            outcome: Err(rejection),
        });
    }

    /// Says that no more will come, and why.
    pub(super) fn end(&mut self, outcome: anyhow::Result<()>) -> Result<(), Unwanted> {
        self.hand_on()?;
        let message = Message::End(outcome);
        self.encoders[self.turn].send(message).map_err(|_| Unwanted)
    }

    /// Hands the batch on.
    fn hand_on(&mut self) -> Result<(), Unwanted> {
        if self.batch.items.is_empty() {
            return Ok(());
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.permit = Some(self.budget.take(batch.bytes.len()));
        let message = Message::Batch(batch);
        self.encoders[self.turn]
            .send(message)
            .map_err(|_| Unwanted)?;
        self.turn = (self.turn + 1) % self.encoders.len();
        Ok(())
    }

    /// Hands the batch on unless that means to wait.
    pub(super) fn try_hand_on(&mut self) {
        if self.batch.items.is_empty() {
            return;
        }
        let Some(permit) = self.budget.try_take(self.batch.bytes.len()) else {
            return;
        };
        let mut batch = std::mem::take(&mut self.batch);
        batch.permit = Some(permit);
        match self.encoders[self.turn].try_send(Message::Batch(batch)) {
            Ok(()) => self.turn = (self.turn + 1) % self.encoders.len(),
            Err(
                TrySendError::Full(Message::Batch(batch))
                | TrySendError::Disconnected(Message::Batch(batch)),
            ) => {
                self.batch = batch;
                self.batch.permit = None;
            }
            Err(_) => unreachable!("what comes back is what was sent"),
        }
    }
}
