//! The proof of a program in lanes that was read from text.
//!
//! Contract: limbs of `x`, `y`, the modulus `m` and `k` are below `2^52`, `k m = -1 mod 2^52`. So
//! they are what the lower 52 bits of their words are: nothing is subtracted, so that the identity
//! would be left with a limb that were more than a factor, and of factors no more is taken.
//!
//! Ranges: every factor is below `2^52`. Columns are at most `2 limbs (2^52 - 1)`; in each of
//! `limbs / TAKEN` steps of a reduction of such columns, what a step leaves being what the next
//! begins with, no sum reaches `2^63`.
//!
//! Identity: columns are those of `x y` or of `x^2`; of a step of a reduction,
//! `2^(52 TAKEN) out = sums + q m`, where `q` is the sum of the quotients, one at each place. A
//! product is `low + 2^52 high`. A sum is divided by `2^52` only where it is whole:
//! `t + (t k mod 2^52) m[0]`, whose lower 52 bits are those of `t (1 + k m) = 0`.

use super::SUMS;
use super::shape::{BITS, Shape, TAKEN, Task};
use crate::ir::{Op, Program, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

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
    if shape.task != Task::Reduction {
        let most = ranges(program, &BigInt::zero())?;
        if most > column {
            return Err(format!("a column of {} bits", most.bits()));
        }
        return identity(program, shape);
    }
    let mut most = column;
    for _ in 0..shape.limbs.div_ceil(TAKEN) {
        let left = ranges(program, &most)?;
        most = most.max(left);
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
    let (least, inverse) = (program.inputs[3].limbs[0], program.inputs[4].limbs[0]);
    let (rest, a, b) = product(sum)?;
    let quotient = if a == least { b } else { a };
    (pair(a, b) == pair(least, quotient)).then_some(())?;
    let (zero, a, b) = product(quotient)?;
    let low = if a == inverse { b } else { a };
    (pair(a, b) == pair(inverse, low)).then_some(())?;
    let zero = program.step_of(zero);
    (zero.op == Op::Const && zero.immediate == 0).then_some(())?;
    let cut = program.step_of(low);
    let is_mask = |value: &Value| {
        let step = program.step_of(*value);
        step.op == Op::Const && step.immediate == (1 << BITS) - 1
    };
    let cuts = cut.op == Op::And && cut.args.contains(&rest) && cut.args.iter().any(is_mask);
    cuts.then_some(quotient)
}

fn identity(program: &Program, shape: Shape) -> Result<(), String> {
    let place = |at: usize| BigInt::one() << (BITS as usize * at);
    let [sums, x, y, m] = [0, 1, 2, 3].map(|group| &program.inputs[group].limbs);
    if program.output.len() != shape.writes().len() {
        return Err("not as many sums as there are to be".into());
    }
    let mut form = Form::new();
    for (at, value) in shape.writes().zip(&program.output) {
        expand(program, &mut form, *value, &place(at));
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
    // Latest first: a sum is made of earlier ones only.
    let mut quotients = BTreeSet::new();
    let shifted = |form: &Form| {
        let found = form.keys().filter_map(|atom| match atom {
            Atom::Shifted(sum) => Some(*sum),
            _ => None,
        });
        found.max()
    };
    while let Some(sum) = shifted(&form) {
        let whole = quotient(program, sum).ok_or("a sum is cut that need not be whole")?;
        quotients.insert(whole);
        let times = form.remove(&Atom::Shifted(sum)).unwrap_or_default();
        let (times, rest) = times.div_rem(&place(1));
        if !rest.is_zero() {
            return Err("a carry at a wrong place".into());
        }
        expand(program, &mut form, sum, &times);
    }
    let mut places = BTreeSet::new();
    for quotient in quotients {
        let of = |limb: Value| {
            let (a, b) = pair(limb, quotient);
            Atom::Product(a, b)
        };
        let at = form.get(&of(m[0])).cloned().unwrap_or_default();
        places.insert(at.clone());
        for (i, limb) in m.iter().enumerate() {
            add(&mut form, of(*limb), -(&at * place(i)));
        }
    }
    let taken = if shape.task == Task::Reduction { TAKEN } else { 0 };
    if places != (0..taken).map(place).collect() {
        return Err("not one quotient at each place".into());
    }
    match form.first_key_value() {
        Some((atom, times)) => Err(format!("left over: {times} of {atom:?}")),
        None => Ok(()),
    }
}
