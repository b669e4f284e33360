//! Proofs about the text of the transforms, for all inputs: no sum leaves its word. And how many
//! steps it takes.

use sealane_arith::ring::butterflies::{inverse, transform};
use sealane_arith::ring::products::reduced;
use sealane_arith::ring::tasks::{Inverse, MultiplyAccumulate, Task, Transform};
use sealane_arith::ring::words::{Plain, Words};
use sealane_arith::ring::{MAX_PRODUCTS, MlDsa, N, Polynomial, Q};
use testkit::machine::bounds::refusal;
use testkit::machine::ring_bounds::Interval;
use testkit::machine::ring_count::{CountedWord, Steps, counting_steps};

const LIMIT: i128 = Q as i128;

/// Returns how far a transform of values up to `limit` is from zero at most.
fn transformed<const LANES: usize, const ROWS: usize>(limit: i128) -> i128 {
    let mut rows = [Interval::<LANES>::around_zero(limit); ROWS];
    transform::<MlDsa, _, ROWS>(rows[0], &mut rows);
    rows.iter().map(|row| row.limit()).max().expect("there are rows")
}

/// Like [`transformed`], of the inverse.
fn inverted<const LANES: usize, const ROWS: usize>(limit: i128) -> i128 {
    let mut rows = [Interval::<LANES>::around_zero(limit); ROWS];
    inverse::<MlDsa, _, ROWS>(rows[0], &mut rows);
    rows.iter().map(|row| row.limit()).max().expect("there are rows")
}

/// Goal: a transform of values below q stays within its words, and below 6 q.
#[test]
fn transforms_keep_their_bounds() {
    for limit in [transformed::<16, 16>(LIMIT - 1), transformed::<1, N>(LIMIT - 1)] {
        assert!(limit < 6 * LIMIT, "{limit}");
    }
    let whole = i128::from(i32::MAX);
    let no = refusal(|| _ = transformed::<16, 16>(whole - LIMIT)).expect("sums beyond 32 bits");
    assert!(no.contains("butterflies.rs") && no.contains("beyond 32 bits"), "{no}");
}

/// Goal: an inverse of values below q stays within its words, and below 3 q / 4. Sums of all 256
/// values are the longest: 2^23 is the first that is too much.
#[test]
fn inverses_keep_their_bounds() {
    for limit in [inverted::<16, 16>(LIMIT - 1), inverted::<1, N>(LIMIT - 1)] {
        assert!(limit < 3 * LIMIT / 4, "{limit}");
    }
    assert!(refusal(|| _ = inverted::<16, 16>((1 << 23) - 1)).is_none());
    let no = refusal(|| _ = inverted::<16, 16>(1 << 23)).expect("sums beyond 32 bits");
    assert!(no.contains("butterflies.rs") && no.contains("beyond 32 bits"), "{no}");
}

/// Goal: sums of as many products as are allowed stay within their words, and below q.
#[test]
fn sums_of_products_keep_their_bounds() {
    let sum = |a: i128, b: i128, count: usize| {
        let [a, b] = [a, b].map(Interval::<16>::around_zero);
        let sums = (0..count).fold(a.no_sums(), |sums, _| a.add_product(b, sums));
        reduced::<MlDsa, _>(a, sums).limit()
    };
    assert!(sum(LIMIT - 1, 6 * LIMIT - 1, MAX_PRODUCTS) < LIMIT);
    assert!(sum(6 * LIMIT - 1, 6 * LIMIT - 1, 1) < LIMIT);
    let whole = i128::from(i32::MAX);
    assert!(refusal(|| _ = sum(whole, whole, 1)).is_none());
    let no = refusal(|| _ = sum(whole, whole, 3)).expect("sums beyond 64 bits");
    assert!(no.contains("beyond 64 bits"), "{no}");
}

/// Returns the steps of a task on sixteen lanes.
fn steps(task: impl Task) -> Steps {
    counting_steps(|| drop(task.on::<_, 16>(CountedWord(Plain([0; 16]))))).1
}

/// Goal: the text takes as many steps as its layers have butterflies, and no more. Method: 64
/// butterflies of sixteen lanes; four of eight layers exchange lanes. Rows are read and written
/// once.
#[test]
fn steps_are_counted() {
    let mut x = Polynomial::ZERO;
    let split = Steps {
        sums: 3 * 64,
        low: 64,
        high: 2 * 64,
        exchanges: 8 * 5,
        memory: 2 * 16,
        ..Steps::default()
    };
    assert_eq!(steps(Transform(&mut x)), split);
    // The lower half of all values is multiplied once more.
    let join = Steps { sums: split.sums + 8, low: 64 + 8, high: 2 * (64 + 8), ..split };
    assert_eq!(steps(Inverse(&mut x)), join);
    let factors = [const { Polynomial::ZERO }; 7];
    let sum = Steps {
        sums: 16,
        low: 16,
        high: 16,
        wide: 7 * 16,
        memory: (2 * 7 + 1) * 16,
        ..Steps::default()
    };
    assert_eq!(steps(MultiplyAccumulate { a: &factors, b: &factors, out: &mut x }), sum);
}
