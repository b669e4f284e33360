#!/usr/bin/env python3
"""Builds a program that signs and verifies by P-256, on Sealane and on other libraries.

usage: scripts/sizes.py [--out FILE] [--only NAME,...]

Each program is built from nothing (its dependencies are fetched before), as an optimised release:
one code unit, link-time optimisation, stripped, `panic = "abort"`. It runs, and has to accept its
signature and to refuse that of another message. The page has the bytes of the file and the
processor seconds of the compiler; `--out` writes it, only if every program is right.
"""

import os
import pathlib
import platform
import re
import resource
import shutil
import subprocess
import sys
import time

from processor import processor

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "sizes"
# A budget of the page: bytes of the file, and processor seconds of its build.
BUDGETS = {"sealane-p256": (1_500_000, 60.0)}

OURS = """
use sealane::{Algorithm, Nonces, PrivateKey};

fn main() {
    let key = PrivateKey::generate(Algorithm::from_name("p256").expect("built")).expect("random");
    let scheme = key.algorithm().usual_scheme().expect("it signs");
    let signature = key.sign(b"message", &scheme, Nonces::Hedged).expect("signed");
    let public = key.public_key();
    let good = public.verify(b"message", &scheme, &signature).is_ok();
    let bad = public.verify(b"massage", &scheme, &signature).is_ok();
    std::process::exit(if good && !bad { 0 } else { 1 });
}
"""
P256 = """
use p256::ecdsa::signature::{Signer, Verifier};
use p256::ecdsa::{Signature, SigningKey};

fn main() {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).expect("random");
    let key = SigningKey::from_slice(&seed).expect("below the order");
    let signature: Signature = key.sign(b"message");
    let public = key.verifying_key();
    let good = public.verify(b"message", &signature).is_ok();
    let bad = public.verify(b"massage", &signature).is_ok();
    std::process::exit(if good && !bad { 0 } else { 1 });
}
"""
RING = """
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair,
    UnparsedPublicKey,
};

fn main() {
    let random = SystemRandom::new();
    let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
    let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("random");
    let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).expect("a key");
    let signature = key.sign(&random, b"message").expect("signed");
    let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, key.public_key());
    let good = public.verify(b"message", signature.as_ref()).is_ok();
    let bad = public.verify(b"massage", signature.as_ref()).is_ok();
    std::process::exit(if good && !bad { 0 } else { 1 });
}
"""


def sealane(*features):
    """The manifest's line of the library with these features alone."""
    path = ROOT / "crates" / "sealane"
    names = ", ".join(f'"{name}"' for name in ("getrandom", *features))
    return f'sealane = {{ path = "{path}", default-features = false, features = [{names}] }}\n'


PROGRAMS = (
    ("sealane-p256", "Sealane, `p256`", OURS, sealane("p256")),
    ("sealane-p256-lanes", "Sealane, `p256` and `lanes`", OURS, sealane("p256", "lanes")),
    ("sealane-ecc", "Sealane, `ecc`", OURS, sealane("ecc")),
    ("sealane-all", "Sealane, everything but `rayon`", OURS,
     sealane("ecc", "rsa", "dsa", "lanes")),
    ("p256", "p256", P256, 'p256 = "0.14"\ngetrandom = "0.4"\n'),
    ("ring", "ring", RING, 'ring = "0.17"\n'),
)

PROFILE = """
[profile.release]
codegen-units = 1
lto = "fat"
panic = "abort"
strip = true
"""


def run(command, folder):
    """Runs a command. Leaves the program with its words where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr[-2000:]}")
    return done.stdout


def measure(name, source, dependencies):
    """Returns the bytes of the program, its version, and the processor seconds of its build."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "main.rs").write_text(source)
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "size-of-{name}"\nversion = "0.0.0"\nedition = "2024"\n'
        f"[workspace]\n[dependencies]\n{dependencies}{PROFILE}")
    run(["cargo", "fetch", "-q"], folder)
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    run(["cargo", "build", "-q", "--release", "--target-dir", "built"], folder)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    program = folder / "built" / "release" / f"size-of-{name}"
    run([str(program)], folder)
    size = program.stat().st_size
    lock = (folder / "Cargo.lock").read_text()
    package = re.match(r"[a-z0-9]+", name).group()
    version = re.search(rf'name = "{package}"\nversion = "([^"]+)"', lock).group(1)
    crates = lock.count("[[package]]") - 1
    shutil.rmtree(folder / "built")
    return size, version, seconds, wall, crates


def main():
    arguments = sys.argv[1:]
    value = lambda name: arguments[arguments.index(name) + 1] if name in arguments else None
    if "--help" in arguments or "-h" in arguments:
        sys.exit(__doc__)
    only = value("--only")
    chosen = [row for row in PROGRAMS if not only or row[0] in only.split(",")]
    lines, missed = [], []
    for at, (name, title, source, dependencies) in enumerate(chosen):
        print(f"[{at + 1}/{len(chosen)}] {name}", flush=True)
        size, version, seconds, wall, crates = measure(name, source, dependencies)
        bytes_most, seconds_most = BUDGETS.get(name, (None, None))
        if bytes_most and (size > bytes_most or seconds > seconds_most):
            missed.append(f"{name}: {size:,} bytes of {bytes_most:,}, "
                          f"{seconds:.0f} s of {seconds_most:.0f}")
        lines.append(f"| {title} | {version} | {size / 1e6:.2f} | {crates} | {seconds:.0f} "
                     f"| {wall:.0f} |")
        print("   ", lines[-1], flush=True)
    commit = run(["git", "rev-parse", "--short=12", "HEAD"], ROOT).strip()
    rustc = run(["rustc", "--version"], ROOT).strip()
    page = f"""# What a program carries that signs and verifies by P-256

Written by `make sizes`; do not edit.

- Processor: {processor()}.
- Machine: {os.cpu_count()} processors; {platform.system()} {platform.machine()}.
- Compiler: {rustc}; one code unit, link-time optimisation over all crates, stripped,
  `panic = "abort"`.
- Commit: {commit}.
- Each program makes a key, signs a message, verifies the signature, and refuses it for another
  message. Times are of one build from nothing, sources already fetched: processor seconds of all
  compilers, and seconds by the clock on a machine with other work.
- Budget of the first row: {BUDGETS['sealane-p256'][0] / 1e6:.1f} MB, \
{BUDGETS['sealane-p256'][1]:.0f} processor seconds.

| program | version | MB | crates | processor s | clock s |
|---|---|---|---|---|---|
""" + "\n".join(lines) + "\n"
    if missed:
        sys.exit("over the budget: " + "; ".join(missed))
    out = value("--out")
    if out:
        pathlib.Path(out).write_text(page)


if __name__ == "__main__":
    main()
