//! Blobs made for the tests.

use sqlite_jsonb::format::{ElementType, Header};

/// An element with a header of the given size code: 0 for the shortest, 12 to 15 for wider ones.
pub(crate) fn element(element_type: ElementType, size_code: u8, payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(payload.len()).expect("a test's payload is short");
    let shortest = Header::new(element_type, size).to_bytes();
    let first = size_code << 4 | element_type.code();
    let mut bytes = match size_code {
        12 if size < 256 => vec![first, payload.len().to_le_bytes()[0]],
        13 if size < 65_536 => [&[first], &size.to_be_bytes()[2..]].concat(),
        14 => [&[first], &size.to_be_bytes()[..]].concat(),
        15 => [&[first], &u64::from(size).to_be_bytes()[..]].concat(),
        _ => shortest.as_ref().to_vec(),
    };
    bytes.extend_from_slice(payload);
    bytes
}

pub(crate) fn nested(element_type: ElementType, depth: usize, innermost: &[u8]) -> Vec<u8> {
    let label: &[u8] = if element_type == ElementType::Object {
        &[0x07]
    } else {
        &[]
    };
    // From the inside out, back to front.
    let mut reversed: Vec<u8> = innermost.iter().rev().copied().collect();
    for level in 0..depth {
        if level > 0 || !innermost.is_empty() {
            reversed.extend(label);
        }
        let size = u32::try_from(reversed.len()).expect("a test's blob is short");
        reversed.extend(
            Header::new(element_type, size)
                .to_bytes()
                .as_ref()
                .iter()
                .rev(),
        );
    }
    reversed.reverse();
    reversed
}

pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .chars()
        .map(|digit| digit.to_digit(16).expect("a hexadecimal digit"))
        .map(|digit| u8::try_from(digit).expect("four bits"))
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// Payloads that are valid for their type, at the boundaries of its grammar.
pub(crate) const SCALARS: &[(ElementType, &str)] = &[
    (ElementType::Null, ""),
    (ElementType::True, ""),
    (ElementType::False, ""),
    (ElementType::Int, "0"),
    (ElementType::Int, "-0"),
    (ElementType::Int, "10"),
    (ElementType::Int, "-9223372036854775808"),
    (ElementType::Int5, "0x0"),
    (ElementType::Int5, "-0XfF"),
    (ElementType::Int5, "0x10000000000000000"),
    (ElementType::Float, "1.0"),
    (ElementType::Float, "-0.5"),
    (ElementType::Float, "0e5"),
    (ElementType::Float, "10.25E-07"),
    (ElementType::Float, "9e999"),
    (ElementType::Float5, ".5"),
    (ElementType::Float5, "-5."),
    (ElementType::Float5, "0.e+1"),
    (ElementType::Float5, "1e5"),
    (ElementType::Text, ""),
    (ElementType::Text, "a'\u{7f}"),
    (ElementType::Text, "é日😀"),
    (ElementType::TextJ, ""),
    (ElementType::TextJ, "\\\"\\n\\/"),
    (ElementType::TextJ, "\\u00e9x"),
    (ElementType::TextJ, "\\ud83d\\ude00"),
    (ElementType::Text5, ""),
    (ElementType::Text5, "\"\n\\'\\v"),
    (ElementType::Text5, "\\x4f\\0a"),
    (ElementType::Text5, "a\\\r\nb\\\n"),
    (ElementType::Text5, "\\\u{2028}\\u0041"),
    (ElementType::TextRaw, ""),
    (ElementType::TextRaw, "\"\\\n\0é"),
];
