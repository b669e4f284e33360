//! `fieldgen list`: every admissible set of a prime, with what limits it and what it costs.

use crate::admissible::{Admissible, Range, search};
use crate::build::solinas;
use crate::field::Field;
use crate::ir::Op;
use crate::prove::prove;
use crate::table::{self, Row};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

/// List the admissible parameter sets of a prime, each proven.
#[derive(Debug, Args)]
pub struct List {
    /// Name of the prime, as `fieldgen primes` lists it; `p256` for `p256_p`.
    #[arg(long, value_name = "NAME", value_parser = table::named)]
    prime: &'static Row,
    /// Only one form; all if not given.
    #[arg(long)]
    form: Option<Form>,
    /// Only the cheapest order of each set.
    #[arg(long)]
    cheapest: bool,
}

/// A form with sets to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Signed limbs in 64-bit columns.
    Signed,
    /// Full 64-bit words, as in the table.
    Words,
}

impl List {
    /// Does it.
    pub fn run(&self) -> io::Result<ExitCode> {
        let mut out = io::stdout().lock();
        if self.form != Some(Form::Signed) {
            self.words(&mut out)?;
        }
        let mut refused = 0;
        if self.form != Some(Form::Words) {
            refused = self.signed(&mut out)?;
        }
        Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) })
    }

    fn words(&self, out: &mut impl Write) -> io::Result<()> {
        let field = Field::build(self.prime);
        writeln!(out, "{}, {}: proven", self.prime.name, self.prime.form.name())?;
        for program in &field.programs {
            let proof = prove(program, &field.contract(program)).map_err(refused)?;
            let products = [Op::MulLow, Op::MulWide, Op::Mac];
            writeln!(
                out,
                "  {:8} {:3} products, {:3} additions with carry, {:3} steps",
                program.name,
                products.iter().map(|op| program.count(*op)).sum::<usize>(),
                program.count(Op::Adc) + program.count(Op::Sbb),
                proof.steps
            )?;
        }
        if self.prime.name == "p192_p" {
            for bits in [64, 32] {
                let (program, contract) = solinas::p192(self.prime, bits);
                prove(&program, &contract).map_err(refused)?;
                writeln!(
                    out,
                    "  reduction of a product by folding, {bits}-bit words: {} additions with \
                     carry, proven (Nettle: {})",
                    solinas::carried_sums(&program),
                    if bits == 64 { 12 } else { 26 }
                )?;
            }
        }
        Ok(())
    }

    /// Prints the sets and gives the number of those that the provers did not confirm.
    fn signed(&self, out: &mut impl Write) -> io::Result<usize> {
        let start = Instant::now();
        let mut sets = search(self.prime, &Range::default());
        if self.cheapest {
            sets.dedup_by_key(|one| (one.set.bits, one.set.limbs, one.set.additions));
        }
        let all = sets.len();
        writeln!(
            out,
            "{}, signed limbs in 64-bit columns; products, sums, carries and shifts of one product",
            self.prime.name
        )?;
        writeln!(
            out,
            "bits x limbs  adds  order          mul  add  cry  shf  total  margin  limiting step"
        )?;
        let mut refused = 0;
        let mut told = Instant::now();
        for (number, one) in sets.iter().enumerate() {
            if let Err(refusal) = one.prove(self.prime) {
                refused += 1;
                eprintln!("{}: the provers refuse it: {refusal}", one.set.name());
                continue;
            }
            writeln!(out, "{}", line(one))?;
            if told.elapsed().as_secs() >= 2 {
                told = Instant::now();
                eprintln!("{} of {all} sets proven", number + 1);
            }
        }
        writeln!(
            out,
            "{} admissible sets, each proven, in {:.1} s",
            all - refused,
            start.elapsed().as_secs_f64()
        )?;
        Ok(refused)
    }
}

fn refused(refusal: crate::prove::Refusal) -> io::Error {
    io::Error::other(refusal.to_string())
}

fn line(one: &Admissible) -> String {
    let (set, cost) = (&one.set, &one.cost);
    format!(
        "{:4} x {:<5}  {:4}  {:13} {:4} {:4} {:4} {:4}  {:5}  {:6.2}  {}",
        set.bits,
        set.limbs,
        set.additions,
        set.sequence.name(),
        cost.products,
        cost.sums,
        cost.carries,
        cost.shifts,
        cost.total(),
        one.rest.tightest.margin(),
        one.limit
    )
}
