//! The list of functions that were followed, and the page that compares them with the taint test.

use shipped::functions::{Functions, Verdict, crate_of, plain_name};
use shipped::program::Program;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Names that the page lists of those that differ.
const LISTED: usize = 40;

/// One line a function: where it begins, and its steps.
pub fn list(program: &Program, functions: &BTreeMap<u64, u64>) -> String {
    let known = functions.iter().filter(|(at, _)| program.functions.contains_key(at));
    known.map(|(at, steps)| format!("{at:x}\t{steps}\n")).collect()
}

/// A function that was followed, as the page has it.
struct Line {
    name: String,
    bytes: u64,
    steps: u64,
    verdict: Verdict,
}

/// Returns the page. Errors: a file cannot be read, or is of something else.
pub fn compare(program: &Path, taint: &Path, list: &Path) -> Result<String, String> {
    let (program, taint) = (Program::read(program)?, Program::read(taint)?);
    let functions = Functions::new(&taint);
    let text = std::fs::read_to_string(list).map_err(|why| format!("{}: {why}", list.display()))?;
    let mut lines = Vec::new();
    for line in text.lines() {
        let (at, steps) = line.split_once('\t').ok_or("no list of functions")?;
        let at = u64::from_str_radix(at, 16).map_err(|why| why.to_string())?;
        let steps = steps.parse().map_err(|_| "no list of functions")?;
        let function = program.functions.get(&at).ok_or("a list of another build")?;
        let verdict = functions.compare(&program, at);
        let name = plain_name(&function.name).to_string();
        lines.push(Line { name, bytes: function.size, steps, verdict });
    }
    Ok(page(&lines))
}

fn page(lines: &[Line]) -> String {
    let mut out = String::from(
        "| crate | functions | the same | bytes of them | of the steps | other code | absent |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let mut crates: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
    for line in lines {
        crates.entry(crate_of(&line.name)).or_default().push(line);
        crates.entry("~all").or_default().push(line);
    }
    for (name, lines) in &crates {
        let of = |verdict| lines.iter().filter(move |it| it.verdict == verdict);
        let same: u64 = of(Verdict::Same).map(|it| it.steps).sum();
        let all: u64 = lines.iter().map(|it| it.steps).sum();
        let row = format!(
            "| {} | {} | {} | {} of {} | {:.1} % | {} | {} |\n",
            name.trim_start_matches('~'),
            lines.len(),
            of(Verdict::Same).count(),
            of(Verdict::Same).map(|it| it.bytes).sum::<u64>(),
            lines.iter().map(|it| it.bytes).sum::<u64>(),
            100.0 * same as f64 / all.max(1) as f64,
            of(Verdict::Differs).count(),
            of(Verdict::Absent).count(),
        );
        out += &row;
    }
    let mut other: Vec<&Line> = lines.iter().filter(|it| it.verdict != Verdict::Same).collect();
    other.retain(|it| crate_of(&it.name).starts_with("sealane"));
    other.sort_by_key(|it| std::cmp::Reverse(it.steps));
    out += "\n| function | bytes | steps | in the taint test |\n|---|---|---|---|\n";
    for line in other.iter().take(LISTED) {
        let verdict = if line.verdict == Verdict::Differs { "other code" } else { "absent" };
        let name = readable(&line.name).replace('|', "/");
        writeln!(out, "| `{name}` | {} | {} | {verdict} |", line.bytes, line.steps)
            .expect("text takes all");
    }
    out
}

/// The name as people read it, if the machine has `c++filt`.
fn readable(name: &str) -> String {
    // A name without its hash ends before the E of its end.
    let whole = if name.starts_with("_ZN") { format!("{name}E") } else { name.to_string() };
    let output = Command::new("c++filt").arg(&whole).stderr(Stdio::null()).output();
    output.map_or(whole, |it| String::from_utf8_lossy(&it.stdout).trim().to_string())
}
