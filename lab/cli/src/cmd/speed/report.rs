//! The figures, as a table, as tab-separated lines, or as JSON.
use crate::args::Speed;
use sealane_cli::Failure;
use sealane_cli::backend;
use sealane_cli::output::to_stdout;
use sealane_cli::print_json;
use sealane_measure::{Figures, clock};
use serde_json::{Value, json};

/// One operation of ours, and what it is set beside.
pub struct Row {
    pub algo: String,
    pub op: &'static str,
    pub ours: Figures,
    pub theirs: Option<Figures>,
    /// Our operations a second over theirs.
    pub ratio: Option<f64>,
    /// How much longer the plain operation takes than this one into a buffer, 0.01 for 1 %.
    pub layer_overhead: Option<f64>,
}

enum Form {
    Table,
    Tsv,
    Json,
}

pub struct Report {
    form: Form,
    /// The version of the reference, or why there is none.
    reference: Result<String, String>,
    core_hz: f64,
    seconds: f64,
    rows: Vec<Row>,
}

impl Report {
    pub fn new(args: &Speed, reference: Result<String, &String>) -> Result<Self, Failure> {
        let form = match (args.tsv, args.json) {
            (true, _) => Form::Tsv,
            (_, true) => Form::Json,
            _ => Form::Table,
        };
        let reference = reference.map_err(Clone::clone);
        let (core_hz, seconds) = (clock::core_hz(), args.seconds);
        let report = Self { form, reference, core_hz, seconds, rows: Vec::new() };
        report.begin()?;
        Ok(report)
    }

    fn begin(&self) -> Result<(), Failure> {
        let text = match self.form {
            Form::Json => return Ok(()),
            Form::Tsv => format!("# version {}\n", version()),
            Form::Table => format!(
                "{}\nbeside {}\ncore at {:.2} GHz; {} CPU s for each side of each row; all results \
                 verified\n\n{:<12} {:<19} {:>11} {:>7} {:>9} {:>13} {:>6}\n",
                version(),
                match &self.reference {
                    Ok(version) => version.clone(),
                    Err(why) => format!("nothing: no OpenSSL found ({why})"),
                },
                self.core_hz / 1e9,
                self.seconds,
                "algorithm",
                "operation",
                "ops/s",
                "spread",
                "kcycles",
                "OpenSSL ops/s",
                "ratio",
            ),
        };
        to_stdout(text.as_bytes())
    }

    /// Takes a row; lines are printed as soon as they are there.
    pub fn add(&mut self, row: Row) -> Result<(), Failure> {
        match self.form {
            Form::Table => to_stdout(self.line(&row).as_bytes())?,
            Form::Tsv => {
                let line = format!("{}\t{}\t{:.1}\n", row.algo, row.op, row.ours.ops_per_s());
                to_stdout(line.as_bytes())?;
            }
            Form::Json => {}
        }
        self.rows.push(row);
        Ok(())
    }

    /// Tells that a row is ready to be measured.
    pub fn ready(&self, algo: &str, op: &str) -> Result<(), Failure> {
        to_stdout(format!("ready\t{algo}\t{op}\n").as_bytes())
    }

    /// The figures of one turn of a row: the median sample and the fastest.
    pub fn turn(&self, algo: &str, op: &str, figures: &Figures) -> Result<(), Failure> {
        let (median, fastest) = (figures.ops_per_s(), 1e9 / figures.min_ns());
        to_stdout(format!("{algo}\t{op}\t{median:.1}\t{fastest:.1}\n").as_bytes())
    }

    /// Hands a result out, in the form for programs alone; each verification here has also said no.
    pub fn show(&self, algo: &str, op: &str, shown: Option<[String; 3]>) -> Result<(), Failure> {
        let (Form::Tsv, Some([public, input, output])) = (&self.form, shown) else {
            return Ok(());
        };
        let refused =
            if op.starts_with("verify") { format!("refused\t{algo}\n") } else { String::new() };
        let line = format!("{refused}sample\t{algo}\t{op}\t{public}\t{input}\t{output}\n");
        to_stdout(line.as_bytes())
    }

    pub fn finish(&self) -> Result<(), Failure> {
        match self.form {
            Form::Tsv => Ok(()),
            Form::Json => print_json(&self.to_json()),
            Form::Table => to_stdout(self.notes().as_bytes()),
        }
    }

    fn line(&self, row: &Row) -> String {
        let ours = &row.ours;
        let kilocycles = ours.median_ns() * self.core_hz / 1e12;
        let theirs = row.theirs.as_ref().map_or("-".into(), |it| format!("{:.0}", it.ops_per_s()));
        let ratio = row.ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        format!(
            "{:<12} {:<19} {:>11.0} {:>5.1} % {:>9.1} {:>13} {:>6}\n",
            row.algo,
            row.op,
            ours.ops_per_s(),
            ours.spread() * 100.0,
            kilocycles,
            theirs,
            ratio,
        )
    }

    fn notes(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            if let Some(overhead) = row.layer_overhead {
                let plain = row.op.trim_end_matches("-into");
                text += &format!(
                    "\n{0} {plain} takes {1:+.2} % over {0} {2} (bytes into the caller's buffer): \
                     the cost of the layer that allocates and encodes\n",
                    row.algo,
                    overhead * 100.0,
                    row.op,
                );
            }
        }
        text
    }

    fn to_json(&self) -> Value {
        let figures = |it: &Figures| {
            json!({
                "ops_per_s": it.ops_per_s(),
                "median_ns": it.median_ns(),
                "min_ns": it.min_ns(),
                "spread": it.spread(),
                "samples": it.samples(),
                "operations": it.operations(),
            })
        };
        let row = |row: &Row| {
            json!({
                "algo": row.algo,
                "op": row.op,
                "ours": figures(&row.ours),
                "openssl": row.theirs.as_ref().map(figures),
                "ratio": row.ratio,
                "layer_overhead": row.layer_overhead,
            })
        };
        json!({
            "version": version(),
            "backend": sealane::backend::current(),
            "batch_backend": sealane::backend::current_batch(),
            "openssl": self.reference.as_ref().ok(),
            "core_hz": self.core_hz,
            "seconds": self.seconds,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

fn version() -> String {
    format!("sealane {} ({})", env!("CARGO_PKG_VERSION"), backend::summary())
}
