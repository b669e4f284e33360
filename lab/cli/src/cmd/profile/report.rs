//! A profile as a table, as JSON and as a flame graph.
use inferno::flamegraph;
use operations::Action;
use sealane::backend;
use sealane::ecc::Algorithm;
use sealane::watch::Phase;
use sealane_measure::profile::{Part, Profile, WHOLE};
use serde_json::{Value, json};

/// A remainder above this share of the operation is worth a warning.
const TOLERANCE: f64 = 0.03;
/// How far the rate of the core may move while it is measured.
const DRIFT: f64 = 0.03;

pub struct Report {
    algorithm: Algorithm,
    action: Action,
    profile: Profile,
}

impl Report {
    pub fn new(algorithm: Algorithm, action: Action, profile: Profile) -> Self {
        Self { algorithm, action, profile }
    }

    /// What must be said before the figures are used, if anything.
    pub fn warning(&self) -> Option<String> {
        let remainder = self.profile.remainder();
        let [before, after] = self.profile.cycles_per_tick;
        if remainder.abs() > TOLERANCE {
            Some(format!("the parts miss the operation by {:.1} %", remainder * 100.0))
        } else if (after / before - 1.0).abs() > DRIFT {
            Some(format!("the core's rate moved by {:+.1} %", (after / before - 1.0) * 100.0))
        } else {
            None
        }
    }

    pub fn to_table(&self) -> String {
        let mut text = format!(
            "sealane {} ({}): {} {}, {} samples of each form\n\n{:<40} {:>8} {:>11} {:>7}\n",
            env!("CARGO_PKG_VERSION"),
            backend::current(),
            self.action.name(),
            self.algorithm.name(),
            self.profile.samples,
            "part",
            "calls",
            "cycles",
            "share"
        );
        self.lines(WHOLE, 0, &mut text);
        let whole = self.profile.whole_cycles;
        let remainder = self.profile.remainder();
        text += &line("remainder", None, remainder * whole, remainder);
        text += &line("the operation as it ships, not watched", Some(1.0), whole, 1.0);
        text += &format!(
            "\nthe spans cost {:.0} cycles more, which were taken off; {:.3} cycles a tick\n",
            self.profile.watching_cycles,
            self.rate()
        );
        text
    }

    fn rate(&self) -> f64 {
        self.profile.cycles_per_tick.iter().sum::<f64>() / 2.0
    }

    /// The line of a part and, below it, those of its parts.
    fn lines(&self, number: usize, depth: usize, text: &mut String) {
        let part = &self.profile.parts[number];
        let share = |cycles: f64| cycles / self.profile.whole_cycles;
        let margin = "  ".repeat(depth);
        let name = format!("{margin}{}", self.name(part));
        *text += &line(&name, Some(part.calls), part.cycles, share(part.cycles));
        let mut inner = self.children(number);
        inner.sort_by(|a, b| self.cycles(*b).total_cmp(&self.cycles(*a)));
        for child in &inner {
            self.lines(*child, depth + 1, text);
        }
        if !inner.is_empty() {
            let name = format!("{margin}  (itself)");
            *text += &line(&name, None, part.own_cycles, share(part.own_cycles));
        }
    }

    fn cycles(&self, number: usize) -> f64 {
        self.profile.parts[number].cycles
    }

    fn children(&self, number: usize) -> Vec<usize> {
        let parts = self.profile.parts.iter().enumerate();
        parts.filter(|(_, part)| part.parent == Some(number)).map(|(child, _)| child).collect()
    }

    fn name(&self, part: &Part) -> &'static str {
        if part.parent.is_none() { self.action.name() } else { Phase::ALL[part.phase].name() }
    }

    /// The names from the whole down to a part.
    fn path(&self, number: usize) -> Vec<&'static str> {
        let part = &self.profile.parts[number];
        let mut path = part.parent.map_or(Vec::new(), |parent| self.path(parent));
        path.push(self.name(part));
        path
    }

    pub fn to_json(&self) -> Value {
        let whole = self.profile.whole_cycles;
        let row = |(number, part): (usize, &Part)| {
            json!({
                "path": self.path(number),
                "calls": part.calls,
                "cycles": part.cycles,
                "own_cycles": part.own_cycles,
                "share": part.cycles / whole,
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "backend": backend::current(),
            "algorithm": self.algorithm.name(),
            "op": self.action.name(),
            "samples": self.profile.samples,
            "cycles": whole,
            "cycles_per_tick": self.rate(),
            "watching_cycles": self.profile.watching_cycles,
            "parts": self.profile.parts.iter().enumerate().map(row).collect::<Vec<_>>(),
            "remainder": self.profile.remainder(),
            "warning": self.warning(),
        })
    }

    /// The flame graph: a frame is as wide as its cycles.
    pub fn to_svg(&self) -> Result<Vec<u8>, String> {
        let parts = self.profile.parts.iter().enumerate();
        let stacks: Vec<String> = parts
            .filter(|(_, part)| part.own_cycles >= 1.0)
            .map(|(number, part)| format!("{} {:.0}", self.path(number).join(";"), part.own_cycles))
            .collect();
        let mut options = flamegraph::Options::default();
        options.title = format!(
            "{} {} on {}: {:.0} cycles",
            self.action.name(),
            self.algorithm.name(),
            backend::current(),
            self.profile.whole_cycles
        );
        options.count_name = "cycles".into();
        options.deterministic = true;
        // A look-up is a few percent, and must keep its frame.
        options.min_width = 0.0;
        let mut svg = Vec::new();
        flamegraph::from_lines(&mut options, stacks.iter().map(String::as_str), &mut svg)
            .map_err(|error| format!("the flame graph: {error}"))?;
        Ok(svg)
    }
}

fn line(name: &str, calls: Option<f64>, cycles: f64, share: f64) -> String {
    let calls = calls.map_or(String::new(), |calls| format!("{calls:.1}"));
    format!("{name:<40} {calls:>8} {cycles:>11.0} {:>5.1} %\n", share * 100.0)
}
