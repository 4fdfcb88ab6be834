//! A directory to run `jsonb` in, and SQLite to look at what it left.
#![allow(dead_code, reason = "each test target uses its own part")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use rusqlite::Connection;
use tempfile::TempDir;

/// A temporary directory; `jsonb` runs in it.
pub(crate) struct Scene {
    directory: TempDir,
}

/// How a run of `jsonb` ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Scene {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        Self { directory }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), content).expect("a file can be written");
        self
    }

    pub(crate) fn run(&self, args: &[&str]) -> Outcome {
        self.run_with(args, b"")
    }

    /// Runs `jsonb` with something on standard input.
    pub(crate) fn run_with(&self, args: &[&str], stdin: &[u8]) -> Outcome {
        let output = Command::cargo_bin("jsonb")
            .expect("the binary is built")
            .current_dir(self.directory.path())
            .args(args)
            .write_stdin(stdin)
            .output()
            .expect("the binary runs");
        Outcome {
            status: output.status.code().expect("it ends by itself"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }

    /// Runs `jsonb`, which must succeed without a word on standard error, and returns standard output.
    pub(crate) fn succeed(&self, args: &[&str]) -> Vec<u8> {
        self.run(args).success()
    }

    /// Runs `jsonb`, which must end with `status` and one line on standard error; returns that line.
    pub(crate) fn fail(&self, status: i32, args: &[&str]) -> String {
        self.run(args).failure(status)
    }

    /// Runs `jsonb` with a standard output that takes nothing, which must end with status 3, and returns standard error.
    #[cfg(target_os = "linux")]
    pub(crate) fn run_full(&self, args: &[&str]) -> String {
        let full = fs::File::options().write(true).open("/dev/full");
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("jsonb"))
            .args(args)
            .current_dir(self.directory.path())
            .stdout(full.expect("Linux has it"))
            .output()
            .expect("the binary runs");
        assert_eq!(output.status.code(), Some(3));
        String::from_utf8(output.stderr).expect("messages are UTF-8")
    }

    pub(crate) fn database(&self, name: &str) -> Connection {
        Connection::open(self.path(name)).expect("the database opens")
    }

    /// Runs statements on `app.db`.
    pub(crate) fn sql(&self, sql: &str) -> &Self {
        let database = self.database("app.db");
        database.execute_batch(sql).expect("the statements run");
        self
    }

    /// What a query over `app.db` gives, a text a row.
    pub(crate) fn query(&self, sql: &str) -> Vec<String> {
        self.column(sql)
    }

    /// Runs `jsonb`, which must end with `status`, and returns what it prints: standard output and standard error.
    pub(crate) fn print(&self, status: i32, args: &[&str]) -> (String, String) {
        let outcome = self.run(args);
        assert_eq!(outcome.status, status, "{}", outcome.stderr);
        let stdout = String::from_utf8(outcome.stdout).expect("text");
        (stdout, outcome.stderr)
    }

    /// The blobs of `data` in `table` of `app.db`, in order of their rows.
    pub(crate) fn blobs(&self, table: &str) -> Vec<Vec<u8>> {
        self.column(&format!("SELECT data FROM {table} ORDER BY rowid"))
    }

    /// The documents of `data` in `table` of `app.db` as SQLite prints them.
    pub(crate) fn texts(&self, table: &str) -> Vec<String> {
        self.column(&format!("SELECT json(data) FROM {table} ORDER BY rowid"))
    }

    fn column<T: rusqlite::types::FromSql>(&self, sql: &str) -> Vec<T> {
        let database = self.database("app.db");
        let mut statement = database.prepare(sql).expect("the statement compiles");
        let rows = statement.query_map([], |row| row.get(0)).expect("it runs");
        rows.collect::<Result<_, _>>()
            .expect("the rows are readable")
    }

    /// The names in the directory, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).expect("readable");
        let mut names: Vec<String> = entries
            .map(|entry| {
                let name = entry.expect("readable").file_name();
                name.into_string().expect("names here are UTF-8")
            })
            .collect();
        names.sort();
        names
    }
}

impl Outcome {
    pub(crate) fn success(self) -> Vec<u8> {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    pub(crate) fn failure(self, status: i32) -> String {
        assert_eq!(self.status, status, "{}", self.stderr);
        let line = self.stderr.strip_suffix('\n').expect("a line");
        assert!(
            line.starts_with("error: ") && !line.contains('\n'),
            "{line}"
        );
        line.to_owned()
    }
}

/// What SQLite makes of a JSON text.
pub(crate) fn jsonb(text: &str) -> Vec<u8> {
    Connection::open_in_memory()
        .and_then(|sqlite| sqlite.query_row("SELECT jsonb(?1)", [text], |row| row.get(0)))
        .expect("the text is JSON")
}

pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).expect("memory takes everything");
    encoder.finish().expect("memory takes everything")
}

pub(crate) fn zstd(content: &[u8]) -> Vec<u8> {
    zstd::encode_all(content, 1).expect("memory takes everything")
}

/// The top of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
