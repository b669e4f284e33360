//! Every small change of an emitted program makes a prover say no, or is listed with its reason.

use crate::common;

use common::mutate::{Mutant, mutants};
use common::{Random, Share, edge_values, limbs};
use fieldgen::emit::emitted_fields;
use fieldgen::eval::run;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::{Reason, prove};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Survivors that are known, with the reason: `prime function | change | reason`.
const SURVIVORS: &str = include_str!("survivors.txt");

static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(emitted_fields);

/// All mutants of the programs of P-256; or one in as many as `FIELDGEN_P256` says, others with
/// each second of the clock, as all of them are listed.
#[test]
fn p256_p() {
    check_survivors("p256_p", share_of_p256(), Share::WHOLE);
}

#[test]
fn p256_n() {
    check_survivors("p256_n", share_of_p256(), Share::WHOLE);
}

fn share_of_p256() -> usize {
    let asked = std::env::var("FIELDGEN_P256").ok();
    asked.map_or(1, |asked| asked.parse().expect("FIELDGEN_P256 is a number, from 1 on"))
}

/// A share of the mutants of all other primes; all of them, which takes most of an hour, with
/// `FIELDGEN_MUTANTS=all`, all of some primes with their names instead, and of one function with
/// `FIELDGEN_FUNCTION`. Of these `FIELDGEN_OTHERS` is a share again, others each time.
#[test]
fn other_primes() {
    let asked = std::env::var("FIELDGEN_MUTANTS").unwrap_or_default();
    let all = |name: &str| asked.split(',').any(|prime| prime == "all" || prime == name);
    let others = FIELDS.iter().map(|field| field.row.name);
    let others: Vec<&str> = others.filter(|name| !name.starts_with("p256_")).collect();
    assert!(others.len() >= 20);
    let share = |name: &str| match asked.as_str() {
        "" => Some(97),
        _ => all(name).then_some(1),
    };
    let chosen = others.iter().filter_map(|name| Some((name, share(name)?)));
    let mut tried = Share::asked("FIELDGEN_OTHERS");
    let wrong = chosen.flat_map(|(name, share)| survivors(name, share, &mut tried));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{MISFIT}:\n{}", wrong.join("\n"));
}

/// The list of survivors holds nothing but what there is, with reasons.
#[test]
fn survivors_are_listed_with_their_reasons() {
    for line in survivor_lines() {
        let prime = line[0].split(' ').next().expect("a prime");
        assert!(FIELDS.iter().any(|field| field.row.name == prime), "{line:?}");
        assert!(line[2].len() > 10, "a survivor needs a reason: {line:?}");
    }
}

fn survivor_lines() -> Vec<[&'static str; 3]> {
    let lines = SURVIVORS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let parts = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    parts.map(|parts| parts.try_into().expect("three columns")).collect()
}

const MISFIT: &str = "survivors that are not listed (+), and listed ones that are none (-)";

fn check_survivors(prime: &str, share: usize, mut of_these: Share) {
    let wrong = survivors(prime, share, &mut of_these);
    assert!(wrong.is_empty(), "{MISFIT}:\n{}", wrong.join("\n"));
}

/// Tries one mutant in `share` of each program of `prime`, and of these a share again, and says
/// where the list is wrong.
fn survivors(prime: &str, share: usize, of_these: &mut Share) -> Vec<String> {
    let mut wrong = Vec::new();
    let field = FIELDS.iter().find(|field| field.row.name == prime).expect("emitted");
    let seconds = std::time::UNIX_EPOCH.elapsed().expect("a clock").as_secs() as usize;
    let turn = if prime.starts_with("p256_") { seconds % share } else { 0 };
    let mut first = Random::new(prime).word() as usize + turn;
    println!("{prime}: turn {turn} of {share}");
    let function = std::env::var("FIELDGEN_FUNCTION");
    for program in &field.programs {
        first += 1;
        if function.as_ref().is_ok_and(|asked| asked != program.name) {
            continue;
        }
        let name = format!("{prime} {}", program.name);
        let all = mutants(program);
        // Words held as they are need no steps: only their order can be wrong.
        let least = if program.steps.iter().any(|step| step.op.arity() > 0) { 10 } else { 0 };
        assert!(all.len() + 1 >= (least + 1) * program.output.len(), "{name}: {}", all.len());
        let chosen = all.into_iter().skip(first % share).step_by(share);
        let chosen: Vec<Mutant> = chosen.filter(|_| of_these.takes()).collect();
        let tried: Vec<String> = chosen.iter().map(|mutant| mutant.what.clone()).collect();
        let (survivors, reasons) = survivors_of(field, program, chosen);
        println!(
            "{name}: {} mutants, {} survive; refused for {reasons:?}",
            tried.len(),
            survivors.len()
        );
        for mutant in &survivors {
            agrees_on_edges(field, &mutant.program, program);
        }
        let found: Vec<&str> = survivors.iter().map(|mutant| mutant.what.as_str()).collect();
        let lines = survivor_lines().into_iter().filter(|line| line[0] == name);
        let listed = lines.map(|line| line[1]).filter(|what| tried.iter().any(|one| one == what));
        let listed: Vec<&str> = listed.collect();
        let new = found.iter().filter(|what| !listed.contains(what));
        wrong.extend(new.map(|what| format!("+ {name} | {what}")));
        let gone = listed.iter().filter(|what| !found.contains(what));
        wrong.extend(gone.map(|what| format!("- {name} | {what}")));
    }
    wrong
}

/// Those of `mutants` that both provers accept, and how often each reason to refuse was given.
fn survivors_of(
    field: &Field,
    program: &Program,
    mutants: Vec<Mutant>,
) -> (Vec<Mutant>, BTreeMap<&'static str, usize>) {
    let contract = field.contract(program);
    let mut reasons = BTreeMap::new();
    let survivors = mutants.into_iter().filter(|mutant| match prove(&mutant.program, &contract) {
        Ok(_) => true,
        Err(refusal) => {
            *reasons.entry(name_of(&refusal.reason)).or_default() += 1;
            false
        }
    });
    let survivors = survivors.collect();
    (survivors, reasons)
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
    let values = edge_values(&field.bound, field.limbs, &mut random);
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
