//! The timing tree of a service: parts, their sum, and what is left of the whole.

use sealane::Algorithm;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The parts that do not add up to the whole may miss this share of it without a warning.
const TOLERANCE: f64 = 0.03;

/// A part of the way of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What a client sees, from its call to the signature.
    User,
    /// A request of about the same length that asks for nothing to be computed.
    Transport,
    /// From the thread that reads to one that may wait for the store.
    Handed,
    /// The key looked for, read, unwrapped and decoded.
    Fetch,
    Permit,
    Read,
    Unwrap,
    Decode,
    /// In the queue, until a thread has taken it.
    Waited,
    /// By the service.
    Sign,
    Powers,
    Blinding,
    FreshPair,
    Check,
    /// From the thread that has signed to the one that answers.
    Returned,
    /// By the library, without a service: beside [`Part::Sign`].
    Direct,
}

/// A row: its name, its part, and the part that it is a part of.
type Row = (&'static str, Part, Option<Part>);

const ROWS: [Row; 15] = [
    ("user view", Part::User, None),
    ("transport and overhead", Part::Transport, Some(Part::User)),
    ("hand-over to a thread that may wait", Part::Handed, Some(Part::User)),
    ("fetch", Part::Fetch, Some(Part::User)),
    ("role, usage, mechanism", Part::Permit, Some(Part::Fetch)),
    ("record and its MAC, token key", Part::Read, Some(Part::Fetch)),
    ("unwrap", Part::Unwrap, Some(Part::Fetch)),
    ("decode", Part::Decode, Some(Part::Fetch)),
    ("wait in the queue", Part::Waited, Some(Part::User)),
    ("sign", Part::Sign, Some(Part::User)),
    ("powers by CRT", Part::Powers, Some(Part::Sign)),
    ("blinding", Part::Blinding, Some(Part::Sign)),
    ("a fresh pair for blinding", Part::FreshPair, Some(Part::Sign)),
    ("check by the public exponent", Part::Check, Some(Part::Sign)),
    ("hand-over of the signature", Part::Returned, Some(Part::User)),
];

/// How deep a row stands.
const fn depth(row: &Row) -> usize {
    match row.2 {
        None => 0,
        Some(Part::User) => 1,
        Some(_) => 2,
    }
}

/// A state, with the median of each part in microseconds.
pub struct Column {
    pub machine: &'static str,
    pub kept: bool,
    pub warm: bool,
    pub parts: BTreeMap<Part, f64>,
}

/// Signatures after a fetch, microseconds in all: one, many, and one with cleared caches.
pub struct Whole {
    pub machine: &'static str,
    pub one: f64,
    pub many: f64,
    pub many_count: usize,
    pub cleared: f64,
}

pub struct Tree {
    pub algorithm: Algorithm,
    pub columns: Vec<Column>,
    pub wholes: Vec<Whole>,
}

impl Column {
    fn of(&self, part: Part) -> f64 {
        self.parts.get(&part).copied().unwrap_or(0.0)
    }

    /// What its parts leave of a part.
    fn rest(&self, whole: Part) -> f64 {
        let below = ROWS.iter().filter(|row| row.2 == Some(whole)).map(|row| self.of(row.1));
        self.of(whole) - below.sum::<f64>()
    }

    fn remainder(&self) -> f64 {
        self.rest(Part::User)
    }

    fn title(&self) -> [&'static str; 3] {
        let key = if self.kept { "key kept" } else { "key fetched" };
        [self.machine, key, if self.warm { "warm" } else { "cleared" }]
    }
}

impl Whole {
    /// Each further signature, from `t(1) = P + S` and `t(n) = P + n S`.
    fn sign(&self) -> f64 {
        (self.many - self.one) / (self.many_count - 1) as f64
    }

    fn before(&self) -> f64 {
        self.one - self.sign()
    }
}

impl Tree {
    /// What does not add up.
    pub fn warning(&self) -> Option<String> {
        let off = |column: &&Column| column.remainder().abs() > TOLERANCE * column.of(Part::User);
        let told = |column: &Column| {
            let share = 100.0 * column.remainder() / column.of(Part::User);
            format!("{}: {share:.1} %", column.title().join(", "))
        };
        let columns: Vec<_> = self.columns.iter().filter(off).map(told).collect();
        let sentence = "the parts leave more than 3 % of what a client sees";
        (!columns.is_empty()).then(|| format!("{sentence} ({})", columns.join("; ")))
    }

    fn has(&self, part: Part) -> bool {
        self.columns.iter().any(|column| column.parts.contains_key(&part))
    }

    pub fn to_table(&self) -> String {
        let algorithm = self.algorithm;
        let mut text =
            format!("A signature of {algorithm} through a service, microseconds, medians.\n\n");
        let mut line = |name: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>13}")).collect();
            text += format!("{name:<42}{cells}").trim_end();
            text += "\n";
        };
        for i in 0..3 {
            let cells = self.columns.iter().map(|column| column.title()[i].to_owned());
            line("", cells.collect());
        }
        let number = |us: f64| format!("{us:.1}");
        let rows = ROWS.iter().filter(|row| self.has(row.1));
        for (row, next) in rows.clone().zip(rows.skip(1).map(Some).chain([None])) {
            let name = format!("{}{}", "  ".repeat(depth(row)), row.0);
            let cell =
                |column: &Column| column.parts.get(&row.1).map_or("-".into(), |us| number(*us));
            line(&name, self.columns.iter().map(cell).collect());
            // Behind the last part of a part.
            let Some(whole) = row.2.filter(|whole| *whole != Part::User) else { continue };
            if next.is_none_or(|next| next.2 != Some(whole)) {
                let cell = |column: &Column| match column.parts.get(&whole) {
                    Some(_) => number(column.rest(whole)),
                    None => "-".to_owned(),
                };
                line("    remainder", self.columns.iter().map(cell).collect());
            }
        }
        let cell = |column: &Column| number(column.remainder());
        line("  remainder", self.columns.iter().map(cell).collect());
        let cell = |column: &Column| {
            format!("{:.1} %", 100.0 * column.remainder() / column.of(Part::User))
        };
        line("", self.columns.iter().map(cell).collect());
        for whole in &self.wholes {
            text += &format!("\n{}\n", self.cross_check(whole));
        }
        text
    }

    /// The same figures on another way.
    fn cross_check(&self, whole: &Whole) -> String {
        let own = self
            .columns
            .iter()
            .find(|column| column.machine == whole.machine && !column.kept && column.warm);
        let of = |part| own.map_or(f64::NAN, |column| column.of(part));
        let fetch = of(Part::Fetch);
        let mut text = format!(
            "{}: one signature after a fetch t(1) = {:.1}, {} of them t({}) = {:.1}; a signature \
             takes {:.1} (called directly: {:.1}) and all before it {:.1} (fetched by the \
             service: {fetch:.1}).",
            whole.machine,
            whole.one,
            whole.many_count,
            whole.many_count,
            whole.many,
            whole.sign(),
            of(Part::Direct),
            whole.before(),
        );
        let cleared = self
            .columns
            .iter()
            .find(|column| column.machine == whole.machine && !column.kept && !column.warm);
        if let Some(pair) = cleared.map(|column| column.of(Part::FreshPair)) {
            text += &format!(
                " With cleared caches the first one takes {:.1} more (a fresh pair for blinding: \
                 {pair:.1}).",
                whole.cleared - whole.one,
            );
        }
        text
    }

    pub fn to_json(&self) -> Value {
        let column = |column: &Column| {
            let parts = ROWS.iter().filter_map(|(name, part, _)| {
                Some(((*name).to_owned(), column.parts.get(part).copied()?.into()))
            });
            json!({
                "backend": column.machine, "kept": column.kept, "warm": column.warm,
                "parts_us": parts.collect::<serde_json::Map<_, _>>(),
                "direct_us": column.of(Part::Direct), "remainder_us": column.remainder(),
            })
        };
        let whole = |whole: &Whole| {
            json!({
                "backend": whole.machine, "one_us": whole.one, "many_us": whole.many,
                "many": whole.many_count, "sign_us": whole.sign(), "before_us": whole.before(),
                "first_with_cleared_caches_us": whole.cleared,
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "algorithm": self.algorithm.to_string(),
            "columns": self.columns.iter().map(column).collect::<Vec<_>>(),
            "fetches": self.wholes.iter().map(whole).collect::<Vec<_>>(),
            "warning": self.warning(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(user: f64) -> Tree {
        let parts = [(Part::User, user), (Part::Transport, 10.0), (Part::Sign, 80.0)];
        let column = Column { machine: "portable", kept: true, warm: true, parts: parts.into() };
        let whole = Whole {
            machine: "portable",
            one: 100.0,
            many: 8020.0,
            many_count: 100,
            cleared: 130.0,
        };
        Tree {
            algorithm: Algorithm::Rsa { bits: 2048 },
            columns: vec![column],
            wholes: vec![whole],
        }
    }

    /// Goal: parts that do not add up are told of, and those that do are not.
    #[test]
    fn what_is_missing_is_told() {
        assert_eq!(tree(91.0).warning(), None);
        assert!(tree(100.0).warning().is_some_and(|text| text.contains("10.0 %")));
        // More than there is, too.
        assert!(tree(80.0).warning().is_some());
    }

    /// Goal: what comes before signatures is told apart from them.
    #[test]
    fn a_fetch_is_told_from_signatures() {
        let whole = &tree(91.0).wholes[0];
        assert!((whole.sign() - 80.0).abs() < 1e-9 && (whole.before() - 20.0).abs() < 1e-9);
    }
}
