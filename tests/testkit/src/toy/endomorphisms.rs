//! Toy groups on curves `y^2 = x^3 + b` with their endomorphisms. The rows are printed by
//! `scripts/toy-curves.py endomorphisms`, by brute force; tests check them.

use super::curves::{ForEachGroup, Subgroup, Toy, Whole};
use super::subgroups::SUBGROUPS;
use sealane::curve::{Curve, NLimbs, PLimbs, Secp256k1};
use sealane::group::glv::Endomorphism;
use sealane::group::short_a0::Zero;
use sealane::tables::Plan;
use sealane_arith::generated::Secp256k1P;
use sealane_arith::prime::Prime;
use std::marker::PhantomData;

/// How the endomorphism of a group halves scalars; named as in [`Endomorphism`].
#[derive(Debug, Clone, Copy)]
pub struct Halving {
    order: u64,
    lambda: u64,
    minus_basis: [[i64; 2]; 2],
    quotients: [u64; 2],
    shift: usize,
    /// `most` and `shortest`.
    bounds: [u64; 2],
}

const fn row(
    order: u64,
    lambda: u64,
    minus_basis: [[i64; 2]; 2],
    quotients: [u64; 2],
    shift: usize,
    bounds: [u64; 2],
) -> Halving {
    Halving { order, lambda, minus_basis, quotients, shift, bounds }
}

#[rustfmt::skip]
const HALVINGS: [Halving; 13] = [
    row(19, 11, [[-3, 2], [-2, -5]], [36168145651, 14467258260], 37, [3, 3]),
    row(13, 9, [[-1, 3], [-4, -1]], [5286113595, 15858340785], 36, [2, 3]),
    row(43, 6, [[-6, 1], [-1, -7]], [44747566247, 6392509464], 38, [3, 6]),
    row(73, 64, [[-1, 8], [-9, -1]], [7530901560, 60247212481], 39, [4, 8]),
    row(79, 55, [[-7, 3], [-3, -10]], [69589343530, 20876803059], 39, [6, 7]),
    row(109, 63, [[-5, 7], [-12, -5]], [25218156600, 35305419241], 39, [8, 7]),
    row(211, 14, [[-14, 1], [-1, -15]], [78164333728, 5210955582], 40, [7, 14]),
    row(367, 83, [[-13, 9], [-9, -22]], [131821557554, 53927000817], 41, [15, 13]),
    row(1951, 1874, [[-26, 25], [-25, -51]], [229933748915, 112712622017], 43, [37, 26]),
    row(8011, 89, [[-89, 1], [-1, -90]], [395280675071, 4392007501], 45, [45, 89]),
    row(31, 5, [[-5, 1], [-1, -6]], [26601087769, 4433514628], 37, [3, 5]),
    row(97, 61, [[-3, 8], [-11, -3]], [17002757131, 45340685681], 39, [6, 8]),
    row(199, 92, [[-2, 13], [-15, -2]], [11050368118, 71827392769], 40, [8, 13]),
];

/// A curve over a field in which the cube roots of one are known.
pub trait CubeRoot: Curve<N: Prime<Limbs = [u64; 1]>> {
    /// A cube root of one other than one.
    const BETA: PLimbs<Self>;
}

impl<const P: u64, const N: u64, const B: u64, const X: u64, const Y: u64> CubeRoot
    for Whole<Zero, P, N, B, X, Y>
{
    const BETA: [u64; 1] = {
        let mut root = 2;
        while root * root % P * root % P != 1 {
            root += 1;
        }
        [root]
    };
}

impl<const N: u64, const ROW: usize> CubeRoot for Subgroup<Zero, Secp256k1P, 4, N, ROW> {
    const BETA: [u64; 4] = {
        assert!(SUBGROUPS[ROW].order == N, "the row is for another order");
        match Secp256k1::ENDOMORPHISM {
            Some(endomorphism) => endomorphism.beta,
            None => panic!("its coefficient a is zero"),
        }
    };
}

/// Curve `C` with its endomorphism, of row `ROW`, whose `shortest` is said to be `LONGER` times
/// what it is: 1 but for tests of tests.
#[derive(Debug, Clone, Copy)]
pub struct Halved<C, const ROW: usize, const LONGER: u64 = 1>(PhantomData<C>);

impl<C: CubeRoot, const ROW: usize, const LONGER: u64> Curve for Halved<C, ROW, LONGER> {
    type P = C::P;
    type N = C::N;
    type Shape = C::Shape;
    const B: PLimbs<C> = C::B;
    const G: [PLimbs<C>; 2] = C::G;
    const ENDOMORPHISM: Option<Endomorphism<PLimbs<C>, NLimbs<C>>> = {
        let Halving { order, lambda, minus_basis: [u, v], quotients, shift, bounds } =
            HALVINGS[ROW];
        assert!(C::N::MODULUS[0] == order, "the row is for another order");
        Some(Endomorphism {
            beta: C::BETA,
            lambda: [lambda],
            minus_basis: [[[u[0] as u64], [u[1] as u64]], [[v[0] as u64], [v[1] as u64]]],
            quotients: [[quotients[0]], [quotients[1]]],
            shift,
            most: [bounds[0]],
            shortest: [bounds[1] * LONGER],
        })
    };
    const COMBS: [Plan; 3] = C::COMBS;
    const WINDOW: usize = C::WINDOW;
}

/// Runs a test on the thirteen groups with endomorphisms, the last of them over the field of
/// secp256k1.
pub fn for_each_halved_group(test: &mut impl ForEachGroup) {
    test.group(&Toy::<Halved<Whole<Zero, 13, 19, 2, 1, 4>, 0>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 19, 13, 2, 4, 3>, 1>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 31, 43, 3, 1, 2>, 2>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 67, 73, 2, 2, 12>, 3>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 97, 79, 5, 1, 43>, 4>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 127, 109, 29, 1, 41>, 5>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 241, 211, 13, 3, 47>, 6>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 337, 367, 15, 1, 4>, 7>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 2029, 1951, 10, 1, 802>, 8>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 8191, 8011, 7, 1, 256>, 9>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 43, 31, 7, 2, 12>, 10>>::of());
    test.group(&Toy::<Halved<Whole<Zero, 79, 97, 3, 1, 2>, 11>>::of());
    test.group(&Toy::<Halved<Subgroup<Zero, Secp256k1P, 4, 199, 42>, 12>>::of());
}
