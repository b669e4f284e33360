//! The rounds: every peer in turn, the control around each turn.

use crate::control::{self, Control};
use crate::judge::Judge;
use crate::peers::Peer;
use crate::turn::{Row, Setting, Turn};
use sealane_measure::Figures;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a peer after the run.
#[derive(Debug)]
pub struct Column {
    /// The peer.
    pub peer: Peer,
    /// Its version, by its own word.
    pub version: String,
    /// Nanoseconds an operation in each round, made comparable by the control; `None` in a round in
    /// which the row did not come.
    pub rows: BTreeMap<Row, Vec<Option<f64>>>,
    /// What it does not offer.
    pub notes: BTreeSet<String>,
    /// Samples found right by Sealane and by OpenSSL.
    pub checked: [usize; 2],
}

/// What a run has given.
#[derive(Debug)]
pub struct Results {
    /// The peers that were measured, in their order.
    pub columns: Vec<Column>,
    /// Every row, in the order of the first peer that has it.
    pub order: Vec<Row>,
    /// The control.
    pub control: Control,
    /// Results that were wrong.
    pub wrong: Vec<String>,
    /// Processes that did not come to their end.
    pub stopped: Vec<String>,
}

impl Column {
    /// The figures of a row, if every round has one.
    pub fn figures(&self, row: &Row) -> Option<Figures> {
        let rounds = self.rows.get(row)?.iter().copied().collect::<Option<Vec<f64>>>()?;
        let count = rounds.len() as u64;
        Some(Figures::new(rounds, count))
    }
}

impl Results {
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.peer.name == name)
    }

    /// Whether the figures may be shown: nothing was wrong.
    pub fn right(&self) -> Result<(), String> {
        match &self.wrong[..] {
            [] => Ok(()),
            wrong => Err(format!("wrong results, no figures:\n  {}", wrong.join("\n  "))),
        }
    }

    /// Whether the figures may be kept.
    pub fn worth_keeping(&self) -> Result<(), String> {
        self.right()?;
        self.control.judge()?;
        match &self.stopped[..] {
            [] => Ok(()),
            stopped => Err(format!("not all came to their end:\n  {}", stopped.join("\n  "))),
        }
    }
}

/// Measures the peers for so many rounds, forwards and backwards in turn. In round `slow` the
/// control is slowed on purpose. `tell` is told of each turn. Errors: a peer cannot be called.
pub fn measure(
    setting: &Setting,
    peers: &[Peer],
    rounds: usize,
    slow: Option<usize>,
    mut tell: impl FnMut(&str),
) -> Result<Results, String> {
    let judge = Judge::of_machine();
    let mut turns: Vec<Vec<(f64, Turn)>> = peers.iter().map(|_| Vec::new()).collect();
    let mut control = Control::default();
    let mut before = control::measure(slow == Some(1));
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..peers.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for number in order {
            let turn = setting.run(&peers[number], &judge)?;
            let after = control::measure(slow == Some(round + 1));
            let around = f64::midpoint(before, after);
            before = after;
            control.add(round, around);
            tell(&format!(
                "round {} {}: {} rows, control {:.2} ms{}",
                round + 1,
                peers[number].name,
                turn.rows.len(),
                around / 1e6,
                turn.stopped.as_ref().map(|why| format!(", stopped: {why}")).unwrap_or_default()
            ));
            turns[number].push((around, turn));
        }
    }
    Ok(gathered(peers, turns, control))
}

/// Puts the turns of each peer together.
fn gathered(peers: &[Peer], turns: Vec<Vec<(f64, Turn)>>, control: Control) -> Results {
    let (mut wrong, mut stopped, mut order) = (Vec::new(), Vec::new(), Vec::new());
    let mut columns = Vec::new();
    for (peer, turns) in peers.iter().zip(turns) {
        let rounds = turns.len();
        let mut column = Column {
            peer: peer.clone(),
            version: String::new(),
            rows: BTreeMap::new(),
            notes: BTreeSet::new(),
            checked: [0; 2],
        };
        for (round, (around, turn)) in turns.into_iter().enumerate() {
            let named = |why: &String| format!("{}, round {}: {why}", peer.name, round + 1);
            wrong.extend(turn.wrong.iter().map(named));
            stopped.extend(turn.stopped.iter().map(named));
            column.version = turn.version;
            column.notes.extend(turn.notes);
            for (sum, more) in column.checked.iter_mut().zip(turn.checked) {
                *sum += more;
            }
            for (row, ns) in turn.rows {
                place(&mut order, &row);
                let cells = column.rows.entry(row).or_insert_with(|| vec![None; rounds]);
                cells[round] = Some(ns * control.scale(around));
            }
        }
        columns.push(column);
    }
    Results { columns, order, control, wrong, stopped }
}

/// Puts a row that is not there yet behind the others of its algorithm.
fn place(order: &mut Vec<Row>, row: &Row) {
    if !order.contains(row) {
        let last = order.iter().rposition(|other| other.0 == row.0);
        order.insert(last.map_or(order.len(), |last| last + 1), row.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(name: &str) -> Peer {
        let text = String::new;
        Peer {
            name: name.into(),
            core: true,
            keys: false,
            build: text(),
            run: text(),
            what: text(),
            differs: text(),
        }
    }

    fn turn(rows: &[(&str, f64)]) -> Turn {
        let row = |(op, ns): &(&str, f64)| (("ed25519".to_owned(), (*op).to_owned()), *ns);
        Turn { rows: rows.iter().map(row).collect(), ..Turn::default() }
    }

    /// Goal: a round in which all is slower, the control too, changes no figure; a row that is
    /// missing in a round has none.
    #[test]
    fn figures_are_normalised_by_round() {
        let mut control = Control::default();
        for (round, ns) in [(0, 100.0), (1, 200.0), (2, 100.0)] {
            control.add(round, ns);
        }
        let turns = vec![vec![
            (100.0, turn(&[("sign", 10.0), ("verify", 5.0)])),
            (200.0, turn(&[("sign", 20.0)])),
            (100.0, turn(&[("sign", 10.0), ("verify", 5.0)])),
        ]];
        let results = gathered(&[peer("a")], turns, control);
        let row = |op: &str| ("ed25519".to_owned(), op.to_owned());
        let figures = results.columns[0].figures(&row("sign")).expect("in every round");
        assert_eq!((figures.median_ns(), figures.spread()), (10.0, 0.0));
        assert!(results.columns[0].figures(&row("verify")).is_none());
        assert_eq!(results.order.len(), 2);
    }

    #[test]
    fn rows_of_an_algorithm_stand_together() {
        let mut order = Vec::new();
        for (algo, op) in [("a", "sign"), ("b", "sign"), ("a", "verify"), ("a", "sign")] {
            place(&mut order, &(algo.to_owned(), op.to_owned()));
        }
        let names: Vec<String> = order.iter().map(|(algo, op)| format!("{algo} {op}")).collect();
        assert_eq!(names, ["a sign", "a verify", "b sign"]);
    }

    /// Goal: what is wrong or stopped in any round keeps the run from being stored.
    #[test]
    fn wrong_and_stopped_runs_are_not_kept() {
        let results = |turn: Turn| {
            let mut control = Control::default();
            control.add(0, 100.0);
            gathered(&[peer("a")], vec![vec![(100.0, turn)]], control)
        };
        assert_eq!(results(turn(&[("sign", 1.0)])).worth_keeping(), Ok(()));
        let wrong = Turn { wrong: vec!["x".into()], ..Turn::default() };
        assert!(results(wrong).right().is_err_and(|why| why.contains("a, round 1: x")));
        let stopped = results(Turn { stopped: Some("y".into()), ..Turn::default() });
        assert!(stopped.right().is_ok() && stopped.worth_keeping().is_err());
    }
}
