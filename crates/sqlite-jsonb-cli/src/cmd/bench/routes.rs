//! The ways from the bytes of documents to blobs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Statement};
use serde::Deserialize as _;
use simd_json::{BorrowedValue, Buffers, OwnedValue, Tape};
use sqlite_jsonb::{CborOptions, EncodeOptions, Encoder, JsonText};

use crate::args::{BackendName, CborArgs};
use crate::backend::{Cbor, RECURSION_LIMIT};
use crate::input::Kind;

/// One way.
pub(super) trait Route {
    /// Appends the blob of a document, or says why there is none. What is left of the document is unspecified.
    fn encode(&mut self, document: &mut [u8], blob: &mut Vec<u8>) -> Result<(), String>;

    /// Times documents that [`encode`](Self::encode) takes.
    fn run(&mut self, documents: Vec<&mut [u8]>) -> Took;
}

/// How long a run took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Took {
    /// To build trees; `None` where there are none.
    pub(super) parse: Option<Duration>,
    /// All the rest.
    pub(super) encode: Duration,
}

/// SQLite's own way, which all others are compared with. It takes text.
pub(super) struct Sqlite<'c>(Statement<'c>);

impl<'c> Sqlite<'c> {
    pub(super) fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self(connection.prepare("SELECT jsonb(?1)")?))
    }
}

impl Route for Sqlite<'_> {
    fn encode(&mut self, document: &mut [u8], blob: &mut Vec<u8>) -> Result<(), String> {
        let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
        let copy = self.0.query_row([text], |row| {
            blob.extend_from_slice(row.get_ref(0)?.as_bytes()?);
            Ok(())
        });
        copy.map_err(|error| error.to_string())
    }

    fn run(&mut self, documents: Vec<&mut [u8]>) -> Took {
        let texts = documents.iter().map(|text| str::from_utf8(text));
        let texts: Vec<&str> = texts.collect::<Result<_, _>>().expect(CHECKED);
        let start = Instant::now();
        for text in texts {
            let len = self
                .0
                .query_row([text], |row| Ok(row.get_ref(0)?.as_bytes()?.len()));
            black_box(len.expect(CHECKED));
        }
        Took {
            parse: None,
            encode: start.elapsed(),
        }
    }
}

/// Why a document makes no trouble while the clock runs.
const CHECKED: &str = "documents are encoded once before they are timed";

/// The routes of the library that read this kind of document, and their names.
pub(super) fn routes(kind: Kind, args: &CborArgs) -> Vec<(&'static str, Box<dyn Route>)> {
    let encode = EncodeOptions::sqlite();
    let cbor = Cbor::new(BackendName::Direct, args).options();
    let direct = Direct {
        cbor: (kind == Kind::Cbor).then_some(cbor),
        encoder: Encoder::with_options(encode),
        blobs: Vec::new(),
    };
    let mut routes: Vec<(_, Box<dyn Route>)> = vec![("direct", Box::new(direct))];
    if kind == Kind::Cbor {
        routes.push(("ciborium", Trees::boxed(Ciborium(cbor), encode)));
    } else {
        routes.push(("serde_json", Trees::boxed(SerdeJson, encode)));
        routes.push(("simd-json owned", Trees::boxed(Owned::default(), encode)));
        routes.push((
            "simd-json borrowed",
            Trees::boxed(Borrowed::default(), encode),
        ));
        routes.push(("simd-json tape", Trees::boxed(OnTape::default(), encode)));
    }
    routes
}

/// Straight from the bytes.
struct Direct {
    /// The policies where the documents are CBOR.
    cbor: Option<CborOptions>,
    encoder: Encoder,
    blobs: Vec<u8>,
}

impl Direct {
    fn append(&mut self, document: &[u8]) -> sqlite_jsonb::Result<()> {
        match self.cbor {
            Some(options) => self
                .encoder
                .append_to(&mut self.blobs, &options.bytes(document)),
            None => self
                .encoder
                .append_to(&mut self.blobs, JsonText::from_slice(document)),
        }?;
        Ok(())
    }
}

impl Route for Direct {
    fn encode(&mut self, document: &mut [u8], blob: &mut Vec<u8>) -> Result<(), String> {
        self.blobs.clear();
        self.append(document).map_err(|error| error.to_string())?;
        blob.extend_from_slice(&self.blobs);
        Ok(())
    }

    fn run(&mut self, documents: Vec<&mut [u8]>) -> Took {
        self.blobs.clear();
        let start = Instant::now();
        for document in documents {
            self.append(document).expect(CHECKED);
        }
        let encode = start.elapsed();
        black_box(&self.blobs);
        Took {
            parse: None,
            encode,
        }
    }
}

/// A crate's tree, and how it is read and written.
trait Tree {
    /// The tree, which may borrow from the document.
    type Of<'d>;

    fn parse<'d>(&mut self, document: &'d mut [u8]) -> Result<Self::Of<'d>, String>;

    fn append(
        &self,
        tree: &Self::Of<'_>,
        encoder: &mut Encoder,
        blobs: &mut Vec<u8>,
    ) -> sqlite_jsonb::Result<()>;
}

/// Through a tree.
struct Trees<T> {
    tree: T,
    encoder: Encoder,
    blobs: Vec<u8>,
}

impl<T: Tree + 'static> Trees<T> {
    fn boxed(tree: T, options: EncodeOptions) -> Box<dyn Route> {
        Box::new(Self {
            tree,
            encoder: Encoder::with_options(options),
            blobs: Vec::new(),
        })
    }
}

impl<T: Tree> Route for Trees<T> {
    fn encode(&mut self, document: &mut [u8], blob: &mut Vec<u8>) -> Result<(), String> {
        let tree = self.tree.parse(document)?;
        let appended = self.tree.append(&tree, &mut self.encoder, blob);
        appended.map_err(|error| error.to_string())
    }

    fn run(&mut self, documents: Vec<&mut [u8]>) -> Took {
        let mut trees = Vec::with_capacity(documents.len());
        let start = Instant::now();
        for document in documents {
            trees.push(self.tree.parse(document).expect(CHECKED));
        }
        let parse = start.elapsed();
        self.blobs.clear();
        let start = Instant::now();
        for tree in &trees {
            let appended = self.tree.append(tree, &mut self.encoder, &mut self.blobs);
            appended.expect(CHECKED);
        }
        let encode = start.elapsed();
        black_box(&self.blobs);
        Took {
            parse: Some(parse),
            encode,
        }
    }
}

struct SerdeJson;

impl Tree for SerdeJson {
    type Of<'d> = serde_json::Value;

    fn parse<'d>(&mut self, document: &'d mut [u8]) -> Result<Self::Of<'d>, String> {
        let mut parser = serde_json::Deserializer::from_slice(document);
        // The depth is bounded: the direct route has been over the document.
        parser.disable_recursion_limit();
        let tree = Self::Of::deserialize(&mut parser);
        let tree = tree.and_then(|tree| parser.end().map(|()| tree));
        tree.map_err(|error| error.to_string())
    }

    fn append(
        &self,
        tree: &Self::Of<'_>,
        encoder: &mut Encoder,
        blobs: &mut Vec<u8>,
    ) -> sqlite_jsonb::Result<()> {
        encoder.append_to(blobs, tree).map(drop)
    }
}

/// A tree of simd-json, whose parsers differ in nothing but their names.
macro_rules! simd_json_tree {
    ($name:ident, $of:ty, $parse:path) => {
        #[derive(Default)]
        struct $name(Box<Buffers>);

        impl Tree for $name {
            type Of<'d> = $of;

            fn parse<'d>(&mut self, document: &'d mut [u8]) -> Result<Self::Of<'d>, String> {
                $parse(document, &mut self.0).map_err(|error| error.to_string())
            }

            fn append(
                &self,
                tree: &Self::Of<'_>,
                encoder: &mut Encoder,
                blobs: &mut Vec<u8>,
            ) -> sqlite_jsonb::Result<()> {
                encoder.append_to(blobs, tree).map(drop)
            }
        }
    };
}

simd_json_tree!(Owned, OwnedValue, simd_json::to_owned_value_with_buffers);
simd_json_tree!(
    Borrowed,
    BorrowedValue<'d>,
    simd_json::to_borrowed_value_with_buffers
);
simd_json_tree!(OnTape, Tape<'d>, simd_json::to_tape_with_buffers);

struct Ciborium(CborOptions);

impl Tree for Ciborium {
    type Of<'d> = ciborium::Value;

    fn parse<'d>(&mut self, document: &'d mut [u8]) -> Result<Self::Of<'d>, String> {
        ciborium::de::from_reader_with_recursion_limit(&*document, RECURSION_LIMIT)
            .map_err(|error| error.to_string())
    }

    fn append(
        &self,
        tree: &Self::Of<'_>,
        encoder: &mut Encoder,
        blobs: &mut Vec<u8>,
    ) -> sqlite_jsonb::Result<()> {
        encoder.append_to(blobs, self.0.source(tree)).map(drop)
    }
}
