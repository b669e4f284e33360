//! Rules of form: lengths, first lines, unfinished work, words that do not belong, unsafe code.

use super::source::Source;

/// Most columns of a line of code.
pub const MAX_COLUMNS: usize = 100;
/// Most lines of a file of code.
pub const MAX_LINES: usize = 500;
/// Most lines of a function.
pub const MAX_FUNCTION_LINES: usize = 70;

/// Returns whether a file is written by the generator.
#[must_use]
pub fn is_generated(path: &str) -> bool {
    path.contains("/generated/")
}

fn is_code(path: &str) -> bool {
    [".rs", ".py", ".sh"].iter().any(|end| path.ends_with(end)) && !is_generated(path)
}

/// Returns lines of code that are too long, and files and functions with too many lines.
#[must_use]
pub fn lengths(source: &Source) -> Vec<String> {
    if !is_code(&source.path) {
        return vec![];
    }
    let mut offences = Vec::new();
    for (i, line) in source.text.lines().enumerate() {
        let columns = line.chars().count();
        if columns > MAX_COLUMNS {
            offences.push(format!("{}:{}: {columns} columns", source.path, i + 1));
        }
    }
    let lines = source.text.lines().count();
    if lines > MAX_LINES {
        offences.push(format!("{}: {lines} lines", source.path));
    }
    if source.path.ends_with(".rs") {
        for function in source.functions() {
            let lines = source.line(function.end) - source.line(function.start) + 1;
            if lines > MAX_FUNCTION_LINES {
                let place = source.place(function.start);
                offences.push(format!("{place}: {lines} lines in {}", function.name));
            }
        }
    }
    offences
}

/// Returns Rust files that do not say in their first line what they are about.
#[must_use]
pub fn first_lines(source: &Source) -> Vec<String> {
    let said = source.text.starts_with("//! ");
    if source.path.ends_with(".rs") && !said {
        return vec![format!("{}: the first line does not say what the file is", source.path)];
    }
    vec![]
}

/// Returns marks of unfinished or switched-off work.
#[must_use]
pub fn unfinished(source: &Source) -> Vec<String> {
    // Written apart, so that this file does not hold them itself.
    let marks = [
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["X", "XX"].concat(),
        ["to", "do!("].concat(),
        ["un", "implemented!("].concat(),
        ["#[", "ignore"].concat(),
    ];
    let whole = |at: usize, mark: &str| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let before = source.text[..at].chars().next_back();
        let after = source.text[at + mark.len()..].chars().next();
        let ends_in_word = mark.ends_with(|c: char| c.is_ascii_alphanumeric());
        !(letter(before) || ends_in_word && letter(after))
    };
    let find = |mark: &String| {
        let hits = source.text.match_indices(mark.as_str());
        let hits = hits.filter(|(at, _)| whole(*at, mark));
        hits.map(|(at, _)| format!("{}: {mark}", source.place(at))).collect::<Vec<_>>()
    };
    marks.iter().flat_map(find).collect()
}

/// Returns paths and words of the place where the work is done, which mean nothing to a reader.
#[must_use]
pub fn workplace_words(source: &Source) -> Vec<String> {
    let words = [
        ["sub", "agent"].concat(),
        ["helper ses", "sion"].concat(),
        ["/tmp/", "brief"].concat(),
        ["/tmp/", "target-"].concat(),
        ["/wo", "rk/"].concat(),
        ["../sha", "red/"].concat(),
        [".lib", "rary/"].concat(),
        ["issues ", "show"].concat(),
        ["language ", "model"].concat(),
        ["as an ", "AI"].concat(),
    ];
    let lower = source.text.to_lowercase();
    let find = |word: &String| {
        let hits = lower.match_indices(&word.to_lowercase()).map(|(at, _)| at).collect::<Vec<_>>();
        hits.into_iter()
            .map(|at| {
                let line = 1 + lower[..at].matches('\n').count();
                format!("{}:{line}: {word}", source.path)
            })
            .collect::<Vec<_>>()
    };
    words.iter().flat_map(find).collect()
}

/// Where unsafe code may stand: the bottom of the arithmetic and what calls into C.
const UNSAFE_PLACES: [&str; 14] = [
    "crates/arith/src/machine/",
    "crates/arith/src/secret.rs",
    "lab/measure/src/fork.rs",
    "lab/measure/src/guard.rs",
    "lab/measure/src/heap.rs",
    "lab/measure/src/libcrypto.rs",
    "lab/measure/src/libcrypto/",
    "lab/measure/src/stack.rs",
    "lab/measure/src/ticks.rs",
    "crates/pkcs11/src/",
    "crates/pkcs11/tests/raw/",
    "crates/capi/src/",
    "lab/bench/peers/",
    "lab/silence/",
];

/// Returns unsafe code outside the listed places.
#[must_use]
pub fn unsafe_code(source: &Source) -> Vec<String> {
    let listed = UNSAFE_PLACES.iter().any(|place| source.path.starts_with(place));
    if listed || !source.path.ends_with(".rs") {
        return vec![];
    }
    let places = source.words("unsafe").into_iter();
    places
        .map(|at| format!("{}: unsafe code outside the listed places", source.place(at)))
        .collect()
}

/// The crates that forbid unsafe code altogether, by their root files.
const FORBIDDING: [&str; 8] = [
    "crates/sealane/src/lib.rs",
    "crates/client/src/lib.rs",
    "crates/hsm/src/lib.rs",
    "crates/rustls/src/lib.rs",
    "crates/cli/src/lib.rs",
    "crates/cli/src/main.rs",
    "crates/python/src/lib.rs",
    "lab/cli/src/main.rs",
];

/// Returns the crates that ought to forbid unsafe code and do not.
#[must_use]
pub fn forbidding(files: &[Source]) -> Vec<String> {
    let forbids = |root: &str| {
        files.iter().any(|f| f.path == root && f.code.contains("#![forbid(unsafe_code)]"))
    };
    let missing = FORBIDDING.iter().filter(|root| !forbids(root));
    missing.map(|root| format!("{root}: does not forbid unsafe code")).collect()
}

/// Returns vectors without a row in their list of sources, and rows without a file.
#[must_use]
pub fn vectors_without_source(names: &[String], sources: &str) -> Vec<String> {
    let rows: Vec<&str> = sources
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|rest| rest.split_once('`').map(|(name, _)| name))
        .collect();
    let listed = |name: &String| rows.contains(&name.as_str()) || name == "SOURCES.md";
    let mut offences: Vec<String> = names
        .iter()
        .filter(|name| !listed(name))
        .map(|name| format!("tests/vectors/{name}: no row in SOURCES.md"))
        .collect();
    let lost = rows.iter().filter(|row| !names.iter().any(|name| name == *row));
    offences.extend(lost.map(|row| format!("SOURCES.md: no file {row}")));
    offences
}
