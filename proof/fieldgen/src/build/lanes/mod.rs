//! Limbs of 52 bits for the products of AVX-512 IFMA: eight lanes run one program.
//!
//! An element *at rest* has limbs from 0 to `2^52 - 1` and a value below [`Lanes::bound`], a few
//! moduli. Sums are taken limb by limb, with signs and without carries, up to [`UNITS`] elements
//! deep; `carry` brings them back to rest. Products take elements at rest and give one, by
//! Montgomery's reduction with `R = 2^(52 limbs)`, or by folding where the modulus lies next to a
//! power of two. What formulas end in, a difference of products, is reduced once.
//!
//! S. Gueron and V. Krasnov, "Software implementation of modular exponentiation, using advanced
//! vector instructions architectures", 2012, for products in such limbs.

mod columns;
mod settle;

use super::Assembler;
use crate::contract::Limits;
use crate::ir::{Program, Value};
use crate::table::{Modulus, Row};
use columns::Columns;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

/// Bits of a limb: what the instruction multiplies.
pub const BITS: u32 = 52;
/// How many elements at rest a sum that goes to `carry` may hold, whatever their signs.
pub const UNITS: u32 = 4;
/// Bits above the modulus: what sums with signs, and what makes them positive, need at the least.
const HEADROOM: u64 = 4;
/// Most terms of a residue that is taken by shifts.
const MAX_TERMS: usize = 6;

/// How a product comes down.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reduction {
    /// Row by row from below: the quotient times the modulus makes the lowest limb zero.
    Montgomery,
    /// What lies above the limbs comes down times `2^(52 limbs) mod p`.
    Fold {
        /// That residue, which fits a limb.
        residue: u64,
    },
}

/// `2^place = residue mod p`: how the top of a sum is taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Top {
    place: u32,
    residue: BigInt,
}

impl Top {
    fn is_sparse(&self) -> bool {
        terms(&self.residue).len() <= MAX_TERMS
    }
}

/// A modulus with what its programs need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// The modulus.
    pub modulus: BigUint,
    /// Limbs per element.
    pub limbs: usize,
    /// Elements at rest are below this.
    pub bound: BigUint,
    /// The modulus in limbs with signs: few that are not zero, if it has few terms.
    digits: Vec<i64>,
    reduction: Reduction,
    /// What takes the top off a sum, one after the other.
    tops: Vec<Top>,
}

impl Lanes {
    /// The lanes of the prime of `row`.
    #[must_use]
    pub fn new(row: &Row) -> Self {
        let modulus = row.modulus.value();
        let limbs = (modulus.bits() + HEADROOM).div_ceil(BITS.into()) as usize;
        let above = BigUint::one() << (BITS as usize * limbs);
        let residue = (above % &modulus).to_u64().filter(|residue| residue >> 44 == 0);
        let reduction = match residue {
            Some(residue) => Reduction::Fold { residue },
            None => Reduction::Montgomery,
        };
        let digits = digits(row.modulus, &modulus, limbs);
        let (bound, tops) = (BigUint::zero(), Vec::new());
        Self { modulus, limbs, bound, digits, reduction, tops }.settled()
    }

    /// An element `x` is held as `x * radix mod p`.
    #[must_use]
    pub fn radix(&self) -> BigUint {
        match self.reduction {
            Reduction::Montgomery => BigUint::one() << (BITS as usize * self.limbs),
            Reduction::Fold { .. } => BigUint::one(),
        }
    }

    /// How the form is called.
    #[must_use]
    pub fn name(&self) -> String {
        let kind = match self.reduction {
            Reduction::Montgomery => "montgomery",
            Reduction::Fold { .. } => "folded",
        };
        format!("lanes {BITS}x{}, {kind}", self.limbs)
    }

    /// All functions, in the order of the trait.
    #[must_use]
    pub fn programs(&self) -> Vec<Program> {
        let (a, ab): (&[_], &[_]) = (&["a"], &["a", "b"]);
        vec![
            self.mul(),
            self.sqr(),
            self.mul_sub(),
            self.mul_sub_sqr2(),
            self.limb_by_limb("add", ab, Assembler::add_signed),
            self.limb_by_limb("sub", ab, Assembler::sub_signed),
            self.limb_by_limb("neg", a, Assembler::sub_signed),
            self.carry(),
            self.encode(),
            self.decode(),
        ]
    }

    /// How many elements at rest the inputs of a function may hold; 0 for one at rest.
    #[must_use]
    pub fn units_in(function: &str) -> u32 {
        match function {
            "add" | "sub" => UNITS / 2,
            "neg" | "carry" => UNITS,
            _ => 0,
        }
    }

    /// The same for its output.
    #[must_use]
    pub fn units_out(function: &str) -> u32 {
        if matches!(function, "add" | "sub" | "neg") { UNITS } else { 0 }
    }

    /// Bounds of a sum of `units` elements, or of an element at rest for 0.
    #[must_use]
    pub fn limits(&self, units: u32) -> Limits {
        let rest = self.plain(&(&self.bound - 1u32));
        let both = |(_, most): (BigInt, BigInt)| match units {
            0 => (BigInt::zero(), most),
            _ => (-&most * units, most * units),
        };
        Limits { limbs: rest.limbs.into_iter().map(both).collect(), value: both(rest.value) }
    }

    /// Bounds of integers up to `last` in limbs from 0 to `2^52 - 1`.
    #[must_use]
    pub fn plain(&self, last: &BigUint) -> Limits {
        let last = BigInt::from(last.clone());
        let full: BigInt = (BigInt::one() << BITS) - 1;
        let top = |at: usize| -> BigInt { &last >> (BITS as usize * at) };
        let limb = |at: usize| (BigInt::zero(), top(at).min(full.clone()));
        Limits { limbs: (0..self.limbs).map(limb).collect(), value: (BigInt::zero(), last.clone()) }
    }

    /// `a b / radix`.
    fn mul(&self) -> Program {
        let mut work = Columns::begin(self, "mul", &["a", "b"]);
        let (a, b) = (work.asm.input(0), work.asm.input(1));
        work.product(&a, &b, false);
        work.reduced()
    }

    /// `a a / radix`.
    fn sqr(&self) -> Program {
        let mut work = Columns::begin(self, "sqr", &["a"]);
        let a = work.asm.input(0);
        work.square(&a, false);
        work.reduced()
    }

    /// `(a b - c d) / radix`: two products, one reduction. What is taken away comes first: formulas
    /// have it at hand long before the other factors, and CPUs do not look far ahead.
    fn mul_sub(&self) -> Program {
        let mut work = Columns::begin(self, "mul_sub", &["a", "b", "c", "d"]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|group| work.asm.input(group));
        work.before_taking(1);
        work.product(&c, &d, true);
        work.product(&a, &b, false);
        work.reduced()
    }

    /// `(a b - 2 c c) / radix`.
    fn mul_sub_sqr2(&self) -> Program {
        let mut work = Columns::begin(self, "mul_sub_sqr2", &["a", "b", "c"]);
        let [a, b, c] = [0, 1, 2].map(|group| work.asm.input(group));
        work.before_taking(2);
        work.square(&c, true);
        work.double(true);
        work.product(&a, &b, false);
        work.reduced()
    }

    fn limb_by_limb(
        &self,
        name: &'static str,
        inputs: &[&'static str],
        step: impl Fn(&mut Assembler, Value, Value) -> Value,
    ) -> Program {
        let mut asm = Assembler::with_limbs(name, inputs, self.limbs, BITS);
        let last = asm.input(inputs.len() - 1);
        let first = match inputs {
            [_] => vec![asm.constant(0); self.limbs],
            _ => asm.input(0),
        };
        let output = first.into_iter().zip(last).map(|(a, b)| step(&mut asm, a, b)).collect();
        asm.finish(output)
    }

    /// The same value at rest.
    fn carry(&self) -> Program {
        let mut work = Columns::begin(self, "carry", &["a"]);
        let a = work.asm.input(0);
        work.take(a, true);
        work.rest()
    }

    /// From a plain integer below the modulus to an element at rest.
    fn encode(&self) -> Program {
        let mut work = Columns::begin(self, "encode", &["plain"]);
        let plain = work.asm.input(0);
        match self.reduction {
            Reduction::Fold { .. } => work.asm.finish(plain),
            Reduction::Montgomery => {
                let factor = &self.radix() * &self.radix() % &self.modulus;
                let factor = work.constants(&factor);
                work.product(&plain, &factor, false);
                work.reduced()
            }
        }
    }

    /// From an element at rest to its plain integer or that plus the modulus.
    fn decode(&self) -> Program {
        let mut work = Columns::begin(self, "decode", &["a"]);
        let a = work.asm.input(0);
        match self.reduction {
            Reduction::Fold { .. } => work.asm.finish(a),
            Reduction::Montgomery => {
                work.take(a, false);
                work.reduced()
            }
        }
    }
}

/// `number = sum(sign * 2^place)` with as few terms as there can be: the non-adjacent form. True
/// stands for minus.
fn terms(number: &BigInt) -> Vec<(bool, u32)> {
    let (mut rest, mut place, mut found) = (number.clone(), 0, Vec::new());
    while !rest.is_zero() {
        if rest.bit(0) {
            let down = rest.bit(1);
            found.push((down, place));
            rest += if down { 1 } else { -1 };
        }
        rest >>= 1u32;
        place += 1;
    }
    found
}

/// The modulus in limbs: its terms, each where it stands, or its plain limbs.
fn digits(written: Modulus, modulus: &BigUint, limbs: usize) -> Vec<i64> {
    if let Modulus::Terms(terms) = written
        && terms.iter().all(|(sign, _)| sign.abs() < 1 << 10)
    {
        let mut digits = vec![0i64; limbs];
        for (sign, place) in terms {
            digits[(place / BITS) as usize] += sign << (place % BITS);
        }
        return digits;
    }
    plain_limbs(modulus, limbs).into_iter().map(|limb| limb as i64).collect()
}

/// `number` in limbs from 0 to `2^52 - 1`.
#[must_use]
pub fn plain_limbs(number: &BigUint, limbs: usize) -> Vec<u64> {
    let mask = (BigUint::one() << BITS) - 1u32;
    let limb = |at: usize| ((number >> (BITS as usize * at)) & &mask).to_u64();
    (0..limbs).map(|at| limb(at).expect("a limb is a word")).collect()
}

#[cfg(test)]
mod tests {
    use crate::field::Field;
    use crate::prove::interval;
    use crate::prove::prove;
    use crate::table::TABLE;

    #[test]
    fn show() {
        for row in TABLE {
            let field = Field::lanes(row);
            let lanes = field.lanes.as_ref().unwrap();
            let b = (&field.bound * 1000u32) / &field.modulus;
            println!(
                "{} {} bound {}/1000 p tops {:?}",
                row.name,
                lanes.name(),
                b,
                lanes.tops.iter().map(|t| (t.place, t.is_sparse())).collect::<Vec<_>>()
            );
            for program in &field.programs {
                let contract = field.contract(program);
                match prove(program, &contract) {
                    Ok(p) => println!(
                        "  {} ok steps {} madds {} margin {:?}",
                        p.program,
                        p.steps,
                        program.count(crate::ir::Op::Madd52Lo)
                            + program.count(crate::ir::Op::Madd52Hi),
                        p.margin
                    ),
                    Err(no) => println!("  NO {no}"),
                }
            }
            let _ = interval::prove;
        }
    }
}
