//! Limits of SQLite, and of this crate where SQLite sets them.

/// The longest element this crate writes, in bytes: the longest blob any build of SQLite can hold.
///
/// SQLite `sqlite3.c`: `SQLITE_MAX_LENGTH` may be raised to 2^31 - 1 and no further.
pub const MAX_LEN: usize = 2_147_483_647;

/// The longest blob that SQLite holds by default, in bytes.
///
/// SQLite `src/sqliteLimit.h`: `SQLITE_MAX_LENGTH`, 3.45 to 3.54.
pub const SQLITE_MAX_LEN: usize = 1_000_000_000;

/// The deepest nesting of containers that SQLite's JSON functions read.
///
/// SQLite `src/json.c`: `JSON_MAX_DEPTH`, 3.45 to 3.54.
pub const SQLITE_MAX_DEPTH: usize = 1000;
