//! Any type of serde, written to a blob and read from one, without a tree in between.
//!
//! # Writing
//!
//! [`to_vec`] writes the bytes that [`sqlite_jsonb::to_vec`](crate::to_vec) writes of `serde_json::to_value(&value)`, but
//! for what stands in the last column.
//!
//! | value | element | unlike `serde_json::to_value` |
//! |---|---|---|
//! | `bool` | TRUE, FALSE | |
//! | integers | INT | `i128` and `u128` keep all digits; there, what passes 64 bits is an error |
//! | `f64` | FLOAT as serde_json prints it; NaN and infinities by [`NonFinite`](crate::NonFinite) | |
//! | `f32` | FLOAT of the `f64` it is equal to: `0.1` is `0.10000000149011612` | there, so too unless `arbitrary_precision` is on |
//! | `char`, `str` | TEXT, or TEXTJ with serde_json's escapes | |
//! | bytes | ARRAY of INT | |
//! | `None`, `()`, unit structs | NULL | |
//! | `Some`, newtype structs | what is inside | |
//! | sequences, tuples, tuple structs | ARRAY | |
//! | maps | OBJECT in the order of the map | there, sorted; duplicates are kept here, there the last counts |
//! | structs | OBJECT in the order of the fields | the same |
//! | map keys: strings, `char`, integers, `bool`, finite floats, unit variants, newtype structs and `Some` of these | a label | there, `Some` is an error; `serde_json::to_string` takes it |
//! | other map keys | an error: [`UnsupportedLabel`](crate::ErrorKind::UnsupportedLabel) | |
//! | unit variants | TEXT: the name | |
//! | other variants | OBJECT of one member: the name, and the content as of a newtype struct, a tuple or a struct | |
//! | `serde_json::Number` under `arbitrary_precision` | INT or FLOAT with its own digits | |
//! | a tag in a `ciborium::Value` | OBJECT of `@@TAGGED@@`, as which ciborium serializes it; [`sqlite_jsonb::to_vec`](crate::to_vec) takes the tree itself, and drops it | the same |
//! | `serde_json::value::RawValue` | what [`JsonText`](crate::JsonText) makes of its text: numbers and escapes keep their spelling, at any depth | there, by value |
//!
//! [`transcode`] writes the same of a document in any other format of serde, such as MessagePack or YAML, without a type.
//!
//! # Reading
//!
//! [`from_slice`] reads what `serde_json::from_slice` reads of the JSON text of the blob, under the same rules: enums in
//! serde's representations, map keys parsed where numbers or booleans are asked for, structs from an ARRAY too.
//!
//! | element | visited as |
//! |---|---|
//! | NULL | unit, or `None` where an option is asked for |
//! | TRUE, FALSE | `bool` |
//! | INT, INT5 | `u64`, `i64` where negative, `f64` beyond them; `u128` and `i128` where those are asked for |
//! | INT `-0` | `f64`, since only that holds it; 0 where an integer is asked for, which serde_json refuses |
//! | FLOAT, FLOAT5 | `f64`, the nearest; `f32`, the nearest, where that is asked for |
//! | numbers beyond `f64`, or beyond `f32` where that is asked for | an error that names the number; or, as [`Overflow`](crate::Overflow) says, unit where the type takes it, and `None` where an option is asked for and the number is beyond `f64` |
//! | texts | a string, borrowed where no escape is in it; bytes where those are asked for |
//! | ARRAY | a sequence |
//! | OBJECT | a map, in the blob's order and with its duplicates |
//!
//! A `&str` can be read only where the payload has no escape; `Cow<str>` with `#[serde(borrow)]` takes both.
//! `Box<RawValue>` holds the text that SQLite's `json()` prints.
//! A `serde_json::Value` read this way holds floats for what passes 64 bits, also under `arbitrary_precision`;
//! [`sqlite_jsonb::from_slice`](crate::from_slice) keeps the digits then.
//!
//! All of a blob is checked, also what the type passes over; each error has the offset of the element at fault.
//! (One thing stays unread: the content of a variant that a hand-written visitor drops.)
//!
//! # Depth
//!
//! Nothing in this crate recurses, but implementations of `Serialize` and `Deserialize` do, derived ones too.
//! So [`from_slice`] reads [`MAX_DEPTH`] containers one in the other, and [`from_slice_with`] as many as it is told to.
//! Writing follows the value, which its owner has in hand; [`EncodeOptions::max_depth`](crate::EncodeOptions::max_depth)
//! limits it too.
//!
//! # Examples
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Person<'a> {
//!     name: &'a str,
//!     born: u16,
//!     notes: Option<String>,
//! }
//!
//! let ada = Person { name: "Ada", born: 1815, notes: None };
//! let blob = sqlite_jsonb::serde::to_vec(&ada)?;
//! assert_eq!(blob, b"\xcc\x1a\x47name\x37Ada\x47born\x431815\x57notes\x00");
//! assert_eq!(sqlite_jsonb::serde::from_slice::<Person>(&blob)?, ada);
//! # Ok::<(), sqlite_jsonb::Error>(())
//! ```

mod access;
mod de;
mod key;
mod label;
mod number;
mod ser;
mod source;
mod transcode;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use ::serde::{Deserialize, Serialize, de as serde_de, ser as serde_ser};

pub use de::Deserializer;
pub use transcode::{TranscodeOptions, transcode};

use crate::decode::DecodeOptions;
use crate::encode::{EncodeOptions, Encoder, Plan, with_encoder};
use crate::error::{Error, ErrorKind, Result};

/// How many containers [`from_slice`] reads one in the other: the recursion limit of serde_json.
///
/// Derived code takes some 4 KB of stack a container when it is not optimized (rustc 1.95, x86-64), so this many fit well
/// within the 2 MB of a Rust thread; the 1000 that SQLite reads do not.
pub const MAX_DEPTH: usize = 128;

/// The name of the struct, and of its one field, as which serde_json serializes a `Number` under `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// The same of a `RawValue`, and the name of the newtype struct as which it is deserialized.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Encodes `value` as one JSONB element.
///
/// # Errors
/// As [`plan`]; [`ErrorKind::Alloc`] when memory for the result cannot be had.
///
/// # Examples
/// ```
/// let blob = sqlite_jsonb::serde::to_vec(&(1, Some("a"), None::<bool>))?;
/// assert_eq!(blob, [0x5b, 0x13, b'1', 0x17, b'a', 0x00]);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_with(value, EncodeOptions::new())
}

/// Encodes `value` under these options.
///
/// # Errors
/// As [`plan`]; [`ErrorKind::Alloc`] when memory for the result cannot be had.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{EncodeOptions, NonFinite};
///
/// let options = EncodeOptions::sqlite().non_finite(NonFinite::Overflow);
/// let blob = sqlite_jsonb::serde::to_vec_with(&[f64::INFINITY], options)?;
/// assert_eq!(blob, b"\x6b\x559e999");
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn to_vec_with<T: Serialize + ?Sized>(value: &T, options: EncodeOptions) -> Result<Vec<u8>> {
    with_encoder(options, |encoder| plan(encoder, value)?.to_vec())
}

/// Plans the encoding of `value` with the buffers and the options of an encoder; the plan knows its length and can be
/// written.
///
/// # Errors
/// - [`ErrorKind::TooDeep`] and [`ErrorKind::TooLarge`] past the limits of the options;
/// - [`ErrorKind::NonFinite`] where the options say so;
/// - [`ErrorKind::UnsupportedLabel`] for a map key that is no scalar;
/// - [`ErrorKind::Custom`] where the implementation of `Serialize` fails, [`ErrorKind::Misplaced`] where it breaks the
///   rules of serde;
/// - [`ErrorKind::Alloc`] when the scratch buffer cannot grow.
///
/// Each says where in the document, as a JSON Pointer.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{EncodeOptions, Encoder, NonFinite};
///
/// let mut encoder = Encoder::with_options(EncodeOptions::new().non_finite(NonFinite::Error));
/// let mut blobs = Vec::new();
/// for row in [(1, 0.5), (2, 0.25)] {
///     sqlite_jsonb::serde::plan(&mut encoder, &row)?.append_to(&mut blobs)?;
/// }
/// assert_eq!(blobs, b"\x6b\x131\x350.5\x7b\x132\x450.25");
///
/// let error = sqlite_jsonb::serde::plan(&mut encoder, &(3, f64::NAN)).unwrap_err();
/// assert_eq!(error.pointer(), Some("/1"));
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn plan<'e, T: Serialize + ?Sized>(encoder: &'e mut Encoder, value: &T) -> Result<Plan<'e>> {
    let mut push = encoder.push();
    match value.serialize(ser::Serializer::new(&mut push)) {
        Ok(()) => push.finish(),
        Err(error) => Err(push.fail(error)),
    }
}

/// Reads a value from a blob.
///
/// # Errors
/// As [`validate`](crate::validate), with a limit of [`MAX_DEPTH`] containers; [`ErrorKind::NumberOutOfRange`] for a number
/// beyond the floats; [`ErrorKind::Custom`] where the blob holds something else than the type asks for. Each has the offset
/// of the element at fault.
///
/// # Examples
/// ```
/// let row: (u8, Option<&str>) = sqlite_jsonb::serde::from_slice(b"\x4b\x131\x17a")?;
/// assert_eq!(row, (1, Some("a")));
///
/// let error = sqlite_jsonb::serde::from_slice::<(u8, u8)>(b"\x4b\x131\x17a").unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid type: string "a", expected u8, at byte 3"#);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(blob: &'de [u8]) -> Result<T> {
    T::deserialize(Deserializer::from_slice(blob)?)
}

/// Reads a value from a blob under these options, of which only the depth limit and the policy for numbers count.
///
/// The depth limit of [`DecodeOptions::new`] is that of SQLite, 1000: more than derived code can take on a small stack.
///
/// # Errors
/// As [`from_slice`], with the limit of the options.
///
/// # Examples
/// ```
/// use sqlite_jsonb::{DecodeOptions, Overflow};
///
/// let options = DecodeOptions::new().max_depth(1).overflow(Overflow::Null);
/// let floats: Vec<Option<f64>> = sqlite_jsonb::serde::from_slice_with(b"\xab\x350.5\x559e999", options)?;
/// assert_eq!(floats, [Some(0.5), None]);
/// # Ok::<(), sqlite_jsonb::Error>(())
/// ```
pub fn from_slice_with<'de, T: Deserialize<'de>>(
    blob: &'de [u8],
    options: DecodeOptions,
) -> Result<T> {
    T::deserialize(Deserializer::from_slice(blob)?.with_options(options))
}

impl serde_ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        Self::new(ErrorKind::Custom { message })
    }
}

impl serde_de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        serde_ser::Error::custom(message)
    }

    #[cold]
    fn invalid_type(found: serde_de::Unexpected<'_>, expected: &dyn serde_de::Expected) -> Self {
        // What serde calls a unit value is null to whoever wrote the document.
        match found {
            serde_de::Unexpected::Unit => {
                serde_ser::Error::custom(format_args!("invalid type: null, expected {expected}"))
            }
            _ => {
                serde_ser::Error::custom(format_args!("invalid type: {found}, expected {expected}"))
            }
        }
    }
}
