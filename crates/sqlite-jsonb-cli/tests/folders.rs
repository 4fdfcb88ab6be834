//! Folders in the place of files.
#![cfg(unix)]

mod support;

use std::fs;
use std::os::unix::fs::symlink;

use rstest::rstest;
use support::Scene;

/// A folder with documents of every kind, and with what is none.
fn scene() -> Scene {
    let scene = Scene::new();
    for folder in ["in", "in/b", "in/b/empty", "in/.git", "elsewhere"] {
        fs::create_dir(scene.path(folder)).expect("a folder");
    }
    scene
        .file("in/c.json", "3")
        .file("in/a.ndjson", "1\n2")
        .file("in/b/10.cbor", [0x18, 22])
        .file("in/b/9.json.gz", support::gzip(b"23"))
        .file("in/b/README.md", "4")
        .file("in/.hidden.json", "5")
        .file("in/.git/config.json", "6")
        .file("elsewhere/linked.json", "7");
    symlink(scene.path("elsewhere"), scene.path("in/link")).expect("a link");
    symlink(scene.path("elsewhere/linked.json"), scene.path("in/d.json")).expect("a link");
    scene
}

#[test]
fn documents_of_a_folder_are_imported_in_the_order_of_their_names() {
    let scene = scene();
    scene.file("first.json", "0");
    let (summary, errors) = scene.print(0, &["import", "app.db", "t", "first.json", "in/"]);
    assert_eq!(scene.texts("t"), ["0", "1", "2", "22", "23", "3", "7"]);
    assert!(
        summary.starts_with("7 rows from 6 files into t"),
        "{summary}"
    );
    let left_out = "left out: in/.git, in/.hidden.json, in/b/README.md, in/link \
                    (hidden, no file, or not called as documents are)\n";
    assert_eq!(errors, left_out);
}

#[test]
fn with_a_format_it_is_any_file_that_is_not_hidden() {
    let scene = Scene::new();
    fs::create_dir(scene.path("in")).expect("a folder");
    scene.file("in/a", "1\n2").file("in/b.log", "3");
    let args = ["import", "app.db", "t", "in", "--format", "ndjson"];
    let (_, errors) = scene.print(0, &args);
    assert_eq!(scene.texts("t"), ["1", "2", "3"]);
    assert_eq!(errors, "");
}

#[test]
fn few_of_what_is_left_out_are_named_or_all() {
    let scene = Scene::new();
    fs::create_dir(scene.path("in")).expect("a folder");
    scene.file("in/a.json", "1");
    for name in 0..8 {
        scene.file(&format!("in/{name}.txt"), "no document");
    }
    let args = ["import", "app.db", "t", "in"];
    let (_, errors) = scene.print(0, &args);
    assert!(errors.contains("in/4.txt and 3 more ("), "{errors}");
    let (_, errors) = scene.print(0, &[&args[..], &["--all"]].concat());
    assert!(errors.contains("in/6.txt, in/7.txt ("), "{errors}");
}

#[rstest]
#[case::empty(
    "in/b/empty",
    "in/b/empty: no file in this folder is called as documents are (.json, .ndjson, .cbor, .jsonb and the like)"
)]
#[case::nothing_there("nowhere", "nowhere: No such file or directory (os error 2)")]
fn folder_without_documents_is_an_error(#[case] folder: &str, #[case] reason: &str) {
    let scene = scene();
    let outcome = scene.run(&["import", "app.db", "t", folder]);
    let status = if folder == "nowhere" { 3 } else { 2 };
    assert_eq!(outcome.failure(status), format!("error: {reason}"));
    assert!(!scene.path("app.db").exists());
}

#[test]
fn link_to_a_file_that_is_not_there_is_an_error() {
    let scene = scene();
    symlink(scene.path("gone.json"), scene.path("in/b/broken.json")).expect("a link");
    let line = scene.fail(3, &["import", "app.db", "t", "in"]);
    assert_eq!(
        line,
        "error: in/b/broken.json: No such file or directory (os error 2)"
    );
}

#[test]
fn resume_goes_on_in_the_middle_of_a_folder() {
    let scene = scene();
    scene.file("in/b/99.json", "oops");
    let batch = ["import", "app.db", "t", "in", "--batch", "1"];
    scene.print(1, &batch);
    assert_eq!(scene.texts("t"), ["1", "2", "22", "23"]);
    let resumed = [&batch[..], &["--resume", "--on-error", "skip"]].concat();
    scene.print(1, &resumed);
    assert_eq!(scene.texts("t"), ["1", "2", "22", "23", "3", "7"]);
}
