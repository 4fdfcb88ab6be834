//! How many bytes may be under way at a time.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Bytes under way, of all batches together.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    shared: Arc<Shared>,
    limit: usize,
}

#[derive(Debug, Default)]
struct Shared {
    taken: Mutex<usize>,
    given_back: Condvar,
}

/// A part of a budget; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Permit {
    shared: Arc<Shared>,
    bytes: usize,
}

impl Budget {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            shared: Arc::default(),
            limit,
        }
    }

    /// Waits until `bytes` are left. What passes the limit by itself goes alone.
    pub(super) fn take(&self, bytes: usize) -> Permit {
        let taken = self.shared.taken.lock();
        let mut taken = self
            .shared
            .given_back
            .wait_while(taken.unwrap_or_else(PoisonError::into_inner), |taken| {
                !self.fits(*taken, bytes)
            })
            .unwrap_or_else(PoisonError::into_inner);
        *taken = taken.saturating_add(bytes);
        self.permit(bytes)
    }

    /// As [`take`](Self::take), but gives up instead of waiting.
    pub(super) fn try_take(&self, bytes: usize) -> Option<Permit> {
        let mut taken = self.shared.taken.lock().ok()?;
        if !self.fits(*taken, bytes) {
            return None;
        }
        *taken = taken.saturating_add(bytes);
        Some(self.permit(bytes))
    }

    fn fits(&self, taken: usize, bytes: usize) -> bool {
        taken == 0 || taken.saturating_add(bytes) <= self.limit
    }

    fn permit(&self, bytes: usize) -> Permit {
        Permit {
            shared: Arc::clone(&self.shared),
            bytes,
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self
            .shared
            .taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *taken -= self.bytes;
        self.shared.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giant_goes_alone() {
        let budget = Budget::new(10);
        let giant = budget.try_take(100).expect("nothing is under way");
        assert!(budget.try_take(1).is_none());
        drop(giant);
        let small = budget.take(4);
        assert!(budget.try_take(7).is_none());
        assert!(budget.try_take(6).is_some());
        drop(small);
        let waiting = budget.clone();
        let held = budget.take(10);
        let waiter = std::thread::spawn(move || drop(waiting.take(100)));
        drop(held);
        waiter.join().expect("it got its turn");
    }
}
