//! Budgets: how far each machine lets sums grow before it must reduce.
//!
//! | budget | form of an element | at rest | a product takes |
//! |---|---|---|---|
//! | `Canonical` | 64-bit words, value below p | p | anything |
//! | `Lanes52` | unsigned 52-bit limbs, carried on in each sum | 2p | a b < 2^(52 L) p |
//! | `Loose52` | unsigned 52-bit limbs, not carried on | 2p, full limbs | as above, full limbs |
//! | `Signed<A, S>` | signed limbs in 64-bit columns | one unit | factors of `2^A` units |
//! | `Signed<0, 0>` | the same, each sum carried at once | one unit | one unit |
//!
//! They stand for the machine `One`, two ways to build eight lanes, and machines without a product
//! of 128 bits: limbs of 26 bits with two additions, of 29 bits with one, and any that carry each
//! sum.
//!
//! The rows state what a machine must keep; that the machine's own code keeps it is proven where
//! the code is generated. The rows are also what a new formula has to live within.

use num_bigint::BigUint;
use num_traits::One;
use sealane_arith::prime::Prime;

/// What is known of an element: its absolute value is at most `value` moduli, and its limbs are at
/// most `limb` times what they are at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// Ceiling of the value, in moduli.
    pub value: u64,
    /// Ceiling of each limb, in resting limbs.
    pub limb: u64,
}

impl Bound {
    /// Returns the weaker of both: what holds for an element that is one or the other.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Bound { value: self.value.max(other.value), limb: self.limb.max(other.limb) }
    }

    /// Returns whether an element of this bound may stand where one of `other` is asked for.
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        self.value <= other.value && self.limb <= other.limb
    }
}

/// The rules of one machine. `None` means: the machine cannot do that.
pub trait Budget: Copy + Send + Sync + 'static {
    /// Name in refusals.
    const NAME: &'static str;
    /// What a product, a carry, a load and a table entry give.
    const REST: Bound;

    /// Returns the bound of a sum.
    fn add<P: Prime>(a: Bound, b: Bound) -> Option<Bound>;
    /// Returns the bound of a difference.
    fn sub<P: Prime>(a: Bound, b: Bound) -> Option<Bound>;
    /// Returns whether the two may be multiplied; the product is at rest.
    fn may_multiply<P: Prime>(a: Bound, b: Bound) -> bool;
    /// Returns whether the element may be carried, tested, chosen, inverted or unloaded.
    fn may_read<P: Prime>(a: Bound) -> bool;
}

/// The budget of a machine that reduces everything at once.
#[derive(Debug, Clone, Copy)]
pub struct Canonical;

impl Budget for Canonical {
    const NAME: &'static str = "canonical 64-bit words";
    const REST: Bound = Bound { value: 1, limb: 1 };

    fn add<P: Prime>(_: Bound, _: Bound) -> Option<Bound> {
        Some(Self::REST)
    }
    fn sub<P: Prime>(_: Bound, _: Bound) -> Option<Bound> {
        Some(Self::REST)
    }
    fn may_multiply<P: Prime>(_: Bound, _: Bound) -> bool {
        true
    }
    fn may_read<P: Prime>(_: Bound) -> bool {
        true
    }
}

/// The budget of Montgomery lanes of unsigned 52-bit limbs with R = 2^(52 L), for a modulus of
/// `52 L - HEADROOM` bits.
///
/// Sums carry their limbs on but are not reduced; a difference adds the smallest multiple of p that
/// is not below what is taken away. With `a b < R p` a product is below `2p`: it is `(a b + m p) /
/// R` with `m < R`.
#[derive(Debug, Clone, Copy)]
pub struct Lanes52<const HEADROOM: u32>;

impl<const HEADROOM: u32> Lanes52<HEADROOM> {
    /// Returns whether `factor` moduli fit below R.
    fn fits<P: Prime>(factor: u64) -> bool {
        let limbs = (P::BITS + HEADROOM as usize).div_ceil(52);
        // The headroom is counted from the bits of the modulus, as if none were spare by luck.
        let spare = (52 * limbs - P::BITS).min(HEADROOM as usize);
        BigUint::from(factor) <= BigUint::one() << spare
    }
}

impl<const HEADROOM: u32> Budget for Lanes52<HEADROOM> {
    const NAME: &'static str = "lazy lanes of 52-bit limbs";
    const REST: Bound = Bound { value: 2, limb: 1 };

    fn add<P: Prime>(a: Bound, b: Bound) -> Option<Bound> {
        let value = a.value + b.value;
        Self::fits::<P>(value).then_some(Bound { value, limb: 1 })
    }
    fn sub<P: Prime>(a: Bound, b: Bound) -> Option<Bound> {
        Self::add::<P>(a, b)
    }
    fn may_multiply<P: Prime>(a: Bound, b: Bound) -> bool {
        Self::fits::<P>(a.value * b.value)
    }
    fn may_read<P: Prime>(a: Bound) -> bool {
        Self::fits::<P>(a.value)
    }
}

/// Like [`Lanes52`], with sums limb by limb: limbs grow as well and must be carried before a
/// product, whose operands the processor cuts to 52 bits. A difference adds a multiple of p spread
/// over limbs of twice what is taken away, so that no limb goes below zero.
#[derive(Debug, Clone, Copy)]
pub struct Loose52<const HEADROOM: u32>;

impl<const HEADROOM: u32> Loose52<HEADROOM> {
    /// Limbs of 52 bits in words of 64.
    const STORED: u64 = 1 << 12;

    fn stored<P: Prime>(bound: Bound) -> Option<Bound> {
        (Lanes52::<HEADROOM>::fits::<P>(bound.value) && bound.limb <= Self::STORED).then_some(bound)
    }
}

impl<const HEADROOM: u32> Budget for Loose52<HEADROOM> {
    const NAME: &'static str = "loose lanes of 52-bit limbs";
    const REST: Bound = Lanes52::<HEADROOM>::REST;

    fn add<P: Prime>(a: Bound, b: Bound) -> Option<Bound> {
        Self::stored::<P>(Bound { value: a.value + b.value, limb: a.limb + b.limb })
    }
    fn sub<P: Prime>(a: Bound, b: Bound) -> Option<Bound> {
        Self::stored::<P>(Bound { value: a.value + b.value, limb: a.limb + 2 * b.limb })
    }
    fn may_multiply<P: Prime>(a: Bound, b: Bound) -> bool {
        Lanes52::<HEADROOM>::may_multiply::<P>(a, b) && a.limb.max(b.limb) <= 1
    }
    fn may_read<P: Prime>(a: Bound) -> bool {
        Self::stored::<P>(a).is_some()
    }
}

/// The budget of signed limbs in 64-bit columns. A factor may be `2^FACTOR` times as wide as limbs
/// at rest, a sum `2^SUM` times. With 0 each sum is carried at once, and nothing is ever wider.
///
/// The generator proves each set for exactly these depths (`Signed::additions`, `Signed::reach`).
#[derive(Debug, Clone, Copy)]
pub struct Signed<const FACTOR: u32, const SUM: u32>;

impl<const FACTOR: u32, const SUM: u32> Budget for Signed<FACTOR, SUM> {
    const NAME: &'static str = match (FACTOR, SUM) {
        (0, 0) => "signed limbs, each sum carried",
        (1, 4) => "signed limbs, one addition",
        (2, 5) => "signed limbs, two additions",
        _ => "signed limbs",
    };
    const REST: Bound = Bound { value: 1, limb: 1 };

    fn add<P: Prime>(a: Bound, b: Bound) -> Option<Bound> {
        if SUM == 0 {
            return (a.limb.max(b.limb) <= 1).then_some(Self::REST);
        }
        let limb = a.limb + b.limb;
        (limb <= 1 << SUM).then_some(Bound { value: limb, limb })
    }
    fn sub<P: Prime>(a: Bound, b: Bound) -> Option<Bound> {
        Self::add::<P>(a, b)
    }
    fn may_multiply<P: Prime>(a: Bound, b: Bound) -> bool {
        a.limb.max(b.limb) <= 1 << FACTOR
    }
    fn may_read<P: Prime>(a: Bound) -> bool {
        a.limb <= 1 << SUM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stand-in with the size of the P-256 prime; no arithmetic is asked of it.
    type Wide = Lanes52<4>;
    const P256_LIKE: u64 = (1 << 48) - 59;
    type P = crate::toy::ToyPrime<P256_LIKE>;

    fn value(value: u64) -> Bound {
        Bound { value, limb: 1 }
    }

    /// Goal: the product limit is exact. 48 bits leave four spare: 16 moduli squared are allowed.
    #[test]
    fn lanes_multiply_up_to_sixteen() {
        assert!(Wide::may_multiply::<P>(value(4), value(4)));
        assert!(Wide::may_multiply::<P>(value(2), value(8)));
        assert!(!Wide::may_multiply::<P>(value(4), value(5)));
        assert_eq!(Wide::add::<P>(value(8), value(8)), Some(value(16)));
        assert_eq!(Wide::add::<P>(value(8), value(9)), None);
    }

    /// Goal: signed limbs take two nested additions and no third.
    #[test]
    fn signed_limbs_take_two_additions() {
        let sum = |a, b| Signed::<2, 5>::add::<P>(a, b).expect("far below the most");
        let one = Signed::<2, 5>::REST;
        let four = sum(sum(one, one), sum(one, one));
        assert!(Signed::<2, 5>::may_multiply::<P>(four, four));
        assert!(!Signed::<2, 5>::may_multiply::<P>(four, sum(four, one)));
        assert!(!Signed::<1, 4>::may_multiply::<P>(four, one));
    }
}
