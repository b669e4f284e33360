//! The `fieldgen` command: proven field arithmetic from a table of primes.

use clap::{Parser, Subcommand};
use fieldgen::asm::file;
use fieldgen::certify::Certify;
use fieldgen::emit;
use fieldgen::explain::Explain;
use fieldgen::field::Field;
use fieldgen::kernel;
use fieldgen::list::List;
use fieldgen::print::command;
use fieldgen::prove::{Proof, Refusal, prove};
use fieldgen::read;
use fieldgen::ring::text as ring;
use fieldgen::table::TABLE;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// From a table of primes to proven straight-line programs to text.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prove the emitted programs and write their files.
    Write {
        /// Folder of the files; the one in this workspace if not given.
        #[arg(long)]
        folder: Option<PathBuf>,
    },
    /// Prove the programs that stand in the files, and compare the files with what is printed.
    Check {
        /// Folder of the files; the one in this workspace if not given.
        #[arg(long)]
        folder: Option<PathBuf>,
    },
    /// Prove programs and export certificates for an independent checker.
    Certify(Certify),
    /// Say whether a parameter set is admissible, what limits it, and what breaks it.
    Explain(Explain),
    /// List the admissible parameter sets of a prime, each proven.
    List(List),
    /// List the primes of the table.
    Primes,
    /// Print the text of one prime.
    Print(command::Print),
    /// Print where provers of kernels of one lane may look: places after lines. It claims nothing.
    Advice,
    /// Print cases for the C text: a name, inputs and output, least significant limb first.
    Cases(command::Cases),
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("fieldgen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> io::Result<ExitCode> {
    match command {
        Command::Write { folder } => write(&folder.unwrap_or_else(emit::folder)),
        Command::Check { folder } => check(&folder.unwrap_or_else(emit::folder)),
        Command::Certify(args) => args.run(),
        Command::Explain(args) => args.run(),
        Command::List(args) => args.run(),
        Command::Primes => {
            for row in TABLE {
                let bits = row.modulus.value().bits();
                println!("{:16} {bits:4} bits  {}; {}", row.name, row.form.name(), row.source);
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Print(args) => args.run(),
        Command::Advice => {
            println!("{}", kernel::file::advice());
            Ok(ExitCode::SUCCESS)
        }
        Command::Cases(args) => args.run(),
    }
}

fn write(folder: &std::path::Path) -> io::Result<ExitCode> {
    let [words, signed, lanes, quads] =
        [emit::emitted_fields(), emit::signed_fields(), emit::lanes_fields(), emit::quads_fields()];
    for field in words.iter().chain(&signed).chain(&lanes).chain(&quads) {
        if !report(field) {
            return Ok(ExitCode::FAILURE);
        }
    }
    if let Err(no) = ring::prove(&ring::file()) {
        eprintln!("{}: refused: {no}", ring::FILE);
        return Ok(ExitCode::FAILURE);
    }
    for name in emit::FOLDERS {
        std::fs::create_dir_all(folder.join(name))?;
    }
    for made in emit::all_files() {
        std::fs::write(folder.join(&made.name), &made.text)?;
        println!("wrote {} ({} lines)", made.name, made.text.lines().count());
    }
    // The curves belong to another crate: only a run without --folder writes them.
    if folder == emit::folder() {
        for (path, text) in emit::curves_files() {
            std::fs::write(path, text)?;
        }
        println!("wrote the curves");
    }
    Ok(ExitCode::SUCCESS)
}

fn check(folder: &std::path::Path) -> io::Result<ExitCode> {
    let start = Instant::now();
    let (mut good, mut counts) = (true, Vec::new());
    for (kind, texts) in read::texts() {
        let of_text = texts.len();
        let proven = texts.into_iter().filter(|text| {
            let field = text.field_in(folder);
            let field = field.inspect_err(|error| eprintln!("{}: refused: {error}", text.name));
            field.is_ok_and(|field| report(&field))
        });
        let proven = proven.count();
        good &= proven == of_text;
        counts.push(format!("{proven} of {of_text} {kind}"));
    }
    let products = emit::product_names().into_iter().filter(|(limbs, name)| {
        let text = std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
        let judged = text.and_then(|text| file::judge(&text, *limbs));
        judged.inspect_err(|error| eprintln!("{name}: refused: {error}")).is_ok()
    });
    let proven = products.count();
    good &= proven == file::LENGTHS.len();
    counts.push(format!("{proven} of {} lengths of products", file::LENGTHS.len()));
    let kernels = emit::kernel_names();
    let of_kernels = kernels.len();
    let kernels = kernels.into_iter().filter(|(field, name)| {
        let text = std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
        let proven = text.and_then(|text| kernel::file::prove(&text, field));
        proven.inspect_err(|error| eprintln!("{name}: refused: {error}")).is_ok()
    });
    let proven = kernels.count();
    good &= proven == of_kernels;
    counts.push(format!("{proven} of {of_kernels} primes with kernels"));
    let text = std::fs::read_to_string(folder.join(ring::FILE)).map_err(|error| error.to_string());
    let judged = text.and_then(|text| ring::prove(&text).map_err(|no| no.to_string()));
    let judged = judged.inspect_err(|error| eprintln!("{}: refused: {error}", ring::FILE));
    good &= judged.is_ok();
    counts.push(format!("{} of 1 rings", judged.iter().count()));
    let files = emit::all_files();
    let mut differences = emit::differences(&files, folder)?;
    for (path, text) in emit::curves_files() {
        differences.extend(emit::curves_difference(&path, &text)?);
    }
    for line in &differences {
        eprintln!("{line}; run `cargo run -p fieldgen -- write`");
    }
    println!(
        "{} proven from their texts, {} of {} files as checked in, {:.1} s",
        counts.join(", "),
        files.len().saturating_sub(differences.len()),
        files.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(if good && differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Proves the functions of a prime and says so; true if all are proven.
fn report(field: &Field) -> bool {
    let proofs: Result<Vec<Proof>, Refusal> =
        field.programs.iter().map(|program| prove(program, &field.contract(program))).collect();
    let proofs = match proofs {
        Ok(proofs) => proofs,
        Err(refusal) => {
            eprintln!("{}: refused: {refusal}", field.row.name);
            return false;
        }
    };
    let steps: usize = proofs.iter().map(|proof| proof.steps).sum();
    println!(
        "{:16} {} functions proven, {steps} steps, {}",
        field.row.name,
        proofs.len(),
        field.form_name()
    );
    for proof in &proofs {
        let margin = proof.margin.map_or(String::new(), |(bits, step)| {
            format!(", least room in a sum without carry {bits} bits (step {step})")
        });
        println!(
            "    {:8} {:3} steps fit in {} cases, {:2} coefficients divisible by p{margin}",
            proof.program, proof.steps, proof.cases, proof.coefficients
        );
    }
    true
}
