//! Scalars and labels laid out: header and payload.

use super::digits;
use super::scratch::Scratch;
use crate::error::{Error, Result};
use crate::format::{ElementType, Header, number, text};
use crate::scan;

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
    digits_of(scratch, ElementType::Int, digits)
}

/// Lays out a finite FLOAT.
#[inline]
pub(super) fn float(scratch: &mut Scratch, value: f64) -> Result<()> {
    let window: &mut [u8; 2 + digits::ROOM] = scratch.window()?;
    let [first, second, room @ ..] = window;
    let len = digits::float(value, room);
    let size = u8::try_from(len).unwrap_or(u8::MAX);
    // As in `short`; most floats have more than 11 digits.
    let header_len = if len <= 11 {
        *first = size << 4 | ElementType::Float.code();
        window.copy_within(2..2 + 16, 1);
        1
    } else {
        (*first, *second) = (0xc0 | ElementType::Float.code(), size);
        2
    };
    scratch.advance(len.wrapping_add(header_len));
    Ok(())
}

/// Lays out an INT or a FLOAT with the digits of `literal`.
pub(super) fn literal(scratch: &mut Scratch, literal: &str) -> Result<()> {
    let element_type =
        number::element_type(literal.as_bytes()).ok_or_else(|| Error::invalid_number(literal))?;
    long(scratch, element_type, literal.as_bytes())
}

/// Lays out a TEXT or a TEXTJ.
#[inline(never)]
pub(super) fn string(scratch: &mut Scratch, string: &str) -> Result<()> {
    let bytes = string.as_bytes();
    if bytes.len() <= SHORT
        && let Some(window) = scratch.ready_window()
    {
        if let Some(len) = short::<CHECKED>(window, ElementType::Text, bytes) {
            scratch.advance(len);
            return Ok(());
        }
        return escaped(scratch, bytes);
    }
    any_string(scratch, bytes)
}

/// The same at any length, wherever it has to go.
#[inline(never)]
fn any_string(scratch: &mut Scratch, bytes: &[u8]) -> Result<()> {
    if let Some(window) = scratch.ready_window()
        && let Ok(size) = u8::try_from(bytes.len())
        && bytes.len() > SHORT
    {
        if copy_clean(window, size, bytes) {
            scratch.advance(bytes.len().wrapping_add(2));
            return Ok(());
        }
        return escaped(scratch, bytes);
    }
    if text::is_clean(bytes) {
        long(scratch, ElementType::Text, bytes)
    } else {
        escaped(scratch, bytes)
    }
}

/// Writes a TEXT of 16 to 255 bytes to the start of `window`, and returns whether it is one.
#[inline]
fn copy_clean(window: &mut [u8; 2 + 256], size: u8, bytes: &[u8]) -> bool {
    let [first, second, place @ ..] = window;
    *first = 0xc0 | ElementType::Text.code();
    *second = size;
    let mut is_special = false;
    for (from, to) in bytes.as_chunks().0.iter().zip(place.as_chunks_mut().0) {
        *to = *from;
        is_special |= scan::has_special(words(*from));
    }
    // What is left goes out with what comes before it.
    let tail = copy_ends::<16>(bytes, place).map(|[_, last]| words(last));
    !(is_special || tail.is_none_or(scan::has_special))
}

/// Lays out a number of at most 32 digits and signs.
#[inline]
fn digits_of(scratch: &mut Scratch, element_type: ElementType, digits: &[u8]) -> Result<()> {
    if let Some(window) = scratch.ready_window()
        && let Some(len) = short::<AS_IT_IS>(window, element_type, digits)
    {
        scratch.advance(len);
        return Ok(());
    }
    long(scratch, element_type, digits)
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
    let (Some(padded), true, Some(window)) = (
        text.first_chunk::<SHORT>(),
        len <= SHORT,
        scratch.ready_window::<WINDOW>(),
    ) else {
        return long(scratch, element_type, text.get(..len).unwrap_or(text));
    };
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

/// How much is escaped at a time.
const PART: usize = 128;

/// What a part takes at most, with the room that [`text::escape_to`] asks for: a byte becomes six.
const ESCAPED: usize = 6 * PART + 8;

#[inline(never)]
fn escaped(scratch: &mut Scratch, bytes: &[u8]) -> Result<()> {
    if bytes.len() <= PART {
        return escaped_at_once(scratch, bytes);
    }
    header(scratch, ElementType::TextJ, text::escaped_len(bytes))?;
    for part in bytes.chunks(PART) {
        let place: &mut [u8; ESCAPED] = scratch.window()?;
        let len = text::escape_to(part, place);
        scratch.advance(len);
    }
    Ok(())
}

/// Lays out the payload first, behind a header of two bytes, which it has most often: to move it where it has not is less
/// work than to know its length before.
fn escaped_at_once(scratch: &mut Scratch, bytes: &[u8]) -> Result<()> {
    const USUAL: usize = 2;
    let window: &mut [u8; USUAL + ESCAPED] = scratch.window()?;
    let len = text::escape_to(bytes, window.get_mut(USUAL..).unwrap_or_default());
    let size = u32::try_from(len).expect("six times a part at most");
    let header = Header::new(ElementType::TextJ, size);
    let header_len = header.encoded_len();
    if header_len != USUAL {
        window.copy_within(USUAL..len.wrapping_add(USUAL), header_len);
    }
    if let Some(place) = window.first_chunk_mut() {
        header.write_as(header_len, place);
    }
    scratch.advance(len.wrapping_add(header_len));
    Ok(())
}

/// Lays out a header.
fn header(scratch: &mut Scratch, element_type: ElementType, payload_size: usize) -> Result<()> {
    let size = u32::try_from(payload_size).map_err(|_| scratch.too_large())?;
    let header = Header::new(element_type, size);
    let header_len = header.encoded_len();
    header.write_as(header_len, scratch.window()?);
    scratch.advance(header_len);
    Ok(())
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

/// Whether a payload is looked at for bytes that TEXT may not hold.
const CHECKED: bool = true;
const AS_IT_IS: bool = false;

/// Writes an element whose payload has at most 32 bytes to the start of `window`, and returns its length; `None` when it
/// is checked and holds a byte that TEXT may not hold.
///
/// The payload is copied as two pieces of a fixed width, which may overlap: far cheaper than a copy whose width is known
/// only now.
#[inline]
fn short<const CHECK: bool>(
    window: &mut [u8; WINDOW],
    element_type: ElementType,
    payload: &[u8],
) -> Option<usize> {
    let code = element_type.code();
    let len = payload.len();
    let size = u8::try_from(len).unwrap_or(u8::MAX);
    // SQLite doc/jsonb.md 3: sizes up to 11 stand in the first byte, then in the next one.
    let (header_len, seen) = if len <= 11 {
        let [first, place @ ..] = window;
        *first = size << 4 | code;
        let seen = if let Some(ends) = copy_ends::<8>(payload, place) {
            ends.map(u64::from_le_bytes)
        } else if let Some(ends) = copy_ends::<4>(payload, place) {
            let [first, last] = ends.map(|end| u64::from(u32::from_le_bytes(end)));
            [last << 32 | first; 2]
        } else {
            [copy_three(payload, place); 2]
        };
        (1, seen)
    } else {
        let [first, second, place @ ..] = window;
        *first = 0xc0 | code;
        *second = size;
        let seen = if let Some([first, last]) = copy_ends::<16>(payload, place) {
            if CHECK && scan::has_special(words(first)) {
                return None;
            }
            words(last)
        } else {
            let ends = copy_ends::<8>(payload, place).unwrap_or_default();
            ends.map(u64::from_le_bytes)
        };
        (2, seen)
    };
    if CHECK && scan::has_special(seen) {
        return None;
    }
    Some(len.wrapping_add(header_len))
}

#[inline]
fn words(block: [u8; 16]) -> [u64; 2] {
    match block.as_chunks() {
        ([first, last], _) => [first, last].map(|word| u64::from_le_bytes(*word)),
        _ => [0; 2],
    }
}

/// Copies at most three bytes: one by one, since the compiler makes a call of a loop.
#[inline]
fn copy_three(payload: &[u8], place: &mut [u8]) -> u64 {
    let middle_at = payload.len() >> 1;
    let last_at = payload.len().wrapping_sub(1);
    let (Some(&first), Some(&middle), Some(&last)) =
        (payload.first(), payload.get(middle_at), payload.last())
    else {
        return 0x2020_2020_2020_2020;
    };
    for (at, byte) in [(0, first), (middle_at, middle), (last_at, last)] {
        if let Some(place) = place.get_mut(at) {
            *place = byte;
        }
    }
    u64::from_le_bytes([first, middle, last, b' ', b' ', b' ', b' ', b' '])
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
    use alloc::vec::Vec;

    #[test]
    fn escaped_texts_have_the_header_of_their_length_with_escapes() {
        for len in 1..2 * PART {
            for quotes in [1, len.div_ceil(2), len] {
                let text = "\"".repeat(quotes) + &"x".repeat(len.saturating_sub(quotes));
                let mut scratch = Scratch::default();
                scratch.clear(usize::MAX);
                string(&mut scratch, &text).expect("no limit");
                let mut laid_out = Vec::new();
                let Ok(()) = scratch.reader().copy(usize::MAX, &mut laid_out);
                let payload = text.replace('"', "\\\"");
                let size = u32::try_from(payload.len()).expect("short");
                let header = Header::new(ElementType::TextJ, size).to_bytes();
                let expected = [header.as_ref(), payload.as_bytes()].concat();
                assert_eq!(laid_out, expected, "{quotes} quotes in {len}");
            }
        }
    }

    #[test]
    fn texts_of_a_size_in_one_byte_are_copied_whole_and_seen_whole() {
        let bytes: Vec<u8> = (b' '..=b'~')
            .filter(|byte| !b"\"\\".contains(byte))
            .collect();
        let bytes = bytes.repeat(3);
        for len in SHORT + 1..=255 {
            let payload = &bytes[..len];
            let mut window = [0; 258];
            let size = u8::try_from(len).expect("below 256");
            assert!(copy_clean(&mut window, size, payload));
            assert_eq!(window[..2], [0xc7, size]);
            assert_eq!(window[2..2 + len], *payload);
            for at in 0..len {
                let mut payload = payload.to_vec();
                payload[at] = b'\\';
                assert!(!copy_clean(&mut window, size, &payload), "at {at} of {len}");
            }
        }
    }

    #[test]
    fn short_payloads_are_copied_whole_and_seen_whole() {
        let bytes = b"abcdefghijklmnopqrstuvwxyz012345";
        for len in 0..=SHORT {
            let payload = &bytes[..len];
            let header = Header::new(ElementType::Text, u32::try_from(len).expect("short"));
            let element = [header.to_bytes().as_ref(), payload].concat();
            let mut window = [0; WINDOW];
            let len = short::<CHECKED>(&mut window, ElementType::Text, payload);
            assert_eq!(window[..len.expect("nothing special")], element);
            for at in 0..payload.len() {
                let mut payload = payload.to_vec();
                payload[at] = b'"';
                let checked = short::<CHECKED>(&mut window, ElementType::Text, &payload);
                assert_eq!(checked, None, "a quote at {at}");
                let len = short::<AS_IT_IS>(&mut window, ElementType::Text, &payload);
                assert_eq!(len, Some(element.len()));
            }
        }
    }
}
