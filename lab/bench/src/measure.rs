//! The rounds: for each algorithm all peers that have it are started, and take turns row by row.
//!
//! Neighbours on the machine make everything slower for a few milliseconds or for seconds, and
//! nothing ever faster. So turns are short, those of all peers at a row stand within a tenth of a
//! second, and the ratio of two peers is that of their fastest samples over all rounds.

use crate::control::{self, Control};
use crate::judge::Judge;
use crate::peers::Peer;
use crate::turn::{Given, Live, Row, Setting, Took};
use sealane_measure::Figures;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// A turn of all peers that takes more than this times what was asked for is the row's only one in
/// its round: new RSA keys take a second, and more of them in a round would be most of a run.
const LONG: f64 = 5.0;

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// How many rounds.
    pub rounds: usize,
    /// How many turns a row has in a round.
    pub turns: usize,
    /// The round in which the control is slowed on purpose, from 1.
    pub slow: Option<usize>,
}

/// A row of a peer in one round.
#[derive(Debug, Clone)]
pub struct Round {
    /// Turn by turn, as the peer says it.
    pub turns: Vec<Took>,
    /// What the control took beside them.
    pub control: Vec<Took>,
}

/// What is known of a peer after the run.
#[derive(Debug)]
pub struct Column {
    /// The peer.
    pub peer: Peer,
    /// Its version, by its own word.
    pub version: String,
    /// Round by round; `None` where the row did not come.
    pub rows: BTreeMap<Row, Vec<Option<Round>>>,
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
    /// The rounds of a row, if it came in each.
    pub fn rounds(&self, row: &Row) -> Option<Vec<&Round>> {
        self.rows.get(row)?.iter().map(Option::as_ref).collect()
    }

    /// The fastest sample of each round, in nanoseconds an operation; of the round with the fastest
    /// of all it is that of the other turns, for one sample alone could be a fault of the clock.
    pub fn fastest(&self, row: &Row) -> Option<Figures> {
        let least = |turns: &mut dyn Iterator<Item = &Took>| {
            turns.map(|turn| turn.fastest_ns).fold(f64::INFINITY, f64::min)
        };
        let all = self.rounds(row)?;
        let first = least(&mut all.iter().flat_map(|round| &round.turns));
        let fastest = |round: &&Round| match least(&mut round.turns.iter()) {
            it if it == first && round.turns.len() > 1 => control::fastest_ns(&round.turns),
            it => it,
        };
        let rounds: Vec<f64> = all.iter().map(fastest).collect();
        let count = rounds.len() as u64;
        Some(Figures::new(rounds, count))
    }
}

impl Results {
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.peer.name == name)
    }

    /// The medians of a row: of each round that of its turns, made comparable by the control.
    pub fn medians(&self, column: &Column, row: &Row) -> Option<Figures> {
        let rounds = column.rounds(row)?;
        let median =
            |round: &&Round| control::median_ns(&round.turns) * self.control.scale(&round.control);
        Some(Figures::new(rounds.iter().map(median).collect(), rounds.len() as u64))
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
        match &self.stopped[..] {
            [] => self.control.judge(),
            stopped => Err(format!("not all came to their end:\n  {}", stopped.join("\n  "))),
        }
    }

    fn new(peers: &[Peer]) -> Self {
        let column = |peer: &Peer| Column {
            peer: peer.clone(),
            version: String::new(),
            rows: BTreeMap::new(),
            notes: BTreeSet::new(),
            checked: [0; 2],
        };
        Self {
            columns: peers.iter().map(column).collect(),
            order: Vec::new(),
            control: Control::default(),
            wrong: Vec::new(),
            stopped: Vec::new(),
        }
    }

    /// Takes what a process of peer `number` has given in round `round` of `rounds`, of the rows
    /// that it was started for; `controls` is what the control took beside each.
    fn take(
        &mut self,
        number: usize,
        (round, rounds): (usize, usize),
        given: Given,
        controls: &Controls,
    ) {
        let column = &mut self.columns[number];
        let named = |why: &String| format!("{}, round {}: {why}", column.peer.name, round + 1);
        self.wrong.extend(given.wrong.iter().map(named));
        self.stopped.extend(given.stopped.iter().map(named));
        column.version = given.version;
        column.notes.extend(given.notes);
        for (sum, more) in column.checked.iter_mut().zip(given.checked) {
            *sum += more;
        }
        for (row, turns) in given.rows {
            let Some(control) = controls.beside(&row) else { continue };
            let cells = column.rows.entry(row).or_insert_with(|| vec![None; rounds]);
            cells[round] = Some(Round { turns, control });
        }
    }
}

/// What the control took while one algorithm was measured.
struct Controls {
    /// Before all.
    first: Took,
    /// Beside the turns of each row.
    rows: BTreeMap<Row, Vec<Took>>,
}

impl Controls {
    /// What it took beside a row; nothing if the row was not asked for. Peers that do not wait for
    /// their turns are measured right after the first.
    fn beside(&self, row: &Row) -> Option<Vec<Took>> {
        let beside = self.rows.get(row)?;
        Some(if beside.is_empty() { vec![self.first] } else { beside.clone() })
    }
}

/// Measures the peers. `tell` is told how far it is. Errors: a peer cannot be called, or none has a
/// row.
pub fn measure(
    setting: &Setting,
    peers: &[Peer],
    plan: Plan,
    mut tell: impl FnMut(&str),
) -> Result<Results, String> {
    let judge = Judge::of_machine();
    let mut results = Results::new(peers);
    let mut offers: Vec<Vec<Row>> = Vec::new();
    for peer in peers {
        let (rows, stopped) = setting.roll_call(peer)?;
        tell(&format!("{} has {} rows", peer.name, rows.len()));
        results.stopped.extend(stopped.map(|why| format!("{}: {why}", peer.name)));
        place(&mut results.order, &rows);
        offers.push(rows);
    }
    if results.order.is_empty() {
        return Err(format!("no peer has a row to measure\n  {}", results.stopped.join("\n  ")));
    }
    let mut algos: Vec<String> = results.order.iter().map(|(algo, _)| algo.clone()).collect();
    algos.dedup();
    for round in 0..plan.rounds {
        for algo in &algos {
            let rows: Vec<Row> =
                results.order.iter().filter(|row| row.0 == *algo).cloned().collect();
            let mut who: Vec<usize> = (0..peers.len())
                .filter(|number| offers[*number].iter().any(|row| row.0 == *algo))
                .collect();
            if round % 2 == 1 {
                who.reverse();
            }
            let slow = plan.slow == Some(round + 1);
            let (controls, given) =
                together(setting, peers, &who, &rows, plan.turns, slow, &judge)?;
            for took in controls.rows.values().flatten().chain([&controls.first]) {
                results.control.add(round, *took);
            }
            for (number, given) in given {
                results.take(number, (round, plan.rounds), given, &controls);
            }
        }
        tell(&format!("round {} of {}: {} algorithms", round + 1, plan.rounds, algos.len()));
    }
    Ok(results)
}

/// Measures the rows of one algorithm: all peers `who` have it are started, and take so many turns
/// at each row, one where it is long. Returns what the control took, and what each peer has given.
fn together(
    setting: &Setting,
    peers: &[Peer],
    who: &[usize],
    rows: &[Row],
    turns: usize,
    slow: bool,
    judge: &Judge,
) -> Result<(Controls, Vec<(usize, Given)>), String> {
    let exactly = |(algo, op): &Row| format!("^{algo} {op}$");
    let pattern = rows.iter().map(exactly).collect::<Vec<_>>().join("|");
    let mut controls = Controls {
        first: control::measure(slow),
        rows: rows.iter().map(|row| (row.clone(), Vec::new())).collect(),
    };
    let mut all: Vec<Live> = Vec::new();
    for number in who {
        all.push(setting.start(&peers[*number], &pattern)?);
    }
    // The first row that any peer waits at. Peers go through rows in the same order; one that does
    // not is measured without the others.
    let first = |all: &[Live]| {
        let place = |live: &Live| rows.iter().position(|row| Some(row) == live.at());
        all.iter().filter_map(place).min().map(|place| rows[place].clone())
    };
    while let Some(row) = first(&all) {
        for turn in 0..turns {
            let begun = Instant::now();
            let beside = controls.rows.get_mut(&row).expect("a row of the pattern");
            beside.push(control::measure(slow));
            let mut order: Vec<&mut Live> = all.iter_mut().collect();
            if turn % 2 == 1 {
                order.reverse();
            }
            let mut called = 0;
            for live in order.into_iter().filter(|live| live.at() == Some(&row)) {
                live.turn()?;
                called += 1;
            }
            let asked = setting.seconds * f64::from(called);
            if begun.elapsed().as_secs_f64() > LONG * asked {
                break;
            }
        }
        for live in all.iter_mut().filter(|live| live.at() == Some(&row)) {
            live.end_row()?;
        }
    }
    let given = all.into_iter().map(|live| live.given(judge));
    Ok((controls, who.iter().copied().zip(given.collect::<Result<Vec<_>, _>>()?).collect()))
}

/// Puts the rows of a peer among those of the peers before it: one that is not there yet behind the
/// peer's own row before it, or behind the others of its algorithm. So peers that go through their
/// rows in one order are at the same row together.
fn place(order: &mut Vec<Row>, rows: &[Row]) {
    for (i, row) in rows.iter().enumerate() {
        if order.contains(row) {
            continue;
        }
        let before = rows[..i].last().filter(|before| before.0 == row.0);
        let own = before.and_then(|before| order.iter().position(|other| other == before));
        let last = own.or_else(|| order.iter().rposition(|other| other.0 == row.0));
        order.insert(last.map_or(order.len(), |last| last + 1), row.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took(ns: f64) -> Took {
        Took { median_ns: ns, fastest_ns: ns / 2.0 }
    }

    fn row(op: &str) -> Row {
        ("ed25519".to_owned(), op.to_owned())
    }

    fn given(rows: &[(&str, f64)]) -> Given {
        let rows = rows.iter().map(|(op, ns)| (row(op), vec![took(*ns)])).collect();
        Given { rows, ..Given::default() }
    }

    /// A run of one peer, and how long the control took in each round.
    fn run(rounds: Vec<(f64, Given)>) -> Results {
        let mut results = Results::new(&[Peer::made_up("a")]);
        let count = rounds.len();
        for (round, (ns, given)) in rounds.into_iter().enumerate() {
            results.control.add(round, took(ns));
            let rows = ["sign", "verify"].map(|op| (row(op), Vec::new()));
            let controls = Controls { first: took(ns), rows: rows.into() };
            results.take(0, (round, count), given, &controls);
        }
        results
    }

    /// Goal: a round in which all is slower, the control too, changes no median; the fastest sample
    /// is the fastest of all; a row that is missing in a round has no figures.
    #[test]
    fn medians_are_normalised_by_round() {
        let results = run(vec![
            (100.0, given(&[("sign", 10.0), ("verify", 5.0)])),
            (200.0, given(&[("sign", 20.0), ("derive", 1.0)])),
            (100.0, given(&[("sign", 10.0), ("verify", 5.0)])),
        ]);
        let column = &results.columns[0];
        let figures = results.medians(column, &row("sign")).expect("in every round");
        assert_eq!((figures.median_ns(), figures.spread()), (10.0, 0.0));
        assert_eq!(column.fastest(&row("sign")).expect("in every round").min_ns(), 5.0);
        assert!(results.medians(column, &row("verify")).is_none());
        // Nobody asked for it.
        assert!(!column.rows.contains_key(&row("derive")));
    }

    /// Goal: one turn that is faster than all others by itself is no figure.
    #[test]
    fn one_fast_turn_is_a_fault_of_the_clock() {
        let turns = |all: [f64; 3]| Given {
            rows: vec![(row("sign"), all.map(took).to_vec())],
            ..Given::default()
        };
        let results =
            run(vec![(100.0, turns([10.0, 1.0, 12.0])), (100.0, turns([14.0, 16.0, 14.0]))]);
        let fastest = results.columns[0].fastest(&row("sign")).expect("in every round");
        assert_eq!(fastest.min_ns(), 5.0);
    }

    /// Goal: rows of an algorithm stand together, and in an order that every peer keeps.
    #[test]
    fn rows_stand_where_all_peers_have_them() {
        let mut order = Vec::new();
        let rows = |names: &[(&str, &str)]| -> Vec<Row> {
            names.iter().map(|(algo, op)| ((*algo).to_owned(), (*op).to_owned())).collect()
        };
        place(&mut order, &rows(&[("a", "sign"), ("a", "verify"), ("b", "sign")]));
        place(&mut order, &rows(&[("a", "sign"), ("a", "sign-into"), ("a", "verify")]));
        place(&mut order, &rows(&[("b", "sign"), ("a", "derive")]));
        let names: Vec<String> = order.iter().map(|(algo, op)| format!("{algo} {op}")).collect();
        assert_eq!(names, ["a sign", "a sign-into", "a verify", "a derive", "b sign"]);
    }

    /// Goal: what is wrong or stopped in any round keeps the run from being stored.
    #[test]
    fn wrong_and_stopped_runs_are_not_kept() {
        let results = |given: Given| run(vec![(100.0, given)]);
        assert_eq!(results(given(&[("sign", 1.0)])).worth_keeping(), Ok(()));
        let wrong = Given { wrong: vec!["x".into()], ..Given::default() };
        assert!(results(wrong).right().is_err_and(|why| why.contains("a, round 1: x")));
        let stopped = results(Given { stopped: Some("y".into()), ..Given::default() });
        assert!(stopped.right().is_ok() && stopped.worth_keeping().is_err());
    }
}
