//! Scalars and labels laid out: header and payload.

use super::scratch::Scratch;
use crate::error::{Error, Result};
use crate::format::{ElementType, Header, number, text};

/// Payloads up to this size are copied in two pieces of a fixed width.
const SHORT: usize = 32;

/// What a short payload and its header take at most.
const WINDOW: usize = SHORT + 2;

/// Lays out one byte: an element without a payload.
#[inline]
pub(super) fn byte(scratch: &mut Scratch, element_type: ElementType) -> Result<()> {
    scratch.put(&[element_type.code()], 1)
}

/// Lays out an INT.
#[inline]
pub(super) fn int<I: itoa::Integer>(scratch: &mut Scratch, value: I) -> Result<()> {
    let mut digits = itoa::Buffer::new();
    let digits = digits.format(value).as_bytes();
    // 20 digits are the most of 64 bits, 40 those of 128. A question for the compiler, not for each integer.
    if size_of::<I>() > size_of::<u64>() {
        return long(scratch, ElementType::Int, digits);
    }
    short(scratch, ElementType::Int, digits, |_| true)?;
    Ok(())
}

/// Lays out a finite FLOAT.
#[inline]
pub(super) fn float(scratch: &mut Scratch, value: f64) -> Result<()> {
    let mut digits = zmij::Buffer::new();
    let digits = digits.format_finite(value).as_bytes();
    short(scratch, ElementType::Float, digits, |_| true)?;
    Ok(())
}

/// Lays out an INT or a FLOAT with the digits of `literal`.
pub(super) fn literal(scratch: &mut Scratch, literal: &str) -> Result<()> {
    let element_type =
        number::element_type(literal.as_bytes()).ok_or_else(|| Error::invalid_number(literal))?;
    long(scratch, element_type, literal.as_bytes())
}

/// Lays out a TEXT or a TEXTJ.
#[inline]
pub(super) fn string(scratch: &mut Scratch, string: &str) -> Result<()> {
    let bytes = string.as_bytes();
    if bytes.len() <= SHORT {
        if short(scratch, ElementType::Text, bytes, |word| {
            !text::has_special(word)
        })? {
            return Ok(());
        }
    } else if !text::needs_escape(bytes) {
        return long(scratch, ElementType::Text, bytes);
    }
    escaped(scratch, bytes)
}

/// Lays out an element whose payload is the first `len` bytes of `text`.
///
/// A short payload is copied at a fixed width together with what comes behind it.
#[inline]
pub(super) fn verbatim(
    scratch: &mut Scratch,
    element_type: ElementType,
    text: &[u8],
    len: usize,
) -> Result<()> {
    let (Some(padded), true) = (text.first_chunk::<SHORT>(), len <= SHORT) else {
        return long(scratch, element_type, text.get(..len).unwrap_or(text));
    };
    let window = scratch.window::<WINDOW>()?;
    let header_len = short_header(window, element_type, len);
    let place = window.get_mut(header_len..).unwrap_or_default();
    if let Some(place) = place.first_chunk_mut() {
        *place = *padded;
    }
    scratch.advance(len.wrapping_add(header_len));
    Ok(())
}

/// Lays out an element of any length.
#[inline(never)]
fn long(scratch: &mut Scratch, element_type: ElementType, payload: &[u8]) -> Result<()> {
    header(scratch, element_type, payload.len())?;
    scratch.put_all(payload)
}

#[inline(never)]
fn escaped(scratch: &mut Scratch, bytes: &[u8]) -> Result<()> {
    /// How much is escaped at a time: a byte becomes six at most.
    const PART: usize = 128;
    header(scratch, ElementType::TextJ, text::escaped_len(bytes))?;
    for part in bytes.chunks(PART) {
        let place: &mut [u8; 6 * PART + 8] = scratch.window()?;
        let len = text::escape_to(part, place);
        scratch.advance(len);
    }
    Ok(())
}

/// Lays out a header.
fn header(scratch: &mut Scratch, element_type: ElementType, payload_size: usize) -> Result<()> {
    let size = u32::try_from(payload_size).map_err(|_| scratch.too_large())?;
    let header = Header::new(element_type, size).to_bytes();
    scratch.put_all(header.as_ref())
}

/// Lays out an element whose payload has at most 32 bytes, or nothing and returns `false` when `accepts` refuses one of
/// the words of eight bytes that cover the payload.
#[inline]
fn short(
    scratch: &mut Scratch,
    element_type: ElementType,
    payload: &[u8],
    accepts: impl Fn(u64) -> bool,
) -> Result<bool> {
    let window = scratch.window::<WINDOW>()?;
    let header_len = short_header(window, element_type, payload.len());
    let place = window.get_mut(header_len..);
    let accepted = copy_short(payload, place.unwrap_or_default(), accepts);
    if accepted {
        scratch.advance(payload.len().wrapping_add(header_len));
    }
    Ok(accepted)
}

/// Writes the header of a payload of at most 32 bytes, and returns its length.
#[inline]
fn short_header(window: &mut [u8; WINDOW], element_type: ElementType, len: usize) -> usize {
    let code = element_type.code();
    let size = u8::try_from(len).unwrap_or(u8::MAX);
    let [first, second, ..] = window;
    // SQLite doc/jsonb.md 3: sizes up to 11 stand in the first byte, then in the next one.
    // The payload is written over the size where it is not needed: a branch would go both ways.
    let is_short = size <= 11;
    *first = if is_short { size << 4 } else { 0xc0 } | code;
    *second = size;
    if is_short { 1 } else { 2 }
}

/// Copies a payload of at most 32 bytes as two pieces of a fixed width, which may overlap: far cheaper than a copy whose
/// width is known only now. Returns whether `accepts` took every word.
#[inline]
fn copy_short(payload: &[u8], place: &mut [u8], accepts: impl Fn(u64) -> bool) -> bool {
    if let Some([first, last]) = copy_ends::<16>(payload, place) {
        return [first, last]
            .iter()
            .flat_map(|piece| piece.as_chunks().0)
            .fold(true, |accepted, word| {
                accepted & accepts(u64::from_le_bytes(*word))
            });
    }
    if let Some([first, last]) = copy_ends::<8>(payload, place) {
        return accepts(u64::from_le_bytes(first)) & accepts(u64::from_le_bytes(last));
    }
    if let Some([[a, b, c, d], [e, f, g, h]]) = copy_ends::<4>(payload, place) {
        return accepts(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    }
    let mut word = [b' '; 8];
    for ((byte, place), copy) in payload.iter().zip(place).zip(&mut word) {
        *place = *byte;
        *copy = *byte;
    }
    accepts(u64::from_le_bytes(word))
}

/// Copies the first and the last `N` bytes of `payload` to where they belong, if there are as many, and returns them.
#[inline]
fn copy_ends<const N: usize>(payload: &[u8], place: &mut [u8]) -> Option<[[u8; N]; 2]> {
    let (first, last) = (payload.first_chunk()?, payload.last_chunk()?);
    *place.first_chunk_mut()? = *first;
    let at = payload.len().wrapping_sub(N);
    *place.get_mut(at..)?.first_chunk_mut()? = *last;
    Some([*first, *last])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_payloads_are_copied_whole_and_seen_whole() {
        let bytes = b"abcdefghijklmnopqrstuvwxyz012345";
        for len in 0..=32 {
            let payload = &bytes[..len];
            let mut place = [0; 33];
            assert!(copy_short(payload, &mut place, |_| true));
            assert_eq!(place[..len], *payload);
            for at in 0..len {
                let mut payload = payload.to_vec();
                payload[at] = b'"';
                assert!(!copy_short(
                    &payload,
                    &mut place,
                    |word| !text::has_special(word)
                ));
            }
            assert!(copy_short(payload, &mut place, |word| !text::has_special(
                word
            )));
        }
    }
}
