//! The proof of a program in lanes that was read from text.
//!
//! Contract: limbs of `x`, `y`, the modulus `m`, `t` and `k` are below `2^52`, `k m = -1 mod 2^52`.
//! So they are what the lower 52 bits of their words are: nothing is subtracted, so that the
//! identity would be left with a limb that were more than a factor, and factors are cut.
//!
//! Ranges: every factor is below `2^52`. Columns are at most `2 limbs (2^52 - 1)`, and each of
//! `limbs / TAKEN` steps of a reduction leaves sums at most `2 (TAKEN + 1) 2^52` above what it
//! begins with; no sum reaches `2^63`. The last step leaves limbs in the lower 52 bits of words:
//! what is above them is in the next one.
//!
//! Identity: columns are those of `x y` or of `x^2`; of a step of a reduction,
//! `2^(52 TAKEN) out = sums + q (2^52 t - 1) + r m`, where `q` and `r` are sums of quotients, one
//! at each place. A product is `low + 2^52 high`. The quotients of `q` are lower bits of sums: such
//! a sum less its quotient is `2^52` times what is above. Those of `r` make a sum whole:
//! `s + (s k mod 2^52) m[0]`, whose lower 52 bits are those of `s (1 + k m) = 0`.

use super::SUMS;
use super::shape::{BITS, BY_MODULUS, Shape, TAKEN, Task};
use crate::ir::{Op, Program, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// What sums are made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Atom {
    One,
    Word(Value),
    /// A product, smaller value first.
    Product(Value, Value),
    /// Its upper bits.
    High(Value, Value),
    /// A word divided by `2^52`.
    Shifted(Value),
}

type Form = BTreeMap<Atom, BigInt>;

/// Shows that a program is what its shape says, and may follow and be followed by others.
///
/// # Errors
/// What is not so.
pub fn prove(program: &Program, shape: Shape) -> Result<(), String> {
    let column = ((BigInt::one() << BITS) - 1) * (2 * shape.limbs);
    let growth = (BigInt::one() << BITS) * (2 * (TAKEN + 1));
    let (first, steps) = (BigInt::zero(), shape.limbs.div_ceil(TAKEN) - 1);
    // What may be in the sums before, and what may be in them after, for each time it is run.
    let runs: Vec<(BigInt, BigInt)> = match shape.task {
        Task::Product | Task::Square => vec![(first, column)],
        Task::Reduction => {
            (0..steps).map(|i| (&column + &growth * i, &column + &growth * (i + 1))).collect()
        }
        Task::Last => vec![(&column + &growth * steps, &column + &growth * (steps + 1))],
    };
    for (before, after) in runs {
        let most = ranges(program, &before)?;
        if most > after {
            return Err(format!("a sum out of {} bits", most.bits()));
        }
    }
    identity(program, shape)
}

/// Returns the largest output, where no sum in is above `most`.
fn ranges(program: &Program, most: &BigInt) -> Result<BigInt, String> {
    let limb = BigInt::one() << BITS;
    let mut top: Vec<BigInt> = Vec::new();
    for (number, step) in program.steps.iter().enumerate() {
        let arg = |at: usize| &top[step.args[at].step()];
        let is_sum = step.immediate >> 32 == SUMS as u64;
        let found = match step.op {
            Op::Input if is_sum => most.clone(),
            Op::Input => &limb - 1,
            Op::Const => step.immediate.into(),
            Op::Add => arg(0) + arg(1),
            Op::And => arg(0).min(arg(1)).clone(),
            Op::Shr => arg(0) >> step.immediate,
            Op::Madd52Lo | Op::Madd52Hi => {
                if arg(1) >= &limb || arg(2) >= &limb {
                    return Err(format!("step {number}: a factor of more than 52 bits"));
                }
                let product: BigInt = arg(1) * arg(2);
                let high: BigInt = &product >> BITS;
                arg(0) + if step.op == Op::Madd52Hi { high } else { product.min(&limb - 1) }
            }
            other => return Err(format!("step {number}: {} is no part of it", other.name())),
        };
        if found.bits() > 63 {
            return Err(format!("step {number}: a sum of {} bits", found.bits()));
        }
        top.push(found);
    }
    let out = program.output.iter().map(|value| top[value.step()].clone()).max();
    out.ok_or("no output".into())
}

fn add(form: &mut Form, atom: Atom, times: BigInt) {
    let entry = form.entry(atom).or_default();
    *entry += times;
    if entry.is_zero() {
        form.remove(&atom);
    }
}

fn pair(a: Value, b: Value) -> (Value, Value) {
    (a.min(b), a.max(b))
}

/// Adds `times` the meaning of a value.
fn expand(program: &Program, form: &mut Form, value: Value, times: &BigInt) {
    let mut value = value;
    loop {
        let step = program.step_of(value);
        match step.op {
            Op::Const => return add(form, Atom::One, times * step.immediate),
            Op::Shr if step.immediate == u64::from(BITS) => {
                return add(form, Atom::Shifted(step.args[0]), times.clone());
            }
            Op::Add => {
                expand(program, form, step.args[1], times);
                value = step.args[0];
            }
            Op::Madd52Lo | Op::Madd52Hi => {
                let (a, b) = pair(step.args[1], step.args[2]);
                if step.op == Op::Madd52Hi {
                    add(form, Atom::High(a, b), times.clone());
                } else {
                    add(form, Atom::Product(a, b), times.clone());
                    add(form, Atom::High(a, b), -(times << BITS));
                }
                value = step.args[0];
            }
            _ => return add(form, Atom::Word(value), times.clone()),
        }
    }
}

/// The quotient that makes a sum whole: the sum is `t + (t k mod 2^52) m[0]`.
fn quotient(program: &Program, sum: Value) -> Option<Value> {
    let product = |value: Value| {
        let step = program.step_of(value);
        (step.op == Op::Madd52Lo).then(|| (step.args[0], step.args[1], step.args[2]))
    };
    let [least, inverse] = [3, 4].map(|group| program.inputs[group].limbs.first().copied());
    let (least, inverse) = (least?, inverse?);
    let (rest, a, b) = product(sum)?;
    let quotient = if a == least { b } else { a };
    (pair(a, b) == pair(least, quotient)).then_some(())?;
    let (zero, a, b) = product(quotient)?;
    let low = if a == inverse { b } else { a };
    (pair(a, b) == pair(inverse, low)).then_some(())?;
    let zero = program.step_of(zero);
    (zero.op == Op::Const && zero.immediate == 0).then_some(())?;
    (lower(program, low) == Some(rest)).then_some(quotient)
}

/// The word of which a value is the lower 52 bits.
fn lower(program: &Program, value: Value) -> Option<Value> {
    let cut = program.step_of(value);
    let is_mask = |value: &&Value| {
        let step = program.step_of(**value);
        step.op == Op::Const && step.immediate == (1 << BITS) - 1
    };
    let mask = cut.args.iter().find(is_mask)?;
    let of = cut.args.iter().find(|value| *value != mask)?;
    (cut.op == Op::And).then_some(*of)
}

fn place(at: usize) -> BigInt {
    BigInt::one() << (BITS as usize * at)
}

/// How many quotients a task has, and how many of them, the last ones, are of the modulus.
fn quotients(task: Task) -> (usize, usize) {
    match task {
        Task::Product | Task::Square => (0, 0),
        Task::Reduction => (TAKEN, 0),
        Task::Last => (TAKEN, BY_MODULUS),
    }
}

/// Quotients with their places.
type Places = BTreeMap<Value, BigInt>;

fn identity(program: &Program, shape: Shape) -> Result<(), String> {
    let mut form = difference(program, shape)?;
    let [standing, of_modulus] = join(program, &mut form)?;
    let [m, t] = [3, 5].map(|group| &program.inputs[group].limbs);
    let mut remove = |quotient: Value, at: &BigInt, of: &[Value]| {
        for (i, limb) in of.iter().enumerate() {
            let (low, high) = pair(*limb, quotient);
            add(&mut form, Atom::Product(low, high), -(at * place(i)));
        }
    };
    standing.iter().for_each(|(quotient, at)| remove(*quotient, &(at * place(1)), t));
    of_modulus.iter().for_each(|(quotient, at)| remove(*quotient, at, m));
    let (taken, by_modulus) = quotients(shape.task);
    let expected: Vec<BigInt> = (0..taken).map(place).collect();
    let (of_n, of_m) = expected.split_at(taken - by_modulus);
    let sorted = |of: Places| {
        let mut places: Vec<BigInt> = of.into_values().collect();
        places.sort();
        places
    };
    if sorted(standing) != of_n || sorted(of_modulus) != of_m {
        return Err("not one quotient at each place".into());
    }
    match form.first_key_value() {
        Some((atom, times)) => Err(format!("left over: {times} of {atom:?}")),
        None => Ok(()),
    }
}

/// Returns what goes out, less the sums and products that come in.
fn difference(program: &Program, shape: Shape) -> Result<Form, String> {
    let [sums, x, y] = [0, 1, 2].map(|group| &program.inputs[group].limbs);
    let outputs = shape.writes().1.len();
    if program.output.len() != outputs {
        return Err("not as many outputs as there are to be".into());
    }
    let (taken, _) = quotients(shape.task);
    let mut form = Form::new();
    for (i, value) in program.output.iter().enumerate() {
        let at = taken + i;
        expand(program, &mut form, *value, &place(at));
        // Of a limb its lower bits count.
        if shape.task == Task::Last && i + 1 < outputs {
            add(&mut form, Atom::Shifted(*value), -place(at + 1));
        }
    }
    for (i, sum) in sums.iter().enumerate() {
        expand(program, &mut form, *sum, &-place(i));
    }
    let y = if shape.task == Task::Square { x } else { y };
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            let (low, high) = pair(*x, *y);
            add(&mut form, Atom::Product(low, high), -place(i + j));
        }
    }
    Ok(form)
}

/// Puts sums in the place of what they give when they are cut. Returns the quotients that this
/// takes: lower bits of sums, and those of the modulus.
fn join(program: &Program, form: &mut Form) -> Result<[Places; 2], String> {
    let lower_of: BTreeMap<Value, Value> = (0..program.steps.len())
        .map(|step| Value::new(step, 0))
        .filter_map(|low| Some((lower(program, low)?, low)))
        .collect();
    let [mut standing, mut of_modulus] = [Places::new(), Places::new()];
    // Latest first: a sum is made of earlier ones only.
    let shifted = |form: &Form| {
        let found = form.keys().filter_map(|atom| match atom {
            Atom::Shifted(sum) => Some(*sum),
            _ => None,
        });
        found.max()
    };
    while let Some(sum) = shifted(form) {
        let times = form.remove(&Atom::Shifted(sum)).unwrap_or_default();
        let (times, rest) = times.div_rem(&place(1));
        if !rest.is_zero() {
            return Err("a carry at a wrong place".into());
        }
        let before = if let Some(whole) = quotient(program, sum) {
            of_modulus.insert(whole, times.clone())
        } else {
            // What is cut off is the quotient, which takes away as much.
            let low = lower_of.get(&sum).ok_or("a sum is cut that need not be whole")?;
            standing.insert(*low, times.clone())
        };
        if before.is_some() {
            return Err("a quotient at two places".into());
        }
        expand(program, form, sum, &times);
    }
    Ok([standing, of_modulus])
}
