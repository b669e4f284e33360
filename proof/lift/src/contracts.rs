//! What functions are to do: the programs that stand in the texts, by the names of functions.

use crate::image::Function;
use crate::machine::Array;
use crate::trace::Reading;
use fieldgen::asm::shape::{Shape, Task as Work};
use fieldgen::asm::{SUMS, file, parse, proof};
use fieldgen::contract::Contract;
use fieldgen::emit;
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::prove::prove;
use fieldgen::read;
use std::path::Path;

/// Names of programs in lanes as the library has them, and those of their texts.
const PROGRAMS: [(&str, &str); 10] = [
    ("Product", "mul"),
    ("Square", "sqr"),
    ("MulSub", "mul_sub"),
    ("MulSubSqr2", "mul_sub_sqr2"),
    ("Sum", "add"),
    ("Difference", "sub"),
    ("Negative", "neg"),
    ("AtRest", "carry"),
    ("Encoded", "encode"),
    ("Decoded", "decode"),
];

/// What symbols of functions of the lanes contain, whichever way they are mangled.
pub const CALLED: &str = "5ifma86called";

/// How symbols of the crate of outlined functions begin.
const OUTLINED: &str = "_ZN8outlined";

/// How those of its program of one lane begin.
const SINGLES: &str = "_ZN7singles";

/// What symbols of functions of primes on one lane contain, before and after the prime's name.
const SINGLE: [&str; 2] = ["$LT$sealane_arith..generated..", "sealane_arith..prime..Prime$GT$"];

/// A prime in lanes, from its text.
pub struct Prime {
    /// The field, with the programs that stand in the text.
    pub field: Field,
    /// Whether its products are functions of their own in the release.
    pub is_called: bool,
}

/// A prime on one lane, from its text.
pub struct Single {
    /// The field, with the programs that stand in the text.
    pub field: Field,
    /// Programs that are functions of their own in the release.
    pub called: Vec<&'static str>,
}

/// What a prover compares a program with.
pub enum Claim {
    /// A function of a prime.
    Field(Contract),
    /// A product of numbers of a length, or a part of one.
    Products(Shape),
}

impl Claim {
    /// Proves a program.
    ///
    /// # Errors
    /// What a prover says.
    pub fn prove(&self, program: &Program) -> Result<(), String> {
        match self {
            Claim::Field(contract) => {
                prove(program, contract).map(|_| ()).map_err(|refusal| refusal.to_string())
            }
            Claim::Products(shape) => proof::prove(program, *shape),
        }
    }
}

/// What a function, or a part of one, is to do.
pub struct Task {
    /// What it belongs to: a prime, or products of a length.
    pub of: String,
    /// The program that stands in the text, proven.
    pub program: Program,
    /// What it is proven to do.
    pub claim: Claim,
    /// How words are read.
    pub reading: Reading,
    /// What arguments point at, in their order.
    pub arrays: Vec<Array>,
    /// The argument that the result goes to, and the place of its first word.
    pub result: (usize, usize),
    /// Whether the address of the result is returned.
    pub is_returned: bool,
}

impl Task {
    /// Whether it is a function of one lane.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.reading == Reading::Words
    }
}

/// The texts of all primes in lanes and of products, read and proven.
pub struct Contracts {
    /// In the order of the table.
    pub primes: Vec<Prime>,
    /// In the same order.
    pub singles: Vec<Single>,
    products: Vec<(Shape, Program)>,
}

impl Contracts {
    /// Reads the texts of `folder` and proves them.
    ///
    /// # Errors
    /// A text that is not there or not understood, or a program that is refused.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let [(_, words), _, (_, texts), _] = read::texts();
        let primes = texts.into_iter().map(|text| {
            let name = |error: &dyn std::fmt::Display| format!("{}: {error}", text.name);
            let field = text.field_in(folder).map_err(|error| name(&error))?;
            let lines = std::fs::read_to_string(folder.join(&text.name));
            let lines = lines.map_err(|error| name(&error))?;
            for program in &field.programs {
                prove(program, &field.contract(program)).map_err(|refusal| name(&refusal))?;
            }
            Ok(Prime { is_called: lines.contains("    const CALLED: bool = true;\n"), field })
        });
        let primes = primes.collect::<Result<_, String>>()?;
        let mut products = Vec::new();
        for (limbs, name) in emit::product_names() {
            let text = std::fs::read_to_string(folder.join(&name));
            let text = text.map_err(|error| format!("{name}: {error}"))?;
            let read = file::read(&text, limbs).map_err(|error| format!("{name}: {error}"))?;
            for (shape, lines) in read {
                let program = parse::parse(&lines, shape)?;
                proof::prove(&program, shape).map_err(|why| format!("{name}: {why}"))?;
                products.push((shape, program));
            }
        }
        let singles = words.into_iter().map(|text| single(&text, folder));
        let singles = singles.collect::<Result<_, _>>()?;
        Ok(Self { primes, singles, products })
    }

    /// What a function is to do, by its name in the debugging information:
    /// `called<..::P384P, ..::Product>`, or a product of [`file::LENGTHS`]. Nothing if it is none
    /// of these.
    ///
    /// # Errors
    /// Its name, if it is one of the lanes and no text has it.
    pub fn task(&self, function: &Function) -> Result<Option<Task>, String> {
        let products = self.products.iter().find_map(|(shape, program)| {
            let work = match shape.task {
                Work::Product => "7product",
                Work::Square => "6square",
                Work::Reduction | Work::Last => return None,
            };
            let name = format!("8products4of{}{work}", shape.limbs);
            function.symbol.contains(&name).then(|| of_products(*shape, program))
        });
        if products.is_some() {
            return Ok(products);
        }
        if function.symbol.starts_with(SINGLES) || is_single(&function.symbol) {
            return self.single_task(function);
        }
        let is_outlined = function.symbol.starts_with(OUTLINED);
        if !is_outlined && !function.symbol.contains(CALLED) {
            return Ok(None);
        }
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_string();
        let inner = function.name.strip_suffix('>').and_then(|rest| rest.split_once('<'));
        let parts = match inner {
            // `mul<..::P256P>` of the program of functions that other programs do not have.
            Some((program, prime)) if is_outlined => Some((last(prime), program.to_string())),
            Some(("called", inner)) => {
                inner.split_once(", ").map(|(prime, program)| (last(prime), last(program)))
            }
            // What else that program has.
            _ if is_outlined => return Ok(None),
            _ => None,
        };
        if is_outlined && !self.is_whole(parts.as_ref()) {
            return Ok(None);
        }
        let found = parts.and_then(|(prime, program)| {
            let is_it = |(called, name): &&(&str, &str)| {
                *(if is_outlined { name } else { called }) == program
            };
            let (_, name) = PROGRAMS.iter().find(is_it)?;
            let prime = self.primes.iter().find(|one| one.field.row.type_name == prime)?;
            let program = prime.field.programs.iter().find(|program| program.name == *name)?;
            Some(of_prime(&prime.field, program))
        });
        found.map(Some).ok_or_else(|| format!("{} {}", function.symbol, function.name))
    }

    /// What a function of one lane is to do: `<..::P384P as Prime>::mul`, or `mul<..::P256P>` of
    /// the program of such functions.
    fn single_task(&self, function: &Function) -> Result<Option<Task>, String> {
        let unknown = || format!("{} {}", function.symbol, function.name);
        let parts = function.name.strip_suffix('>').and_then(|rest| rest.split_once('<'));
        let is_it = |single: &Single, program: &Program| {
            let row = single.field.row;
            match (is_single(&function.symbol), parts) {
                (true, _) => {
                    let symbol = format!("..{}..{}$u20$as$u20$", row.name, row.type_name);
                    let of = format!("$GT${}{}17h", program.name.len(), program.name);
                    function.symbol.contains(&symbol) && function.symbol.contains(&of)
                }
                (_, Some((name, prime))) => {
                    prime.rsplit("::").next() == Some(row.type_name) && name == program.name
                }
                _ => false,
            }
        };
        let is_other = ["keep", "main", "ring_times", "ring_fold"].iter().any(|name| {
            let symbol = format!("{SINGLES}{}{name}17h", name.len());
            function.symbol.starts_with(&symbol)
        });
        let programs = self
            .singles
            .iter()
            .flat_map(|single| single.field.programs.iter().map(move |program| (single, program)));
        let found = programs.into_iter().find(|(single, program)| is_it(single, program));
        if let Some((single, program)) = found {
            // That program has no more than a call of these.
            let is_call = !is_single(&function.symbol) && single.called.contains(&program.name);
            return Ok((!is_call).then(|| of_single(&single.field, program)));
        }
        if is_other { Ok(None) } else { Err(unknown()) }
    }

    /// Whether the program of outlined functions has all of an operation, and no call of it.
    fn is_whole(&self, parts: Option<&(String, String)>) -> bool {
        parts.is_some_and(|(prime, program)| {
            let is_it = |one: &&Prime| one.field.row.type_name == prime;
            let is_called = self.primes.iter().find(is_it).is_some_and(|one| one.is_called);
            let is_short = matches!(&program[..], "add" | "sub" | "neg" | "carry");
            program != "keep" && (is_short || !is_called)
        })
    }

    /// The parts of reductions of products: they stand within functions.
    #[must_use]
    pub fn parts(&self) -> Vec<Task> {
        let parts = self
            .products
            .iter()
            .filter(|(shape, _)| matches!(shape.task, Work::Reduction | Work::Last));
        parts.map(|(shape, program)| of_products(*shape, program)).collect()
    }
}

/// Whether a symbol is that of a function of a generated prime on one lane.
#[must_use]
pub fn is_single(symbol: &str) -> bool {
    let [before, after] = SINGLE;
    let narrow = ["generated..narrow..", "generated..forms.."];
    symbol.contains(before)
        && symbol.contains(after)
        && !narrow.iter().any(|folder| symbol.contains(folder))
}

/// Reads the text of a prime on one lane, and proves it.
fn single(text: &read::Text, folder: &Path) -> Result<Single, String> {
    let name = |error: &dyn std::fmt::Display| format!("{}: {error}", text.name);
    let field = text.field_in(folder).map_err(|error| name(&error))?;
    let lines = std::fs::read_to_string(folder.join(&text.name)).map_err(|error| name(&error))?;
    for program in &field.programs {
        prove(program, &field.contract(program)).map_err(|refusal| name(&refusal))?;
    }
    let is_called = |name: &&str| lines.contains(&format!("#[inline(never)]\n    fn {name}("));
    let called = field.programs.iter().map(|program| program.name).filter(is_called).collect();
    Ok(Single { field, called })
}

/// On one lane arrays have words of 64 bits, and all else is as in lanes.
fn of_single(field: &Field, program: &Program) -> Task {
    Task { reading: Reading::Words, ..of_prime(field, program) }
}

/// The result is the first argument, operands come after it.
fn of_prime(field: &Field, program: &Program) -> Task {
    let result = Array { cells: program.output.len(), input: None, is_written: true };
    let operands = program.inputs.iter().enumerate();
    let operands = operands.map(|(group, operand)| Array {
        cells: operand.limbs.len(),
        input: Some(group),
        is_written: false,
    });
    Task {
        of: field.row.name.to_string(),
        claim: Claim::Field(field.contract(program)),
        program: program.clone(),
        reading: Reading::Signed,
        arrays: std::iter::once(result).chain(operands).collect(),
        result: (0, 0),
        is_returned: true,
    }
}

/// Arguments are the arrays that the text names, in its order.
fn of_products(shape: Shape, program: &Program) -> Task {
    let (target, places) = shape.writes();
    let named = shape.reads().into_iter().enumerate().filter_map(|(group, cells)| {
        let written = if group == target { places.end } else { 0 };
        let input = (cells > 0).then_some(group);
        // Texts keep words in the place of sums that they have read.
        let is_written = group == target || group == SUMS;
        let array = Array { cells: cells.max(written), input, is_written };
        (array.cells > 0).then_some((group, array))
    });
    let named: Vec<(usize, Array)> = named.collect();
    let argument = named.iter().position(|(group, _)| *group == target);
    let name = match shape.task {
        Work::Product => "product",
        Work::Square => "square",
        Work::Reduction => "reduction",
        Work::Last => "last",
    };
    Task {
        of: format!("{} limbs", shape.limbs),
        program: Program { name, ..program.clone() },
        claim: Claim::Products(shape),
        reading: Reading::Unsigned,
        arrays: named.into_iter().map(|(_, array)| array).collect(),
        result: (argument.expect("a text writes an array"), places.start),
        is_returned: false,
    }
}
