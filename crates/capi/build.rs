//! How the shared object is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        // It stays in memory when a program lets go of it: the standard library leaves a function
        // behind that each thread which has called it runs when it ends.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
