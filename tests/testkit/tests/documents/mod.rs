//! The pages say what is so: figures and lists that the code knows are compared with it, and what a
//! page names is there.

mod figures;
mod names;
mod results;

use std::path::Path;
use testkit::vectors::workspace;

/// The pages that people read; what programs write is compared by those programs.
const PAGES: [&str; 8] = [
    "README.md",
    "SECURITY.md",
    "SOUNDNESS.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "lab/bench/README.md",
    "docs/results/README.md",
];

/// The tree, in which one file may have another text.
#[derive(Default)]
struct Tree {
    changed: Option<(String, String)>,
}

impl Tree {
    /// The tree with a part of one file replaced. It must be there.
    fn with(path: &str, from: &str, to: &str) -> Self {
        let text = Self::default().text(path);
        assert!(text.contains(from), "{path} does not say {from:?}");
        Self { changed: Some((path.to_owned(), text.replace(from, to))) }
    }

    fn text(&self, path: &str) -> String {
        match &self.changed {
            Some((changed, text)) if changed == path => text.clone(),
            _ => std::fs::read_to_string(workspace().join(path))
                .unwrap_or_else(|why| panic!("{path}: {why}")),
        }
    }

    /// All pages: path and text.
    fn pages(&self) -> Vec<(String, String)> {
        let mut all: Vec<String> = PAGES.iter().map(|page| page.to_string()).collect();
        for folder in ["docs", "docs/guide", "docs/notes"] {
            let names = files(folder).into_iter().filter(|name| name.ends_with(".md"));
            all.extend(names.map(|name| format!("{folder}/{name}")));
        }
        all.sort();
        all.into_iter().map(|path| (path.clone(), self.text(&path))).collect()
    }
}

/// A text with one space where it has any white space, so that a sentence is found across lines.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names of the files in a folder of the tree.
fn files(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(workspace().join(folder)).expect("the folder");
    let entries = entries.map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.path().is_file());
    files.map(|entry| entry.file_name().into_string().expect("text")).collect()
}

/// Every file of the tree, by its path from the root.
fn all_files() -> Vec<String> {
    fn walk(folder: &Path, root: &Path, out: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_str().expect("text").to_owned();
            if path.is_dir() && name != ".git" && !name.starts_with("target") {
                walk(&path, root, out);
            } else if path.is_file() {
                out.push(path.strip_prefix(root).expect("below").to_str().unwrap().to_owned());
            }
        }
    }
    let (root, mut out) = (workspace(), vec![]);
    walk(&root, &root, &mut out);
    out
}

/// Fails with all offences at once.
fn none(offences: &[String]) {
    assert!(offences.is_empty(), "{} offences\n{}", offences.len(), offences.join("\n"));
}

/// A page, and a sentence of it as the code has it.
type Claim = (&'static str, String);

/// Returns the claims that their pages do not make.
fn missing(tree: &Tree, claims: &[Claim]) -> Vec<String> {
    let made = |(page, sentence): &&Claim| flat(&tree.text(page)).contains(&flat(sentence));
    let not_made = claims.iter().filter(|claim| !made(claim));
    not_made.map(|(page, sentence)| format!("{page} does not say: {sentence}")).collect()
}

/// Demands that a page which says a claim with another figure is refused, for each claim.
fn changed_claims_are_refused(claims: &[Claim]) {
    for claim @ (page, sentence) in claims {
        let whole = flat(&Tree::default().text(page));
        let digit = sentence.find(|c: char| c.is_ascii_digit());
        let changed = match digit {
            Some(at) => {
                let other = if sentence.as_bytes()[at] == b'7' { "8" } else { "7" };
                [&sentence[..at], other, &sentence[at + 1..]].concat()
            }
            // A number in words.
            None => sentence.replacen(' ', " another ", 1),
        };
        let changed = whole.replace(&flat(sentence), &changed);
        let tree = Tree { changed: Some(((*page).to_owned(), changed)) };
        assert_eq!(missing(&tree, std::slice::from_ref(claim)).len(), 1, "{sentence}");
    }
}

/// A small number in words, a larger one in digits.
fn word(number: usize) -> String {
    const WORDS: [&str; 21] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A number with a comma between thousands.
fn grouped(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", grouped(number / 1000), number % 1000)
}
