//! Rust text over limbs of 52 bits: one file per prime, an implementation of `Lanes`.

use super::limbs64::{ceiling, numbered};
use crate::build::lanes::{BITS, Lanes, UNITS, plain_limbs};
use crate::field::Field;
use crate::ir::{Op, Program, Step, Value};
use std::fmt::Write;

/// The primes whose products are compiled into their callers, the formulas: a tenth faster than
/// calls. For all of them the text many times over would cost minutes of compile time.
const INLINED: [&str; 5] = ["p192_p", "p224_p", "p256_p", "p25519_p", "secp256k1_p"];

/// The file of one prime.
#[must_use]
pub fn file(field: &Field) -> String {
    let mut text = String::new();
    header(&mut text, field);
    let limbs = field.limbs;
    let list = |number| {
        let words = plain_limbs(number, limbs);
        words.into_iter().map(|word| format!("        {word:#x},\n")).collect::<String>()
    };
    let _ = write!(
        text,
        "
use crate::lanes::{{Cell, LANES, Lanes, Word}};

/// The prime `{short}`, {limbs} limbs of {BITS} bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct {name};

#[rustfmt::skip]
impl Lanes for {name} {{
    type Limbs<W: Word> = [W; {limbs}];
    type Cells = [Cell; {limbs}];
    const MODULUS: &'static [u64] = &[
{modulus}    ];
    const ONE: &'static [u64] = &[
{one}    ];
    const EMPTY: [Cell; {limbs}] = [Cell([0; LANES]); {limbs}];
    const CALLED: bool = {called};

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; {limbs}] {{
        [word; {limbs}]
    }}
",
        short = field.row.name,
        name = field.row.type_name,
        modulus = list(&field.modulus),
        one = list(&field.one()),
        called = !INLINED.contains(&field.row.name),
    );
    for program in &field.programs {
        function(&mut text, program);
    }
    text.push_str("}\n");
    text
}

/// The file that names the modules of the folder.
#[must_use]
pub fn module(fields: &[Field]) -> String {
    let mut text = String::from(
        "//! Every prime over limbs of 52 bits, for machines of eight lanes. Written by `fieldgen\n\
         //! write`; do not edit.\n\n",
    );
    modules(&mut text, fields);
    text
}

/// Names the modules of fields, and their types, in the order of a formatter.
pub(super) fn modules(text: &mut String, fields: &[Field]) {
    let mut rows: Vec<_> = fields.iter().map(|field| field.row).collect();
    rows.sort_by_key(|row| row.name);
    for row in &rows {
        let _ = writeln!(text, "mod {};", row.name);
    }
    text.push('\n');
    rows.sort_by_key(|row| numbered(row.name));
    for row in &rows {
        let _ = writeln!(text, "pub use {}::{};", row.name, row.type_name);
    }
}

fn header(text: &mut String, field: &Field) {
    let row = field.row;
    let shift = field.radix.bits() - 1;
    let held = match shift {
        0 => "an element is held as it is".to_string(),
        _ => format!("an element `x` is held as `x * 2^{shift} mod p`"),
    };
    let _ = write!(
        text,
        "//! The prime `{prime}` in lanes. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: {source}.
//! Form: {form}; {held}.
//! At rest the limbs are from 0 to 2^{BITS} - 1 and the value is below {bound}. Sums, whose limbs
//! have signs, may hold {UNITS} elements at rest; `carry` takes such a sum, products do not.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
",
        prime = row.name,
        source = row.source,
        form = field.form_name(),
        bound = bound(field),
    );
    let held = |units: u32| match units {
        0 => "at rest".to_string(),
        units => format!("{units} elements"),
    };
    for program in &field.programs {
        let output = match program.name {
            "decode" => format!("< {}", ceiling(field, &field.contract(program).output)),
            name => held(Lanes::units_out(name)),
        };
        let _ = writeln!(
            text,
            "//! | {} | {} | {output} | {} | {} |",
            program.name,
            held(Lanes::units_in(program.name)),
            program.steps.iter().filter(|step| step.op.arity() > 0).count(),
            program.count(Op::Madd52Lo) + program.count(Op::Madd52Hi),
        );
    }
}

/// What elements at rest are below, in moduli, rounded up to hundredths.
fn bound(field: &Field) -> String {
    let hundredths = (&field.bound * 100u32) / &field.modulus + 1u32;
    let (whole, part) = (&hundredths / 100u32, &hundredths % 100u32);
    format!("{whole}.{part:0>2} p")
}

pub(super) fn function(text: &mut String, program: &Program) {
    let limbs = program.output.len();
    let parameters: Vec<String> =
        program.inputs.iter().map(|group| format!("{}: &[W; {limbs}]", group.name)).collect();
    // Four operands do not fit a line.
    let parameters = match parameters.len() {
        0..4 => parameters.join(", "),
        _ => format!("\n        {},\n    ", parameters.join(",\n        ")),
    };
    let _ = writeln!(
        text,
        "\n    #[inline(always)]\n    fn {}<W: Word>({parameters}) -> [W; {limbs}] {{",
        program.name,
    );
    for group in &program.inputs {
        let names: Vec<String> = group.limbs.iter().map(|limb| name(program, *limb)).collect();
        let names = match names.join(", ") {
            line if line.len() <= 75 => line,
            _ => {
                let lines = names.chunks(names.len().div_ceil(2)).map(|half| half.join(", "));
                let lines = lines.map(|half| format!("\n            {half},"));
                lines.collect::<String>() + "\n        "
            }
        };
        let _ = writeln!(text, "        let [{names}] = *{};", group.name);
    }
    let uses = program.uses();
    for (number, step) in program.steps.iter().enumerate() {
        if step.op != Op::Input && (0..step.op.results()).any(|part| used(&uses, number, part)) {
            statement(text, program, &uses, number, step);
        }
    }
    let output: Vec<String> = program.output.iter().map(|value| name(program, *value)).collect();
    let _ = writeln!(text, "        [{}]\n    }}", output.join(", "));
}

fn used(uses: &[usize], number: usize, part: usize) -> bool {
    uses[Value::new(number, part).index()] > 0
}

/// A parameter word, or the variable of a step.
fn name(program: &Program, value: Value) -> String {
    let step = program.step_of(value);
    match step.op {
        Op::Input => {
            let (group, limb) = (step.immediate >> 32, step.immediate & 0xffff_ffff);
            format!("{}{limb}", program.inputs[group as usize].name)
        }
        Op::Const => format!("k{}", value.step()),
        _ => format!("{}{}", if value.part() == 0 { "x" } else { "y" }, value.step()),
    }
}

fn statement(text: &mut String, program: &Program, uses: &[usize], number: usize, step: &Step) {
    let variable = |part| {
        let value = Value::new(number, part);
        if used(uses, number, part) { name(program, value) } else { "_".to_string() }
    };
    let target = match step.op.results() {
        1 => variable(0),
        _ => format!("({}, {})", variable(0), variable(1)),
    };
    let args: Vec<String> = step.args.iter().map(|arg| name(program, *arg)).collect();
    let distance = step.immediate;
    let value = match step.op {
        Op::Const => format!("{}.like({distance:#x})", name(program, program.inputs[0].limbs[0])),
        Op::Madd52Lo => format!("{}.madd_low({}, {})", args[0], args[1], args[2]),
        Op::Madd52Hi => format!("{}.madd_high({}, {})", args[0], args[1], args[2]),
        Op::AddSigned => format!("{} + {}", args[0], args[1]),
        Op::SubSigned => format!("{} - {}", args[0], args[1]),
        Op::ShlSigned => format!("{}.shl::<{distance}>()", args[0]),
        Op::SplitSigned => format!("{}.split::<{distance}>()", args[0]),
        op => unreachable!("no program of lanes has a {}", op.name()),
    };
    let _ = writeln!(text, "        let {target} = {value};");
}
