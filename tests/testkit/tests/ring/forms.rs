//! Proofs about the text of the transforms, for all inputs: what they compute, as linear forms.

use super::ROOT;
use sealane_arith::ring::butterflies::{inverse, transform};
use sealane_arith::ring::table::{Ring, Twiddles};
use sealane_arith::ring::{MlDsa, N, Q};
use testkit::machine::bounds::refusal;
use testkit::machine::ring_forms::Forms;
use testkit::reference::ring as reference;

/// Returns the coefficients of all inputs in each output of a transform of ring `R`.
fn forward<R: Ring, const LANES: usize, const ROWS: usize>() -> Vec<Vec<i64>> {
    Forms::<LANES>::forget_all();
    let mut rows: [_; ROWS] = std::array::from_fn(|row| Forms::<LANES>::inputs(row * LANES, N));
    transform::<R, _, ROWS>(rows[0], &mut rows);
    rows.into_iter().flat_map(Forms::coefficients).collect()
}

/// Like [`forward`], of the inverse.
fn backward<R: Ring, const LANES: usize, const ROWS: usize>() -> Vec<Vec<i64>> {
    Forms::<LANES>::forget_all();
    let mut rows: [_; ROWS] = std::array::from_fn(|row| Forms::<LANES>::inputs(row * LANES, N));
    inverse::<R, _, ROWS>(rows[0], &mut rows);
    rows.into_iter().flat_map(Forms::coefficients).collect()
}

/// Returns the values of X^i at all roots, for each i.
fn powers_at_roots() -> Vec<Vec<i64>> {
    let unit = |i: usize| (0..N).map(|place| i64::from(place == i)).collect::<Vec<_>>();
    (0..N).map(|i| reference::values(Q.into(), ROOT, &unit(i))).collect()
}

/// Goal: the transform of every polynomial is its values at the roots. Method: the output of the
/// text as linear forms of the inputs; input i has the values of X^i as its coefficients.
#[test]
fn transforms_are_values_for_all_inputs() {
    let powers = powers_at_roots();
    for forms in [forward::<MlDsa, 16, 16>(), forward::<MlDsa, 1, N>()] {
        for (j, form) in forms.iter().enumerate() {
            let wanted: Vec<i64> = powers.iter().map(|values| values[j]).collect();
            assert_eq!(*form, wanted, "output {j}");
        }
    }
}

/// Goal: the inverse of every list of values is 2^32 times the polynomial that has them. Method: of
/// the values of each X^i the linear forms give 2^32 X^i.
#[test]
fn inverses_are_right_for_all_inputs() {
    let powers = powers_at_roots();
    let scale = (1i64 << 32) % reference::Q;
    for forms in [backward::<MlDsa, 16, 16>(), backward::<MlDsa, 1, N>()] {
        for (i, values) in powers.iter().enumerate() {
            for (j, form) in forms.iter().enumerate() {
                let sum = form.iter().zip(values).fold(0, |sum, (a, b)| (sum + a * b) % Q as i64);
                assert_eq!(sum, if i == j { scale } else { 0 }, "X^{i}, coefficient {j}");
            }
        }
    }
}

/// The factors of ML-DSA, one of them changed.
struct Changed<const AT: usize, const FACTOR: i32, const QUOTIENT: i32>;

impl<const AT: usize, const FACTOR: i32, const QUOTIENT: i32> Ring
    for Changed<AT, FACTOR, QUOTIENT>
{
    const Q: i32 = Q;
    const N: usize = N;
    fn forward() -> Twiddles {
        let Twiddles { factors, quotients } = MlDsa::forward();
        let changed = |list: &[i32], by: i32| -> &'static [i32] {
            let mut list = list.to_vec();
            list[AT] = list[AT].wrapping_add(by);
            list.leak()
        };
        Twiddles { factors: changed(factors, FACTOR), quotients: changed(quotients, QUOTIENT) }
    }
    fn backward() -> Twiddles {
        MlDsa::backward()
    }
}

/// Goal: a wrong factor is noticed: one that does not fit its quotient is refused, and one that
/// does gives other forms. Method: a factor of the first layer is read of the first place of its
/// block, one of the last layer of each lane.
#[test]
fn wrong_factors_are_noticed() {
    let no = refusal(|| drop(forward::<Changed<0, 1, 0>, 16, 16>())).expect("a wrong factor");
    assert!(no.contains("lower halves"), "{no}");
    let no = refusal(|| drop(forward::<Changed<1023, 0, 1>, 16, 16>())).expect("a wrong quotient");
    assert!(no.contains("lower halves"), "{no}");
    let right = forward::<MlDsa, 16, 16>();
    assert!(forward::<Changed<1023, Q, 1>, 16, 16>() == right, "q more is the same modulo q");
    assert!(forward::<Changed<1023, 1, { MlDsa::INVERSE }>, 16, 16>() != right);
}
