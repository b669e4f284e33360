//! Certificates: everything a checker needs to repeat a proof without this crate.
//!
//! A certificate is JSON text. It holds what the provers were asked (the contract), the program
//! step by step, and what they found (a range for every value and for every hinted sum), the last
//! as claims that the reader should not believe. docs/bounds.md describes the fields.

mod plant;

use crate::build::montgomery::Montgomery;
use crate::build::signed::Signed;
use crate::build::signed::sequence::Sequence;
use crate::contract::{Contract, Limits};
use crate::emit;
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Step, Value};
use crate::prove::bound::Range;
use crate::prove::interval::{self, Certificate};
use crate::prove::{Refusal, identity};
use crate::table::{self, Form, Modulus, Row, TABLE};
use clap::{Args, ValueEnum};
use num_bigint::{BigUint, Sign};
use num_traits::{Num, One};
use plant::Plant;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// Number of the format; a reader refuses any other.
pub const VERSION: u32 = 1;

/// The exit code that says that a prover refused.
const REFUSED: u8 = 3;

/// Prove programs and export what was proven, for proof/checker/check.py to prove again.
#[derive(Debug, Args)]
pub struct Certify {
    /// Name of a prime, as `fieldgen primes` lists it; every prime of the table if not given.
    #[arg(long, value_name = "NAME", value_parser = table::named)]
    prime: Option<&'static Row>,
    /// An odd modulus in hexadecimal digits instead of a prime of the table.
    #[arg(long, value_name = "HEX", value_parser = custom, conflicts_with = "prime")]
    modulus: Option<&'static Row>,
    /// The form to build; the one of the table if not given. For signed limbs, the parameter sets
    /// whose text is checked in.
    #[arg(long)]
    form: Option<FormName>,
    /// A parameter set of signed limbs: bits per limb.
    #[arg(long, value_name = "BITS", requires = "limbs")]
    limb_bits: Option<u32>,
    /// The number of limbs of the set.
    #[arg(long, value_name = "COUNT", requires = "limb_bits")]
    limbs: Option<usize>,
    /// How many additions deep a factor may be.
    #[arg(long, value_name = "DEPTH", default_value_t = 0)]
    adds: u32,
    /// The order of carries and reductions.
    #[arg(long, value_name = "ORDER", default_value = "carry+short")]
    sequence: Sequence,
    /// Where to write; standard output if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Export a program with a planted error, as a forger would; exits with 3 if it is refused.
    #[arg(long, hide = true, conflicts_with_all = ["prime", "modulus", "form"])]
    plant: Option<Plant>,
}

/// A form that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Montgomery form with a product per row, for any odd modulus.
    Montgomery,
    /// Montgomery form without products in the rows, for a prime of few terms.
    Sparse,
    /// Plain form with folding, for a modulus just below a power of two.
    Crandall,
    /// Signed limbs.
    Signed,
    /// Eight lanes of limbs of 52 bits.
    Lanes,
    /// Four elements together, in short limbs.
    Quads,
}

impl Certify {
    /// Does it.
    pub fn run(&self) -> io::Result<ExitCode> {
        if let Some(plant) = self.plant {
            return self.forge(plant);
        }
        let fields = match self.fields() {
            Ok(fields) => fields,
            Err(error) => {
                eprintln!("fieldgen: refused: {error}");
                return Ok(ExitCode::from(REFUSED));
            }
        };
        let mut texts = Vec::new();
        for field in fields {
            match document(&field) {
                Ok(text) => texts.push(text),
                Err(refusal) => {
                    eprintln!("fieldgen: {}: refused: {refusal}", field.row.name);
                    return Ok(ExitCode::from(REFUSED));
                }
            }
        }
        self.put(&wrap(&texts))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The fields that are asked for.
    fn fields(&self) -> Result<Vec<Field>, String> {
        let asked = self.prime.or(self.modulus);
        if let (Some(bits), Some(limbs)) = (self.limb_bits, self.limbs) {
            let row = asked.ok_or("a parameter set needs --prime or --modulus")?;
            let set = Signed::new(row, bits, limbs, self.adds, self.sequence.clone());
            let set = set.ok_or_else(|| format!("{} does not fit the limbs", row.name))?;
            let unfit = |_| format!("{}: {} does not settle", row.name, set.name());
            return Ok(vec![Field::signed(row, set.clone()).map_err(unfit)?]);
        }
        let is_asked = |row: &Row| asked.is_none_or(|asked| asked.name == row.name);
        let forms = emit::signed_fields().into_iter().filter(|field| is_asked(field.row));
        match (asked, self.form) {
            (_, Some(FormName::Signed)) => {
                let forms: Vec<Field> = forms.collect();
                let none = "no set is checked in; name one with --limb-bits, --limbs and --adds";
                if forms.is_empty() { Err(none.to_string()) } else { Ok(forms) }
            }
            (Some(row), Some(FormName::Lanes)) => Ok(vec![Field::lanes(row)]),
            (None, Some(FormName::Lanes)) => Ok(emit::lanes_fields()),
            (Some(row), Some(FormName::Quads)) => {
                let none = || format!("{} has no form quads", row.name);
                Ok(vec![Field::quads(row).ok_or_else(none)?])
            }
            (None, Some(FormName::Quads)) => Ok(emit::quads_fields()),
            (Some(row), form) => Ok(vec![build(row, form)?]),
            (None, form) => {
                let rows = TABLE.iter();
                let fields: Result<Vec<Field>, String> = rows.map(|row| build(row, form)).collect();
                let others = forms.chain(emit::lanes_fields()).chain(emit::quads_fields());
                let others = others.filter(|_| form.is_none());
                Ok(fields?.into_iter().chain(others).collect())
            }
        }
    }

    /// Exports the planted error and says what the provers think of it.
    fn forge(&self, plant: Plant) -> io::Result<ExitCode> {
        let forgery = plant.forge();
        if plant == Plant::None {
            let text = document(&forgery.field).expect("nothing is planted");
            self.put(&wrap(&[text]))?;
            return Ok(ExitCode::SUCCESS);
        }
        self.put(&wrap(&[forged_document(&forgery)]))?;
        let program = &forgery.field.programs[forgery.function];
        match proven(program, &forgery.field.contract(program)) {
            Err(refusal) => {
                eprintln!("fieldgen: {}: refused: {refusal}", forgery.field.row.name);
                Ok(ExitCode::from(REFUSED))
            }
            Ok(_) => {
                eprintln!("fieldgen: {}: the planted error is proven", forgery.field.row.name);
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    fn put(&self, text: &str) -> io::Result<()> {
        match &self.out {
            Some(path) => std::fs::write(path, text),
            None => io::stdout().write_all(text.as_bytes()),
        }
    }
}

/// A row for a modulus that is not in the table. Lives as long as the command.
fn custom(digits: &str) -> Result<&'static Row, String> {
    let digits = digits.trim_start_matches("0x");
    let modulus = BigUint::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
    if !modulus.bit(0) || modulus.is_one() {
        return Err("the modulus must be odd and greater than 1".to_string());
    }
    Ok(Box::leak(Box::new(Row {
        name: "custom",
        type_name: "Custom",
        modulus: Modulus::Hex(String::leak(digits.to_string())),
        form: Form::Montgomery,
        source: "command line",
    })))
}

/// The functions of `row` in the form asked for.
fn build(row: &'static Row, form: Option<FormName>) -> Result<Field, String> {
    let own = match row.form {
        Form::Montgomery => FormName::Montgomery,
        Form::MontgomerySparse => FormName::Sparse,
        Form::Crandall => FormName::Crandall,
    };
    match form {
        None => Ok(Field::build(row)),
        Some(form) if form == own => Ok(Field::build(row)),
        Some(FormName::Montgomery) => {
            Ok(Field::montgomery(row, &Montgomery::new(&row.modulus.value())))
        }
        Some(form) => Err(format!("{} has no form {form:?}", row.name).to_lowercase()),
    }
}

fn proven(program: &Program, contract: &Contract) -> Result<Certificate, Refusal> {
    let certificate = interval::prove(program, contract)?;
    identity::prove(program, contract, &certificate)?;
    Ok(certificate)
}

/// Ranges that a certificate states.
struct Claims {
    /// By `Value::index`.
    values: Vec<Range>,
    /// By hint, then of the output.
    sums: Vec<Range>,
}

impl Claims {
    /// What the provers found: the hull over all cases.
    fn found(certificate: &Certificate) -> Self {
        Self { values: hulls(&certificate.cases), sums: hulls(&certificate.sums) }
    }

    /// What somebody would claim who has no proof: everything fits, and the output is right.
    fn pretended(program: &Program, contract: &Contract) -> Self {
        let word: Range = (0.into(), u64::MAX.into());
        let wide: Range = ((-(1i64 << 62)).into(), (1i64 << 62).into());
        let bit: Range = (0.into(), 1.into());
        let mut values = Vec::new();
        for step in &program.steps {
            let constant: Range = (step.immediate.into(), step.immediate.into());
            let (first, second) = match step.op {
                Op::Const => (constant, bit.clone()),
                Op::CarrySigned => {
                    let half = 1i64 << (step.immediate - 1);
                    (((-half).into(), (half - 1).into()), wide.clone())
                }
                Op::Adc | Op::Sbb => (word.clone(), bit.clone()),
                op if op.kind() == Kind::Signed => (wide.clone(), wide.clone()),
                _ => (word.clone(), word.clone()),
            };
            values.extend([first, second]);
        }
        let inputs = program.inputs.iter().zip(&contract.inputs);
        let all = inputs.flat_map(|(group, limits)| group.limbs.iter().zip(&limits.limbs));
        for (value, range) in all.chain(program.output.iter().zip(&contract.output.limbs)) {
            values[value.index()] = range.clone();
        }
        let sums = vec![contract.output.value.clone(); program.hints.len() + 1];
        Self { values, sums }
    }
}

/// The smallest ranges that hold those of all cases.
fn hulls(cases: &[Vec<Range>]) -> Vec<Range> {
    let (first, rest) = cases.split_first().expect("a proof has a case");
    let mut hulls = first.clone();
    for case in rest {
        for (hull, range) in hulls.iter_mut().zip(case) {
            hull.0 = (&hull.0).min(&range.0).clone();
            hull.1 = (&hull.1).max(&range.1).clone();
        }
    }
    hulls
}

/// The certificate of all functions of a field, if they can be proven.
pub fn document(field: &Field) -> Result<String, Refusal> {
    let mut functions = Vec::new();
    for program in field.all() {
        let contract = field.contract(program);
        let claims = Claims::found(&proven(program, &contract)?);
        functions.push(function(program, &contract, &claims));
    }
    Ok(field_text(field, &functions))
}

/// Like `document` for a field with a planted error, which is not proven: the claims are a lie.
fn forged_document(forgery: &plant::Forgery) -> String {
    let mut functions = Vec::new();
    for (number, program) in forgery.field.all().enumerate() {
        let contract = forgery.field.contract(program);
        let honest = forgery.honest.as_ref().filter(|_| number == forgery.function);
        let certificate = match honest {
            Some((field, function)) => {
                let program = &field.programs[*function];
                proven(program, &field.contract(program))
            }
            None => proven(program, &contract),
        };
        let claims = match certificate {
            Ok(certificate) => Claims::found(&certificate),
            Err(_) => Claims::pretended(program, &contract),
        };
        functions.push(function(program, &contract, &claims));
    }
    field_text(&forgery.field, &functions)
}

/// The whole file, of the texts that [`document`] gives.
#[must_use]
pub fn wrap(fields: &[String]) -> String {
    format!(
        "{{\"format\": \"sealane-certificate\", \"version\": {VERSION}, \"fields\": [\n{}\n]}}\n",
        fields.join(",\n")
    )
}

fn field_text(field: &Field, functions: &[String]) -> String {
    let contracts: Vec<Contract> =
        field.programs.iter().map(|program| field.contract(program)).collect();
    // The first function is the product, or `carry`, whose result is an element.
    let element = &contracts[0].output;
    let inputs = contracts.iter().flat_map(|contract| &contract.inputs);
    let representation = json!({
        "modulus": hex(&field.modulus.clone().into()),
        "limbs": element.limbs.len(),
        "limb_bits": field.programs[0].limb_bits,
        "word_bits": 64,
        "radix": hex(&field.radix.clone().into()),
        "limits": bounds(element),
        "additions": inputs.map(|limits| additions(element, limits)).max(),
    });
    format!(
        "{{\"prime\": {}, \"form\": {}, \"source\": {},\n \"representation\": {representation},\n \
         \"functions\": [\n{}\n ]}}",
        json!(field.row.name),
        json!(field.form_name()),
        json!(field.row.source),
        functions.join(",\n")
    )
}

/// How many nested additions of elements the limits allow for.
fn additions(element: &Limits, limits: &Limits) -> u32 {
    let inside = |depth: &u32| limits.value.1 <= &element.value.1 << *depth;
    (0..64).find(inside).expect("inputs are sums of elements")
}

/// One function: a line for each step, so that two certificates can be compared by line.
fn function(program: &Program, contract: &Contract, claims: &Claims) -> String {
    let inputs: Vec<Json> = program
        .inputs
        .iter()
        .zip(&contract.inputs)
        .map(|(group, limits)| {
            json!({"name": group.name, "words": values(&group.limbs), "limits": bounds(limits)})
        })
        .collect();
    let formula = &contract.formula;
    let terms: Vec<Json> = formula
        .terms
        .iter()
        .map(|(factor, inputs)| json!({"coefficient": hex(factor), "inputs": inputs}))
        .collect();
    let formula = json!({
        "factor": hex(&formula.factor), "terms": terms, "modulus": hex(&formula.modulus),
    });
    let steps = program.steps.iter().enumerate();
    let steps = steps.map(|(number, made)| step(number, made, claims).to_string());
    let hints = program.hints.iter().zip(&claims.sums).map(|(hint, range)| {
        let (words, stop) = (values(&hint.words), values(&hint.stop));
        json!({"words": words, "stop": stop, "range": pair(&loosened(range))}).to_string()
    });
    let output = json!({
        "words": values(&program.output),
        "limits": bounds(&contract.output),
        "range": pair(claims.sums.last().expect("the output is the last sum")),
    });
    let mut text = String::new();
    let _ = writeln!(text, "  {{\"name\": {},", json!(program.name));
    let _ = writeln!(text, "   \"inputs\": [\n    {}],", lines(inputs.iter().map(Json::to_string)));
    let _ = writeln!(text, "   \"output\": {output},");
    let _ = writeln!(text, "   \"additions\": {}, \"formula\": {formula},", contract.additions);
    let _ = writeln!(text, "   \"steps\": [\n    {}],", lines(steps));
    let _ = writeln!(text, "   \"hints\": [\n    {}],", lines(hints));
    let _ = write!(text, "   \"quotients\": {}}}", json!(values(&program.quotients)));
    text
}

fn lines(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",\n    ")
}

fn step(number: usize, step: &Step, claims: &Claims) -> Json {
    let results = 0..step.op.results();
    let ranges: Vec<Json> =
        results.map(|part| pair(&claims.values[Value::new(number, part).index()])).collect();
    let name = step.op.name();
    match step.op {
        Op::Input => {
            let (group, limb) = (step.immediate >> 32, step.immediate & 0xffff_ffff);
            json!({"op": name, "input": [group, limb], "ranges": ranges})
        }
        Op::Const => json!({"op": name, "constant": hex(&step.immediate.into()), "ranges": ranges}),
        _ if step.op.has_distance() => json!({
            "op": name, "args": values(&step.args), "distance": step.immediate, "ranges": ranges,
        }),
        _ => json!({"op": name, "args": values(&step.args), "ranges": ranges}),
    }
}

fn bounds(limits: &Limits) -> Json {
    let limbs: Vec<Json> = limits.limbs.iter().map(pair).collect();
    json!({"limbs": limbs, "value": pair(&limits.value)})
}

fn pair(range: &Range) -> Json {
    json!([hex(&range.0), hex(&range.1)])
}

/// The range of a hinted sum as it is claimed: one wider at the low end.
///
/// Where a sum starts, provers that tell cases apart in other ways find to within one. The wider
/// claim is as true, and words are kept by the claims of the steps, not by those of hints.
fn loosened((low, high): &Range) -> Range {
    let start = if low.sign() == Sign::Plus { low - 1 } else { low.clone() };
    (start, high.clone())
}

/// `7.0`: the first result of step 7.
fn values(values: &[Value]) -> Vec<String> {
    values.iter().map(|value| format!("{}.{}", value.step(), value.part())).collect()
}

fn hex(number: &num_bigint::BigInt) -> String {
    format!("{number:#x}")
}
