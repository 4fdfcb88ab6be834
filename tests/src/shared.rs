//! Documents and cases that are no part of the repository.

use std::path::PathBuf;

/// The path of `name` in the folder of real documents and reported cases, or `None`, said aloud, when it is not there.
///
/// The folder is what `SQLITE_JSONB_SHARED` names, or `shared` beside the repository.
pub fn shared(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SQLITE_JSONB_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let path = folder.join(name);
    if path.exists() {
        Some(path)
    } else {
        eprintln!("skipped: {} is not there", path.display());
        None
    }
}
