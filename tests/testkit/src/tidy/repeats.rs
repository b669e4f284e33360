//! Text that stands in two files: lines of the same shape, whatever their names and values.

use super::rules::is_generated;
use super::source::Source;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

/// As many consecutive lines of the same shape are a repeat.
pub const LINES: usize = 10;

/// A run in which fewer shapes occur is a list of like rows.
const SHAPES: usize = 4;

/// A pair of files and how many lines of the first stand in the second as well.
pub type Repeats = BTreeMap<(String, String), (usize, String)>;

/// Returns the shapes of a file's lines with their numbers.
///
/// Comments, imports and lines without a name, a keyword or a number are left out: blank ones,
/// brackets, what goes on in a string. Of lines of one shape one behind the other, as rows of a
/// list are, the first stands for all.
fn shapes(source: &Source) -> Vec<(u64, usize)> {
    let mut found: Vec<(u64, usize)> = Vec::new();
    let mut in_import = false;
    for (i, line) in source.code.lines().enumerate() {
        let line = line.trim();
        let item = line.strip_prefix("pub ").unwrap_or(line);
        in_import |= item.starts_with("use ");
        let counts = !in_import && line.chars().any(char::is_alphanumeric);
        in_import &= !line.contains(';');
        if counts {
            let mut hasher = DefaultHasher::new();
            shape(line).hash(&mut hasher);
            let shape = hasher.finish();
            if found.last().is_none_or(|(last, _)| *last != shape) {
                found.push((shape, i + 1));
            }
        }
    }
    found
}

/// Words that stay in a shape as they are.
const KEYWORDS: [&str; 28] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "fn", "for", "if",
    "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static",
    "struct", "trait", "where", "while",
];

/// Returns a line with `i` for each name, `n` for each number and `"` for each string.
fn shape(line: &str) -> String {
    let mut shape = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if word(first) {
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            match &rest[..end] {
                keyword if KEYWORDS.contains(&keyword) => shape.push_str(keyword),
                _ if first.is_ascii_digit() => shape.push('n'),
                _ => shape.push('i'),
            }
            shape.push(' ');
            rest = &rest[end..];
        } else {
            // The insides of strings are spaces in the code.
            if first != ' ' {
                shape.push(first);
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    shape
}

/// Returns the pairs of hand-written files that share [`LINES`] consecutive lines of the same
/// shape: how many lines of the first have an equal in the second, and where the first of them is.
#[must_use]
pub fn repeats(files: &[Source]) -> Repeats {
    let ours = |source: &&Source| source.path.ends_with(".rs") && !is_generated(&source.path);
    let files: Vec<(&Source, Vec<(u64, usize)>)> =
        files.iter().filter(ours).map(|source| (source, shapes(source))).collect();
    let mut places: HashMap<Vec<u64>, Vec<(usize, usize)>> = HashMap::new();
    for (file, (_, lines)) in files.iter().enumerate() {
        for (at, window) in lines.windows(LINES).enumerate() {
            let window: Vec<u64> = window.iter().map(|(shape, _)| *shape).collect();
            if window.iter().collect::<BTreeSet<_>>().len() >= SHAPES {
                places.entry(window).or_default().push((file, at));
            }
        }
    }
    // The lines of the first file by the places where they begin in both.
    let mut pairs: BTreeMap<(usize, usize), BTreeMap<usize, usize>> = BTreeMap::new();
    for shared in places.values() {
        for (i, &(a, at)) in shared.iter().enumerate() {
            for &(b, other) in shared[i + 1..].iter().filter(|(b, _)| *b != a) {
                let lines = pairs.entry((a, b)).or_default();
                lines.extend((0..LINES).map(|i| (at + i, other + i)));
            }
        }
    }
    let path = |file: usize| files[file].0.path.clone();
    let place = |file: usize, at: usize| format!("{}:{}", path(file), files[file].1[at].1);
    let shown = |((a, b), lines): ((usize, usize), BTreeMap<usize, usize>)| {
        let (at, other) = lines.first_key_value().expect("a pair shares lines");
        let places = format!("{} and {}", place(a, *at), place(b, *other));
        ((path(a), path(b)), (lines.len(), places))
    };
    pairs.into_iter().map(shown).collect()
}

/// Pairs of files that repeat lines, how many, and why they still do. The list only shrinks.
pub const KNOWN: [(&str, &str, usize, &str); 12] = [
    (
        "crates/sealane/src/dispatch/batch.rs",
        "crates/sealane/src/ecc/batch.rs",
        12,
        "the calls of a batch, of every family and of curves alone",
    ),
    (
        "crates/arith/src/machine/narrow.rs",
        "crates/arith/src/machine/portable.rs",
        11,
        "two machines state their types",
    ),
    (
        "crates/arith/tests/machines.rs",
        "lab/forms/tests/equal.rs",
        16,
        "a prime that is wrong in one place",
    ),
    ("crates/cli/src/args.rs", "crates/cli/src/args/batch.rs", 10, OPTIONS),
    ("crates/cli/src/args.rs", "crates/cli/src/args/encrypt.rs", 10, OPTIONS),
    ("crates/cli/src/args/token/audit.rs", "crates/cli/src/args/token/guard.rs", 14, OPTIONS),
    ("crates/cli/src/args/token.rs", "crates/cli/src/args/token/people.rs", 21, OPTIONS),
    ("crates/cli/src/args/token/location.rs", "crates/cli/src/args/token/people.rs", 19, OPTIONS),
    ("crates/cli/src/args/token/location.rs", "crates/cli/src/args/wrapping.rs", 20, OPTIONS),
    ("crates/cli/src/args/token/people.rs", "crates/cli/src/args/wrapping.rs", 10, OPTIONS),
    (
        "crates/sealane/src/group/edwards.rs",
        "crates/sealane/src/group/short.rs",
        20,
        "two shapes of curve leave points to the machine",
    ),
    (
        "crates/sealane/src/ecc/ops/lanes/montgomery.rs",
        "crates/sealane/src/ecc/ops/lanes/short.rs",
        27,
        "lanes filled for two shapes",
    ),
];

const OPTIONS: &str = "a command's options, which its help shows in their order";

/// Returns repeats that are not `known` or longer than that, and rows of `known` that are too high.
#[must_use]
pub fn unknown(found: &Repeats, known: &[(&str, &str, usize, &str)]) -> Vec<String> {
    let mut rest: HashMap<(&str, &str), usize> = HashMap::new();
    let mut offences = Vec::new();
    for (a, b, lines, why) in known {
        match rest.entry((*a, *b)) {
            Entry::Vacant(row) if !why.is_empty() => drop(row.insert(*lines)),
            _ => offences.push(format!("{a} and {b}: listed twice or without a reason")),
        }
    }
    for ((a, b), (lines, places)) in found {
        let listed = rest.remove(&(&a[..], &b[..])).unwrap_or_default();
        if *lines != listed {
            offences.push(format!("{places}: {lines} lines of one shape, {listed} are listed"));
        }
    }
    offences.extend(rest.keys().map(|(a, b)| format!("{a} and {b}: listed, repeat nothing")));
    offences
}
