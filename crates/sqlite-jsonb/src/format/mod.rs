//! The format on one page.
//!
//! A blob is one element.
//! An element is a header and a payload:
//!
//! ```text
//!  first byte          size bytes, big-endian      payload
//! +---------+---------+---------------------------+---------------------+
//! | size    | element | 0, 1, 2, 4 or 8 bytes     | `payload size` bytes|
//! | code    | type    |                           |                     |
//! +---------+---------+---------------------------+---------------------+
//!  high four  low four
//!  bits       bits
//! ```
//!
//! A size code of 0 to 11 is the payload size itself; 12, 13, 14 and 15 say that it follows in 1, 2, 4 and 8 bytes.
//! Scalars hold their text, an ARRAY its elements, an OBJECT label and value in turn.
//!
//! `[1,"a"]` is `4b 13 31 17 61`:
//!
//! ```text
//! 4b      ARRAY, payload of 4 bytes
//!   13 31   INT, payload of 1 byte: 1
//!   17 61   TEXT, payload of 1 byte: a
//! ```
//!
//! Source: SQLite `doc/jsonb.md`.

#![warn(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

pub(crate) mod ascii;
mod decimal;
mod element_type;
mod escapes;
mod header;
pub(crate) mod number;
mod short;
pub(crate) mod text;
pub(crate) mod unescape;
mod window;

pub(crate) use decimal::Decimal;
pub use element_type::ElementType;
pub use header::{Header, HeaderBytes};
pub(crate) use short::Short;
pub(crate) use window::Window;
