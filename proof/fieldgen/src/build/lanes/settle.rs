//! Where sums come down, and what elements at rest are below.

use super::{BITS, Lanes, Reduction, Top, UNITS, terms};
use crate::build::signed::rest::follow;
use crate::ir::Program;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

/// Most passes; bounds settle within a few.
const MAX_PASSES: usize = 40;

impl Lanes {
    /// The same lanes with the cheapest way to take the top off sums, and the bound it gives.
    pub(super) fn settled(self) -> Self {
        let bits = self.modulus.bits() as u32;
        let first = bits.max(BITS * (self.limbs as u32 - 1) + 2);
        let last = (BITS * self.limbs as u32).min(first + 10);
        let one = (first - 1..last).map(|place| vec![self.top(place)]);
        let two = (first..last).map(|place| vec![self.top(place), self.top(bits)]);
        let cost = |tops: &[Top]| -> usize {
            tops.iter().map(|top| 4 + terms(&top.residue).len().min(2 * self.limbs)).sum()
        };
        let settled = one.chain(two).filter_map(|tops| {
            let lanes = Self { tops, ..self.clone() };
            lanes.bounded()
        });
        let best = settled.min_by_key(|lanes| (cost(&lanes.tops), lanes.bound.clone()));
        best.expect("there is a place where the sums of a prime come down")
    }

    /// The residue of `2^place`: the one nearer to zero if that has few terms.
    fn top(&self, place: u32) -> Top {
        let modulus = BigInt::from(self.modulus.clone());
        let above = (BigInt::one() << place) % &modulus;
        let below = &above - &modulus;
        let near = Top { place, residue: if below.abs() < above { below } else { above.clone() } };
        if near.is_sparse() { near } else { Top { place, residue: above } }
    }

    /// Finds the bound: starting from two moduli, what comes out of `carry` and of products goes
    /// in again, until nothing grows.
    fn bounded(mut self) -> Option<Self> {
        let unit = BITS as usize * (self.limbs - 1);
        let round = |number: BigUint| -> BigUint { ((number >> unit) + 1u32) << unit };
        // A product of Montgomery's rows is below two moduli, one that is folded not far above one.
        let folded = matches!(self.reduction, Reduction::Fold { .. });
        self.bound = round(&self.modulus << u32::from(!folded));
        for _ in 0..MAX_PASSES {
            if self.bound.bits() > u64::from(BITS) * self.limbs as u64 - 1 {
                return None;
            }
            let mut grown = self.bound.clone();
            let products = [Self::mul, Self::mul_sub, Self::mul_sub_sqr2];
            let products = products.iter().filter(|_| folded).map(|product| product(&self));
            for program in products.chain([self.carry()]) {
                let top = self.highest(&program)?;
                grown = grown.max(BigUint::from(top + 1) << unit);
            }
            if grown == self.bound {
                let room = BigUint::one() << (BITS as usize * self.limbs);
                return (&self.bound * (2 * UNITS) <= room).then_some(self);
            }
            self.bound = grown;
        }
        None
    }

    /// The greatest top limb that `program` may give; `None` if a step leaves its word, or if the
    /// top limb may be negative or no limb.
    fn highest(&self, program: &Program) -> Option<u64> {
        let limits = self.limits(Self::units_in(program.name));
        let spans: Vec<(i128, i128)> = limits
            .limbs
            .iter()
            .map(|(low, high)| Some((low.to_i128()?, high.to_i128()?)))
            .collect::<Option<_>>()?;
        let spans = follow(program, &spans).ok()?;
        let (low, high) = spans[program.output[self.limbs - 1].index()];
        let fits = low >= 0 && high < 1 << BITS;
        fits.then_some(high as u64)
    }
}
