//! The equations where nearly no signature gets: halves that are zero, coordinates above the order
//! and at the ends of their range, points with the coordinate zero.

use super::*;
use crate::group::curve::{P256, P384, Secp256k1};
use core::array;
use sealane_arith::machine::One;
use sealane_arith::modulus::integer;

/// Goal: a signature of which one half is zero is not to be used, whichever half that is.
#[test]
fn either_half_may_be_zero() {
    type N = <P256 as Curve>::N;
    let small = |x| [x, 0, 0, 0];
    // With 1 for the nonce, s is e + r d.
    let minus_seven = integer::sub(&N::MODULUS, &small(7)).0;
    for (r, e, s, good) in [
        (small(0), small(5), small(5), 0),
        (small(1), minus_seven, small(0), 0),
        (small(0), small(0), small(0), 0),
        (small(1), small(5), small(12), 1),
    ] {
        let of_k = [One.load::<N>(&[small(1)])];
        let [signed] = equation::<P256, One, 1, 1>(One, &[[r]], &[[small(7)]], &of_k, &[[e]]);
        assert_eq!((signed.r, signed.s, signed.good), ([r], [s], good));
    }
}

/// A coordinate is `r`, or `r` and the order, where that is below the prime and within the words.
fn candidates<C: Curve<P: Prime<Limbs = [u64; L]>, N: Prime<Limbs = [u64; L]>>, const L: usize>() {
    let (p, n) = (C::P::MODULUS, C::N::MODULUS);
    let small = |x| array::from_fn(|i| if i == 0 { x } else { 0 });
    let less = |a: &[u64; L], x| integer::sub(a, &small(x)).0;
    let above = integer::sub(&p, &n).0;
    for (r, wrapped, expected) in [
        (small(0), false, Some(small(0))),
        (less(&n, 1), false, Some(less(&n, 1))),
        (small(0), true, Some(n)),
        (less(&above, 1), true, Some(less(&p, 1))),
        (above, true, None),
        // What is left of these by the words alone is below the prime.
        (less(&n, 1), true, None),
        (integer::sub(&small(1), &n).0, true, None),
    ] {
        assert_eq!(candidate_vartime::<C>(&r, wrapped), expected, "{r:x?} {wrapped}");
    }
}

/// Goal: a coordinate modulo the order stands for one coordinate below the prime or for two, and a
/// point with the coordinate zero is right for zero alone, also where one of the two is not there.
#[test]
fn coordinates_are_candidates_below_the_prime() {
    candidates::<P256, 4>();
    candidates::<P384, 6>();
    candidates::<Secp256k1, 4>();
    type P = <P256 as Curve>::P;
    let element = |x| One.load::<P>(&[[x, 0, 0, 0]]);
    let p = Jacobian { x: element(0), y: element(3), z: element(1) };
    let last = integer::sub(&<P256 as Curve>::N::MODULUS, &[1, 0, 0, 0]).0;
    for (r, expected) in [([0; 4], true), ([1, 0, 0, 0], false), (last, false)] {
        let lanes = x_is_lanes_vartime::<P256, One, 1>(One, p, &[r]).to_bool_vartime();
        assert_eq!((lanes, x_is_vartime::<P256, One>(One, p, &r)), (expected, expected));
    }
}

/// Goal: words that are dropped must be zero.
#[test]
fn no_word_is_lost() {
    let mut to = [9; 2];
    assert!(copy_words(&[1, 2, 0], &mut to));
    assert_eq!(to, [1, 2]);
    assert!(!copy_words(&[1, 2, 3], &mut to) && !copy_words(&[1, 2, 0, 1], &mut to));
    let mut longer = [0; 3];
    assert!(copy_words(&[1, 2], &mut longer));
    assert_eq!(longer, [1, 2, 0]);
}
