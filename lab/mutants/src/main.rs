//! Plants mutants in a copy of the tree: each small change of the chosen files stands beside the
//! original, behind a number that the environment chooses when a test runs. So the tests are
//! compiled once for all mutants, and not once for each.
//!
//! usage: `mutants ROOT SKIPPED FILE...`: changes the files below ROOT, a copy, in place; leaves
//! out the numbers that stand in the file SKIPPED, which are those that cannot be compiled; prints
//! the mutants as JSON, one a line.

mod plant;

use plant::Planter;
use serde_json::json;
use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;

/// What planted code asks: whether mutant `number` is the one to run. `SEALANE_REACHED` names a
/// file that gets the number of each mutant that is asked for, once.
const SWITCH: &str = r#"
/// Which mutant runs. Planted by a tool, in a copy of the tree.
#[doc(hidden)]
pub mod mutant {
    extern crate std;
    use core::sync::atomic::{AtomicU8, Ordering};
    use std::sync::OnceLock;
    use std::{env, fs, io::Write, string::String};

    static CHOSEN: OnceLock<(usize, Option<String>)> = OnceLock::new();
    static SEEN: [AtomicU8; 1 << 17] = [const { AtomicU8::new(0) }; 1 << 17];

    /// Returns whether the mutant of this number runs.
    pub fn on(number: usize) -> bool {
        let (chosen, reached) = CHOSEN.get_or_init(|| {
            let chosen = env::var("SEALANE_MUTANT").ok().and_then(|text| text.parse().ok());
            (chosen.unwrap_or(usize::MAX), env::var("SEALANE_REACHED").ok())
        });
        if let Some(path) = reached {
            if SEEN[number].swap(1, Ordering::Relaxed) == 0 {
                let file = fs::OpenOptions::new().create(true).append(true).open(path);
                file.and_then(|mut file| writeln!(file, "{number}")).expect("it can be written");
            }
        }
        number == *chosen
    }
}
"#;

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, skipped, files @ ..] = &arguments[..] else {
        return Err("usage: mutants ROOT SKIPPED FILE...".into());
    };
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let skipped: HashSet<usize> =
        read(Path::new(skipped))?.lines().filter_map(|line| line.parse().ok()).collect();
    let mut number = 0;
    for file in files {
        let path = Path::new(root).join(file);
        let text = read(&path)?;
        let krate = match file.split('/').nth(1) {
            Some("arith") => "crate",
            Some("sealane") => "::sealane_arith",
            // The others know arithmetic by the library alone.
            _ => "::sealane",
        };
        let planter = Planter::new(&text, krate, number, &skipped)?;
        for mutant in planter.mutants() {
            println!(
                "{}",
                json!({ "number": mutant.number, "file": file, "line": mutant.line,
                        "what": mutant.what, "skipped": skipped.contains(&mutant.number) })
            );
        }
        number += planter.mutants().len();
        std::fs::write(&path, planter.planted()).map_err(|error| format!("{file}: {error}"))?;
    }
    let switch = Path::new(root).join("crates/arith/src/lib.rs");
    let text = read(&switch)? + SWITCH;
    std::fs::write(&switch, text).map_err(|error| format!("{}: {error}", switch.display()))?;
    let library = Path::new(root).join("crates/sealane/src/lib.rs");
    let text = read(&library)? + "\n#[doc(hidden)]\npub use sealane_arith::mutant;\n";
    std::fs::write(&library, text).map_err(|error| format!("{}: {error}", library.display()))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::FAILURE
        }
    }
}
