//! Ctrl-C and its kin: noticed by a flag that the writing thread looks at.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on SIGINT, SIGTERM and SIGHUP only raise the flag; a second one ends the process at once.
///
/// SQLite undoes a transaction that was cut that way when the database is next opened.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(crate::failure::INTERRUPTED));
        }
    })
    .context("cannot listen for Ctrl-C")
}

pub(crate) fn raised() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
