//! No tool leaves an operation of the catalogue out: the stored lists of what each counts and
//! measures.

use operations::{Action, Operation, Tool};
use testkit::vectors::workspace;

/// The list that a tool stores.
const LISTS: [(&str, Tool); 4] = [
    ("docs/results/operations.tsv", Tool::Counts),
    ("docs/results/instructions.tsv", Tool::Gate),
    ("docs/results/timing.md", Tool::Timing),
    ("docs/results/peers-single.tsv", Tool::Speed),
];

/// Operations that a tool has had only since its list was stored. The next run of the tool stores
/// them; a row that is no longer needed fails the test.
const NEXT_RUN: [(&str, &[&str]); 2] = [
    (
        "docs/results/timing.md",
        &[
            "rsa2048 sign",
            "rsa2048 decrypt",
            "dsa2048 keygen",
            "dsa2048 sign",
            "mldsa44 keygen",
            "mldsa44 sign",
            "mldsa65 keygen",
            "mldsa65 sign",
            "mldsa87 keygen",
            "mldsa87 sign",
        ],
    ),
    (
        "docs/results/peers-single.tsv",
        &[
            "dsa3072 keygen",
            "dsa3072 sign",
            "dsa3072 verify",
            "mldsa44 keygen",
            "mldsa44 sign",
            "mldsa44 verify",
            "mldsa65 keygen",
            "mldsa65 sign",
            "mldsa65 verify",
            "mldsa87 keygen",
            "mldsa87 sign",
            "mldsa87 verify",
        ],
    ),
];

/// How a list names what is done: keys are timed as they come in, and decryption by its padding.
fn word(tool: Tool, action: Action) -> &'static str {
    match (tool, action) {
        (Tool::Timing, Action::Keygen) => "import",
        (Tool::Timing, Action::Decrypt) => "oaep",
        _ => action.name(),
    }
}

/// Returns the operations that no line of a tool's list has.
fn missing(list: &str, tool: Tool) -> Vec<String> {
    let words = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = list.lines().map(words).collect();
    let listed = |operation: &Operation| {
        let names = [operation.algorithm.to_string(), operation.title()];
        let word = word(tool, operation.action);
        names.iter().any(|name| {
            let row = words(&format!("{name} {word}"));
            lines.iter().any(|line| row.iter().all(|word| line.contains(word)))
        })
    };
    let missing = tool.operations().filter(|operation| !listed(operation));
    missing.map(|operation| operation.to_string()).collect()
}

/// Goal: a new algorithm is counted, timed and measured, or this fails. Method: every operation
/// that a tool has to have in the list that it stores; and lists from which one algorithm is taken.
#[test]
fn every_tool_covers_every_algorithm() {
    for (path, tool) in LISTS {
        let list = std::fs::read_to_string(workspace().join(path)).expect("the list can be read");
        let next_run = NEXT_RUN.iter().find(|row| row.0 == path).map_or(&[][..], |row| row.1);
        assert_eq!(missing(&list, tool), next_run, "{path}");
        let lines = list.lines().filter(|line| !line.to_lowercase().contains("p521"));
        let without = lines.collect::<Vec<_>>().join("\n");
        let of_p521 = tool.operations().filter(|it| it.algorithm.to_string() == "p521");
        let wanted: Vec<String> = of_p521.map(|it| it.to_string()).collect();
        assert!(wanted.len() >= 3, "{path}: {wanted:?}");
        let mut found = missing(&without, tool);
        found.retain(|it| !next_run.contains(&&**it));
        assert_eq!(found, wanted, "{path}");
    }
}
