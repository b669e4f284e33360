//! Tables of the generators: sizes, budgets and products, in the build that the features choose.

use sealane::ecc::{Algorithm, PrivateKey};
use sealane::tables::{
    Plan, SPACINGS, Table, WIDTHS, budget_bytes, budgets_bytes, in_use, plans as plans_of_builds,
};
use sealane::{Nonces, raw};

fn plans() -> impl Iterator<Item = Plan> {
    SPACINGS.into_iter().flat_map(|spacing| WIDTHS.map(move |width| Plan { width, spacing }))
}

/// Goal: every table of every curve gives the plain product, and a wrong one is seen.
#[test]
fn tables_of_every_plan_agree_with_doubling_and_adding() {
    for &algorithm in Algorithm::ALL {
        for plan in plans() {
            let mut table = Table::build(algorithm, plan, 4);
            let one = core::array::from_fn(|i| u64::from(i == 0));
            let mixed =
                core::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(i as u64 + 1));
            for (slot, scalar) in [one, [u64::MAX; 9], mixed].iter().enumerate() {
                assert!(!table.is_right_vartime(slot, scalar), "nothing is there yet");
                table.multiply(slot, scalar);
                assert!(table.is_right_vartime(slot, scalar), "{algorithm} {plan:?} {slot}");
            }
            let mut other = mixed;
            other[2] ^= 1;
            assert!(!table.is_right_vartime(2, &other));
        }
    }
}

/// Goal: sizes are as of the plan.
#[test]
fn sizes_follow_the_plan() {
    for &algorithm in Algorithm::ALL {
        for plan @ Plan { width, spacing } in plans() {
            let size = Table::build(algorithm, plan, 0).size();
            assert_eq!(size.doublings, width * (spacing - 1));
            assert_eq!(size.entries, size.additions.div_ceil(spacing) << (width - 1));
            assert!(size.complete_additions <= 2);
        }
    }
}

/// Goal: the tables of all three builds can be measured, keep their budgets, and grow from build to
/// build; the one in use is that of this build.
#[test]
fn tables_of_every_build_keep_their_budget() {
    for &algorithm in Algorithm::ALL {
        let mut last = 0;
        for (plan, budget) in plans_of_builds(algorithm).into_iter().zip(budgets_bytes(algorithm)) {
            assert!(plans().any(|other| other == plan), "{algorithm}: {plan:?}");
            let bytes = Table::build(algorithm, plan, 0).size().bytes;
            assert!(bytes <= budget, "{algorithm}: {bytes} bytes of {budget} by {plan:?}");
            assert!(bytes >= last, "{algorithm}: {bytes} bytes after {last}");
            last = bytes;
        }
        let bytes = raw::table_bytes(algorithm);
        assert_eq!(bytes, Table::build(algorithm, in_use(algorithm), 0).size().bytes);
        assert!(bytes <= budget_bytes(algorithm));
    }
}

/// Goal: keys work with the tables of this build: what one makes, itself takes.
#[test]
fn keys_work_with_the_tables_of_this_build() {
    for &algorithm in Algorithm::ALL {
        let [one, other] = [0; 2].map(|_| PrivateKey::generate(algorithm).expect("a key"));
        if let Some(scheme) = algorithm.usual_scheme() {
            let signature = one.sign(b"message", scheme, Nonces::Hedged).expect("signs");
            assert!(one.public_key().verify(b"message", scheme, &signature).is_ok());
            assert!(other.public_key().verify(b"message", scheme, &signature).is_err());
        }
    }
}
