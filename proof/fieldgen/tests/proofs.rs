//! Proofs of every prime, and runs of the same programs on big integers.

use crate::common;

use common::{Random, edge_values, limbs};
use fieldgen::build::crandall::Crandall;
use fieldgen::build::montgomery::Montgomery;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::{interval, prove};
use fieldgen::table::{Row, TABLE, find};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;

/// Each prime in the form of its row, and in plain Montgomery form, which covers any odd modulus.
fn fields() -> Vec<Field> {
    let rows = TABLE.iter().flat_map(|row| {
        let general = Field::montgomery(row, &Montgomery::new(&row.modulus.value()));
        [Field::build(row), general]
    });
    rows.chain(toys()).collect()
}

/// Moduli of one to three words, small, and at both ends of a word; primality does not matter.
fn toys() -> Vec<Field> {
    let row: &'static Row = &TABLE[0];
    let word = BigUint::one() << 64u32;
    let moduli = [
        BigUint::from(3u32),
        BigUint::from(8191u32),
        &word - 59u32,
        &word + 13u32,
        (&word >> 1) + 29u32,
        &word * &word - 159u32,
        &word * &word + 51u32,
    ];
    let mut fields: Vec<Field> =
        moduli.iter().map(|modulus| Field::montgomery(row, &Montgomery::new(modulus))).collect();
    fields.push(Field::crandall(row, &Crandall::new(&(&word * &word - 159u32))));
    fields.push(Field::crandall(row, &Crandall::new(&((&word << 63u32) - 25u32))));
    fields
}

#[test]
fn every_function_is_proven() {
    let mut words = Vec::new();
    for field in fields() {
        words.push(field.limbs);
        for program in &field.programs {
            let proof = prove(program, &field.contract(program));
            let name = (field.row.name, &field.modulus);
            assert!(proof.is_ok(), "{name:x?} {}", proof.expect_err("refused"));
        }
    }
    for limbs in [1, 2, 3, 4, 6, 7, 8, 9] {
        assert!(words.contains(&limbs), "no prime of {limbs} words");
    }
}

/// Runs on edge values and random ones agree with the formula, stay within the ranges that the
/// interval prover claims, and give outputs below the modulus.
#[test]
fn runs_agree_with_big_integers() {
    let mut random = Random::new("runs_agree_with_big_integers");
    let mut runs = 0;
    for field in fields() {
        let values = edge_values(&field.bound, field.limbs, &mut random);
        for program in &field.programs {
            let certificate = interval::prove(program, &field.contract(program)).expect("proven");
            for (number, a) in values.iter().enumerate() {
                // Unary functions take the first, binary ones meet each value with a few others.
                for b in [a, &values[(number * 7 + 1) % values.len()], &values[values.len() - 1]] {
                    agree(&field, program, &certificate, [a, b]);
                    runs += 1;
                }
            }
        }
    }
    assert!(runs > 10_000, "only {runs} runs");
}

/// All pairs of the edge values of the P-256 field and order, which are the emitted programs.
#[test]
fn all_pairs_of_edge_values_agree() {
    let mut random = Random::new("all_pairs_of_edge_values_agree");
    for name in ["p256_p", "p256_n"] {
        let field = Field::build(find(name).expect("a row"));
        let values = edge_values(&field.bound, field.limbs, &mut random);
        for program in field.programs.iter().filter(|program| program.inputs.len() == 2) {
            let certificate = interval::prove(program, &field.contract(program)).expect("proven");
            for a in &values {
                for b in &values {
                    agree(&field, program, &certificate, [a, b]);
                }
            }
        }
    }
}

/// Worst-case limbs added to themselves, squared, subtracted and negated in a chain: every result
/// is a valid input of the next call and agrees with big integers.
#[test]
fn chains_from_worst_case_limbs_agree() {
    let mut random = Random::new("chains_from_worst_case_limbs_agree");
    for name in ["p256_p", "p256_n"] {
        let field = Field::build(find(name).expect("a row"));
        let program = |name: &str| {
            field.programs.iter().find(|program| program.name == name).expect("a function")
        };
        for start in edge_values(&field.bound, field.limbs, &mut random) {
            let mut x = start;
            for name in ["add", "add", "sqr", "mul", "neg", "sub", "sqr", "decode", "encode"] {
                let certificate = interval::prove(program(name), &field.contract(program(name)));
                x = agree(&field, program(name), &certificate.expect("proven"), [&x, &x]);
            }
        }
    }
}

fn agree(
    field: &Field,
    program: &Program,
    certificate: &interval::Certificate,
    [a, b]: [&BigUint; 2],
) -> BigUint {
    // Not every function takes all elements.
    let end = field.contract(program).inputs[0].value.1.magnitude() + 1u32;
    let [a, b] = [a % &end, b % &end];
    let values: Vec<&BigUint> = [&a, &b].into_iter().take(program.inputs.len()).collect();
    let inputs: Vec<Vec<BigInt>> = values.iter().map(|value| limbs(value, field.limbs)).collect();
    let context = || format!("{} {} of {values:x?}", field.row.name, program.name);
    let done = run(program, &inputs).unwrap_or_else(|fault| panic!("{} {fault:?}", context()));
    let output = done.number(&program.output, 64);
    let formula = field.contract(program).formula;
    let wanted: BigInt = formula
        .terms
        .iter()
        .map(|(factor, inputs)| {
            let product =
                |product: BigInt, input: &usize| product * BigInt::from(values[*input].clone());
            inputs.iter().fold(factor.clone(), product)
        })
        .sum();
    let difference: BigInt = &formula.factor * &output - wanted;
    assert!(difference.is_multiple_of(&formula.modulus), "{}", context());
    let in_some_case = certificate.cases.iter().any(|ranges| {
        program.steps.iter().enumerate().all(|(step, made)| {
            (0..made.op.results()).all(|part| {
                let value = fieldgen::ir::Value::new(step, part);
                let (low, high) = &ranges[value.index()];
                low <= done.value(value) && done.value(value) <= high
            })
        })
    });
    assert!(in_some_case, "{} leaves the certified ranges", context());
    let output = output.to_biguint().expect("words are not negative");
    let below = field.contract(program).output.value.1;
    assert!(BigInt::from(output.clone()) <= below, "{}", context());
    output
}
