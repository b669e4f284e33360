//! The bounding machine says yes and no where it should.

use super::*;

/// A stand-in; no arithmetic is asked of it.
type P = crate::toy::ToyPrime<31>;

type Lanes = Signed<0, 2>;

/// A formula in need of care: (a + b)^2 - (a - b)^2, at rest.
fn careful<F: Field>(a: F, b: F) -> F {
    ((a + b).carry().sqr() - (a - b).carry().sqr()).carry()
}

/// The same with its last carry forgotten.
fn forgetful<F: Field>(a: F, b: F) -> F {
    (a + b).carry().sqr() - (a - b).carry().sqr()
}

/// The same with its inner carries forgotten, as only some machines allow.
fn daring<F: Field>(a: F, b: F) -> F {
    ((a + b).sqr() - (a - b).sqr()).carry()
}

/// One addition too many in front of a product.
fn greedy<F: Field>(a: F, b: F) -> F {
    let sum = a + b + b;
    sum.twice().sqr()
}

/// A formula of two elements.
type Formula<F> = fn(F, F) -> F;

fn run<B: Budget>(formula: Formula<Ceiling<B, P>>) {
    let x = Ceiling::rest();
    assert_rest("formula", &[formula(x, x)]);
}

/// Goal: the checker lets a careful formula pass on every budget.
#[test]
fn a_careful_formula_passes() {
    struct Careful;
    impl ForEachBudget for Careful {
        fn on<B: Budget>(&mut self) {
            run::<B>(careful);
        }
    }
    assert_eq!(for_each_budget(&mut Careful).len(), 5);
}

/// Goal: the checker says no to a result that is not at rest.
#[test]
fn a_formula_without_its_carry_is_refused() {
    assert!(refusal(|| run::<Canonical>(forgetful)).is_none());
    let no = refusal(|| run::<Lanes>(forgetful)).expect("a sum");
    assert!(no.contains("not at rest"), "{no}");
    assert!(refusal(|| run::<Signed<2, 5>>(forgetful)).is_some());
}

/// Goal: the checker says no to a step beyond the budget and names the line of the formula.
#[test]
fn an_addition_too_many_is_refused_by_line() {
    let here = line!();
    let no = refusal(|| run::<Lanes>(greedy)).expect("six elements");
    let line: u32 = no
        .split("tests.rs:")
        .nth(1)
        .and_then(|rest| rest.split(':').next())
        .and_then(|digits| digits.parse().ok())
        .expect("the refusal names file and line");
    // `sum.twice().sqr()` stands some forty lines above this test.
    assert!((here - 60..here).contains(&line), "{no}");
    assert!(refusal(|| run::<Signed<2, 5>>(greedy)).is_some());
}

/// Goal: a budget one smaller refuses what the real one allows.
#[test]
fn a_smaller_budget_refuses() {
    assert!(refusal(|| run::<Lanes>(daring)).is_some());
    run::<Signed<1, 5>>(daring);
    assert!(refusal(|| run::<Signed<0, 5>>(daring)).is_some());
}

/// Adds an element at rest to itself, `times` deep.
fn deep<B: Budget>(times: u32) -> Ceiling<B, P> {
    (0..times).fold(Ceiling::rest(), |x, _| x + x)
}

/// Goes to the end of a budget of lazy sums, and one step beyond it by each way there is.
fn end_of<B: Budget>(factor: u32, sum: u32) {
    let rest = Ceiling::rest();
    assert_rest("product", &[deep::<B>(factor).sqr(), deep(factor) * deep(factor)]);
    assert_rest("carry", &[deep::<B>(sum).carry(), (-deep(sum - 1)).carry()]);
    let beyond: [&dyn Fn() -> Ceiling<B, P>; 5] = [
        &|| deep(factor + 1).sqr(),
        &|| deep(factor + 1) * rest,
        &|| rest * deep(factor + 1),
        &|| deep(sum + 1),
        &|| deep(sum) - rest,
    ];
    for (number, step) in beyond.iter().enumerate() {
        let no = refusal(|| {
            let _ = step();
        });
        assert!(no.is_some_and(|no| no.contains(B::NAME)), "{} way {number}", B::NAME);
    }
}

/// Goal: each set of signed limbs is refused one step beyond its budget, and not before.
/// Method: an element at rest added to itself to the end of the budget, multiplied and carried;
/// then one addition more.
#[test]
fn one_step_beyond_each_signed_budget_is_refused() {
    end_of::<Signed<2, 5>>(2, 5);
    end_of::<Signed<1, 4>>(1, 4);
    end_of::<Lanes>(0, 2);
    // Where each sum is carried there is no end, and nothing but rest is ever taken.
    type Carried = Ceiling<Signed<0, 0>, P>;
    assert_rest("product of long sums", &[deep::<Signed<0, 0>>(20).sqr()]);
    let (rest, wide) = (Carried::rest(), Carried::new(Bound { value: 2, limb: 2 }));
    let beyond: [&dyn Fn() -> Carried; 6] =
        [&|| wide.sqr(), &|| rest * wide, &|| wide + rest, &|| rest - wide, &|| -wide, &|| {
            wide.carry()
        }];
    for (number, step) in beyond.iter().enumerate() {
        assert!(
            refusal(|| {
                let _ = step();
            })
            .is_some(),
            "way {number}"
        );
    }
}

/// Goal: both ways of every branch are tried, and each once.
#[test]
fn all_paths_are_walked() {
    let mut seen = Vec::new();
    let ways = for_all_paths(|| {
        let first = Either.to_bool_vartime();
        let second = first && Either.to_bool_vartime();
        seen.push((first, second));
    });
    assert_eq!((ways, seen), (3, vec![(false, false), (true, false), (true, true)]));
}
