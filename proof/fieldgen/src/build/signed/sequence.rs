//! What follows a product in signed limbs: carries and reductions, in an order that decides.

use std::fmt;
use std::str::FromStr;

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// What the column holds above its limb goes to the next column.
    Carry(usize),
    /// The column goes down by the relation of the modulus.
    Reduce(usize),
}

/// How the high columns come down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Head {
    /// As they are, from the top: the order of OpenJDK.
    ReduceFirst,
    /// After the high half was carried.
    CarryHigh,
    /// After all columns were carried.
    CarryFirst,
}

/// How the low columns become limbs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tail {
    /// The two top columns are carried, what comes out is reduced, then all are carried.
    Short,
    /// All columns are carried before and after.
    Long,
    /// Twice what `Long` does first.
    Double,
}

/// An order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sequence {
    /// One of those that `list` searches.
    Named(Head, Tail),
    /// Spelled out: after a product, and the steps after a sum.
    Explicit(Vec<Move>),
}

const HEADS: [(Head, &str); 3] =
    [(Head::ReduceFirst, "reduce"), (Head::CarryHigh, "split"), (Head::CarryFirst, "carry")];
const TAILS: [(Tail, &str); 3] =
    [(Tail::Short, "short"), (Tail::Long, "long"), (Tail::Double, "double")];

impl Sequence {
    /// All named ones, cheapest first.
    pub fn all() -> impl Iterator<Item = Self> {
        TAILS
            .iter()
            .flat_map(|(tail, _)| HEADS.iter().map(|(head, _)| Sequence::Named(*head, *tail)))
    }

    /// `carry+short`, or the steps.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Sequence::Named(head, tail) => {
                let head =
                    HEADS.iter().find(|(other, _)| other == head).map_or("", |found| found.1);
                let tail =
                    TAILS.iter().find(|(other, _)| other == tail).map_or("", |found| found.1);
                format!("{head}+{tail}")
            }
            Sequence::Explicit(moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                moves.join(",")
            }
        }
    }

    /// The steps after a product of `n` limbs each.
    #[must_use]
    pub fn after_product(&self, n: usize) -> Vec<Move> {
        let (head, tail) = match self {
            Sequence::Named(head, tail) => (*head, *tail),
            Sequence::Explicit(moves) => return moves.clone(),
        };
        let mut moves = Vec::new();
        let first = match head {
            Head::ReduceFirst => None,
            Head::CarryHigh => Some(n - 1),
            Head::CarryFirst => Some(0),
        };
        if let Some(first) = first {
            carries(&mut moves, first, 2 * n - 1);
        }
        let top = if first.is_some() { 2 * n } else { 2 * n - 1 };
        moves.extend((n..top).rev().map(Move::Reduce));
        finish(&mut moves, tail, n);
        moves
    }

    /// The steps after a sum.
    #[must_use]
    pub fn after_sum(&self, n: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        finish(&mut moves, Tail::Short, n);
        moves
    }
}

fn carries(moves: &mut Vec<Move>, from: usize, end: usize) {
    moves.extend((from..end).map(Move::Carry));
}

fn finish(moves: &mut Vec<Move>, tail: Tail, n: usize) {
    let rounds = match tail {
        Tail::Short => {
            carries(moves, n - 2, n);
            moves.push(Move::Reduce(n));
            0
        }
        Tail::Long => 1,
        Tail::Double => 2,
    };
    for _ in 0..rounds {
        carries(moves, 0, n);
        moves.push(Move::Reduce(n));
    }
    carries(moves, 0, n - 1);
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Carry(column) => write!(out, "c{column}"),
            Move::Reduce(column) => write!(out, "r{column}"),
        }
    }
}

impl FromStr for Sequence {
    type Err = String;

    /// Reads `carry+short`, or steps as `r18-r10,c8,c9,r10,c0-c8`.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(named) = Sequence::all().find(|sequence| sequence.name() == text) {
            return Ok(named);
        }
        let mut moves = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (step(first)?, step(last)?);
            match (first, last) {
                (Move::Carry(a), Move::Carry(b)) => moves.extend(between(a, b).map(Move::Carry)),
                (Move::Reduce(a), Move::Reduce(b)) => moves.extend(between(a, b).map(Move::Reduce)),
                _ => return Err(format!("{part}: one kind of step in a range")),
            }
        }
        Ok(Sequence::Explicit(moves))
    }
}

fn between(a: usize, b: usize) -> Box<dyn Iterator<Item = usize>> {
    if a <= b { Box::new(a..=b) } else { Box::new((b..=a).rev()) }
}

fn step(text: &str) -> Result<Move, String> {
    let wrong = || format!("{text}: not a step; write c8 or r18, or a name such as carry+short");
    let column = |digits: &str| digits.parse().ok().filter(|n: &usize| *n < 100).ok_or_else(wrong);
    match text.split_at_checked(1).ok_or_else(wrong)? {
        ("c", digits) => Ok(Move::Carry(column(digits)?)),
        ("r", digits) => Ok(Move::Reduce(column(digits)?)),
        _ => Err(wrong()),
    }
}
