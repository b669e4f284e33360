//! Signed limbs: which sets the provers accept, planted errors, and that what they accept is right.

use crate::common;

use common::mutate::mutants;
use fieldgen::build::signed::Signed;
use fieldgen::build::signed::rest::Unfit;
use fieldgen::build::signed::sequence::{Move, Sequence};
use fieldgen::build::solinas;
use fieldgen::contract::Contract;
use fieldgen::emit::signed_fields;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::{Op, Program};
use fieldgen::prove::{Reason, prove};
use fieldgen::table::find;
use num_bigint::BigInt;
use num_integer::Integer;

fn set(prime: &str, bits: u32, limbs: usize, additions: u32, sequence: &str) -> Signed {
    let row = find(prime).expect("a row");
    let sequence = sequence.parse().expect("a sequence");
    Signed::new(row, bits, limbs, additions, sequence).expect("it fits")
}

/// The field of P-256 in a parameter set.
fn p256(bits: u32, limbs: usize, additions: u32, sequence: &str) -> Result<Field, Unfit> {
    Field::signed(find("p256_p").expect("a row"), set("p256_p", bits, limbs, additions, sequence))
}

fn function<'a>(field: &'a Field, name: &str) -> &'a Program {
    field.programs.iter().find(|program| program.name == name).expect("a function")
}

fn refusal(program: &Program, contract: &Contract) -> Reason {
    prove(program, contract).expect_err("the error is planted").reason
}

/// The verdicts of the literature: FieldGen's order, and a carry before it.
#[test]
fn known_sets_have_their_known_verdict() {
    let table = [
        (29, 9, 2, "reduce+short", false),
        (29, 9, 2, "carry+short", false),
        (29, 9, 2, "carry+double", false),
        (29, 9, 1, "reduce+short", false),
        (29, 9, 1, "split+short", true),
        (29, 9, 1, "carry+short", true),
        (29, 9, 0, "reduce+short", true),
        (29, 9, 0, "carry+short", true),
        (26, 10, 2, "reduce+short", true),
        (26, 10, 3, "reduce+short", false),
        (28, 10, 2, "carry+short", true),
        (27, 10, 3, "carry+short", true),
    ];
    for (bits, limbs, additions, sequence, good) in table {
        let found = p256(bits, limbs, additions, sequence);
        assert_eq!(found.is_ok(), good, "{bits}x{limbs} {additions} {sequence}");
        let Ok(field) = found else { continue };
        for program in &field.programs {
            prove(program, &field.contract(program)).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
    }
}

/// Sets that pass once from fresh limbs and overflow later: only the fixpoint sees it.
#[test]
fn growth_over_a_chain_is_refused() {
    for (bits, limbs, additions) in [(29, 9, 1), (26, 10, 3)] {
        match p256(bits, limbs, additions, "reduce+short") {
            Err(Unfit::Overflow { pass, .. }) => assert!(pass > 1, "{bits}x{limbs}: pass {pass}"),
            other => panic!("{bits}x{limbs}: {:?}", other.map(|field| field.form_name())),
        }
    }
}

/// The order of the steps decides: no carry before the reduction, a carry from the top down, a
/// reduction from the bottom up, the last carries from the top down.
#[test]
fn wrong_carry_order_is_refused() {
    let good = "c8-c16,r17-r9,c7,c8,r9,c0-c7";
    assert!(p256(29, 9, 1, good).is_ok());
    for wrong in [
        "r16-r9,c7,c8,r9,c0-c7",
        "c8-c16,r17-r9,c8,r9,c7-c0",
        "c16-c8,r17-r9,c8,c7,c0-c7",
        "c8-c16,r9-r17,c7,c8,r9,c0-c7",
    ] {
        let refused = match p256(29, 9, 1, wrong) {
            Err(_) => true,
            Ok(field) => {
                let mul = function(&field, "mul");
                prove(mul, &field.contract(mul)).is_err()
            }
        };
        assert!(refused, "{wrong}");
    }
}

/// A bound that was found for one budget does not pass for the next.
#[test]
fn budget_off_by_one_is_refused() {
    let honest = p256(26, 10, 2, "reduce+short").expect("admissible");
    let more = p256(26, 10, 3, "split+short").expect("admissible in this order");
    let mul = function(&honest, "mul");
    let mut contract = honest.contract(mul);
    assert!(prove(mul, &contract).is_ok());
    contract.inputs = more.contract(function(&more, "mul")).inputs;
    assert!(matches!(
        refusal(mul, &contract),
        Reason::SignedOverflow { .. } | Reason::Output { .. }
    ));
    // A lazy sum that does not declare its addition is no function of a chain.
    let add = function(&honest, "add");
    let mut silent = honest.contract(add);
    silent.additions = 0;
    assert_eq!(refusal(add, &silent), Reason::NotInductive);
}

/// A column that nothing brings down is lost: the bounds hold, the value is wrong.
#[test]
fn missing_reduction_is_refused() {
    let honest = p256(26, 10, 2, "carry+short").expect("admissible");
    let moves = Sequence::after_product(&"carry+short".parse().expect("a name"), 10);
    let (mut tried, mut by_value) = (0, 0);
    for left_out in 0..moves.len() {
        let Move::Reduce(column) = moves[left_out] else { continue };
        let mut fewer = moves.clone();
        fewer.remove(left_out);
        let row = find("p256_p").expect("a row");
        let set = Signed::new(row, 26, 10, 2, Sequence::Explicit(fewer)).expect("it fits");
        let program = set.mul();
        let reason = refusal(&program, &honest.contract(function(&honest, "mul")));
        by_value += usize::from(matches!(reason, Reason::Value { .. }));
        // Only the last reduction may bring down what an earlier one left.
        assert!(column >= 10);
        tried += 1;
    }
    assert!(tried == 11 && by_value >= 9, "{tried} tried, {by_value} refused for the value");
}

/// A digit of a residue that is off by one, for a prime that is reduced by residues.
#[test]
fn wrong_constants_are_refused() {
    let row = find("p256_n").expect("a row");
    let field = Field::signed(row, set("p256_n", 26, 10, 1, "carry+short")).expect("admissible");
    let mul = function(&field, "mul");
    let contract = field.contract(mul);
    assert!(prove(mul, &contract).is_ok());
    let constants: Vec<usize> =
        (0..mul.steps.len()).filter(|step| mul.steps[*step].op == Op::Const).collect();
    assert!(constants.len() > 50);
    for step in constants {
        let mut wrong = mul.clone();
        wrong.steps[step].immediate ^= 1;
        let reason = refusal(&wrong, &contract);
        assert!(matches!(reason, Reason::Value { .. }), "step {step}: {reason:?}");
    }
}

/// A signed step refuses an unsigned word that is no signed one, and the other way round.
#[test]
fn words_of_the_other_kind_are_refused() {
    let field = p256(26, 10, 2, "reduce+short").expect("admissible");
    let neg = function(&field, "neg");
    let contract = field.contract(neg);
    let mut unsigned = neg.clone();
    for step in &mut unsigned.steps {
        if step.op == Op::SubSigned {
            step.op = Op::Sub;
        }
    }
    assert!(matches!(refusal(&unsigned, &contract), Reason::Overflow { .. }));
    let mut large = neg.clone();
    let zero = large.steps.iter().position(|step| step.op == Op::Const).expect("a zero");
    large.steps[zero].immediate = 1 << 63;
    assert!(matches!(
        refusal(&large, &contract),
        Reason::Operand { .. } | Reason::SignedOverflow { .. }
    ));
}

/// Small changes of every function: refused, or right on the worst limbs.
#[test]
fn mutants_are_refused_or_right() {
    let (mut refused, mut accepted) = (0, 0);
    let carried = p256(26, 10, 0, "reduce+short").expect("admissible");
    let lazy = p256(29, 9, 1, "split+short").expect("admissible");
    for field in [&carried, &lazy] {
        let modulus = BigInt::from(field.modulus.clone());
        for program in &field.programs {
            let contract = field.contract(program);
            let large = program.steps.len() > 100;
            for mutant in mutants(program).into_iter().step_by(if large { 23 } else { 1 }) {
                if prove(&mutant.program, &contract).is_err() {
                    refused += 1;
                    continue;
                }
                accepted += 1;
                for flip in 0..64u32 {
                    let limits = contract.inputs.iter().enumerate();
                    let inputs: Vec<Vec<BigInt>> = limits
                        .map(|(number, limits)| {
                            let limbs = limits.limbs.iter().enumerate();
                            limbs
                                .map(|(place, (low, high))| {
                                    let place = place + 3 * number;
                                    if flip >> (place % 6) & 1 == 1 {
                                        low.clone()
                                    } else {
                                        high - place
                                    }
                                })
                                .collect()
                        })
                        .collect();
                    let value = |program: &Program| {
                        let done = run(program, &inputs).expect("proven");
                        done.number(&program.output, program.limb_bits)
                    };
                    let same = (value(program) - value(&mutant.program)).is_multiple_of(&modulus);
                    assert!(same, "{}: {}", program.name, mutant.what);
                }
            }
        }
    }
    println!("{refused} refused, {accepted} accepted and right");
    assert!(refused > 1000 && accepted < refused / 10, "{refused} refused, {accepted} accepted");
}

/// The reduction for P-192 as Nettle counts it, proven; and no with an addition less.
#[test]
fn p192_folds_with_as_few_additions_as_nettle() {
    let row = find("p192_p").expect("a row");
    for (bits, most) in [(64, 12), (32, 26)] {
        let (program, contract) = solinas::p192(row, bits);
        prove(&program, &contract).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(solinas::carried_sums(&program) <= most, "{}", solinas::carried_sums(&program));
        let zero = program.steps.iter().position(|step| step.op == Op::Const).expect("a zero");
        let zero = fieldgen::ir::Value::new(zero, 0);
        let sums: Vec<usize> = (0..program.steps.len())
            .filter(|step| matches!(program.steps[*step].op, Op::Adc | Op::Add))
            .filter(|step| program.steps[*step].args[1] != zero)
            .collect();
        for step in sums {
            let mut fewer = program.clone();
            fewer.steps[step].args[1] = zero;
            assert!(prove(&fewer, &contract).is_err(), "{bits} bits: step {step}");
        }
    }
}

/// Orders are read as they are written.
#[test]
fn sequences_are_read_back() {
    for sequence in Sequence::all() {
        assert_eq!(sequence.name().parse(), Ok(sequence.clone()));
        let spelled = Sequence::Explicit(sequence.after_product(10));
        assert_eq!(spelled.name().parse(), Ok(spelled.clone()));
    }
    for wrong in ["", "x3", "c", "c3-r5", "c3,,r5", "carry"] {
        assert!(wrong.parse::<Sequence>().is_err(), "{wrong}");
    }
    let row = find("p256_p").expect("a row");
    let set = |text: &str| Signed::new(row, 26, 10, 2, text.parse().expect("steps"));
    assert!(set("c19,r20").is_some());
    assert!(set("c20").is_none() && set("r9").is_none(), "no such column");
}

/// Goal: the ways in and out give the number, for limbs as far from zero as a sum may have them.
/// Method: the programs on big integers, every limb at one of its ends, and edges of the modulus.
#[test]
fn ways_in_and_out_give_the_number() {
    let mut random = common::Random::new("ways_in_and_out_give_the_number");
    for field in signed_fields() {
        let [encode, decode] = &field.ways[..] else { panic!("two ways") };
        let modulus = BigInt::from(field.modulus.clone());
        let limits = field.contract(decode).inputs[0].limbs.clone();
        let number = |limbs: &[BigInt], bits: u32| -> BigInt {
            limbs.iter().enumerate().map(|(place, limb)| limb << (bits as usize * place)).sum()
        };
        let given = |program: &Program, input: Vec<BigInt>| -> Vec<BigInt> {
            let done = run(program, &[input]).unwrap_or_else(|step| panic!("{step:?}"));
            program.output.iter().map(|word| done.value(*word).clone()).collect()
        };
        let leave = |limbs: Vec<BigInt>| {
            let wanted = number(&limbs, decode.limb_bits).mod_floor(&modulus);
            assert_eq!(number(&given(decode, limbs), 64), wanted, "{}", field.form_name());
        };
        for round in 0..200 {
            let mut ends = random.word();
            let limbs = limits.iter().map(|(low, high)| {
                let end = if round == 0 { 0 } else { ends & 1 };
                ends >>= 1;
                if end == 0 { low.clone() } else { high.clone() }
            });
            leave(limbs.collect());
        }
        for plain in common::edge_values(&field.modulus, field.limbs, &mut random) {
            let limbs = given(encode, common::limbs(&plain, field.limbs));
            assert_eq!(number(&limbs, encode.limb_bits), plain.into(), "{}", field.form_name());
            leave(limbs);
        }
    }
}

/// Goal: each small change of a way in or out is refused, unless it gives the same words.
/// Method: all mutants of P-256's narrow set; what is proven must be about the guess of the
/// quotient, of which any near enough is right, about how limbs are cut before it, or about bits
/// above the last word.
#[test]
fn changed_ways_are_refused() {
    let mut random = common::Random::new("changed_ways_are_refused");
    let field = p256(29, 9, 0, "reduce+short").expect("admissible");
    let (mut tried, mut near, mut left) = (0, 0, Vec::new());
    for program in &field.ways {
        let contract = field.contract(program);
        for mutant in mutants(program) {
            tried += 1;
            if prove(&mutant.program, &contract).is_err() {
                continue;
            }
            let guess = ["25 const", "26 const", "27 mul_signed", "28 sub_signed"];
            let is_guess =
                guess.iter().any(|step| mutant.what.starts_with(&format!("step {step}")));
            near += usize::from(is_guess);
            // Limbs that are cut around zero are the same number.
            let cut = mutant.what.ends_with("split_signed: becomes carry_signed");
            let dropped = mutant.what == "step 103 select: operand 1 taken from step 92";
            let same = (0..200).all(|_| {
                let limbs = contract.inputs[0].limbs.iter();
                let input = limbs.map(|(low, high)| low + (high - low) * random.word() / u64::MAX);
                let input = [input.collect::<Vec<BigInt>>()];
                let words = |program: &Program| {
                    let done = run(program, &input).unwrap_or_else(|step| panic!("{step:?}"));
                    let words = program.output.iter().map(|word| done.value(*word).clone());
                    words.collect::<Vec<_>>()
                };
                words(program) == words(&mutant.program)
            });
            if !same || !(is_guess || cut || dropped) || program.name != "decode" {
                left.push(format!("{} {}", program.name, mutant.what));
            }
        }
    }
    println!("{tried} mutants, {near} guesses near enough");
    assert!(left.is_empty(), "accepted:\n{}", left.join("\n"));
    assert!(tried > 1000 && near < 60, "{tried} tried, {near} near");
}
