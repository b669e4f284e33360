//! Rust text over 64-bit words: one file per prime, an implementation of `Prime`.

use super::signed64;
use crate::build::words;
use crate::contract::Limits;
use crate::field::Field;
use crate::ir::{Op, Program, Step, Value};
use num_bigint::BigInt;
use std::fmt::Write;

/// The file of one prime, whose narrow twin is `narrow`.
#[must_use]
pub fn file(field: &Field, narrow: &Field) -> String {
    let mut text = String::new();
    header(&mut text, field);
    let row = field.row;
    let limbs = field.limbs;
    let bits = field.modulus.bits();
    let _ = write!(
        text,
        "
use crate::prime::Prime;
use crate::word::{{{imports}}};

/// {doc}
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct {name};

#[rustfmt::skip]
impl Prime for {name} {{
    type Limbs = [u64; {limbs}];
    #[cfg(feature = \"narrow\")]
    type Narrow = super::narrow::{narrow};
    #[cfg(not(feature = \"narrow\"))]
    type Narrow = Self;
    type Lanes = super::lanes::{name};
    const NAME: &'static str = \"{short}\";
    const BITS: usize = {bits};
    const MODULUS: [u64; {limbs}] = [
{modulus}    ];
    const ONE: [u64; {limbs}] = [
{one}    ];
{multiple}",
        imports = imports(field),
        doc = title(field),
        name = row.type_name,
        narrow = signed64::type_name(narrow),
        short = row.name,
        modulus = rows(&words(&field.modulus, limbs)),
        one = rows(&words(&field.one(), limbs)),
        multiple = match (&field.bound / &field.modulus).to_u64_digits()[0] {
            1 => String::new(),
            multiple => format!("    const MULTIPLE: u64 = {multiple};\n"),
        },
    );
    for program in &field.programs {
        function(&mut text, program);
    }
    text.push_str("}\n");
    text
}

/// The file that names the modules of all emitted primes.
#[must_use]
pub fn module(fields: &[Field]) -> String {
    let mut text = String::from(
        "//! Arithmetic of one prime per file. Written by `fieldgen write`; do not edit.\n\n\
         use crate::prime::{Count, Facts, PrimeTask};\n\n",
    );
    let mut fields: Vec<&Field> = fields.iter().collect();
    fields.sort_by_key(|field| field.row.name);
    for field in &fields {
        let _ = writeln!(text, "mod {};", field.row.name);
    }
    // Not in every build: one machine has a use for the first, the others are to be measured.
    text.push_str("\n#[cfg(feature = \"forms\")]\npub mod forms;\n");
    text.push_str("#[cfg(all(target_arch = \"x86_64\", not(sealane_portable)))]\n");
    text.push_str("pub(crate) mod kernels;\n");
    text.push_str("pub mod lanes;\n");
    text.push_str("#[cfg(feature = \"narrow\")]\npub mod narrow;\n");
    text.push_str("#[cfg(all(target_arch = \"x86_64\", not(sealane_portable)))]\n");
    text.push_str("pub(crate) mod products;\npub mod quads;\npub(crate) mod ring;\n\n");
    let mut uses = fields.clone();
    uses.sort_by_key(|field| numbered(field.row.name));
    for field in uses {
        let _ = writeln!(text, "pub use {}::{};", field.row.name, field.row.type_name);
    }
    text.push_str(
        "\n/// Runs `task` for every prime.\npub fn each_prime(task: &mut impl PrimeTask) {\n",
    );
    for field in &fields {
        let _ = writeln!(text, "    task.run::<{}>();", field.row.type_name);
    }
    text.push_str("}\n");
    facts(&mut text, &fields);
    text
}

/// The order in which rustfmt wants imports: numbers within names by their value, 521 before 25519.
pub(super) fn numbered(name: &str) -> Vec<(u64, String)> {
    let mut parts = vec![(0, String::new())];
    for letter in name.chars() {
        let (number, rest) = parts.last_mut().expect("there is a first part");
        match letter.to_digit(10) {
            Some(digit) if rest.is_empty() => *number = 10 * *number + u64::from(digit),
            Some(digit) => parts.push((digit.into(), String::new())),
            None => rest.push(letter),
        }
    }
    parts
}

fn title(field: &Field) -> String {
    format!("The prime `{}`, {} bits, {} words.", field.row.name, field.modulus.bits(), field.limbs)
}

fn header(text: &mut String, field: &Field) {
    let row = field.row;
    let shift = field.radix.bits() - 1;
    let held = if shift == 0 {
        "an element is held as it is".to_string()
    } else {
        format!("an element `x` is held as `x * 2^{shift} mod p`")
    };
    let _ = write!(
        text,
        "//! {title} Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: {source}.
//! Form: {form}; {held}.
//! Every function is proven for all inputs within these bounds, and its output is a valid input.
//!
//! | function | result | bounds in | bounds out | steps | products | carries | selects |
//! |---|---|---|---|---|---|---|---|
",
        title = title(field),
        source = row.source,
        form = row.form.name(),
    );
    for program in &field.programs {
        let names: Vec<&str> = program.inputs.iter().map(|group| group.name).collect();
        let (products, carries) = counts(program);
        let _ = writeln!(
            text,
            "//! | {} | {} | {} < {} | < {} | {} | {} | {} | {} |",
            program.name,
            result(program.name, shift),
            names.join(", "),
            ceiling(field, &field.contract(program).inputs[0]),
            ceiling(field, &field.contract(program).output),
            program.steps.iter().filter(|step| step.op.arity() > 0).count(),
            products,
            carries,
            program.count(Op::Select),
        );
    }
}

/// Products of words, and additions and subtractions with carry.
fn counts(program: &Program) -> (usize, usize) {
    let products = [Op::MulLow, Op::MulWide, Op::Mac];
    let products = products.iter().map(|op| program.count(*op)).sum();
    (products, program.count(Op::Adc) + program.count(Op::Sbb))
}

/// The table of what the generator knows of each field and a caller cannot ask its type.
fn facts(text: &mut String, fields: &[&Field]) {
    let _ = write!(
        text,
        "\n/// What the generator knows of every prime, in the order of [`each_prime`].\n\
         #[rustfmt::skip]\npub static FACTS: [Facts; {}] = [\n",
        fields.len()
    );
    for field in fields {
        let count = |name: &str| {
            let program = field.programs.iter().find(|program| program.name == name);
            let (products, carries) = counts(program.expect("every field has the function"));
            format!("Count {{ products: {products}, carries: {carries} }}")
        };
        let _ = write!(
            text,
            "    Facts {{\n        name: \"{}\",\n        form: \"{}\",\n        \
             spare_bits: {},\n        mul: {},\n        sqr: {},\n        add: {},\n    }},\n",
            field.row.name,
            field.form_name(),
            64 * field.limbs as u64 - (&field.bound - 1u32).bits(),
            count("mul"),
            count("sqr"),
            count("add"),
        );
    }
    text.push_str("];\n");
}

/// What numbers within `limits` are below, in moduli.
pub(super) fn ceiling(field: &Field, limits: &Limits) -> String {
    let moduli = (&limits.value.1 + 1u32) / BigInt::from(field.modulus.clone());
    if moduli == BigInt::from(1) { "p".to_string() } else { format!("{moduli} p") }
}

/// The result of a function on words, modulo `p`.
fn result(function: &str, shift: u64) -> String {
    let scaled = |sign: char| if shift == 0 { String::new() } else { format!(" {sign} 2^{shift}") };
    match function {
        "mul" => format!("`a * b{}`", scaled('/')),
        "sqr" => format!("`a * a{}`", scaled('/')),
        "add" => "`a + b`".to_string(),
        "sub" => "`a - b`".to_string(),
        "neg" => "`-a`".to_string(),
        "encode" => format!("`plain{}`", scaled('*')),
        _ => format!("`a{}`", scaled('/')),
    }
}

/// The names of `crate::word` that the programs of `field` call.
fn imports(field: &Field) -> String {
    let calls = [Op::Adc, Op::Mac, Op::Mask, Op::MulWide, Op::Sbb, Op::Select];
    let used = |op: &&Op| field.programs.iter().any(|program| program.count(**op) > 0);
    calls.iter().filter(used).map(|op| op.name()).collect::<Vec<_>>().join(", ")
}

pub(super) fn rows(words: &[u64]) -> String {
    words.iter().fold(String::new(), |text, word| text + "        " + &literal(*word) + ",\n")
}

/// A constant: small ones in decimal, others in hexadecimal.
fn literal(word: u64) -> String {
    if word < 10 {
        return format!("{word}");
    }
    let digits = format!("{word:016x}");
    format!("0x{}_{}_{}_{}", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..])
}

fn function(text: &mut String, program: &Program) {
    let limbs = program.output.len();
    let parameters: Vec<String> =
        program.inputs.iter().map(|group| format!("{}: &[u64; {limbs}]", group.name)).collect();
    let inline = inline(limbs <= 4 || program.count(Op::MulWide) == 0);
    let _ = writeln!(
        text,
        "\n    #[inline({inline})]\n    fn {}({}) -> [u64; {limbs}] {{",
        program.name,
        parameters.join(", ")
    );
    let uses = program.uses();
    for group in &program.inputs {
        let names: Vec<String> = group.limbs.iter().map(|limb| name(program, *limb)).collect();
        let _ = writeln!(text, "        let [{}] = *{};", names.join(", "), group.name);
    }
    for (number, step) in program.steps.iter().enumerate() {
        if step.op.arity() > 0 {
            statement(text, program, &uses, number, step);
        }
    }
    let output: Vec<String> = program.output.iter().map(|value| name(program, *value)).collect();
    let _ = writeln!(text, "        [{}]\n    }}", output.join(", "));
}

/// Whether a function is compiled into its callers. Beside a long product a call costs little, and
/// its text many times over would cost minutes of compile time.
pub(super) fn inline(is_short: bool) -> &'static str {
    if is_short { "always" } else { "never" }
}

/// How `value` is written: a parameter word, a literal, or the variable of its step.
pub(super) fn name(program: &Program, value: Value) -> String {
    let step = program.step_of(value);
    match step.op {
        Op::Input => {
            let (group, limb) = (step.immediate >> 32, step.immediate & 0xffff_ffff);
            format!("{}{limb}", program.inputs[group as usize].name)
        }
        Op::Const => literal(step.immediate),
        _ => format!("{}{}", if value.part() == 0 { "x" } else { "y" }, value.step()),
    }
}

fn statement(text: &mut String, program: &Program, uses: &[usize], number: usize, step: &Step) {
    let variable = |part| {
        let value = Value::new(number, part);
        if uses[value.index()] == 0 { "_".to_string() } else { name(program, value) }
    };
    let target = match step.op.results() {
        1 => variable(0),
        _ => format!("({}, {})", variable(0), variable(1)),
    };
    let args: Vec<String> = step.args.iter().map(|arg| name(program, *arg)).collect();
    let distance = step.immediate;
    let value = match step.op {
        Op::Add => format!("{} + {}", args[0], args[1]),
        Op::Sub => format!("{} - {}", args[0], args[1]),
        Op::And => format!("{} & {}", args[0], args[1]),
        Op::Shl => format!("{} << {distance}", args[0]),
        Op::Shr => format!("{} >> {distance}", args[0]),
        Op::MulLow => {
            let (first, second) = if program.constant(step.args[0]).is_some() {
                (&args[1], &args[0])
            } else {
                (&args[0], &args[1])
            };
            format!("{first}.wrapping_mul({second})")
        }
        _ => format!("{}({})", step.op.name(), args.join(", ")),
    };
    let _ = writeln!(text, "        let {target} = {value};");
}
