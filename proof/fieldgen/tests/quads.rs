//! Programs in quads: at the ends of what they take, and changed in small ways.

use crate::common;

use common::Random;
use common::mutate::mutants;
use fieldgen::build::quads::Quads;
use fieldgen::contract::Contract;
use fieldgen::emit::quads_fields;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::prove;
use fieldgen::table::find;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

fn value(field: &Field, limbs: &[BigInt]) -> BigInt {
    let bits = field.programs[0].limb_bits as usize;
    limbs.iter().enumerate().map(|(at, limb)| limb << (bits * at)).sum()
}

/// Inputs within a contract: all limbs at their least or greatest, each in turns, and random ones.
fn inputs(contract: &Contract, random: &mut Random, round: usize) -> Vec<Vec<BigInt>> {
    let one = |(low, high): &(BigInt, BigInt), at: usize, random: &mut Random| match round % 4 {
        0 => {
            if round >> 2 & 1 == 0 {
                high.clone()
            } else {
                low.clone()
            }
        }
        1 => {
            if (round >> (2 + at)) & 1 == 0 {
                high.clone()
            } else {
                low.clone()
            }
        }
        _ => {
            let room: BigInt = high - low + 1;
            let any: BigInt = (BigInt::from(random.word()) << 64) + random.word();
            low + any.mod_floor(&room)
        }
    };
    let of_input = |limits: &fieldgen::contract::Limits| {
        limits.limbs.iter().enumerate().map(|(at, range)| one(range, at, random)).collect()
    };
    contract.inputs.iter().map(of_input).collect()
}

/// The result of a program, which is checked against its contract.
fn checked(field: &Field, program: &Program, inputs: &[Vec<BigInt>]) -> Vec<BigInt> {
    let contract = field.contract(program);
    let context = || format!("{} {} {inputs:x?}", field.row.name, program.name);
    let done = run(program, inputs).unwrap_or_else(|_| panic!("{}", context()));
    let output: Vec<BigInt> = program.output.iter().map(|word| done.value(*word).clone()).collect();
    let wanted: BigInt = contract.formula.terms.iter().fold(0.into(), |sum, term| {
        let product = |product: BigInt, input: &usize| product * value(field, &inputs[*input]);
        sum + term.1.iter().fold(term.0.clone(), product)
    });
    let wrong = value(field, &output) * &contract.formula.factor - wanted;
    assert!(wrong.is_multiple_of(&contract.formula.modulus), "{}", context());
    for (limb, (low, high)) in output.iter().zip(&contract.output.limbs) {
        assert!(low <= limb && limb <= high, "{}", context());
    }
    output
}

/// Goal: at the ends of what they take, all programs give what big integers give, within the limits
/// of what may follow; what is decoded is below twice the modulus.
#[test]
fn programs_agree_with_big_integers_at_their_ends() {
    let mut random = Random::new("quads");
    let mut runs = 0;
    for field in &quads_fields() {
        for program in &field.programs {
            let contract = field.contract(program);
            for round in 0..2000 {
                let inputs = inputs(&contract, &mut random, round);
                let output = checked(field, program, &inputs);
                let twice = BigInt::from(&field.modulus << 1u32);
                assert!(program.name != "decode" || value(field, &output) < twice);
                runs += 1;
            }
        }
    }
    assert!(runs >= 60_000, "{runs} runs");
}

/// Goal: the primes that have the form are those whose single operations gain by it, each in limbs
/// that rest a little above a power of two.
#[test]
fn primes_have_their_forms() {
    let forms: Vec<(&str, String)> =
        quads_fields().iter().map(|field| (field.row.name, field.form_name())).collect();
    let forms: Vec<(&str, &str)> = forms.iter().map(|(name, form)| (*name, &**form)).collect();
    let wanted = [
        ("p224_p", "quads 48x5"),
        ("p256_p", "quads 48x6"),
        ("p521_p", "quads 48x11"),
        ("secp256k1_p", "quads 48x6"),
        ("p25519_p", "quads 51x5"),
    ];
    assert_eq!(forms, wanted);
    // How far limbs at rest may be above a power of two.
    let above = [("p25519_p", 1u64 << 17), ("p224_p", 1 << 14), ("p256_p", 1 << 44)];
    for (name, above) in above.into_iter().chain([("p521_p", 1 << 15), ("secp256k1_p", 1 << 44)]) {
        let quads = Quads::new(find(name).expect("a row")).expect("it has the form");
        let most: BigUint = (BigUint::from(1u32) << quads.bits) + above;
        assert!(quads.rest.iter().all(|limb| limb.to_biguint().is_some_and(|limb| limb < most)));
    }
}

/// Goal: no small change of a program is proven, unless it changes no result.
#[test]
fn mutants_are_refused() {
    for field in &quads_fields() {
        for program in &field.programs {
            let contract = field.contract(program);
            let is_long = ["mul", "sqr"].contains(&program.name);
            let step = if is_long { 5 } else { 1 };
            let mut random = Random::new(program.name);
            let all: Vec<_> = mutants(program).into_iter().step_by(step).collect();
            let tried = all.len();
            for mutant in all.into_iter().filter(|one| prove(&one.program, &contract).is_ok()) {
                for round in 0..200 {
                    let inputs = inputs(&contract, &mut random, round);
                    let _ = checked(field, &mutant.program, &inputs);
                }
                println!("{}: {} is equal", program.name, mutant.what);
            }
            assert!(tried > 10, "{}: {tried} mutants", program.name);
        }
    }
}
