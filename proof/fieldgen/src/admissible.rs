//! The search for admissible sets of signed limbs: bits, limbs, additions and order.

use crate::build::signed::Signed;
use crate::build::signed::rest::{Rest, settle};
use crate::build::signed::sequence::Sequence;
use crate::field::Field;
use crate::ir::{Op, Program, Value};
use crate::prove::{Refusal, prove};
use crate::table::Row;
use std::ops::RangeInclusive;

/// What is searched.
#[derive(Clone, Debug)]
pub struct Range {
    /// Bits per limb. Limbs of more than 31 bits have no product in a 64-bit column.
    pub bits: RangeInclusive<u32>,
    /// Limbs beyond the fewest that hold an element.
    pub spare_limbs: usize,
    /// Nested additions.
    pub additions: RangeInclusive<u32>,
}

impl Default for Range {
    fn default() -> Self {
        Self { bits: 22..=31, spare_limbs: 1, additions: 0..=4 }
    }
}

/// An admissible set.
pub struct Admissible {
    /// The set.
    pub set: Signed,
    /// Its resting limbs and its tightest step.
    pub rest: Rest,
    /// What a product costs.
    pub cost: Cost,
    /// Where the tightest step is.
    pub limit: String,
}

/// Operations of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Products of words.
    pub products: usize,
    /// Sums and differences.
    pub sums: usize,
    /// Carries, each a sum, a shift, a shift back and a difference.
    pub carries: usize,
    /// Shifts and masks besides.
    pub shifts: usize,
}

impl Cost {
    /// The operations of `program`.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        Self {
            products: program.count(Op::MulSigned),
            sums: program.count(Op::AddSigned) + program.count(Op::SubSigned),
            carries: program.count(Op::CarrySigned),
            shifts: program.count(Op::ShlSigned) + 2 * program.count(Op::SplitSigned),
        }
    }

    /// Instructions, a product counted as one.
    #[must_use]
    pub fn total(&self) -> usize {
        self.products + self.sums + 4 * self.carries + self.shifts
    }
}

/// Every admissible set of `row` in `range`: most bits first, then by additions and cost.
#[must_use]
pub fn search(row: &'static Row, range: &Range) -> Vec<Admissible> {
    let mut found = Vec::new();
    for bits in range.bits.clone().rev() {
        let fewest = (row.modulus.value().bits() / u64::from(bits)) as usize + 1;
        for limbs in fewest..=fewest + range.spare_limbs {
            found.extend(of_shape(row, bits, limbs, range));
        }
    }
    found
}

fn of_shape(row: &'static Row, bits: u32, limbs: usize, range: &Range) -> Vec<Admissible> {
    let mut found = Vec::new();
    for sequence in Sequence::all() {
        for additions in range.additions.clone() {
            let Some(set) = Signed::new(row, bits, limbs, additions, sequence.clone()) else {
                break;
            };
            let programs = set.programs();
            // More additions only make factors wider.
            let Ok(rest) = settle(&set, &programs) else { break };
            let limit = limit(&programs[rest.tightest.program], rest.tightest.step);
            found.push(Admissible { cost: Cost::of(&programs[0]), set, rest, limit });
        }
    }
    found.sort_by_key(|one| (one.set.additions, one.cost.total()));
    found
}

/// Where a step of `program` stands: in which column, and whether only products are in it yet.
#[must_use]
pub fn limit(program: &Program, step: usize) -> String {
    let this = &program.steps[step];
    let what = match (product_column(program, step), this.op) {
        (Some(_), _) => "products",
        (None, Op::CarrySigned) => "carry",
        (None, Op::MulSigned) => "product by a constant",
        _ => "reduction",
    };
    let column = column(program, Value::new(step, 0));
    let column = column.map_or(String::new(), |column| format!("column {column}, "));
    format!("{}: {column}{what}, step {step}", program.name)
}

/// The column that the step adds up, if nothing but products of inputs is in it.
#[must_use]
pub fn product_column(program: &Program, step: usize) -> Option<usize> {
    let this = &program.steps[step];
    match this.op {
        Op::MulSigned => {
            let limb = |place: usize| limb(program, this.args[place].step());
            Some(limb(0)? + limb(1)?)
        }
        Op::AddSigned => {
            let first = product_column(program, this.args[0].step())?;
            let second = product_column(program, this.args[1].step())?;
            (first == second).then_some(first)
        }
        _ => None,
    }
}

/// The column that `value` belongs to, as far as the steps tell.
fn column(program: &Program, value: Value) -> Option<usize> {
    let step = program.step_of(value);
    let of = |place: usize| column(program, step.args[place]);
    match step.op {
        Op::MulSigned => product_column(program, value.step()),
        Op::AddSigned | Op::SubSigned => of(0).or_else(|| of(1)),
        Op::CarrySigned => Some(of(0)? + value.part()),
        Op::Input => limb(program, value.step()),
        _ => None,
    }
}

/// Which limb of an input the step is, doubled or not.
fn limb(program: &Program, step: usize) -> Option<usize> {
    let this = &program.steps[step];
    match this.op {
        Op::Input => Some((this.immediate & 0xffff_ffff) as usize),
        Op::ShlSigned => limb(program, this.args[0].step()),
        _ => None,
    }
}

impl Admissible {
    /// Runs both provers over every function of the set.
    pub fn prove(&self, row: &'static Row) -> Result<Field, Refusal> {
        let field = Field::signed(row, self.set.clone());
        let field = field.expect("resting limbs were found before");
        for program in &field.programs {
            prove(program, &field.contract(program))?;
        }
        Ok(field)
    }

    /// `29x9, 1 addition, carry+short: 1.83 bits`.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}: margin {:.2} bits", self.set.name(), self.rest.tightest.margin())
    }
}

/// How far two sets are apart in bits, limbs and additions, and by a little in their order.
#[must_use]
pub fn distance(one: &Signed, other: &Signed, with_order: bool) -> u32 {
    let limbs = one.limbs.abs_diff(other.limbs) as u32;
    let order = u32::from(with_order && one.sequence != other.sequence);
    4 * one.bits.abs_diff(other.bits)
        + 4 * limbs
        + 4 * one.additions.abs_diff(other.additions)
        + order
}
