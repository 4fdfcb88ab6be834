//! Floats formatted where they are laid out.

#![expect(
    unsafe_code,
    reason = "zmij formats into a buffer of its own type; to copy the digits out of one at once makes the processor wait for \
              them to be written, a tenth of the time of canada.json"
)]

use core::ptr;

/// The most bytes that a float takes.
const LONGEST: usize = size_of::<zmij::Buffer>();

/// What [`float`] needs.
pub(super) const ROOM: usize = 2 * LONGEST;

const _: () = assert!(
    align_of::<zmij::Buffer>() == 1 && LONGEST <= 32,
    "a buffer fits wherever there are as many bytes"
);

/// Formats a finite float at the start of `room`, as the shortest text that reads back the same, and returns its length in
/// bytes.
#[inline]
pub(super) fn float(value: f64, room: &mut [u8; ROOM]) -> usize {
    let start: *mut u8 = room.as_mut_ptr();
    let buffer = start.cast::<zmij::Buffer>();
    // SAFETY: `room` is longer than a buffer, which has no alignment, and it is borrowed until the end. From here on its
    // first `LONGEST` bytes count as uninitialized; none is read before it is written again.
    unsafe { ptr::write(buffer, zmij::Buffer::new()) };
    // SAFETY: a buffer was written there just above, and nothing else refers to `room`.
    let digits = unsafe { &mut *buffer }.format_finite(value);
    let len = digits.len().min(LONGEST);
    if !ptr::eq(digits.as_ptr(), start) {
        // SAFETY: `digits` has at least `len` bytes, which are text, and `room` has as many; the two may overlap.
        unsafe { ptr::copy(digits.as_ptr(), start, len) };
    }
    // SAFETY: `len` is at most `LONGEST`, half the length of `room`.
    let behind = unsafe { start.add(len) };
    // SAFETY: `LONGEST` more bytes behind `len` are in `room`. They cover all that a buffer has and no digit is in, so
    // `room` is initialized as a whole again.
    unsafe { ptr::write_bytes(behind, 0, LONGEST) };
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_a_buffer_of_its_own() {
        let bits = (0..200_000_u64).map(|n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let small = (0..2000_i32).map(|n| f64::from(n - 1000) / 8.0);
        let ends = [f64::MAX, f64::MIN_POSITIVE, 5e-324, -0.0, 1e16, 1e-5];
        for value in bits
            .chain(small)
            .chain(ends)
            .filter(|value| value.is_finite())
        {
            let mut room = [b'x'; ROOM];
            let len = float(value, &mut room);
            let (digits, behind) = room.split_at(len);
            assert_eq!(digits, zmij::Buffer::new().format_finite(value).as_bytes());
            assert!(behind[..LONGEST].iter().all(|byte| *byte == 0));
        }
    }
}
