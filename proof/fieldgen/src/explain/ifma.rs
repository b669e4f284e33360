//! Limbs in the 52-bit products of AVX-512 IFMA: the operands and the columns.
//!
//! The instruction reads the low 52 bits of its factors and drops what is above without a word. A
//! lazy sum of full limbs goes wrong there first.

use super::{Explain, Verdict, plural, usage};
use crate::build::Assembler;
use crate::contract::{Contract, Formula, Limits};
use crate::ir::{Program, Value};
use crate::prove::{Reason, Refusal, interval};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::io::{self, Write};

/// One set.
#[derive(Clone, Copy)]
struct Lanes {
    bits: u32,
    limbs: usize,
    adds: u32,
}

pub(super) fn explain(args: &Explain, out: &mut impl Write) -> io::Result<Verdict> {
    let lanes = Lanes { bits: args.limb_bits, limbs: args.limbs(0), adds: args.adds };
    let bits = args.prime.modulus.value().bits();
    let fits = (2..=52).contains(&lanes.bits) && u64::from(lanes.bits) * lanes.limbs as u64 >= bits;
    if !fits || lanes.limbs > 64 || lanes.adds > 11 || args.sequence.is_some() {
        return Err(usage(format!("limbs have up to 52 bits and hold {bits} bits in all")));
    }
    writeln!(
        out,
        "{}: {} limbs of {} bits in products of 52 bits, {} addition{} before a product, no carry",
        args.prime.name,
        lanes.limbs,
        lanes.bits,
        lanes.adds,
        plural(lanes.adds)
    )?;
    match lanes.bounds() {
        Ok(margin) => {
            writeln!(
                out,
                "admissible: operands and columns fit, proven. Limiting step: the widest column,"
            )?;
            writeln!(
                out,
                "{margin} bits free. A reduction is not part of this; it has a proof of its own."
            )?;
            Ok(Verdict::Admissible)
        }
        Err(refusal) => {
            lanes.show(&refusal, out)?;
            writeln!(out, "Nearest admissible sets, each proven:")?;
            for near in lanes.nearest(bits) {
                let Lanes { bits, limbs, adds } = near;
                writeln!(out, "  {bits}x{limbs}, {adds} addition{}", plural(adds))?;
            }
            Ok(Verdict::Refused)
        }
    }
}

impl Lanes {
    /// The greatest limb of a factor.
    fn greatest(self) -> BigInt {
        ((BigInt::one() << self.bits) - 1) << self.adds
    }

    /// All columns of a product.
    fn program(self) -> Program {
        let mut asm = Assembler::with_limbs("columns", &["a", "b"], self.limbs, self.bits);
        let (a, b) = (asm.input(0), asm.input(1));
        let zero = asm.constant(0);
        let mut columns: Vec<Value> = vec![zero; 2 * self.limbs];
        let mut highs = columns.clone();
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                columns[i + j] = asm.madd52lo(columns[i + j], *a, *b);
                highs[i + j + 1] = asm.madd52hi(highs[i + j + 1], *a, *b);
            }
        }
        for (column, high) in columns.iter_mut().zip(highs) {
            // The high half of a product starts 52 bits up, the next limb `bits` up. Doubled and
            // not shifted: a sum must fit, a shift drops what does not.
            let high = (self.bits..52).fold(high, |high, _| asm.add(high, high));
            *column = asm.add(*column, high);
        }
        asm.finish(columns)
    }

    /// Free bits of the widest column, or why a step does not fit.
    fn bounds(self) -> Result<u64, Refusal> {
        let program = self.program();
        let limbs = vec![(BigInt::zero(), self.greatest()); self.limbs];
        let any = |bits: u32| (BigInt::zero(), (BigInt::one() << bits) - 1);
        let words = 2 * self.limbs;
        let contract = Contract {
            inputs: vec![Limits { limbs, value: any(64 * words as u32) }; 2],
            output: Limits { limbs: vec![any(64); words], value: any(64 * words as u32 + 64) },
            formula: Formula { factor: BigInt::one(), terms: Vec::new(), modulus: BigInt::from(3) },
            additions: 0,
        };
        let certificate = interval::prove_call(&program, &contract)?;
        Ok(certificate.margin(&program).map_or(64, |(bits, _)| bits))
    }

    fn show(self, refusal: &Refusal, out: &mut impl Write) -> io::Result<()> {
        let program = self.program();
        let step = refusal.step.map(|step| &program.steps[step]);
        let operand = self.greatest();
        match (&refusal.reason, step) {
            (Reason::Operand { .. }, Some(step)) => {
                let seen = operand.clone();
                writeln!(
                    out,
                    "refused: {} step {}: a factor of {} may be {seen:#x}, {} bits of 52.",
                    refusal.program,
                    refusal.step.unwrap_or_default(),
                    step.op.name(),
                    seen.bits()
                )?;
                let kept: BigInt = &seen & ((BigInt::one() << 52) - 1);
                writeln!(out, "With the limbs a0 = b0 = {operand:#x}, within the contract:")?;
                writeln!(out, "  the instruction reads {kept:#x} for {seen:#x};")?;
                let (truth, found) = (&seen * &seen, &kept * &kept);
                writeln!(out, "  the product is {truth:#x},")?;
                writeln!(out, "  the instruction works with {found:#x}.")
            }
            _ => writeln!(out, "refused: {refusal}"),
        }
    }

    fn nearest(self, prime_bits: u64) -> Vec<Lanes> {
        let mut found = Vec::new();
        for bits in (self.bits.saturating_sub(6).max(30)..=52).rev() {
            let fewest = prime_bits.div_ceil(bits.into()) as usize;
            for limbs in fewest..=fewest + 1 {
                for adds in 0..=self.adds {
                    found.push(Lanes { bits, limbs, adds });
                }
            }
        }
        found.sort_by_key(|one| {
            one.bits.abs_diff(self.bits)
                + 2 * one.limbs.abs_diff(self.limbs) as u32
                + 2 * one.adds.abs_diff(self.adds)
        });
        found.into_iter().filter(|one| one.bounds().is_ok()).take(3).collect()
    }
}
