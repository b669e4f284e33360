//! What is wrong with a command line, in one sentence: the argument, what it may be, and the help
//! that explains it.
use crate::failure::Failure;
use crate::names::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use std::error::Error as _;
use std::ffi::OsString;
use std::num::ParseIntError;

/// Longest list of values that is repeated; longer ones stand in the help alone.
const MAX_LISTED_VALUES: usize = 12;

/// Commands of the laboratory.
const LAB_COMMANDS: [&str; 6] = ["speed", "profile", "fields", "tables", "load", "check-vectors"];

/// Returns the parser's error on these arguments of a command, of which the first is the program's
/// name, as a failure of one line.
pub fn wrong_line(error: &Error, line: &Command, arguments: &[OsString]) -> Failure {
    let (command, call) = called(line, arguments);
    let (fact, help) = (one_line(&fact(error, command)), format!("{call} --help"));
    // What stands in parentheses at its end already goes on.
    let sentence = match fact.strip_suffix(')') {
        Some(fact) => format!("{fact}; see `{help}`)"),
        None => format!("{fact} (see `{help}`)"),
    };
    Failure::usage("USAGE", sentence)
}

/// Options of which one can be given in place of the other: as the parser calls the one that it
/// misses, and the other.
const ALTERNATIVES: [(&str, &str); 2] =
    [("--store <FILE>", "socket"), ("--key <KEY>", "algorithm")];

/// What is wrong with the line of a command.
fn fact(error: &Error, command: &Command) -> String {
    let argument = || shown(error, ContextKind::InvalidArg);
    let value = || text(error, ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidValue => match text(error, ContextKind::InvalidArg) {
            Some(argument) => format!("{argument}: {}", not_a_value(error, &value())),
            // Our own parsers say it themselves.
            None => plain(error),
        },
        ErrorKind::ValueValidation => {
            format!("{}: {:?} is not taken: {}", argument(), value(), why_refused(error))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = list(error, ContextKind::InvalidArg);
            let missing = missing.into_iter().map(|name| with_alternative(name, command));
            format!("required and missing: {}", missing.collect::<Vec<_>>().join(", "))
        }
        ErrorKind::UnknownArgument => {
            let given = text(error, ContextKind::InvalidArg).unwrap_or_default();
            format!("no such argument here: {given:?}{}", instead_of(&given, error, command))
        }
        ErrorKind::InvalidSubcommand => {
            let given = text(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            if LAB_COMMANDS.contains(&&*given) {
                return format!("no command is called {given:?} here; it is `sealane-lab {given}`");
            }
            let nearest = suggestion(error, ContextKind::SuggestedSubcommand);
            format!("no command is called {given:?}{nearest}")
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            "required and missing: <COMMAND>".into()
        }
        ErrorKind::ArgumentConflict => {
            let others = list(error, ContextKind::PriorArg).join(", ");
            let argument = argument();
            if others.is_empty() || others == argument {
                format!("{argument}: given more than once")
            } else {
                format!("{argument}: cannot be given together with {others}")
            }
        }
        ErrorKind::TooManyValues => {
            format!("{}: takes no value, or no more: {:?}", argument(), value())
        }
        _ => plain(error),
    }
}

/// A missing argument, with the one that may stand in its place.
fn with_alternative(missing: String, command: &Command) -> String {
    let is_demanded = |option: &str| {
        let long = option.split(' ').next().unwrap_or_default().trim_start_matches("--");
        command.get_arguments().any(|it| it.get_long() == Some(long) && it.is_required_set())
    };
    let other = ALTERNATIVES.iter().find(|(name, _)| *name == missing && !is_demanded(name));
    let other = other.and_then(|(_, other)| {
        command.get_arguments().find(|argument| argument.get_long() == Some(other))
    });
    match other {
        // The parser shows an argument whole only once it has built the command.
        Some(other) => {
            let value = other.get_value_names().and_then(|names| names.first());
            let value = value.map_or_else(String::new, |value| format!(" <{value}>"));
            format!("{missing} or --{}{value}", other.get_long().unwrap_or_default())
        }
        None => missing,
    }
}

/// What to write in place of an argument that the command does not have.
fn instead_of(given: &str, error: &Error, command: &Command) -> String {
    let has_socket = command.get_arguments().any(|argument| argument.get_long() == Some("socket"));
    if given == "--store" && has_socket {
        let name = command.get_name();
        return format!(
            "; keys of a token are used through a service: `sealane serve`, then `{name} --socket`"
        );
    }
    // The parser's guesses may be far away.
    let near = list(error, ContextKind::SuggestedArg);
    match nearest(given, near.iter().map(String::as_str)) {
        Some(name) => format!("; did you mean '{name}'?"),
        None => String::new(),
    }
}

/// Why a value is not taken, as our parsers say it; those of the language speak of digits.
fn why_refused(error: &Error) -> String {
    match error.source() {
        Some(source) if source.is::<ParseIntError>() => "needs a whole number".into(),
        Some(source) => source.to_string(),
        None => plain(error),
    }
}

/// Why a value is none of those that an argument may have.
fn not_a_value(error: &Error, given: &str) -> String {
    let nearest = suggestion(error, ContextKind::SuggestedValue);
    let values = list(error, ContextKind::ValidValue);
    let values = match values.len() {
        0 => String::new(),
        1..=MAX_LISTED_VALUES => format!(" (one of {})", values.join(", ")),
        count => format!(" (one of {count} names)"),
    };
    match given {
        "" => format!("needs a value{values}"),
        given => format!("no value is called {given:?}{nearest}{values}"),
    }
}

fn suggestion(error: &Error, kind: ContextKind) -> String {
    let names = list(error, kind).iter().map(|name| format!("'{name}'")).collect::<Vec<_>>();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

fn shown(error: &Error, kind: ContextKind) -> String {
    text(error, kind).unwrap_or_else(|| "the command line".into())
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    Some(list(error, kind).join(", ")).filter(|_| error.get(kind).is_some())
}

fn list(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => vec![],
    }
}

/// The parser's own sentence, without what follows it.
fn plain(error: &Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    text.split("\n\n").next().unwrap_or(text).to_owned()
}

/// The text with line ends and other control characters escaped, and spaces for indented lines.
fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    lines.join(" ").chars().map(escaped).collect()
}

/// The command that the arguments name, as far as they name one, and the call of it.
fn called<'a>(line: &'a Command, arguments: &[OsString]) -> (&'a Command, String) {
    let (mut command, mut call) = (line, line.get_name().to_owned());
    for argument in arguments.iter().skip(1).filter_map(|argument| argument.to_str()) {
        if let Some(next) = command.find_subcommand(argument) {
            command = next;
            call = format!("{call} {argument}");
        }
    }
    (command, call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::CommandLine;
    use clap::{CommandFactory, Parser};

    /// Goal: values that are no numbers, addresses, users or levels are told with what is needed,
    /// and not in words of the language.
    #[test]
    fn wrong_values_are_told_with_what_is_needed() {
        let pss = &["sign", "--key", "k", "--scheme", "pss"][..];
        let batch = &["verify-batch", "--manifest", "m", "--out", "o"][..];
        let serve = &["serve", "--store", "s", "--socket", "x"][..];
        let audit = &["token", "audit", "--store", "s", "--pin-file", "p"][..];
        for (line, option, value, needed) in [
            (pss, "--salt", "-1", "needs a number, hash, max or any"),
            (batch, "--key-tables", "-1", "needs a number from 0 to 65536"),
            (batch, "--threads", "-1", "needs a number from 1 to 1024"),
            (serve, "--threads", "0", "needs a number from 1 to 1024"),
            (serve, "--threads", "1025", "needs a number from 1 to 1024"),
            (serve, "--threads", "-2", "needs a number from 1 to 1024"),
            (serve, "--user", "nobody", "needs the number of a user, which `id -u NAME` prints"),
            (serve, "--listen", "8000", "needs an address and a port, such as 127.0.0.1:8000"),
            (serve, "--log-level", "loud", "needs off, error, warn, info, debug or trace"),
            (serve, "--most-keys", "many", "needs a whole number"),
            (audit, "--first", "-1", "needs a whole number"),
        ] {
            let sentence = said(&[line, &[option, value]].concat());
            let refused = format!("{value:?} is not taken: {needed} (see `sealane");
            assert!(sentence.starts_with(&format!("{option} <")), "{sentence}");
            assert!(sentence.contains(&refused), "{sentence}");
        }
    }

    /// The sentence on a line that must be wrong.
    fn said(line: &[&str]) -> String {
        let arguments: Vec<OsString> = ["sealane"].iter().chain(line).map(OsString::from).collect();
        let error = CommandLine::try_parse_from(&arguments).expect_err("the line is wrong");
        let Failure::Said { sentence, .. } =
            wrong_line(&error, &CommandLine::command(), &arguments)
        else {
            panic!()
        };
        sentence
    }

    /// Goal: each kind of wrong line is told in one line that names the argument, what it may be or
    /// its limit, and the help.
    #[test]
    fn wrong_lines_are_told_in_one_line() {
        for (line, parts) in [
            (&[][..], &["required and missing: <COMMAND>", "`sealane --help`"][..]),
            (&["key"], &["required and missing: <COMMAND>", "`sealane key --help`"]),
            (&["sing"], &["\"sing\"", "did you mean", "'sign'", "`sealane --help`"]),
            (&["s\nx"], &["\"s\\nx\"", "`sealane --help`"]),
            (&["sign"], &["required and missing: --key <FILE>", "`sealane sign --help`"]),
            (
                &["key", "generate", "--store", "s"],
                &["--label <TEXT>, --pin-file <FILE>", "`sealane key generate --help`"],
            ),
            (&["sign", "--kee", "x"], &["\"--kee\"", "did you mean '--key'?"]),
            (&["sign", "--key", "k", "more"], &["\"more\"", "`sealane sign --help`"]),
            (&["sign", "--key", "k", "--key", "k"], &["--key <FILE>", "more than once"]),
            (&["sign", "--key", "k", "--check=yes"], &["--check", "\"yes\""]),
            (
                &["verify", "--key", "k", "--signature", "s", "--format", "rav"],
                &["--format <FORM>", "\"rav\"", "did you mean 'raw'?", "auto, der, raw"],
            ),
            (&["keygen", "--algorithm"], &["--algorithm <NAME>", "needs a value"]),
            (
                &["keygen", "--algorithm", "p265"],
                &["--algorithm: no algorithm is called \"p265\"", "'p256'"],
            ),
            (
                &["sign", "--key", "k", "--mgf-hash", "sha255"],
                &["--mgf-hash: no hash is called \"sha255\"", "did you mean 'sha"],
            ),
            (
                &["--backend", "abacus", "self-test"],
                &["--backend: no backend is called \"abacus\"", "portable", "soft8"],
            ),
            (&["speed", "--seconds", "1"], &["\"speed\"", "`sealane-lab speed`"]),
            (&["check-vectors"], &["`sealane-lab check-vectors`", "`sealane --help`"]),
            (
                &["derive", "--key", "a", "--peer", "b", "--hex", "--json"],
                &["--hex", "cannot be given together with --json"],
            ),
            (&["completions", "tcsh"], &["<SHELL>", "\"tcsh\"", "did you mean 'zsh'?"]),
            (&["key", "list"], &["missing: --store <FILE> or --socket <FILE> (see"]),
            (&["sign", "--store", "s", "--key", "web"], &["\"--store\"; keys", "`sign --socket`"]),
            (&["pubkey", "--socket", "s"], &["no such argument here: \"--socket\" (see"]),
            (
                &["token", "check", "--store", "s", "--master-file", "-"],
                &["--master-file <FILE>: \"-\" is not taken: ", "not read from standard input"],
            ),
        ] {
            let sentence = said(line);
            assert!(!sentence.contains(char::is_control), "{line:?}: {sentence:?}");
            assert!(sentence.contains("see `sealane"), "{sentence}");
            assert!(sentence.ends_with(" --help`)"), "{sentence}");
            for part in parts {
                assert!(sentence.contains(part), "{line:?}: {sentence}");
            }
        }
    }
}
