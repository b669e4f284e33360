//! Words by what they are of the inputs: two values with one number are equal for all inputs.
//!
//! A word is a sum over `Z / 2^64` of atoms: words of inputs, halves of products, words shifted
//! right, and bitwise combinations. Every rule here is an identity of 64-bit words, whatever they
//! hold; none asks for a bound. docs/proofs.md lists the rules.

mod wide;

use std::collections::HashMap;

/// A word. Equal numbers of one [`Values`] are equal words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(u32);

/// What is no sum of others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// A word of an input: group and limb.
    Input(u32, u32),
    /// The lower 52 bits of the product of the lower 52 bits of two words, smaller number first.
    Low(Id, Id),
    /// Its upper 52 bits.
    High(Id, Id),
    /// A word with a sign divided by a power of two, rounded down.
    Above(Id, u32),
    /// The same of a word without a sign.
    Right(Id, u32),
    /// Bitwise, smaller number first.
    And(Id, Id),
    /// Bitwise, smaller number first.
    Or(Id, Id),
    /// Bitwise, smaller number first.
    Xor(Id, Id),
    /// The product of two words modulo `2^64`, smaller number first.
    LowWord(Id, Id),
    /// What is above that, in the next word.
    HighWord(Id, Id),
    /// How often `2^64` is in the sum of these words, in order.
    Carry(Box<[Id]>),
}

/// `constant + sum(coefficient * atom) mod 2^64`; atoms in order, no coefficient is zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Sum {
    constant: u64,
    terms: Vec<(u32, u64)>,
}

impl Sum {
    fn map(&self, change: impl Fn(u64) -> u64) -> Self {
        let terms = self.terms.iter().map(|(atom, times)| (*atom, change(*times)));
        let terms = terms.filter(|(_, times)| *times != 0).collect();
        Self { constant: change(self.constant), terms }
    }

    /// `self + times * other`.
    fn plus(&self, other: &Self, times: u64) -> Self {
        let constant = self.constant.wrapping_add(other.constant.wrapping_mul(times));
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        loop {
            let (atom, sum) = match (left.first(), right.first()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    (left, right) = (&left[1..], &right[1..]);
                    (a.0, a.1.wrapping_add(b.1.wrapping_mul(times)))
                }
                (Some(a), b) if b.is_none_or(|b| a.0 < b.0) => {
                    left = &left[1..];
                    *a
                }
                (_, Some(b)) => {
                    right = &right[1..];
                    (b.0, b.1.wrapping_mul(times))
                }
                (_, None) => return Self { constant, terms },
            };
            if sum != 0 {
                terms.push((atom, sum));
            }
        }
    }
}

/// All words that were met, each once.
#[derive(Default)]
pub struct Values {
    sums: Vec<Sum>,
    of_sum: HashMap<Sum, Id>,
    /// What each word is at the least and at most, without a sign.
    ranges: Vec<(u64, u64)>,
    atoms: Vec<Atom>,
    /// By atom: how many of its lowest bits are known to be zero.
    zeros: Vec<u32>,
    of_atom: HashMap<Atom, u32>,
}

/// Bits of a factor.
const FACTOR: u32 = 52;

impl Values {
    fn sum(&mut self, sum: Sum) -> Id {
        if let Some(id) = self.of_sum.get(&sum) {
            return *id;
        }
        let id = Id(u32::try_from(self.sums.len()).expect("functions are short"));
        self.sums.push(sum.clone());
        self.ranges.push((0, u64::MAX));
        self.of_sum.insert(sum, id);
        id
    }

    fn range(&self, id: Id) -> (i128, i128) {
        let constant = self.as_constant(id).map(|constant| (constant, constant));
        let (low, high) = constant.unwrap_or(self.ranges[id.0 as usize]);
        (low.into(), high.into())
    }

    /// Notes the range of a word; one that leaves the words says nothing.
    fn learn(&mut self, id: Id, (low, high): (i128, i128)) {
        let old = &mut self.ranges[id.0 as usize];
        if let (Ok(low), Ok(high)) = (u64::try_from(low), u64::try_from(high)) {
            *old = (old.0.max(low), old.1.min(high));
        }
    }

    fn of(&self, id: Id) -> &Sum {
        &self.sums[id.0 as usize]
    }

    fn atom(&mut self, atom: Atom) -> Id {
        let next = u32::try_from(self.atoms.len()).expect("functions are short");
        let number = *self.of_atom.entry(atom.clone()).or_insert(next);
        if number == next {
            let zeros = match atom {
                Atom::Low(a, b) => self.zeros(a) + self.zeros(b),
                Atom::LowWord(a, b) => (self.zeros(a) + self.zeros(b)).min(64),
                Atom::Above(a, distance) | Atom::Right(a, distance) => {
                    self.zeros(a).saturating_sub(distance)
                }
                _ => 0,
            };
            self.atoms.push(atom);
            self.zeros.push(zeros);
        }
        self.sum(Sum { constant: 0, terms: vec![(number, 1)] })
    }

    /// How many of its lowest bits are zero, as far as its terms show it.
    fn zeros(&self, id: Id) -> u32 {
        let sum = self.of(id);
        let of_terms = sum
            .terms
            .iter()
            .map(|(atom, times)| times.trailing_zeros() + self.zeros[*atom as usize]);
        of_terms.min().unwrap_or(64).min(sum.constant.trailing_zeros())
    }

    /// The constant that a word is, if it is one.
    #[must_use]
    pub fn as_constant(&self, id: Id) -> Option<u64> {
        let sum = self.of(id);
        sum.terms.is_empty().then_some(sum.constant)
    }

    /// A constant.
    pub fn constant(&mut self, constant: u64) -> Id {
        self.sum(Sum { constant, terms: Vec::new() })
    }

    /// A word of an input.
    pub fn input(&mut self, group: u32, limb: u32) -> Id {
        self.atom(Atom::Input(group, limb))
    }

    /// `a + times * b mod 2^64`.
    pub fn add_scaled(&mut self, a: Id, b: Id, times: u64) -> Id {
        let sum = self.of(a).plus(self.of(b), times);
        let id = self.sum(sum);
        let (a, b, times) = (self.range(a), self.range(b), i128::from(times as i64));
        let (least, most) = (b.0.saturating_mul(times), b.1.saturating_mul(times));
        let range = (least.min(most), least.max(most));
        self.learn(id, (a.0.saturating_add(range.0), a.1.saturating_add(range.1)));
        id
    }

    /// `a * 2^distance mod 2^64`.
    pub fn shl(&mut self, a: Id, distance: u32) -> Id {
        let sum = self.of(a).map(|times| times.checked_shl(distance).unwrap_or(0));
        let id = self.sum(sum);
        if distance < 62 {
            let (low, high) = self.range(a);
            self.learn(id, (low << distance, high << distance));
        }
        id
    }

    /// The word with a sign, divided by `2^distance`. A shift of a shift is one shift.
    pub fn above(&mut self, a: Id, distance: u32) -> Id {
        let distance = distance.min(63);
        if distance == 0 {
            return a;
        }
        if let Some(constant) = self.as_constant(a) {
            return self.constant(((constant as i64) >> distance) as u64);
        }
        let (low, high) = self.range(a);
        if high >> distance == 0 {
            return self.constant(0);
        }
        let id = match self.as_atom(a) {
            Some(&Atom::Above(of, before)) => {
                self.atom(Atom::Above(of, (before + distance).min(63)))
            }
            _ => self.atom(Atom::Above(a, distance)),
        };
        if self.has_no_sign(a) {
            self.learn(id, (low >> distance, high >> distance));
        }
        id
    }

    /// Whether it is the same number with a sign and without.
    #[must_use]
    pub fn has_no_sign(&self, a: Id) -> bool {
        self.range(a).1 >> 63 == 0
    }

    /// `low` and `above` with `a = low + 2^bits above` and `0 <= low < 2^bits`, `a` with a sign;
    /// `bits` is from 1 to 63.
    pub fn split(&mut self, a: Id, bits: u32) -> (Id, Id) {
        let above = self.above(a, bits);
        // Multiples of `2^bits` do not count.
        let cut = self.of(a).map(|times| times & ((1 << bits) - 1));
        let cut = self.sum(cut);
        let above_cut = self.above(cut, bits);
        let low = self.add_scaled(cut, above_cut, (1u64 << bits).wrapping_neg());
        self.learn(low, (0, (1 << bits) - 1));
        (low, above)
    }

    /// The word without a sign, divided by `2^distance`.
    pub fn right(&mut self, a: Id, distance: u32) -> Id {
        match self.as_constant(a) {
            _ if distance == 0 => a,
            _ if distance > 63 => self.constant(0),
            Some(constant) => self.constant(constant >> distance),
            None if self.has_no_sign(a) => self.above(a, distance),
            None => {
                let id = self.atom(Atom::Right(a, distance));
                let (low, high) = self.range(a);
                self.learn(id, (low >> distance, high >> distance));
                id
            }
        }
    }

    fn as_atom(&self, a: Id) -> Option<&Atom> {
        match (self.of(a).constant, self.of(a).terms.as_slice()) {
            (0, [(atom, 1)]) => Some(&self.atoms[*atom as usize]),
            _ => None,
        }
    }

    /// What a factor is: a word modulo `2^52`, so that coefficients count modulo `2^52`.
    fn factor(&mut self, a: Id) -> Id {
        let sum = self.of(a).map(|times| times & ((1 << FACTOR) - 1));
        self.sum(sum)
    }

    /// `sum + (a b mod 2^52)` or `sum + a b / 2^52`, of the lower 52 bits of `a` and `b`.
    pub fn madd(&mut self, sum: Id, a: Id, b: Id, high: bool) -> Id {
        let full = (1i128 << FACTOR) - 1;
        let product = self.range(a).1.min(full) * self.range(b).1.min(full);
        let words = (a, b);
        let (a, b) = (self.factor(a), self.factor(b));
        let half = match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => {
                let product = u128::from(a) * u128::from(b);
                let cut = if high { product >> FACTOR } else { product & full as u128 };
                self.constant(cut as u64)
            }
            _ if high && product >> FACTOR == 0 => return sum,
            _ if !high && self.zeros(a) + self.zeros(b) >= FACTOR => return sum,
            (Some(1), _) if !high => self.split(words.1, FACTOR).0,
            (_, Some(1)) if !high => self.split(words.0, FACTOR).0,
            _ if high => self.atom(Atom::High(a.min(b), a.max(b))),
            _ => self.atom(Atom::Low(a.min(b), a.max(b))),
        };
        // A lower half is a multiple of what both factors are multiples of.
        let most = match (high, self.zeros(half)) {
            (true, _) => product >> FACTOR,
            (false, zeros) => product.min(full >> zeros.min(FACTOR) << zeros.min(FACTOR)),
        };
        self.learn(half, (0, most));
        self.add_scaled(sum, half, 1)
    }

    /// Bitwise and. Of `2^n - 1` it is what a shift leaves: `a - 2^n (a / 2^n)`.
    pub fn and(&mut self, a: Id, b: Id) -> Id {
        let (a, mut b) = if self.as_constant(a).is_some() { (b, a) } else { (a, b) };
        if let Some(mask) = self.as_constant(b) {
            // Bits above the longest that the word can be do not count.
            let (_, high) = self.range(a);
            let bits = 128 - high.leading_zeros();
            let whole = ((1i128 << bits) - 1) as u64;
            let mask = if mask & whole == whole { u64::MAX } else { mask & whole };
            b = self.constant(mask);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.constant(a & b),
            (_, Some(u64::MAX)) => a,
            (_, Some(0)) => b,
            // Of a mask and a constant: the constant as often as the bit.
            (_, Some(word)) if self.bit_of_mask(a).is_some() => {
                let bit = self.bit_of_mask(a).expect("it is a mask");
                self.scaled(bit, word)
            }
            (_, Some(mask)) if (mask & mask.wrapping_add(1)) == 0 => {
                let bits = mask.trailing_ones();
                self.split(a, bits).0
            }
            _ if a == b => a,
            _ => self.atom(Atom::And(a.min(b), a.max(b))),
        }
    }

    /// Whether no bit is in both, as the shorter ends below the lowest of the other.
    #[must_use]
    pub fn are_apart(&self, a: Id, b: Id) -> bool {
        let ends = |one: Id, other: Id| self.range(one).1 >> self.zeros(other).min(64) == 0;
        ends(a, b) || ends(b, a)
    }

    /// Bitwise or.
    pub fn or(&mut self, a: Id, b: Id) -> Id {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.constant(a | b),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ if a == b => a,
            _ if self.are_apart(a, b) => self.plus(a, b),
            _ => self.atom(Atom::Or(a.min(b), a.max(b))),
        }
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: Id, b: Id) -> Id {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.constant(a ^ b),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ if a == b => self.constant(0),
            (Some(u64::MAX), _) => {
                let ones = self.constant(u64::MAX);
                self.add_scaled(ones, b, u64::MAX)
            }
            (_, Some(u64::MAX)) => self.add_scaled(b, a, u64::MAX),
            _ if self.are_apart(a, b) => self.plus(a, b),
            _ => self.atom(Atom::Xor(a.min(b), a.max(b))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Random;

    /// Constants that rules look at.
    const CONSTANTS: [u64; 10] =
        [0, 1, 2, 3 << 50, 1 << 44, (1 << 52) - 1, 1 << 52, u64::MAX, 1 << 63, 0xff_ffff_0000_0fff];

    /// A word, and what it is in each sample.
    type Known = (Id, Vec<u64>);

    fn step(values: &mut Values, known: &[Known], random: &mut Random) -> Vec<Known> {
        let mut pick = || &known[random.below(known.len())];
        let (a, b, c) = (pick().clone(), pick().clone(), pick().clone());
        let all = |f: &dyn Fn(u64, u64, u64) -> u64| -> Vec<u64> {
            (0..a.1.len()).map(|at| f(a.1[at], b.1[at], c.1[at])).collect()
        };
        let bits = 1 + random.below(63) as u32;
        let bits = if random.below(2) == 0 { 52 } else { bits };
        let low = |word: u64| u128::from(word & ((1 << 52) - 1));
        match random.below(16) {
            0 => vec![(values.add_scaled(a.0, b.0, 1), all(&|a, b, _| a.wrapping_add(b)))],
            1 => vec![(values.add_scaled(a.0, b.0, u64::MAX), all(&|a, b, _| a.wrapping_sub(b)))],
            2 => vec![(values.shl(a.0, bits), all(&|a, _, _| a << bits))],
            3 => vec![(values.right(a.0, bits), all(&|a, _, _| a >> bits))],
            4 => vec![(values.above(a.0, bits), all(&|a, _, _| ((a as i64) >> bits) as u64))],
            5 => vec![(values.and(a.0, b.0), all(&|a, b, _| a & b))],
            6 => vec![(values.or(a.0, b.0), all(&|a, b, _| a | b))],
            7 => vec![(values.xor(a.0, b.0), all(&|a, b, _| a ^ b))],
            8 => {
                let (one, other) = values.split(a.0, bits);
                let parts = (
                    all(&|a, _, _| a & ((1 << bits) - 1)),
                    all(&|a, _, _| (a as i64 >> bits) as u64),
                );
                vec![(one, parts.0), (other, parts.1)]
            }
            11.. => wide(values, [&a, &b, &c], random.below(4)),
            high => {
                let high = high == 9;
                let id = values.madd(c.0, a.0, b.0, high);
                let half = move |a: u64, b: u64| {
                    let product = low(a) * low(b);
                    if high { (product >> 52) as u64 } else { low(product as u64) as u64 }
                };
                vec![(id, all(&|a, b, c| c.wrapping_add(half(a, b))))]
            }
        }
    }

    /// Steps on words of one lane.
    fn wide(values: &mut Values, [a, b, c]: [&Known; 3], kind: usize) -> Vec<Known> {
        let all = |f: &dyn Fn(u64, u64, u64) -> u64| -> Vec<u64> {
            (0..a.1.len()).map(|at| f(a.1[at], b.1[at], c.1[at])).collect()
        };
        let bit = values.split(c.0, 1).0;
        let (ids, words): (_, [Vec<u64>; 2]) = match kind {
            0 => {
                let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
                let words = [0, 64].map(|from| all(&|a, b, _| (product(a, b) >> from) as u64));
                (values.product(a.0, b.0), words)
            }
            1 => {
                let sum = |a: u64, b: u64, c: u64| u128::from(a) + u128::from(b) + u128::from(c);
                let words = [0, 64].map(|from| all(&|a, b, c| (sum(a, b, c) >> from) as u64));
                (values.sum_and_carry(a.0, b.0, c.0), words)
            }
            2 => {
                let less =
                    |a: u64, b: u64, c: u64| i128::from(a) - i128::from(b) - i128::from(c & 1);
                let words = [
                    all(&|a, b, c| less(a, b, c) as u64),
                    all(&|a, b, c| (less(a, b, c) < 0).into()),
                ];
                (values.difference(a.0, b.0, bit), words)
            }
            _ => {
                let mask = values.scaled(bit, u64::MAX);
                let words = [
                    all(&|a, b, c| if c & 1 == 1 { a } else { b }),
                    all(&|_, _, c| (c & 1).wrapping_neg()),
                ];
                ((values.select(mask, a.0, b.0), mask), words)
            }
        };
        let [first, second] = words;
        vec![(ids.0, first), (ids.1, second)]
    }

    /// Goal: words with one number are equal, within their ranges, and have the zeros that are
    /// known. Method: steps at random over few words, each followed on samples.
    #[test]
    fn equal_numbers_are_equal_words() {
        let mut random = Random(7);
        let mut met = 0;
        for _ in 0..400 {
            let mut values = Values::default();
            let mut known: Vec<Known> = Vec::new();
            for limb in 0..3 {
                let id = values.input(0, limb);
                let ends = [0, u64::MAX, 1 << 63, (1 << 52) - 1, 1 << 52];
                let words = (0..24).map(|at| ends.get(at).copied().unwrap_or(random.word()));
                known.push((id, words.collect()));
            }
            for constant in CONSTANTS {
                known.push((values.constant(constant), vec![constant; 24]));
            }
            for _ in 0..60 {
                let made = step(&mut values, &known, &mut random);
                known.extend(made);
            }
            let mut first: HashMap<Id, &Vec<u64>> = HashMap::new();
            for (id, words) in &known {
                let (low, high) = values.range(*id);
                for word in words {
                    assert!((low..=high).contains(&i128::from(*word)), "{word:#x} out of range");
                    assert!(word.trailing_zeros() >= values.zeros(*id).min(64), "{word:#x}");
                }
                match first.get(id) {
                    Some(earlier) => {
                        met += 1;
                        assert_eq!(*earlier, words, "{id:?} is two words");
                    }
                    None => drop(first.insert(*id, words)),
                }
            }
        }
        assert!(met > 2000, "{met} pairs met");
    }
}
