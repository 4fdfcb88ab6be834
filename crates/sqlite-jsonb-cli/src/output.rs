//! Where converted documents go: standard output, or a file that appears when it is whole.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use tempfile::TempPath;

/// How much is gathered before it is written, in bytes.
const BUFFER: usize = 1 << 16;

/// An open destination.
#[derive(Debug)]
pub(crate) enum Output {
    /// Standard output, or a device or pipe that the user named.
    Direct(BufWriter<File>),
    Standard(BufWriter<io::Stdout>),
    /// A file beside the one it will replace.
    Replacing {
        file: BufWriter<File>,
        temporary: TempPath,
        target: PathBuf,
    },
}

impl Output {
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(BUFFER, io::stdout()))
    }

    /// The file at `path`; until [`finish`](Self::finish) whatever is there stays as it is.
    pub(crate) fn file(path: &Path) -> anyhow::Result<Self> {
        Self::replacing(path).with_context(|| path.display().to_string())
    }

    fn replacing(path: &Path) -> anyhow::Result<Self> {
        // A link stays a link: what it points to is replaced.
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // What goes to a pipe has no path, and is there.
                if let (Ok(link), Err(_)) = (fs::read_link(path), fs::metadata(path)) {
                    bail!("is a link to {}, where there is no file", link.display());
                }
                path.to_owned()
            }
            Err(error) => return Err(error.into()),
        };
        let permissions = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_file() => Some(metadata.permissions()),
            Ok(_) => {
                let file = File::options().write(true).open(&target)?;
                return Ok(Self::Direct(BufWriter::with_capacity(BUFFER, file)));
            }
            Err(_) => None,
        };
        let directory = match target.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let (file, temporary) = temporary(directory, permissions)
            .with_context(|| format!("a file cannot be made in {}", directory.display()))?;
        Ok(Self::Replacing {
            file: BufWriter::with_capacity(BUFFER, file),
            temporary,
            target,
        })
    }

    /// Writes what was gathered, and puts a file in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Direct(mut file) => file.flush(),
            Self::Standard(mut out) => out.flush(),
            Self::Replacing {
                file,
                temporary,
                target,
            } => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.sync_all()?;
                temporary.persist(&target).map_err(|error| error.error)
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::Direct(file) | Self::Replacing { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::Direct(file) | Self::Replacing { file, .. } => file.flush(),
        }
    }
}

/// Says of an error of the system that it is standard output's, unless it says already what it is about.
pub(crate) fn of_standard_output(error: anyhow::Error) -> anyhow::Error {
    let is_bare = |cause: &&(dyn std::error::Error + 'static)| cause.is::<io::Error>();
    if error.chain().take(1).any(|cause| is_bare(&cause)) {
        error.context("standard output")
    } else {
        error
    }
}

/// A file with the rights of the one it replaces, or with those of any new file.
///
/// Errors are the system's alone: those of tempfile's own files have the name of this one, which nobody asked for.
fn temporary(directory: &Path, permissions: Option<Permissions>) -> io::Result<(File, TempPath)> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // The umask takes its part of the rights of a new file.
        options.mode(if permissions.is_some() { 0o600 } else { 0o666 });
    }
    let file = tempfile::Builder::new()
        .prefix(".jsonb-")
        .make_in(directory, |path| options.open(path))?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file.into_parts())
}
