//! The resting limbs of a parameter set: the smallest bounds that a product of full factors keeps.
//!
//! Starts from limbs of one place and follows products of factors at the budget, again and again,
//! with what comes out, until nothing grows any more. A set that only looks safe for one pass from
//! fresh limbs grows here until a step overflows. The provers then show what was found once more.

use super::Signed;
use crate::ir::{Op, Program, Value};

/// Bounds of the limbs at rest: limb `i` lies in `-limbs[i] ..= limbs[i]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest {
    /// By limb.
    pub limbs: Vec<i128>,
    /// How many passes it took.
    pub passes: usize,
    /// The widest step.
    pub tightest: Tightest,
}

/// The step that comes nearest to the end of its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tightest {
    /// Number of the program in the list.
    pub program: usize,
    /// The step.
    pub step: usize,
    /// The greatest amount there.
    pub reach: i128,
}

impl Tightest {
    /// Free bits, the sign not counted.
    #[must_use]
    pub fn margin(&self) -> f64 {
        63.0 - (self.reach as f64).log2()
    }
}

/// Why there are no such bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// A step leaves its word.
    Overflow {
        /// The step, what it reaches, and in which program.
        at: Tightest,
        /// In which pass; the first starts from fresh limbs.
        pass: usize,
        /// The limbs at rest with which it happened.
        limbs: Vec<i128>,
    },
    /// The bounds grow with every pass.
    Grows {
        /// How long they were followed.
        passes: usize,
    },
}

/// Least and greatest value of each result, by `Value::index`.
pub type Spans = Vec<(i128, i128)>;

/// Most passes; each adds what the last one carried out, so that bounds settle within a few.
const MAX_PASSES: usize = 100;

/// Finds the resting limbs of `set`, whose programs are `programs`.
pub fn settle(set: &Signed, programs: &[Program]) -> Result<Rest, Unfit> {
    let mut limbs = vec![1i128 << (set.bits - 1); set.limbs];
    for pass in 1..=MAX_PASSES {
        let mut grown = limbs.clone();
        let mut tightest = Tightest { program: 0, step: 0, reach: 1 };
        for (number, program) in programs.iter().enumerate() {
            let level = level_in(set, program.name);
            let factors: Vec<_> =
                limbs.iter().map(|limb| (-limb << level, limb << level)).collect();
            let spans = follow(program, &factors).map_err(|(step, reach)| Unfit::Overflow {
                at: Tightest { program: number, step, reach },
                pass,
                limbs: limbs.clone(),
            })?;
            let (step, reach) = widest(program, &spans);
            if reach > tightest.reach {
                tightest = Tightest { program: number, step, reach };
            }
            if level_out(set, program.name) == 0 {
                for (limb, value) in grown.iter_mut().zip(&program.output) {
                    let (low, high) = spans[value.index()];
                    *limb = (*limb).max(-low).max(high);
                }
            }
        }
        if grown == limbs {
            return Ok(Rest { limbs, passes: pass, tightest });
        }
        limbs = grown;
    }
    Err(Unfit::Grows { passes: MAX_PASSES })
}

/// How many additions deep the inputs of a function are, at most.
#[must_use]
pub fn level_in(set: &Signed, function: &str) -> u32 {
    match function {
        "mul" | "sqr" => set.additions,
        "add" | "sub" => set.reach().saturating_sub(1),
        _ => set.reach(),
    }
}

/// How many additions deep its output is.
#[must_use]
pub fn level_out(set: &Signed, function: &str) -> u32 {
    match function {
        "add" | "sub" | "neg" => set.reach(),
        _ => 0,
    }
}

/// The spans of all values for inputs whose limbs lie in `limbs`; the step that leaves its word, if
/// one does.
pub fn follow(program: &Program, limbs: &[(i128, i128)]) -> Result<Spans, (usize, i128)> {
    let mut spans = vec![(0, 0); program.steps.len() * 2];
    for (number, step) in program.steps.iter().enumerate() {
        let arg = |place: usize| spans[step.args[place].index()];
        let half = if step.op == Op::CarrySigned { 1i128 << (step.immediate - 1) } else { 0 };
        let whole = match step.op {
            Op::Input => limbs[(step.immediate & 0xffff_ffff) as usize],
            Op::Const => (i128::from(step.immediate), i128::from(step.immediate)),
            Op::MulSigned => multiply(arg(0), arg(1)),
            Op::Madd52Lo => {
                let (low, high) = multiply(arg(1), arg(2));
                let (low, high) = if high >> 52 == 0 { (low, high) } else { (0, (1 << 52) - 1) };
                (arg(0).0 + low, arg(0).1 + high)
            }
            Op::Madd52Hi => {
                let (low, high) = multiply(arg(1), arg(2));
                (arg(0).0 + (low >> 52), arg(0).1 + (high >> 52))
            }
            Op::AddSigned => (arg(0).0 + arg(1).0, arg(0).1 + arg(1).1),
            Op::SubSigned => (arg(0).0 - arg(1).1, arg(0).1 - arg(1).0),
            Op::ShlSigned => (arg(0).0 << step.immediate, arg(0).1 << step.immediate),
            Op::SplitSigned | Op::CarrySigned => arg(0),
            op => unreachable!("{} is no operation on signed limbs", op.name()),
        };
        let reach = (whole.1 + half).max(-(whole.0 - half) - 1);
        if reach > i128::from(i64::MAX) {
            return Err((number, (whole.1 + half).max(-(whole.0 - half))));
        }
        let results = [Value::new(number, 0).index(), Value::new(number, 1).index()];
        spans[results[0]] = whole;
        if step.op.results() == 2 {
            let high = ((whole.0 + half) >> step.immediate, (whole.1 + half) >> step.immediate);
            spans[results[0]] = if high.0 == high.1 {
                let below = high.0 << step.immediate;
                (whole.0 - below, whole.1 - below)
            } else {
                (-half, (1 << step.immediate) - 1 - half)
            };
            spans[results[1]] = high;
        }
    }
    Ok(spans)
}

/// The step that reaches furthest, and how far.
fn widest(program: &Program, spans: &Spans) -> (usize, i128) {
    let reach = |(number, step): (usize, &crate::ir::Step)| {
        let (low, high) = match step.op {
            Op::Input | Op::Const => (0, 0),
            Op::CarrySigned => {
                let (low, high) = spans[step.args[0].index()];
                let half = 1i128 << (step.immediate - 1);
                (low - half, high + half)
            }
            _ => spans[Value::new(number, 0).index()],
        };
        (number, high.max(-low))
    };
    let steps = program.steps.iter().enumerate().map(reach);
    // The first of equals: where it happens, not where it is passed on.
    steps.fold((0, 1), |best, next| if next.1 > best.1 { next } else { best })
}

fn multiply(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    let least = products.into_iter().fold(i128::MAX, i128::min);
    (least, products.into_iter().fold(i128::MIN, i128::max))
}
