//! Short limbs for the products of AVX-512 IFMA, where four elements of one operation are worked on
//! together and nothing but latency counts.
//!
//! An element *at rest* has limbs a little above `2^bits`, [`Quads::rest`]: so short that no carry
//! runs from limb to limb. A product is not carried at all: it is a sum that may be as large as
//! [`PRODUCT`] elements. Sums are taken limb by limb, with signs, up to [`UNITS`] elements deep;
//! `carry` brings them back to rest in one step for all limbs at once, and what lies above the bits
//! of the prime comes down times what `2^k` is modulo it.
//!
//! Columns of products come down in one of three ways:
//!
//! - limbs of 51 bits, where they end at the top bit `k` of a prime `2^k - c` with a small `c`: the
//!   upper columns times `c` by shifts and sums;
//! - limbs of 48 bits, where the prime is one less or one more than a multiple of `2^48`:
//!   Montgomery's rows from below, in which each quotient is the column itself, or its negative;
//! - limbs of 48 bits, where the prime is `2^k - c` with a `c` of a limb: the upper columns,
//!   carried once, times what `2^(48 limbs)` is, and then what lies above bit `k` times `c`.

mod programs;

use super::Assembler;
use crate::contract::Limits;
use crate::ir::{Program, Value};
use crate::table::Row;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

/// Bits of a limb where limbs end at the top of the prime, and of the others.
const ENDING: u32 = 51;
const OTHERS: u32 = 48;
/// Bits that the products read.
const READ: u32 = 52;
/// How many elements at rest a product may be as large as.
pub const PRODUCT: u32 = 256;
/// How many elements at rest a sum that goes to `carry` may hold: six products.
pub const UNITS: u32 = 6 * PRODUCT;
/// How often each limb lends `2^bits` to the one below, above what carries take away again, where
/// limbs do not end at the top bit of the prime; what the lowest limb gets back where what comes
/// down is taken off it.
const LENT: u32 = 1 << 13;
const BACK: u32 = 1 << 14;
/// The most bits of what is folded down: above, columns leave their words.
const MOST_FOLD_BITS: u64 = 5;
/// The primes in limbs of 48 bits. More of the table would do: those whose single operations gain
/// by it are here.
const LONG_PRIMES: [&str; 4] = ["p224_p", "p256_p", "p521_p", "secp256k1_p"];

/// How the columns of a product come down.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reduction {
    /// Those above the limbs, times what `2^(bits limbs)` is modulo the prime.
    Fold(u64),
    /// From the lowest on, each by a multiple of the prime: the limbs of the prime plus one, or
    /// less one, of which the lowest is zero, and whether it is less one.
    Rows(Vec<u64>, bool),
    /// Those above the limbs, carried, times the limbs of what `2^(bits limbs)` is, and what then
    /// lies above the bits of the prime times `c`.
    Residue(Vec<u64>, u64),
}

/// A modulus with what its programs need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quads {
    /// The modulus.
    pub modulus: BigUint,
    /// Bits per limb.
    pub bits: u32,
    /// Limbs per element.
    pub limbs: usize,
    /// The greatest limbs of an element at rest.
    pub rest: Vec<BigInt>,
    reduction: Reduction,
    /// A multiple of the modulus in limbs that no sum falls below zero with.
    above: Vec<BigInt>,
}

impl Quads {
    /// The form of the prime of `row`, if it has one.
    #[must_use]
    pub fn new(row: &Row) -> Option<Self> {
        let modulus = row.modulus.value();
        let (bits, limbs, reduction) = if LONG_PRIMES.contains(&row.name) {
            Self::long_form(&modulus)?
        } else {
            Self::folded_form(&modulus)?
        };
        let rest = vec![BigInt::one() << bits; limbs];
        let mut quads = Self { modulus, bits, limbs, rest, reduction, above: Vec::new() };
        // What `carry` gives of limbs as great as they may be; its carries hardly grow by them.
        loop {
            quads.above = quads.multiple_above();
            let rest = quads.carried();
            if rest == quads.rest {
                return Some(quads);
            }
            quads.rest = rest;
        }
    }

    /// Limbs of 51 bits that end at the top of a prime a little below a power of two.
    fn folded_form(modulus: &BigUint) -> Option<(u32, usize, Reduction)> {
        let limbs = (modulus.bits() / u64::from(ENDING)) as usize;
        if modulus.bits() != u64::from(ENDING) * limbs as u64 {
            return None;
        }
        let fold = (BigUint::one() << modulus.bits()) - modulus;
        let fold = fold.to_u64().filter(|_| fold.bits() <= MOST_FOLD_BITS)?;
        Some((ENDING, limbs, Reduction::Fold(fold)))
    }

    /// Limbs of 48 bits.
    fn long_form(modulus: &BigUint) -> Option<(u32, usize, Reduction)> {
        let limbs = modulus.bits().div_ceil(OTHERS.into()) as usize;
        let digits = |number: &BigUint| -> Vec<u64> {
            let mask = (BigUint::one() << OTHERS) - 1u32;
            let limb = |at: usize| ((number >> (OTHERS as usize * at)) & &mask).to_u64();
            (0..limbs).map(|at| limb(at).expect("a limb is a word")).collect()
        };
        for (next, is_less) in [(modulus + 1u32, false), (modulus - 1u32, true)] {
            let rows = digits(&next);
            if rows[0] == 0 {
                return Some((OTHERS, limbs, Reduction::Rows(rows, is_less)));
            }
        }
        let c = ((BigUint::one() << modulus.bits()) - modulus).to_u64()?;
        let residue = digits(&((BigUint::one() << (OTHERS as usize * limbs)) % modulus));
        Some((OTHERS, limbs, Reduction::Residue(residue, c)))
    }

    /// An element `x` is held as `x radix` modulo the prime.
    #[must_use]
    pub fn radix(&self) -> BigUint {
        match self.reduction {
            Reduction::Fold(_) | Reduction::Residue(..) => BigUint::one(),
            Reduction::Rows(..) => BigUint::one() << (self.bits as usize * self.limbs),
        }
    }

    /// Bits of the top limb that are below the top bit of the modulus.
    fn top_bits(&self) -> u32 {
        self.modulus.bits() as u32 - self.bits * (self.limbs as u32 - 1)
    }

    /// What `2^k` is modulo the prime, where `k` is its bits: limb by limb, with signs. What lies
    /// above comes down so.
    fn brought_down(&self) -> Vec<BigInt> {
        let mut left = BigInt::from((BigUint::one() << self.modulus.bits()) - &self.modulus);
        let half: BigInt = BigInt::one() << (self.bits - 1);
        let mut limbs = Vec::new();
        for _ in 0..self.limbs {
            let mut limb = &left & ((BigInt::one() << self.bits) - 1);
            if limb >= half {
                limb -= BigInt::one() << self.bits;
            }
            left = (left - &limb) >> self.bits;
            limbs.push(limb);
        }
        limbs
    }

    /// What `carry` adds to the lowest limb at its end, so that it does not fall below zero.
    fn back(&self) -> u32 {
        if self.brought_down()[0] < BigInt::zero() { BACK } else { 0 }
    }

    /// What lies above the top bit, at most, of a sum and what was added to it.
    fn most_above(&self, above: &[BigInt]) -> BigInt {
        let last = self.limbs - 1;
        (&above[last] + &self.rest[last] * UNITS) >> self.top_bits()
    }

    /// A multiple of the modulus in limbs that no sum falls below zero with, nor what `carry` takes
    /// off them afterwards.
    fn multiple_above(&self) -> Vec<BigInt> {
        if let Reduction::Fold(fold) = self.reduction {
            let full: BigInt = (BigInt::one() << self.bits) - 1;
            let lowest: BigInt = &full + 1 - fold;
            let limb = |at: usize| if at == 0 { &lowest } else { &full } * (UNITS + 1);
            return (0..self.limbs).map(limb).collect();
        }
        let lent = BigInt::from(LENT);
        let (last, modulus) = (self.limbs - 1, BigInt::from(self.modulus.clone()));
        let mut times = BigInt::one();
        loop {
            let mut left = &modulus * &times;
            let mut limbs = Vec::new();
            for at in 0..self.limbs {
                let mask: BigInt = (BigInt::one() << self.bits) - 1;
                let limb = if at == last { left.clone() } else { &left & mask };
                left >>= self.bits;
                let taken = if at == 0 { self.back().into() } else { lent.clone() };
                let given = if at == last { BigInt::zero() } else { &lent << self.bits };
                limbs.push(limb + given - taken);
            }
            if limbs[last] >= &self.rest[last] * UNITS {
                return limbs;
            }
            times *= 2;
        }
    }

    /// The greatest limbs that `carry` gives of a sum of elements whose greatest are `rest`.
    fn carried(&self) -> Vec<BigInt> {
        let last = self.limbs - 1;
        let carry = |at: usize| (&self.above[at] + &self.rest[at] * UNITS) >> self.bits;
        let top = self.most_above(&self.above);
        let down = self.brought_down();
        let limb = |at: usize| {
            let bits = if at == last { self.top_bits() } else { self.bits };
            let full: BigInt = (BigInt::one() << bits) - 1;
            let below = if at == 0 { BigInt::zero() } else { carry(at - 1) };
            let full = if at == 0 { full + self.back() } else { full };
            // As two terms it may come to once more, for all that is known of each.
            let more = u32::from(down[at].to_u64().is_some_and(is_two_terms));
            full + below + &top * (&down[at] + more).max(BigInt::zero())
        };
        (0..self.limbs).map(limb).collect()
    }

    /// How the form is called.
    #[must_use]
    pub fn name(&self) -> String {
        format!("quads {}x{}", self.bits, self.limbs)
    }

    /// All functions, in the order of the trait.
    #[must_use]
    pub fn programs(&self) -> Vec<Program> {
        let sum = |name, step: fn(&mut Assembler, Value, Value) -> Value| {
            let mut asm = self.begin(name, &["a", "b"]);
            let (a, b) = (asm.input(0), asm.input(1));
            let output = a.into_iter().zip(b).map(|(a, b)| step(&mut asm, a, b)).collect();
            asm.finish(output)
        };
        vec![
            self.carry(),
            self.mul(),
            self.sqr(),
            sum("add", Assembler::add_signed),
            sum("sub", Assembler::sub_signed),
            self.decode(),
        ]
    }

    /// How many elements at rest the inputs of a function may hold; 0 for one at rest.
    #[must_use]
    pub fn units_in(function: &str) -> u32 {
        match function {
            "add" | "sub" => UNITS / 2,
            "carry" => UNITS,
            _ => 0,
        }
    }

    /// The same for its output.
    #[must_use]
    pub fn units_out(function: &str) -> u32 {
        match function {
            "mul" | "sqr" => PRODUCT,
            "add" | "sub" => UNITS,
            _ => 0,
        }
    }

    /// Bounds of a sum of `units` elements, of a product, or of an element at rest for 0.
    #[must_use]
    pub fn limits(&self, units: u32) -> Limits {
        let both = |most: &BigInt| match units {
            0 => (BigInt::zero(), most.clone()),
            PRODUCT => (BigInt::zero(), most * units),
            _ => (-most * units, most * units),
        };
        self.bounded(self.rest.iter().map(both).collect())
    }

    /// Bounds of what `decode` gives: full limbs, and a top one that may have a little more.
    #[must_use]
    pub fn decoded(&self) -> Limits {
        let most = |at: usize| -> BigInt {
            let bits = if at + 1 == self.limbs { self.top_bits() } else { self.bits };
            let more = u32::from(at + 1 == self.limbs) * self.decoded_above();
            (BigInt::one() << bits) - 1 + more
        };
        self.bounded((0..self.limbs).map(|at| (BigInt::zero(), most(at))).collect())
    }

    /// How much more the top limb of what is decoded may have than its bits hold.
    fn decoded_above(&self) -> u32 {
        match self.reduction {
            Reduction::Fold(_) | Reduction::Residue(..) => 1,
            Reduction::Rows(..) => 64,
        }
    }

    fn bounded(&self, limbs: Vec<(BigInt, BigInt)>) -> Limits {
        let value = |limbs: Vec<&BigInt>| -> BigInt {
            limbs.into_iter().enumerate().map(|(at, limb)| limb << (self.bits as usize * at)).sum()
        };
        let low = value(limbs.iter().map(|limb| &limb.0).collect());
        let high = value(limbs.iter().map(|limb| &limb.1).collect());
        Limits { limbs, value: (low, high) }
    }
}

/// Whether a number is so many ones that a power of two less one is shorter.
fn is_two_terms(amount: u64) -> bool {
    amount > 7 && (amount + 1).is_power_of_two()
}
