//! What pages name is there: files, folders, commands, targets, tests, codes.

use super::{Tree, all_files, none};
use std::collections::BTreeSet;
use testkit::vectors::workspace;

/// The page that leads to all others.
const LIST: &str = "docs/README.md";

/// The parts of a page between single backticks, outside of blocks.
fn code(page: &str) -> Vec<String> {
    let mut outside = String::new();
    for (i, part) in page.split("```").enumerate() {
        if i % 2 == 0 {
            outside += part;
        }
    }
    outside.split('`').skip(1).step_by(2).map(super::flat).collect()
}

/// Links of pages that lead to no file.
fn dead_links(tree: &Tree) -> Vec<String> {
    let mut dead = vec![];
    for (path, page) in tree.pages() {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let link = super::flat(link);
            let target = link.split('#').next().expect("there is a first part");
            let folder = workspace().join(&path);
            let folder = folder.parent().expect("it is in a folder");
            if !target.is_empty() && !target.starts_with("http") && !folder.join(target).exists() {
                dead.push(format!("{path}: {link}"));
            }
        }
    }
    dead
}

/// Files named between backticks that no file of the tree ends with. A part may be left out in
/// front, as in `prove/interval.rs`.
fn missing_files(tree: &Tree) -> Vec<String> {
    const ENDS: [&str; 7] = [".rs", ".py", ".sh", ".toml", ".md", ".tsv", ".txt"];
    // What the pages' own examples make, and what is written outside of the tree.
    const MADE: [&str; 4] = ["mutants.md", "letter.txt", "SHA256SUMS", "/etc/sealane/sealane.toml"];
    let files = all_files();
    let mut missing = vec![];
    for (path, page) in tree.pages() {
        for name in code(&page) {
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
            let is_file = name.chars().all(plain) && ENDS.iter().any(|end| name.ends_with(end));
            let known = |file: &String| *file == name || file.ends_with(&format!("/{name}"));
            if is_file && !MADE.iter().any(|it| name.ends_with(it)) && !files.iter().any(known) {
                missing.push(format!("{path}: `{name}`"));
            }
        }
    }
    missing
}

/// Files of the tree in ARCHITECTURE.md that are not there.
fn missing_in_the_tree(tree: &Tree) -> Vec<String> {
    let page = tree.text("ARCHITECTURE.md");
    let (_, rest) = page.split_once("## Tree").expect("the section");
    let block = rest.split("```").nth(1).expect("a block");
    let files = all_files();
    let names = block.split(|c: char| c.is_whitespace() || "();,:".contains(c));
    let names = names.filter(|name| name.ends_with(".rs") && !name.starts_with('.'));
    let known = |name: &&str| files.iter().any(|file| file.ends_with(&format!("/{name}")));
    names.filter(|name| !known(name)).map(|name| format!("ARCHITECTURE.md: {name}")).collect()
}

/// Folders and packages without a row in the tables of docs/README.md and ARCHITECTURE.md, pages
/// that docs/README.md does not lead to, or README.md to the guide, and rows of what is not there.
fn wrong_lists(tree: &Tree) -> Vec<String> {
    let (list, house) = (tree.text(LIST), tree.text("ARCHITECTURE.md"));
    let readme = tree.text("README.md");
    let manifest = tree.text("Cargo.toml");
    let (_, members) = manifest.split_once("members = [").expect("members");
    let members = members.split(']').next().expect("a list").split('"').skip(1).step_by(2);
    let mut wrong = vec![];
    for member in members {
        if !list.contains(&format!("| `{member}` |")) {
            wrong.push(format!("{LIST} has no row of `{member}`"));
        }
        if !house.contains(&format!("(`{member}`) |")) {
            wrong.push(format!("ARCHITECTURE.md has no row of `{member}`"));
        }
    }
    let (_, folders) = list.split_once("## Folders").expect("a section");
    let rows = folders.lines().filter_map(|line| line.strip_prefix("| `"));
    for folder in rows.filter_map(|row| row.split('`').next()) {
        if !workspace().join(folder).is_dir() {
            wrong.push(format!("{LIST} has a row of `{folder}`"));
        }
    }
    for (page, _) in tree.pages() {
        let told = page.strip_prefix("docs/").map(|name| format!("]({name})"));
        if page != LIST && told.is_some_and(|link| !list.contains(&link)) {
            wrong.push(format!("{LIST} does not lead to {page}"));
        }
        if page.starts_with("docs/guide/") && !readme.contains(&format!("]({page})")) {
            wrong.push(format!("README.md does not lead to {page}"));
        }
    }
    wrong
}

/// Files of docs/results that its index does not list, and rows whose page is of another processor.
fn wrong_index(tree: &Tree) -> Vec<String> {
    const INDEX: &str = "docs/results/README.md";
    let index = tree.text(INDEX);
    let mut wrong = vec![];
    for name in super::files("docs/results").into_iter().filter(|name| name != "README.md") {
        if !index.contains(&format!("]({name})")) {
            wrong.push(format!("{INDEX} has no {name}"));
        }
    }
    for row in index.lines().filter(|line| line.starts_with("| [") && line.contains(".md) |")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let name = cells[0].split(['(', ')']).nth(1).expect("a link");
        let page = super::flat(&tree.text(&format!("docs/results/{name}")));
        // The name of the core stands behind a colon.
        let mut named =
            cells[2].split("; ").map(|it| it.split("): ").next().expect("a first part"));
        if !named.all(|processor| page.contains(processor)) {
            wrong.push(format!("{INDEX}: {name} is not of {}", cells[2]));
        }
    }
    wrong
}

/// A README of more than a page.
fn long_readme(tree: &Tree) -> Vec<String> {
    const MAX_LINES: usize = 120;
    let lines = tree.text("README.md").lines().count();
    if lines > MAX_LINES { vec![format!("README.md has {lines} lines")] } else { vec![] }
}

/// A glossary of CONTRIBUTING.md that is too long to be read, or not in order.
fn wrong_glossary(tree: &Tree) -> Vec<String> {
    const MAX_TERMS: usize = 60;
    let page = tree.text("CONTRIBUTING.md");
    let (_, glossary) = page.split_once("## Glossary").expect("a section");
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| "));
    let terms: Vec<String> =
        rows.skip(1).filter_map(|row| row.split(" |").next()).map(str::to_lowercase).collect();
    let mut wrong = vec![];
    if terms.is_empty() || terms.len() > MAX_TERMS {
        wrong.push(format!("CONTRIBUTING.md: {} terms", terms.len()));
    }
    let swapped = terms.windows(2).filter(|pair| pair[0] >= pair[1]);
    wrong.extend(swapped.map(|pair| format!("CONTRIBUTING.md: {} after {}", pair[1], pair[0])));
    wrong
}

/// Targets of `make` that the Makefile has not.
fn missing_targets(tree: &Tree) -> Vec<String> {
    let makefile = tree.text("Makefile");
    let known: BTreeSet<&str> = makefile
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(':'))
        .flat_map(|(targets, _)| targets.split_whitespace())
        .collect();
    let mut missing = vec![];
    for (path, page) in tree.pages() {
        for span in code(&page) {
            let Some(target) = span.strip_prefix("make ") else { continue };
            let target = target.split(' ').next().expect("there is a first part");
            let plain = target.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if plain && !known.contains(target) {
                missing.push(format!("{path}: `{span}`"));
            }
        }
    }
    missing
}

/// Tests that pages say how to run, and that there are none of: `--test NAME`, `-- MODULE::`.
fn missing_tests(tree: &Tree) -> Vec<String> {
    let mut missing = vec![];
    for (path, page) in tree.pages() {
        for command in super::flat(&page).split("cargo test ").skip(1) {
            let command = command.split('`').next().expect("there is a first part");
            let words: Vec<&str> = command.split(' ').collect();
            let behind = |option: &str| {
                let at = words.iter().position(|word| *word == option)?;
                words.get(at + 1).copied()
            };
            let (Some(package), Some(test)) = (behind("-p"), behind("--test")) else { continue };
            let folder = ["crates", "proof", "lab", "tests"].map(|folder| {
                let name = package.strip_prefix("sealane-").unwrap_or(package);
                workspace().join(folder).join(name)
            });
            let folder = folder.into_iter().find(|folder| folder.is_dir());
            let found = folder.is_some_and(|folder| {
                let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("text");
                let module = behind("--").filter(|it| it.ends_with("::"));
                let module = module.map(|it| it.trim_end_matches("::"));
                let exists = |it: &str| {
                    let file = folder.join("tests").join(format!("{it}.rs"));
                    file.exists() || folder.join("tests").join(it).join("mod.rs").exists()
                };
                manifest.contains(&format!("name = \"{test}\"")) && module.is_none_or(exists)
            });
            if !found {
                missing.push(format!("{path}: cargo test {command}"));
            }
        }
    }
    missing
}

/// The names of the command's commands, as they are typed.
fn commands(tree: &Tree, arguments: &str) -> BTreeSet<String> {
    let text = tree.text(arguments);
    let (_, variants) = text.split_once("pub enum Command {").expect("the commands");
    let variants = variants.split("\n}").next().expect("their lines");
    let names = variants.lines().filter_map(|line| line.strip_prefix("    "));
    let names = names.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let names = names.filter_map(|line| line.split(['(', ',']).next());
    let kebab = |name: &str| {
        let mut out = String::new();
        for c in name.chars() {
            if c.is_ascii_uppercase() && !out.is_empty() {
                out.push('-');
            }
            out.push(c.to_ascii_lowercase());
        }
        out
    };
    names.map(kebab).collect()
}

/// Commands that the pages name and that of the product, or of the laboratory, has not.
fn missing_commands(tree: &Tree) -> Vec<String> {
    let product = commands(tree, "crates/cli/src/args.rs");
    let lab = commands(tree, "lab/cli/src/args.rs");
    let marks = [
        ("`sealane ", &product),
        ("release/sealane ", &product),
        ("`sealane-lab ", &lab),
        ("release/sealane-lab ", &lab),
    ];
    let mut missing = vec![];
    for (path, page) in tree.pages() {
        for line in page.lines() {
            for (mark, known) in marks {
                for rest in line.split(mark).skip(1) {
                    let end = |c: char| !c.is_ascii_lowercase() && c != '-';
                    let name = rest.split(end).next().expect("there is a first part");
                    let is_name = !name.is_empty() && !name.starts_with('-');
                    if is_name && !known.contains(name) {
                        missing.push(format!("{path}: {}{name}", mark.trim_start_matches('`')));
                    }
                }
            }
        }
    }
    missing
}

/// Codes and statuses of docs/attacks.md that no source has.
fn missing_codes(tree: &Tree) -> Vec<String> {
    let sources = all_files().into_iter().filter(|file| {
        let is_ours = file.starts_with("crates/") || file.starts_with("lab/cli/");
        is_ours && file.contains("/src/") && file.ends_with(".rs")
    });
    let sources: String = sources.map(|file| tree.text(&file)).collect();
    let page = tree.text("docs/attacks.md");
    let (_, table) = page.split_once("## Bad input to the command").expect("a section");
    let statuses = tree.text("crates/cli/src/failure.rs");
    let mut missing = vec![];
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let refusal = row.split('|').nth(2).expect("a cell");
        for name in refusal.split('`').skip(1).step_by(2) {
            let begin = name.trim_end_matches('…');
            let whole = if begin == name { format!("\"{name}\"") } else { format!("\"{begin}") };
            if !sources.contains(&whole) {
                missing.push(format!("docs/attacks.md: {name}"));
            }
        }
        for status in refusal.split([',', ';']).filter_map(|it| it.trim().parse::<u8>().ok()) {
            if !statuses.contains(&format!(" = {status},")) {
                missing.push(format!("docs/attacks.md: status {status}"));
            }
        }
    }
    missing
}

/// Statuses that the help of the command does not explain, or explains without there being one.
fn wrong_statuses(tree: &Tree) -> Vec<String> {
    let statuses = tree.text("crates/cli/src/failure.rs");
    let (_, all) = statuses.split_once("pub enum Status {").expect("the statuses");
    let all = all.split("\n}").next().expect("their lines");
    let known: BTreeSet<u8> = all
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .filter_map(|(_, rest)| rest.trim_end_matches(',').parse().ok())
        .collect();
    let help = tree.text("crates/cli/src/args.rs");
    let (_, told) = help.split_once("Exit status: 0 done, ").expect("the sentence");
    let told = super::flat(told.split("Errors are").next().expect("a first part"));
    let told = told.split(", ").filter_map(|part| part.split(' ').next());
    let told: BTreeSet<u8> = told.filter_map(|word| word.parse().ok()).collect();
    let apart = known.symmetric_difference(&told);
    apart.map(|status| format!("crates/cli/src/args.rs: status {status}")).collect()
}

type Check = fn(&Tree) -> Vec<String>;

/// Each check, with a change of a page that it must refuse: file, what stands there, what instead.
const CHECKS: [(Check, [&str; 3]); 16] = [
    (dead_links, ["README.md", "](docs/guide/batches.md)", "](docs/guide/batch.md)"]),
    (missing_files, ["docs/proofs.md", "`prove/interval.rs`", "`prove/intervals.rs`"]),
    (missing_in_the_tree, ["ARCHITECTURE.md", "  word.rs  ", "  wordy.rs  "]),
    (wrong_lists, [LIST, "| `lab/gate` |", "| `lab/gates` |"]),
    (wrong_lists, [LIST, "](lanes.md)", "](lane.md)"]),
    (wrong_lists, ["README.md", "](docs/guide/speed.md)", "](docs/guide/slow.md)"]),
    (wrong_lists, ["ARCHITECTURE.md", "(`lab/forms`)", "(`lab/form`)"]),
    (long_readme, ["README.md", "## Read on", "\n\n\n\n\n\n\n\n\n\n## Read on"]),
    (wrong_index, ["docs/results/README.md", "| [rsa.md](rsa.md) |", "| (rsa.md) |"]),
    (wrong_index, ["docs/results/README.md", "model 17", "model 18"]),
    (wrong_glossary, ["CONTRIBUTING.md", "| lane | ", "| zone | "]),
    (missing_targets, ["docs/guide/speed.md", "`make bench-sizes`", "`make bench-size`"]),
    (missing_tests, ["docs/proofs.md", "--test all -- bounds::", "--test bounds"]),
    (missing_commands, ["docs/guide/files.md", "`sealane inspect FILE`", "`sealane look FILE`"]),
    (missing_codes, ["docs/attacks.md", "`DIGEST_LENGTH`", "`DIGEST_WIDTH`"]),
    (wrong_statuses, ["crates/cli/src/args.rs", "7 too much to do already", "8 too much"]),
];

/// Goal: what the pages name is there.
#[test]
fn names_are_of_something() {
    none(&CHECKS.iter().flat_map(|(check, _)| check(&Tree::default())).collect::<Vec<_>>());
}

/// Goal: each check says no to a page that names something else.
#[test]
fn names_of_nothing_are_refused() {
    for (check, [path, from, to]) in CHECKS {
        assert!(!check(&Tree::with(path, from, to)).is_empty(), "{to}");
    }
}
