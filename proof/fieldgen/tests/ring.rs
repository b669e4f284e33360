//! Products of the ring: what ships is proven as it is read back, and wrong text is refused.

use crate::common::Random;
use crate::common::text::{changes, says_something};
use fieldgen::emit;
use fieldgen::ring::text::{FILE, file, prove, read};
use fieldgen::ring::{Function, Kind, Line, Q, RESULT, Task, functions, judge};
use std::collections::BTreeMap;

const KINDS: [Kind; 5] = [Kind::Modulus, Kind::Inverse, Kind::Low, Kind::High, Kind::Sub];

/// Goal: the text that ships is that of the generator, and is proven as it is read back.
#[test]
fn text_is_proven_as_read_back() {
    let text = std::fs::read_to_string(emit::folder().join(FILE)).expect("a file");
    assert_eq!(text, file(), "run `cargo run -p fieldgen -- write`");
    assert_eq!(read(&text).expect("lines of known forms"), functions());
    assert_eq!(prove(&text), Ok(10));
}

/// What a text gives: its words as a processor has them.
fn run(function: &Function, inputs: &[i32]) -> i32 {
    let names = function.task.parameters().iter().map(|name| (*name).to_string());
    let mut words: BTreeMap<String, i32> = names.zip(inputs.iter().copied()).collect();
    for line in &function.lines {
        let args: Vec<i32> = line.args.iter().map(|name| words[name]).collect();
        let word = match line.kind {
            Kind::Modulus => Q as i32,
            Kind::Inverse => inverse(),
            Kind::Low => args[0].wrapping_mul(args[1]),
            Kind::High => ((i64::from(args[0]) * i64::from(args[1])) >> 32) as i32,
            Kind::Sub => args[0].wrapping_sub(args[1]),
        };
        words.insert(line.name.clone(), word);
    }
    words[RESULT]
}

/// `1 / q mod 2^32`, found by trying the bits one after the other.
fn inverse() -> i32 {
    let q = Q as u32;
    (0..32).fold(0u32, |found, bit| {
        let wrong = q.wrapping_mul(found) ^ 1;
        found | (wrong & 1 << bit)
    }) as i32
}

/// Inputs within the contract of a task, the extreme ones among them; and the integer that is to be
/// divided by 2^32.
fn inputs(task: Task, random: &mut Random) -> Vec<(Vec<i32>, i64)> {
    let mut all = Vec::new();
    let half = Q / 2;
    for x in [i32::MIN.into(), i32::MAX.into(), -1, 0, 1, Q - 1, random.word() as i32 as i64] {
        for z in [-half, half, -1, 0, 1, random.word() as i64 % (half + 1)] {
            all.push(match task {
                Task::Times => {
                    let quotient = (z as i32).wrapping_mul(inverse());
                    (vec![x as i32, z as i32, quotient], x * z)
                }
                Task::Fold => {
                    let sum = x % Q * (6 * z) * 8;
                    (vec![sum as i32, (sum >> 32) as i32], sum)
                }
            });
        }
    }
    all
}

/// Goal: the functions divide by 2^32 modulo q.
#[test]
fn functions_divide() {
    let mut random = Random::new("functions_divide");
    for function in functions() {
        for _ in 0..100 {
            for (inputs, number) in inputs(function.task, &mut random) {
                let result = run(&function, &inputs);
                let rest = i128::from(number) - (i128::from(result) << 32);
                assert_eq!(rest % i128::from(Q), 0, "{inputs:?}");
                assert!(i64::from(result).abs() < Q, "{inputs:?}");
            }
        }
    }
}

/// Every change of one line: another step, another operand, the line left out, or exchanged with
/// the next.
fn mutants(function: &Function) -> Vec<Function> {
    let mut all = Vec::new();
    let known = function.task.parameters().iter().map(|name| (*name).to_string());
    let known: Vec<String> =
        known.chain(function.lines.iter().map(|line| line.name.clone())).collect();
    let mut change = |at: usize, new: Vec<Line>, taken: usize| {
        let mut lines = function.lines.clone();
        lines.splice(at..at + taken, new);
        all.push(Function { lines, ..function.clone() });
    };
    for (at, line) in function.lines.iter().enumerate() {
        for kind in KINDS.into_iter().filter(|kind| *kind != line.kind) {
            change(at, vec![Line { kind, ..line.clone() }], 1);
        }
        for place in 0..line.args.len() {
            for name in known.iter().filter(|name| **name != line.args[place]) {
                let mut new = line.clone();
                new.args[place].clone_from(name);
                change(at, vec![new], 1);
            }
        }
        change(at, vec![], 1);
        if let Some(next) = function.lines.get(at + 1) {
            change(at, vec![next.clone(), line.clone()], 2);
        }
    }
    all
}

/// Goal: a function with one wrong line is refused. Method: what is accepted computes the same, and
/// differs in what does not count: the word that a constant is made like, the order of lines that
/// do not read each other.
#[test]
fn mutants_are_refused() {
    let mut random = Random::new("mutants_are_refused");
    for function in functions() {
        let all = mutants(&function);
        let (mut refused, count) = (0, all.len());
        for mutant in all {
            if judge(&mutant).is_err() {
                refused += 1;
                continue;
            }
            let like = |line: &Line| match line.kind {
                Kind::Modulus | Kind::Inverse => Line { args: Vec::new(), ..line.clone() },
                _ => line.clone(),
            };
            let sorted = |function: &Function| {
                let mut lines: Vec<Line> = function.lines.iter().map(like).collect();
                lines.sort_by(|a, b| a.name.cmp(&b.name));
                lines
            };
            assert_eq!(sorted(&mutant), sorted(&function), "accepted");
            for (inputs, _) in inputs(function.task, &mut random) {
                assert_eq!(run(&mutant, &inputs), run(&function, &inputs), "{inputs:?}");
            }
        }
        assert!(count > 60 && refused > count * 3 / 4, "{refused} of {count} refused");
    }
}

/// Goal: the reader takes no text for another one: each line changed is refused, or has the same
/// functions but for what the mutants show to be judged.
#[test]
fn changed_lines_are_refused() {
    let text = file();
    let lines: Vec<&str> = text.split('\n').collect();
    let mut accepted = 0;
    for at in (0..lines.len()).filter(|at| says_something(lines[*at])) {
        for change in changes(&lines, at) {
            if prove(&change.text).is_ok() {
                let same = read(&change.text).expect("it was proven");
                let names = |all: &[Function]| -> Vec<usize> {
                    all.iter().map(|function| function.lines.len()).collect()
                };
                assert_eq!(names(&same), names(&functions()), "line {at}: {}", change.what);
                accepted += 1;
            }
        }
    }
    assert!(accepted < 20, "{accepted} changed lines are accepted");
}
