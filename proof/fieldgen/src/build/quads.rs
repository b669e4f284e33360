//! Limbs of 51 bits for the products of AVX-512 IFMA, where four elements of one operation are
//! worked on together and nothing but latency counts.
//!
//! An element *at rest* has limbs a little above `2^51`, [`Quads::rest`]: so short that no carry
//! runs from limb to limb. A product is not carried at all. Its columns come down by shifts and
//! sums, as `2^255` is 19 modulo the prime, and it is a sum that may be as large as [`PRODUCT`]
//! elements. Sums are taken limb by limb, with signs, up to [`UNITS`] elements deep; `carry` brings
//! them back to rest in one step for all limbs at once.
//!
//! Only a prime `2^k - c` with a small `c`, where limbs of one length end at bit `k`, has this
//! form.

use super::Assembler;
use crate::contract::Limits;
use crate::ir::{Program, Value};
use crate::table::Row;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

/// Bits of a limb.
pub const BITS: u32 = 51;
/// Bits that the products read.
const READ: u32 = 52;
/// How many elements at rest a product may be as large as.
pub const PRODUCT: u32 = 256;
/// How many elements at rest a sum that goes to `carry` may hold: six products.
pub const UNITS: u32 = 6 * PRODUCT;
/// The most bits of what is folded down: above, columns leave their words.
const MOST_FOLD_BITS: u64 = 5;

/// A modulus with what its programs need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quads {
    /// The modulus.
    pub modulus: BigUint,
    /// Limbs per element.
    pub limbs: usize,
    /// The greatest limbs of an element at rest.
    pub rest: Vec<BigInt>,
    /// What the number above the limbs is times: `2^(51 limbs) mod p`.
    fold: u64,
}

/// The columns of a product. Column `i` is `low[i] + 2 high[i]`.
struct Columns {
    low: Vec<Option<Value>>,
    high: Vec<Option<Value>>,
}

impl Quads {
    /// The form of the prime of `row`, if it has one.
    #[must_use]
    pub fn new(row: &Row) -> Option<Self> {
        let modulus = row.modulus.value();
        let limbs = (modulus.bits() / u64::from(BITS)) as usize;
        if modulus.bits() != u64::from(BITS) * limbs as u64 {
            return None;
        }
        let fold = (BigUint::one() << modulus.bits()) - &modulus;
        let fold = fold.to_u64().filter(|_| fold.bits() <= MOST_FOLD_BITS)?;
        // What `carry` gives of limbs as great as they may be; its carries hardly grow by them.
        let mut quads = Self { modulus, limbs, rest: vec![BigInt::one() << BITS; limbs], fold };
        loop {
            let carries: Vec<BigInt> = quads
                .above()
                .iter()
                .zip(&quads.rest)
                .map(|(a, b)| (a + b * UNITS) >> BITS)
                .collect();
            let full: BigInt = (BigInt::one() << BITS) - 1;
            let rest = (0..limbs).map(|at| match at {
                0 => &full + &carries[limbs - 1] * fold,
                _ => &full + &carries[at - 1],
            });
            let rest: Vec<BigInt> = rest.collect();
            if rest == quads.rest {
                return Some(quads);
            }
            quads.rest = rest;
        }
    }

    /// How the form is called.
    #[must_use]
    pub fn name(&self) -> String {
        format!("quads {BITS}x{}", self.limbs)
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

    /// Bounds of what `decode` gives: full limbs, and a top one that may have one more.
    #[must_use]
    pub fn decoded(&self) -> Limits {
        let full: BigInt = (BigInt::one() << BITS) - 1;
        let top = |at: usize| u32::from(at + 1 == self.limbs);
        self.bounded((0..self.limbs).map(|at| (BigInt::zero(), &full + top(at))).collect())
    }

    fn bounded(&self, limbs: Vec<(BigInt, BigInt)>) -> Limits {
        let value = |limbs: Vec<&BigInt>| -> BigInt {
            limbs.into_iter().enumerate().map(|(at, limb)| limb << (BITS as usize * at)).sum()
        };
        let low = value(limbs.iter().map(|limb| &limb.0).collect());
        let high = value(limbs.iter().map(|limb| &limb.1).collect());
        Limits { limbs, value: (low, high) }
    }

    /// A multiple of the modulus in limbs that no sum falls below zero with.
    fn above(&self) -> Vec<BigInt> {
        let full: BigInt = (BigInt::one() << BITS) - 1;
        let lowest: BigInt = &full + 1 - self.fold;
        (0..self.limbs).map(|at| if at == 0 { &lowest } else { &full } * (UNITS + 1)).collect()
    }

    fn begin(&self, name: &'static str, inputs: &[&'static str]) -> Assembler {
        Assembler::with_limbs(name, inputs, self.limbs, BITS)
    }

    /// `a b`: products of upper columns first, so that these can come down while the others are
    /// computed.
    fn mul(&self) -> Program {
        let mut asm = self.begin("mul", &["a", "b"]);
        let (a, b) = (asm.input(0), asm.input(1));
        let mut columns = Columns::new(self.limbs);
        for (i, j) in self.order() {
            columns.madd(&mut asm, i + j, a[i], b[j]);
        }
        self.folded(asm, columns)
    }

    /// `a a`: products of different limbs once, doubled by columns, then the squares.
    fn sqr(&self) -> Program {
        let mut asm = self.begin("sqr", &["a"]);
        let a = asm.input(0);
        let mut columns = Columns::new(self.limbs);
        for (i, j) in self.order().into_iter().filter(|(i, j)| i < j) {
            columns.madd(&mut asm, i + j, a[i], a[j]);
        }
        for column in columns.low.iter_mut().chain(&mut columns.high).flatten() {
            *column = asm.add_signed(*column, *column);
        }
        for (i, j) in self.order().into_iter().filter(|(i, j)| i == j) {
            columns.madd(&mut asm, i + j, a[i], a[j]);
        }
        self.folded(asm, columns)
    }

    /// All pairs of limbs, those whose product reaches above the limbs first.
    fn order(&self) -> Vec<(usize, usize)> {
        let pairs = || (0..self.limbs).flat_map(|i| (0..self.limbs).map(move |j| (i, j)));
        let upper = |(i, j): &(usize, usize)| i + j + 1 >= self.limbs;
        pairs().filter(upper).chain(pairs().filter(|pair| !upper(pair))).collect()
    }

    /// Brings the columns above the limbs down and ends the program.
    fn folded(&self, mut asm: Assembler, mut columns: Columns) -> Program {
        let upper: Vec<Value> = (self.limbs..2 * self.limbs)
            .map(|at| {
                let column = columns.take(&mut asm, at);
                self.times_fold(&mut asm, column)
            })
            .collect();
        let output = upper.into_iter().enumerate().map(|(at, upper)| {
            let lower = columns.take(&mut asm, at);
            asm.add_signed(lower, upper)
        });
        let output = output.collect();
        asm.finish(output)
    }

    /// `fold x` by shifts and sums.
    fn times_fold(&self, asm: &mut Assembler, x: Value) -> Value {
        let places = (0..64).filter(|place| self.fold >> place & 1 == 1);
        let terms: Vec<Value> =
            places.map(|place| if place == 0 { x } else { asm.shl_signed(x, place) }).collect();
        let sum = terms.into_iter().reduce(|sum, term| asm.add_signed(sum, term));
        sum.expect("what is folded is not zero")
    }

    /// The same value at rest.
    fn carry(&self) -> Program {
        let mut asm = self.begin("carry", &["a"]);
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (limb, above) in asm.input(0).into_iter().zip(self.above()) {
            let above = asm.constant(above.to_u64().expect("it fits a word"));
            let limb = asm.add_signed(limb, above);
            let (rest, carry) = asm.split_signed(limb, BITS.into());
            low.push(rest);
            high.push(carry);
        }
        let top = high.pop().expect("there is a limb");
        let mut carries = vec![self.times_fold(&mut asm, top)];
        carries.append(&mut high);
        let output = low.into_iter().zip(carries).map(|(low, carry)| asm.add_signed(low, carry));
        let output = output.collect();
        asm.finish(output)
    }

    /// From an element at rest to full limbs: its plain integer or that plus the modulus.
    fn decode(&self) -> Program {
        let mut asm = self.begin("decode", &["a"]);
        let mut limbs = asm.input(0);
        let last = self.limbs - 1;
        let (top, above) = asm.split_signed(limbs[last], BITS.into());
        limbs[last] = top;
        let above = self.times_fold(&mut asm, above);
        limbs[0] = asm.add_signed(limbs[0], above);
        for at in 0..last {
            let (low, carry) = asm.split_signed(limbs[at], BITS.into());
            limbs[at] = low;
            limbs[at + 1] = asm.add_signed(limbs[at + 1], carry);
        }
        asm.finish(limbs)
    }
}

impl Columns {
    fn new(limbs: usize) -> Self {
        Self { low: vec![None; 2 * limbs], high: vec![None; 2 * limbs] }
    }

    /// Adds both halves of a product of two limbs. The high one belongs to the next column, and
    /// counts twice there: it is what lies above 52 bits.
    fn madd(&mut self, asm: &mut Assembler, column: usize, a: Value, b: Value) {
        const { assert!(READ == BITS + 1, "the high half counts twice") };
        let zero = asm.constant(0);
        let low = self.low[column].unwrap_or(zero);
        self.low[column] = Some(asm.madd52lo(low, a, b));
        let high = self.high[column + 1].unwrap_or(zero);
        self.high[column + 1] = Some(asm.madd52hi(high, a, b));
    }

    /// The column as one value.
    fn take(&mut self, asm: &mut Assembler, at: usize) -> Value {
        let high = self.high[at].map(|high| asm.add_signed(high, high));
        match (self.low[at], high) {
            (Some(low), Some(high)) => asm.add_signed(low, high),
            (one, other) => one.or(other).expect("every column has a product"),
        }
    }
}
