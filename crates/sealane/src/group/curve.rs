//! What a curve is: its row of constants.

pub use super::generated::curves::*;
use crate::group::comb::Comb;
use crate::group::glv::Endomorphism;
use crate::group::plan::{Plan, of_build, of_lanes, of_split};
#[cfg(feature = "lanes")]
use crate::group::quads::short::ShortQuads;
use crate::group::short::{Shape, Short};
#[cfg(feature = "lanes")]
use crate::group::split_comb::SplitTables;
use sealane_arith::field::Machine;
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Eight;
#[cfg(feature = "lanes")]
use sealane_arith::machine::Soft8;
use sealane_arith::machine::{Single, Watched, Watcher};
use sealane_arith::prime::Prime;

/// Words of a coordinate of curve `C`.
pub type PLimbs<C> = <<C as Curve>::P as Prime>::Limbs;
/// Words of a scalar of curve `C`.
pub type NLimbs<C> = <<C as Curve>::N as Prime>::Limbs;

/// A curve `y^2 = x^3 + a x + b` in short Weierstrass form with a generator of prime order.
pub trait Curve: Copy + Send + Sync + 'static {
    /// The prime of the coordinates.
    type P: Prime;
    /// The prime order of the generator; above 4.
    type N: Prime;
    /// The formulas that depend on `a`.
    type Shape: Shape;
    /// `b`, plain.
    const B: PLimbs<Self>;
    /// The generator's `x` and `y`, plain.
    const G: [PLimbs<Self>; 2];
    /// The endomorphism that multiples of any point are taken by, if there is one.
    const ENDOMORPHISM: Option<Endomorphism<PLimbs<Self>, NLimbs<Self>>> = None;
    /// Whether BIP 340 is defined over the curve.
    const BIP340: bool = false;
    /// The plans of the fixed-base comb in builds with small, usual and large tables.
    const COMBS: [Plan; 3];
    /// Bits per window of the fixed-base comb. Larger is faster and takes `2^(w-1) bits/w` points.
    const COMB_WIDTH: usize = of_build(Self::COMBS).width;
    /// Windows per row of the fixed-base comb: it takes as many times less memory, and doublings.
    const COMB_SPACING: usize = of_build(Self::COMBS).spacing;
    /// Bits per window of the fixed-base comb of machines of eight lanes.
    const LANES_COMB_WIDTH: usize = of_lanes::<Self::P>();
    /// Bits per window of the fixed-base comb that is split over eight lanes.
    const SPLIT_COMB_WIDTH: usize = of_split();
    /// Bits per window of a variable base.
    const WINDOW: usize;
}

/// A curve whose comb of the generator is kept for machine `M`.
pub trait BaseTable<M: Machine>: Curve {
    /// Returns the comb, made on first use.
    fn base_table(machine: M) -> &'static Comb<Short<Self>, M>;
}

/// A machine that is watched works with the table of the machine below.
impl<C: BaseTable<M>, M: Single, W: Watcher> BaseTable<Watched<M, W>> for C {
    fn base_table(machine: Watched<M, W>) -> &'static Comb<Short<Self>, Watched<M, W>> {
        <C as BaseTable<M>>::base_table(machine.below())
    }
}

/// A curve with combs for the machines of eight lanes.
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
pub trait LaneTables:
    BaseTable<Eight> + BaseTable<Soft8> + SplitTables<Short<Self>> + ShortQuads
{
}
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl<C> LaneTables for C where
    C: BaseTable<Eight> + BaseTable<Soft8> + SplitTables<Short<C>> + ShortQuads
{
}

/// A curve with combs for the machine of eight lanes.
#[cfg(all(feature = "lanes", not(all(target_arch = "x86_64", not(sealane_portable)))))]
pub trait LaneTables: BaseTable<Soft8> + SplitTables<Short<Self>> + ShortQuads {}
#[cfg(all(feature = "lanes", not(all(target_arch = "x86_64", not(sealane_portable)))))]
impl<C: BaseTable<Soft8> + SplitTables<Short<C>> + ShortQuads> LaneTables for C {}
