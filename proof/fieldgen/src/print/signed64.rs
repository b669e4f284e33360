//! Rust text over signed limbs in 64-bit words: one file per form, an implementation of `Prime`.

use super::limbs64::{inline, name, numbered, rows};
use crate::build::signed::Signed;
use crate::build::signed::rest::{Rest, level_in, level_out};
use crate::build::words;
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Step, Value, Way};
use std::fmt::Write;

/// What becomes of the functions of a file where they are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// Compiled into their callers: what is measured at its best.
    Inline,
    /// Called. The narrow sets serve targets where code size matters, and their functions, inlined
    /// into the formulas of every curve, cost many minutes of compile time.
    Real,
}

/// Most numbers on a line of a list.
const MAX_ON_A_LINE: usize = 10;

/// `p256_p_s26x10a2`: the name of file and module.
#[must_use]
pub fn module_name(field: &Field) -> String {
    format!("{}_{}", field.row.name, parameters(field).0.tag())
}

/// `P256PS26x10a2`: the name of the type.
#[must_use]
pub fn type_name(field: &Field) -> String {
    format!("{}{}", field.row.type_name, parameters(field).0.tag().to_uppercase())
}

/// The file of one form.
#[must_use]
pub fn file(field: &Field, calls: Calls) -> String {
    let mut text = String::new();
    header(&mut text, field);
    let limbs = field.limbs;
    let _ = write!(
        text,
        "
use crate::prime::Prime;
use crate::signed::{{{imports}}};
use crate::word::{{mask, select}};

/// The prime `{short}`, {limbs} signed limbs of {bits} bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct {name};

#[rustfmt::skip]
impl Prime for {name} {{
    type Limbs = [u64; {limbs}];
    type Narrow = Self;
    type Lanes = crate::generated::lanes::{row};
    const NAME: &'static str = \"{module}\";
    const BITS: usize = {modulus_bits};
    const MODULUS: [u64; {limbs}] = [
{modulus}    ];
    const ONE: [u64; {limbs}] = [
{one}    ];
",
        imports = imports(field).join(", "),
        short = field.row.name,
        bits = parameters(field).0.bits,
        name = type_name(field),
        row = field.row.type_name,
        module = module_name(field),
        modulus_bits = field.modulus.bits(),
        modulus = rows(&words(&field.modulus, limbs)),
        one = rows(&words(&field.one(), limbs)),
    );
    for program in printed(field) {
        function(&mut text, program, calls);
    }
    let _ = write!(
        text,
        "
    #[inline(always)]
    fn canonical(a: &[u64; {limbs}]) -> [u64; {limbs}] {{
        Self::decode(a)
    }}
}}
"
    );
    text
}

/// The file that names the modules of a folder; `about` is its first line.
#[must_use]
pub fn module(about: &str, fields: &[Field]) -> String {
    let mut text = format!("//! {about} Written by `fieldgen write`;\n//! do not edit.\n\n");
    let mut fields: Vec<&Field> = fields.iter().collect();
    fields.sort_by_key(|field| module_name(field));
    for field in &fields {
        let _ = writeln!(text, "mod {};", module_name(field));
    }
    text.push('\n');
    fields.sort_by_key(|field| numbered(&module_name(field)));
    for field in &fields {
        let _ = writeln!(text, "pub use {}::{};", module_name(field), type_name(field));
    }
    text
}

/// The names of `crate::signed` that the text calls.
fn imports(field: &Field) -> Vec<&'static str> {
    let calls = [(Op::CarrySigned, "carry"), (Op::SplitSigned, "split")];
    let called = |op: &Op| printed(field).any(|program| program.count(*op) > 0);
    calls.into_iter().filter(|(op, _)| called(op)).map(|(_, name)| name).collect()
}

/// The functions that have text. Where each sum is carried all elements are at rest, and the
/// `carry` that a prime has by default, which does nothing, is the right one.
fn printed(field: &Field) -> impl Iterator<Item = &Program> {
    let lazy = parameters(field).0.additions > 0;
    field.all().filter(move |program| lazy || program.name != "carry")
}

fn parameters(field: &Field) -> (&Signed, &Rest) {
    let (set, rest) = field.signed.as_ref().expect("a form over signed limbs");
    (set, rest)
}

fn header(text: &mut String, field: &Field) {
    let (set, rest) = parameters(field);
    let most = rest.limbs[..set.limbs - 1].iter().max().expect("three limbs and more");
    let top = rest.limbs[set.limbs - 1];
    let budget = budget(set);
    let _ = write!(
        text,
        "//! The prime `{prime}` in signed limbs. Written by `fieldgen write`; do not edit.
//!
//! Form: {form}.
//! Source of the modulus: {source}.
//! At rest the limbs are at most {most:#x} away from zero, the top one {top:#x}.
{budget}
//! Tightest step of a product: {margin:.2} bits below the end of its word.
//!
//! | function | result | limbs in | limbs out | steps | products | carries |
//! |---|---|---|---|---|---|---|
",
        prime = field.row.name,
        form = field.form_name(),
        source = field.row.source,
        margin = rest.tightest.margin(),
    );
    for program in printed(field) {
        let times = |level: u32, is_plain: bool| match level {
            _ if is_plain => "words".to_string(),
            0 => "rest".to_string(),
            level => format!("{} rest", 1 << level),
        };
        let _ = writeln!(
            text,
            "//! | {} | {} | {} | {} | {} | {} | {} |",
            program.name,
            result(program.name),
            times(level_in(set, program.name), program.way == Way::In),
            times(level_out(set, program.name), program.way == Way::Out),
            program.steps.iter().filter(|step| step.op.arity() > 0).count(),
            program.count(Op::MulSigned),
            program.count(Op::CarrySigned),
        );
    }
}

/// What the header says of sums.
fn budget(set: &Signed) -> String {
    if set.additions == 0 {
        return "//! Each sum is carried, so every element is at rest. Every function is proven for \
                all limbs\n//! within these bounds, over every chain of calls."
            .to_string();
    }
    format!(
        "//! Factors may have {} nested additions behind them: limbs up to {} times as wide. Sums \
         that go to\n//! `carry` may have {}. Every function is proven for all limbs within these \
         bounds, over every\n//! chain of calls.",
        set.additions,
        1 << set.additions,
        set.reach()
    )
}

/// The result of a function modulo `p`.
fn result(function: &str) -> &'static str {
    match function {
        "mul" => "`a * b`",
        "sqr" => "`a * a`",
        "add" => "`a + b`",
        "sub" => "`a - b`",
        "neg" => "`-a`",
        "encode" => "`plain`",
        "decode" => "the least `a`",
        _ => "`a`",
    }
}

fn function(text: &mut String, program: &Program, calls: Calls) {
    let limbs = program.output.len();
    let parameters: Vec<String> =
        program.inputs.iter().map(|group| format!("{}: &[u64; {limbs}]", group.name)).collect();
    let _ = writeln!(
        text,
        "\n    #[inline({})]\n    fn {}({}) -> [u64; {limbs}] {{",
        inline(calls == Calls::Inline),
        program.name,
        parameters.join(", ")
    );
    let uses = program.uses();
    for group in &program.inputs {
        let names = group.limbs.iter().map(|limb| match uses[limb.index()] {
            0 => "_".to_string(),
            _ => name(program, *limb),
        });
        let names: Vec<String> = names.collect();
        let taken = match program.way {
            Way::In => format!("*{}", group.name),
            _ => format!("{}.map(|word| word as i64)", group.name),
        };
        let _ = writeln!(text, "        let {} = {taken};", list(&names));
    }
    for (number, step) in program.steps.iter().enumerate() {
        if step.op.arity() > 0 {
            statement(text, program, &uses, number, step);
        }
    }
    let output: Vec<String> = program.output.iter().map(|value| name(program, *value)).collect();
    let given = if program.way == Way::Out { "" } else { ".map(|limb| limb as u64)" };
    let _ = writeln!(text, "        {}{given}\n    }}", list(&output));
}

/// How a step writes an operand: as a word of the kind that it reads.
fn operand(program: &Program, value: Value, kind: Kind) -> String {
    let step = program.step_of(value);
    let own = match (step.op, program.way) {
        (Op::Const, _) => kind,
        (Op::Input, Way::In) => Kind::Unsigned,
        (Op::Input, _) => Kind::Signed,
        (op, _) => op.kind(),
    };
    let name = name(program, value);
    match kind {
        _ if own == kind => name,
        Kind::Signed => format!("{name} as i64"),
        Kind::Unsigned => format!("{name} as u64"),
    }
}

/// `[x1, x2]`, in several lines if it is long.
fn list(names: &[String]) -> String {
    if names.len() <= MAX_ON_A_LINE {
        return format!("[{}]", names.join(", "));
    }
    let lines = names.chunks(8).map(|some| format!("            {},\n", some.join(", ")));
    format!("[\n{}        ]", lines.collect::<String>())
}

fn statement(text: &mut String, program: &Program, uses: &[usize], number: usize, step: &Step) {
    let variable = |part| {
        let value = Value::new(number, part);
        if uses[value.index()] == 0 { "_".to_string() } else { name(program, value) }
    };
    let args = step.args.iter().map(|arg| operand(program, *arg, step.op.kind()));
    let args: Vec<String> = args.collect();
    let infix = |sign: &str| format!("{} {sign} {}", args[0], args[1]);
    let distance = step.immediate;
    let (target, value) = match step.op {
        // A digit of a residue may be one, and clippy minds a product by it.
        Op::MulSigned => match step.args.iter().position(|arg| program.constant(*arg) == Some(1)) {
            Some(one) => (variable(0), args[1 - one].clone()),
            None => (variable(0), infix("*")),
        },
        Op::AddSigned | Op::Add => (variable(0), infix("+")),
        Op::SubSigned => (variable(0), infix("-")),
        Op::And => (variable(0), infix("&")),
        Op::ShlSigned | Op::Shl => (variable(0), format!("{} << {distance}", args[0])),
        Op::Shr => (variable(0), format!("{} >> {distance}", args[0])),
        Op::Mask | Op::Select => (variable(0), format!("{}({})", step.op.name(), args.join(", "))),
        Op::SplitSigned | Op::CarrySigned => {
            let call = if step.op == Op::SplitSigned { "split" } else { "carry" };
            let target = format!("({}, {})", variable(0), variable(1));
            (target, format!("{call}::<{distance}>({})", args[0]))
        }
        op => unreachable!("no form over signed limbs has a {}", op.name()),
    };
    let _ = writeln!(text, "        let {target} = {value};");
}
