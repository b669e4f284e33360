//! The table of suites: what each shows, and what of it runs in which tier.

mod inputs;
mod rows;
mod shares;

use crate::verdict::Inputs;
use inputs::{OF_CHECKER, OF_CTEXT, OF_FIELDGEN};
use rows::{alone, programs, shared, step, steps, takes};
pub use shares::{LENGTHS, MEASURING, SHARES};
use std::fmt::Write;

/// When a suite runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    Check,
    Test,
    Full,
}

/// How much of a suite runs in a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Whole,
    /// A part, and which.
    Some(&'static str),
    None,
}

/// What a suite runs.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// The test programs of the package in this folder: its unit tests, and each module of its
    /// tests from outside by itself.
    Programs { folder: &'static str, quick: Quick },
    /// Commands.
    Steps(&'static [Step]),
}

/// What `check` runs of a package.
#[derive(Debug, Clone, Copy)]
pub enum Quick {
    /// The unit tests, and these modules.
    Modules(&'static [&'static str]),
    /// Nothing.
    Nothing,
}

/// A command of a suite.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub name: &'static str,
    /// Its words. `{NAME}` is the program of that name that was built with the tests,
    /// `{tests:FOLDER}` the one of the tests from outside of a package, `{selection}` the packages
    /// and features that are built together.
    pub words: &'static [&'static str],
    /// The tiers that it runs in.
    pub tiers: &'static [Tier],
    /// Whether it measures, and so has the machine for itself.
    pub alone: bool,
    /// The seconds that it takes, builds of its own included, until a run stores them.
    pub guess: f64,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Suite {
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// What `check`, `test` and `full` run of it.
    pub parts: [Part; 3],
    pub work: Work,
    /// What its verdicts follow from, if they are kept.
    pub inputs: Option<Inputs>,
}

use Part::{None as No, Some as Share, Whole};
use Tier::{Check, Full, Test};

const EACH: &[Tier] = &[Check, Test, Full];
const LATER: &[Tier] = &[Test, Full];

/// All suites.
pub const SUITES: &[Suite] = &[
    steps(
        "lints",
        "clippy without a warning, formatting",
        [Whole, Whole, Whole],
        &[
            step("format", EACH, &["bash", "scripts/lint.sh", "format"]),
            step("clippy", EACH, &["bash", "scripts/lint.sh", "clippy", "{selection}"]),
            takes(
                step("clippy-plain", &[Full], &["bash", "scripts/lint.sh", "clippy-plain"]),
                90.0,
            ),
        ],
    ),
    programs("xtask", "xtask", "this runner", Quick::Modules(&[]), Whole),
    programs(
        "arith",
        "crates/arith",
        "field arithmetic on every machine",
        Quick::Modules(&["keccak", "sha"]),
        Share("unit tests, SHA-2 and SHA-3 in lanes"),
    ),
    programs(
        "sealane",
        "crates/sealane",
        "keys, encodings, schemes",
        Quick::Modules(&["narrow"]),
        Whole,
    ),
    programs("measure", "lab/measure", "the measuring core", Quick::Modules(&[]), Whole),
    programs(
        "operations",
        "lab/operations",
        "the catalogue: every operation runs, and no tool lacks one",
        NOT_QUICK,
        No,
    ),
    shared(
        "testkit",
        "tests/testkit",
        "proofs of formulas, bounds, counts, toy groups, published vectors, references, tidiness",
        Quick::Modules(&[
            "api",
            "attacks",
            "bip340",
            "bounds",
            "counts",
            "edwards_machines",
            "halves",
            "hazmat",
            "operations",
            "options",
            "rfc6979",
            "rfc7748",
            "rfc8032",
            "tidy",
        ]),
        [
            Share("unit tests, tidiness, published examples, counts, bounds"),
            Share(
                "all, with 75 of 1,000 bits of RSA, 36 of 100,002 rounds of ML-DSA, a third of \
                the faults in formulas and of the combs of toy groups, others each time",
            ),
        ],
    ),
    programs("client", "crates/client", "the protocol and its client", Quick::Modules(&[]), Whole),
    programs(
        "hsm",
        "crates/hsm",
        "keys at rest and the service: roles, corruption, crashes, failing disks, hostile clients",
        Quick::Modules(&["frames", "hot", "login", "objects", "opened"]),
        Share("unit tests, roles, objects, frames"),
    ),
    shared(
        "pkcs11",
        "crates/pkcs11",
        "the PKCS#11 module on a real service",
        NOT_QUICK,
        [No, Share("all, with 8 of 200 kills, 150 of 20,000 sequences of calls, others each time")],
    ),
    shared(
        "capi",
        "crates/capi",
        "programs in C: keys, signatures, batches, drawn calls, allocations; valgrind; vectors",
        NOT_QUICK,
        [No, Share("all, with 1,000 of 1,000,000 drawn calls and 40 of 1,000 items by valgrind")],
    ),
    shared(
        "cli",
        "crates/cli",
        "the command: bad input, interoperation with openssl and ssh",
        Quick::Modules(&["bad_keys", "bad_signatures", "batch", "commands", "shells"]),
        [
            Share("unit tests, bad input, batches"),
            Share("all, with 1,500 of 20,000 clients of an agent that send anything"),
        ],
    ),
    shared(
        "lab",
        "lab/cli",
        "the laboratory's command: figures, cases, clients of a service, the README",
        Quick::Modules(&["bad_lines"]),
        [
            Share("unit tests, command lines"),
            Share("all, without two rows of `speed` that make long RSA keys"),
        ],
    ),
    programs("forms", "lab/forms", "the forms of P-256: equal, within budgets", NOT_QUICK, No),
    programs("bench", "lab/bench", "the measuring beside peers: what it refuses", NOT_QUICK, No),
    programs("mutants", "lab/mutants", "the planter of mutants", Quick::Modules(&[]), Whole),
    steps(
        "mutants-judge",
        "mutants that tests say nothing of pass, and the tool says so",
        [No, No, Whole],
        &[takes(step("no", &[Full], &["python3", "scripts/mutants.py", "--self-test"]), 200.0)],
    ),
    programs(
        "primitives",
        "lab/primitives",
        "hashes and ciphers that are measured: right results, a control that refuses",
        NOT_QUICK,
        No,
    ),
    Suite {
        inputs: Some(OF_FIELDGEN),
        ..shared(
            "fieldgen",
            "proof/fieldgen",
            "provers, regeneration, mutants of programs",
            Quick::Modules(&["regen", "table"]),
            [
                Share("unit tests, regeneration"),
                Share("all, a twelfth of P-256's mutants, a sixth of others, new ones each time"),
            ],
        )
    },
    Suite {
        inputs: Some(OF_CHECKER),
        ..steps(
            "checker",
            "texts proven again by the second checker, and what it refuses",
            [No, Share("all texts, a twelfth of what is refused, another one each time"), Whole],
            &[
                step(
                    "certificates",
                    LATER,
                    &["bash", "scripts/checker.sh", "certificates", "{fieldgen}"],
                ),
                step("twelfth", &[Test], &["bash", "scripts/checker.sh", "twelfth", "{fieldgen}"]),
                takes(
                    step(
                        "refusals",
                        &[Full],
                        &["bash", "scripts/checker.sh", "refusals", "{fieldgen}"],
                    ),
                    90.0,
                ),
            ],
        )
    },
    Suite {
        inputs: Some(OF_CTEXT),
        ..steps(
            "ctext",
            "C text of the field programs, on aarch64 and armhf too",
            [No, Share("P-256 and a sixth of the other primes, another one each time"), Whole],
            &[
                step("sixth", &[Test], &["bash", "scripts/ctext.sh", "--sixth"]),
                step("all", &[Full], &["bash", "scripts/ctext.sh"]),
            ],
        )
    },
    steps(
        "examples",
        "the examples in the documentation",
        [No, Whole, Whole],
        &[step("all", LATER, &["cargo", "test", "-q", "--doc", "{selection}"])],
    ),
    programs(
        "gate",
        "lab/gate",
        "one multiplication more is found by counting instructions; what lanes may not contain",
        NOT_QUICK,
        No,
    ),
    steps(
        "counts",
        "instruction counts of every operation, exactly; machine code and steps of lanes",
        [No, Share("the planted multiplication"), Whole],
        &[
            step("planted", &[Test], &["bash", "scripts/gate.sh", "planted", "{gate}"]),
            takes(step("tables", &[Full], &["bash", "scripts/gate.sh"]), 420.0),
        ],
    ),
    programs(
        "silence-judge",
        "lab/silence",
        "the judge of the taint test",
        Quick::Modules(&[]),
        Whole,
    ),
    steps(
        "silence",
        "taint of every secret operation; planted leaks",
        [No, Share("a case for each shape of algorithm, every planted leak"), Whole],
        &[
            step("shapes", &[Test], &["{silence}", "run", "--quick"]),
            takes(
                step("one", &[Full], &["bash", "scripts/silence.sh", "--jobs", "1", "--half", "1"]),
                1000.0,
            ),
            takes(
                step("two", &[Full], &["bash", "scripts/silence.sh", "--jobs", "1", "--half", "2"]),
                1000.0,
            ),
        ],
    ),
    steps(
        "shipped",
        "steps of the released command for pairs of secrets; planted leaks; the taint test's code",
        [No, No, Whole],
        &[takes(step("all", &[Full], &["bash", "scripts/shipped.sh"]), 900.0)],
    ),
    programs("timing-judge", "lab/timing", "the t-test of the timing test", NOT_QUICK, No),
    steps(
        "timing",
        "two classes of secrets, one t-test; planted leaks",
        [No, Share("the planted leaks"), Whole],
        &[
            alone("planted", &[Test], &["{timing}", "run", "--seconds", "0.2", "planted"]),
            takes(alone("release", &[Full], &["bash", "scripts/timing.sh"]), 300.0),
        ],
    ),
    steps(
        "targets",
        "other processors: builds, known answers, vectors, toy groups; the oldest compiler",
        [No, No, Whole],
        &[
            takes(step("emulated", &[Full], &["cargo", "xtask", "targets", "emulated"]), 1000.0),
            takes(step("others", &[Full], &["cargo", "xtask", "targets", "others"]), 1000.0),
        ],
    ),
    steps(
        "overflow",
        "arithmetic, library and their tests with sums that are checked for overflow",
        [No, No, Whole],
        &[takes(step("all", &[Full], &["bash", "scripts/test-overflow.sh"]), 700.0)],
    ),
    steps(
        "tables",
        "builds with small and large tables: their budgets, signatures, the mark",
        [No, Share("plans of all three builds, at run time (in `sealane`)"), Whole],
        &[takes(step("builds", &[Full], &["bash", "scripts/test-tables.sh"]), 500.0)],
    ),
    steps(
        "pkcs11-clients",
        "OpenSSL, OpenSSH, Java, Knot and others sign by the module; a share of pkcs11-check",
        [No, No, Whole],
        &[
            takes(
                step("page", &[Full], &["bash", "scripts/test-pkcs11-clients.sh", "{sealane}"]),
                300.0,
            ),
            takes(
                step(
                    "cryptoki",
                    &[Full],
                    &["bash", "scripts/test-pkcs11-cryptoki.sh", "{sealane}"],
                ),
                300.0,
            ),
            takes(
                step("check", &[Full], &["bash", "scripts/test-pkcs11-check.sh", "{sealane}"]),
                300.0,
            ),
            step("report", &[Full], &["python3", "scripts/pkcs11-check.py", "--self-test"]),
            step("speed", &[Full], &["python3", "scripts/pkcs11-speed.py", "--self-test"]),
        ],
    ),
    steps(
        "agent-sshd",
        "sshd and ssh on loopback by an agent: host key, logins, certificates, forwarding",
        [No, No, Whole],
        &[step("all", &[Full], &["bash", "scripts/test-agent-sshd.sh", "{sealane}"])],
    ),
    steps(
        "capi-header",
        "the header for C is what cbindgen makes of the sources",
        [No, No, Whole],
        &[takes(step("same", &[Full], &["bash", "scripts/capi-header.sh", "check"]), 60.0)],
    ),
    steps(
        "python",
        "the wheel for Python: keys, batches, Arrow; DuckDB, Polars and Spark on a million rows",
        [No, No, Whole],
        &[
            takes(step("wheel", &[Full], &["bash", "scripts/test-python.sh", "{sealane}"]), 600.0),
            takes(step("lints", &[Full], &["bash", "scripts/test-python.sh", "lints"]), 120.0),
            takes(step("parquet", &[Full], &["bash", "scripts/test-parquet.sh"]), 400.0),
        ],
    ),
    steps(
        "rustls",
        "TLS by our provider beside ring, OpenSSL and curl; keys of the service; the guide",
        [No, No, Whole],
        &[takes(step("all", &[Full], &["bash", "scripts/test-rustls.sh", "{sealane}"]), 600.0)],
    ),
    steps(
        "bindings",
        "the library for C installed by cargo-c; in C, Go and OCaml: vectors, batches, valgrind",
        [No, No, Whole],
        &[
            takes(
                step("all", &[Full], &["bash", "scripts/test-bindings.sh", "{tests:crates/capi}"]),
                600.0,
            ),
            step("page", &[Full], &["python3", "scripts/ocaml-speed.py", "--self-test"]),
        ],
    ),
    steps(
        "dist",
        "what one command publishes: sums, parts, crates, wheel, C; a Debian package at work; API",
        [No, No, Whole],
        &[
            takes(step("all", &[Full], &["bash", "scripts/test-dist.sh"]), 1500.0),
            takes(step("api", &[Full], &["python3", "scripts/public-api.py", "check"]), 120.0),
        ],
    ),
    steps(
        "mldsa-peers",
        "ML-DSA beside Python's cryptography and OpenSSL 4: keys, documents, signatures, limits",
        [No, No, Whole],
        &[takes(
            step("all", &[Full], &["bash", "scripts/test-mldsa-peers.sh", "{tests:tests/testkit}"]),
            600.0,
        )],
    ),
    steps(
        "hostile",
        "a released service under attack: what good clients still have, stops, by strict bounds",
        [No, No, Whole],
        &[takes(alone("release", &[Full], &["bash", "scripts/test-hostile.sh"]), 300.0)],
    ),
    steps(
        "fuzz",
        "bytes searched for that readers, arithmetic, service, module or stores do not stand",
        [No, No, Whole],
        &[
            takes(step("one", &[Full], &["bash", "scripts/test-fuzz.sh", "half", "1"]), 1000.0),
            takes(step("two", &[Full], &["bash", "scripts/test-fuzz.sh", "half", "2"]), 1000.0),
        ],
    ),
    steps(
        "results",
        "tables and graphs of docs/results are made anew, with tiny budgets",
        [No, No, Whole],
        &[takes(alone("all", &[Full], &["bash", "scripts/results.sh"]), 200.0)],
    ),
    steps(
        "release",
        "the released commands: the product's stripped, and the tests of both on them",
        [No, No, Whole],
        &[takes(
            step(
                "all",
                &[Full],
                &["bash", "scripts/test-release.sh", "{tests:crates/cli}", "{tests:lab/cli}"],
            ),
            450.0,
        )],
    ),
    steps(
        "lift",
        "functions of the release proven from its machine code; changed bytes are refused",
        [No, No, Whole],
        &[takes(step("all", &[Full], &["bash", "scripts/test-lift.sh"]), 600.0)],
    ),
    steps(
        "demo",
        "the demonstration runs to its end",
        [No, No, Whole],
        &[takes(step("all", &[Full], &["bash", "scripts/test-demo.sh"]), 150.0)],
    ),
];

const NOT_QUICK: Quick = Quick::Nothing;

impl Suite {
    /// How much of it runs in a tier.
    pub fn part(&self, tier: Tier) -> Part {
        self.parts[tier as usize]
    }
}

/// Returns the table as a page has it.
pub fn table() -> String {
    let mut text =
        String::from("| suite | shows | `check` | `test` | `test-full` |\n|---|---|---|---|---|\n");
    for suite in SUITES {
        let parts = suite.parts.map(|part| match part {
            Whole => "whole".to_owned(),
            Share(which) => which.to_owned(),
            No => "-".to_owned(),
        });
        let [check, test, full] = parts;
        writeln!(text, "| {} | {} | {check} | {test} | {full} |", suite.name, suite.shows)
            .expect("text takes all");
    }
    text
}

#[cfg(test)]
mod tests;
