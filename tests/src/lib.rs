//! Tests that need SQLite, corpora or several backends.
