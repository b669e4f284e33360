//! What verdicts that are kept follow from.

use crate::verdict::Inputs;

const RUSTC: &[&str] = &["rustc", "-vV"];
const PYTHON: &[&str] = &["python3", "--version"];

/// What the verdicts of the generator follow from: its sources, what it wrote, the compiler.
pub const OF_FIELDGEN: Inputs = Inputs {
    files: &[
        "Cargo.lock",
        "Cargo.toml",
        "proof/fieldgen",
        "crates/arith/src/generated",
        "crates/sealane/src/group/generated",
        "crates/sealane/src/ecc/generated",
        "docs/bounds.md",
        "docs/fields.md",
    ],
    tools: &[RUSTC],
};

/// Besides, of those of the second checker: its own sources, and Python.
pub const OF_CHECKER: Inputs = Inputs {
    files: &[
        "Cargo.lock",
        "Cargo.toml",
        "proof/fieldgen",
        "proof/checker",
        "scripts/checker.sh",
        "crates/arith/src/generated",
    ],
    tools: &[RUSTC, PYTHON],
};

/// And of those of the text in C: compilers and emulators.
pub const OF_CTEXT: Inputs = Inputs {
    files: &[
        "Cargo.lock",
        "Cargo.toml",
        "proof/fieldgen",
        "scripts/ctext.sh",
        "docs/results/c-text.md",
    ],
    tools: &[
        RUSTC,
        &["gcc", "--version"],
        &["aarch64-linux-gnu-gcc", "--version"],
        &["arm-linux-gnueabihf-gcc", "--version"],
        &["qemu-aarch64-static", "--version"],
        &["qemu-arm-static", "--version"],
    ],
};
