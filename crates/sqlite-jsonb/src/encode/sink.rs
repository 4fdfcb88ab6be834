//! Where a planned element goes.

#![expect(
    unsafe_code,
    reason = "a vector does not know what was written into its spare capacity; to grow it piece by piece costs a chain of \
              containers a third of its time"
)]

use alloc::vec::Vec;
use core::convert::Infallible;
use core::mem::MaybeUninit;

use crate::format::Header;

/// The longest piece that is worth a copy at a fixed width.
pub(super) const SHORT: usize = 16;

/// Takes the pieces of an element, in order.
pub(super) trait Sink {
    type Error;

    /// Takes some bytes.
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Takes the first `len` of some bytes: so that it can copy all of them, at a fixed width.
    #[inline]
    fn short(&mut self, padded: &[u8; SHORT], len: usize) -> Result<(), Self::Error> {
        self.bytes(padded.get(..len).unwrap_or(padded))
    }

    /// Takes a header in its shortest form.
    #[inline]
    fn header(&mut self, header: Header) -> Result<(), Self::Error> {
        self.bytes(header.to_bytes().as_ref())
    }
}

impl Sink for Vec<u8> {
    type Error = Infallible;

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// Takes the pieces by any function.
pub(super) struct Each<F>(pub(super) F);

impl<E, F: FnMut(&[u8]) -> Result<(), E>> Sink for Each<F> {
    type Error = E;

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), E> {
        (self.0)(bytes)
    }
}

/// Appends what `write` writes to the next `len` bytes of `destination`, for which there is room.
pub(super) fn append(
    destination: &mut Vec<u8>,
    len: usize,
    write: impl FnOnce(&mut Spare<'_>) -> Result<(), Full>,
) {
    let room = destination.spare_capacity_mut().get_mut(..len);
    let mut spare = Spare::new(room.unwrap_or_default());
    write(&mut spare).expect("a plan knows its length");
    let len = spare.written().wrapping_add(destination.len());
    // SAFETY: `spare` is the start of the spare capacity, since nobody else has one to put in its place, and so many bytes
    // at its start were written.
    unsafe { destination.set_len(len) };
}

/// Memory that is written from its start on.
///
/// What is before `rest` was written: [`pass`](Self::pass) is called for no more bytes than that.
pub(super) struct Spare<'m> {
    /// What is not written yet.
    rest: &'m mut [MaybeUninit<u8>],
    len: usize,
}

impl<'m> Spare<'m> {
    /// Only [`append`] makes one, so that nobody can hand it another one back, of memory elsewhere.
    fn new(memory: &'m mut [MaybeUninit<u8>]) -> Self {
        let len = memory.len();
        Self { rest: memory, len }
    }

    /// How many bytes were written, all of them at the start of the memory.
    fn written(&self) -> usize {
        self.len.wrapping_sub(self.rest.len())
    }

    #[inline]
    fn pass(&mut self, len: usize) {
        let rest = core::mem::take(&mut self.rest);
        self.rest = rest.get_mut(len..).unwrap_or_default();
    }
}

impl Sink for Spare<'_> {
    type Error = Full;

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let place = self.rest.get_mut(..bytes.len()).ok_or(Full)?;
        for (place, byte) in place.iter_mut().zip(bytes) {
            place.write(*byte);
        }
        self.pass(bytes.len());
        Ok(())
    }

    #[inline]
    fn short(&mut self, padded: &[u8; SHORT], len: usize) -> Result<(), Full> {
        let Some(place) = self.rest.first_chunk_mut() else {
            return self.bytes(padded.get(..len).unwrap_or(padded));
        };
        *place = padded.map(MaybeUninit::new);
        self.pass(len.min(SHORT));
        Ok(())
    }

    #[inline]
    fn header(&mut self, header: Header) -> Result<(), Full> {
        let len = header.encoded_len();
        let mut bytes = [0; 5];
        header.write_as(len, &mut bytes);
        let Some(place) = self.rest.first_chunk_mut() else {
            return self.bytes(bytes.get(..len).unwrap_or(&bytes));
        };
        *place = bytes.map(MaybeUninit::new);
        self.pass(len);
        Ok(())
    }
}

/// The memory has less room than the plan said.
#[derive(Debug)]
pub(super) struct Full;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ElementType;

    #[test]
    fn spare_memory_is_written_like_a_vector_and_not_past_its_end() {
        for room in 0..80 {
            let mut expected: Vec<u8> = Vec::new();
            let mut written = Vec::with_capacity(room);
            append(&mut written, room, |spare| {
                for step in 0_u8.. {
                    let padded = core::array::from_fn(|at| step.wrapping_add(at.to_le_bytes()[0]));
                    let len = usize::from(step) % 17;
                    let header = Header::new(ElementType::Array, 1 << (step % 20));
                    let Ok(()) = match step % 3 {
                        0 => expected.bytes(&padded[..len]),
                        1 => expected.short(&padded, len),
                        _ => expected.header(header),
                    };
                    let put = match step % 3 {
                        0 => spare.bytes(&padded[..len]),
                        1 => spare.short(&padded, len),
                        _ => spare.header(header),
                    };
                    if put.is_err() {
                        break;
                    }
                }
                Ok(())
            });
            assert!(written.len() <= room && expected.len() > room);
            assert_eq!(written, expected[..written.len()]);
        }
    }
}
