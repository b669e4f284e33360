//! `sealane-lab tables`: the tables of the generator that a curve can have, and their costs.
use crate::args::Tables;
use sealane::backend;
use sealane::ecc::Algorithm;
use sealane::tables::{
    BUILD, Plan, SPACINGS, Size, Table, WIDTHS, budget_bytes, budgets_bytes, in_use,
};
use sealane_cli::Failure;
use sealane_cli::output::to_stdout;
use sealane_cli::print_json;
use sealane_measure::clock::ThreadTime;
use sealane_measure::{Figures, INPUTS, Work, contest};
use serde_json::{Value, json};

/// Below this, a table is no use: a row holds two entries.
const LEAST_WIDTH: usize = 3;
/// How many scalars are multiplied by in turn.
const SCALARS: usize = 8;
/// How often each table is made; the best time counts.
const BUILDS: usize = 3;

pub fn run(args: &Tables) -> Result<(), Failure> {
    let mut rows = Vec::new();
    if !args.json {
        to_stdout(head().as_bytes())?;
    }
    for algorithm in chosen(args) {
        let found = measure(algorithm, args.seconds).map_err(|why| {
            let sentence = format!("{algorithm}: {why}; no figures");
            Failure::failed("SPEED_WRONG_RESULT", sentence)
        })?;
        for row in found {
            if !args.json {
                to_stdout(row.to_line().as_bytes())?;
            }
            rows.push(row.to_json());
        }
    }
    if args.json {
        return print_json(&json!({ "backend": backend::current(), "build": BUILD, "rows": rows }));
    }
    to_stdout(NOTES.as_bytes())
}

/// The algorithm that is named, or one for each table.
fn chosen(args: &Tables) -> Vec<Algorithm> {
    if let Some(algorithm) = args.algorithm {
        return vec![algorithm];
    }
    // Partners read the same table: that of the one that signs is enough.
    let all = Algorithm::ALL.iter().copied();
    all.filter(|row| row.signs() || row.partner().is_none()).collect()
}

/// One table, and what was measured of it.
struct Row {
    algorithm: Algorithm,
    plan: Plan,
    size: Size,
    figures: Figures,
    build_ns: f64,
}

fn measure(algorithm: Algorithm, seconds: f64) -> Result<Vec<Row>, String> {
    let widths = LEAST_WIDTH..=*WIDTHS.end();
    let plans = SPACINGS
        .into_iter()
        .flat_map(|spacing| widths.clone().map(move |width| Plan { width, spacing }));
    let mut trials: Vec<Trial> = plans.map(|plan| Trial::new(algorithm, plan)).collect();
    let mut works: Vec<&mut dyn Work> = Vec::new();
    for trial in &mut trials {
        works.push(trial);
    }
    let figures = contest(&mut works, seconds).map_err(|(_, why)| why)?;
    let row = |(trial, figures): (&Trial, Figures)| Row {
        algorithm,
        plan: trial.plan,
        size: trial.table.size(),
        figures,
        build_ns: trial.build_ns,
    };
    Ok(trials.iter().zip(figures).map(row).collect())
}

/// A table that takes its turns at being read.
struct Trial {
    plan: Plan,
    table: Table,
    build_ns: f64,
    scalars: [[u64; 9]; SCALARS],
}

impl Trial {
    fn new(algorithm: Algorithm, plan: Plan) -> Self {
        let mut build_ns = f64::INFINITY;
        let mut build = || {
            let start = ThreadTime::now();
            let table = Table::build(algorithm, plan, INPUTS);
            build_ns = build_ns.min(start.elapsed_ns());
            table
        };
        let mut table = build();
        for _ in 1..BUILDS {
            table = build();
        }
        Self { plan, table, build_ns, scalars: std::array::from_fn(scalar) }
    }
}

/// Scalar number `i`: words of the digits of the golden ratio, all different.
fn scalar(i: usize) -> [u64; 9] {
    let word = |j: usize| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul((9 * i + j + 1) as u64);
    std::array::from_fn(word)
}

impl Work for Trial {
    fn run(&mut self, input: usize) -> bool {
        self.table.multiply(input, &self.scalars[input % SCALARS]);
        true
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        if self.table.is_right_vartime(input, &self.scalars[input % SCALARS]) {
            return Ok(());
        }
        Err(format!("{:?} gave a wrong product", self.plan))
    }
}

fn head() -> String {
    format!(
        "{:<16} {:>5} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
        "algorithm",
        "width",
        "spacing",
        "entries",
        "bytes",
        "additions",
        "doublings",
        "ops/s",
        "build us"
    )
}

const NOTES: &str = "\n\
*: the table in use; X25519 and X448 read those of Ed25519 and Ed448
width: bits of the scalar for one entry, a window; spacing: windows that share a row of entries.
With spacing 1 there are no doublings; with more, memory is divided by it and each bit between the
first and the last window of a row costs a doubling
ops/s: multiplications of the generator, in projective coordinates; build: making the table, once
";

impl Row {
    fn in_use(&self) -> bool {
        self.plan == in_use(self.algorithm)
    }

    fn to_line(&self) -> String {
        let size = &self.size;
        format!(
            "{:<16} {:>4}{} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9.0} {:>9.0}\n",
            self.algorithm,
            self.plan.width,
            if self.in_use() { '*' } else { ' ' },
            self.plan.spacing,
            size.entries,
            size.bytes,
            size.additions,
            size.doublings,
            self.figures.ops_per_s(),
            self.build_ns / 1e3,
        )
    }

    fn to_json(&self) -> Value {
        let size = &self.size;
        json!({
            "algorithm": self.algorithm.name(),
            "width": self.plan.width,
            "spacing": self.plan.spacing,
            "entries": size.entries,
            "bytes": size.bytes,
            "additions": size.additions,
            "complete_additions": size.complete_additions,
            "doublings": size.doublings,
            "in_use": self.in_use(),
            "budget_bytes": budget_bytes(self.algorithm),
            "budgets_bytes": budgets_bytes(self.algorithm),
            "ops_per_s": self.figures.ops_per_s(),
            "spread": self.figures.spread(),
            "build_ns": self.build_ns,
        })
    }
}
