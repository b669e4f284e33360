//! Words of one lane: whole products, and what sums of words carry.
//!
//! A borrow is a carry: if `d = a - b - c mod 2^64`, then `a - b - c` borrows exactly where
//! `d + b + c` carries. So there is one kind of atom for both, the times that `2^64` is in a sum
//! of words, in any order.

use super::{Atom, Id, Sum, Values};

impl Values {
    /// `a * b = low + 2^64 high`.
    pub fn product(&mut self, a: Id, b: Id) -> (Id, Id) {
        let ranges = (self.range(a), self.range(b));
        let wide = |one: i128, other: i128| one as u128 * other as u128;
        let least = wide(ranges.0.0, ranges.1.0);
        let most = wide(ranges.0.1, ranges.1.1);
        let low = match (self.as_constant(a), self.as_constant(b)) {
            (Some(times), _) => self.scaled(b, times),
            (_, Some(times)) => self.scaled(a, times),
            _ => self.atom(Atom::LowWord(a.min(b), a.max(b))),
        };
        let (from, to) = ((least >> 64) as u64, (most >> 64) as u64);
        if from == to {
            if to == 0 {
                self.learn(low, (least as i128, most as i128));
            }
            return (low, self.constant(from));
        }
        let power = |id: Id, of: &Self| of.as_constant(id).filter(|word| word.is_power_of_two());
        let high = match (power(a, self), power(b, self)) {
            (Some(word), _) => self.right(b, 64 - word.trailing_zeros()),
            (_, Some(word)) => self.right(a, 64 - word.trailing_zeros()),
            _ => self.atom(Atom::HighWord(a.min(b), a.max(b))),
        };
        self.learn(high, (from.into(), to.into()));
        (low, high)
    }

    /// `times * a mod 2^64`.
    pub fn scaled(&mut self, a: Id, times: u64) -> Id {
        let zero = self.constant(0);
        self.add_scaled(zero, a, times)
    }

    /// How often `2^64` is in the sum of these words.
    pub fn carry(&mut self, words: &[Id]) -> Id {
        let mut parts: Vec<Id> = Vec::new();
        let mut constant = 0u64;
        for word in words {
            // Constants are one, as long as their sum is a word.
            match self.as_constant(*word).and_then(|word| constant.checked_add(word)) {
                Some(sum) => constant = sum,
                None => parts.push(*word),
            }
        }
        if constant != 0 {
            parts.push(self.constant(constant));
        }
        if constant >> 63 == 1
            && let Some(carry) = self.carry_of_complement(&parts, constant)
        {
            return carry;
        }
        let parts = self.joined(parts);
        let ranges = parts.iter().map(|part| self.range(*part));
        let (least, most) = ranges.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        if least >> 64 == most >> 64 {
            return self.constant((least >> 64) as u64);
        }
        let id = self.atom(Atom::Carry(parts.into()));
        self.learn(id, (least >> 64, most >> 64));
        id
    }

    /// The same with one word in place of two whose sum is a word.
    fn joined(&mut self, mut parts: Vec<Id>) -> Vec<Id> {
        parts.sort_unstable();
        let pair = |parts: &[Id], of: &Self| {
            let pairs = (0..parts.len()).flat_map(|a| (a + 1..parts.len()).map(move |b| (a, b)));
            pairs.into_iter().find(|(a, b)| of.is_sum_short(parts[*a], parts[*b]))
        };
        while let Some((a, b)) = pair(&parts, self) {
            let (b, a) = (parts.remove(b), parts.remove(a));
            parts.push(self.plus(a, b));
            parts.sort_unstable();
        }
        parts
    }

    fn is_sum_short(&self, a: Id, b: Id) -> bool {
        (self.range(a).1 + self.range(b).1) >> 64 == 0 || self.are_apart(a, b)
    }

    /// The carry of `w + C + c`, where `C` is a constant and `c` a bit, by that of its result and
    /// `!C` and `1 - c`: the one is there where the other is not.
    fn carry_of_complement(&mut self, parts: &[Id], constant: u64) -> Option<Id> {
        let others: Vec<Id> =
            parts.iter().copied().filter(|part| self.as_constant(*part).is_none()).collect();
        if others.len() + 1 != parts.len() {
            return None;
        }
        let bit = match others[..] {
            [word] if constant == 1 << 63 => return Some(self.right(word, 63)),
            [_] => self.constant(0),
            [a, b] if self.is_bit(b) && !self.is_bit(a) => b,
            [a, b] if self.is_bit(a) && !self.is_bit(b) => a,
            _ => return None,
        };
        let total = parts.iter().fold(self.constant(0), |sum, part| self.plus(sum, *part));
        let one = self.constant(1);
        let (rest, bit) = (self.constant(!constant), self.add_scaled(one, bit, u64::MAX));
        let carry = self.carry(&[total, rest, bit]);
        Some(self.add_scaled(one, carry, u64::MAX))
    }

    /// `a + b + c` modulo `2^64`, and its carry.
    pub fn sum_and_carry(&mut self, a: Id, b: Id, c: Id) -> (Id, Id) {
        let sum = self.plus(a, b);
        (self.plus(sum, c), self.carry(&[a, b, c]))
    }

    /// `a - b - c` modulo `2^64`, and whether it is below zero, as a bit.
    pub fn difference(&mut self, a: Id, b: Id, c: Id) -> (Id, Id) {
        let difference = self.add_scaled(a, b, u64::MAX);
        let difference = self.add_scaled(difference, c, u64::MAX);
        let (of_a, of_b, of_c) = (self.range(a), self.range(b), self.range(c));
        let borrow = if of_a.0 >= of_b.1 + of_c.1 {
            self.constant(0)
        } else if of_a.1 < of_b.0 + of_c.0 {
            self.constant(1)
        } else {
            self.carry(&[difference, b, c])
        };
        (difference, borrow)
    }

    /// `a + b mod 2^64`.
    pub fn plus(&mut self, a: Id, b: Id) -> Id {
        self.add_scaled(a, b, 1)
    }

    /// The lower `bits` bits, 1 to 63 of them, as a word with a sign.
    pub fn with_sign(&mut self, a: Id, bits: u32) -> Id {
        let distance = 64 - bits;
        if let Some(&Atom::Above(of, by)) = self.as_atom(a)
            && by == distance
            && self.zeros(of) >= distance
        {
            return a;
        }
        let upper = self.shl(a, distance);
        self.above(upper, distance)
    }

    /// Whether it is known to be below `2^bits`.
    #[must_use]
    pub fn is_below(&self, a: Id, bits: u32) -> bool {
        self.range(a).1 >> bits == 0
    }

    /// Whether it is known to be 0 or 1.
    fn is_bit(&self, a: Id) -> bool {
        self.is_below(a, 1)
    }

    /// The bit that a word is a mask of, all ones for 1, if it is one.
    #[must_use]
    pub fn bit_of_mask(&mut self, mask: Id) -> Option<Id> {
        if self.as_constant(mask).is_some() {
            return None;
        }
        let bit = self.scaled(mask, u64::MAX);
        // Where a bit is not, is a bit.
        if let (1, [(atom, u64::MAX)]) = (self.of(bit).constant, &self.of(bit).terms[..]) {
            let of = self.sum(Sum { constant: 0, terms: vec![(*atom, 1)] });
            if self.is_bit(of) {
                self.learn(bit, (0, 1));
            }
        }
        self.is_bit(bit).then_some(bit)
    }

    /// `a` where the mask is all ones, `b` where it is zero; the same atoms as by bits.
    pub fn select(&mut self, mask: Id, a: Id, b: Id) -> Id {
        if let (Some(one), Some(other)) = (self.as_constant(a), self.as_constant(b))
            && let Some(bit) = self.bit_of_mask(mask)
        {
            return self.add_scaled(b, bit, one.wrapping_sub(other));
        }
        let change = self.xor(a, b);
        let change = self.and(mask, change);
        self.xor(b, change)
    }
}
