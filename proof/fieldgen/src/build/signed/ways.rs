//! The ways in and out: from 64-bit words to signed limbs, and back to the number below the
//! modulus.

use super::rest::{Rest, level_in};
use super::{Assembler, Signed};
use crate::contract::Limits;
use crate::ir::{Program, Value, Way};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed as _, ToPrimitive};

impl Signed {
    /// The limbs of the number in words that is below the modulus.
    #[must_use]
    pub fn encode(&self) -> Program {
        let mut asm = Assembler::across("encode", "plain", self.limbs, self.bits, Way::In);
        let words = (self.modulus.bits() as usize).div_ceil(64);
        let plain = asm.input(0);
        let digits = self.digits(&mut asm, &plain[..words]);
        let mut above = None;
        let mut limbs = Vec::new();
        for (place, digit) in digits.into_iter().enumerate() {
            let sum = sum(&mut asm, digit, above);
            if place + 1 == self.limbs {
                limbs.push(sum);
                break;
            }
            let (low, high) = asm.carry_signed(sum, self.bits.into());
            limbs.push(low);
            above = Some(high);
        }
        asm.finish(limbs)
    }

    /// The number in `words`, cut in pieces as wide as a limb. Each word is cut from below, so that
    /// all pieces of one are parts of parts.
    fn digits(&self, asm: &mut Assembler, words: &[Value]) -> Vec<Value> {
        let bits = u64::from(self.bits);
        let mut words = words.iter().copied();
        let (mut rest, mut left) = (None, 0);
        let mut digits = Vec::new();
        for place in 0..self.limbs {
            let last = place + 1 == self.limbs;
            if left < bits
                && let Some(next) = words.next()
            {
                let wanted = bits - left;
                let (part, above) = match last {
                    true => (next, None),
                    false => (asm.low_bits(next, wanted), Some(asm.shr(next, wanted))),
                };
                let digit = match rest {
                    Some(rest) => {
                        let part = asm.shl(part, left);
                        asm.add(rest, part)
                    }
                    None => part,
                };
                digits.push(digit);
                (rest, left) = (above, 64 - wanted);
                continue;
            }
            let here = rest.unwrap_or_else(|| asm.constant(0));
            if last || left <= bits {
                digits.push(here);
                (rest, left) = (None, 0);
            } else {
                digits.push(asm.low_bits(here, bits));
                (rest, left) = (Some(asm.shr(here, bits)), left - bits);
            }
        }
        digits
    }

    /// The number below the modulus, in words, of limbs as far from zero as a sum may have them.
    ///
    /// A quotient is guessed from the top limb and its multiple of the modulus taken away, which
    /// leaves a number from 0 to two moduli; then one modulus goes, or none.
    #[must_use]
    pub fn decode(&self, rest: &Rest) -> Program {
        let bits = u64::from(self.bits);
        let mut asm = Assembler::across("decode", "a", self.limbs, self.bits, Way::Out);
        let (mut limbs, mut above) = (asm.input(0), None);
        for limb in &mut limbs[..self.limbs - 1] {
            let whole = sum(&mut asm, *limb, above);
            let (low, high) = asm.split_signed(whole, bits);
            asm.quotient(low);
            (*limb, above) = (low, Some(high));
        }
        limbs[self.limbs - 1] = sum(&mut asm, limbs[self.limbs - 1], above);
        let guess = self.guess(rest);
        let (factor, reach) = (asm.constant(guess.factor), asm.constant(guess.reach));
        let product = asm.mul_signed(limbs[self.limbs - 1], factor);
        let product = asm.sub_signed(product, reach);
        let (low, quotient) = asm.split_signed(product, guess.shift);
        asm.quotient(low);
        for (limb, digit) in limbs.iter_mut().zip(self.pieces(&self.modulus)) {
            if digit != 0 {
                let digit = asm.constant(digit);
                let multiple = asm.mul_signed(quotient, digit);
                *limb = asm.sub_signed(*limb, multiple);
            }
        }
        let (limbs, _) = self.carried(&mut asm, &limbs, false);
        asm.hint(&limbs);
        let power = BigUint::one() << (self.bits as usize * self.limbs);
        let negated = self.pieces(&(power - &self.modulus));
        let plus = limbs.iter().zip(negated).map(|(limb, digit)| match digit {
            0 => *limb,
            _ => {
                let digit = asm.constant(digit);
                asm.add_signed(*limb, digit)
            }
        });
        let plus: Vec<Value> = plus.collect();
        // What goes beyond all limbs says that there was a modulus to take away.
        let (less, enough) = self.carried(&mut asm, &plus, true);
        asm.hint(&less);
        let mask = asm.mask(enough.expect("all limbs are split"));
        let pairs = limbs.into_iter().zip(less);
        let digits: Vec<Value> = pairs.map(|(limb, less)| asm.select(mask, less, limb)).collect();
        asm.hint(&digits);
        let output = self.packed(&mut asm, &digits);
        asm.finish(output)
    }

    /// The limbs with what is above each in the next; of the last one only if `all`, and given.
    fn carried(
        &self,
        asm: &mut Assembler,
        limbs: &[Value],
        all: bool,
    ) -> (Vec<Value>, Option<Value>) {
        let mut above = None;
        let mut carried = Vec::new();
        for (place, limb) in limbs.iter().enumerate() {
            let whole = sum(asm, *limb, above);
            if place + 1 == limbs.len() && !all {
                carried.push(whole);
                return (carried, None);
            }
            let (low, high) = asm.split_signed(whole, self.bits.into());
            carried.push(low);
            above = Some(high);
        }
        (carried, above)
    }

    /// The words of the number with the digits `digits`, as many as there are limbs.
    fn packed(&self, asm: &mut Assembler, digits: &[Value]) -> Vec<Value> {
        let count = (self.modulus.bits() as usize).div_ceil(64);
        let mut words: Vec<Option<Value>> = vec![None; self.limbs];
        for (place, digit) in digits.iter().enumerate() {
            let (word, shift) = (self.bits as usize * place / 64, self.bits as usize * place % 64);
            if word >= count {
                break;
            }
            let part = if shift == 0 { *digit } else { asm.shl(*digit, shift as u64) };
            words[word] = Some(words[word].map_or(part, |sum| asm.add(sum, part)));
            // Beyond the last word is nothing, for the number is below the modulus.
            if shift + self.bits as usize > 64 && word + 1 < count {
                words[word + 1] = Some(asm.shr(*digit, 64 - shift as u64));
            }
        }
        words.into_iter().map(|word| word.unwrap_or_else(|| asm.constant(0))).collect()
    }

    /// The pieces of `number` of as many bits as a limb has.
    fn pieces(&self, number: &BigUint) -> Vec<u64> {
        let mask = (BigUint::one() << self.bits) - 1u32;
        let piece = |place: usize| (number >> (self.bits as usize * place)) & &mask;
        (0..self.limbs).map(|place| piece(place).to_u64().expect("a limb fits a word")).collect()
    }

    /// How the quotient is guessed: as precisely as the product fits a word.
    fn guess(&self, rest: &Rest) -> Guess {
        let widest = Limits::around_zero(&rest.limbs, level_in(self, "decode"), self.bits);
        let modulus = BigInt::from(self.modulus.clone());
        let shift = 62 - (&widest.value.1 / &modulus + 1u32).bits() - 1;
        let place = BigInt::one() << (self.bits as usize * (self.limbs - 1));
        let factor = (&place << shift) / &modulus;
        let top = widest.value.1.div_ceil(&place).abs() + 1u32;
        Guess {
            factor: factor.to_u64().expect("the top limb is worth less than the modulus"),
            reach: top.to_u64().expect("the top limb fits a word"),
            shift,
        }
    }
}

/// `quotient = (top * factor - reach) / 2^shift`, rounded down, where `reach` is no less than what
/// the factor, which is rounded, makes of the product.
struct Guess {
    factor: u64,
    reach: u64,
    shift: u64,
}

/// A limb and what came from the one below it.
fn sum(asm: &mut Assembler, limb: Value, above: Option<Value>) -> Value {
    match above {
        Some(above) => asm.add_signed(limb, above),
        None => limb,
    }
}
