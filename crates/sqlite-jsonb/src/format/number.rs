//! Number literals as payloads.

use super::ElementType;

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
}
