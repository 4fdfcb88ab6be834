//! Inputs of further public bug reports, each with its right value: JSON text, CBOR and blobs.
//!
//! A name is the repository and the number of an issue or a pull request there, or a file and the number in it. What
//! `cases.rs` has is not repeated.

mod blobs;
mod cbor;
mod cbor_numbers;
mod formats;
mod long;
mod no_cbor;
mod numbers;
mod text;
mod trees;
mod values;

use serde::Deserialize as _;
use serde_json::Value;

pub(crate) fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit");
    let pair = |pair: &[u8]| u8::try_from(digit(pair[0]) * 16 + digit(pair[1])).expect("a byte");
    hex.as_bytes().chunks_exact(2).map(pair).collect()
}

pub(crate) fn parse(text: &str) -> Option<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Value::deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(value)
}
