//! How does a CBOR message become a row, and what may I decide on the way?

use ciborium::Value;
use sqlite_jsonb::{ByteStrings, CborOptions};

/// `{1: "t-17", 2: h'01ff', 3: 21.5, 4: 23(h'cafe'), 5: 18446744073709551616}`
const MESSAGE: &[u8] = b"\xa5\x01\x64t-17\x02\x42\x01\xff\x03\xf9\x4d\x60\x04\xd7\x42\xca\xfe\x05\xc2\x49\x01\0\0\0\0\0\0\0\0";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let message: Value = ciborium::from_reader(MESSAGE)?;

    // By default integer keys become their decimals, byte strings base64url, and bignums keep their digits.
    let blob = sqlite_jsonb::to_vec(&message)?;
    let text = sqlite_jsonb::to_json(&blob)?;
    let expected = r#"{"1":"t-17","2":"Af8","3":21.5,"4":"CAFE","5":18446744073709551616}"#;
    assert_eq!(text, expected);
    println!("{text}");

    // Each of that is a policy; a tag inside the message still says better.
    let hex = CborOptions::new().byte_strings(ByteStrings::Hex);
    let text = sqlite_jsonb::to_json(&sqlite_jsonb::to_vec(hex.source(&message))?)?;
    assert!(text.contains(r#""2":"01FF""#));

    let strict = CborOptions::new().byte_strings(ByteStrings::Error);
    let error = sqlite_jsonb::to_vec(strict.source(&message)).unwrap_err();
    assert_eq!(error.pointer(), Some("/2"));
    println!("{error}");

    // Records of AT Protocol, and blocks of IPLD, have forms of their own for byte strings and links.
    let record = b"\xa1\x64blob\xd8\x2a\x49\x00\x01\x55\x00\x04\x00\x01\x02\x03";
    let atproto = CborOptions::atproto().strict();
    let text = sqlite_jsonb::to_json(&sqlite_jsonb::to_vec(&atproto.bytes(record))?)?;
    assert_eq!(text, r#"{"blob":{"$link":"bafkqabaaaebag"}}"#);
    println!("{text}");
    Ok(())
}
