//! A stack for routes that recurse on depth: the baseline, the peers, and the trees themselves when they are dropped.

use std::thread;

/// Enough for some thousand containers in a debug build.
const STACK: usize = 256 << 20;

/// Runs `work` on a thread of its own with a large stack, and returns what it returns.
///
/// # Panics
/// When `work` does, or no thread can be had.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, work).expect("a thread starts");
        running
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
