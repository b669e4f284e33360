//! Full 64-bit words, Montgomery or folded: elements below the modulus or twice that, no budget to
//! spend.

use super::{Explain, Form, Verdict, plural, usage};
use crate::build::crandall::Crandall;
use crate::build::montgomery::Montgomery;
use crate::contract::{Contract, Limits};
use crate::eval::run;
use crate::field::Field;
use crate::ir::Program;
use crate::prove::{Refusal, prove};
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::io::{self, Write};

pub(super) fn explain(args: &Explain, out: &mut impl Write) -> io::Result<Verdict> {
    let field = field(args)?;
    let (name, form, adds) = (args.prime.name, form_name(args.form), args.adds);
    let end = &field.bound << adds;
    let power = adds + power(&field);
    let words = field.limbs;
    writeln!(
        out,
        "{name}: {form}, {words} words of 64 bits, factors below 2^{power} p after {adds} \
         addition{}",
        plural(adds)
    )?;
    let last: BigUint = &end - 1u32;
    if last.bits() > 64 * words as u64 {
        writeln!(out, "refused: a sum has {} bits of {}.", last.bits(), 64 * words)?;
        let term = &field.bound - 1u32;
        writeln!(out, "  {} times {term:#x} is", BigUint::one() << adds)?;
        writeln!(out, "  {:#x}, above 2^{}.", &term << adds, 64 * words)?;
    } else {
        match refusal(&field, &end) {
            None => return admit(&field, out),
            Some(refusal) => {
                writeln!(out, "refused: {refusal}")?;
                show(&field, &end, out)?;
            }
        }
    }
    writeln!(out, "Nearest admissible sets, each proven:")?;
    let fewer = (0..adds).rev().find(|adds| refusal(&field, &(&field.bound << *adds)).is_none());
    if let Some(fewer) = fewer {
        writeln!(out, "  {form}, {words} words, {fewer} addition{}", plural(fewer))?;
    }
    Ok(Verdict::Refused)
}

/// Elements are below 2 to this power times the modulus.
fn power(field: &Field) -> u32 {
    u32::from(field.bound != field.modulus)
}

fn form_name(form: Form) -> &'static str {
    if form == Form::Montgomery { "Montgomery form" } else { "folding" }
}

fn field(args: &Explain) -> io::Result<Field> {
    let modulus = args.prime.modulus.value();
    let limbs = modulus.bits().div_ceil(64) as usize;
    if args.limb_bits != 64 || args.limbs.is_some_and(|given| given != limbs) {
        return Err(usage(format!("this form has {limbs} words of 64 bits for this prime")));
    }
    if args.sequence.is_some() || args.adds > 64 {
        return Err(usage("an order goes with signed limbs, and additions are at most 64"));
    }
    if args.form == Form::Montgomery {
        return Ok(Field::montgomery(args.prime, &Montgomery::new(&modulus)));
    }
    let missing = (BigUint::one() << modulus.bits()) - &modulus;
    let spare = 64 * limbs as u64 - modulus.bits();
    if missing.bits() + spare > 64 {
        return Err(usage(format!(
            "2^{} minus this prime has {} bits: the high half is no word times the low one",
            modulus.bits(),
            missing.bits()
        )));
    }
    Ok(Field::crandall(args.prime, &Crandall::new(&modulus)))
}

/// The contract of a product whose factors are below `end`.
fn widened(field: &Field, program: &Program, end: &BigUint) -> Contract {
    let mut contract = field.contract(program);
    if matches!(program.name, "mul" | "sqr") {
        contract.inputs = vec![Limits::below(end, field.limbs); program.inputs.len()];
    }
    contract
}

fn refusal(field: &Field, end: &BigUint) -> Option<Refusal> {
    if (end - 1u32).bits() > 64 * field.limbs as u64 {
        return Some(Refusal {
            program: "add",
            step: None,
            reason: crate::prove::Reason::NotInductive,
        });
    }
    field.programs.iter().find_map(|program| prove(program, &widened(field, program, end)).err())
}

fn admit(field: &Field, out: &mut impl Write) -> io::Result<Verdict> {
    let unit = if power(field) == 0 { "p" } else { "2p" };
    writeln!(out, "admissible, proven for every chain of calls; every result is below {unit}.")?;
    for program in &field.programs {
        let proof = prove(program, &field.contract(program)).expect("it was just proven");
        let margin = match proof.margin {
            Some((bits, step)) => {
                format!("least room in a sum without carry {bits} bits (step {step})")
            }
            None => "every sum gives its carry".to_string(),
        };
        writeln!(out, "  {:8} {:3} steps fit; {margin}", proof.program, proof.steps)?;
    }
    writeln!(
        out,
        "Limiting step: the words are full; 2^{} p is the first sum refused.",
        power(field) + {
            let ends = (0..64).find(|adds| refusal(field, &(&field.bound << *adds)).is_some());
            ends.expect("a sum of 2^64 elements has no room")
        }
    )?;
    Ok(Verdict::Admissible)
}

/// Factors within the wide contract whose product is wrong or not below the modulus.
fn show(field: &Field, end: &BigUint, out: &mut impl Write) -> io::Result<()> {
    let (modulus, bound): (BigInt, BigInt) =
        (field.modulus.clone().into(), field.bound.clone().into());
    let top = BigInt::from(end.clone());
    let program = &field.programs[0];
    let formula = field.contract(program).formula;
    for below in 1u32..200 {
        let factor = &top - below;
        let words = |value: &BigInt| -> Vec<BigInt> {
            let mut words = value.iter_words();
            words.resize(field.limbs, BigInt::default());
            words
        };
        let inputs = [words(&factor), words(&factor)];
        match run(program, &inputs) {
            Err(fault) => {
                writeln!(
                    out,
                    "  a = b = {factor:#x} gives {:#x} at step {}",
                    fault.value, fault.step
                )?;
                return writeln!(out, "  which is no word of 64 bits.");
            }
            Ok(done) => {
                let output = done.number(&program.output, 64);
                let wrong =
                    (&output * &formula.factor - &factor * &factor) % &modulus != BigInt::default();
                if output >= bound || wrong {
                    writeln!(out, "  a = b = {factor:#x}: the result is")?;
                    writeln!(
                        out,
                        "  {output:#x}, {}",
                        if wrong {
                            "which is not the product modulo p.".to_string()
                        } else {
                            format!(
                                "not below {} p: the next call is outside its contract.",
                                2u32.pow(power(field))
                            )
                        }
                    )?;
                    return Ok(());
                }
            }
        }
    }
    writeln!(out, "  no factors were found that show it; without a proof the set is refused.")
}

trait Words {
    fn iter_words(&self) -> Vec<BigInt>;
}

impl Words for BigInt {
    fn iter_words(&self) -> Vec<BigInt> {
        self.iter_u64_digits().map(BigInt::from).collect()
    }
}
