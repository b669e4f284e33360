//! No tool leaves an algorithm out: the stored lists of what each counts and measures.

use sealane::ecc::Algorithm;
use testkit::vectors::workspace;

/// The list that a tool stores, and the operations that it has of each algorithm that offers them.
const LISTS: [(&str, &[&str]); 4] = [
    ("docs/results/operations.tsv", &["keygen", "sign", "verify", "derive"]),
    ("docs/results/instructions.tsv", &["keygen", "sign", "verify", "derive"]),
    ("docs/results/timing.md", &["import", "sign", "derive"]),
    ("docs/results/peers-single.tsv", &["keygen", "sign", "verify", "derive"]),
];

/// Returns the operations of `algorithms` that no line of a list has.
fn missing(list: &str, algorithms: &[Algorithm], operations: &[&str]) -> Vec<String> {
    let words = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = list.lines().map(words).collect();
    let mut missing = Vec::new();
    for algorithm in algorithms {
        for operation in operations {
            let offered = match *operation {
                "sign" | "verify" => algorithm.signs(),
                "derive" => algorithm.derives(),
                _ => true,
            };
            let row = [algorithm.name().to_lowercase(), (*operation).to_owned()];
            if offered && !lines.iter().any(|line| row.iter().all(|word| line.contains(word))) {
                missing.push(row.join(" "));
            }
        }
    }
    missing
}

/// Goal: a new algorithm is counted, timed and measured, or this fails. Method: every algorithm in
/// the list that each tool stores; and lists from which one is taken.
#[test]
fn every_tool_covers_every_algorithm() {
    for (path, operations) in LISTS {
        let list = std::fs::read_to_string(workspace().join(path)).expect("the list can be read");
        super::none(path, &missing(&list, Algorithm::ALL, operations));
        let lines = list.lines().filter(|line| !line.to_lowercase().contains("p521"));
        let without = lines.collect::<Vec<_>>().join("\n");
        let wanted: Vec<String> = operations.iter().map(|it| format!("p521 {it}")).collect();
        assert_eq!(missing(&without, Algorithm::ALL, operations), wanted, "{path}");
    }
}
