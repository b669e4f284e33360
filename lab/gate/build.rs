//! Names the compiler: counts of one compiler say nothing of another's.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler runs");
    println!("cargo::rustc-env=COMPILER={}", String::from_utf8_lossy(&output.stdout).trim());
    println!("cargo::rerun-if-changed=build.rs");
}
