//! The hooks of EdDSA. Variable-time: a test knows what it gives.

use super::{FieldProgram, Hooks, program, reduce};
use crate::ecc::eddsa::message::Suite;
use crate::ecc::eddsa::{self, MAX_POINT_BYTES, PLimbs};
use crate::ecc::ops::edwards::EdwardsOps;
use crate::ecc::ops::{Wide, fit};
use crate::group::edwards::{Edwards, EdwardsTable};
use crate::group::straus_vartime::mul_vartime;
use alloc::vec::Vec;
use sealane_arith::field::Field;
use sealane_arith::machine::Single;
use sealane_arith::prime::Words;

/// Bits of a digit of the walk.
const WIDTH: usize = 4;

impl<E: Suite + EdwardsTable<M>, M: Single> Hooks for EdwardsOps<E, M> {
    fn point_mul(&self, point: &[Wide; 2], k: &[u8]) -> Vec<u8> {
        multiple_vartime::<E, M>(point, k)
    }

    fn field_eval(&self, order: bool, x: &[u8], adds: usize) -> FieldProgram {
        if order { program::<E::N, M>(x, adds) } else { program::<E::P, M>(x, adds) }
    }
}

/// Returns the encoding of `k` times a point of the generator's order.
fn multiple_vartime<E: EdwardsTable<M>, M: Single>(point: &[Wide; 2], k: &[u8]) -> Vec<u8> {
    let machine = M::enter();
    let point = [0, 1].map(|i| machine.load::<E::P>(&[fit::<_, PLimbs<E>>(&point[i])]));
    let product = mul_vartime::<Edwards<E>, M>(machine, WIDTH, &reduce::<E::N>(k), point);
    let inverse = product.z.invert_vartime();
    let affine = [product.x * inverse, product.y * inverse].map(|c| {
        let mut plain = [PLimbs::<E>::ZERO];
        machine.unload::<E::P>(c.carry(), &mut plain);
        plain[0]
    });
    let mut out = [0; MAX_POINT_BYTES];
    eddsa::encode::<E::P>(&affine, &mut out);
    out[..eddsa::point_bytes::<E::P>()].to_vec()
}
