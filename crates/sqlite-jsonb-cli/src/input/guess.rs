//! What a file holds, by its name and its first bytes.

use std::path::Path;

use super::scan;
use super::window::{is_space, space_len};
use super::{Fault, SQLITE_MAGIC, Window};
use crate::args::Format;
use crate::failure::Failure;

/// How far ahead is looked for the end of the first document, in bytes.
const LOOK_AHEAD: usize = 1 << 20;

/// How many bytes are looked at anew whenever some have come, before the look-ahead is filled first.
const SOON: usize = 1 << 16;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Json,
    Ndjson,
    Cbor,
    Jsonb,
}

impl Kind {
    /// What the file `name` holds, or JSON for NDJSON, where the format or the name says so.
    pub(crate) fn known(name: &str, format: Format) -> Option<Self> {
        match format {
            Format::Auto => by_name(name),
            Format::Json => Some(Self::Json),
            Format::Ndjson => Some(Self::Ndjson),
            Format::Cbor => Some(Self::Cbor),
            Format::Jsonb => Some(Self::Jsonb),
        }
    }
}

/// The kind of the file `name` whose start is in `window`; nothing but a byte order mark is consumed.
pub(super) fn kind(window: &mut Window, name: &str, format: Format) -> Result<Kind, Fault> {
    match (format, by_name(name)) {
        (Format::Json, _) => Ok(Kind::Json),
        (Format::Ndjson, _) | (Format::Auto, Some(Kind::Ndjson)) => Ok(Kind::Ndjson),
        (Format::Cbor, _) | (Format::Auto, Some(Kind::Cbor)) => Ok(Kind::Cbor),
        // Bytes alone do not tell: most short texts are a sequence of blobs too, or the start of one.
        (Format::Jsonb, _) | (Format::Auto, Some(Kind::Jsonb)) => Ok(Kind::Jsonb),
        (Format::Auto, by_name) => {
            window.skip_mark()?;
            let mut is_cut = true;
            while is_cut
                && window.bytes().len() < LOOK_AHEAD
                && !is_settled(window.bytes(), by_name)
            {
                is_cut = window.more()?;
            }
            let start = &window.bytes()[..window.bytes().len().min(LOOK_AHEAD)];
            if by_name.is_none()
                && let Some(reason) = foreign(start)
            {
                return Err(Fault::Fatal(Failure::usage(reason)));
            }
            by_name
                .map(|_| json_or_ndjson(start))
                .or_else(|| by_bytes(start, is_cut))
                .ok_or_else(|| {
                    Fault::Fatal(Failure::usage(
                        "neither name nor first bytes say what format this is: json, ndjson, cbor and jsonb can be asked for",
                    ))
                })
        }
    }
}

/// Whether the document at the start is an array.
pub(super) fn is_array(window: &mut Window) -> Result<bool, Fault> {
    window.skip_mark()?;
    Ok(window.skip_space()? == Some(b'['))
}

/// What the extension says; one of compression is passed over.
fn by_name(name: &str) -> Option<Kind> {
    let mut path = Path::new(name);
    let mut extension = path.extension()?.to_str()?.to_ascii_lowercase();
    if matches!(extension.as_str(), "gz" | "zst") {
        path = Path::new(path.file_stem()?);
        extension = path.extension()?.to_str()?.to_ascii_lowercase();
    }
    match extension.as_str() {
        "json" | "jsonc" | "json5" | "geojson" => Some(Kind::Json),
        "ndjson" | "jsonl" | "jsonlines" => Some(Kind::Ndjson),
        "cbor" | "cborseq" => Some(Kind::Cbor),
        "jsonb" => Some(Kind::Jsonb),
        _ => None,
    }
}

/// Whether nothing that follows can change the answer; so a pipe need not give more than it has.
fn is_settled(start: &[u8], by_name: Option<Kind>) -> bool {
    if start.len() > SOON {
        return false;
    }
    if by_name.is_none() && !is_text(start, true) {
        // The first bytes of something else.
        let may_become = |magic: &[u8]| magic.len() > start.len() && magic.starts_with(start);
        return !FOREIGN.iter().any(|(magic, _)| may_become(magic));
    }
    let text = without_space(start);
    match first_document(text).and_then(|len| text.split_at_checked(len)) {
        Some((document, rest)) => document.contains(&b'\n') || !without_space(rest).is_empty(),
        None => text.contains(&b'\n'),
    }
}

/// What the first bytes say; whether there are more of them is `is_cut`.
fn by_bytes(start: &[u8], is_cut: bool) -> Option<Kind> {
    if !is_text(start, is_cut) {
        return Some(Kind::Cbor);
    }
    match without_space(start).first() {
        // The last two start JSON5, which is no JSON, but is then called by its name.
        None
        | Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'/' | b'\'') => {
            Some(json_or_ndjson(start))
        }
        Some(_) => None,
    }
}

/// What else files may be, by their first bytes.
const FOREIGN: [(&[u8], &str); 10] = [
    (SQLITE_MAGIC, "SQLite"),
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ\0", "xz"),
    (b"BZh", "bzip2"),
    (b"\x04\x22\x4d\x18", "lz4"),
    (b"PK\x03\x04", "zip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"PAR1", "Parquet"),
    (b"%PDF-", "PDF"),
];

/// What a tar archive has 257 bytes behind its start.
const TAR: &[u8] = b"ustar";

/// What a file is that is neither text nor CBOR, but would be taken for a sequence of that up to some byte.
fn foreign(start: &[u8]) -> Option<String> {
    if start.starts_with(SQLITE_MAGIC) {
        let reason =
            "is a SQLite database, expected documents: jsonb export writes those of a table";
        return Some(reason.into());
    }
    let is_tar = start.get(257..).is_some_and(|rest| rest.starts_with(TAR));
    let name = FOREIGN
        .iter()
        .find(|(magic, _)| start.starts_with(magic))
        .map_or_else(|| is_tar.then_some("tar"), |&(_, name)| Some(name))?;
    Some(format!(
        "holds {name} data, expected documents, as they are or in gzip or zstd once"
    ))
}

/// Whether this is UTF-8 without control characters but white space, which no CBOR but a short text is.
fn is_text(start: &[u8], is_cut: bool) -> bool {
    let is_utf8 = match std::str::from_utf8(start) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && is_cut,
    };
    is_utf8 && start.iter().all(|&byte| byte >= 0x20 || is_space(byte))
}

/// NDJSON where the first document fills the first line and another one follows.
fn json_or_ndjson(start: &[u8]) -> Kind {
    let text = without_space(start);
    let len = first_document(text);
    let Some((document, rest)) = len.and_then(|len| text.split_at_checked(len)) else {
        return Kind::Json;
    };
    let space = &rest[..space_len(rest)];
    if !document.contains(&b'\n') && space.contains(&b'\n') && space.len() < rest.len() {
        Kind::Ndjson
    } else {
        Kind::Json
    }
}

/// The length of the first document, `None` when it does not end there.
fn first_document(text: &[u8]) -> Option<usize> {
    match text.first() {
        Some(b'{' | b'[') => scan::container_len(text),
        // A comment, and where that ends is not known here.
        Some(b'/') => None,
        _ => memchr::memchr(b'\n', text),
    }
}

fn without_space(start: &[u8]) -> &[u8] {
    &start[space_len(start)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::io::{Cursor, Read, empty};

    #[rstest]
    #[case::json("a.json", b"{}\n", Some(Kind::Json))]
    #[case::json_that_is_ndjson("a.json", b"{\"a\":\n1}\n{}", Some(Kind::Json))]
    #[case::ndjson_named_json("a.json", b"{}\n{}", Some(Kind::Ndjson))]
    #[case::empty_json("a.json", b"", Some(Kind::Json))]
    #[case::compressed("b/A.NDJSON.GZ", b"", Some(Kind::Ndjson))]
    #[case::jsonl("a.jsonl", b"", Some(Kind::Ndjson))]
    #[case::cbor("a.cbor.zst", b"{", Some(Kind::Cbor))]
    #[case::sequence("a.cborseq", b"", Some(Kind::Cbor))]
    #[case::jsonb("a.jsonb.gz", b"{}", Some(Kind::Jsonb))]
    #[case::object("-", b" {\"a\": 1}\n", Some(Kind::Json))]
    #[case::objects("-", b"\xef\xbb\xbf{\"a\": \"}\"}\r\n\r\n{", Some(Kind::Ndjson))]
    #[case::arrays("-", b"[1]\n[2]\n", Some(Kind::Ndjson))]
    #[case::array("-", b"[\n[1],\n[2]]\n", Some(Kind::Json))]
    #[case::numbers("-", b"1\n2\n", Some(Kind::Ndjson))]
    #[case::number("-", b"1\n", Some(Kind::Json))]
    #[case::two_on_a_line("-", b"{} {}\n{}", Some(Kind::Json))]
    #[case::long_first_line("-", b"{\"a\": ", Some(Kind::Json))]
    #[case::cbor_map("-", b"\xa1\x61a\x01", Some(Kind::Cbor))]
    #[case::cbor_text_that_reads_as_text("-", b"\x63abc", None)]
    #[case::self_described("-", b"\xd9\xd9\xf7\xa0", Some(Kind::Cbor))]
    #[case::cut_character("-", b"\"a\xc3", Some(Kind::Cbor))]
    #[case::prose("notes.txt", b"hello", None)]
    fn kind_follows_name_and_first_bytes(
        #[case] name: &str,
        #[case] start: &'static [u8],
        #[case] expected: Option<Kind>,
    ) {
        let mut window = Window::new(Box::new(start), 1 << 20);
        assert_eq!(kind(&mut window, name, Format::Auto).ok(), expected);
    }

    #[rstest]
    #[case::xz("a.json.xz", b"\xfd7zXZ\0\0", Some("xz"))]
    #[case::gzip_in_gzip("a.json.gz.gz", b"\x1f\x8b\x08", Some("gzip"))]
    #[case::lz4("a", b"\x04\x22\x4d\x18\x64", Some("lz4"))]
    #[case::zip("a.zip", b"PK\x03\x04\x14", Some("zip"))]
    #[case::tar("a.tar", &[b"a.json".as_slice(), &[0; 251], b"ustar\0"].concat(), Some("tar"))]
    #[case::cbor("a", b"\x04\x22\x4d\x17", None)]
    #[case::named_so("a.cbor", b"\x04\x22\x4d\x18\x64", None)]
    fn what_would_pass_for_cbor_is_told(
        #[case] name: &str,
        #[case] start: &[u8],
        #[case] expected: Option<&str>,
    ) {
        // A byte at a time, as a pipe may give them; for what a tar archive has late nobody waits.
        let piece = if start.len() > 16 { start.len() } else { 1 };
        let mut source: Box<dyn Read + Send> = Box::new(empty());
        for piece in start.chunks(piece) {
            source = Box::new(source.chain(Cursor::new(piece.to_vec())));
        }
        let mut window = Window::new(source, 1 << 20);
        match (kind(&mut window, name, Format::Auto), expected) {
            (Ok(found), None) => assert_eq!(found, Kind::Cbor),
            (Err(Fault::Fatal(error)), Some(expected)) => {
                assert!(
                    error
                        .to_string()
                        .starts_with(&format!("holds {expected} data")),
                    "{error}"
                );
            }
            (found, _) => panic!("{found:?}"),
        }
    }

    #[test]
    fn format_that_is_given_beats_the_guess() {
        let mut window = Window::new(Box::new(&b"{}\n{}"[..]), 1 << 20);
        assert_eq!(
            kind(&mut window, "a.ndjson", Format::Json).ok(),
            Some(Kind::Json)
        );
    }

    #[rstest]
    #[case::lines(b"\n{\"a\": \"}\xc3\xa9\"}\r\n\r\n{}")]
    #[case::numbers(b"1\n\n2\n3")]
    #[case::pretty(b"[\n[1],\n[2]]\n{}")]
    #[case::two_on_a_line(b"{} {}\n{}")]
    #[case::one_line(b"[1, 2, 3]\n")]
    #[case::cbor(b"\x63abc\xa1\x61a\x01")]
    fn settled_answer_is_that_of_the_whole(#[case] whole: &[u8]) {
        for by_name in [None, Some(Kind::Json)] {
            let answer = |start: &[u8], is_cut| match by_name {
                Some(_) => Some(json_or_ndjson(start)),
                None => by_bytes(start, is_cut),
            };
            for len in (0..whole.len()).filter(|&len| is_settled(&whole[..len], by_name)) {
                assert_eq!(answer(&whole[..len], true), answer(whole, false), "{len}");
            }
        }
    }
}
