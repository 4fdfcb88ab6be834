//! Examples, one question a file.
