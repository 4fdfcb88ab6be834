//! Folders: the files in them that hold documents.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use walkdir::{DirEntry, WalkDir};

use super::{Kind, name_of};
use crate::args::Format;
use crate::failure::Failure;

/// The files that paths stand for.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Each path that is no folder, and in the place of each folder what it holds, in the order of names.
    pub(crate) paths: Vec<PathBuf>,
    /// What is in the folders beside it: hidden files and folders, files that are not called as documents are, links to
    /// folders, and what is no file.
    pub(crate) left_out: Vec<PathBuf>,
}

impl Files {
    /// Looks into the folders among `paths`, and into those in them.
    ///
    /// Without a format it is the name of a file that says whether it is one of documents.
    pub(crate) fn of(paths: &[PathBuf], format: Format) -> anyhow::Result<Self> {
        let mut files = Self::default();
        for path in paths {
            if path.is_dir() {
                files.add_folder(path, format)?;
            } else {
                files.paths.push(path.clone());
            }
        }
        Ok(files)
    }

    fn add_folder(&mut self, folder: &Path, format: Format) -> anyhow::Result<()> {
        let before = self.paths.len();
        let mut walk = WalkDir::new(folder)
            .min_depth(1)
            .sort_by_file_name()
            .into_iter();
        while let Some(entry) = walk.next() {
            let entry = entry.map_err(|error| {
                let name = name_of(error.path().unwrap_or(folder));
                // Links are not followed, so there are no loops: it is always the system that fails.
                error.into_io_error().map_or_else(
                    || anyhow!("{name}: is in a loop"),
                    |error| anyhow::Error::from(error).context(name.clone()),
                )
            })?;
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if entry.file_type().is_dir() {
                if is_hidden {
                    walk.skip_current_dir();
                    self.left_out.push(entry.into_path());
                }
            } else if !is_hidden && is_document(&entry, format) {
                self.paths.push(entry.into_path());
            } else {
                self.left_out.push(entry.into_path());
            }
        }
        if self.paths.len() == before {
            return Err(Failure::usage(format!(
                "{}: no file in this folder is called as documents are (.json, .ndjson, .cbor, .jsonb and the like)",
                name_of(folder)
            )));
        }
        Ok(())
    }
}

fn is_document(entry: &DirEntry, format: Format) -> bool {
    // A link whose file is not there is one too: to open it says so.
    let is_file = entry.file_type().is_file()
        || entry.path_is_symlink()
            && fs::metadata(entry.path()).map_or(true, |file| file.is_file());
    is_file && Kind::known(&entry.file_name().to_string_lossy(), format).is_some()
}
