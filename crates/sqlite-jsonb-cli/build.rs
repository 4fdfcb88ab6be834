//! What the program is built with, for `jsonb bench`: the compiler, and the crates it compares.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    let compiler = env::var("RUSTC").unwrap_or_default();
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = version.unwrap_or_default();
    // "rustc 1.88.0 (...)"
    let version = version.split(' ').nth(1).unwrap_or("unknown");
    println!("cargo::rustc-env=JSONB_RUSTC={version}");

    let package = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let locks = Path::new(&package).ancestors();
    let lock = locks
        .map(|folder| folder.join("Cargo.lock"))
        .find(|lock| lock.exists());
    let text = lock.as_ref().and_then(|lock| fs::read_to_string(lock).ok());
    for name in ["ciborium", "serde_json", "simd-json"] {
        let version = text.as_deref().and_then(|text| locked(text, name));
        let variable = name.to_uppercase().replace('-', "_");
        let version = version.unwrap_or("unknown");
        println!("cargo::rustc-env=JSONB_{variable}={version}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(lock) = lock {
        println!("cargo::rerun-if-changed={}", lock.display());
    }
}

/// The version of a crate in a lock file.
fn locked<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, package) = text.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    Some(package.split_once('"')?.0)
}
