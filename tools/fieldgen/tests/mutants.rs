//! Every small change of an emitted program makes a prover say no, or is listed with its reason.

mod common;

use common::mutate::{Mutant, mutants};
use common::{Random, edge_values, limbs};
use fieldgen::emit::emitted_fields;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::{Reason, prove};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Survivors that are known, with the reason: `prime function | change | reason`.
const SURVIVORS: &str = include_str!("survivors.txt");

#[test]
fn p256_p_products() {
    check_survivors("p256_p", &["mul", "sqr"]);
}

#[test]
fn p256_p_rest() {
    check_survivors("p256_p", &["add", "sub", "neg", "encode", "decode"]);
}

#[test]
fn p256_n_products() {
    check_survivors("p256_n", &["mul", "sqr"]);
}

#[test]
fn p256_n_rest() {
    check_survivors("p256_n", &["add", "sub", "neg", "encode", "decode"]);
}

/// The tests above cover all that is emitted, and the list holds nothing else.
#[test]
fn every_emitted_program_is_covered() {
    let emitted = emitted_fields();
    let names: Vec<&str> = emitted.iter().map(|field| field.row.name).collect();
    assert_eq!(names, ["p256_p", "p256_n"], "add tests for the new files");
    for field in &emitted {
        assert_eq!(field.programs.len(), 7, "add the new function to the tests");
    }
    for line in survivor_lines() {
        assert!(names.contains(&line[0].split(' ').next().expect("a prime")), "{line:?}");
        assert!(line[2].len() > 10, "a survivor needs a reason: {line:?}");
    }
}

fn survivor_lines() -> Vec<[&'static str; 3]> {
    let lines = SURVIVORS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let parts = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    parts.map(|parts| parts.try_into().expect("three columns")).collect()
}

fn check_survivors(prime: &str, functions: &[&str]) {
    let fields = emitted_fields();
    let field = fields.iter().find(|field| field.row.name == prime).expect("emitted");
    let (mut found, mut listed) = (Vec::new(), Vec::new());
    for program in field.programs.iter().filter(|program| functions.contains(&program.name)) {
        let name = format!("{prime} {}", program.name);
        let (survivors, reasons, count) = survivors_of(field, program);
        println!("{name}: {count} mutants, {} survive; refused for {reasons:?}", survivors.len());
        assert!(count > 10 * program.output.len(), "{name}: only {count} mutants");
        for mutant in &survivors {
            agrees_on_edges(field, &mutant.program, program);
        }
        found.extend(survivors.iter().map(|mutant| format!("{name} | {}", mutant.what)));
        let lines = survivor_lines().into_iter().filter(|line| line[0] == name);
        listed.extend(lines.map(|line| format!("{} | {}", line[0], line[1])));
    }
    assert_eq!(found, listed, "survivors are not those listed:\n{}", found.join("\n"));
}

/// The mutants that both provers accept, and how often each reason to refuse was given.
fn survivors_of(
    field: &Field,
    program: &Program,
) -> (Vec<Mutant>, BTreeMap<&'static str, usize>, usize) {
    let contract = field.contract(program);
    let mut reasons = BTreeMap::new();
    let mutants = mutants(program);
    let count = mutants.len();
    let survivors = mutants.into_iter().filter(|mutant| match prove(&mutant.program, &contract) {
        Ok(_) => true,
        Err(refusal) => {
            *reasons.entry(name_of(&refusal.reason)).or_default() += 1;
            false
        }
    });
    let survivors = survivors.collect();
    (survivors, reasons, count)
}

fn name_of(reason: &Reason) -> &'static str {
    match reason {
        Reason::Overflow { .. } | Reason::SignedOverflow { .. } => "overflow",
        Reason::Operand { .. } => "operand",
        Reason::Output { .. } => "output",
        Reason::NotInductive => "contract",
        Reason::Value { .. } => "value",
        Reason::Beyond(_) => "beyond",
    }
}

/// A mutant that the provers accept must compute the same: if not, a prover is wrong.
fn agrees_on_edges(field: &Field, mutant: &Program, original: &Program) {
    let mut random = Random::new("agrees_on_edges");
    let values = edge_values(&field.modulus, field.limbs, &mut random);
    for (number, a) in values.iter().enumerate() {
        let b: &BigUint = &values[(number * 5 + 3) % values.len()];
        let inputs = [limbs(a, field.limbs), limbs(b, field.limbs)];
        let inputs = &inputs[..original.inputs.len()];
        let wanted = run(original, inputs).expect("proven");
        let found = run(mutant, inputs).expect("proven");
        let number = |run: &fieldgen::eval::Run, program: &Program| run.number(&program.output, 64);
        assert_eq!(number(&found, mutant), number(&wanted, original), "{a:x} {b:x}");
    }
}
