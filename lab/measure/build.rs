//! Tells the program which compiler made it.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").expect("cargo names the compiler");
    let output = Command::new(compiler).arg("--version").output().expect("the compiler runs");
    let version = String::from_utf8_lossy(&output.stdout);
    println!("cargo::rustc-env=COMPILER={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
}
