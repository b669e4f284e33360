//! Planted errors, and the prover that says no to each.

use crate::common;

use common::mutate::mutants;
use common::{Random, edge_values, limbs};
use fieldgen::build::Assembler;
use fieldgen::build::crandall::Crandall;
use fieldgen::build::montgomery::Montgomery;
use fieldgen::build::product::product;
use fieldgen::contract::{Contract, Formula, Limits};
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::{Hint, Op, Program, Value};
use fieldgen::prove::{Reason, identity, interval, prove};
use fieldgen::table::{TABLE, find};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

fn p256() -> Field {
    Field::build(find("p256_p").expect("a row"))
}

fn function<'a>(field: &'a Field, name: &str) -> &'a Program {
    field.programs.iter().find(|program| program.name == name).expect("a function")
}

fn refusal(field: &Field, program: &Program) -> Reason {
    prove(program, &field.contract(program)).expect_err("the error is planted").reason
}

/// Puts `old` and `new` in each other's place as the carry of the steps that read them.
fn exchange_carries(program: &mut Program, one: usize, two: usize) {
    let carry = program.steps[one].args[2];
    program.steps[one].args[2] = program.steps[two].args[2];
    program.steps[two].args[2] = carry;
}

/// The steps with the operation `op`.
fn steps(program: &Program, op: Op) -> Vec<usize> {
    (0..program.steps.len()).filter(|step| program.steps[*step].op == op).collect()
}

#[test]
fn wrong_carry_order_is_refused() {
    for field in [p256(), Field::build(find("p256_n").expect("a row"))] {
        let program = function(&field, "mul");
        let chain = steps(program, Op::Adc);
        let mut tried = 0;
        for pair in chain.windows(2) {
            let mut changed = program.clone();
            exchange_carries(&mut changed, pair[0], pair[1]);
            let ahead = changed.steps[pair[0]].args[2].step() >= pair[0];
            if !ahead && changed != *program {
                refusal(&field, &changed);
                tried += 1;
            }
        }
        // Where the exchange would read ahead, the later step gets the carry before its own.
        for pair in chain.windows(2) {
            let mut changed = program.clone();
            changed.steps[pair[1]].args[2] = changed.steps[pair[0]].args[2];
            if changed != *program {
                refusal(&field, &changed);
                tried += 1;
            }
        }
        assert!(tried > 20, "only {tried} carries");
    }
}

/// A number read without the last subtraction, and a product folded without it: below `2p`, not
/// below `p`.
#[test]
fn missing_reduction_is_refused() {
    let modulus = find("p25519_p").expect("a row").modulus.value();
    let field = Field::crandall(&TABLE[0], &Crandall::new(&modulus));
    let program = function(&field, "decode");
    let selects = steps(program, Op::Select);
    let mut changed = program.clone();
    // The words before the selection are the third operands' smaller twins.
    changed.output = selects.iter().map(|step| program.steps[*step].args[1]).collect();
    assert!(matches!(refusal(&field, &changed), Reason::Output { .. }));

    let mut canonical = field.contract(function(&field, "mul"));
    canonical.output = Limits::below(&modulus, 4);
    let reason = prove(function(&field, "mul"), &canonical).expect_err("2p is above p").reason;
    assert!(matches!(reason, Reason::Output { .. }));

    let mut asm = Assembler::new("add", &["a", "b"], 4);
    let (a, b) = (asm.input(0), asm.input(1));
    let (sum, _) = asm.add_words(&a, &b);
    let changed = asm.finish(sum);
    assert!(matches!(refusal(&field, &changed), Reason::Output { .. }));
}

#[test]
fn wrong_constants_are_refused() {
    let field = p256();
    let builder = Montgomery::sparse(&field.modulus);
    // The modulus of the neighbour, the radix of another length, the factor of another modulus.
    let other = Field::montgomery(field.row, &Montgomery::new(&(&field.modulus + 2u32)));
    for name in ["mul", "sqr", "add", "sub", "neg", "encode", "decode"] {
        refusal(&field, function(&other, name));
    }
    let wrong = Contract {
        formula: Formula {
            factor: BigInt::from(builder.radix() << 64u32),
            ..field.contract(function(&field, "mul")).formula
        },
        ..field.contract(function(&field, "mul"))
    };
    let reason = prove(function(&field, "mul"), &wrong).expect_err("wrong radix").reason;
    assert!(matches!(reason, Reason::Value { .. }));
}

/// The identity prover alone: the ranges are right, the formula is not.
#[test]
fn wrong_values_are_refused() {
    let field = p256();
    let program = function(&field, "sub");
    let contract = field.contract(program);
    let ranges = interval::prove(program, &contract).expect("proven");
    assert!(identity::prove(program, &contract, &ranges).is_ok());
    let one = BigInt::one();
    let wrong_terms = [
        vec![(one.clone(), vec![0]), (one.clone(), vec![1])],
        vec![(one.clone(), vec![0])],
        vec![(one.clone(), vec![0]), (-one.clone(), vec![1]), (one.clone(), vec![])],
        vec![(one.clone(), vec![0, 0]), (-one.clone(), vec![1])],
    ];
    for terms in wrong_terms {
        let mut wrong = contract.clone();
        wrong.formula.terms = terms;
        let refusal = identity::prove(program, &wrong, &ranges).expect_err("wrong formula");
        assert!(matches!(refusal.reason, Reason::Value { .. }));
    }
    let mut even = contract.clone();
    even.formula.factor = even.formula.modulus.clone();
    assert!(identity::prove(program, &even, &ranges).is_err(), "0 = 0 says nothing");
}

/// Bounds that hold for one call but not for the next.
#[test]
fn growing_bounds_are_refused() {
    let field = p256();
    let mut asm = Assembler::new("add", &["a", "b"], 5);
    let (a, b) = (asm.input(0), asm.input(1));
    let (sum, carry) = asm.add_words(&a, &b);
    let mut with_carry = sum.clone();
    with_carry.push(carry);
    asm.hint(&with_carry);
    let program = asm.finish(sum);
    let contract = |output: u32| Contract {
        inputs: vec![Limits::below(&field.modulus, 5); 2],
        output: Limits::below(&(&field.modulus * output), 5),
        formula: field.contract(function(&field, "add")).formula,
        additions: 0,
    };
    let growing = interval::prove(&program, &contract(2)).err().expect("the output is too large");
    assert_eq!(growing.reason, Reason::NotInductive);
    let kept = interval::prove(&program, &contract(1)).err().expect("and it is that large");
    assert!(matches!(kept.reason, Reason::Output { .. }));
}

/// Proves the bounds of a lane program whose input and output limbs are below `2^bits`.
fn lane_bounds(program: &mut Program, bits: u32) -> Option<Reason> {
    program.limb_bits = 52;
    let limb = (BigInt::zero(), (BigInt::one() << bits) - 1);
    let count = program.output.len();
    let value = (BigInt::zero(), &limb.1 << (52 * count));
    let limits = Limits { limbs: vec![limb; count], value };
    let contract = Contract {
        inputs: vec![limits.clone(); program.inputs.len()],
        output: limits,
        formula: Formula { factor: BigInt::one(), terms: Vec::new(), modulus: BigInt::from(3) },
        additions: 0,
    };
    interval::prove(program, &contract).err().map(|refusal| refusal.reason)
}

/// The classic one: a lane product silently drops the bits of an operand above the 52nd.
#[test]
fn wide_lane_operands_are_refused() {
    let mut asm = Assembler::new("mul", &["a", "b"], 2);
    let (a, b) = (asm.input(0), asm.input(1));
    let (mut low, mut high) = (asm.constant(0), asm.constant(0));
    for (a, b) in a.iter().zip(b.iter().rev()) {
        low = asm.madd52lo(low, *a, *b);
        high = asm.madd52hi(high, *a, *b);
    }
    let mut program = asm.finish(vec![low, high]);
    let wide = lane_bounds(&mut program, 53);
    let operand = Some(Reason::Operand { operand: 1, needs: "below 2^52" });
    assert_eq!(wide, operand);
    // With 52 bits the operands pass; what is then refused is the output, which no step carries.
    let narrow = lane_bounds(&mut program, 52);
    assert!(matches!(narrow, Some(Reason::Output { .. })), "{narrow:?}");
}

/// 4,096 low parts of 52 bits fit a word, one more does not: the sum needs 65 bits.
#[test]
fn long_lane_columns_are_refused() {
    let sum = |terms: u64| {
        let mut asm = Assembler::new("sum", &["a"], 1);
        let a = asm.input(0)[0];
        let start = asm.constant(0);
        let total = (0..terms).fold(start, |total, _| asm.madd52lo(total, a, a));
        lane_bounds(&mut asm.finish(vec![total]), 52)
    };
    assert!(matches!(sum(4096), Some(Reason::Output { .. })), "4,096 terms fit the word");
    match sum(4097) {
        // 4,097 (2^52 - 1) is just above 2^64.
        Some(Reason::Overflow { range, bits: 64 }) => assert_eq!(range.1.bits(), 65),
        other => panic!("4,097 terms do not fit: {other:?}"),
    }
}

#[test]
fn plain_overflow_and_underflow_are_refused() {
    let field = p256();
    for op in [Op::Add, Op::Sub] {
        let mut asm = Assembler::new("add", &["a", "b"], 4);
        let (a, b) = (asm.input(0), asm.input(1));
        let first = if op == Op::Add { asm.add(a[0], b[0]) } else { asm.sub(a[0], b[0]) };
        let program = asm.finish(vec![first, a[1], a[2], a[3]]);
        assert!(matches!(refusal(&field, &program), Reason::Overflow { bits: 64, .. }));
    }
    // A carry operand and a mask operand that are no bit.
    let mut asm = Assembler::new("add", &["a", "b"], 4);
    let (a, b) = (asm.input(0), asm.input(1));
    let (first, _) = asm.adc(a[0], b[0], a[1]);
    let program = asm.finish(vec![first, a[1], a[2], a[3]]);
    assert!(matches!(refusal(&field, &program), Reason::Operand { operand: 2, .. }));
    let mut asm = Assembler::new("add", &["a", "b"], 4);
    let (a, b) = (asm.input(0), asm.input(1));
    let mask = asm.mask(b[0]);
    let first = asm.and(mask, a[0]);
    let program = asm.finish(vec![first, a[1], a[2], a[3]]);
    assert!(matches!(refusal(&field, &program), Reason::Operand { .. }));
}

/// Hints and quotient marks are not believed: a wrong program stays refused whatever they say.
#[test]
fn misleading_hints_do_not_help() {
    let field = p256();
    let program = function(&field, "mul");
    let mut wrong = program.clone();
    let adds = steps(&wrong, Op::Adc);
    let constant = steps(&wrong, Op::Const)[0];
    wrong.steps[adds[adds.len() - 1]].args[1] = Value::new(constant, 0);
    refusal(&field, &wrong);
    let values: Vec<Value> = (0..wrong.steps.len()).map(|step| Value::new(step, 0)).collect();
    let mut misled = wrong.clone();
    misled.quotients.clone_from(&values);
    refusal(&field, &misled);
    let mut misled = wrong.clone();
    misled.hints.push(Hint { words: wrong.output.clone(), stop: wrong.output.clone() });
    refusal(&field, &misled);
    let mut misled = wrong.clone();
    for window in values.windows(4) {
        misled.hints.push(Hint { words: window.to_vec(), stop: Vec::new() });
    }
    refusal(&field, &misled);
}

/// Idle hints do no harm to a right program, and without hints the top words cannot be bounded.
#[test]
fn hints_are_needed_and_idle_ones_harmless() {
    let field = p256();
    let program = function(&field, "mul");
    let mut idle = program.clone();
    let input = idle.inputs[0].limbs.clone();
    idle.hints.insert(0, Hint { words: input.iter().rev().copied().collect(), stop: Vec::new() });
    idle.hints.push(Hint { words: vec![input[3], input[3]], stop: input });
    assert!(prove(&idle, &field.contract(&idle)).is_ok());
    let mut bare = program.clone();
    bare.hints.clear();
    assert!(matches!(refusal(&field, &bare), Reason::Overflow { .. }));
}

/// The interpreter says no where a word overflows, and so does the prover.
#[test]
fn overflow_is_shown_by_a_run() {
    let mut asm = Assembler::new("mul", &["a", "b"], 2);
    let (a, b) = (asm.input(0), asm.input(1));
    let wide = product(&mut asm, &a, &b);
    let top = asm.add(wide[3], a[0]);
    let program = asm.finish(vec![wide[0], top]);
    let full = vec![BigInt::from(u64::MAX); 2];
    let fault = run(&program, &[full.clone(), full]).err().expect("the sum needs 65 bits");
    assert_eq!(fault.value.bits(), 65);
}

/// Soundness on a small modulus: whatever mutant the provers accept is right on every input.
#[test]
fn accepted_mutants_of_toys_are_right_everywhere() {
    let modulus = BigUint::from(61u32);
    let field = Field::montgomery(&TABLE[0], &Montgomery::new(&modulus));
    let (mut accepted, mut refused) = (0, 0);
    for program in &field.programs {
        let contract = field.contract(program);
        for mutant in mutants(program) {
            if prove(&mutant.program, &contract).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            for a in 0..61u32 {
                for b in 0..if program.inputs.len() == 2 { 61u32 } else { 1 } {
                    let inputs = [limbs(&a.into(), 1), limbs(&b.into(), 1)];
                    let inputs = &inputs[..program.inputs.len()];
                    let found = run(&mutant.program, inputs).expect("accepted");
                    let wanted = run(program, inputs).expect("proven");
                    let number = |run: &fieldgen::eval::Run, program: &Program| {
                        run.number(&program.output, 64)
                    };
                    let same = number(&found, &mutant.program) == number(&wanted, program);
                    assert!(same, "{}: {} at {a}, {b}", program.name, mutant.what);
                }
            }
        }
    }
    assert!(accepted > 0 && refused > 500, "{accepted} accepted, {refused} refused");
}

/// Extreme values are part of the net: a carry that is lost once in 2^64 is met by them.
#[test]
fn edge_values_meet_rare_carries() {
    let field = p256();
    let mut random = Random::new("edge_values_meet_rare_carries");
    let values = edge_values(&field.modulus, field.limbs, &mut random);
    let program = function(&field, "add");
    let mut lost = program.clone();
    let last = *steps(&lost, Op::Adc).last().expect("a chain");
    lost.steps[last].args[2] = Value::new(steps(&lost, Op::Const)[0], 0);
    let differs = values.iter().any(|a| {
        values.iter().any(|b| {
            let inputs = [limbs(a, 4), limbs(b, 4)];
            let (good, bad) = (run(program, &inputs), run(&lost, &inputs));
            let good = good.expect("proven").number(&program.output, 64);
            bad.map_or(true, |bad| bad.number(&lost.output, 64) != good)
        })
    });
    assert!(differs);
}
