//! Ctrl-C and its kin: noticed by a flag that the writing thread looks at, and by statements that are long under way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use rusqlite::{Connection, ErrorCode, InterruptHandle};

use crate::failure::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The connections whose statements end with an interrupt.
static STATEMENTS: Mutex<Vec<InterruptHandle>> = Mutex::new(Vec::new());

/// From now on SIGINT, SIGTERM and SIGHUP only raise the flag; a second one ends the process at once.
///
/// SQLite undoes a transaction that was cut that way when the database is next opened.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(crate::failure::INTERRUPTED));
        }
        let statements = STATEMENTS.lock().unwrap_or_else(PoisonError::into_inner);
        statements.iter().for_each(InterruptHandle::interrupt);
    })
    .context("cannot listen for Ctrl-C")
}

pub(crate) fn raised() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on an interrupt ends the statements of a connection too, which may run for hours without a row.
///
/// Not where there is something to commit after an interrupt: SQLite takes back the transaction of a statement that writes.
pub(crate) fn ends_statements_of(connection: &Connection) {
    let mut statements = STATEMENTS.lock().unwrap_or_else(PoisonError::into_inner);
    statements.push(connection.get_interrupt_handle());
}

/// The interrupt, for the error of a statement that was ended by it.
pub(crate) fn told(error: anyhow::Error) -> anyhow::Error {
    let is_ended = error.chain().any(|cause| {
        cause
            .downcast_ref::<rusqlite::Error>()
            .is_some_and(|error| error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted))
    });
    if is_ended && raised() {
        Failure::interrupted()
    } else {
        error
    }
}
