//! `jsonb import` with `--batch`, `--resume` and `--follow`: what stays when it is cut short, and how it goes on.

mod support;

use std::fs;

use rstest::rstest;
use support::Scene;

const ROWS: &str = "SELECT count(*) || '' FROM t";
const UNFINISHED: &str = "SELECT count(*) || '' FROM sqlite_schema WHERE name = '_jsonb_import'";

/// Numbers from 1, a line each, with a bad document as line `bad`.
fn lines(count: usize, bad: usize) -> String {
    let line = |n: usize| {
        if n == bad {
            "{\n".into()
        } else {
            format!("{n}\n")
        }
    };
    (1..=count).map(line).collect()
}

fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|n| n.to_string()).collect()
}

/// Runs an import that must stop at a bad document, and returns what it says.
fn cut_short(scene: &Scene, args: &[&str]) -> String {
    let outcome = scene.run(args);
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    outcome.stderr
}

/// Puts a file back to what it was, so that nothing but its content tells of the change.
fn mend(scene: &Scene, name: &str, content: &str) {
    let path = scene.path(name);
    let modified = fs::metadata(&path).and_then(|metadata| metadata.modified());
    scene.file(name, content);
    fs::File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.set_modified(modified.expect("a time")))
        .expect("times can be set");
}

#[test]
fn batches_before_a_bad_document_stay_and_the_rest_comes_later() {
    let scene = Scene::new();
    scene.file("in.ndjson", lines(25, 18));
    let message = cut_short(
        &scene,
        &["import", "app.db", "t", "in.ndjson", "--batch", "5"],
    );
    assert_eq!(
        message,
        "kept: 15 rows; --resume goes on after them\n\
         error: in.ndjson:18: input ends, expected a label (for a document over several lines: --format json), at the root, at byte 43\n"
    );
    assert_eq!(scene.texts("t"), numbers(15));
    assert_eq!(scene.query(UNFINISHED), ["1"]);
    // A document in place of the bad one; a space keeps the length, which for the command is another file.
    mend(&scene, "in.ndjson", &lines(25, 18).replace('{', "0"));
    let out = scene.succeed(&["import", "app.db", "t", "in.ndjson", "--resume"]);
    let out = String::from_utf8(out).expect("text");
    assert!(
        out.starts_with("10 rows after 15 from 1 file into t"),
        "{out}"
    );
    let mut expected = numbers(25);
    expected[17] = "0".into();
    assert_eq!(scene.texts("t"), expected);
    assert_eq!(scene.query(UNFINISHED), ["0"]);
}

#[test]
fn import_in_batches_leaves_nothing_but_its_rows() {
    let scene = Scene::new();
    scene.file("in.ndjson", lines(20, 0));
    scene.succeed(&["import", "app.db", "t", "in.ndjson", "--batch", "5"]);
    assert_eq!(scene.texts("t"), numbers(20));
    assert_eq!(scene.query(UNFINISHED), ["0"]);
    assert_eq!(scene.names(), ["app.db", "in.ndjson"]);
}

#[rstest]
#[case::array("b.json", "[3, 4,\n5, x, 7]", 4)]
#[case::lines("b.ndjson", "3\n4\n\n5\nx\n7", 4)]
#[case::cbor("b.cborseq", "\u{3}\u{4}\u{5}\u{62}a", 3)]
fn import_goes_on_in_the_middle_of_any_file(
    #[case] name: &str,
    #[case] content: &str,
    #[case] batch: u64,
) {
    let scene = Scene::new();
    scene.file("a.ndjson", "1\n2\n").file(name, content);
    let batch = batch.to_string();
    let args = ["import", "app.db", "t", "a.ndjson", name, "--batch", &batch];
    cut_short(&scene, &args);
    let kept = scene.texts("t").len();
    assert!(kept > 0, "nothing was committed");
    let args = [
        "import",
        "app.db",
        "t",
        "a.ndjson",
        name,
        "--resume",
        "--on-error",
        "skip",
    ];
    assert_eq!(scene.run(&args).status, 1);
    let texts = scene.texts("t");
    assert_eq!(texts[..5], numbers(5)[..]);
    let rest: &[&str] = if name.ends_with("cborseq") {
        &[]
    } else {
        &["7"]
    };
    assert_eq!(texts[5..], *rest);
}

#[test]
fn what_was_cut_short_is_not_done_twice() {
    let scene = Scene::new();
    scene
        .file("in.ndjson", lines(10, 8))
        .file("b.ndjson", "0\n");
    let import = ["import", "app.db", "t", "in.ndjson"];
    cut_short(&scene, &[&import[..], &["--batch", "5"]].concat());
    for more in [&[][..], &["--batch", "5"]] {
        let line = scene.fail(2, &[&import[..], more].concat());
        assert_eq!(
            line,
            "error: an import of these files was cut short after 5 rows: --resume goes on, dropping table _jsonb_import forgets it"
        );
    }
    // Other files are another import.
    scene.succeed(&["import", "app.db", "t", "b.ndjson", "--batch", "1"]);
    assert_eq!(scene.query(UNFINISHED), ["1"]);
    scene.sql("DROP TABLE _jsonb_import");
    cut_short(&scene, &import);
    assert_eq!(scene.query(ROWS), ["6"]);
}

#[test]
fn changed_file_is_refused() {
    let scene = Scene::new();
    scene.file("in.ndjson", lines(10, 8));
    cut_short(
        &scene,
        &["import", "app.db", "t", "in.ndjson", "--batch", "5"],
    );
    let resume = ["import", "app.db", "t", "in.ndjson", "--resume"];
    let line = scene.fail(2, &[&resume[..], &["--whole"]].concat());
    assert_eq!(
        line,
        "error: the import began with --format auto, expected the same again"
    );
    mend(
        &scene,
        "in.ndjson",
        &lines(10, 8).replacen('1', "11", 1).replace('{', ""),
    );
    let line = scene.fail(3, &resume);
    assert_eq!(
        line,
        "error: in.ndjson: holds other documents than when the import began"
    );
    scene.file("in.ndjson", lines(10, 0));
    let line = scene.fail(3, &resume);
    assert_eq!(line, "error: in.ndjson: has changed since its import began");
    assert_eq!(scene.texts("t"), numbers(5));
}

#[rstest]
#[case::nothing(&["in.ndjson", "--resume"], "error: no import of these files into that table is unfinished, so there is nothing to resume")]
#[case::pipe(&["-", "--resume"], "error: --resume is for files: what comes through a pipe comes no second time")]
fn what_cannot_be_resumed_is_wrong_usage(#[case] args: &[&str], #[case] message: &str) {
    let scene = Scene::new();
    scene.file("in.ndjson", "1\n");
    assert_eq!(
        scene.fail(2, &[&["import", "app.db", "t"], args].concat()),
        message
    );
    assert_eq!(scene.names(), ["in.ndjson"]);
}

#[test]
fn table_of_the_imports_takes_no_documents() {
    let scene = Scene::new();
    scene.file("in.json", "1");
    let line = scene.fail(2, &["import", "app.db", "_JSONB_import", "in.json"]);
    assert_eq!(line, "error: _jsonb_import is for imports themselves");
}

#[test]
fn batches_of_a_pipe_stay_too() {
    let scene = Scene::new();
    let args = ["import", "app.db", "t", "-", "--batch", "2"];
    let outcome = scene.run_with(&args, b"1\n2\n3\n{\n");
    assert_eq!(outcome.status, 1);
    assert!(
        outcome.stderr.starts_with("kept: 2 rows\nerror: "),
        "{}",
        outcome.stderr
    );
    assert_eq!(scene.texts("t"), ["1", "2"]);
    assert_eq!(scene.query(UNFINISHED), ["0"]);
}

#[cfg(unix)]
mod processes {
    use super::*;
    use std::io::Write as _;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    fn start(scene: &Scene, args: &[&str]) -> Child {
        Command::new(assert_cmd::cargo::cargo_bin!("jsonb"))
            .current_dir(scene.path(""))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts")
    }

    /// Waits until so many rows are committed.
    fn wait_for(scene: &Scene, rows: i64) {
        let started = Instant::now();
        loop {
            let count: rusqlite::Result<i64> =
                scene
                    .database("app.db")
                    .query_row("SELECT count(*) FROM t", [], |row| row.get(0));
            if count == Ok(rows) {
                return;
            }
            assert!(started.elapsed() < Duration::from_secs(20), "{count:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn followed_pipe_is_committed_while_it_is_open() {
        let scene = Scene::new();
        let mut child = start(&scene, &["import", "app.db", "t", "-", "--follow"]);
        let mut stdin = child.stdin.take().expect("it is piped");
        for n in 1..=3 {
            // A document, and the start of the next one.
            write!(stdin, "[{n}]\n{{\"n\":").expect("it reads");
            wait_for(&scene, 2 * n - 1);
            // Between commits the database is free for others.
            scene.sql("CREATE TABLE other(x); DROP TABLE other");
            writeln!(stdin, "{n}}}").expect("it reads");
            wait_for(&scene, 2 * n);
        }
        writeln!(stdin, "7").expect("it reads");
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
        let expected = [
            "[1]",
            "{\"n\":1}",
            "[2]",
            "{\"n\":2}",
            "[3]",
            "{\"n\":3}",
            "7",
        ];
        assert_eq!(scene.texts("t"), expected);
    }

    #[test]
    fn followed_pipe_keeps_what_came_before_a_bad_document_or_an_interrupt() {
        let scene = Scene::new();
        let args = [
            "import", "app.db", "t", "-", "--format", "ndjson", "--follow",
        ];
        let outcome = scene.run_with(&args, b"1\n2\n{\n3\n");
        assert_eq!(outcome.status, 1);
        assert!(
            outcome.stderr.starts_with("kept: 2 rows\nerror: "),
            "{}",
            outcome.stderr
        );
        assert_eq!(scene.texts("t"), ["1", "2"]);

        let mut child = start(&scene, &args);
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(b"3\n").expect("it reads");
        wait_for(&scene, 3);
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(output.stderr, b"kept: 1 row\nerror: interrupted\n");
        drop(stdin);
    }

    /// How often the import is killed.
    const KILLS: u64 = 20;
    const ROWS: usize = 60_000;

    #[test]
    fn import_that_is_killed_again_and_again_ends_with_the_rows_of_the_file_in_order() {
        let scene = Scene::new();
        let documents: Vec<String> = (0..ROWS)
            .map(|n| format!("{{\"n\":{n},\"x\":\"{}\"}}", "x".repeat(n % 200)))
            .collect();
        let (lines, elements) = documents.split_at(ROWS / 2);
        scene.file("a.ndjson", lines.join("\n"));
        scene.file("b.json", format!("[{}]", elements.join(",\n")));
        let import = ["import", "-q", "app.db", "t", "a.ndjson", "b.json"];
        let begin = [&import[..], &["--batch", "97"]].concat();
        let resume = [&import[..], &["--resume"]].concat();
        // Times that differ from kill to kill, and from run to run by what else the machine does.
        let pauses = (0..KILLS).map(|kill| Duration::from_millis(5 + kill * 37 % 90));
        let mut killed = 0;
        for pause in pauses {
            let mut child = start(
                &scene,
                if is_unfinished(&scene) {
                    &resume
                } else {
                    &begin
                },
            );
            thread::sleep(pause);
            if child.try_wait().expect("it is ours").is_none() {
                killed += 1;
            }
            // One that has ended meanwhile is no error.
            let _ = child.kill();
            child.wait().expect("it ends");
            if is_complete(&scene) {
                break;
            }
        }
        assert!(killed > 2, "it is done before it can be killed");
        if !is_complete(&scene) {
            scene.succeed(if is_unfinished(&scene) {
                &resume
            } else {
                &begin
            });
        }
        assert!(
            scene.texts("t") == documents,
            "the rows are not those of the files"
        );
        assert_eq!(scene.query(UNFINISHED), ["0"]);
    }

    fn is_unfinished(scene: &Scene) -> bool {
        scene.path("app.db").exists() && scene.query(UNFINISHED) == ["1"]
    }

    fn is_complete(scene: &Scene) -> bool {
        scene.path("app.db").exists()
            && !is_unfinished(scene)
            && scene.query("SELECT name FROM sqlite_schema WHERE name = 't'") == ["t"]
    }
}

#[test]
fn table_that_is_gone_is_not_made_for_the_rest() {
    let scene = Scene::new();
    scene.file("in.ndjson", lines(25, 18));
    let import = ["import", "app.db", "t", "in.ndjson"];
    cut_short(&scene, &[&import[..], &["--batch", "5"]].concat());
    scene.sql("DROP TABLE t");
    let line = scene.fail(3, &[&import[..], &["--resume"]].concat());
    assert_eq!(
        line,
        "error: app.db: no table \"t\", which 15 rows of this import went into: dropping table _jsonb_import forgets it"
    );
    scene.sql("DROP TABLE _jsonb_import");
    scene.file("in.ndjson", lines(25, 0));
    scene.succeed(&import);
    assert_eq!(scene.texts("t"), numbers(25));
}
