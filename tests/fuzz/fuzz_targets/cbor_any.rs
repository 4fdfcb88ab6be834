//! Any bytes as CBOR, straight and through ciborium's tree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sqlite_jsonb::{
    ByteStrings, CborNumbers, CborOptions, EncodeOptions, Encoder, ErrorKind, IntoJsonbSource,
    to_vec, validate,
};

fuzz_target!(|cbor: &[u8]| {
    for options in [
        CborOptions::new(),
        CborOptions::dag_cbor(),
        CborOptions::dag_cbor().strict(),
        CborOptions::atproto(),
        CborOptions::new()
            .byte_strings(ByteStrings::Numbers)
            .numbers(CborNumbers::Int64),
    ] {
        let document = options.bytes(cbor);
        let blob = to_vec(&document);
        // The walk of the source, as an adapter goes it, knows no short cuts.
        let by_source = to_vec((&document).into_source());
        match (&blob, &by_source) {
            (Ok(blob), Ok(other)) => assert_eq!(blob, other),
            (Err(error), Err(other)) => {
                // A NaN in an error is not equal to itself.
                let kinds = [error.kind(), other.kind()].map(|kind| format!("{kind:?}"));
                assert_eq!(kinds[0], kinds[1]);
                assert_eq!(error.offset(), other.offset());
            }
            (ours, other) => panic!("{ours:?} and {other:?}"),
        }
        if let Ok(blob) = &blob {
            // Without a limit a document may be deeper than is read by default.
            if EncodeOptions::sqlite().to_vec(&document).is_ok() {
                validate(blob).expect("what is written is valid");
            }
        }
        through_a_tree(
            &options,
            cbor,
            blob.as_deref().map_err(sqlite_jsonb::Error::kind),
        );
    }

    let sequence = CborOptions::new().sequence(cbor);
    let mut encoder = Encoder::new();
    for item in &sequence {
        let Ok(item) = item else { break };
        let _ = encoder.to_vec(item);
    }
});

fn through_a_tree(options: &CborOptions, cbor: &[u8], ours: Result<&[u8], &ErrorKind>) {
    let mut rest = cbor;
    let Ok(value) = ciborium::from_reader::<ciborium::Value, _>(&mut rest) else {
        return;
    };
    if !rest.is_empty() {
        return;
    }
    let theirs = to_vec(options.source(&value));
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
        // ciborium reads what is not well-formed in some places, and no tree shows how it was encoded.
        (Err(ErrorKind::MalformedCbor { .. } | ErrorKind::NotStrict { .. }), _)
        // It makes integers of short bignums, and a tree does not know them any more.
        | (
            Err(
                ErrorKind::BignumTooLong { .. }
                | ErrorKind::UnsupportedLabel { .. }
                | ErrorKind::UnsupportedTag { .. },
            ),
            _,
        )
        | (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{ours:?} straight, {theirs:?} through a tree"),
    }
}
