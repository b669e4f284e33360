//! The command line.

use std::num::NonZeroUsize;

/// What is printed where the command line is none.
pub const USAGE: &str =
    "usage: silence run [--quick] [--half 1|2] [--jobs N] [PATTERN] | list | case NAME";

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// The names of all cases.
    List,
    /// One case, in this process.
    Case(String),
    /// Cases under valgrind.
    Run(Choice),
}

/// Which cases run, and how many at once.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice {
    /// One case for each shape of algorithm and every planted leak, or all.
    pub quick: bool,
    /// Every other case, from the first or from the second on; or all.
    pub half: Option<Half>,
    /// Processes at once.
    pub jobs: NonZeroUsize,
    /// A part of their names.
    pub pattern: String,
}

/// A half of the cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    First,
    Second,
}

/// Returns the command of the arguments.
pub fn parse(arguments: &[String]) -> Option<Command> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["list"] => Some(Command::List),
        ["case", name] => Some(Command::Case(name.to_owned())),
        ["run", ref rest @ ..] => choice(rest).map(Command::Run),
        _ => None,
    }
}

fn choice(mut rest: &[&str]) -> Option<Choice> {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut choice = Choice { quick: false, half: None, jobs: cores, pattern: String::new() };
    loop {
        rest = match *rest {
            [] => return Some(choice),
            ["--quick", ref rest @ ..] => {
                choice.quick = true;
                rest
            }
            ["--half", half @ ("1" | "2"), ref rest @ ..] => {
                choice.half = Some(if half == "1" { Half::First } else { Half::Second });
                rest
            }
            ["--jobs", jobs, ref rest @ ..] => {
                choice.jobs = jobs.parse().ok()?;
                rest
            }
            [pattern, ref rest @ ..] if !pattern.starts_with('-') && choice.pattern.is_empty() => {
                choice.pattern = pattern.to_owned();
                rest
            }
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<Command> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    /// Goal: each form of the command line is read as what it says, and others are refused.
    #[test]
    fn command_lines_are_read() {
        let cores = std::thread::available_parallelism().expect("it is known here");
        let run = |quick, jobs: usize, pattern: &str| {
            let jobs = NonZeroUsize::new(jobs).unwrap_or(cores);
            Some(Command::Run(Choice { quick, half: None, jobs, pattern: pattern.into() }))
        };
        let half_of = |line: &str| match parsed(line) {
            Some(Command::Run(choice)) => choice.half,
            _ => None,
        };
        assert_eq!(parsed("list"), Some(Command::List));
        assert_eq!(parsed("case rsa-sign"), Some(Command::Case("rsa-sign".into())));
        assert_eq!(parsed("run"), run(false, 0, ""));
        assert_eq!(parsed("run planted"), run(false, 0, "planted"));
        assert_eq!(parsed("run --quick --jobs 3"), run(true, 3, ""));
        assert_eq!(parsed("run --jobs 1 rsa --quick"), run(true, 1, "rsa"));
        assert_eq!(half_of("run --half 1"), Some(Half::First));
        assert_eq!(half_of("run --jobs 1 --half 2"), Some(Half::Second));
        let wrong = ["run --jobs", "run --jobs 0", "run --half", "run --half 3", "run --fast"];
        for refused in ["", "case", "list all", "run a b", "go"].into_iter().chain(wrong) {
            assert_eq!(parsed(refused), None, "{refused}");
        }
    }
}
