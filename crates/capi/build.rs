//! How a shared object of this project is linked; `crates/pkcs11/build.rs` is this file too.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        // It stays in memory when a program lets go of it: the standard library leaves a function
        // behind that each thread which has called the object runs when it ends.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
