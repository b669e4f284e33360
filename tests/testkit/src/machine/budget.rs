//! Budgets: how far each machine lets sums grow before it must reduce.
//!
//! | budget | form of an element | at rest | a product takes |
//! |---|---|---|---|
//! | `Canonical` | 64-bit words, value below p | p | anything |
//! | `Signed<A, S>` | signed limbs in 64-bit columns | one unit | factors of `2^A` units |
//! | `Signed<0, 0>` | the same, each sum carried at once | one unit | one unit |
//! | `Signed<0, 2>` | eight lanes of 52-bit limbs, whose sums have signs | one unit | one unit |
//!
//! They stand for the machine `One`, for machines without a product of 128 bits (limbs of 26 bits
//! with two additions, of 29 bits with one, and any that carry each sum) and for eight lanes, where
//! a product takes elements at rest and a sum holds up to four of them.
//!
//! The rows state what a machine must keep; that the machine's own code keeps it is proven where
//! the code is generated. The rows are also what a new formula has to live within.

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

/// The budget of signed limbs in 64-bit columns. A factor may be `2^FACTOR` times as wide as limbs
/// at rest, a sum `2^SUM` times. With 0 each sum is carried at once, and nothing is ever wider.
///
/// The generator proves each set for exactly these depths (`Signed::additions`, `Signed::reach`).
#[derive(Debug, Clone, Copy)]
pub struct Signed<const FACTOR: u32, const SUM: u32>;

impl<const FACTOR: u32, const SUM: u32> Budget for Signed<FACTOR, SUM> {
    const NAME: &'static str = match (FACTOR, SUM) {
        (0, 0) => "signed limbs, each sum carried",
        (0, 2) => "lanes of 52-bit limbs",
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

    /// A stand-in; no arithmetic is asked of it.
    type P = crate::toy::ToyPrime<31>;

    /// Goal: a sum in lanes holds four elements and no fifth, and no product takes a sum.
    #[test]
    fn lanes_hold_four_elements() {
        type Lanes = Signed<0, 2>;
        let sum = |a, b| Lanes::add::<P>(a, b).expect("four at most");
        let one = Lanes::REST;
        let two = sum(one, one);
        assert_eq!(Lanes::add::<P>(sum(two, two), one), None);
        assert!(Lanes::may_read::<P>(sum(two, two)));
        assert!(Lanes::may_multiply::<P>(one, one));
        assert!(!Lanes::may_multiply::<P>(one, two));
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
