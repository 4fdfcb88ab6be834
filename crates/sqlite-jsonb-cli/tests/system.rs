//! What the system does to an import: signals, and disks that are full.
#![cfg(unix)]

mod support;

use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rstest::rstest;
use support::Scene;

/// `jsonb` with its standard input open, so that it waits for more.
fn start(scene: &Scene, args: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("jsonb"))
        .current_dir(scene.path(""))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Sends a signal once `ready`, and waits for the end.
fn interrupt(mut child: Child, signal: &str, ready: impl Fn() -> bool) -> Output {
    let started = Instant::now();
    while !ready() {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "it does not get that far"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    // The handler stands before the first file does.
    let stdin = child.stdin.take();
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    output
}

#[rstest]
#[case::ctrl_c("-INT")]
#[case::terminate("-TERM")]
fn interrupted_import_leaves_no_new_database(#[case] signal: &str) {
    let scene = Scene::new();
    let mut child = start(&scene, &["import", "new.db", "t", "-"]);
    let lines = "{\"a\":[1,2,3]}\n".repeat(50_000);
    let stdin = child.stdin.as_mut().expect("it is piped");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    let output = interrupt(child, signal, || scene.path("new.db").exists());
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(output.stderr, b"error: interrupted\n");
    assert!(scene.names().is_empty());
}

#[test]
fn interrupted_import_leaves_the_database_as_it_was() {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n");
    scene.succeed(&["import", "app.db", "t", "in.ndjson"]);
    let mut child = start(&scene, &["import", "app.db", "t", "in.ndjson", "-"]);
    // Enough that SQLite spills pages into the file before the end.
    let lines = format!("\"{}\"\n", "x".repeat(100)).repeat(100_000);
    let stdin = child.stdin.as_mut().expect("it is piped");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    let output = interrupt(child, "-INT", || scene.path("app.db-journal").exists());
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(scene.texts("t"), ["1"]);
    assert_eq!(scene.names(), ["app.db", "in.ndjson"]);
}

#[test]
fn interrupted_conversion_leaves_no_file() {
    let scene = Scene::new();
    let mut child = start(&scene, &["convert", "--from", "ndjson", "-o", "out"]);
    let stdin = child.stdin.as_mut().expect("it is piped");
    stdin.write_all(b"1\n").expect("it reads");
    let output = interrupt(child, "-INT", || !scene.names().is_empty());
    assert_eq!(output.status.code(), Some(130));
    assert!(scene.names().is_empty());
}

#[test]
fn interrupted_export_leaves_no_file() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
         INSERT INTO t SELECT jsonb('[1, 2]') FROM n;",
    );
    let child = start(&scene, &["export", "app.db", "t", "-o", "out"]);
    let output = interrupt(child, "-INT", || scene.names().len() > 1);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(scene.names(), ["app.db"]);
}

#[test]
fn interrupted_recoding_leaves_the_database_as_it_was() {
    let scene = Scene::new();
    scene.sql(
        "CREATE TABLE t(data);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
         INSERT INTO t SELECT '[1, 2]' FROM n;",
    );
    let child = start(&scene, &["recode", "app.db", "t", "data", "--to", "jsonb"]);
    let output = interrupt(child, "-INT", || scene.path("app.db-journal").exists());
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(output.stderr, b"error: interrupted\n");
    assert_eq!(scene.query("SELECT DISTINCT data FROM t"), ["[1, 2]"]);
    assert_eq!(scene.names(), ["app.db"]);
}

#[rstest]
#[case::export(&["export", "app.db", "t"])]
#[case::recode(&["recode", "app.db", "t", "data", "--to", "jsonb"])]
fn interrupt_ends_a_condition_that_takes_for_ever(#[case] args: &[&str]) {
    const ENDLESS: &str = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n) > 0";
    let scene = Scene::new();
    scene.sql("CREATE TABLE t(data); INSERT INTO t VALUES ('[1]')");
    let started = Instant::now();
    let child = start(&scene, &[args, &["--where", ENDLESS]].concat());
    let output = interrupt(child, "-INT", || started.elapsed() > Duration::from_secs(1));
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(output.stderr, b"error: interrupted\n");
    assert_eq!(scene.query("SELECT data FROM t"), ["[1]"]);
    assert_eq!(scene.names(), ["app.db"]);
}

#[test]
fn interrupt_is_noticed_while_the_database_is_locked() {
    let scene = Scene::new();
    let holder = scene.database("app.db");
    holder
        .execute_batch("BEGIN EXCLUSIVE")
        .expect("the lock is free");
    let started = Instant::now();
    let child = start(&scene, &["import", "app.db", "t", "-"]);
    let output = interrupt(child, "-INT", || started.elapsed() > Duration::from_secs(1));
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(output.stderr, b"error: interrupted\n");
    assert!(started.elapsed() < Duration::from_secs(4));
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::ndjson("ndjson", b"", b"\n")]
#[case::array("json", b"[", b",")]
#[case::cbor("cbor", b"", b"\x00")]
fn memory_follows_the_document_and_not_the_file(
    #[case] format: &str,
    #[case] opening: &[u8],
    #[case] separator: &[u8],
) {
    const MEBIBYTES: usize = 128;
    let scene = Scene::new();
    let mut child = start(&scene, &["import", "app.db", "t", "-", "--format", format]);
    let document = match format {
        "cbor" => [b"\x7a\x00\x01\x00\x00".to_vec(), vec![b'x'; 1 << 16]].concat(),
        _ => format!("\"{}\"", "x".repeat(1 << 16)).into_bytes(),
    };
    let stdin = child.stdin.as_mut().expect("it is piped");
    stdin.write_all(opening).expect("it reads");
    for _ in 0..MEBIBYTES * 16 {
        stdin.write_all(&document).expect("it reads");
        stdin.write_all(separator).expect("it reads");
    }
    // It has read all but what the pipe holds, and waits for more.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("Linux has it");
    let peak: usize = status
        .lines()
        .find_map(|line| {
            line.strip_prefix("VmHWM:")?
                .strip_suffix("kB")?
                .trim()
                .parse()
                .ok()
        })
        .expect("Linux has the peak of resident memory");
    let output = interrupt(child, "-INT", || true);
    assert_eq!(output.status.code(), Some(130));
    assert!(peak < 40 << 10, "{peak} kB");
}

#[test]
fn progress_is_for_terminals() {
    let scene = Scene::new();
    let mut child = start(&scene, &["import", "app.db", "t", "-"]);
    let stdin = child.stdin.as_mut().expect("it is piped");
    stdin.write_all(b"1\n2\n").expect("it reads");
    // Longer than the second after which a terminal shows a bar.
    std::thread::sleep(Duration::from_millis(1300));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn file_that_cannot_grow_is_one_line_and_the_database_as_it_was() {
    let scene = Scene::new();
    scene.file("small.ndjson", "1\n");
    scene.succeed(&["import", "app.db", "t", "small.ndjson"]);
    scene.file(
        "in.ndjson",
        format!("\"{}\"\n", "x".repeat(1000)).repeat(4000),
    );
    // With SIGXFSZ ignored a write past the limit fails, as on a disk with a quota.
    let script = "trap '' XFSZ; ulimit -f 256; exec \"$0\" import app.db t in.ndjson";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(assert_cmd::cargo::cargo_bin!("jsonb"))
        .current_dir(scene.path(""))
        .output()
        .expect("sh runs");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: app.db: disk I/O error\n"
    );
    assert_eq!(scene.texts("t"), ["1"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_one_line_and_the_database_as_it_was() {
    let scene = Scene::new();
    scene.file("small.ndjson", "1\n");
    scene.file(
        "in.ndjson",
        format!("\"{}\"\n", "x".repeat(1000)).repeat(4000),
    );
    std::fs::create_dir(scene.path("disk")).expect("a directory");
    // A disk of its own, in a namespace of its own, which ends with the script.
    let script = "mount -t tmpfs -o size=1m none disk || exit 99
        \"$0\" import -q disk/app.db t small.ndjson || exit 98
        \"$0\" import disk/app.db t in.ndjson; echo \"status $?\"
        \"$0\" import disk/new.db t in.ndjson; echo \"status $?\"
        \"$0\" query disk/app.db 'SELECT count(*) FROM t'; ls disk";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .arg(assert_cmd::cargo::cargo_bin!("jsonb"))
        .current_dir(scene.path(""))
        .output();
    let output = match output {
        Ok(output) if !matches!(output.status.code(), Some(1 | 99)) => output,
        _ => {
            eprintln!("skipped: this system gives no disk of its own to a test");
            return;
        }
    };
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: disk/app.db: database or disk is full\nerror: disk/new.db: database or disk is full\n"
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "status 3\nstatus 3\ncount(*)\n1\napp.db\n"
    );
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::for_a_person(&[])]
#[case::for_a_program(&["--json"])]
fn summary_that_cannot_be_printed_says_that_the_rows_are_there(#[case] flags: &[&str]) {
    let scene = Scene::new();
    scene.file("in.json", "1");
    assert_eq!(
        scene.run_full(&[&["import", "app.db", "t", "in.json"], flags].concat()),
        "error: the documents are in the table, but the summary cannot be printed: \
         No space left on device (os error 28)\n"
    );
    assert_eq!(scene.texts("t"), ["1"]);
}
