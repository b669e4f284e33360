//! What the command lines of `sealane` and `sealane-lab` have in common.
use crate::backend;
use clap::{Args, Command, Subcommand};

#[expect(missing_docs, reason = "the help would show them in place of the command's own line")]
#[derive(Debug, Args)]
pub struct Line<C: Subcommand> {
    /// Compute with this backend; `sealane --help` says what runs on which
    #[arg(long, global = true, value_name = "NAME", value_parser = backend::names())]
    pub backend: Option<&'static str>,
    #[command(subcommand)]
    pub command: C,
}

/// Returns the commands, and those below them, whose help shows no example of a call.
#[must_use]
pub fn without_example(program: &Command) -> Vec<String> {
    fn look(command: &Command, call: &str, found: &mut Vec<String>) {
        for command in command.get_subcommands() {
            let call = format!("{call} {}", command.get_name());
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            if !help.contains(&call) {
                found.push(call.clone());
            }
            look(command, &call, found);
        }
    }
    let mut found = Vec::new();
    look(program, program.get_name(), &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a command without an example, and one that shows another's, are found.
    #[test]
    fn missing_examples_are_found() {
        let command = |name: &'static str, help: &'static str| Command::new(name).after_help(help);
        let program = Command::new("p").subcommands([
            command("a", "p a --x"),
            command("b", "p a --x"),
            Command::new("c"),
            command("d", "p d").subcommand(Command::new("e")),
        ]);
        assert_eq!(without_example(&program), ["p b", "p c", "p d e"]);
    }
}
