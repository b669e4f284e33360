//! Planted leaks, in a program that is built like the released command: each must part two runs.

use crate::judge::Judge;
use crate::pairs::Stage;
use crate::steps::{Plan, Run};
use std::collections::BTreeSet;
use std::process::Command;

/// The function where following begins.
const START: &str = "11with_secret";
/// What leaks nothing.
pub const NONE: &str = "none";
/// Secrets that are set beside the first.
const SECRETS: u64 = 8;

/// What came of a leak.
#[derive(Debug)]
pub struct Found {
    /// Steps that were compared, over all pairs.
    pub steps: u64,
    /// Where it parted two runs, if it did, and the secret.
    pub difference: Option<(u64, String)>,
}

/// The names of the leaks that a program has, and of what leaks nothing. Errors: it does not say.
pub fn names(stage: &Stage) -> Result<Vec<String>, String> {
    let output = Command::new(&stage.program.path).arg("list").output();
    let output = output.map_err(|error| error.to_string())?;
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    let names: Vec<String> = text.lines().map(String::from).chain([NONE.into()]).collect();
    if names.len() > 1 { Ok(names) } else { Err("the program has no leaks".into()) }
}

/// Follows a leak for pairs of secrets until one parts. Errors: the program failed.
pub fn follow(stage: &Stage, name: &str) -> Result<Found, String> {
    let plan = Plan { from: stage.program.named(START)?, ..Plan::default() };
    let none = BTreeSet::new();
    let mut found = Found { steps: 0, difference: None };
    for number in 1..=SECRETS {
        let run = |number: u64| {
            // Equally long for all: paths lie on the stack.
            let folder = stage.root.join(format!("{number:08}"));
            let made = std::fs::create_dir_all(&folder);
            let made = made.and_then(|()| std::fs::write(folder.join("key"), number.to_string()));
            made.map_err(|error| error.to_string())?;
            let arguments = [name.to_string()];
            Run::start(&stage.library, &stage.program.path, &folder, &arguments, 0, &plan)
        };
        let (a, b) = (run(0)?, run(number)?);
        let image = a.image.clone();
        let told = Judge::new(&stage.program, &none, &none).follow(a, b)?;
        found.steps += told.steps;
        if let Some(difference) = told.difference {
            found.difference = Some((number, stage.describe(&image, &difference).0));
            break;
        }
    }
    Ok(found)
}
