//! CBOR under the default policies: texts, byte strings and containers.

use sqlite_jsonb::{CborBytes, EncodeOptions, to_json};
use sqlite_jsonb_tests::Oracle;

use crate::from_hex;

/// CBOR, and the JSON of its blob.
const CBOR: &[(&str, &str, &str)] = &[
    ("kriszyp/cbor-x#45", "f94a60", "12.75"),
    ("dotnet/runtime#92080", "f9fe00", "null"),
    ("agronholm/cbor2#157", "f97800", "32768.0"),
    ("hildjj/node-cbor#78", "830a0a1904bb", "[10,10,1211]"),
    ("enarx/ciborium#23", "22", "-3"),
    ("enarx/ciborium#31", "82c35fffc340", "[-1,-1]"),
    ("agronholm/cbor2#286", "c58200f6", "[0,null]"),
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
        "PJK/libcbor#55",
        "a261618401fb400199999999999a2076c5be6c75c5a56f75c48d6bc3bd206bc5afc5882121216162a1616383f5f4f6",
        r#"{"a":[1,2.2,-1,"žluťoučký kůň!!!"],"b":{"c":[true,false,null]}}"#,
    ),
    (
        "aws/amazon-freertos#1915",
        "bf6a737461747573436f6465190190696572726f72436f64656e496e76616c69645061796c6f61646c6572726f724d65737361676578184d6573736167652063616e6e6f7420626520706172736564ff",
        r#"{"statusCode":400,"errorCode":"InvalidPayload","errorMessage":"Message cannot be parsed"}"#,
    ),
    (
        "bergzand/NanoCBOR#20",
        "bf191000181e191001183cff",
        r#"{"4096":30,"4097":60}"#,
    ),
    ("rvagg/cborg#201", "bf617411617008ff", r#"{"t":17,"p":8}"#),
    ("PJK/libcbor#442", "c0a1616100", r#"{"a":0}"#),
    ("PJK/libcbor#442", "c1a1616100", r#"{"a":0}"#),
    ("PJK/libcbor#442", "a201020103", r#"{"1":2,"1":3}"#),
    (
        "nlohmann/json#2629",
        "a243726574810d4773756363657373f5",
        r#"{"cmV0":[13],"c3VjY2Vzcw":true}"#,
    ),
    ("nlohmann/json#1715", "4100", r#""AA""#),
    (
        "ugorji/go#222",
        "a20164686f67650205",
        r#"{"1":"hoge","2":5}"#,
    ),
    ("BurntSushi/rust-cbor#13", "a10126", r#"{"1":-7}"#),
    (
        "hildjj/node-cbor#42",
        "a46161a200a161720111a16172016162191388626d6e00626d7819fffe",
        r#"{"a":{"0":{"r":1},"17":{"r":1}},"b":5000,"mn":0,"mx":65534}"#,
    ),
    ("denoland/std#6249", "d90103a1647465737401", r#"{"test":1}"#),
    ("shamblett/cbor#2", "a220012102", r#"{"-1":1,"-2":2}"#),
    (
        "paroga/cbor-js#32",
        "821a00159282a1581c00b96929c38ef48107f18e3122873b43de6182c9355aae4110ce3d33a15654657374436f6c6c656374696f6e3030566f6c33343101",
        r#"[1413762,{"ALlpKcOO9IEH8Y4xIoc7Q95hgsk1Wq5BEM49Mw":{"VGVzdENvbGxlY3Rpb24wMFZvbDM0MQ":1}}]"#,
    ),
    (
        "valpackett/SwiftCBOR#27",
        "9f1b00000164a8e830608b1905340069302e332e302d64657669302e332e302d64657665342e302e326f38363631393130333136343936343373383933353130313831313534323038323534376b4d393546415230324130387641584e5f322e33325f333333375f313530313038303103008719057608f6f6f6f6f6831905600701ff",
        r#"[1531842146400,[1332,0,"0.3.0-dev","0.3.0-dev","4.0.2","866191031649643","8935101811542082547","M95FAR02A08","AXN_2.32_3337_15010801",3,0],[1398,8,null,null,null,null,null],[1376,7,1]]"#,
    ),
    (
        "duo-labs/py_webauthn#265",
        "a20102f503",
        r#"{"1":2,"true":3}"#,
    ),
    ("peteroupc/CBOR#7", "43000102", r#""AAEC""#),
    (
        "peteroupc/CBOR#13",
        "d6824401ff02fe43fffefd",
        r#"["Af8C/g==","//79"]"#,
    ),
    (
        "peteroupc/CBOR-Java#8",
        "5820796257f1eff073c1a30ab990ea3c8a8bef607d46d20fa5d053db743081215c2e",
        r#""eWJX8e_wc8GjCrmQ6jyKi-9gfUbSD6XQU9t0MIEhXC4""#,
    ),
    ("factor/factor#3206", "d82163415149", r#""AQI""#),
    (
        "danielaparker/jsoncons#238",
        "d82075687474703a2f2f7777772e646f6d61696e2e636f6d",
        r#""http://www.domain.com""#,
    ),
    (
        "kubernetes/kubernetes#125419",
        "d6450102030405",
        r#""AQIDBAU=""#,
    ),
    (
        "FasterXML/jackson-dataformats-binary#93",
        "a16161f7",
        r#"{"a":null}"#,
    ),
    ("quartzjer/cb0r#5", "84f4f5f6f7", "[false,true,null,null]"),
    (
        "bloxbean/cardano-client-lib#399",
        "5f5840000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f4140ff",
        r#""AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-P0A""#,
    ),
    (
        "Python-Cardano/pycardano#364",
        "9fd87b9f015820276c628281b8513437da6143542dedb497c381e32b0799f4148f6cb6fcd14c465820720c2344d1bc140e926fda330ab4b6d5390e2fa98d30df57f0f72cff5270e8ebffff",
        r#"[[1,"J2xigoG4UTQ32mFDVC3ttJfDgeMrB5n0FI9stvzRTEY","cgwjRNG8FA6Sb9ozCrS21TkOL6mNMN9X8Pcs_1Jw6Os"]]"#,
    ),
    (
        "rs/zerolog#796",
        "a1616b1bffffffffffffffff",
        r#"{"k":18446744073709551615}"#,
    ),
    (
        "rvagg/cborg#109",
        "a1666e756d626572fb7fefffffffffffff",
        r#"{"number":1.7976931348623157e+308}"#,
    ),
    (
        "apache/mynewt-core#251",
        "a261610162616202",
        r#"{"a":1,"ab":2}"#,
    ),
    ("nordicsemi/zcbor#52", "672268656c6c6f22", r#""\"hello\"""#),
    (
        "dahomey-technologies/Dahomey.Cbor#34",
        "a1646e616d65674ac3b87267656e",
        r#"{"name":"Jørgen"}"#,
    ),
    (
        "kriszyp/cbor-x#72",
        "a200820102186f60",
        r#"{"0":[1,2],"111":""}"#,
    ),
    (
        "well-typed/cborg#262",
        "a2f501645472756502",
        r#"{"true":1,"True":2}"#,
    ),
    (
        "Kotlin/kotlinx.serialization#3190",
        "a2010321f5",
        r#"{"1":3,"-2":true}"#,
    ),
    ("ipfs/kubo#8217", "a163666f6f43626172", r#"{"foo":"YmFy"}"#),
    (
        "quartzjer/cb0r#1",
        "a1781848656c6c6f494861766541566572794c6f6e674e616d652100",
        r#"{"HelloIHaveAVeryLongName!":0}"#,
    ),
    (
        "paroga/cbor-js#1",
        "bf646e616d656552616c7068ff",
        r#"{"name":"Ralph"}"#,
    ),
    (
        "rvagg/cborg#92",
        "a50102032620012158209b58eab4a0bd78474117f6f23a6c457cc5351d7b6bbeab62271d5ce2c8fdbda4225820db189f7af9cf4eb6149d6204ebe0821b0ed95193f10dc84044fac1e3f26c4a50",
        r#"{"1":2,"3":-7,"-1":1,"-2":"m1jqtKC9eEdBF_byOmxFfMU1HXtrvqtiJx1c4sj9vaQ","-3":"2xifevnPTrYUnWIE6-CCGw7ZUZPxDchARPrB4_JsSlA"}"#,
    ),
    (
        "2tvenom/CBOREncode#7",
        "bf6474657374a266616374696f6e0166726573756c74f5646c6973749f01020304ffff",
        r#"{"test":{"action":1,"result":true},"list":[1,2,3,4]}"#,
    ),
    (
        "p2panda/p2panda#395",
        "a264746573740c64746573740d",
        r#"{"test":12,"test":13}"#,
    ),
    (
        "MarshalX/python-libipld#15",
        "a26361616101617802",
        r#"{"aaa":1,"x":2}"#,
    ),
    (
        "cabo/cbor-ruby#30",
        "bf6161bf616201ffff",
        r#"{"a":{"b":1}}"#,
    ),
    ("web-auth/cose-lib#166", "a201260127", r#"{"1":-7,"1":-8}"#),
    ("web-auth/cose-lib#166", "a1413126", r#"{"MQ":-7}"#),
    (
        "runtimeverification/plutus-core-semantics#258",
        "d87980",
        "[]",
    ),
    ("intel/tinycbor#133", "f820", "null"),
    (
        "polydawn/refmt#43",
        "a5636d6178181a636d696e006470726576f765626c6f636bd82a582500017112209c59abc03a3113ae2454be455b5dea09177b6f6224d70893e7741706791298db65696e646578a273656467652e61782e73662e5465726d696e616c816b7468655465726d696e616c74656467652e61782e73662e556953657373696f6e8268344538313545363369536f6d6520426f6479",
        r#"{"max":26,"min":0,"prev":null,"block":"AAFxEiCcWavAOjETriRUvkVbXeoJF3tvYiTXCJPndBcGeRKY2w","index":{"edge.ax.sf.Terminal":["theTerminal"],"edge.ax.sf.UiSession":["4E815E63","Some Body"]}}"#,
    ),
    (
        "Concordium/concordium-base#733",
        "5f42010243030405ff",
        r#""AQIDBAU""#,
    ),
    (
        "nlohmann/json#641",
        "a1646e616d656422610a5c",
        r#"{"name":"\"a\n\\"}"#,
    ),
    ("kriszyp/cbor-x#13", "d8698101", "[1]"),
    ("svaarala/duktape#2095", "dbffffffffffffffff80", "[]"),
    ("twittner/minicbor#8", "a201012007", r#"{"1":1,"-1":7}"#),
];

/// CBOR bytes, and the tree of ciborium where it makes one of them, have the blob of a JSON text.
pub(crate) fn has_json_form(oracle: &Oracle, name: &str, cbor: &str, expected: &str) {
    let bytes = from_hex(cbor);
    let blob = EncodeOptions::sqlite().to_vec(&CborBytes::new(&bytes));
    let blob = blob.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(to_json(&blob).ok().as_deref(), Some(expected), "{name}");
    assert_eq!(Ok(&blob), oracle.jsonb(expected).as_ref(), "{name}");
    if let Ok(tree) = ciborium::from_reader::<ciborium::Value, _>(bytes.as_slice()) {
        let through_a_tree = EncodeOptions::sqlite().to_vec(&tree);
        assert_eq!(through_a_tree.ok(), Some(blob), "{name}");
    }
}

#[test]
fn cbor_has_its_json_form() {
    let oracle = Oracle::new();
    for (name, cbor, expected) in CBOR {
        has_json_form(&oracle, name, cbor, expected);
    }
}
