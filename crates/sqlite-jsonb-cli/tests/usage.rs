//! The command line itself.

mod support;

use rstest::rstest;
use support::Scene;

#[rstest]
#[case::batch(&["import", "app.db", "t", "in.json", "--batch", "-1"])]
#[case::jobs(&["import", "app.db", "t", "in.json", "--jobs", "-1"])]
#[case::max_bignum(&["convert", "in.cbor", "--max-bignum", "-1"])]
#[case::recode(&["recode", "app.db", "t", "data", "--to", "text", "--batch", "-1"])]
#[case::sample(&["bench", "in.json", "--sample", "-1"])]
#[case::seconds(&["bench", "in.json", "--seconds", "-1"])]
fn negative_number_is_a_bad_value_and_no_option(#[case] args: &[&str]) {
    let scene = Scene::new();
    let ran = scene.run(args);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.starts_with("error: invalid value '-1' for '--"),
        "{}",
        ran.stderr
    );
    assert!(scene.names().is_empty());
}
