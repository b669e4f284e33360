//! Programs with a planted error, to see the provers and the checker refuse them.
//!
//! Each is a field whose functions are right but for one place in one of them. The certificate of
//! such a program states the ranges of the honest one: what a forger would send.

use crate::build::Assembler;
use crate::build::modular::reduce_once;
use crate::build::signed::Signed;
use crate::build::signed::sequence::{Head, Move, Sequence, Tail};
use crate::field::Field;
use crate::ir::{Op, Program, Value};
use crate::table::{Form, Modulus, Row, find};
use clap::ValueEnum;
use num_bigint::BigUint;

/// The errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plant {
    /// None: products by madd52 of a modulus below 2^52, which are right.
    None,
    /// Two neighbouring sums of a chain take each other's carry.
    CarryOrder,
    /// A sum of a chain takes no carry.
    DroppedCarry,
    /// A negation whose result may be the modulus, one more than the contract allows.
    Budget,
    /// A factor of a madd52 may be 2^52: the modulus is just above instead of just below.
    MaddOperand,
    /// The product is not reduced below the modulus.
    MissingReduction,
    /// A word of the modulus is off by two.
    WrongConstant,
    /// The factor of the quotient is off by two.
    WrongQuotient,
    /// A shift is off by one.
    WrongShift,
    /// A difference is taken the other way round.
    SwappedOperands,
    /// The last selection takes the wrong one.
    SwappedSelection,
    /// Nine signed limbs of 29 bits with factors two additions deep, one more than there is room
    /// for: the set of OpenJDK's pull request.
    SignedBudget,
    /// The same limbs, one addition deep, in the order that reduces before it carries.
    SignedOrder,
    /// The same limbs, with a column of the product that nothing reduces.
    SignedReduction,
    /// A group order in ten signed limbs, reduced by residues of which one digit is off by one.
    SignedConstant,
}

/// A field with an error.
pub struct Forgery {
    /// The field; all but one of its functions are right.
    pub field: Field,
    /// Number of the function with the error.
    pub function: usize,
    /// A field and the number of its function whose ranges are claimed, if one has the same steps.
    pub honest: Option<(Field, usize)>,
}

impl Plant {
    /// Builds the field and plants the error in it.
    pub fn forge(self) -> Forgery {
        match self {
            Plant::None => madd_sound(),
            Plant::CarryOrder => forge("p256_n", "mul", swap_carries),
            Plant::DroppedCarry => forge("p256_p", "mul", drop_carry),
            Plant::Budget => lazy_negation(),
            Plant::MaddOperand => madd_operand(),
            Plant::MissingReduction => forge("p256_p", "mul", skip_reduction),
            Plant::WrongConstant => forge("p256_n", "add", change_modulus),
            Plant::WrongQuotient => forge("p256_n", "sqr", change_factor),
            Plant::WrongShift => forge("p256_p", "sqr", change_shift),
            Plant::SwappedOperands => forge("p256_p", "sub", swap_operands),
            Plant::SwappedSelection => forge("secp256k1_p", "mul", swap_selection),
            Plant::SignedBudget => signed(2, Sequence::Named(Head::CarryFirst, Tail::Short), true),
            Plant::SignedOrder => signed(1, Sequence::Named(Head::ReduceFirst, Tail::Short), false),
            Plant::SignedReduction => signed(1, unreduced(), false),
            Plant::SignedConstant => wrong_residue(),
        }
    }
}

fn forge(prime: &str, function: &str, change: fn(&mut Program)) -> Forgery {
    let row = find(prime).expect("a row of the table");
    let (mut field, honest) = (Field::build(row), Field::build(row));
    let function = position(&field, function);
    let program = &mut field.programs[function];
    change(program);
    program.assert_well_formed();
    assert_ne!(*program, honest.programs[function], "the error is planted");
    Forgery { field, function, honest: Some((honest, function)) }
}

fn position(field: &Field, function: &str) -> usize {
    let found = field.programs.iter().position(|program| program.name == function);
    found.expect("a function of every field")
}

/// Numbers of the steps with the operation `op`.
fn steps_of(program: &Program, op: Op) -> Vec<usize> {
    let steps = program.steps.iter().enumerate();
    steps.filter(|(_, step)| step.op == op).map(|(number, _)| number).collect()
}

/// The constant zero, which every program with a chain begins with.
fn zero(program: &Program) -> Value {
    let is_zero = |step: &usize| program.steps[*step].immediate == 0;
    let step = steps_of(program, Op::Const).into_iter().find(is_zero);
    Value::new(step.expect("a chain starts with no carry"), 0)
}

fn swap_carries(program: &mut Program) {
    let chain = steps_of(program, Op::Adc);
    // Three sums in a row: the second and the third take the carries of the first and second.
    let place = chain.windows(3).find(|steps| {
        let takes =
            |later: usize, earlier: usize| program.steps[later].args[2] == Value::new(earlier, 1);
        takes(steps[1], steps[0]) && takes(steps[2], steps[1])
    });
    let [first, second, third] = place.expect("a chain of three sums") else { unreachable!() };
    program.steps[*third].args[2] = Value::new(*first, 1);
    // The second cannot take a carry that does not exist yet, so it takes none.
    program.steps[*second].args[2] = zero(program);
}

fn drop_carry(program: &mut Program) {
    let none = zero(program);
    let chain = steps_of(program, Op::Adc);
    let takes = |step: &&usize| program.steps[**step].args[2] != none;
    let step = *chain.iter().rfind(takes).expect("a chain that carries");
    program.steps[step].args[2] = none;
}

fn skip_reduction(program: &mut Program) {
    // The sums of the last chain add the modulus back; the words before are the plain difference.
    let chain = steps_of(program, Op::Adc);
    let last = &chain[chain.len() - program.output.len()..];
    program.output = last.iter().map(|step| program.steps[*step].args[0]).collect();
}

fn change_modulus(program: &mut Program) {
    let word = steps_of(program, Op::Const).into_iter().find(|step| {
        let constant = program.steps[*step].immediate;
        constant > 1 && constant != u64::MAX
    });
    program.steps[word.expect("a word of the modulus")].immediate ^= 2;
}

fn change_factor(program: &mut Program) {
    let quotient = program.quotients[0];
    let factor = program.steps[quotient.step()].args[1];
    program.steps[factor.step()].immediate ^= 2;
}

fn change_shift(program: &mut Program) {
    let shift = steps_of(program, Op::Shl)[0];
    program.steps[shift].immediate -= 1;
}

fn swap_operands(program: &mut Program) {
    let step = steps_of(program, Op::Sbb)[0];
    program.steps[step].args.swap(0, 1);
}

fn swap_selection(program: &mut Program) {
    for step in steps_of(program, Op::Select) {
        program.steps[step].args.swap(1, 2);
    }
}

/// Negation as `p - a`, which gives the modulus itself for zero.
fn lazy_negation() -> Forgery {
    let row = find("p256_n").expect("a row of the table");
    let mut field = Field::build(row);
    let function = position(&field, "neg");
    let mut asm = Assembler::new("neg", &["a"], field.limbs);
    let a = asm.input(0);
    let p = asm.constants(&field.modulus, field.limbs);
    let (output, _) = asm.sub_words(&p, &a);
    asm.hint(&output);
    field.programs[function] = asm.finish(output);
    Forgery { field, function, honest: None }
}

/// Nine limbs of 29 bits, with the limbs at rest of the sound set: one addition, carry first.
fn signed(additions: u32, sequence: Sequence, same_steps: bool) -> Forgery {
    let row = find("p256_p").expect("a row of the table");
    let set = |additions, sequence| {
        Signed::new(row, 29, 9, additions, sequence).expect("elements fit the limbs")
    };
    let sound = set(1, Sequence::Named(Head::CarryFirst, Tail::Short));
    let honest = Field::signed(row, sound).expect("an admissible set");
    let planted = set(additions, sequence);
    let rest = honest.signed.as_ref().expect("it is signed").1.clone();
    // Only the product is planted: the other functions are those of the sound set.
    let mut programs = honest.programs.clone();
    programs[0] = planted.mul();
    let signed =
        if same_steps { planted } else { honest.signed.as_ref().expect("signed").0.clone() };
    let mut field = Field::signed(row, set(1, Sequence::Named(Head::CarryFirst, Tail::Short)))
        .expect("an admissible set");
    field.programs = programs;
    field.signed = Some((signed, rest));
    Forgery { field, function: 0, honest: same_steps.then_some((honest, 0)) }
}

/// A digit of the residue of a power of two, one more than it is. The ranges claimed are those of
/// the sound product, which has the same steps.
fn wrong_residue() -> Forgery {
    let row = find("p256_n").expect("a row of the table");
    let build = || {
        let order = Sequence::Named(Head::CarryFirst, Tail::Short);
        let set = Signed::new(row, 26, 10, 1, order).expect("elements fit the limbs");
        Field::signed(row, set).expect("an admissible set")
    };
    let (mut field, honest) = (build(), build());
    let digit = steps_of(&field.programs[0], Op::Const)[0];
    field.programs[0].steps[digit].immediate += 1;
    Forgery { field, function: 0, honest: Some((honest, 0)) }
}

/// The sound order without its first reduction.
fn unreduced() -> Sequence {
    let mut moves = Sequence::Named(Head::CarryFirst, Tail::Short).after_product(9);
    let first = moves.iter().position(|step| matches!(step, Move::Reduce(_)));
    moves.remove(first.expect("a product is reduced"));
    Sequence::Explicit(moves)
}

/// Products by madd52: right for a modulus below 2^52, wrong for one above.
fn madd_operand() -> Forgery {
    let honest = madd_field(&MADD_HONEST);
    let field = madd_field(&MADD_PLANTED);
    Forgery { field, function: 0, honest: Some((honest, 0)) }
}

fn madd_sound() -> Forgery {
    Forgery { field: madd_field(&MADD_HONEST), function: 0, honest: None }
}

const fn madd_row(digits: &'static str) -> Row {
    Row {
        name: "one_limb_by_madd52",
        type_name: "OneLimb",
        modulus: Modulus::Hex(digits),
        form: Form::Montgomery,
        source: "planted error",
    }
}

/// 2^52 - 47.
static MADD_HONEST: Row = madd_row("fffffffffffd1");
/// 2^52 + 21.
static MADD_PLANTED: Row = madd_row("10000000000015");

/// A field of one word whose product is formed by madd52, the other functions as usual.
fn madd_field(row: &'static Row) -> Field {
    let mut field = Field::build(row);
    let mut asm = Assembler::new("mul", &["a", "b"], 1);
    let (a, b, zero) = (asm.input(0)[0], asm.input(1)[0], asm.constant(0));
    let (low, high) = (asm.madd52lo(zero, a, b), asm.madd52hi(zero, a, b));
    let shifted = asm.shl(high, 52);
    let (first, carry) = asm.adc(low, shifted, zero);
    let above = asm.shr(high, 12);
    let second = asm.add(above, carry);
    let output = montgomery_row(&mut asm, &field.modulus, first, second);
    field.programs[0] = asm.finish(output);
    field
}

/// `(first + 2^64 second) / 2^64 mod p`.
fn montgomery_row(
    asm: &mut Assembler,
    modulus: &BigUint,
    first: Value,
    second: Value,
) -> Vec<Value> {
    let (p, zero) = (asm.constants(modulus, 1)[0], asm.constant(0));
    // -1 / p mod 2^64, by Newton's iteration.
    let odd = modulus.iter_u64_digits().next().expect("a modulus is not zero");
    let inverse = (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
    let factor = asm.constant(inverse.wrapping_neg());
    let quotient = asm.mul_low(first, factor);
    asm.quotient(quotient);
    let (low, high) = asm.mul_wide(quotient, p);
    let (_, carry) = asm.adc(first, low, zero);
    let folded = asm.add(high, carry);
    let sum = asm.add(folded, second);
    reduce_once(asm, &[sum], modulus, &[])
}
