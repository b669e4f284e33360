//! Signed limbs in 64-bit columns, for targets without a product of 128 bits.
//!
//! The representation of OpenJDK's FieldGen: `n` limbs of `b` bits, each about as far below zero as
//! above, products summed in signed 64-bit columns, sums left uncarried up to a budget. What the
//! columns go through after a product is a list of carries and reductions, the *sequence*; whether
//! it is enough is for [`rest`] to find and for the provers to show.

pub mod rest;
pub mod sequence;
mod ways;

use super::Assembler;
use crate::ir::{Program, Value};
use crate::table::{Modulus, Row};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use sequence::{Move, Sequence};

/// What is known about the modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Relation {
    /// `2^power = sum(coefficient * 2^place)`.
    Sparse { power: u32, terms: Vec<(i64, u32)> },
    /// Each power of two is replaced by its residue, limb by limb.
    Dense,
}

/// One parameter set: everything but the bounds, which follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The modulus.
    pub modulus: BigUint,
    /// Bits per limb.
    pub bits: u32,
    /// Limbs per element.
    pub limbs: usize,
    /// Nested additions that a factor may have behind it: its limbs are up to `2^additions` times
    /// as wide as those of an element at rest. With 0 every sum is carried.
    pub additions: u32,
    /// What follows a product.
    pub sequence: Sequence,
    relation: Relation,
}

/// The columns of a product on their way to limbs; the ones that are `None` are zero.
struct Columns<'a> {
    set: &'a Signed,
    asm: Assembler,
    columns: Vec<Option<Value>>,
}

impl Signed {
    /// The set for the prime of `row`; `None` if its elements do not fit the limbs.
    #[must_use]
    pub fn new(
        row: &Row,
        bits: u32,
        limbs: usize,
        additions: u32,
        sequence: Sequence,
    ) -> Option<Self> {
        let modulus = row.modulus.value();
        let relation = relation(row.modulus, bits);
        // The limbs are signed: the top one needs a free bit.
        let fits = (2..=62).contains(&bits) && modulus.bits() < u64::from(bits) * limbs as u64;
        let fits = fits && limbs >= 3 && additions < 32 && in_columns(&sequence, limbs);
        fits.then_some(Self { modulus, bits, limbs, additions, sequence, relation })
    }

    /// True if the modulus is reduced by its few terms and not by residues.
    #[must_use]
    pub fn is_sparse(&self) -> bool {
        self.relation != Relation::Dense
    }

    /// `26x10, 2 additions, carry+short`.
    #[must_use]
    pub fn name(&self) -> String {
        let plural = if self.additions == 1 { "" } else { "s" };
        let (bits, limbs, additions) = (self.bits, self.limbs, self.additions);
        format!("{bits}x{limbs}, {additions} addition{plural}, {}", self.sequence.name())
    }

    /// How many additions deep a sum may be before it is carried; a factor may not be as deep.
    #[must_use]
    pub fn reach(&self) -> u32 {
        if self.additions == 0 { 0 } else { self.additions + 3 }
    }

    /// `s26x10a2`, for names of files.
    #[must_use]
    pub fn tag(&self) -> String {
        format!("s{}x{}a{}", self.bits, self.limbs, self.additions)
    }

    /// All functions on limbs, in the order of the trait.
    #[must_use]
    pub fn programs(&self) -> Vec<Program> {
        let carried = self.additions == 0;
        let mut programs = vec![self.mul(), self.sqr(), self.add(carried), self.sub(carried)];
        programs.extend([self.neg(), self.carry()]);
        programs
    }

    /// `a b mod p`.
    #[must_use]
    pub fn mul(&self) -> Program {
        let mut work = self.begin("mul", &["a", "b"]);
        let (a, b) = (work.asm.input(0), work.asm.input(1));
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                let product = work.asm.mul_signed(*a, *b);
                work.add(i + j, product);
            }
        }
        work.finish(&self.sequence.after_product(self.limbs))
    }

    /// `a a mod p`.
    #[must_use]
    pub fn sqr(&self) -> Program {
        let mut work = self.begin("sqr", &["a"]);
        let a = work.asm.input(0);
        for (i, one) in a.iter().enumerate() {
            let square = work.asm.mul_signed(*one, *one);
            work.add(2 * i, square);
            if i + 1 < a.len() {
                let twice = work.asm.shl_signed(*one, 1);
                for (j, other) in a.iter().enumerate().skip(i + 1) {
                    let product = work.asm.mul_signed(twice, *other);
                    work.add(i + j, product);
                }
            }
        }
        work.finish(&self.sequence.after_product(self.limbs))
    }

    fn add(&self, carried: bool) -> Program {
        self.limb_by_limb("add", carried, Assembler::add_signed)
    }

    fn sub(&self, carried: bool) -> Program {
        self.limb_by_limb("sub", carried, Assembler::sub_signed)
    }

    fn limb_by_limb(
        &self,
        name: &'static str,
        carried: bool,
        step: impl Fn(&mut Assembler, Value, Value) -> Value,
    ) -> Program {
        let mut work = self.begin(name, &["a", "b"]);
        let (a, b) = (work.asm.input(0), work.asm.input(1));
        for (place, (a, b)) in a.into_iter().zip(b).enumerate() {
            work.columns[place] = Some(step(&mut work.asm, a, b));
        }
        work.finish(&if carried { self.sequence.after_sum(self.limbs) } else { Vec::new() })
    }

    fn neg(&self) -> Program {
        let mut work = self.begin("neg", &["a"]);
        let (a, zero) = (work.asm.input(0), work.asm.constant(0));
        for (place, a) in a.into_iter().enumerate() {
            work.columns[place] = Some(work.asm.sub_signed(zero, a));
        }
        work.finish(&[])
    }

    /// The same value at rest.
    #[must_use]
    pub fn carry(&self) -> Program {
        let mut work = self.begin("carry", &["a"]);
        for (place, a) in work.asm.input(0).into_iter().enumerate() {
            work.columns[place] = Some(a);
        }
        work.finish(&self.sequence.after_sum(self.limbs))
    }

    fn begin(&self, name: &'static str, inputs: &[&'static str]) -> Columns<'_> {
        Columns {
            set: self,
            asm: Assembler::with_limbs(name, inputs, self.limbs, self.bits),
            columns: vec![None; 2 * self.limbs + 1],
        }
    }

    /// The limbs of `2^(bits * column) mod p`, the residue that is nearest to zero.
    fn residue(&self, column: usize) -> Vec<i64> {
        let modulus = BigInt::from(self.modulus.clone());
        let power = BigUint::one() << (self.bits as usize * column);
        let mut rest = BigInt::from(power % &self.modulus);
        if &rest + &rest > modulus {
            rest -= modulus;
        }
        signed_limbs(&rest, self.bits, self.limbs)
    }
}

/// `number` in signed limbs; the last one takes what is left.
#[must_use]
pub fn signed_limbs(number: &BigInt, bits: u32, limbs: usize) -> Vec<i64> {
    let place = BigInt::one() << bits;
    let half = &place >> 1u32;
    let mut rest = number.clone();
    let mut found = Vec::with_capacity(limbs);
    for limb in 0..limbs {
        let low = if limb + 1 == limbs {
            rest.clone()
        } else {
            (&rest + &half).mod_floor(&place) - &half
        };
        rest = (rest - &low) >> bits;
        found.push(low.to_i64().expect("the top limb takes the rest of a residue"));
    }
    found
}

/// True if every step of an explicit sequence is about a column that there is.
fn in_columns(sequence: &Sequence, limbs: usize) -> bool {
    sequence.after_product(limbs).iter().all(|step| match step {
        Move::Carry(column) => *column < 2 * limbs,
        Move::Reduce(column) => (limbs..=2 * limbs).contains(column),
    })
}

/// The few terms of the modulus, if each step of the reduction goes down a whole limb.
fn relation(modulus: Modulus, bits: u32) -> Relation {
    let Modulus::Terms(terms) = modulus else { return Relation::Dense };
    let Some(((1, power), rest)) = terms.split_first() else { return Relation::Dense };
    let next = rest.first().map_or(0, |term| term.1);
    // Otherwise a part of the column would come back to it.
    if power - next <= bits {
        return Relation::Dense;
    }
    Relation::Sparse { power: *power, terms: rest.iter().map(|(k, place)| (-k, *place)).collect() }
}

impl Columns<'_> {
    fn add(&mut self, column: usize, value: Value) {
        let sum = match self.columns[column] {
            Some(old) => self.asm.add_signed(old, value),
            None => value,
        };
        self.columns[column] = Some(sum);
    }

    fn subtract(&mut self, column: usize, value: Value) {
        let old = match self.columns[column] {
            Some(old) => old,
            None => self.asm.constant(0),
        };
        self.columns[column] = Some(self.asm.sub_signed(old, value));
    }

    fn add_times(&mut self, column: usize, value: Value, sign: i64) {
        if sign < 0 { self.subtract(column, value) } else { self.add(column, value) }
    }

    fn finish(mut self, moves: &[Move]) -> Program {
        for step in moves {
            match *step {
                Move::Carry(column) => self.carry(column),
                Move::Reduce(column) => self.reduce(column),
            }
        }
        let zero = self.columns[..self.set.limbs].contains(&None).then(|| self.asm.constant(0));
        // A column that no step reduced is lost here; the identity prover sees it.
        let columns = self.columns[..self.set.limbs].iter();
        let output = columns.map(|column| column.or(zero).expect("made if one is missing"));
        let output = output.collect();
        self.asm.finish(output)
    }

    /// Moves what is above the limb to the next column.
    fn carry(&mut self, column: usize) {
        if let Some(value) = self.columns[column] {
            let (low, high) = self.asm.carry_signed(value, self.set.bits.into());
            self.columns[column] = Some(low);
            self.add(column + 1, high);
        }
    }

    /// Replaces a column by smaller ones with the same value modulo the prime.
    fn reduce(&mut self, column: usize) {
        let Some(value) = self.columns[column].take() else { return };
        match &self.set.relation {
            Relation::Sparse { power, terms } => {
                let above = self.set.bits * column as u32 - power;
                let mut terms: Vec<(i64, u32)> =
                    terms.iter().map(|(k, place)| (*k, place + above)).collect();
                // Low places first: what is added last is what the next reduction reads.
                terms.reverse();
                terms.into_iter().for_each(|(k, place)| self.add_term(value, k, place));
            }
            Relation::Dense => {
                for (place, digit) in self.set.residue(column).into_iter().enumerate() {
                    if !digit.is_zero() {
                        let factor = self.asm.constant(digit.unsigned_abs());
                        let product = self.asm.mul_signed(value, factor);
                        self.add_times(place, product, digit.signum());
                    }
                }
            }
        }
    }

    /// Adds `k * value * 2^place`, in two parts if the place is not that of a column.
    fn add_term(&mut self, value: Value, k: i64, place: u32) {
        let bits = self.set.bits;
        let (column, shift) = ((place / bits) as usize, u64::from(place % bits));
        let value = if k.abs() == 1 {
            value
        } else {
            let factor = self.asm.constant(k.unsigned_abs());
            self.asm.mul_signed(value, factor)
        };
        if shift == 0 {
            self.add_times(column, value, k);
            return;
        }
        let (low, high) = self.asm.split_signed(value, u64::from(bits) - shift);
        let low = self.asm.shl_signed(low, shift);
        self.add_times(column, low, k);
        self.add_times(column + 1, high, k);
    }
}
