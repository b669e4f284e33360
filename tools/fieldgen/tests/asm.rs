//! Steps of products in lanes: what is printed is proven as it is read back, and wrong text is
//! refused.

use fieldgen::asm::step::{Shape, TAKEN};
use fieldgen::asm::{parse, proof, schedule, step, text};
use fieldgen::eval;
use fieldgen::ir::{Op, Program};
use num_bigint::BigInt;

const LENGTHS: [usize; 3] = [20, 30, 40];

/// The step in which faults are planted.
const PLAIN: Shape = Shape { limbs: 20, from: 0 };

fn lines(shape: Shape) -> Vec<String> {
    text::lines(&schedule::schedule(&step::build(shape)))
}

fn judge(lines: &[String], shape: Shape) -> Result<(), String> {
    proof::prove(&parse::parse(lines, shape.limbs)?, shape)
}

/// What a step leaves, of limbs that differ, with `k m[0] = 1 (2^52 - 1)`.
fn outputs(program: &Program) -> Vec<BigInt> {
    let limb = (1u64 << 52) - 1;
    let mut state = 1u64;
    let mut inputs: Vec<Vec<BigInt>> = Vec::new();
    for group in &program.inputs {
        let limbs = group.limbs.iter().map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            BigInt::from(state & limb)
        });
        inputs.push(limbs.collect());
    }
    inputs[3][0] = limb.into();
    inputs[4][0] = 1.into();
    let run = eval::run(program, &inputs).expect("sums that are words");
    program.output.iter().map(|value| run.value(*value).clone()).collect()
}

/// Goal: the text of each length is a step. Method: read back and proven; as many products as the
/// formula has.
#[test]
fn text_is_proven_as_read_back() {
    for limbs in LENGTHS {
        for from in (0..limbs).step_by(TAKEN) {
            let shape = Shape { limbs, from };
            let program = parse::parse(&lines(shape), limbs).expect("text that is understood");
            assert_eq!(proof::prove(&program, shape), Ok(()), "{shape:?}");
            let products = program.count(Op::Madd52Lo) + program.count(Op::Madd52Hi);
            // Both halves of five limbs by all, twice, and a product for each quotient.
            assert_eq!(products, 10 * (limbs - from) + 10 * limbs + 5, "{shape:?}");
        }
    }
}

/// Goal: a step is proven as itself only. Method: judged as one that begins elsewhere.
#[test]
fn a_step_is_no_other_one() {
    let other = Shape { from: TAKEN, ..PLAIN };
    assert!(judge(&lines(PLAIN), other).is_err());
    assert!(judge(&lines(other), PLAIN).is_err());
}

/// Goal: no line can be lost. Method: each is taken out by itself; all are wanted refused.
#[test]
fn no_line_can_be_lost() {
    let lines = lines(PLAIN);
    for at in 0..lines.len() {
        let mut less = lines.clone();
        let lost = less.remove(at);
        assert!(judge(&less, PLAIN).is_err(), "without line {at}: {lost}");
    }
}

/// Goal: no register can be another one. Method: each place of each line gets the next register.
/// Refused, but where a product goes to another sum of the same place: there an interpreter has to
/// find the same outputs.
#[test]
fn no_register_can_be_another() {
    let lines = lines(PLAIN);
    let right = outputs(&parse::parse(&lines, PLAIN.limbs).expect("text that is understood"));
    let (mut refused, mut same) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        // Zeroing is by any register that both operands name.
        let only_first = line.starts_with("vpxorq");
        for (place, _) in line.match_indices("zmm").take(if only_first { 1 } else { 3 }) {
            let digits = &line[place + 3..];
            let Some(end) = digits.find(|c: char| !c.is_ascii_digit()).or(Some(digits.len()))
            else {
                continue;
            };
            let Ok(number) = digits[..end].parse::<usize>() else { continue };
            let next = (number + 1) % 32;
            let mut wrong = lines.clone();
            wrong[at] = format!("{}{next}{}", &line[..place + 3], &digits[end..]);
            if judge(&wrong, PLAIN).is_err() {
                refused += 1;
                continue;
            }
            let program = parse::parse(&wrong, PLAIN.limbs).expect("text that was proven");
            assert_eq!(outputs(&program), right, "line {at}: {} for {line}", wrong[at]);
            same += 1;
        }
    }
    assert!(refused > 1000 && same < refused / 10, "{refused} refused, {same} the same");
}

/// Goal: offsets, arrays, halves of products and distances are judged. Method: each is changed.
#[test]
fn wrong_places_and_operations_are_refused() {
    let lines = lines(PLAIN);
    let changes = [
        (" + 64]", " + 128]"),
        ("{x}", "{words}"),
        ("{words}", "{x}"),
        ("{sums}", "{x}"),
        ("vpmadd52luq", "vpmadd52huq"),
        ("vpmadd52huq", "vpmadd52luq"),
        ("vpaddq", "vpandq"),
        ("vpandq", "vpaddq"),
        (", 52", ", 51"),
    ];
    for (old, new) in changes {
        let mut planted = 0;
        for at in 0..lines.len() {
            let mut wrong = lines.clone();
            wrong[at] = wrong[at].replace(old, new);
            if wrong[at] != lines[at] {
                assert!(judge(&wrong, PLAIN).is_err(), "line {at}: {}", wrong[at]);
                planted += 1;
            }
        }
        assert!(planted > 0, "{old} is in the text");
    }
}
