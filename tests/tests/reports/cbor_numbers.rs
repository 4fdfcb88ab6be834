//! CBOR under the default policies: numbers, alone and in arrays, and what becomes NULL.

use sqlite_jsonb_tests::Oracle;

use crate::cbor::has_json_form;

/// CBOR, and the JSON of its blob.
const NUMBERS: &[(&str, &str, &str)] = &[
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
    (
        "well-typed/cborg#214",
        "8704f97e00f97c00f9fc00f90000f98000f94a00",
        "[4,null,null,null,0.0,-0.0,12.0]",
    ),
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
    (
        "agronholm/cbor2#198",
        "c11b9b9b9b0000000000",
        "11212726121571287040",
    ),
    (
        "node-red/node-red-nodes#1101",
        "1b0000019876543210",
        "1754331886096",
    ),
    ("bergzand/NanoCBOR#20", "9f08ff", "[8]"),
    ("cabo/cn-cbor#58", "fa47800000", "65536.0"),
    (
        "pragma-org/uplc#41",
        "c34c033b2e3c9fd0803ce7ffffff",
        "-1000000000000000000000000000",
    ),
    ("blinklabs-io/plutigo#183", "c34100", "-1"),
    ("whyrusleeping/cbor-gen#116", "c3420100", "-257"),
    (
        "laurencelundblade/QCBOR#391",
        "82c34201ffc343feffff",
        "[-512,-16711680]",
    ),
    ("laurencelundblade/QCBOR#265", "c48220390100", "[-1,-257]"),
    ("rvagg/cborg#202", "1b000000000000000b", "11"),
    ("nordicsemi/zcbor#439", "fb0000000000000000", "0.0"),
    ("PJK/libcbor#53", "f900e7", "0.000013768672943115234"),
    ("PJK/libcbor#412", "fa95f79688", "-1.0000000195414814e-25"),
    ("well-typed/cborg#384", "c25f41014100ff", "256"),
    ("RIOT-OS/RIOT#16580", "829f01ff02", "[[1],2]"),
    (
        "FasterXML/jackson-dataformats-binary#431",
        "c350ffffffffffffffffffffffffffffffff",
        "-340282366920938463463374607431768211456",
    ),
    (
        "FasterXML/jackson-dataformats-binary#124",
        "3a9ff0947f",
        "-2683344000",
    ),
    (
        "dahomey-technologies/Dahomey.Cbor#195",
        "c25f4201024103ff",
        "66051",
    ),
    ("PJK/libcbor#446", "faffc00001", "null"),
    ("dignifiedquire/borc#36", "82f7f7", "[null,null]"),
    (
        "input-output-hk/cardano-js-sdk#1491",
        "82c25f42010041ffff01",
        "[65791,1]",
    ),
    (
        "IntersectMBO/evolution-sdk#530",
        "c258410100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "13407807929942597099574024998205846127479365820592393377723561443721764030073546976801874298166903427690031858186486050853753882811946569946433649006084096",
    ),
    ("michaeljfazio/dugite#831", "d8669f0080ff", "[0,[]]"),
    (
        "FasterXML/jackson-dataformats-binary#30",
        "1a8ae808f1",
        "2330462449",
    ),
    ("kriszyp/cbor-x#56", "1b00000184b336d838", "1669454026808"),
    (
        "rs/zerolog#796",
        "1b8000000000000000",
        "9223372036854775808",
    ),
    ("kriszyp/cbor-x#143", "3b0000000e96848f5f", "-62654812000"),
    (
        "valpackett/SwiftCBOR#37",
        "823901f33b0000000000000000",
        "[-500,-1]",
    ),
    ("naphaso/cbor-cpp#10", "390167", "-360"),
    ("kriszyp/cbor-x#45", "f94580", "5.5"),
    ("PJK/libcbor#412", "82f98000f9fe00", "[-0.0,null]"),
    ("Spomky-Labs/cbor-php#161", "c49f21196ab3ff", "[-2,27315]"),
    ("laurencelundblade/QCBOR#257", "c48220c34100", "[-1,-1]"),
    (
        "Spomky-Labs/cbor-php#158",
        "83d9ffff00d90fff00db000000010000000001",
        "[0,0,1]",
    ),
    (
        "IntersectMBO/plutus#3730",
        "c25f58400100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000041ffff",
        "13407807929942597099574024998205846127479365820592393377723561443721764030073546976801874298166903427690031858186486050853753882811946569946433649006084351",
    ),
    (
        "quininer/cbor4ii#43",
        "82c3507fffffffffffffffffffffffffffffff3b7fffffffffffffff",
        "[-170141183460469231731687303715884105728,-9223372036854775808]",
    ),
];

#[test]
fn numbers_have_their_json_form() {
    let oracle = Oracle::new();
    for (name, cbor, expected) in NUMBERS {
        has_json_form(&oracle, name, cbor, expected);
    }
}
