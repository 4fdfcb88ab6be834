//! Opening: files, standard input, and what is compressed.

use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, bail};
use flate2::bufread::GzDecoder;

use super::{Fault, MAX_DOCUMENT, Window};
use crate::failure::Failure;

/// A file to read, or standard input.
#[derive(Debug)]
pub(crate) struct Input {
    path: PathBuf,
    /// What is known of a regular file.
    stamp: Option<Stamp>,
}

/// A regular file, and what changes with its content.
#[derive(Debug)]
pub(crate) struct Stamp {
    /// Its full path.
    pub(crate) path: PathBuf,
    /// In bytes.
    pub(crate) len: u64,
    /// In nanoseconds since 1970, where the system says.
    pub(crate) modified: Option<u64>,
}

/// How messages name a file.
pub(crate) fn name_of(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Input {
    /// One for each path, of which one at most is standard input.
    pub(crate) fn all(paths: &[PathBuf]) -> anyhow::Result<Vec<Self>> {
        if paths.iter().filter(|path| is_standard_input(path)).count() > 1 {
            return Err(Failure::usage("standard input can be read only once"));
        }
        paths.iter().map(|path| Self::new(path)).collect()
    }

    /// Makes sure that there is something to open.
    ///
    /// A pipe is opened only when its turn comes, since that waits for whoever writes to it.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Self> {
        let mut stamp = None;
        if !is_standard_input(path) {
            let metadata = fs::metadata(path).with_context(|| name_of(path))?;
            if metadata.is_dir() {
                bail!("{}: is a directory, expected a file", name_of(path));
            }
            if metadata.is_file() {
                File::open(path).with_context(|| name_of(path))?;
                stamp = Some(Stamp {
                    path: fs::canonicalize(path).with_context(|| name_of(path))?,
                    len: metadata.len(),
                    modified: modified(&metadata),
                });
            }
        }
        Ok(Self {
            path: path.to_owned(),
            stamp,
        })
    }

    pub(crate) fn name(&self) -> String {
        name_of(&self.path)
    }

    /// Its length in bytes where that is known.
    pub(crate) fn len(&self) -> Option<u64> {
        self.stamp.as_ref().map(|stamp| stamp.len)
    }

    /// `None` for what can be read only once.
    pub(crate) fn stamp(&self) -> Option<&Stamp> {
        self.stamp.as_ref()
    }

    /// Opens it, decompressed if its first bytes say that it is compressed; `read` counts the bytes as they are in the file.
    pub(crate) fn open(&self, read: &Arc<AtomicU64>) -> io::Result<Window> {
        let raw: Box<dyn Read + Send> = if is_standard_input(&self.path) {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&self.path)?)
        };
        let counted = Counted {
            raw,
            read: Arc::clone(read),
        };
        let raw = decompressed(counted, magic_by_name(&self.path))?;
        Ok(Window::new(raw, MAX_DOCUMENT))
    }
}

fn modified(metadata: &fs::Metadata) -> Option<u64> {
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(since.as_nanos()).ok()
}

/// The first bytes of a SQLite database: SQLite `doc/fileformat2.md` section 1.3.1.
pub(crate) const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";

/// Whether a file is a SQLite database: to SQLite an empty file is one too, and here if it is named as one.
pub(crate) fn is_database(path: &Path) -> anyhow::Result<bool> {
    let Ok(metadata) = fs::metadata(path) else {
        return Ok(false);
    };
    if is_standard_input(path) || !metadata.is_file() {
        return Ok(false);
    }
    if metadata.len() == 0 {
        return Ok(is_named_as_database(path));
    }
    if has_journal(path) {
        return Ok(true);
    }
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(SQLITE_MAGIC.len() as u64).read_to_end(&mut start))
        .with_context(|| name_of(path))?;
    Ok(start == SQLITE_MAGIC)
}

/// Whether a write to a database was cut short: its first page may be unwritten, as it was before its first transaction.
fn has_journal(path: &Path) -> bool {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    fs::metadata(journal).is_ok_and(|metadata| metadata.len() > 0)
}

/// Whether a name ends as those of databases do: `.db`, `.sqlite`, `.sqlite3`, `.db3`, `.s3db` and the like.
fn is_named_as_database(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_ascii_lowercase();
    extension.contains("db") || extension.contains("sqlite")
}

/// All bytes of a file, up to what a blob may be long.
pub(crate) fn whole_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let input = Input::new(path)?;
    let name = || input.name();
    let mut window = input.open(&Arc::default()).with_context(name)?;
    loop {
        match window.more() {
            Ok(true) => {}
            Ok(false) => return Ok(window.bytes().to_vec()),
            Err(Fault::Malformed { reason, .. }) => {
                return Err(Failure::bad_data(format!("{}: {reason}", name())));
            }
            Err(Fault::Fatal(error)) => return Err(error.context(name())),
        }
    }
}

/// RFC 1952 section 2.3.1.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// RFC 8878 section 3.1.1.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The magic number of what a file is compressed with by its name; nothing is in front of any file.
fn magic_by_name(path: &Path) -> &'static [u8] {
    let extension = path.extension().unwrap_or_default();
    if extension.eq_ignore_ascii_case("gz") {
        GZIP
    } else if extension.eq_ignore_ascii_case("zst") {
        ZSTD
    } else {
        b""
    }
}

/// What is in `raw`, by its magic number. Of a file that ends within the one of its name nothing was decompressed, so
/// nobody knows what it held; with any other start it is taken as it is.
///
/// No JSON starts with either, and no CBOR: in both a head of reserved additional information stands among the first bytes.
/// Nor does JSONB: its first element would be of a reserved type, or a text that is not UTF-8.
fn decompressed(
    mut raw: impl Read + Send + 'static,
    named: &[u8],
) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::new();
    // No further than needed: from a pipe nothing else may come for a while.
    while [GZIP, ZSTD]
        .iter()
        .any(|number| number.len() > magic.len() && number.starts_with(&magic))
    {
        if raw.by_ref().take(1).read_to_end(&mut magic)? == 0 {
            break;
        }
    }
    if magic.len() < named.len() && named.starts_with(&magic) {
        return Ok(Box::new(Cut));
    }
    let is_gzip = magic == GZIP;
    let is_zstd = magic == ZSTD;
    let whole = io::Cursor::new(magic).chain(raw);
    Ok(if is_gzip {
        Box::new(Gzip::new(io::BufReader::with_capacity(1 << 16, whole)))
    } else if is_zstd {
        Box::new(zstd::Decoder::new(whole)?)
    } else {
        Box::new(whole)
    })
}

/// A file whose compressed data do not begin.
struct Cut;

impl Read for Cut {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        let reason = "the file ends where compressed data should begin";
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, reason))
    }
}

/// The members of a gzip file, one behind the other (RFC 1952 section 2.2), and zeros to its end, which tapes and block
/// devices leave and gzip itself passes over.
struct Gzip<R> {
    /// `None` behind the last member.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    fn new(raw: R) -> Self {
        Self {
            member: Some(GzDecoder::new(raw)),
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut raw = self.member.take().map(GzDecoder::into_inner);
            if let Some(raw) = &mut raw
                && raw.fill_buf()?.first() == Some(&0)
            {
                skip_padding(raw)?;
            }
            if let Some(mut raw) = raw
                && !raw.fill_buf()?.is_empty()
            {
                self.member = Some(GzDecoder::new(raw));
            }
        }
        Ok(0)
    }
}

/// Reads zeros to the end.
fn skip_padding(raw: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = raw.fill_buf()?;
        if bytes.iter().any(|&byte| byte != 0) {
            let reason = "the zeros behind gzip data do not go to the end";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        match bytes.len() {
            0 => return Ok(()),
            len => raw.consume(len),
        }
    }
}

struct Counted<R> {
    raw: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.raw.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
