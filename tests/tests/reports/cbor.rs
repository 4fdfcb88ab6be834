//! CBOR under the default policies.

use sqlite_jsonb::{CborBytes, EncodeOptions, to_json};
use sqlite_jsonb_tests::Oracle;

use crate::from_hex;

/// CBOR, and the JSON of its blob.
const CBOR: &[(&str, &str, &str)] = &[
    ("kriszyp/cbor-x#45", "f94a60", "12.75"),
    (
        "kriszyp/cbor-x#41",
        "839f00ff9f1989940aff03",
        "[[0],[35220,10],3]",
    ),
    (
        "fxamacker/cbor#78",
        "82f903fff98001",
        "[0.00006097555160522461,-5.960464477539063e-8]",
    ),
    (
        "PJK/libcbor#203",
        "83f97e01f9fe00fa7fc110ff",
        "[null,null,null]",
    ),
    ("dotnet/runtime#92080", "f9fe00", "null"),
    ("agronholm/cbor2#157", "f97800", "32768.0"),
    (
        "well-typed/cborg#214",
        "8704f97e00f97c00f9fc00f90000f98000f94a00",
        "[4,null,null,null,0.0,-0.0,12.0]",
    ),
    ("hildjj/node-cbor#78", "830a0a1904bb", "[10,10,1211]"),
    (
        "hildjj/node-cbor#101",
        "c2487fffffffffffffff",
        "9223372036854775807",
    ),
    (
        "hildjj/node-cbor#106",
        "c2472386f2162b9371",
        "9999998497035121",
    ),
    (
        "hildjj/node-cbor#106",
        "fb4341c3790b15c9b8",
        "9999998497035120.0",
    ),
    (
        "hildjj/node-cbor#119",
        "c25818010000000000000000000000000000000000000000000000",
        "24519928653854221733733552434404946937899825954937634816",
    ),
    (
        "hildjj/node-cbor#123",
        "c482382cc254056e5e99b1be81b6eefa3964490ac18c69399361",
        "[-45,31006276680299813114880451174049119330924860257]",
    ),
    (
        "gnieh/fs2-data#452",
        "c350008e684b9913062199945815948c0a53",
        "-739421513997118914047232662242593364",
    ),
    (
        "elastic/logstash#8379",
        "c2490080000000000000c0",
        "9223372036854776000",
    ),
    (
        "shamblett/cbor#64",
        "823a800000003affffffff",
        "[-2147483649,-4294967296]",
    ),
    (
        "ygrek/ocaml-cbor#1",
        "821ae8ea03b3f93c00",
        "[3907650483,1.0]",
    ),
    ("enarx/ciborium#23", "22", "-3"),
    ("enarx/ciborium#31", "82c35fffc340", "[-1,-1]"),
    (
        "Spomky-Labs/cbor-php#151",
        "82c240c1fb41d452d9ec200000",
        "[0,1363896240.5]",
    ),
    (
        "ugorji/go#432",
        "82c48221196ab3c5822003",
        "[[-2,27315],[-1,3]]",
    ),
    (
        "dahomey-technologies/Dahomey.Cbor#209",
        "c1c48221196ab3",
        "[-2,27315]",
    ),
    ("agronholm/cbor2#286", "c58200f6", "[0,null]"),
    (
        "agronholm/cbor2#198",
        "c11b9b9b9b0000000000",
        "11212726121571287040",
    ),
    ("cabo/cbor-ruby#12", "dbdeadbeefdeadbeef01", "1"),
    ("PJK/libcbor-ruby#12", "c660", r#""""#),
    ("PJK/libcbor#445", "83f0f820f8ff", "[null,null,null]"),
    (
        "hildjj/cbor2#67",
        "85a042789041a042abcd421234",
        r#"[{},"eJA","oA","q80","EjQ"]"#,
    ),
    (
        "c-rack/cbor-java#173",
        "d8799f5f4430303534ffff",
        r#"["MDA1NA"]"#,
    ),
    (
        "gchq/CyberChef#1269",
        "a2044839301768cdda05130126",
        r#"{"4":"OTAXaM3aBRM","1":-7}"#,
    ),
    (
        "peteroupc/CBOR#35",
        "a201187b021901c8",
        r#"{"1":123,"2":456}"#,
    ),
    (
        "FasterXML/jackson-dataformats-binary#24",
        "a118196161",
        r#"{"25":"a"}"#,
    ),
    (
        "stephenberry/glaze#2779",
        "a2c06a323031332d30332d323101c10502",
        r#"{"2013-03-21":1,"5":2}"#,
    ),
    (
        "nlohmann/json#3056",
        "bf41410a4142144143bf416918214164fb4067700000000000ff4145bf466d6f6e6b65794822776962626c6522446e757473f4ff4146bf4178f5417920ff4147bf4169f5416af4ff415886000102038341584159415a8241414142ff",
        r#"{"QQ":10,"Qg":20,"Qw":{"aQ":33,"ZA":187.5},"RQ":{"bW9ua2V5":"IndpYmJsZSI","bnV0cw":false},"Rg":{"eA":true,"eQ":-1},"Rw":{"aQ":true,"ag":false},"WA":[0,1,2,3,["WA","WQ","Wg"],["QQ","Qg"]]}"#,
    ),
    (
        "pyfisch/cbor#24",
        "bf676d65737361676564706f6e67ff",
        r#"{"message":"pong"}"#,
    ),
    ("pyfisch/cbor#140", "a161782c", r#"{"x":-13}"#),
    (
        "pyfisch/cbor#143",
        "a20142616101426262",
        r#"{"1":"YWE","1":"YmI"}"#,
    ),
    ("valpackett/SwiftCBOR#25", "bfff", "{}"),
    ("quartzjer/cb0r#6", "9f9f9fffff01ff", "[[[]],1]"),
    (
        "Xilinx/XRT#4814",
        "bb000000000000000161619a0000000101",
        r#"{"a":[1]}"#,
    ),
    ("intel/tinycbor#274", "6522085c0c01", r#""\"\b\\\f\u0001""#),
    (
        "sheredom/json.h#129",
        "a163610062630a0001",
        r#"{"a\u0000b":"\n\u0000\u0001"}"#,
    ),
    (
        "node-red/node-red-nodes#1101",
        "1b0000019876543210",
        "1754331886096",
    ),
];

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
];

#[test]
fn cbor_has_its_json_form() {
    let oracle = Oracle::new();
    for (name, cbor, expected) in CBOR {
        let bytes = from_hex(cbor);
        let blob = EncodeOptions::sqlite().to_vec(&CborBytes::new(&bytes));
        let blob = blob.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(to_json(&blob).ok().as_deref(), Some(*expected), "{name}");
        assert_eq!(Ok(&blob), oracle.jsonb(expected).as_ref(), "{name}");
        if let Ok(tree) = ciborium::from_reader::<ciborium::Value, _>(bytes.as_slice()) {
            let through_a_tree = EncodeOptions::sqlite().to_vec(&tree);
            assert_eq!(through_a_tree.ok(), Some(blob), "{name}");
        }
    }
}

#[test]
fn what_is_no_cbor_is_refused() {
    for (name, cbor) in NO_CBOR {
        let bytes = from_hex(cbor);
        let outcome = EncodeOptions::sqlite().to_vec(&CborBytes::new(&bytes));
        let error = outcome.expect_err(name);
        assert!(error.offset().is_some(), "{name}: {error}");
    }
}
