//! Number literals as payloads.

use alloc::borrow::Cow;
use alloc::string::String;

use super::ElementType;
use super::decimal::Decimal;
use super::window::Window;

/// INT or FLOAT for a number literal of RFC 8259 section 6, `None` for anything else.
///
/// SQLite `src/json.c` `jsonTranslateTextToBlob`, 3.45 to 3.54: a literal with a point or an exponent is FLOAT, any
/// other is INT whatever its length, `-0` included.
pub(crate) fn element_type(literal: &[u8]) -> Option<ElementType> {
    let unsigned = literal.strip_prefix(b"-").unwrap_or(literal);
    let rest = match unsigned {
        [b'0', rest @ ..] => rest,
        [b'1'..=b'9', ..] => skip_digits(unsigned),
        _ => return None,
    };
    let (rest, has_point) = match rest {
        [b'.', b'0'..=b'9', rest @ ..] => (skip_digits(rest), true),
        _ => (rest, false),
    };
    match rest {
        [] if has_point => Some(ElementType::Float),
        [] => Some(ElementType::Int),
        [b'e' | b'E', exponent @ ..] => {
            let digits = match exponent {
                [b'+' | b'-', digits @ ..] | digits => digits,
            };
            (!digits.is_empty() && skip_digits(digits).is_empty()).then_some(ElementType::Float)
        }
        _ => None,
    }
}

/// Whether a payload is within the grammar of its number type.
///
/// INT and FLOAT are those of RFC 8259 section 6, INT5 is a hexadecimal literal, FLOAT5 a decimal literal of JSON5
/// section 6 with a point or an exponent; a plus sign is for none of them.
/// SQLite `src/json.c` `jsonbValidityCheck`, 3.53, says the same but for the zeros and digits that it does not ask for.
#[inline]
pub(crate) fn is_valid(element_type: ElementType, payload: Window<'_>) -> bool {
    match element_type {
        ElementType::Int5 => hex_digits(payload.payload()).is_some(),
        ElementType::Float5 => is_float5(payload.payload()),
        ElementType::Int => Decimal::integer(payload).is_some(),
        _ => Decimal::float(payload).is_some(),
    }
}

/// The payload of an INT5 or FLOAT5 as the literal of RFC 8259 that SQLite's `json()` prints; `None` outside its grammar.
///
/// SQLite `src/json.c` `jsonTranslateBlobToText`, 3.53.
pub(crate) fn json5_to_json(element_type: ElementType, payload: &[u8]) -> Option<Cow<'_, str>> {
    if element_type == ElementType::Int5 {
        return int5_to_json(payload).map(Cow::Owned);
    }
    if !is_float5(payload) {
        return None;
    }
    core::str::from_utf8(payload).ok().map(float5_to_json)
}

/// The digits of a hexadecimal literal, without sign and `0x`.
fn hex_digits(payload: &[u8]) -> Option<&[u8]> {
    let unsigned = payload.strip_prefix(b"-").unwrap_or(payload);
    let ([b'0', b'x' | b'X', digits @ ..], true) = (unsigned, unsigned.len() > 2) else {
        return None;
    };
    digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)
}

/// Decimal digits, or `9.0e999` for what `u64` does not hold: SQLite's spelling of an infinity.
fn int5_to_json(payload: &[u8]) -> Option<String> {
    let value = hex_digits(payload)?
        .iter()
        .try_fold(0, |value: u64, &digit| {
            let digit = char::from(digit).to_digit(16)?;
            Some(value.checked_mul(16)? | u64::from(digit))
        });
    let mut literal = String::new();
    if payload.starts_with(b"-") {
        literal.push('-');
    }
    match value {
        Some(value) => literal.push_str(itoa::Buffer::new().format(value)),
        None => literal.push_str("9.0e999"),
    }
    Some(literal)
}

fn is_float5(payload: &[u8]) -> bool {
    let unsigned = payload.strip_prefix(b"-").unwrap_or(payload);
    let rest = skip_digits(unsigned);
    let (has_integer, has_exponent) = (rest.len() < unsigned.len(), !rest.is_empty());
    if let [b'0', b'0'..=b'9', ..] = unsigned {
        return false;
    }
    match rest {
        [b'.', fraction @ ..] => {
            let exponent = skip_digits(fraction);
            let has_fraction = exponent.len() < fraction.len();
            (has_integer || has_fraction) && is_exponent_or_empty(exponent)
        }
        _ => has_integer && has_exponent && is_exponent_or_empty(rest),
    }
}

fn is_exponent_or_empty(rest: &[u8]) -> bool {
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', digits @ ..] | [b'e' | b'E', digits @ ..] => {
            !digits.is_empty() && skip_digits(digits).is_empty()
        }
        _ => false,
    }
}

/// A zero on the side of the point where no digit is.
fn float5_to_json(literal: &str) -> Cow<'_, str> {
    let Some((integer, fraction)) = literal.split_once('.') else {
        return Cow::Borrowed(literal);
    };
    let zero_before = !integer.ends_with(|c: char| c.is_ascii_digit());
    let zero_behind = !fraction.starts_with(|c: char| c.is_ascii_digit());
    if !zero_before && !zero_behind {
        return Cow::Borrowed(literal);
    }
    let zero = |needed| if needed { "0" } else { "" };
    let parts = [integer, zero(zero_before), ".", zero(zero_behind), fraction];
    Cow::Owned(parts.concat())
}

fn skip_digits(bytes: &[u8]) -> &[u8] {
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    bytes.get(digits..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::zero("0", Some(ElementType::Int))]
    #[case::minus_zero("-0", Some(ElementType::Int))]
    #[case::forty_digits("1234567890123456789012345678901234567890", Some(ElementType::Int))]
    #[case::point("-0.0", Some(ElementType::Float))]
    #[case::exponent("1E5", Some(ElementType::Float))]
    #[case::signed_exponent("1e+05", Some(ElementType::Float))]
    #[case::both("12.50e-300", Some(ElementType::Float))]
    #[case::empty("", None)]
    #[case::sign_alone("-", None)]
    #[case::plus("+1", None)]
    #[case::leading_zero("01", None)]
    #[case::no_digit_before_the_point(".5", None)]
    #[case::no_digit_after_the_point("5.", None)]
    #[case::no_exponent_digit("1e", None)]
    #[case::no_exponent_digit_after_sign("1e+", None)]
    #[case::no_digit_between("1.e5", None)]
    #[case::hex("0x1A", None)]
    #[case::infinity("Infinity", None)]
    #[case::space("1 ", None)]
    #[case::full_width_digit("１", None)]
    fn literals_follow_rfc_8259(#[case] literal: &str, #[case] expected: Option<ElementType>) {
        assert_eq!(element_type(literal.as_bytes()), expected);
    }

    #[rstest]
    #[case::hex(ElementType::Int5, "0x1A", Some("26"))]
    #[case::negative(ElementType::Int5, "-0Xff", Some("-255"))]
    #[case::leading_zeros(ElementType::Int5, "0x00000000000000000001", Some("1"))]
    #[case::longest(ElementType::Int5, "0xffffffffffffffff", Some("18446744073709551615"))]
    #[case::too_long(ElementType::Int5, "0x10000000000000000", Some("9.0e999"))]
    #[case::negative_too_long(ElementType::Int5, "-0x10000000000000000", Some("-9.0e999"))]
    #[case::no_hex_digit(ElementType::Int5, "0x", None)]
    #[case::decimal(ElementType::Int5, "123", None)]
    #[case::plus(ElementType::Int5, "+0x1", None)]
    #[case::no_hex(ElementType::Int5, "0x1g", None)]
    #[case::empty(ElementType::Int5, "", None)]
    #[case::no_integer(ElementType::Float5, ".5", Some("0.5"))]
    #[case::negative_no_integer(ElementType::Float5, "-.5e3", Some("-0.5e3"))]
    #[case::no_fraction(ElementType::Float5, "5.", Some("5.0"))]
    #[case::no_fraction_but_exponent(ElementType::Float5, "-5.E+3", Some("-5.0E+3"))]
    #[case::whole(ElementType::Float5, "1.5e-3", Some("1.5e-3"))]
    #[case::no_point(ElementType::Float5, "9e999", Some("9e999"))]
    #[case::zero(ElementType::Float5, "0.", Some("0.0"))]
    #[case::point_alone(ElementType::Float5, ".", None)]
    #[case::point_and_exponent(ElementType::Float5, ".e5", None)]
    #[case::exponent_alone(ElementType::Float5, "e5", None)]
    #[case::cut_exponent(ElementType::Float5, "1.e", None)]
    #[case::cut_signed_exponent(ElementType::Float5, "1e+", None)]
    #[case::integer(ElementType::Float5, "15", None)]
    #[case::leading_zero(ElementType::Float5, "01.5", None)]
    #[case::two_points(ElementType::Float5, "1..1", None)]
    #[case::positive(ElementType::Float5, "+.5", None)]
    #[case::not_a_number(ElementType::Float5, "NaN", None)]
    #[case::int_as_float(ElementType::Float, "3", None)]
    #[case::float_as_int(ElementType::Int, "3.0", None)]
    #[case::int(ElementType::Int, "-0", Some("-0"))]
    #[case::float(ElementType::Float, "1.10", Some("1.10"))]
    fn payloads_print_as_sqlite_prints_them(
        #[case] element_type: ElementType,
        #[case] payload: &str,
        #[case] expected: Option<&str>,
    ) {
        let window = Window::from(payload.as_bytes());
        assert_eq!(is_valid(element_type, window), expected.is_some());
        if matches!(element_type, ElementType::Int5 | ElementType::Float5) {
            let json = json5_to_json(element_type, payload.as_bytes());
            assert_eq!(json.as_deref(), expected);
        }
    }
}
