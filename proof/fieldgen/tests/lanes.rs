//! Programs in lanes: at the ends of what is at rest, and changed in small ways.

use crate::common;

use common::mutate::{Mutant, mutants};
use common::{Random, Share};
use fieldgen::build::lanes::{BITS, Lanes, plain_limbs};
use fieldgen::emit::lanes_fields;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::prove;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Elements at rest: both ends, each limb at its ends in turns, and random ones.
fn elements(field: &Field, random: &mut Random) -> Vec<BigUint> {
    let (bits, end) = (BITS as usize, &field.bound);
    let full = |at: usize| -> BigUint { ((BigUint::one() << bits) - 1u32) << (bits * at) };
    let top = bits * (field.limbs - 1);
    let below: BigUint = (BigUint::one() << top) - 1u32;
    let high: BigUint = end >> top;
    let mut all = vec![
        BigUint::zero(),
        BigUint::one(),
        end - 1u32,
        &field.modulus - 1u32,
        field.modulus.clone(),
        &field.modulus + 1u32,
        // All limbs full but the top one, and that one as great as it can be without them.
        below.clone(),
        ((&high - 1u32) << top) + &below,
        (&high - 1u32) << top,
    ];
    for odd in [0, 1] {
        all.push((0..field.limbs - 1).filter(|at| at % 2 == odd).map(full).sum());
    }
    for _ in 0..6 {
        let words = (0..field.limbs).map(|at| BigUint::from(random.word()) << (bits * at));
        all.push(words.sum::<BigUint>() % end);
    }
    all
}

/// The limbs of what an input of `units` elements is made of: at rest, or a sum with signs.
fn limbs(field: &Field, units: u32, elements: &[&BigUint], random: &mut Random) -> Vec<BigInt> {
    let mut sum = vec![BigInt::zero(); field.limbs];
    for unit in 0..units.max(1) as usize {
        let minus = units > 0 && random.word() & 1 == 1;
        let own = plain_limbs(elements[unit % elements.len()], field.limbs);
        for (limb, own) in sum.iter_mut().zip(own) {
            *limb += if minus { -BigInt::from(own) } else { own.into() };
        }
    }
    sum
}

fn value(limbs: &[BigInt]) -> BigInt {
    limbs.iter().enumerate().map(|(at, limb)| limb << (BITS as usize * at)).sum()
}

/// Goal: at the ends of what they take, all programs of all primes give what big integers give, in
/// limbs that may go in again.
#[test]
fn programs_agree_with_big_integers_at_their_ends() {
    let mut random = Random::new("programs_agree_with_big_integers_at_their_ends");
    let mut runs = 0;
    for field in &lanes_fields() {
        let all = elements(field, &mut random);
        for program in &field.programs {
            let contract = field.contract(program);
            let takes = program.inputs.len();
            for round in 0..all.len() * all.len().min(1 << (4 * (takes - 1))) {
                // The first two inputs in all pairs; the others in turns.
                let at = |input: usize| match input {
                    0 => round % all.len(),
                    1 => round / all.len(),
                    _ => (round * (2 * input + 1) + round / 7) % all.len(),
                };
                let inputs: Vec<Vec<BigInt>> = (0..takes)
                    .map(|input| {
                        let near = [&all[at(input)], &all[(at(input) + round) % all.len()]];
                        limbs(field, Lanes::units_in(program.name), &near, &mut random)
                    })
                    .collect();
                if program.name == "encode" && value(&inputs[0]) >= field.modulus.clone().into() {
                    continue;
                }
                let context = || format!("{} {} {inputs:x?}", field.row.name, program.name);
                let done = run(program, &inputs).unwrap_or_else(|_| panic!("{}", context()));
                let output: Vec<BigInt> =
                    program.output.iter().map(|word| done.value(*word).clone()).collect();
                let wanted: BigInt = contract.formula.terms.iter().fold(0.into(), |sum, term| {
                    let product = |product: BigInt, input: &usize| product * value(&inputs[*input]);
                    sum + term.1.iter().fold(term.0.clone(), product)
                });
                let wrong = &contract.formula.factor * value(&output) - wanted;
                assert!(wrong.is_multiple_of(&contract.formula.modulus), "{}", context());
                for (limb, (low, high)) in output.iter().zip(&contract.output.limbs) {
                    assert!(low <= limb && limb <= high, "{}", context());
                }
                assert!(value(&output) <= contract.output.value.1, "{}", context());
                runs += 1;
            }
        }
    }
    assert!(runs > 20_000, "only {runs} runs");
}

/// Goal: no small change of a program with one reduction for two products is proven, unless it
/// changes no result.
#[test]
fn mutants_are_refused() {
    for (name, share) in [("p256_p", 1), ("secp256k1_p", 7), ("brainpool256_p", 23)] {
        let fields = lanes_fields();
        let field = fields.iter().find(|field| field.row.name == name).expect("a prime");
        for program in field.programs.iter().filter(|one| one.name.starts_with("mul_sub")) {
            let mut whole = Share::WHOLE;
            let tried = mutants_of(field, program, share, &mut whole);
            assert!(tried > 100, "{name} {}", program.name);
        }
    }
}

/// Goal: the same of all other functions of every prime, by a share of the changes; of these
/// `FIELDGEN_OTHERS` is a share again, others each time.
#[test]
fn mutants_of_every_function_are_refused() {
    let (mut tried, mut of_these) = (0, Share::asked("FIELDGEN_OTHERS"));
    for field in &lanes_fields() {
        for program in &field.programs {
            tried += mutants_of(field, program, 1499, &mut of_these);
        }
    }
    assert!(tried > 100 / of_these.of, "{tried} mutants");
}

/// Tries one mutant in `share` of a program, and of these a share again; gives how many.
fn mutants_of(field: &Field, program: &Program, share: usize, of_these: &mut Share) -> usize {
    let (name, contract) = (field.row.name, field.contract(program));
    let first = Random::new(name).word() as usize % share;
    let chosen = mutants(program).into_iter().skip(first).step_by(share);
    let chosen: Vec<Mutant> = chosen.filter(|_| of_these.takes()).collect();
    let tried = chosen.len();
    let left: Vec<Mutant> =
        chosen.into_iter().filter(|one| prove(&one.program, &contract).is_ok()).collect();
    for mutant in &left {
        println!("{name} {}: {}", program.name, mutant.what);
        same_results(field, program, mutant);
    }
    println!("{name} {}: {tried} mutants, {} equal", program.name, left.len());
    tried
}

/// A mutant that the provers accept must compute the same.
fn same_results(field: &Field, program: &Program, mutant: &Mutant) {
    let mut random = Random::new("same_results");
    let all = elements(field, &mut random);
    for round in 0..all.len() * 20 {
        let at = |input: usize| &all[(round * (2 * input + 1) + round / 5 * input) % all.len()];
        let inputs: Vec<Vec<BigInt>> = (0..program.inputs.len())
            .map(|input| limbs(field, 0, &[at(input)], &mut random))
            .collect();
        let of = |program: &Program| {
            let done = run(program, &inputs).expect("proven");
            program.output.iter().map(|word| done.value(*word).clone()).collect::<Vec<_>>()
        };
        let difference = value(&of(program)) - value(&of(&mutant.program));
        assert!(difference.is_multiple_of(&field.modulus.clone().into()), "{}", mutant.what);
    }
}
