//! The index of the results: what each page is, which processor it is of, and what makes it.

use std::fs;
use std::path::Path;

/// The page that it is written to.
pub const PAGE: &str = "docs/results/README.md";

const HEAD: &str = "\
# Results

Written by `cargo xtask index`; do not edit. Each page says in its head how it was measured:
processor, compiler, commit, control. Figures of different processors cannot be compared; ratios
within one page can. [The guide](../guide/speed.md) says how to measure.

| page | what it has | processor | made by | files |
|---|---|---|---|---|
";

/// Tables without a page: what they have, and what makes them.
const TABLES: [(&str, &str, &str); 3] = [
    ("instructions.tsv", "Instructions of each operation, exactly", "make gate-write"),
    ("operations.tsv", "Field operations of each operation, exactly", "make gate-write"),
    ("test-times.tsv", "Seconds of each job of the tests", "cargo xtask test --store"),
];

/// Pages whose program writes others too, and calls all of them the same.
const SAME: [(&str, &str, &str); 1] =
    [("peers-single.md", "Sealane and its peers, single operations", "make bench-single")];

/// Names of the cores behind families and models.
const CORES: [(&str, &str); 4] = [
    ("family 25, model 17", "Zen 4"),
    ("family 26, model 2", "Zen 5"),
    ("family 6, model 167", "Rocket Lake"),
    ("family 6, model 207", "Emerald Rapids"),
];

/// Returns the text of the page, from the pages of the folder.
pub fn text(root: &Path) -> Result<String, String> {
    let folder = root.join("docs/results");
    let entries = fs::read_dir(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let names = entries.map(|it| Ok(it?.file_name().to_string_lossy().into_owned()));
    let names: std::io::Result<Vec<String>> = names.collect();
    let mut names = names.map_err(|why| why.to_string())?;
    names.sort();
    let mut text = HEAD.to_owned();
    let mut told = vec!["README.md".to_owned()];
    for name in names.iter().filter(|it| it.ends_with(".md") && *it != "README.md") {
        let page = fs::read_to_string(folder.join(name)).map_err(|why| why.to_string())?;
        let stem = name.trim_end_matches(".md");
        let belongs = |file: &&String| {
            *file != name && (file.split('.').next() == Some(stem) || page.contains(&link(file)))
        };
        let files: Vec<String> = names.iter().filter(belongs).cloned().collect();
        text += &row(name, &page, &files)?;
        told.push(name.clone());
        told.extend(files);
    }
    for (name, what, made_by) in TABLES.iter().filter(|it| names.iter().any(|name| name == it.0)) {
        text += &format!("| [{name}]({name}) | {what} | - | `{made_by}` | |\n");
        told.push((*name).to_owned());
    }
    match names.iter().find(|name| !told.contains(name)) {
        Some(name) => Err(format!("docs/results/{name} belongs to no page")),
        None => Ok(text),
    }
}

/// Writes the page.
pub fn write(root: &Path) -> Result<(), String> {
    fs::write(root.join(PAGE), text(root)?).map_err(|why| format!("{PAGE}: {why}"))
}

fn link(file: &str) -> String {
    format!("({file})")
}

fn row(name: &str, page: &str, files: &[String]) -> Result<String, String> {
    let title = page.lines().find_map(|line| line.strip_prefix("# "));
    let title = title.ok_or_else(|| format!("docs/results/{name} has no title"))?;
    let made_by = between(page, "Written by `", "`");
    let made_by = made_by.ok_or_else(|| format!("docs/results/{name} has no `Written by`"))?;
    let processor = processor(page).ok_or_else(|| format!("docs/results/{name}: of what?"))?;
    let same = SAME.iter().find(|it| it.0 == name);
    let (title, made_by) = same.map_or((title, made_by), |it| (it.1, it.2));
    let files: Vec<String> = files.iter().map(|file| format!("[{file}]({file})")).collect();
    let files = files.join(", ");
    let gap = if files.is_empty() { "" } else { " " };
    Ok(format!("| [{name}]({name}) | {title} | {processor} | `{made_by}` |{gap}{files} |\n"))
}

/// The processor that a page names in its head, or those in the last column of its table.
fn processor(page: &str) -> Option<String> {
    let mut found: Vec<&str> = match between(page, "- Processor: ", "\n") {
        Some(line) => {
            let line = line.split(", core at").next()?;
            vec![line.split(". ").next()?.trim_end_matches('.')]
        }
        None => {
            let rows = page.lines().filter_map(|line| line.strip_suffix(" |"));
            let cells = rows.filter_map(|row| row.rsplit('|').next()).map(str::trim);
            // A suite that has never run is a row without one.
            let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
            (*cells.first()? == "processor").then(|| cells[1..].to_vec())?
        }
    };
    found.sort_unstable();
    found.dedup();
    let name = |it: &&str| {
        let core = CORES.iter().find(|(numbers, _)| it.contains(numbers));
        core.map_or_else(|| (*it).to_owned(), |(_, core)| format!("{it}: {core}"))
    };
    Some(found.iter().map(name).collect::<Vec<_>>().join("; "))
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(begin)?;
    rest.split(end).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies in the tree").to_path_buf()
    }

    /// Goal: the stored index describes the files that the folder has now.
    #[test]
    fn the_index_is_that_of_the_folder() {
        let stored = fs::read_to_string(root().join(PAGE)).expect("the index");
        assert_eq!(Ok(stored), text(&root()), "`cargo xtask index` writes it");
    }

    /// Goal: a row has what a page says of itself; a page that says nothing is refused.
    #[test]
    fn rows_are_what_pages_say() {
        let page = "# A\n\nWritten by `make a`; do not edit.\n\n\
                    - Processor: P (family 26, model 2), core at 1 GHz.\n";
        let expected =
            "| [a.md](a.md) | A | P (family 26, model 2): Zen 5 | `make a` | [a.svg](a.svg) |\n";
        assert_eq!(row("a.md", page, &["a.svg".into()]).as_deref(), Ok(expected));
        let table = "# B\n\nWritten by `b`.\n\n| x | processor |\n|---|---|\n\
                     | 1 | Q |\n| 2 | P |\n| never | |\n";
        let expected = "| [b.md](b.md) | B | P; Q | `b` | |\n";
        assert_eq!(row("b.md", table, &[]).as_deref(), Ok(expected));
        for wrong in ["A", "# A\n", "# A\nWritten by `a`\n"] {
            assert!(row("a.md", wrong, &[]).is_err(), "{wrong}");
        }
    }
}
