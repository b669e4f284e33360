//! `sealane completions`: the command line, taught to a shell.
use crate::args::{CommandLine, Completions};
use crate::failure::Failure;
use crate::output::to_stdout;
use clap::CommandFactory;

pub fn run(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut CommandLine::command(), "sealane", &mut script);
    to_stdout(&script)
}
