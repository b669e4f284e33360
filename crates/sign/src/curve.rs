//! What a curve is: its row of constants.

use crate::group::comb::Comb;
use crate::group::short::{Shape, Short};
use crate::group::short_a3::MinusThree;
use alloc::boxed::Box;
use once_cell::race::OnceBox;
use sealane_arith::field::Machine;
use sealane_arith::generated::{P256N, P256P};
use sealane_arith::machine::One;
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
    /// Bits per window of the fixed-base comb. Larger is faster and takes `2^(w-1) bits/w` points.
    const COMB_WIDTH: usize;
    /// Bits per window of a variable base.
    const WINDOW: usize;
}

/// A curve whose comb of the generator is kept for machine `M`.
pub trait BaseTable<M: Machine>: Curve {
    /// Returns the comb, made on first use.
    fn base_table(machine: M) -> &'static Comb<Short<Self>, M>;
}

/// NIST P-256. SP 800-186, section 3.2.1.3.
#[derive(Clone, Copy, Debug)]
pub struct P256;

impl Curve for P256 {
    type P = P256P;
    type N = P256N;
    type Shape = MinusThree;
    const B: [u64; 4] = [
        0x3bce_3c3e_27d2_604b,
        0x651d_06b0_cc53_b0f6,
        0xb3eb_bd55_7698_86bc,
        0x5ac6_35d8_aa3a_93e7,
    ];
    const G: [[u64; 4]; 2] = [
        [
            0xf4a1_3945_d898_c296,
            0x7703_7d81_2deb_33a0,
            0xf8bc_e6e5_63a4_40f2,
            0x6b17_d1f2_e12c_4247,
        ],
        [
            0xcbb6_4068_37bf_51f5,
            0x2bce_3357_6b31_5ece,
            0x8ee7_eb4a_7c0f_9e16,
            0x4fe3_42e2_fe1a_7f9b,
        ],
    ];
    const COMB_WIDTH: usize = 6;
    const WINDOW: usize = 5;
}

impl BaseTable<One> for P256 {
    fn base_table(machine: One) -> &'static Comb<Short<Self>, One> {
        static TABLE: OnceBox<Comb<Short<P256>, One>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(Comb::build(machine, Self::COMB_WIDTH)))
    }
}
