//! What is no CBOR, or none with a JSON form.

use sqlite_jsonb::{CborBytes, EncodeOptions};

use crate::from_hex;

/// What is no CBOR, or none with a JSON form.
const NO_CBOR: &[(&str, &str)] = &[
    ("agronholm/cbor2#331", "bf6161016162ff"),
    ("agronholm/cbor2#331", "bf6161ff"),
    ("agronholm/cbor2#156", "6198"),
    ("agronholm/cbor2#198", "95393b7b7b7b7b7b7b7b7b7b7b7b7b7b"),
    ("agronholm/cbor2#105", "c7883700"),
    ("agronholm/cbor2#187", "f818"),
    ("kriszyp/cbor-x#136", "81ff"),
    ("kriszyp/cbor-x#136", "a16161ff"),
    ("kriszyp/cbor-x#136", "c0ff"),
    (
        "kriszyp/cbor-x#27",
        "7b2273657269616c6e6f223a2265343a30227d",
    ),
    (
        "kriszyp/cbor-x#41",
        "011a0003283e9f00001989940119ebc8021a0003148e03ff",
    ),
    ("ugorji/go#403", "5f60ff"),
    ("ugorji/go#404", "7f61c261a3ff"),
    ("fxamacker/cbor#45", "5f5f4100ffff"),
    ("fxamacker/cbor#59", "5fc000ff"),
    ("fxamacker/cbor#59", "7fc06161ff"),
    ("fxamacker/cbor#60", "7f62c328ff"),
    ("fxamacker/cbor#482", "a6"),
    ("fxamacker/cbor#715", "5f21ff"),
    ("fxamacker/cbor#715", "5f80ff"),
    ("fxamacker/cbor#715", "5fe0ff"),
    ("cabo/cbor-diag#10", "5f5f4100ffff"),
    ("cbor/cbor.github.io#22", "a29b8000000000000000000000000000"),
    ("dahomey-technologies/Dahomey.Cbor#166", "7f61e26282acff"),
    ("intel/tinycbor#168", "bf01ff"),
    ("intel/tinycbor#331", "61ff"),
    ("nlohmann/json#5317", "7f7f6161ffff"),
    ("nlohmann/json#5529", "62c0ae"),
    ("danielaparker/jsoncons#731", "1a0000"),
    ("c-rack/cbor-java#49", "a20102"),
    ("c-rack/cbor-java#49", "c2"),
    ("RIOT-OS/RIOT#7706", "5bffffffffffffffff"),
    ("edgexfoundry/edgex-go#2439", "9bffffffffffffffff"),
    ("edgexfoundry/edgex-go#2439", "bbffffffffffffffff"),
    ("base/nitro-validator#24", "bc"),
    ("stephenberry/glaze#2779", "a1a001"),
    ("stephenberry/glaze#2779", "a18001"),
    ("shamblett/cbor#53", "a161746723636f6d6d6974a0"),
    (
        "intel/tinycbor#167",
        "bf640ae0b5bf0400ff1effff80bfa4bfff14001400bfbfbfe4bfbf43bfbfa013aaaaaaaa70aaaaaaaaaaeaaaae05116278",
    ),
    ("agronholm/cbor2#255", "63666f90"),
    ("qri-io/dag#29", "9b000030303030303030"),
    ("qri-io/dag#29", "9b000081313132323333"),
    ("PelionIoT/cbor-sync#6", "9a06b49d20"),
    ("nlohmann/json#2293", "7b6f626a656374204f42"),
    ("nlohmann/json#1715", "41"),
    ("FasterXML/jackson-dataformats-binary#259", "7a7fffffff"),
    ("FasterXML/jackson-dataformats-binary#259", "7a7ffffffe61"),
    (
        "open-chat-labs/open-chat#9278",
        "a10102a16b6372656450726f7465637403",
    ),
    ("cabo/cbor-ruby#23", "44616c656b44616c656b446973636f"),
    ("hildjj/node-cbor#157", "014401020304"),
    ("aaronhuggins/cbor-redux#19", "a201020304a202010405"),
    ("hildjj/cbor2#71", "6a48656c6c6f"),
    ("kriszyp/cbor-x#116", "61dba0a0"),
    ("IntersectMBO/evolution-sdk#396", "d8799a7fffffff"),
    ("PJK/libcbor#431", "9b0203366bfffbde1856bfffff"),
    ("PJK/libcbor#415", "bb8000000000000001000000"),
    ("fxamacker/cbor#634", "c0"),
    ("fxamacker/cbor#634", "d8"),
    ("fxamacker/cbor#765", "7f7fffff"),
    ("web-auth/cose-lib#166", "a10126ffff"),
    ("quartzjer/cb0r#7", "1900"),
    ("quartzjer/cb0r#7", "da000000"),
    ("enarx/ciborium#140", "f817"),
    ("enarx/ciborium#176", "f81f"),
    ("FasterXML/jackson-dataformats-binary#273", "7f61c3ff"),
    ("blinklabs-io/gouroboros#1574", ""),
    ("blinklabs-io/gouroboros#1746", "a1a1010203"),
    ("aws/smithy-go#713", "7bffffffffffffffff61"),
    ("c-rack/cbor-java#266", "ba7fffffff"),
    (
        "rvagg/cborg#92",
        "a50102032620012158209b58eab4a0bd78474117f6f23a6c457cc5351d7b6bbeab62271d5ce2c8fdbda4225820db189f7af9cf4eb6149d6204ebe0821b0ed95193f10dc84044fac1e3f26c4a50a16b6372656450726f7465637402",
    ),
];

#[test]
fn what_is_no_cbor_is_refused() {
    for (name, cbor) in NO_CBOR {
        let bytes = from_hex(cbor);
        let outcome = EncodeOptions::sqlite().to_vec(&CborBytes::new(&bytes));
        let error = outcome.expect_err(name);
        assert!(error.offset().is_some(), "{name}: {error}");
    }
}
