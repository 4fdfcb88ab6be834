//! An encoder that is lent for one document: its buffers are worth more than a small document's own work.

use super::{EncodeOptions, Encoder};

/// Calls `encode` with an encoder, which has the buffers of a call before on this thread where there were any.
///
/// A source may encode another document on the way; that one gets an encoder of its own.
#[inline]
pub(crate) fn with_encoder<T>(options: EncodeOptions, encode: impl FnOnce(&mut Encoder) -> T) -> T {
    let mut encoder = kept::take();
    encoder.options = options;
    let result = encode(&mut encoder);
    kept::put_back(encoder);
    result
}

#[cfg(feature = "std")]
mod kept {
    use super::Encoder;
    use alloc::boxed::Box;
    use core::cell::Cell;

    /// How many bytes of buffers a thread keeps at most. A larger document has made up for its allocations.
    const MOST: usize = 1 << 17;

    std::thread_local! {
        static ENCODER: Cell<Option<Box<Encoder>>> = const { Cell::new(None) };
    }

    #[inline]
    pub(super) fn take() -> Box<Encoder> {
        // A thread that ends has none any more.
        let encoder = ENCODER.try_with(Cell::take);
        encoder.ok().flatten().unwrap_or_default()
    }

    #[inline]
    pub(super) fn put_back(encoder: Box<Encoder>) {
        if encoder.memory() <= MOST {
            // Without a place it is dropped.
            let _ = ENCODER.try_with(|place| place.set(Some(encoder)));
        }
    }
}

#[cfg(not(feature = "std"))]
mod kept {
    use super::Encoder;

    pub(super) fn take() -> Encoder {
        Encoder::new()
    }

    pub(super) fn put_back(_: Encoder) {}
}
