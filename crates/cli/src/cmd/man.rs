//! `sealane man`: the manual pages, from the same description as the help.
use crate::args::{CommandLine, ManualPages};
use crate::failure::Failure;
use crate::output::{Content, Output, Reader, Target, to_stdout};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

pub fn run(args: &ManualPages) -> Result<(), Failure> {
    let folder = &args.out;
    if folder.exists() && !folder.is_dir() {
        let sentence = format!("--out {folder:?} is not a directory");
        return Err(Failure::usage("OUTPUT_DIRECTORY", sentence));
    }
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::usage("OUTPUT_DIRECTORY", format!("--out {folder:?}: {error}"))
    })?;
    let mut root = CommandLine::command();
    root.build();
    let shown = root.get_subcommands().filter(|command| !command.is_hide_set());
    let pages = std::iter::once(&root).chain(shown).map(page);
    // All places are looked at before the first page is written.
    let mut outputs = Vec::new();
    for (name, text) in pages {
        let target = Target::File(folder.join(format!("{name}.1")));
        outputs.push((Output::new(&target, args.force, Content::Text, &[])?, text));
    }
    let count = outputs.len();
    for (output, text) in outputs {
        output.write(&text, Reader::Anyone)?;
    }
    to_stdout(format!("{count} pages in {}\n", folder.display()).as_bytes())
}

/// A page by its name.
fn page(command: &Command) -> (String, Vec<u8>) {
    let command = command.clone().version(env!("CARGO_PKG_VERSION"));
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut text = Vec::new();
    let page = Man::new(command).title(name.to_uppercase()).manual("Sealane");
    page.render(&mut text).expect("memory can be written to");
    (name, text)
}
