//! The columns of a product, or the limbs of a sum, on their way to an element at rest.

use super::{BITS, Lanes, Reduction, Top, UNITS, plain_limbs, terms};
use crate::build::Assembler;
use crate::build::montgomery::negated_inverse;
use crate::ir::{Program, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};

/// The work on one program. Column `i` is `sums[i] + pos[i] - neg[i]`; what is `None` is zero.
///
/// Products are added to what is not negative only. Where a carry may be negative it goes to
/// `sums`, and to `pos` where none can be: an addition less.
pub(super) struct Columns<'a> {
    lanes: &'a Lanes,
    pub(super) asm: Assembler,
    sums: Vec<Option<Value>>,
    pos: Vec<Option<Value>>,
    neg: Vec<Option<Value>>,
    signed: bool,
    /// How many products of two elements a column may hold, whatever their signs.
    products: u32,
}

/// A place in the columns with a sign.
#[derive(Clone, Copy)]
struct Spot {
    column: usize,
    minus: bool,
}

impl<'a> Columns<'a> {
    pub(super) fn begin(lanes: &'a Lanes, name: &'static str, inputs: &[&'static str]) -> Self {
        let asm = Assembler::with_limbs(name, inputs, lanes.limbs, BITS);
        let signed = lanes.digits[0] == 1 || lanes.digits.iter().any(|digit| *digit < -1);
        let (sums, pos, neg) = (Vec::new(), Vec::new(), Vec::new());
        Self { lanes, asm, sums, pos, neg, signed, products: 1 }
    }

    /// Takes the limbs of an element or, with `signed`, of a sum of them.
    pub(super) fn take(&mut self, limbs: Vec<Value>, signed: bool) {
        self.signed |= signed;
        self.sums = limbs.into_iter().map(Some).collect();
    }

    pub(super) fn constants(&mut self, number: &BigUint) -> Vec<Value> {
        let limbs = plain_limbs(number, self.lanes.limbs);
        limbs.into_iter().map(|limb| self.asm.constant(limb)).collect()
    }

    fn side(&mut self, spot: Spot) -> &mut Option<Value> {
        let side = if spot.minus { &mut self.neg } else { &mut self.pos };
        if side.len() <= spot.column {
            side.resize(spot.column + 1, None);
        }
        &mut side[spot.column]
    }

    /// What a product is added to.
    fn sum_at(&mut self, spot: Spot) -> Value {
        match *self.side(spot) {
            Some(sum) => sum,
            None => self.asm.constant(0),
        }
    }

    /// Adds both halves of a product of two limbs.
    fn madd(&mut self, spot: Spot, a: Value, b: Value) {
        self.madd_low(spot, a, b);
        self.madd_high(spot, a, b);
    }

    fn madd_low(&mut self, spot: Spot, a: Value, b: Value) {
        let sum = self.sum_at(spot);
        *self.side(spot) = Some(self.asm.madd52lo(sum, a, b));
    }

    /// Adds the high half, which belongs to the next column.
    fn madd_high(&mut self, spot: Spot, a: Value, b: Value) {
        let next = Spot { column: spot.column + 1, ..spot };
        let sum = self.sum_at(next);
        *self.side(next) = Some(self.asm.madd52hi(sum, a, b));
    }

    fn add(&mut self, column: usize, value: Value) {
        let side = if self.signed { &mut self.sums } else { &mut self.pos };
        if side.len() <= column {
            side.resize(column + 1, None);
        }
        side[column] = Some(match side[column] {
            Some(sum) => self.asm.add_signed(sum, value),
            None => value,
        });
    }

    fn subtract(&mut self, column: usize, value: Value) {
        let sum = self.column(column);
        self.sums[column] = Some(self.asm.sub_signed(sum, value));
    }

    /// The column as one value.
    fn column(&mut self, at: usize) -> Value {
        for side in [&mut self.sums, &mut self.pos, &mut self.neg] {
            if side.len() <= at {
                side.resize(at + 1, None);
            }
        }
        let (sum, pos, neg) = (self.sums[at], self.pos[at].take(), self.neg[at].take());
        let sum = match (sum, pos) {
            (Some(sum), Some(pos)) => self.asm.add_signed(sum, pos),
            (one, other) => one.or(other).unwrap_or_else(|| self.asm.constant(0)),
        };
        let sum = neg.map_or(sum, |neg| self.asm.sub_signed(sum, neg));
        self.sums[at] = Some(sum);
        sum
    }

    /// How many columns there are.
    fn width(&self) -> usize {
        self.sums.len().max(self.pos.len()).max(self.neg.len())
    }

    /// Takes out the lowest columns.
    fn drop_low(&mut self, count: usize) {
        for side in [&mut self.sums, &mut self.pos, &mut self.neg] {
            side.drain(..count.min(side.len()));
        }
    }

    /// Starts the columns at a multiple of the modulus, so high that no column falls below zero
    /// when as many products are taken away. It costs nothing: columns start somewhere.
    pub(super) fn before_taking(&mut self, products: u32) {
        self.products += products;
        for (column, limb) in self.lanes.above(products).into_iter().enumerate() {
            let limb = self.asm.constant(limb);
            *self.side(Spot { column, minus: false }) = Some(limb);
        }
    }

    pub(super) fn product(&mut self, a: &[Value], b: &[Value], minus: bool) {
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                self.madd(Spot { column: i + j, minus }, *a, *b);
            }
        }
    }

    /// Products of different limbs once, doubled by columns, then the squares. The side must be
    /// empty.
    pub(super) fn square(&mut self, a: &[Value], minus: bool) {
        for (i, one) in a.iter().enumerate() {
            for (j, other) in a.iter().enumerate().skip(i + 1) {
                self.madd(Spot { column: i + j, minus }, *one, *other);
            }
        }
        self.double(minus);
        for (i, one) in a.iter().enumerate() {
            self.madd(Spot { column: 2 * i, minus }, *one, *one);
        }
    }

    pub(super) fn double(&mut self, minus: bool) {
        let side = if minus { &mut self.neg } else { &mut self.pos };
        for column in side.iter_mut().flatten() {
            *column = self.asm.add_signed(*column, *column);
        }
    }

    /// Reduces a product, or the columns of an element, and ends the program.
    pub(super) fn reduced(mut self) -> Program {
        match self.lanes.reduction {
            Reduction::Montgomery => {
                for row in 0..self.lanes.limbs {
                    self.row(row);
                }
                self.drop_low(self.lanes.limbs);
                if self.lanes.digits[0] == 1 {
                    // The rows took multiples away: one modulus makes up for all of them.
                    self.add_number(&self.lanes.modulus);
                }
                self.limbs()
            }
            Reduction::Fold { residue } => {
                self.fold(residue);
                self.rest()
            }
        }
    }

    /// One row of Montgomery's reduction: the column becomes zero, what it held above its limb and
    /// the multiple of the modulus go to the next ones.
    fn row(&mut self, at: usize) {
        let mut low = self.column(at);
        // The first column of one product is one limb: an input, or the low half of a product.
        if at > 0 || self.products > 1 {
            let high;
            (low, high) = self.asm.split_signed(low, BITS.into());
            self.add(at + 1, high);
        }
        let digits = &self.lanes.digits;
        let (quotient, minus) = match digits[0] {
            // low - low = 0 and low + low (2^52 - 1) = low 2^52.
            -1 => (low, false),
            1 => (low, true),
            digit => {
                let factor = negated_inverse(digit as u64) & ((1 << BITS) - 1);
                let factor = self.asm.constant(factor);
                let zero = self.asm.constant(0);
                let quotient = self.asm.madd52lo(zero, low, factor);
                let digit = self.asm.constant(digit as u64);
                let sum = self.asm.madd52lo(low, quotient, digit);
                // The low part is zero by the choice of the quotient.
                let (_, carry) = self.asm.split_signed(sum, BITS.into());
                self.add(at + 1, carry);
                self.madd_high(Spot { column: at, minus: false }, quotient, digit);
                (quotient, false)
            }
        };
        self.asm.quotient(quotient);
        for (place, digit) in digits.iter().enumerate().skip(1).filter(|(_, digit)| **digit != 0) {
            let amount = self.asm.constant(digit.unsigned_abs());
            let minus = minus != (*digit < 0);
            self.madd(Spot { column: at + place, minus }, quotient, amount);
        }
    }

    /// Brings the columns above the limbs down.
    fn fold(&mut self, residue: u64) {
        let limbs = self.lanes.limbs;
        let factor = self.asm.constant(residue);
        // The first pass leaves a little above the limbs or nothing, the second nothing.
        while self.width() > limbs {
            let above = self.width();
            let mut high = Vec::with_capacity(limbs);
            for at in limbs..above {
                let mut limb = self.column(at);
                if at + 1 < above {
                    let carry;
                    (limb, carry) = self.asm.split_signed(limb, BITS.into());
                    self.add(at + 1, carry);
                }
                high.push(limb);
            }
            for side in [&mut self.sums, &mut self.pos, &mut self.neg] {
                side.truncate(limbs);
            }
            for (column, limb) in high.into_iter().enumerate() {
                let spot = Spot { column, minus: false };
                self.madd_low(spot, limb, factor);
                if column + 1 < limbs || !self.lanes.folds_at_once(residue, self.products) {
                    self.madd_high(spot, limb, factor);
                }
            }
        }
    }

    /// Brings sums with signs, or columns that were folded, to rest and ends the program.
    pub(super) fn rest(mut self) -> Program {
        let lanes = self.lanes;
        if lanes.tops.iter().any(|top| !top.is_sparse()) {
            let offset = lanes.offset();
            self.add_number(&offset);
        }
        for top in &lanes.tops {
            self.take_off(top);
        }
        self.limbs()
    }

    /// Takes off what lies above `2^place`, and adds its residue. The limbs below are not carried,
    /// so that the cut is only near the place: the bias keeps the rest from falling below zero.
    fn take_off(&mut self, top: &Top) {
        let last = self.lanes.limbs - 1;
        let shift = top.place - BITS * last as u32;
        let bias = self.asm.constant(self.lanes.bias(top));
        let column = self.column(last);
        let lowered = self.asm.sub_signed(column, bias);
        let (low, quotient) = self.asm.split_signed(lowered, shift.into());
        self.sums[last] = Some(self.asm.add_signed(low, bias));
        if top.is_sparse() {
            for (minus, place) in terms(&top.residue) {
                let column = (place / BITS) as usize;
                let shifted = match u64::from(place % BITS) {
                    0 => quotient,
                    distance => self.asm.shl_signed(quotient, distance),
                };
                if minus { self.subtract(column, shifted) } else { self.add(column, shifted) }
            }
        } else {
            let residue = top.residue.to_biguint().expect("a dense residue is positive");
            let limbs = plain_limbs(&residue, self.lanes.limbs).into_iter().enumerate();
            for (column, limb) in limbs.filter(|(_, limb)| *limb != 0) {
                let limb = self.asm.constant(limb);
                let spot = Spot { column, minus: false };
                self.madd_low(spot, quotient, limb);
                if column < last {
                    self.madd_high(spot, quotient, limb);
                }
            }
        }
    }

    fn add_number(&mut self, number: &BigUint) {
        for (column, limb) in plain_limbs(number, self.lanes.limbs).into_iter().enumerate() {
            if limb != 0 {
                let limb = self.asm.constant(limb);
                self.add(column, limb);
            }
        }
    }

    /// Carries all limbs but the last and ends the program.
    fn limbs(mut self) -> Program {
        let mut output = Vec::with_capacity(self.lanes.limbs);
        for at in 0..self.lanes.limbs {
            let column = self.column(at);
            if at + 1 == self.lanes.limbs {
                output.push(column);
                break;
            }
            let (low, high) = self.asm.split_signed(column, BITS.into());
            output.push(low);
            self.add(at + 1, high);
        }
        self.asm.finish(output)
    }
}

impl Lanes {
    /// What the top limb keeps back before the cut: what uncarried limbs, and the residue times
    /// the quotient, may take away below it.
    fn bias(&self, top: &Top) -> u64 {
        let unit = BITS * (self.limbs as u32 - 1);
        let quotient = BigInt::from((&self.bound * (2 * UNITS)) >> top.place) + 2;
        let taken: BigInt = (quotient * top.residue.abs()) >> unit;
        let bias: BigInt = if top.is_sparse() { taken } else { BigInt::zero() };
        let bias: BigInt = bias + UNITS + 2;
        bias.to_u64().expect("a bias is a small part of the top limb")
    }

    /// Whether the highest column of so many products times the residue is one limb.
    fn folds_at_once(&self, residue: u64, products: u32) -> bool {
        let carried = BigUint::from(1u32 << 6);
        let product = &self.bound * &self.bound * products;
        let highest = (product >> (BITS as usize * (2 * self.limbs - 1))) + carried;
        (highest * residue).bits() <= BITS.into()
    }

    /// A multiple of the modulus in columns, none of them less than what so many products of
    /// elements at rest have there.
    fn above(&self, products: u32) -> Vec<u64> {
        let rest = self.limits(0).limbs;
        let limb = |at: usize| rest[at].1.to_u128().expect("a limb is a word");
        let mut columns = vec![0; 2 * self.limbs];
        for i in 0..self.limbs {
            for j in 0..self.limbs {
                let most = limb(i) * limb(j);
                let low = most.min((1 << BITS) - 1);
                columns[i + j] += low as u64 * u64::from(products);
                columns[i + j + 1] += (most >> BITS) as u64 * u64::from(products);
            }
        }
        let places = columns.iter().enumerate();
        let number: BigUint =
            places.map(|(at, column)| BigUint::from(*column) << (BITS as usize * at)).sum();
        let missing = &self.modulus - number % &self.modulus;
        for (column, limb) in columns.iter_mut().zip(plain_limbs(&missing, self.limbs)) {
            *column += limb;
        }
        columns
    }

    /// A multiple of the modulus that makes any sum positive, with some room.
    fn offset(&self) -> BigUint {
        let unit = BITS as usize * (self.limbs - 1);
        let least = &self.bound * UNITS + (BigUint::from(4 * UNITS + 8) << unit);
        (least / &self.modulus + 1u32) * &self.modulus
    }
}
