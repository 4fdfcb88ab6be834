//! Scalars and labels laid out: header and payload.

use alloc::vec::Vec;

use super::scratch::Scratch;
use crate::error::{Error, ErrorKind, Result};
use crate::format::{ElementType, Header, number, text};

/// Lays out one byte: an element without a payload.
#[inline]
pub(super) fn byte(scratch: &mut Scratch, element_type: ElementType) -> Result<()> {
    scratch.room(1)?.push(element_type.code());
    Ok(())
}

/// Lays out an INT.
#[inline]
pub(super) fn int<I: itoa::Integer>(scratch: &mut Scratch, value: I) -> Result<()> {
    let mut digits = itoa::Buffer::new();
    payload(scratch, ElementType::Int, digits.format(value).as_bytes())
}

/// Lays out a finite FLOAT.
#[inline]
pub(super) fn float(scratch: &mut Scratch, value: f64) -> Result<()> {
    let mut digits = zmij::Buffer::new();
    payload(
        scratch,
        ElementType::Float,
        digits.format_finite(value).as_bytes(),
    )
}

/// Lays out an INT or a FLOAT with the digits of `literal`.
pub(super) fn literal(scratch: &mut Scratch, literal: &str) -> Result<()> {
    let element_type =
        number::element_type(literal.as_bytes()).ok_or_else(|| Error::invalid_number(literal))?;
    payload(scratch, element_type, literal.as_bytes())
}

/// Lays out a TEXT or a TEXTJ.
#[inline]
pub(super) fn string(scratch: &mut Scratch, string: &str) -> Result<()> {
    let bytes = string.as_bytes();
    if text::needs_escape(bytes) {
        escaped(scratch, bytes)
    } else {
        payload(scratch, ElementType::Text, bytes)
    }
}

#[inline(never)]
fn escaped(scratch: &mut Scratch, bytes: &[u8]) -> Result<()> {
    let room = open(scratch, ElementType::TextJ, text::escaped_len(bytes))?;
    text::escape(bytes, |run| room.extend_from_slice(run));
    Ok(())
}

#[inline]
fn payload(scratch: &mut Scratch, element_type: ElementType, payload: &[u8]) -> Result<()> {
    open(scratch, element_type, payload.len())?.extend_from_slice(payload);
    Ok(())
}

/// Lays out a header and makes room for its payload.
#[inline]
fn open(
    scratch: &mut Scratch,
    element_type: ElementType,
    payload_size: usize,
) -> Result<&mut Vec<u8>> {
    let limit = scratch.limit();
    let too_large = || Error::new(ErrorKind::TooLarge { limit });
    let size = u32::try_from(payload_size).map_err(|_| too_large())?;
    let header = Header::new(element_type, size).to_bytes();
    let header = header.as_ref();
    let room = payload_size
        .checked_add(header.len())
        .ok_or_else(too_large)?;
    let buffer = scratch.room(room)?;
    buffer.extend_from_slice(header);
    Ok(buffer)
}
