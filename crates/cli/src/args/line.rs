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

/// Returns the commands whose help shows no example of a call.
#[must_use]
pub fn without_example(program: &Command) -> Vec<String> {
    let shows_none = |command: &&Command| {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        !help.contains(&format!("{} {}", program.get_name(), command.get_name()))
    };
    program.get_subcommands().filter(shows_none).map(|it| it.get_name().to_owned()).collect()
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
        ]);
        assert_eq!(without_example(&program), ["b", "c"]);
    }
}
