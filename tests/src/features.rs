//! Features of other crates that a build may switch on.

/// Whether serde_json holds numbers as 64-bit integers and floats; when not, says aloud that the test is skipped.
///
/// Under `arbitrary_precision` it keeps digits instead, and then many of its own answers are others. The command switches
/// that on for every crate of a workspace build; `cargo test -p sqlite-jsonb-tests` is without it.
pub fn numbers_are_plain() -> bool {
    let plain = !std::mem::needs_drop::<serde_json::Number>();
    if !plain {
        eprintln!("skipped: serde_json has arbitrary_precision in this build");
    }
    plain
}
