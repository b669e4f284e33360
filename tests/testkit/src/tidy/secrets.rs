//! Rules of silence: every exit of a secret stands in the ledger, and variable time only where
//! inputs are public.

use super::source::Source;

/// Files that exist in test builds only, by a feature that no user's build has.
const TEST_ONLY: [&str; 1] = ["crates/sealane/src/hooks.rs"];

fn is_product(path: &str) -> bool {
    let is_code = path.starts_with("crates/") || path.starts_with("lab/cli/");
    is_code && path.contains("/src/") && !TEST_ONLY.contains(&path)
}

/// Returns the exits of a file: the offset and the reason given. Test code is left out.
#[must_use]
pub fn exits(source: &Source) -> Vec<(usize, Option<String>)> {
    let calls = source.code.match_indices("reveal(").map(|(at, _)| at);
    let calls = calls.filter(|&at| {
        let before = source.code[..at].trim_end();
        before.ends_with('.') || before.ends_with("::")
    });
    let reason = |at: usize| {
        let inside = at + "reveal(".len();
        let gap = source.code[inside..].len() - source.code[inside..].trim_start().len();
        let literal = source.literals.iter().find(|(first, _)| *first == inside + gap);
        literal.map(|(_, value)| value.clone())
    };
    calls.filter(|&at| !source.is_test(at)).map(|at| (at, reason(at))).collect()
}

/// Returns the rows of the ledger: file and reason.
#[must_use]
pub fn ledger_rows(ledger: &str) -> Vec<(String, String)> {
    let rows = ledger.lines().filter(|line| line.starts_with("| crates/"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let cell = |i: usize| cells.get(i).copied().unwrap_or_default().to_owned();
        (cell(0), cell(1))
    })
    .collect()
}

/// Returns where the ledger and the source differ.
#[must_use]
pub fn reveals(files: &[Source], ledger: &str) -> Vec<String> {
    let rows = ledger_rows(ledger);
    let mut offences = Vec::new();
    let mut used = vec![false; rows.len()];
    for source in files.iter().filter(|f| is_product(&f.path)) {
        for (at, why) in exits(source) {
            let place = source.place(at);
            let Some(why) = why else {
                offences.push(format!("{place}: an exit without a reason in place"));
                continue;
            };
            match rows.iter().position(|(file, text)| *file == source.path && *text == why) {
                Some(row) => used[row] = true,
                None => offences.push(format!("{place}: not in the ledger: {why}")),
            }
        }
    }
    let unused = rows.iter().zip(&used).filter(|(_, used)| !**used);
    offences.extend(unused.map(|((file, why), _)| format!("ledger: no exit in {file}: {why}")));
    let doubled = rows.iter().enumerate().filter(|(i, row)| rows[..*i].contains(row));
    offences.extend(doubled.map(|(_, (file, why))| format!("ledger: twice: {file}: {why}")));
    offences
}

/// Functions that use variable time though their names do not say so, and why their inputs are
/// public.
pub const PUBLIC_INPUTS: [(&str, &str, &str); 48] = [
    ("crates/sealane/src/group/comb.rs", "of_point", "multiples of the generator or a public key"),
    ("crates/sealane/src/ecc/ops/lanes/short.rs", "verify", "signatures, digests, public keys"),
    (
        "crates/sealane/src/ecc/ops/lanes/short.rs",
        "verify_piece",
        "signatures, digests, public keys",
    ),
    (
        "crates/sealane/src/ecc/ops/lanes/edwards.rs",
        "verify_piece",
        "signatures, messages, public keys",
    ),
    ("crates/sealane/src/group/window.rs", "walks", "multiples of a public point"),
    ("crates/sealane/src/group/quads/short.rs", "all_windows", "multiples of a public point"),
    ("crates/sealane/src/group/quads/short.rs", "build", "the generator"),
    ("crates/arith/src/field.rs", "tonelli_shanks", "the prime"),
    ("crates/sealane/src/ecc/ops/short.rs", "verify", "a signature, a digest, a public key"),
    ("crates/sealane/src/ecc/ops/short.rs", "signature_halves", "a signature"),
    ("crates/sealane/src/ecc/ops/short.rs", "bip340_halves", "a signature"),
    ("crates/sealane/src/ecc/ops/edwards.rs", "public_from_bytes", "a public key from outside"),
    ("crates/sealane/src/ecc/ops/edwards.rs", "verify", "a signature, a message, a public key"),
    ("crates/sealane/src/ecc/ops/edwards.rs", "signature_halves", "a signature"),
    ("crates/sealane/src/ecc/ops/short.rs", "low_s", "half of a signature"),
    ("crates/sealane/src/ecc/ops/short.rs", "check", "a public key from outside"),
    ("crates/sealane/src/ecc/ops/short.rs", "decompress", "a public key from outside"),
    ("crates/sealane/src/group/split_comb.rs", "build", "the generator"),
    ("crates/sealane/src/group/split_comb.rs", "bases", "the generator"),
    ("crates/sealane/src/rsa/primitive.rs", "new", "the modulus"),
    (
        "crates/sealane/src/rsa/primitive.rs",
        "secret_power",
        "whether a ciphertext is below the modulus",
    ),
    ("crates/sealane/src/rsa/primitive.rs", "power", "the public exponent"),
    ("crates/sealane/src/rsa/primitive.rs", "power_in_rows", "the public exponent"),
    ("crates/sealane/src/rsa.rs", "of_numbers", "a public key from outside"),
    ("crates/sealane/src/rsa.rs", "validate", "a public key"),
    ("crates/sealane/src/rsa.rs", "verify_input", "a signature, a message, a public key"),
    ("crates/sealane/src/rsa/primitive/batch.rs", "powers", "the public exponent"),
    ("crates/sealane/src/rsa/batch.rs", "verify_batch", "signatures, messages, public keys"),
    (
        "crates/sealane/src/rsa/signing.rs",
        "still_encodes",
        "an encoded message, which its signature gives",
    ),
    ("crates/sealane/src/rsa/import.rs", "import", "the modulus"),
    ("crates/sealane/src/dsa.rs", "from_numbers", "domain parameters"),
    ("crates/sealane/src/dsa.rs", "generate", "domain parameters"),
    ("crates/sealane/src/dsa.rs", "from_number", "a public key from outside"),
    ("crates/sealane/src/dsa.rs", "verify_digest", "a signature, a digest, a public key"),
    ("crates/sealane/src/dsa/signature.rs", "of_integers", "the integers of a signature"),
    ("crates/sealane/src/dsa/precalculated.rs", "decode", "domain parameters and a public key"),
    ("crates/sealane/src/dsa/primitive.rs", "numbers", "domain parameters"),
    ("crates/sealane/src/dsa/primitive.rs", "group", "domain parameters"),
    ("crates/sealane/src/dsa/primitive.rs", "run", "domain parameters"),
    ("crates/sealane/src/dsa/primitive/parameters.rs", "run", "domain parameters"),
    ("crates/sealane/src/dsa/primitive/parameters.rs", "group_of", "domain parameters"),
    ("crates/sealane/src/mldsa.rs", "verify_by", "a signature, a message, a public key"),
    ("crates/sealane/src/mldsa/batch.rs", "verify_pending", "signatures, messages, public keys"),
    ("crates/sealane/src/mldsa/key.rs", "of_seeds", "the seeds of matrices"),
    ("crates/sealane/src/mldsa/key.rs", "of_given", "the seed of the matrix"),
    ("crates/sealane/src/mldsa/signing.rs", "sign_all", "the challenges of attempts"),
    ("crates/sealane/src/mldsa/signing.rs", "encode", "the hints of a signature"),
    ("lab/cli/src/cmd/tables.rs", "check", "scalars that stand in the source"),
];

/// Returns uses of variable time outside files and functions that say so or are listed in `public`,
/// and rows of the list that nothing uses.
#[must_use]
pub fn variable_time(files: &[Source], public: &[(&str, &str, &str)]) -> Vec<String> {
    let mut offences = Vec::new();
    let mut used = vec![false; public.len()];
    for source in files.iter().filter(|f| is_product(&f.path) && f.path.ends_with(".rs")) {
        if source.path.rsplit('/').next().is_some_and(|name| name.contains("_vartime")) {
            continue;
        }
        for (at, _) in source.code.match_indices("_vartime") {
            let Some(function) = source.function_at(at).filter(|_| !source.is_test(at)) else {
                // Imports, declarations in traits and test code.
                continue;
            };
            if function.name.contains("_vartime") {
                continue;
            }
            let row = |(file, name, _): &(&str, &str, &str)| {
                *file == source.path && *name == function.name
            };
            match public.iter().position(row) {
                Some(row) => used[row] = true,
                None => {
                    let place = source.place(at);
                    offences.push(format!("{place}: variable time in {}", function.name));
                }
            }
        }
    }
    let unused = public.iter().zip(&used).filter(|(_, used)| !**used);
    offences
        .extend(unused.map(|((file, name, _), _)| format!("listed, not used: {name} in {file}")));
    offences
}

/// Returns test-only files that a user's build would hold: they must hang on a feature.
#[must_use]
pub fn test_only(files: &[Source]) -> Vec<String> {
    let guarded = |path: &&str| {
        let name = path.rsplit('/').next().and_then(|n| n.strip_suffix(".rs")).unwrap_or(path);
        let modules = [format!("mod {name};"), format!("pub mod {name};")];
        files.iter().filter(|f| f.path == "crates/sealane/src/lib.rs").any(|root| {
            let lines: Vec<&str> = root.text.lines().map(str::trim).collect();
            let at = lines.iter().position(|line| modules.iter().any(|m| m == line));
            at.is_some_and(|at| at > 0 && lines[at - 1] == "#[cfg(feature = \"test-hooks\")]")
        })
    };
    let open = TEST_ONLY.iter().filter(|path| !guarded(path));
    open.map(|path| format!("{path}: not behind the feature test-hooks")).collect()
}
