//! Tells each program the version of what it measures, and compiles the C peer for the libraries
//! with OpenSSL's calls.

use std::env::{var, vars};
use std::process::Command;

/// Features, and the packages whose versions they show.
const SHOWN: [(&str, &str); 8] = [
    ("AWS_LC", "aws-lc-sys"),
    ("GRAVIOLA", "graviola"),
    ("LIBSECP256K1", "secp256k1"),
    ("DALEK", "curve25519-dalek"),
    ("RING", "ring"),
    ("RUSTCRYPTO", "p256"),
    ("CRRL", "crrl"),
    ("LIBCRUX", "libcrux-ml-dsa"),
];

fn main() {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let on = |feature: &str| var(format!("CARGO_FEATURE_{feature}")).is_ok();
    let lock = std::fs::read_to_string("Cargo.lock").expect("the lock file");
    let packages = lock.split("[[package]]");
    let version = |name: &str| {
        let head = format!("\nname = \"{name}\"\nversion = \"");
        let found = packages.clone().find_map(|it| it.split_once(&head[..]));
        found.and_then(|(_, rest)| rest.split('"').next()).unwrap_or("?").to_owned()
    };
    let shown = SHOWN.iter().find(|(feature, _)| on(feature));
    if let Some((_, package)) = shown {
        println!("cargo::rustc-env=PEER_VERSION={}", version(package));
    }
    if on("AWS_LC") {
        compile(&include_of_aws_lc());
    }
    if on("BORINGSSL") {
        compile(&include_of_boringssl());
    }
}

fn compile(include: &str) {
    println!("cargo::rerun-if-changed=../c");
    cc::Build::new()
        .file("../c/evp.c")
        .includes(include.split(':'))
        .define("BENCH_ENTRY", "peer_main")
        .opt_level(2)
        .flag("-Werror=implicit-function-declaration")
        .warnings(false)
        .compile("peer");
}

fn include_of_aws_lc() -> String {
    let ours = |name: &str| name.starts_with("DEP_AWS_LC_") && name.ends_with("_INCLUDE");
    vars().find(|(name, _)| ours(name)).expect("the crate says where its headers are").1
}

/// The crate does not say it: they lie in its own source.
fn include_of_boringssl() -> String {
    let cargo = var("CARGO").expect("cargo names itself");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--features", "boringssl"])
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let manifest = text
        .split('"')
        .find(|it| it.contains("/boring-sys-") && it.ends_with("Cargo.toml"))
        .expect("the crate has a manifest");
    format!("{}deps/boringssl/include", manifest.trim_end_matches("Cargo.toml"))
}
