//! Figures of the pages that the code knows.

use super::{Claim, Tree, changed_claims_are_refused, files, grouped, missing, none, word};
use sealane::ecc::Algorithm;
use sealane::tables::{Plan, Table, budgets_bytes, in_use};
use sealane::{Hash, raw};

/// The number that stands behind a mark in a source, digits perhaps in groups.
fn after(path: &str, mark: &str) -> usize {
    let text = Tree::default().text(path);
    let (_, rest) = text.split_once(mark).unwrap_or_else(|| panic!("{path} has no {mark:?}"));
    let digits: String = rest
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '_')
        .filter(|c| *c != '_')
        .collect();
    digits.parse().unwrap_or_else(|_| panic!("{path}: no number behind {mark:?}"))
}

/// How often a mark stands in a source.
fn count(path: &str, mark: &str) -> usize {
    Tree::default().text(path).matches(mark).count()
}

/// What stands behind a mark, up to the next quotation mark.
fn quoted(path: &str, mark: &str) -> String {
    let text = Tree::default().text(path);
    let (_, rest) = text.split_once(mark).unwrap_or_else(|| panic!("{path} has no {mark:?}"));
    rest.split('"').next().expect("there is a first part").to_owned()
}

fn moduli() -> usize {
    let names = files("crates/arith/src/generated").into_iter();
    names.filter(|name| name.ends_with("_p.rs") || name.ends_with("_n.rs")).count()
}

fn about_the_workspace() -> Vec<Claim> {
    let version = quoted("Cargo.toml", "\nversion = \"");
    let rust = quoted("Cargo.toml", "\nrust-version = \"");
    let profile = Tree::default().text("Cargo.toml");
    let (_, release) = profile.split_once("[profile.release]\n").expect("a profile");
    let release = release.split("\n\n").next().expect("its lines");
    let lto = release.contains("lto = \"thin\"") && !release.contains("codegen-units");
    let optimised = if lto { "thin link-time optimization" } else { "another profile" };
    vec![
        ("README.md", format!("The version is {version} and unreleased")),
        ("README.md", format!("Rust {rust} or newer")),
        ("docs/resources.md", format!("the command as it ships ({optimised})")),
    ]
}

fn about_primes_and_provers() -> Vec<Claim> {
    let moduli = moduli();
    let ir = "proof/fieldgen/src/ir.rs";
    let steps = after(ir, "pub const ALL: [Op; ");
    let text = Tree::default().text(ir);
    let (_, operations) = text.split_once("pub enum Op {").expect("the operations");
    let operations = operations.split("\n}").next().expect("their lines");
    let signed = operations.lines().filter(|line| line.trim_end().ends_with("Signed,")).count();
    let prove = files("proof/fieldgen/src/prove").into_iter();
    let lines = |name| count(&format!("proof/fieldgen/src/prove/{name}"), "\n");
    let lines = prove.map(lines).sum::<usize>();
    let lines = (lines + 50) / 100 * 100;
    let [narrow, forms] =
        ["narrow", "forms"].map(|it| files(&format!("crates/arith/src/generated/{it}")));
    // `mod.rs` in each, and one set that is in both.
    let both = forms.iter().filter(|name| narrow.contains(name)).count();
    let quads = files("crates/arith/src/generated/quads").len() - 1;
    let certified = 2 * moduli + narrow.len() + forms.len() - both - 1 + quads;
    let texts = 2 * moduli + narrow.len() - 1 + forms.len() - 1 + quads;
    let survivors = Tree::default().text("proof/fieldgen/tests/survivors.txt");
    let accepted = survivors.lines().filter(|line| line.starts_with("p256_")).count();
    let planted = count("proof/fieldgen/tests/planted.rs", "#[test]");
    vec![
        ("docs/proofs.md", format!("`check` proves all {texts} files of the {moduli} moduli")),
        ("docs/proofs.md", format!("shows both statements again, for all {texts} files:")),
        ("docs/tests.md", format!("over {moduli} moduli in two forms")),
        ("docs/tests.md", format!("for each of the {moduli} primes")),
        ("docs/proofs.md", format!("(about {} lines, `prove/`)", grouped(lines))),
        ("docs/tests.md", format!("changed: {accepted} are accepted")),
        ("docs/tests.md", format!("{planted} tests plant errors")),
        (
            "ARCHITECTURE.md",
            format!("of {steps} kinds of step, {} of them on signed words", word(signed)),
        ),
        ("ARCHITECTURE.md", format!("All {moduli} moduli of the table are emitted three times")),
        ("docs/checker.md", format!("in lanes and in quads: {certified} fields")),
        ("docs/checker.md", format!("{texts} of {texts} texts shown")),
    ]
}

fn about_algorithms() -> Vec<Claim> {
    let (all, hashes) = (Algorithm::ALL.len(), Hash::ALL.len());
    let signing = Hash::ALL.iter().filter(|hash| hash.signs()).count();
    let short = Algorithm::ALL.iter().filter(|it| it.signs() && it.derives()).count();
    let leaks =
        count("lab/silence/src/cases.rs", " leak(") - count("lab/silence/src/cases.rs", "fn leak(");
    let wrong = after("crates/client/src/role.rs", "pub const MAX_WRONG: u32 = ");
    let items = after("lab/cli/src/cmd/check_vectors/signed.rs", "BATCH_LIMIT: usize = ");
    vec![
        ("README.md", format!("ECDH secrets on {} curves", word(short))),
        ("docs/guide/tokens.md", format!("after {} wrong PINs in a row", word(wrong))),
        ("SECURITY.md", format!("after {} wrong ones in a row", word(wrong))),
        ("CHANGELOG.md", format!("after {} wrong PINs in a row", word(wrong))),
        ("CHANGELOG.md", format!("batches of up to {} items", grouped(items))),
        ("docs/tests.md", format!("(loaded at run time) for all {all} algorithms")),
        ("docs/tests.md", format!("each with all {signing} hashes that sign")),
        ("docs/tests.md", format!("| {leaks} planted leaks:")),
        ("docs/resources.md", format!("over any of {} hashes", word(hashes))),
    ]
}

fn about_groups_and_counts() -> Vec<Claim> {
    let curves = "tests/testkit/src/toy/curves.rs";
    let whole = after(curves, "assert_eq!(check.0, ");
    let parts = after(curves, &format!("assert_eq!(check.0, {whole} + "));
    let edwards = after("tests/testkit/src/toy/edwards.rs", "assert_eq!(check.0, ");
    let counts = "tests/testkit/tests/counts.rs";
    let cost = |formula: &str| {
        let mark = format!("{formula}), (");
        let products = after(counts, &mark);
        format!("{products}M + {}S", after(counts, &format!("{mark}{products}, ")))
    };
    let (double, mixed) = (cost("Shape::double(p)"), cost("add_mixed(p, q).point"));
    let (affine, full) = (cost("add_affine(q, q).point"), cost("add(p, p).point"));
    let lanes = "crates/sealane/src/ecc/ops/lanes/mod.rs";
    let at_once = after(lanes, "const LANES: usize = ") * after(lanes, "const GROUPS: usize = ");
    let group = after("crates/sealane/src/ecc/ops/group.rs", "const MAX: usize = ");
    let ctext = "scripts/ctext.sh";
    let (few, many) = (after(ctext, "count="), after(ctext, "&& count="));
    vec![
        ("docs/tests.md", format!("{} groups of every shape: {whole} whole", whole + parts)),
        ("docs/tests.md", format!("and {parts} subgroups of order")),
        ("docs/tests.md", format!("{edwards} whole groups, of 4 or 8 times a prime")),
        ("docs/tests.md", format!("doubling {double}, mixed addition {mixed}, of affine points")),
        ("docs/tests.md", format!("of affine points {affine}, full {full};")),
        ("docs/lanes.md", format!("Up to {at_once} items of one algorithm are a group")),
        ("ARCHITECTURE.md", format!("hands groups of at most {group} to")),
        ("docs/c-text.md", format!("{} cases a function for the primes", grouped(many))),
        ("docs/c-text.md", format!("is emitted of, {few} for the others")),
    ]
}

fn about_vectors() -> Vec<Claim> {
    let rule = "tests/testkit/tests/eddsa_rule.rs";
    let (full, accepted) =
        (after(rule, "full.len(), "), after(rule, "full, Verdicts { accepted: "));
    let of_full = format!("full, Verdicts {{ accepted: {accepted}, refused: ");
    let refused = after(rule, &of_full);
    let reencoded = after(rule, &format!("{of_full}{refused}, refused_reencoded: "));
    let octets = "tests/testkit/tests/wycheproof_octets.rs";
    let (ed25519, x25519) = (after(octets, "decided, ["), after(octets, "zero), (["));
    let ed448 = after(octets, &format!("decided, [{ed25519}, "));
    let x448 = after(octets, &format!("zero), ([{x25519}, "));
    let [ecdsa, ecdh] = wycheproof();
    vec![
        ("docs/tests.md", format!("{full} and {} combinations", accepted + refused)),
        (
            "docs/tests.md",
            format!(
                "({accepted} accepted in each table; {} and {refused} refused, \
                 {reencoded} of which",
                refused + reencoded
            ),
        ),
        ("docs/tests.md", format!("{} cases of {} files, and ECDH", grouped(ecdsa[1]), ecdsa[0])),
        ("docs/tests.md", format!("ECDH, {} of {} files", grouped(ecdh[1]), ecdh[0])),
        (
            "docs/tests.md",
            format!("Ed25519 {ed25519}, Ed448 {ed448}, X25519 {x25519}, X448 {x448}"),
        ),
    ]
}

/// Files and cases of ECDSA and of ECDH over the library's curves, of the table of the test.
fn wycheproof() -> [[usize; 2]; 2] {
    let text = Tree::default().text("tests/testkit/tests/wycheproof.rs");
    let mut sums = [[0; 2]; 2];
    for line in text.lines().filter(|line| line.contains("Some(Algorithm::")) {
        let numbers: Vec<usize> =
            line.split(['[', ']', ',']).filter_map(|part| part.trim().parse().ok()).collect();
        let [a, b, c, d] = numbers[..] else { continue };
        for (sum, more) in sums.iter_mut().flatten().zip([a, b, c, d]) {
            *sum += more;
        }
    }
    sums
}

fn about_tables() -> Vec<Claim> {
    let kib = |algorithm| budgets_bytes(algorithm).map(|bytes| bytes / 1024);
    let (small, large) = (kib(Algorithm::EcP256), kib(Algorithm::EcP384));
    let rows = ["`tables-small`", "neither", "`tables-large`"].into_iter().enumerate();
    let row = |(i, name): (usize, &str)| {
        let unit = if i == 0 { " a curve" } else { "" };
        let page = "docs/guide/speed.md";
        (page, format!("| {name} | {} KiB{unit} | {} KiB |", small[i], large[i]))
    };
    let plan = in_use(Algorithm::EcP256);
    let size = Table::build(Algorithm::EcP256, plan, 0).size();
    let tables = |path, mark: &str| after(path, mark);
    let mut claims: Vec<Claim> = rows.map(row).collect();
    claims.extend([
        (
            "docs/tables.md",
            format!(
                "The budgets are {}, {} and {} KiB up to 256 bits and {}, {} and {} KiB above",
                small[0], small[1], small[2], large[0], large[1], large[2]
            ),
        ),
        (
            "ARCHITECTURE.md",
            format!(
                "For P-256 the comb has windows of {} bits, {} rows, {} KiB",
                plan.width,
                size.additions.div_ceil(plan.spacing),
                size.bytes / 1024
            ),
        ),
        (
            "docs/lanes.md",
            format!(
                "that has verified {} times",
                tables("crates/sealane/src/ecc/batch/keys.rs", "const WORTH: u32 = ")
            ),
        ),
        (
            "docs/lanes.md",
            format!(
                "verify-batch` uses {} MiB",
                tables("crates/cli/src/args/batch.rs", "value_name = \"MIB\", default_value = \"")
            ),
        ),
        (
            "docs/lanes.md",
            format!(
                "each of its threads has {} MiB",
                tables("crates/hsm/src/queue/work.rs", "const TABLE_BYTES: usize = ")
            ),
        ),
    ]);
    claims
}

fn claims() -> Vec<Claim> {
    let parts = [
        about_the_workspace(),
        about_primes_and_provers(),
        about_algorithms(),
        about_groups_and_counts(),
        about_vectors(),
        about_tables(),
    ];
    parts.concat()
}

/// Goal: the figures of the pages are those of the code; another figure is refused, each by itself.
#[test]
fn figures_are_those_of_the_code() {
    none(&missing(&Tree::default(), &claims()));
    changed_claims_are_refused(&claims());
}

/// The rows of `docs/tables.md` and of `docs/resources.md` that are not as the library has them.
fn wrong_tables(tree: &Tree) -> Vec<String> {
    let (page, mut wrong, mut rows) = (tree.text("docs/tables.md"), vec![], 0);
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(algorithm) = Algorithm::from_name(cells[1]) else { continue };
        let number = |i: usize| cells[i].replace(',', "").parse::<usize>().unwrap_or(usize::MAX);
        let plan = Plan { width: number(3), spacing: number(4) };
        let kind = ["small", "usual", "large"].iter().position(|it| *it == cells[2]);
        let sized = (2..=8).contains(&plan.width) && (1..=8).contains(&plan.spacing);
        let right = sized
            && kind.is_some_and(|kind| {
                let size = Table::build(algorithm, plan, 0).size();
                let usual = kind != 1 || plan == in_use(algorithm);
                let bytes = size.bytes <= budgets_bytes(algorithm)[kind];
                usual
                    && bytes
                    && [size.bytes, size.additions, size.doublings] == [5, 6, 7].map(number)
            });
        if !right {
            wrong.push(format!("docs/tables.md: {line}"));
        }
        rows += 1;
    }
    if rows != 33 {
        wrong.push(format!("docs/tables.md has {rows} rows"));
    }
    let page = tree.text("docs/resources.md");
    let mut rows = 0;
    for line in page.lines() {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [name, _, _, _, _, table, _, _] = cells[..] else { continue };
        let name = name.trim_start_matches("ecdsa-").trim_start_matches("ecdh-");
        let Some(algorithm) = Algorithm::from_name(name) else { continue };
        if table.parse() != Ok(raw::table_bytes(algorithm)) {
            wrong.push(format!("docs/resources.md: {line}"));
        }
        rows += 1;
    }
    if rows != 46 {
        wrong.push(format!("docs/resources.md has {rows} rows"));
    }
    wrong
}

/// Goal: tables of generators have the sizes, and cost what the pages say; another size is refused.
#[test]
fn tables_are_those_of_the_library() {
    none(&wrong_tables(&Tree::default()));
    let sized = [
        (
            "docs/tables.md",
            "| p256 | usual | 6 | 1 | 88,064 |",
            "| p256 | usual | 6 | 1 | 88,065 |",
        ),
        ("docs/tables.md", "| p256 | usual | 6 | 1 |", "| p256 | usual | 5 | 1 |"),
        ("docs/tables.md", "| ed448 | large |", "| ed448 | larger |"),
        ("docs/resources.md", "   88064   5375", "   88065   5375"),
    ];
    for (page, from, to) in sized {
        assert!(!wrong_tables(&Tree::with(page, from, to)).is_empty(), "{to}");
    }
}
