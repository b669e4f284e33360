//! The formulas keep to what each form is proven for: what may be multiplied, what may be carried.

use fieldgen::build::signed;
use fieldgen::emit::signed_fields;
use sealane::curve::P256;
use sealane::ecc::{ecdh, ecdsa};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::short::Short;
use sealane_arith::secret::Secret;
use testkit::machine::bounds::{Bounds, for_all_paths, refusal};
use testkit::machine::budget::{Budget, Signed};

/// Runs what is measured, for all inputs at once; the refusal, if there is one.
fn refused<B: Budget>() -> Option<String> {
    refusal(|| {
        let machine = Bounds::<B>::new();
        let scalar = [u64::MAX, 3, 1 << 63, 0xaaaa_aaaa];
        let lanes = || Secret::new([scalar]);
        let comb = Comb::<Short<P256>, Bounds<B>>::build(machine, 6);
        let _ = mul_base::<Short<P256>, Bounds<B>, 1>(machine, &comb, &lanes());
        let ways = for_all_paths(|| {
            let (d, k) = ([lanes()], [lanes()]);
            let _ = ecdsa::sign::<P256, _, 1, 1>(machine, &comb, &d, &k, &[[scalar]]);
        });
        assert!(ways > 0);
        let peer = [[[1; 4]], [[1; 4]]];
        let _ = ecdh::shared_x::<P256, Bounds<B>, 1, 1>(machine, &[lanes()], &[peer]);
    })
}

/// Goal: the budgets below are those the generator proved, set by set.
#[test]
fn budgets_are_those_of_the_proofs() {
    let sets: Vec<signed::Signed> =
        signed_fields().into_iter().filter_map(|it| it.signed).map(|it| it.0).collect();
    let proven = |additions, reach| {
        let mut of_it = sets.iter().filter(|set| set.additions == additions).peekable();
        of_it.peek().is_some() && of_it.all(|set| set.reach() == reach)
    };
    assert!(proven(2, 5) && proven(1, 4) && proven(0, 0));
}

/// Goal: every formula keeps to factors and sums of the two forms that count additions, and the
/// forms that carry each sum are given nothing wider than rest.
#[test]
fn formulas_keep_to_the_budgets() {
    assert_eq!(refused::<Signed<2, 5>>(), None);
    assert_eq!(refused::<Signed<1, 4>>(), None);
    assert_eq!(refused::<Signed<0, 0>>(), None);
}

/// Goal: the check says no when sums may be less deep than the formulas make them.
#[test]
fn a_smaller_budget_is_refused() {
    let no = refused::<Signed<0, 1>>().expect("sums of more than two are made");
    assert!(no.contains("crates/sealane/src/group"), "{no}");
}
