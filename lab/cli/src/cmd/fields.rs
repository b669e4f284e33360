//! `sealane-lab fields`: the arithmetic of every prime: its form, counts, margin and cycles.
use crate::args::Fields;
use sealane::backend;
use sealane_arith::field::{Field, Machine};
use sealane_arith::generated::{FACTS, each_prime};
use sealane_arith::machine::One;
use sealane_arith::prime::{Count, Facts, Prime, PrimeTask};
use sealane_cli::Failure;
use sealane_cli::names::nearest;
use sealane_cli::output::to_stdout;
use sealane_cli::print_json;
use sealane_measure::{INPUTS, Pattern, Work, clock, contest};
use serde_json::{Value, json};
use std::hint::black_box;

mod plain;

/// The element of `P` that operations take.
type Element<P> = <One as Machine>::Of<P>;

/// How many different elements the chains start from.
const STARTS: usize = 4;

/// What is measured, each in a chain: an operation waits for the result of the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Mul,
    Sqr,
    Add,
    Invert,
}

const OPS: [Op; 4] = [Op::Mul, Op::Sqr, Op::Add, Op::Invert];

impl Op {
    /// Operations between two looks at the result: long against a loop's ends.
    fn chain(self) -> usize {
        match self {
            Op::Mul | Op::Sqr => 64,
            Op::Add => 512,
            Op::Invert => 1,
        }
    }
}

pub fn run(args: &Fields) -> Result<(), Failure> {
    // Kernels are for products of two primes alone; all else is plain words there too.
    if ![One::NAME, "mulx"].contains(&backend::current()) {
        let sentence = format!("fields lists the arithmetic of backend {} alone", One::NAME);
        return Err(Failure::usage("USAGE", sentence));
    }
    let pattern = Pattern::new(&args.pattern);
    let wanted = |facts: &&Facts| pattern.wants(facts.name, facts.form);
    if !FACTS.iter().any(|facts| wanted(&facts)) {
        let mut sentence = format!("PATTERN {:?} matches no prime", args.pattern);
        let names = FACTS.iter().map(|facts| facts.name);
        if let Some(name) = nearest(&args.pattern, names) {
            sentence += &format!("; did you mean '{name}'?");
        }
        return Err(Failure::usage("USAGE", sentence));
    }
    if !args.json {
        to_stdout(head().as_bytes())?;
    }
    let mut report = Report { args, pattern, rows: Vec::new(), failure: None };
    each_prime(&mut report);
    match report.failure {
        Some(failure) => Err(failure),
        None if args.json => print_json(&json!({ "rows": report.rows })),
        None => to_stdout(NOTES.as_bytes()),
    }
}

/// Measures each prime that is wanted, until something fails.
struct Report<'a> {
    args: &'a Fields,
    pattern: Pattern,
    rows: Vec<Value>,
    failure: Option<Failure>,
}

impl PrimeTask for Report<'_> {
    fn run<P: Prime>(&mut self) {
        let facts = FACTS.iter().find(|facts| facts.name == P::NAME);
        let facts = facts.expect("every prime has its row");
        if self.failure.is_none() && self.pattern.wants(facts.name, facts.form) {
            self.failure = self.add::<P>(facts).err();
        }
    }
}

impl Report<'_> {
    fn add<P: Prime>(&mut self, facts: &Facts) -> Result<(), Failure> {
        let core_hz = clock::core_hz();
        let cycles = cycles::<P>(core_hz, self.args.seconds, self.args.damage).map_err(|why| {
            Failure::failed("SPEED_WRONG_RESULT", format!("{}: {why}; no figures", P::NAME))
        })?;
        if !self.args.json {
            return to_stdout(line::<P>(facts, cycles).as_bytes());
        }
        let of = |count: &Count, cycles: f64| {
            let Count { products, carries } = count;
            json!({ "products": products, "carries": carries, "cycles": cycles })
        };
        self.rows.push(json!({
            "name": facts.name,
            "bits": P::BITS,
            "words": P::BITS.div_ceil(64),
            "form": facts.form,
            "below_moduli": P::MULTIPLE,
            "spare_bits": facts.spare_bits,
            "mul": of(&facts.mul, cycles[0]),
            "sqr": of(&facts.sqr, cycles[1]),
            "add": of(&facts.add, cycles[2]),
            "invert": { "cycles": cycles[3] },
            "core_hz": core_hz,
        }));
        Ok(())
    }
}

fn head() -> String {
    format!(
        "{:<16} {:>4} {:>5} {:<34} {:<11} {:>8} {:>8} {:>7} {:>7} {:>7} {:>8}\n",
        "prime",
        "bits",
        "words",
        "form",
        "margin",
        "mul",
        "sqr",
        "mul cy",
        "sqr cy",
        "add cy",
        "inv cy"
    )
}

const NOTES: &str = "\n\
margin: bits of its words that no element reaches; mul, sqr: products of words, and additions with
carry; cy: cycles of one operation that waits for the last, from the median of samples taken in turn
";

fn line<P: Prime>(facts: &Facts, cycles: [f64; 4]) -> String {
    let margin = match facts.spare_bits {
        0 => "full words".to_owned(),
        bits => format!("{bits} bits"),
    };
    let count = |count: &Count| format!("{}+{}", count.products, count.carries);
    let [mul, sqr, add, invert] = cycles;
    format!(
        "{:<16} {:>4} {:>5} {:<34} {:<11} {:>8} {:>8} {mul:>7.1} {sqr:>7.1} {add:>7.1} \
         {invert:>8.0}\n",
        facts.name,
        P::BITS,
        P::BITS.div_ceil(64),
        facts.form,
        margin,
        count(&facts.mul),
        count(&facts.sqr),
    )
}

/// Returns the cycles of each of [`OPS`].
fn cycles<P: Prime>(core_hz: f64, seconds: f64, damage: bool) -> Result<[f64; 4], String> {
    let mut chains = OPS.map(Chain::<P>::new);
    if damage {
        chains[1].expected[STARTS - 1] = plain::Wide::default();
    }
    let mut works: Vec<&mut dyn Work> = Vec::new();
    for chain in &mut chains {
        works.push(chain);
    }
    let figures = contest(&mut works, seconds).map_err(|(_, why)| why)?;
    let mut cycles = [0.0; 4];
    for ((cycles, figures), op) in cycles.iter_mut().zip(&figures).zip(OPS) {
        *cycles = figures.median_ns() * core_hz / 1e9 / op.chain() as f64;
    }
    Ok(cycles)
}

/// A chain of one operation, from a few elements in turn.
struct Chain<P: Prime> {
    op: Op,
    starts: [Element<P>; STARTS],
    /// What is multiplied by or added.
    factor: Element<P>,
    kept: [Element<P>; INPUTS],
    /// The ends of the chains, by plain arithmetic.
    expected: [plain::Wide; STARTS],
}

impl<P: Prime> Chain<P> {
    fn new(op: Op) -> Self {
        let modulus = plain::widen(P::MODULUS.as_ref());
        let number = |i: usize| plain::sample(i, &modulus);
        let factor = number(STARTS);
        let starts: [plain::Wide; STARTS] = std::array::from_fn(number);
        let expected = starts.map(|start| plain::end_of(op, &start, &factor, &modulus));
        let element = |wide: plain::Wide| One.load::<P>(&[plain::narrow::<P::Limbs>(&wide)]);
        let (starts, factor) = (starts.map(element), element(factor));
        Self { op, starts, factor, kept: [factor; INPUTS], expected }
    }
}

impl<P: Prime> Work for Chain<P> {
    fn run(&mut self, input: usize) -> bool {
        let mut x = black_box(self.starts[input % STARTS]);
        let factor = black_box(self.factor);
        match self.op {
            Op::Mul => (0..self.op.chain()).for_each(|_| x = x * factor),
            Op::Sqr => (0..self.op.chain()).for_each(|_| x = x.sqr()),
            Op::Add => (0..self.op.chain()).for_each(|_| x = x + factor),
            Op::Invert => x = x.invert(),
        }
        self.kept[input] = black_box(x);
        true
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let mut end = [P::MODULUS];
        One.unload::<P>(self.kept[input], &mut end);
        let right = plain::widen(end[0].as_ref()) == self.expected[input % STARTS];
        if right { Ok(()) } else { Err(format!("{:?} gave a wrong result", self.op)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane_arith::generated::P256P;

    /// Goal: a wrong element is seen, in every operation.
    #[test]
    fn wrong_results_are_seen() {
        for op in OPS {
            let mut chain = Chain::<P256P>::new(op);
            assert!(chain.run(3));
            assert_eq!(chain.check(3), Ok(()), "{op:?}");
            chain.kept[3] = chain.kept[3] + chain.factor;
            assert!(chain.check(3).is_err(), "{op:?}");
        }
    }
}
