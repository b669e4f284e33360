//! What a tier has to do, job by job.

use crate::build::{self, Built, Package, Program};
use crate::suites::{LENGTHS, MEASURING, Part, Quick, SHARES, SUITES, Suite, Tier, Work};
use crate::verdict::{self, Inputs};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One process to run.
#[derive(Debug, Clone)]
pub struct Job {
    pub suite: &'static str,
    pub name: String,
    pub words: Vec<String>,
    /// The folder that it runs in, below the root.
    pub folder: String,
    /// Whether it measures, and so has the machine for itself.
    pub alone: bool,
    /// Variables that it finds set.
    pub environment: Vec<(&'static str, &'static str)>,
    inputs: Option<Inputs>,
    /// The seconds that it took before, or a guess.
    pub seconds: f64,
}

impl Job {
    /// How it is called: suite and part.
    pub fn title(&self) -> String {
        format!("{}/{}", self.suite, self.name)
    }

    /// Returns what its verdict is kept by, if it is.
    pub fn key(&self, root: &Path) -> Option<String> {
        let share = self.environment.iter().map(|(name, value)| format!("{name}={value}"));
        let words: Vec<String> = share.chain(self.words.iter().cloned()).collect();
        Some(verdict::key(root, self.inputs.as_ref()?, &words))
    }
}

/// What jobs are made from.
pub struct Context<'a> {
    pub packages: &'a [Package],
    pub built: &'a Built,
    /// The seconds of earlier runs, by title.
    pub times: &'a BTreeMap<String, f64>,
}

/// Returns the jobs of a tier, of the suites named, or of all if none is.
pub fn jobs(context: &Context, tier: Tier, chosen: &[String]) -> Result<Vec<Job>, String> {
    if let Some(unknown) = chosen.iter().find(|name| !SUITES.iter().any(|s| s.name == **name)) {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        return Err(format!("no suite is called '{unknown}'; there are: {}", names.join(", ")));
    }
    let mut jobs = Vec::new();
    for suite in SUITES {
        let named = chosen.iter().any(|name| name == suite.name);
        if named || (chosen.is_empty() && suite.part(tier) != Part::None) {
            jobs.extend(of_suite(context, suite, tier)?);
        }
    }
    for job in &mut jobs {
        let title = job.title();
        job.alone |= MEASURING.contains(&title.as_str());
        let said = if tier == Tier::Full { LENGTHS } else { SHARES };
        let own = said.iter().filter(|row| row.0 == title);
        job.environment.extend(own.map(|row| (row.1, row.2)));
        if let Some(seconds) = context.times.get(&title) {
            job.seconds = *seconds;
        }
    }
    Ok(jobs)
}

fn of_suite(context: &Context, suite: &'static Suite, tier: Tier) -> Result<Vec<Job>, String> {
    match suite.work {
        Work::Programs { folder, quick } => {
            let programs = context.built.programs.iter().filter(|one| one.folder == folder);
            Ok(programs.flat_map(|program| of_program(suite, program, quick, tier)).collect())
        }
        Work::Steps(steps) => steps
            .iter()
            .filter(|step| step.tiers.contains(&tier))
            .map(|step| {
                let words = words(context, step.words)?;
                let mut job = job(suite, step.name.to_owned(), words, String::new());
                job.alone = step.alone;
                job.seconds = step.guess;
                Ok(job)
            })
            .collect(),
    }
}

fn job(suite: &'static Suite, name: String, words: Vec<String>, folder: String) -> Job {
    let inputs = suite.inputs;
    let (alone, environment) = (false, Vec::new());
    Job { suite: suite.name, name, words, folder, alone, environment, inputs, seconds: 2.0 }
}

/// The name of the program that holds the tests from outside, a module for each suite.
const OUTSIDE: &str = "all";

fn of_program(suite: &'static Suite, program: &Program, quick: Quick, tier: Tier) -> Vec<Job> {
    let only: Option<&[&str]> = match (tier, quick) {
        (Tier::Check, Quick::Modules(modules)) => Some(modules),
        (Tier::Check, Quick::Nothing) => return Vec::new(),
        _ => None,
    };
    let run = |name: String, tests: &[&str]| {
        let mut words = vec![program.file.display().to_string(), "-q".into()];
        words.extend(["--test-threads=1".into(), "--exact".into()]);
        words.extend(tests.iter().map(|test| (*test).to_owned()));
        job(suite, name, words, program.folder.clone())
    };
    let tests: Vec<&str> = program.tests.iter().map(String::as_str).collect();
    if tests.is_empty() {
        return Vec::new();
    }
    if program.target != OUTSIDE {
        return vec![run(format!("unit-{}", program.target), &tests)];
    }
    let module = |test: &&str| test.split("::").next().unwrap_or_default().to_owned();
    let modules: BTreeSet<String> = tests.iter().map(module).collect();
    modules
        .into_iter()
        .filter(|name| only.is_none_or(|only| only.contains(&name.as_str())))
        .map(|name| {
            let own: Vec<&str> =
                tests.iter().filter(|test| module(test) == name).copied().collect();
            run(name, &own)
        })
        .collect()
}

fn words(context: &Context, words: &[&str]) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for word in words {
        match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
            Some("selection") => all.extend(build::selection(context.packages)),
            Some(name) => {
                let tests = name.strip_prefix("tests:").and_then(|folder| {
                    let is_it = |it: &&Program| it.folder == folder && it.target == OUTSIDE;
                    context.built.programs.iter().find(is_it).map(|program| &program.file)
                });
                let file = tests.or_else(|| context.built.binaries.get(name));
                let file = file.ok_or_else(|| format!("no program '{name}' was built"))?;
                all.push(file.display().to_string());
            }
            None => all.push((*word).to_owned()),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(folder: &str, target: &str, tests: &[&str]) -> Program {
        let tests = tests.iter().map(|test| (*test).to_owned()).collect();
        Program { folder: folder.into(), target: target.into(), file: "/p".into(), tests }
    }

    fn built() -> Built {
        let names = ["fieldgen", "gate", "sealane", "silence", "timing"];
        Built {
            programs: vec![
                program("crates/cli", "all", &["ssh::a"]),
                program("crates/capi", "all", &["calls::a"]),
                program("lab/cli", "all", &["speed::a"]),
                program("crates/sealane", "sealane", &["key::a", "rsa::b"]),
                program(
                    "tests/testkit",
                    "all",
                    &["rsa::a", "nist_rsa::a", "nist_rsa::b", "api::c"],
                ),
            ],
            binaries: names.map(|name| (name.to_owned(), name.into())).into(),
        }
    }

    fn of(tier: Tier, chosen: &[&str]) -> Result<Vec<Job>, String> {
        let chosen: Vec<String> = chosen.iter().map(|name| (*name).to_owned()).collect();
        let times = BTreeMap::from([("testkit/rsa".to_owned(), 7.0)]);
        jobs(&Context { packages: &[], built: &built(), times: &times }, tier, &chosen)
    }

    /// Goal: each module is a job of its own, with its own tests and no other's, though its name be
    /// a part of another's.
    #[test]
    fn a_module_is_a_job() {
        let jobs = of(Tier::Test, &["testkit"]).expect("jobs");
        let words: Vec<&[String]> = jobs.iter().map(|job| &job.words[4..]).collect();
        assert_eq!(words, [&["api::c"][..], &["nist_rsa::a", "nist_rsa::b"], &["rsa::a"]]);
        assert_eq!(jobs[2].seconds, 7.0);
        // Of which the first tier has those that are quick.
        assert_eq!(of(Tier::Check, &["testkit"]).expect("jobs").len(), 1);
    }

    /// Goal: all that was built runs in the two later tiers. Method: with every suite.
    #[test]
    fn every_test_that_was_built_runs() {
        for tier in [Tier::Test, Tier::Full] {
            let jobs = of(tier, &[]).expect("jobs");
            for program in built().programs {
                for test in program.tests {
                    let runs = jobs.iter().filter(|job| job.words[1..].contains(&test));
                    assert!(runs.count() >= 1, "{test} in {tier:?}");
                }
            }
        }
    }

    /// Goal: a job of which the middle tier runs a share runs whole in the last one, one that has a
    /// length in the last tier has it there alone, and none is of what does not exist.
    #[test]
    fn shares_are_of_the_middle_tier() {
        let shares = SHARES.iter().map(|row| (row, Tier::Test));
        let lengths = LENGTHS.iter().map(|row| (row, Tier::Full));
        for ((title, name, value), of) in shares.chain(lengths) {
            let suite = SUITES.iter().find(|suite| title.starts_with(suite.name)).expect("a suite");
            assert!(matches!(suite.part(Tier::Test), Part::Some(_)), "{title}: the table says so");
            assert_eq!(suite.part(Tier::Full), Part::Whole);
            let module = title.strip_prefix(suite.name).expect("its suite").replace('/', "");
            let test = format!("{module}::a");
            let Work::Programs { folder, .. } = suite.work else { panic!("{title}: no program") };
            let built = Built { programs: vec![program(folder, "all", &[&test])], ..built() };
            let keys = [Tier::Test, Tier::Full].map(|tier| {
                let context = Context { packages: &[], built: &built, times: &BTreeMap::new() };
                let jobs = jobs(&context, tier, &[suite.name.to_owned()]).expect("jobs");
                let is_said = jobs[0].environment.contains(&(*name, *value));
                assert_eq!(is_said, tier == of, "{title}");
                jobs[0].key(Path::new("nowhere"))
            });
            // The verdict on a share is none on the whole.
            assert!(keys[0].is_none() || keys[0] != keys[1], "{title}");
        }
    }

    #[test]
    fn an_unknown_suite_is_refused() {
        assert!(of(Tier::Test, &["singing"]).is_err_and(|why| why.contains("there are: lints,")));
    }
}
