//! What a program is asked to do: bounds of inputs and output, and the value of the output.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// Bounds of a number in limbs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Least and greatest limb, least significant limb first.
    pub limbs: Vec<(BigInt, BigInt)>,
    /// Least and greatest value of the number.
    pub value: (BigInt, BigInt),
}

impl Limits {
    /// Unsigned numbers below `end` in `limbs` words of 64 bits.
    #[must_use]
    pub fn below(end: &BigUint, limbs: usize) -> Self {
        let last = BigInt::from(end.clone()) - 1;
        let word: BigInt = (BigInt::one() << 64) - 1;
        let limit = |place: usize| -> BigInt {
            let high: BigInt = &last >> (64 * place);
            high.min(word.clone())
        };
        let limbs = (0..limbs).map(|place| (BigInt::zero(), limit(place))).collect();
        Self { limbs, value: (BigInt::zero(), last) }
    }

    /// Signed numbers whose limbs are at most `2^level` times `limbs` away from zero.
    #[must_use]
    pub fn around_zero(limbs: &[i128], level: u32, limb_bits: u32) -> Self {
        let limbs: Vec<BigInt> = limbs.iter().map(|limb| BigInt::from(*limb) << level).collect();
        let places = limbs.iter().enumerate();
        let sum: BigInt = places.map(|(place, limb)| limb << (limb_bits as usize * place)).sum();
        let limbs = limbs.into_iter().map(|limb| (-&limb, limb)).collect();
        Self { limbs, value: (-&sum, sum) }
    }
}

/// The value of the output: `factor * output = sum(terms) mod modulus`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// Factor of the output; must have an inverse modulo the modulus.
    pub factor: BigInt,
    /// Each term is a coefficient times a product of inputs, named by their number.
    pub terms: Vec<(BigInt, Vec<usize>)>,
    /// The modulus.
    pub modulus: BigInt,
}

/// Everything the provers compare a program with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    /// Bounds that callers keep, one per input.
    pub inputs: Vec<Limits>,
    /// Bounds that the program keeps.
    pub output: Limits,
    /// The value.
    pub formula: Formula,
    /// Lazy additions that a call costs its caller: the output may be `2^additions` times as wide
    /// as the inputs. Zero for a function whose outputs may be inputs again.
    pub additions: u32,
}

impl Contract {
    /// True if every output may be an input again, so that one proof covers every chain of calls.
    ///
    /// A lazy addition is excused by the factor that it declares; its callers count.
    #[must_use]
    pub fn is_inductive(&self) -> bool {
        let inside = |inner: &(BigInt, BigInt), outer: &(BigInt, BigInt)| {
            &outer.0 << self.additions <= inner.0 && inner.1 <= &outer.1 << self.additions
        };
        // An output with fewer limbs goes in with zeros above.
        let none = (BigInt::zero(), BigInt::zero());
        self.inputs.iter().all(|input| {
            let output = self.output.limbs.iter().chain(std::iter::repeat(&none));
            self.output.limbs.len() <= input.limbs.len()
                && output.zip(&input.limbs).all(|(out, limit)| inside(out, limit))
                && inside(&self.output.value, &input.value)
        })
    }
}
