//! Products in lanes: what is printed is proven as it is read back, and wrong text is refused.

use crate::common::Random;
use fieldgen::asm::shape::{self, BY_MODULUS, Shape, TAKEN, Task};
use fieldgen::asm::{file, parse, proof, schedule, text};
use fieldgen::emit;
use fieldgen::eval;
use fieldgen::ir::{Op, Program};
use num_bigint::BigInt;

const LENGTHS: [usize; 3] = [20, 30, 40];

const TASKS: [Task; 4] = [Task::Product, Task::Square, Task::Reduction, Task::Last];

/// The programs in which faults are planted.
const SMALL: [Shape; 4] =
    [small(Task::Product), small(Task::Square), small(Task::Reduction), small(Task::Last)];

const fn small(task: Task) -> Shape {
    Shape { task, limbs: 10 }
}

fn lines(shape: Shape) -> Vec<String> {
    text::lines(&schedule::schedule(&shape::build(shape), shape))
}

fn judge(lines: &[String], shape: Shape) -> Result<(), String> {
    proof::prove(&parse::parse(lines, shape)?, shape)
}

/// The outputs of a program for limbs that differ, with `k m[0] = 1 (2^52 - 1)`.
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
    for (group, first) in [(3, limb), (4, 1)] {
        if let Some(word) = inputs[group].first_mut() {
            *word = first.into();
        }
    }
    let run = eval::run(program, &inputs).expect("sums that are words");
    program.output.iter().map(|value| run.value(*value).clone()).collect()
}

/// The programs of a length as they are checked in.
fn shipped(limbs: usize) -> Vec<(Shape, Vec<String>)> {
    let mut names = emit::product_names().into_iter();
    let (_, name) = names.find(|(of, _)| *of == limbs).expect("a file");
    let text = std::fs::read_to_string(emit::folder().join(name)).expect("a file");
    file::read(&text, limbs).expect("text of the known form")
}

/// Goal: the text of each length is what its shape says. Method: the files are read back and
/// proven; as many products as the formula has.
#[test]
fn text_is_proven_as_read_back() {
    for limbs in LENGTHS {
        let programs = shipped(limbs);
        assert_eq!(programs.len(), TASKS.len());
        for ((shape, lines), task) in programs.into_iter().zip(TASKS) {
            assert_eq!(shape, Shape { task, limbs });
            let program = parse::parse(&lines, shape).expect("text that is understood");
            assert_eq!(proof::prove(&program, shape), Ok(()), "{shape:?}");
            let products = program.count(Op::Madd52Lo) + program.count(Op::Madd52Hi);
            let expected = match task {
                Task::Product => 2 * limbs * limbs,
                Task::Square => limbs * (limbs + 1),
                // Both halves of all by the quotients, and a product for each quotient that is no
                // limb as it stands.
                Task::Reduction => 2 * TAKEN * limbs,
                Task::Last => 2 * TAKEN * limbs + BY_MODULUS,
            };
            assert_eq!(products, expected, "{shape:?}");
        }
    }
}

/// Goal: a program is proven as itself only. Method: judged as each of the others.
#[test]
fn a_program_is_no_other_one() {
    for one in SMALL {
        for other in SMALL {
            assert_eq!(judge(&lines(one), other).is_ok(), one == other, "{one:?} as {other:?}");
        }
        let longer = Shape { limbs: one.limbs + TAKEN, ..one };
        assert!(judge(&lines(one), longer).is_err(), "{one:?}");
    }
}

/// Goal: no line can be lost. Method: each is taken out by itself. Refused, but where a word is
/// loaded again to the register that still has it.
#[test]
fn no_line_can_be_lost() {
    for shape in SMALL {
        let lines = lines(shape);
        for at in 0..lines.len() {
            let mut less = lines.clone();
            let lost = less.remove(at);
            let again = lost.contains(", zmmword") && less[..at].contains(&lost);
            assert!(judge(&less, shape).is_err() || again, "{shape:?} without line {at}: {lost}");
        }
    }
}

/// Goal: limbs are factors and nothing else, so that bits above them do not count. Method: after
/// each product one of its factors is added as well.
#[test]
fn limbs_are_only_factors() {
    for shape in SMALL {
        let lines = lines(shape);
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("madd52")) {
            let operands = line.split_once(' ').expect("an instruction has operands").1;
            let [sum, a, b] = operands.split(", ").collect::<Vec<_>>()[..] else {
                panic!("three operands: {line}");
            };
            for factor in [a, b] {
                let mut more = lines.clone();
                more.insert(at + 1, format!("vpaddq {sum}, {sum}, {factor}"));
                assert!(judge(&more, shape).is_err(), "{shape:?}: {factor} after {line}");
            }
        }
    }
}

/// The line with each of its registers as the next one.
fn with_other_registers(line: &str) -> Vec<String> {
    // Zeroing is by any register that both operands name.
    let places = if line.starts_with("vpxorq") { 1 } else { 3 };
    let mut out = Vec::new();
    for (place, _) in line.match_indices("zmm").take(places) {
        let (before, after) = line.split_at(place + 3);
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if let Ok(number) = after[..digits].parse::<usize>() {
            out.push(format!("{before}{}{}", (number + 1) % 32, &after[digits..]));
        }
    }
    out
}

/// Goal: no register can be another one. Method: each place of each line gets the next register.
/// Refused, but where a product goes to another sum of the same place: there an interpreter has to
/// find the same outputs.
#[test]
fn no_register_can_be_another() {
    for shape in SMALL {
        let lines = lines(shape);
        let right = outputs(&parse::parse(&lines, shape).expect("text that is understood"));
        let (mut refused, mut same) = (0, 0);
        for (at, line) in lines.iter().enumerate() {
            for other in with_other_registers(line) {
                let mut wrong = lines.clone();
                wrong[at] = other;
                if judge(&wrong, shape).is_err() {
                    refused += 1;
                    continue;
                }
                let program = parse::parse(&wrong, shape).expect("text that was proven");
                assert_eq!(outputs(&program), right, "line {at}: {} for {line}", wrong[at]);
                same += 1;
            }
        }
        assert!(refused > 300 && same < refused / 10, "{refused} refused, {same} the same");
    }
}

/// Goal: the texts that ship can lose no line, take no other register and no other place. Method:
/// lines at random, `FIELDGEN_TEXT_LINES` of each program, each changed in every way of the tests
/// above. Refused, but for those that these tests accept as well.
#[test]
fn shipped_lines_cannot_change() {
    let asked = std::env::var("FIELDGEN_TEXT_LINES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new("shipped_lines_cannot_change");
    let (mut refused, mut same) = (0, 0);
    for (shape, lines) in LENGTHS.into_iter().flat_map(shipped) {
        let right = outputs(&parse::parse(&lines, shape).expect("text that is understood"));
        for _ in 0..asked.map_or(2, |asked: usize| asked.min(lines.len())) {
            let at = random.word() as usize % lines.len();
            let line = &lines[at];
            let swaps = CHANGES.iter().map(|(old, new)| line.replace(old, new));
            let others: Vec<String> = with_other_registers(line).into_iter().chain(swaps).collect();
            let mut changed: Vec<Vec<String>> = vec![lines.clone()];
            changed[0].remove(at);
            for other in others.into_iter().filter(|other| other != line) {
                let mut wrong = lines.clone();
                wrong[at] = other;
                changed.push(wrong);
            }
            for wrong in changed {
                if judge(&wrong, shape).is_err() {
                    refused += 1;
                    continue;
                }
                let program = parse::parse(&wrong, shape).expect("text that was proven");
                assert_eq!(outputs(&program), right, "{shape:?} line {at}: {line}");
                same += 1;
            }
        }
    }
    println!("{refused} refused, {same} the same");
    assert!(refused > 50 && same < refused / 4, "{refused} refused, {same} the same");
}

/// Parts of lines that mean something, and what else may stand there.
const CHANGES: [(&str, &str); 10] = [
    (" + 64]", " + 128]"),
    (" + 64]", " + 65]"),
    ("{x}", "{y}"),
    ("{y}", "{x}"),
    ("{words}", "{sums}"),
    ("{sums}", "{words}"),
    ("vpmadd52luq", "vpmadd52huq"),
    ("vpmadd52huq", "vpmadd52luq"),
    ("vpaddq", "vpsubq"),
    (", 52", ", 51"),
];

/// Goal: offsets, arrays, halves of products, operations and distances are judged. Method: each is
/// changed, in all programs that have it.
#[test]
fn wrong_places_and_operations_are_refused() {
    for (old, new) in CHANGES {
        let mut planted = 0;
        for shape in SMALL {
            let lines = lines(shape);
            for at in 0..lines.len() {
                let mut wrong = lines.clone();
                wrong[at] = wrong[at].replace(old, new);
                if wrong[at] != lines[at] {
                    assert!(judge(&wrong, shape).is_err(), "line {at}: {}", wrong[at]);
                    planted += 1;
                }
            }
        }
        assert!(planted > 0, "{old} is in the text");
    }
}
