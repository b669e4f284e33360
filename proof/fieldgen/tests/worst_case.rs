//! The reviewer's test: limbs as high as the contract allows, added up to the budget, squared.
//!
//! Not the value is at its greatest but every limb, which is a different thing: a value below the
//! prime has a small top limb. Each set is also taken one step beyond its budget, where a prover
//! must say no.

use crate::common;

use fieldgen::admissible::{Range, search};
use fieldgen::build::crandall::Crandall;
use fieldgen::build::montgomery::Montgomery;
use fieldgen::build::signed::rest::level_in;
use fieldgen::build::signed::{Signed, signed_limbs};
use fieldgen::contract::Limits;
use fieldgen::emit::signed_fields;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::{interval, prove};
use fieldgen::table::{Row, TABLE};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

fn function<'a>(field: &'a Field, name: &str) -> &'a Program {
    field.programs.iter().find(|program| program.name == name).expect("a function")
}

fn value(limbs: &[BigInt], bits: u32) -> BigInt {
    limbs.iter().enumerate().map(|(place, limb)| limb << (bits as usize * place)).sum()
}

/// Runs a function and gives the limbs of its output.
fn call(field: &Field, name: &str, inputs: &[Vec<BigInt>]) -> Vec<BigInt> {
    let program = function(field, name);
    let done = run(program, inputs).unwrap_or_else(|fault| {
        panic!("{} {name} step {}: {:#x}", field.form_name(), fault.step, fault.value)
    });
    program.output.iter().map(|word| done.value(*word).clone()).collect()
}

/// Limbs at the ends of what rest allows: all high, all low, and in turns.
fn extremes(rest: &[i128]) -> Vec<Vec<BigInt>> {
    let with = |low: fn(usize) -> bool| {
        let limbs = rest.iter().enumerate();
        limbs.map(|(i, limb)| BigInt::from(if low(i) { -limb } else { *limb })).collect()
    };
    let half = |limb: &i128| BigInt::from(*limb - 1);
    vec![
        with(|_| false),
        with(|_| true),
        with(|i| i % 2 == 0),
        with(|i| i % 3 == 1),
        rest.iter().map(half).collect(),
    ]
}

/// Adds the worst limbs to themselves up to the budget, multiplies and squares, and compares.
fn worst_limbs_agree(field: &Field) -> usize {
    let (set, rest) = field.signed.as_ref().expect("signed limbs");
    let modulus = BigInt::from(field.modulus.clone());
    let extremes = extremes(&rest.limbs);
    let mut tried = 0;
    let mut factors = Vec::new();
    for limbs in extremes {
        let mut sum = limbs;
        for _ in 0..set.additions {
            sum = call(field, "add", &[sum.clone(), sum]);
        }
        factors.push(sum);
    }
    for (number, a) in factors.iter().enumerate() {
        let b = &factors[(number + 1) % factors.len()];
        for (name, inputs, wanted) in [
            ("mul", vec![a.clone(), b.clone()], value(a, set.bits) * value(b, set.bits)),
            ("sqr", vec![a.clone()], value(a, set.bits) * value(a, set.bits)),
            ("carry", vec![a.clone()], value(a, set.bits)),
        ] {
            let found = call(field, name, &inputs);
            let form = field.form_name();
            assert!((value(&found, set.bits) - wanted).is_multiple_of(&modulus), "{form} {name}");
            for (limb, bound) in found.iter().zip(&rest.limbs) {
                assert!(limb.magnitude() <= &BigUint::from(bound.unsigned_abs()), "{form} {name}");
            }
            tried += 1;
        }
    }
    tried
}

/// Proves the product with factors twice as wide as the budget allows.
fn beyond_is_refused(field: &Field) -> bool {
    let (set, rest) = field.signed.as_ref().expect("signed limbs");
    let wide = |program: &Program| {
        let mut contract = field.contract(program);
        let level = level_in(set, program.name) + 1;
        let limits = Limits::around_zero(&rest.limbs, level, set.bits);
        contract.inputs = vec![limits; program.inputs.len()];
        interval::prove(program, &contract).is_err()
    };
    ["mul", "sqr"].iter().any(|name| wide(function(field, name)))
}

/// The most additions that each shape of a prime allows, in its best order, around 26 to 30 bits.
fn fields(row: &'static Row) -> Vec<Field> {
    let range = Range { bits: 26..=30, spare_limbs: 0, additions: 0..=6 };
    let mut sets = search(row, &range);
    sets.reverse();
    sets.sort_by_key(|one| (one.set.bits, u32::MAX - one.set.additions, one.cost.total()));
    sets.dedup_by_key(|one| one.set.bits);
    sets.into_iter().map(|one| Field::signed(row, one.set).expect("found before")).collect()
}

#[test]
fn signed_limbs_at_their_worst_agree_with_big_integers() {
    let mut tried = 0;
    for row in TABLE {
        let fields = fields(row);
        assert!(fields.len() >= 3, "{}: {} sets", row.name, fields.len());
        for field in &fields {
            tried += worst_limbs_agree(field);
            let (set, _) = field.signed.as_ref().expect("signed limbs");
            let more =
                Signed::new(row, set.bits, set.limbs, set.additions + 1, set.sequence.clone());
            let more = more.expect("one addition changes no shape");
            assert!(Field::signed(row, more).is_err(), "{}: {} is the most", row.name, set.name());
            assert!(beyond_is_refused(field), "{}: {}", row.name, field.form_name());
        }
    }
    assert!(tried > 1200, "{tried} worst cases");
}

/// Everything over signed limbs that has a file, at its worst.
#[test]
fn emitted_limbs_at_their_worst_agree_with_big_integers() {
    let tried: usize = signed_fields().iter().map(worst_limbs_agree).sum();
    assert_eq!(tried, 15 * (TABLE.len() + 3));
}

/// The forms over full words: every limb that may be full is full, the value stays in its bound.
#[test]
fn full_words_agree_with_big_integers() {
    for row in TABLE {
        let modulus = row.modulus.value();
        let mut fields =
            vec![Field::build(row), Field::montgomery(row, &Montgomery::new(&modulus))];
        if row.form == fieldgen::table::Form::Crandall {
            fields.push(Field::crandall(row, &Crandall::new(&modulus)));
        }
        for field in &fields {
            let top = 64 * (field.limbs - 1);
            let below = (BigUint::one() << top) - 1u32;
            let high: BigUint = &field.bound >> top;
            let full = if high.is_zero() { below } else { ((high - 1u32) << top) + below };
            for a in [full.clone(), &modulus - 1u32, &field.bound - 1u32] {
                let limbs = common::limbs(&a, field.limbs);
                let sum = call(field, "add", &[limbs.clone(), limbs.clone()]);
                let square = call(field, "sqr", std::slice::from_ref(&sum));
                let product = call(field, "mul", &[sum.clone(), limbs]);
                let (a, p) = (BigInt::from(a), BigInt::from(modulus.clone()));
                let radix = BigInt::from(field.radix.clone());
                let wrong = &value(&square, 64) * &radix - &a * &a * 4u32;
                assert!(wrong.is_multiple_of(&p), "{}", row.name);
                let wrong = &value(&product, 64) * &radix - &a * &a * 2u32;
                assert!(wrong.is_multiple_of(&p), "{}", row.name);
            }
            // One beyond: a sum with the bound itself among its terms may give the bound.
            let program = function(field, "add");
            let mut contract = field.contract(program);
            let wide = Limits::below(&(&field.bound + 1u32), field.limbs);
            contract.inputs = vec![wide; program.inputs.len()];
            assert!(prove(program, &contract).is_err(), "{}: p itself", row.name);
        }
    }
}

/// Constants in signed limbs are the number they stand for.
#[test]
fn signed_limbs_of_a_number_are_that_number() {
    let number = TABLE[4].modulus.value();
    for bits in [20, 26, 29, 31] {
        let limbs = 256usize.div_ceil(bits as usize - 1) + 1;
        for number in [BigInt::from(number.clone()), -BigInt::from(number.clone())] {
            let found: Vec<BigInt> =
                signed_limbs(&number, bits, limbs).into_iter().map(BigInt::from).collect();
            assert_eq!(value(&found, bits), number);
        }
    }
}
