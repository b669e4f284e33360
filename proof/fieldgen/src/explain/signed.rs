//! Signed limbs in 64-bit columns.

use super::{Explain, Verdict, plural, pull_request, usage};
use crate::admissible::{Admissible, Range, distance, limit, product_column, search};
use crate::build::signed::Signed;
use crate::build::signed::rest::{Tightest, Unfit, level_in};
use crate::build::signed::sequence::Sequence;
use crate::eval::{Fault, run};
use crate::field::Field;
use crate::ir::Program;
use crate::prove::{prove, signed_bits};
use num_bigint::BigInt;
use std::io::{self, Write};

pub(super) fn explain(args: &Explain, out: &mut impl Write) -> io::Result<Verdict> {
    let limbs = args.limbs(1);
    let sets = candidates(args, limbs)?;
    let mut refusals = Vec::new();
    for set in sets {
        match Field::signed(args.prime, set.clone()) {
            Ok(field) => return admit(&field, out),
            Err(unfit) => refusals.push((set, unfit)),
        }
    }
    // The order that gets furthest tells most.
    let pass = |unfit: &Unfit| match unfit {
        Unfit::Overflow { at, pass, .. } => (*pass, at.program, at.step),
        Unfit::Grows { passes } => (*passes, 0, 0),
    };
    let many = refusals.len() > 1;
    let furthest = refusals.into_iter().rev().max_by_key(|(_, unfit)| pass(unfit));
    let (set, unfit) = furthest.expect("one order at least was tried");
    refuse(args, &set, &unfit, many, out)?;
    nearest(args, &set, out)?;
    Ok(Verdict::Refused)
}

/// The sets to try: the one order that was asked for, or all.
fn candidates(args: &Explain, limbs: usize) -> io::Result<Vec<Signed>> {
    let sequences: Vec<Sequence> = match &args.sequence {
        Some(text) => vec![text.parse().map_err(usage)?],
        None => Sequence::all().collect(),
    };
    let new = |sequence| Signed::new(args.prime, args.limb_bits, limbs, args.adds, sequence);
    let sets: Option<Vec<Signed>> = sequences.into_iter().map(new).collect();
    let mut sets = sets.ok_or_else(|| {
        let bits = args.prime.modulus.value().bits();
        usage(format!(
            "{limbs} signed limbs of {} bits do not hold {bits} bits and a sign, or a step of the \
             sequence is about a column that a product does not have",
            args.limb_bits
        ))
    })?;
    let cost = |set: &Signed| crate::admissible::Cost::of(&set.mul()).total();
    sets.sort_by_key(cost);
    Ok(sets)
}

fn admit(field: &Field, out: &mut impl Write) -> io::Result<Verdict> {
    let (set, rest) = field.signed.as_ref().expect("signed limbs");
    for program in &field.programs {
        if let Err(refusal) = prove(program, &field.contract(program)) {
            writeln!(out, "{}: refused: {refusal}", set.name())?;
            return Ok(Verdict::Refused);
        }
    }
    writeln!(
        out,
        "{}: {} is admissible, proven for every chain of calls.",
        field.row.name,
        set.name()
    )?;
    writeln!(out, "At rest the limbs lie within")?;
    for (place, limb) in rest.limbs.iter().enumerate() {
        writeln!(
            out,
            "  limb {place:2}: -{limb:#x} ..= {limb:#x} ({:.3} bits)",
            (*limb as f64).log2()
        )?;
    }
    writeln!(
        out,
        "and a factor may be {} times as wide. The bounds settled after {} pass{}.",
        1u64 << set.additions,
        rest.passes,
        if rest.passes == 1 { "" } else { "es" }
    )?;
    let program = &field.programs[rest.tightest.program];
    writeln!(
        out,
        "Limiting step: {}, up to {:#x}: margin {:.2} bits.",
        limit(program, rest.tightest.step),
        rest.tightest.reach,
        rest.tightest.margin()
    )?;
    Ok(Verdict::Admissible)
}

fn refuse(
    args: &Explain,
    set: &Signed,
    unfit: &Unfit,
    many: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let order = if many { "no order of carries and reductions helps; with " } else { "" };
    let (bits, limbs, adds) = (set.bits, set.limbs, set.additions);
    writeln!(
        out,
        "{}: refused: {limbs} signed limbs of {bits} bits with {adds} addition{}: {order}{}",
        args.prime.name,
        plural(adds),
        set.sequence.name()
    )?;
    match unfit {
        Unfit::Grows { passes } => {
            writeln!(out, "the limbs still grow after {passes} products in a chain.")?;
        }
        Unfit::Overflow { at, pass, limbs } => {
            overflow(set, at, *pass, limbs, out)?;
        }
    }
    pull_request::refute(args.prime, set, out)
}

fn overflow(
    set: &Signed,
    at: &Tightest,
    pass: usize,
    limbs: &[i128],
    out: &mut impl Write,
) -> io::Result<()> {
    let programs = set.programs();
    let program = &programs[at.program];
    let reach = widest_column(program, set, limbs).filter(|_| is_column(program, at.step));
    let reach_column = reach.map(|(column, _)| column);
    let (place, reach) = match reach {
        Some((column, reach)) => {
            (format!("column {column} of the products in {}", program.name), reach)
        }
        None => (limit(program, at.step), at.reach),
    };
    let needed = signed_bits(&(BigInt::from(-reach), BigInt::from(reach)));
    writeln!(out, "{place} may reach {reach:#x}: that needs {needed} bits with its sign,")?;
    writeln!(out, "{} beyond the 64 there are.", needed.saturating_sub(64))?;
    if pass > 1 {
        writeln!(
            out,
            "One product of fresh limbs fits; its result is wider than they are, and after {} more \
             in a chain it does not.",
            pass - 1
        )?;
    }
    let level = level_in(set, program.name);
    match counterexample(program, limbs, level) {
        Some(found) => show(program, &found, reach_column, (level, pass), out),
        None => writeln!(
            out,
            "No values were found that overflow: the bounds are wider than what occurs, and \
             without a proof the set is refused."
        ),
    }
}

fn is_column(program: &Program, step: usize) -> bool {
    product_column(program, step).is_some()
}

/// The widest column of products and what it may reach.
fn widest_column(program: &Program, set: &Signed, limbs: &[i128]) -> Option<(usize, i128)> {
    let level = 2 * level_in(set, program.name);
    let reach = |column: usize| -> i128 {
        let pairs = (0..set.limbs).filter_map(|i| Some((i, column.checked_sub(i)?)));
        let inside = pairs.filter(|(_, j)| *j < set.limbs);
        inside.map(|(i, j)| (limbs[i] * limbs[j]) << level).sum()
    };
    (0..2 * set.limbs - 1).map(|column| (column, reach(column))).max_by_key(|found| found.1)
}

/// Inputs that leave a word, and where.
struct Found {
    inputs: Vec<Vec<BigInt>>,
    fault: Fault,
}

/// Looks for limbs at the ends of their bounds that overflow: flips signs as long as that widens
/// what the program meets.
fn counterexample(program: &Program, limbs: &[i128], level: u32) -> Option<Found> {
    let count = program.inputs.len();
    let ends = |signs: &[bool]| -> Vec<Vec<BigInt>> {
        let value = |(place, sign): (usize, &bool)| {
            let limb = BigInt::from(limbs[place % limbs.len()]) << level;
            if *sign { -limb } else { limb }
        };
        let all: Vec<BigInt> = signs.iter().enumerate().map(value).collect();
        all.chunks(limbs.len()).map(<[BigInt]>::to_vec).collect()
    };
    let mut state = 1u64;
    for start in 0..40 {
        let mut signs: Vec<bool> = (0..count * limbs.len())
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                start > 0 && state >> 63 == 1
            })
            .collect();
        let mut best = match widest_met(program, &ends(&signs)) {
            Ok(widest) => widest,
            Err(fault) => return Some(Found { inputs: ends(&signs), fault }),
        };
        let mut improved = true;
        while improved {
            improved = false;
            for place in 0..signs.len() {
                signs[place] ^= true;
                match widest_met(program, &ends(&signs)) {
                    Err(fault) => return Some(Found { inputs: ends(&signs), fault }),
                    Ok(widest) if widest > best => (best, improved) = (widest, true),
                    Ok(_) => signs[place] ^= true,
                }
            }
        }
    }
    None
}

/// The widest word of a run.
fn widest_met(program: &Program, inputs: &[Vec<BigInt>]) -> Result<BigInt, Fault> {
    let done = run(program, inputs)?;
    let values = (0..program.steps.len())
        .map(|step| done.value(crate::ir::Value::new(step, 0)).magnitude().clone().into());
    Ok(values.max().unwrap_or_default())
}

fn show(
    program: &Program,
    found: &Found,
    column: Option<usize>,
    (level, pass): (u32, usize),
    out: &mut impl Write,
) -> io::Result<()> {
    let within = if pass == 1 { "the contract" } else { "what can be shown of the chain" };
    writeln!(
        out,
        "Limbs within {within} that overflow, each factor a sum of {} at rest:",
        1u64 << level
    )?;
    for (group, limbs) in program.inputs.iter().zip(&found.inputs) {
        let limbs: Vec<String> = limbs.iter().map(|limb| format!("{limb:#x}")).collect();
        writeln!(out, "  {} = [{}]", group.name, limbs.join(", "))?;
    }
    let step = found.fault.step;
    writeln!(out, "Computed with exact integers, the first step that leaves its word is")?;
    writeln!(out, "  {}: {}", limit(program, step), beyond(&found.fault.value))?;
    if let Some(column) = column {
        let (a, b) = (&found.inputs[0], found.inputs.last().expect("an input"));
        let pairs =
            a.iter().enumerate().filter_map(|(i, a)| Some(a * b.get(column.checked_sub(i)?)?));
        let sum: BigInt = pairs.sum();
        writeln!(out, "and the whole of column {column} is")?;
        writeln!(out, "  {}", beyond(&sum))?;
    }
    Ok(())
}

/// The number, and what a word makes of it.
fn beyond(value: &BigInt) -> String {
    let word: BigInt = BigInt::from(1) << 64;
    let mut wrapped: BigInt = ((value % &word) + &word) % &word;
    if wrapped.bits() == 64 {
        wrapped -= word;
    }
    let bits = signed_bits(&(value.clone(), value.clone()));
    format!("{value:#x}, {bits} bits with its sign; a word would hold {wrapped:#x}")
}

/// Prints the nearest sets that hold.
fn nearest(args: &Explain, set: &Signed, out: &mut impl Write) -> io::Result<()> {
    let range = Range {
        bits: set.bits.saturating_sub(4).max(16)..=(set.bits + 2).min(31),
        spare_limbs: 1,
        additions: 0..=set.additions + 1,
    };
    let mut sets = search(args.prime, &range);
    let order = args.sequence.is_some();
    sets.sort_by_key(|one| (distance(set, &one.set, order), one.cost.total()));
    let key = |one: &Admissible| (one.set.bits, one.set.limbs, one.set.additions);
    let mut shown = Vec::new();
    writeln!(out, "Nearest admissible sets, each proven:")?;
    for one in &sets {
        if shown.len() < 4 && !shown.contains(&key(one)) && one.prove(args.prime).is_ok() {
            shown.push(key(one));
            writeln!(out, "  {}", one.line())?;
        }
    }
    if shown.is_empty() {
        writeln!(out, "  none near by; `fieldgen list` shows all")?;
    }
    Ok(())
}
