//! Steps on words of one lane: whole products, carries, masks.

use super::Trace;
use crate::value::Id;
use fieldgen::ir::{Op, Value};

impl Trace {
    fn push_pair(&mut self, op: Op, args: &[Value], (low, high): (Id, Id)) -> (Value, Value) {
        let value = self.push(op, args, 0, low);
        let second = Value::new(value.step(), 1);
        self.know(second, high);
        (value, second)
    }

    /// The word and the carry of `a + b + c`.
    pub fn adc(&mut self, a: Value, b: Value, c: Value) -> (Value, Value) {
        let ids = self.values.sum_and_carry(self.id(a), self.id(b), self.id(c));
        self.push_pair(Op::Adc, &[a, b, c], ids)
    }

    /// The word and the borrow of `a - b - c`.
    pub fn sbb(&mut self, a: Value, b: Value, c: Value) -> (Value, Value) {
        let ids = self.values.difference(self.id(a), self.id(b), self.id(c));
        self.push_pair(Op::Sbb, &[a, b, c], ids)
    }

    /// Both words of a product.
    pub fn product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let ids = self.values.product(self.id(a), self.id(b));
        self.push_pair(Op::MulWide, &[a, b], ids)
    }

    /// The lower word of a product. One of two words that are not known is a quotient to a prover.
    pub fn product_low(&mut self, a: Value, b: Value) -> Value {
        let (low, _) = self.values.product(self.id(a), self.id(b));
        self.push(Op::MulLow, &[a, b], 0, low)
    }

    /// All ones for 1 and zero for 0; the operand is a bit.
    pub fn mask(&mut self, bit: Value) -> Value {
        let of_bit = self.id(bit);
        if let Some(mask) = self.masks.get(&of_bit) {
            return *mask;
        }
        let id = self.values.scaled(of_bit, u64::MAX);
        let mask = self.push(Op::Mask, &[bit], 0, id);
        self.masks.insert(of_bit, mask);
        mask
    }

    /// Every bit the other one: of a mask the mask of where the bit is not.
    pub fn complement(&mut self, value: Value) -> Value {
        let (step, zero) = (self.program.step_of(value).clone(), self.constant(0));
        if step.op == Op::Mask {
            let one = self.constant(1);
            let (bit, _) = self.sbb(one, step.args[0], zero);
            return self.mask(bit);
        }
        let ones = self.constant(u64::MAX);
        self.sbb(ones, value, zero).0
    }

    /// Whether a word is known to be 0 or 1.
    #[must_use]
    pub fn is_bit(&self, value: Value) -> bool {
        self.is_below(value, 1)
    }

    /// Whether a word is known to be below `2^bits`.
    #[must_use]
    pub fn is_below(&self, value: Value, bits: u32) -> bool {
        self.values.is_below(self.id(value), bits)
    }

    /// Whether no bit is in both words.
    #[must_use]
    pub fn are_apart(&self, a: Value, b: Value) -> bool {
        self.values.are_apart(self.id(a), self.id(b))
    }

    /// `a` where the mask is all ones, `b` where it is zero.
    pub fn select(&mut self, mask: Value, a: Value, b: Value) -> Value {
        let id = self.values.select(self.id(mask), self.id(a), self.id(b));
        self.push(Op::Select, &[mask, a, b], 0, id)
    }
}
