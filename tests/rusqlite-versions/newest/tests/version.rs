//! The SQLite that these tests are about.

#[test]
fn sqlite_is_the_one_of_the_newest() {
    let version = rusqlite::version();
    assert!(version.starts_with("3.54."), "{version}");
}
