//! The programs.

use super::{Quads, READ, Reduction, is_two_terms};
use crate::build::Assembler;
use crate::ir::{Program, Value};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

/// The columns of a product. Column `i` is `low[i] + 2^(52 - bits) high[i]`.
struct Columns {
    bits: u32,
    low: Vec<Option<Value>>,
    high: Vec<Option<Value>>,
}

impl Quads {
    pub(super) fn begin(&self, name: &'static str, inputs: &[&'static str]) -> Assembler {
        Assembler::with_limbs(name, inputs, self.limbs, self.bits)
    }

    /// `a b`: products of those columns first that come down first, so that they can do so while
    /// the others are computed.
    pub(super) fn mul(&self) -> Program {
        let mut asm = self.begin("mul", &["a", "b"]);
        let (a, b) = (asm.input(0), asm.input(1));
        let mut columns = Columns::new(self.limbs, self.bits);
        for (i, j) in self.order() {
            columns.madd(&mut asm, i + j, a[i], b[j]);
        }
        self.brought(asm, columns)
    }

    /// `a a`: products of different limbs once, doubled by columns, then the squares.
    pub(super) fn sqr(&self) -> Program {
        let mut asm = self.begin("sqr", &["a"]);
        let a = asm.input(0);
        let mut columns = Columns::new(self.limbs, self.bits);
        for (i, j) in self.order().into_iter().filter(|(i, j)| i < j) {
            columns.madd(&mut asm, i + j, a[i], a[j]);
        }
        for column in columns.low.iter_mut().chain(&mut columns.high).flatten() {
            *column = asm.add_signed(*column, *column);
        }
        for (i, j) in self.order().into_iter().filter(|(i, j)| i == j) {
            columns.madd(&mut asm, i + j, a[i], a[j]);
        }
        self.brought(asm, columns)
    }

    /// All pairs of limbs, those first whose columns come down first.
    fn order(&self) -> Vec<(usize, usize)> {
        let pairs = || (0..self.limbs).flat_map(|i| (0..self.limbs).map(move |j| (i, j)));
        if let Reduction::Rows(..) = self.reduction {
            let mut all: Vec<_> = pairs().collect();
            all.sort_by_key(|(i, j)| i + j);
            return all;
        }
        let upper = |(i, j): &(usize, usize)| i + j + 1 >= self.limbs;
        pairs().filter(upper).chain(pairs().filter(|pair| !upper(pair))).collect()
    }

    /// Brings the columns down to the limbs and ends the program.
    fn brought(&self, mut asm: Assembler, mut columns: Columns) -> Program {
        let output = match &self.reduction {
            Reduction::Fold(_) => self.folded(&mut asm, &mut columns),
            Reduction::Rows(digits, is_less) => {
                self.rows(&mut asm, &mut columns, (digits, *is_less))
            }
            Reduction::Residue(residue, c) => self.residue(&mut asm, &mut columns, (residue, *c)),
        };
        asm.finish(output)
    }

    /// Adds the columns above the limbs, times the fold, to the others.
    fn folded(&self, asm: &mut Assembler, columns: &mut Columns) -> Vec<Value> {
        let upper: Vec<Value> = (self.limbs..2 * self.limbs)
            .map(|at| {
                let column = columns.take(asm, at);
                self.times_fold(asm, column)
            })
            .collect();
        let sum = |(at, upper)| {
            let lower = columns.take(asm, at);
            asm.add_signed(lower, upper)
        };
        upper.into_iter().enumerate().map(sum).collect()
    }

    /// Makes column after column a multiple of `2^bits`, which goes to the next one: by as many
    /// times the modulus as it is more, where the modulus is one less than such a multiple, and as
    /// it is less where the modulus is one more.
    fn rows(
        &self,
        asm: &mut Assembler,
        columns: &mut Columns,
        (digits, is_less): (&[u64], bool),
    ) -> Vec<Value> {
        let mut carry = None;
        let column = |asm: &mut Assembler, columns: &mut Columns, at, carry: Option<Value>| {
            let column = columns.take(asm, at);
            carry.map_or(column, |carry| asm.add_signed(column, carry))
        };
        for at in 0..self.limbs {
            let whole = column(asm, columns, at, carry);
            let (quotient, high) = if is_less {
                // Above all columns.
                let above = asm.constant(1 << 62);
                let negative = asm.sub_signed(above, whole);
                let (quotient, high) = asm.split_signed(negative, self.bits.into());
                let above = asm.constant(1 << (62 - self.bits));
                (quotient, asm.sub_signed(above, high))
            } else {
                asm.split_signed(whole, self.bits.into())
            };
            asm.quotient(quotient);
            carry = Some(high);
            for (place, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                if *digit == 1 {
                    columns.add(asm, at + place, quotient);
                } else {
                    let digit = asm.constant(*digit);
                    columns.madd(asm, at + place, quotient, digit);
                }
            }
        }
        let upper = self.limbs..2 * self.limbs;
        upper.map(|at| column(asm, columns, at, carry.take())).collect()
    }

    /// Adds the columns above the limbs, times the residue, to the others, and then what lies above
    /// the bits of the prime, times `c`.
    fn residue(
        &self,
        asm: &mut Assembler,
        columns: &mut Columns,
        (residue, c): (&[u64], u64),
    ) -> Vec<Value> {
        // The top limbs are so short that there is nothing above their column.
        let last = 2 * self.limbs - 2;
        let mut carry = None;
        let mut upper = Vec::new();
        for at in self.limbs..=last {
            let column = columns.take(asm, at);
            let (low, high) = match at {
                at if at == last => (column, None),
                _ => {
                    let (low, high) = asm.split_signed(column, self.bits.into());
                    (low, Some(high))
                }
            };
            upper.push(carry.map_or(low, |carry| asm.add_signed(low, carry)));
            carry = high;
        }
        let mut down = Columns::new(self.limbs, self.bits);
        for (at, upper) in upper.into_iter().enumerate() {
            for (place, limb) in residue.iter().enumerate().filter(|(_, limb)| **limb != 0) {
                let limb = asm.constant(*limb);
                down.madd(asm, at + place, upper, limb);
            }
        }
        let top = self.limbs - 1;
        let mut sum = |asm: &mut Assembler, down: &mut Columns, at| {
            let (lower, down) = (columns.take(asm, at), down.take(asm, at));
            asm.add_signed(lower, down)
        };
        let whole = sum(asm, &mut down, top);
        let (highest, above) = asm.split_signed(whole, self.top_bits().into());
        let c = asm.constant(c);
        down.madd(asm, 0, above, c);
        let mut output: Vec<Value> = (0..top).map(|at| sum(asm, &mut down, at)).collect();
        output.push(highest);
        output
    }

    /// `fold x` by shifts and sums.
    fn times_fold(&self, asm: &mut Assembler, x: Value) -> Value {
        let Reduction::Fold(fold) = self.reduction else { unreachable!("others have no fold") };
        times(asm, x, fold)
    }

    /// The same value at rest.
    pub(super) fn carry(&self) -> Program {
        let mut asm = self.begin("carry", &["a"]);
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (at, limb) in asm.input(0).into_iter().enumerate() {
            let above = asm.constant(self.above[at].to_u64().expect("it fits a word"));
            let limb = asm.add_signed(limb, above);
            let bits = if at + 1 == self.limbs { self.top_bits() } else { self.bits };
            let (rest, carry) = asm.split_signed(limb, bits.into());
            low.push(rest);
            high.push(carry);
        }
        let top = high.pop().expect("there is a limb");
        let down = self.brought_down();
        let mut output = Vec::new();
        for (at, (low, down)) in low.into_iter().zip(down).enumerate() {
            let mut terms: Vec<(bool, Value)> = Vec::new();
            if at > 0 {
                terms.push((false, high[at - 1]));
            } else if self.back() > 0 {
                terms.push((false, asm.constant(self.back().into())));
            }
            let amount = down.magnitude().to_u64().expect("it is less than a limb");
            let is_long = is_long(amount);
            if !is_long && amount > 0 {
                terms.extend(terms_of(&mut asm, top, amount, down < BigInt::zero()));
            }
            let sum = terms.into_iter().fold(low, |sum, (is_less, term)| {
                if is_less { asm.sub_signed(sum, term) } else { asm.add_signed(sum, term) }
            });
            output.push(if is_long { add_times(&mut asm, sum, top, amount) } else { sum });
        }
        asm.finish(output)
    }

    /// From an element at rest to full limbs: its plain integer or that plus the modulus.
    pub(super) fn decode(&self) -> Program {
        let mut asm = self.begin("decode", &["a"]);
        let mut limbs = asm.input(0);
        let last = self.limbs - 1;
        match &self.reduction {
            Reduction::Fold(c) | Reduction::Residue(_, c) => {
                let (top, above) = asm.split_signed(limbs[last], self.top_bits().into());
                limbs[last] = top;
                limbs[0] = add_times(&mut asm, limbs[0], above, *c);
            }
            Reduction::Rows(digits, is_less) => {
                let mut columns = Columns::new(self.limbs, self.bits);
                for (low, limb) in columns.low.iter_mut().zip(limbs) {
                    *low = Some(limb);
                }
                limbs = self.rows(&mut asm, &mut columns, (digits, *is_less));
            }
        }
        for at in 0..last {
            let (low, carry) = asm.split_signed(limbs[at], self.bits.into());
            limbs[at] = low;
            limbs[at + 1] = asm.add_signed(limbs[at + 1], carry);
        }
        asm.finish(limbs)
    }
}

/// `x amount` by shifts and sums.
fn times(asm: &mut Assembler, x: Value, amount: u64) -> Value {
    let places = (0..64).filter(|place| amount >> place & 1 == 1);
    let terms: Vec<Value> =
        places.map(|place| if place == 0 { x } else { asm.shl_signed(x, place) }).collect();
    let sum = terms.into_iter().reduce(|sum, term| asm.add_signed(sum, term));
    sum.expect("what is folded is not zero")
}

/// Whether a product by an instruction takes less than shifts and sums.
fn is_long(amount: u64) -> bool {
    amount.count_ones() > 3 && !is_two_terms(amount)
}

/// `sum + x amount`, where the product is a limb.
fn add_times(asm: &mut Assembler, sum: Value, x: Value, amount: u64) -> Value {
    if is_long(amount) {
        let amount = asm.constant(amount);
        return asm.madd52lo(sum, x, amount);
    }
    let product = times(asm, x, amount);
    asm.add_signed(sum, product)
}

/// The terms of `x amount`, or of its negative: true are those to be taken off.
fn terms_of(asm: &mut Assembler, x: Value, amount: u64, is_less: bool) -> Vec<(bool, Value)> {
    if is_two_terms(amount) {
        let place = (amount + 1).trailing_zeros();
        // What is shifted is there later.
        return vec![(!is_less, x), (is_less, asm.shl_signed(x, place.into()))];
    }
    vec![(is_less, times(asm, x, amount))]
}

impl Columns {
    fn new(limbs: usize, bits: u32) -> Self {
        Self { bits, low: vec![None; 2 * limbs], high: vec![None; 2 * limbs] }
    }

    /// Adds both halves of a product of two limbs. The high one belongs to the next column, and
    /// counts more there: it is what lies above 52 bits.
    fn madd(&mut self, asm: &mut Assembler, column: usize, a: Value, b: Value) {
        let zero = asm.constant(0);
        let low = self.low[column].unwrap_or(zero);
        self.low[column] = Some(asm.madd52lo(low, a, b));
        let high = self.high[column + 1].unwrap_or(zero);
        self.high[column + 1] = Some(asm.madd52hi(high, a, b));
    }

    /// Adds a value.
    fn add(&mut self, asm: &mut Assembler, column: usize, value: Value) {
        let low = self.low[column];
        self.low[column] = Some(low.map_or(value, |low| asm.add_signed(low, value)));
    }

    /// The column as one value; zero if there is nothing in it.
    fn take(&mut self, asm: &mut Assembler, at: usize) -> Value {
        let high = self.high[at].map(|high| match READ - self.bits {
            1 => asm.add_signed(high, high),
            distance => asm.shl_signed(high, distance.into()),
        });
        match (self.low[at], high) {
            (Some(low), Some(high)) => asm.add_signed(low, high),
            (one, other) => one.or(other).unwrap_or_else(|| asm.constant(0)),
        }
    }
}
