//! A blob as CBOR (RFC 8949), straight from its elements, without recursion.

use ciborium::Value;
use sqlite_jsonb::{Children, DecodeOptions, Element, ElementType, Error, Result};

/// Appends the CBOR of a document; on an error `out` holds part of it.
///
/// Lengths are definite. Integers beyond 64 bits are bignums, other numbers the nearest float in its shortest form.
pub(super) fn append(blob: &[u8], out: &mut Vec<u8>) -> Result<()> {
    // Children alone would neither check the payloads of texts nor the depth.
    sqlite_jsonb::validate(blob)?;
    let mut open = Vec::new();
    item(Element::from_slice(blob)?, &mut open, out)?;
    while let Some(children) = open.last_mut() {
        match children.next() {
            Some(child) => item(child?, &mut open, out)?,
            None => {
                open.pop();
            }
        }
    }
    Ok(())
}

/// Appends a scalar, or the head of a container whose children come next.
fn item<'a>(element: Element<'a>, open: &mut Vec<Children<'a>>, out: &mut Vec<u8>) -> Result<()> {
    // Each header is counted once and read once, so the whole is linear.
    let count = || element.children().count();
    match element.element_type() {
        ElementType::Array => head(out, 4, count()),
        ElementType::Object => head(out, 5, count() / 2),
        _ => return scalar(element, out),
    }
    open.push(element.children());
    Ok(())
}

fn scalar(element: Element<'_>, out: &mut Vec<u8>) -> Result<()> {
    if let Some(text) = element.as_str()? {
        head(out, 3, text.len());
        out.extend_from_slice(text.as_bytes());
        return Ok(());
    }
    let value: Value = DecodeOptions::new().from_element(element)?;
    ciborium::into_writer(&value, out).map_err(|error| Error::from_source(error.to_string()))
}

/// Appends a head: RFC 8949 section 3, the argument in its shortest form.
fn head(out: &mut Vec<u8>, major: u8, argument: usize) {
    let major = major << 5;
    let argument = argument as u64;
    match argument {
        0..=23 => out.push(major | u8::try_from(argument).expect("below 24")),
        24..=0xff => out.extend([major | 0x18, u8::try_from(argument).expect("one byte")]),
        0x100..=0xffff => {
            out.push(major | 0x19);
            out.extend(u16::try_from(argument).expect("two bytes").to_be_bytes());
        }
        0x1_0000..=0xffff_ffff => {
            out.push(major | 0x1a);
            out.extend(u32::try_from(argument).expect("four bytes").to_be_bytes());
        }
        _ => {
            out.push(major | 0x1b);
            out.extend(argument.to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn jsonb(text: &str) -> Vec<u8> {
        rusqlite::Connection::open_in_memory()
            .and_then(|sqlite| sqlite.query_row("SELECT jsonb(?1)", [text], |row| row.get(0)))
            .expect("JSON")
    }

    fn cbor(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        append(&jsonb(text), &mut out).expect("CBOR holds it");
        out
    }

    #[rstest]
    #[case::scalars("[null,true,false,\"\\u00e9\\n\"]", b"\x84\xf6\xf5\xf4\x63\xc3\xa9\n")]
    #[case::integers(
        "[0,-1,18446744073709551615]",
        b"\x83\x00\x20\x1b\xff\xff\xff\xff\xff\xff\xff\xff"
    )]
    #[case::bignum(
        "18446744073709551616",
        b"\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00"
    )]
    #[case::negative_bignum(
        "-18446744073709551617",
        b"\xc3\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00"
    )]
    #[case::floats(
        "[1.5,-0.0,1e300]",
        b"\x83\xf9\x3e\x00\xf9\x80\x00\xfb\x7e\x37\xe4\x3c\x88\x00\x75\x9c"
    )]
    #[case::object("{\"b\":{},\"a\":[],\"b\":1}", b"\xa3\x61b\xa0\x61a\x80\x61b\x01")]
    fn cbor_is_the_shortest(#[case] text: &str, #[case] expected: &[u8]) {
        assert_eq!(cbor(text), expected);
    }

    #[rstest]
    #[case(23, &[0x97])]
    #[case(24, &[0x98, 24])]
    #[case(256, &[0x99, 1, 0])]
    #[case(65_536, &[0x9a, 0, 1, 0, 0])]
    fn head_grows_with_the_count(#[case] count: usize, #[case] head: &[u8]) {
        let text = format!("[{}]", vec!["1"; count].join(","));
        assert_eq!(cbor(&text), [head, &vec![1; count]].concat());
    }

    #[test]
    fn cbor_reads_back_as_the_same_tree() {
        let text = "{\"a\":[1,2.25,{\"b\":\"\\\"\"}],\"c\":123456789012345678901234567890}";
        let value: Value = ciborium::from_reader(&cbor(text)[..]).expect("well-formed");
        assert_eq!(sqlite_jsonb::to_vec(&value).expect("encodes"), jsonb(text));
    }

    #[test]
    fn infinity_is_an_error_at_its_byte() {
        let error =
            append(b"\x6b\x559e999", &mut Vec::new()).expect_err("CBOR of JSON has no infinity");
        assert_eq!(error.offset(), Some(1));
    }

    #[test]
    fn malformed_blob_is_an_error() {
        append(b"\x3c\x17a\x0d", &mut Vec::new()).expect_err("reserved type");
        append(b"\x17\x01", &mut Vec::new()).expect_err("control character");
    }
}
