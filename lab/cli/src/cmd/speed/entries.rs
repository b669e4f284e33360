//! The rows that are asked for, ready to run: operations of the catalogue, with their contestants.
use super::theirs::{self, Reference};
use super::{Entry, Side, their_numbers};
use operations::batch::{self, Kind};
use operations::curve::Fixture;
use operations::number::{self, Number};
use operations::one_off::OneOff;
use operations::{Action, Form, Operation, Tool, mldsa_batch, rsa_batch};
use sealane::{Algorithm, ecc};
use sealane_cli::Failure;
use sealane_measure::{Pattern, Work};
use std::sync::Arc;

/// What is asked for.
pub struct Choice {
    /// Which rows.
    pub pattern: Pattern,
    /// The library to compare with.
    pub reference: Reference,
    /// Whether its figures are to be shown.
    pub with_theirs: bool,
    /// Items of a batch, 0 for no batches.
    pub items: usize,
    /// Only batches, by the names of single operations.
    pub batches_alone: bool,
    /// Whether to damage a signature.
    pub damage: bool,
}

/// The entries that are wanted: curves with their batches, then the other families, then theirs.
/// Each has shown by `rehearse` that its results are right before the next one's keys are made.
pub fn entries(
    choice: &Choice,
    mut rehearse: impl FnMut(&mut Entry) -> Result<(), Failure>,
) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    let mut take = |made: Result<Vec<Entry>, String>| {
        for mut entry in made.map_err(|why| Failure::failed("SPEED_SETUP", why))? {
            rehearse(&mut entry)?;
            entries.push(entry);
        }
        Ok(())
    };
    let (curves, numbers): (Vec<_>, Vec<_>) =
        Tool::Speed.algorithms().partition(|algorithm| algorithm.curve().is_some());
    for curve in curves.into_iter().filter_map(|algorithm| algorithm.curve()) {
        take(of_curve(curve, choice))?;
    }
    for algorithm in &numbers {
        take(of_number(*algorithm, choice))?;
    }
    for algorithm in numbers {
        take(batches_of_number(algorithm, choice))?;
    }
    Ok(entries)
}

/// The names by which an operation can be called: its own first.
fn forms(of: Operation) -> &'static [(&'static str, Form)] {
    match of.action {
        Action::Sign if of.algorithm.curve().is_some() => {
            &[("sign", Form::Owned), ("sign-into", Form::Into)]
        }
        Action::Keygen => &[("keygen", Form::Owned)],
        Action::Sign => &[("sign", Form::Owned)],
        Action::Verify => &[("verify", Form::Owned)],
        Action::Derive => &[("derive", Form::Owned)],
        Action::Decrypt => &[("decrypt", Form::Owned)],
    }
}

impl Choice {
    /// The forms of a single operation that are asked for.
    fn forms(&self, of: Operation) -> Vec<(&'static str, Form)> {
        let (all, title) = (forms(of).iter().copied(), of.title());
        let wanted = |name| !self.batches_alone && self.pattern.wants(&title, name);
        all.filter(|(name, _)| wanted(name)).collect()
    }

    /// The batches of an operation that are asked for, by name.
    fn batches(&self, of: Operation) -> Vec<(&'static str, Kind)> {
        if self.items == 0 || Tool::Batches.leaves_out(of).is_some() {
            return Vec::new();
        }
        let named = |kind: Kind| (if self.batches_alone { kind.single } else { kind.name }, kind);
        let title = of.title();
        let all = Kind::of(of.algorithm, of.action).map(named);
        all.filter(|(name, _)| self.pattern.wants(&title, name)).collect()
    }

    fn wants(&self, of: Operation) -> bool {
        !(self.forms(of).is_empty() && self.batches(of).is_empty())
    }
}

fn of_curve(curve: ecc::Algorithm, choice: &Choice) -> Result<Vec<Entry>, String> {
    let all = || Tool::Speed.operations_of(curve.into());
    // To make keys takes a while.
    if !all().any(|of| choice.wants(of)) {
        return Ok(Vec::new());
    }
    let agrees = all().any(|of| of.action == Action::Derive && choice.wants(of));
    let fixture = Fixture::new(curve, agrees, choice.reference.clone(), choice.damage)?;
    let fixture = shared(fixture);
    let mut entries = Vec::new();
    for of in all() {
        let mut contestants: Vec<(Side, &'static str, Box<dyn Work>)> = Vec::new();
        for (name, form) in choice.forms(of) {
            let work = OneOff::new(&fixture, of.action, form)?;
            contestants.push((Side::Ours, name, Box::new(work)));
        }
        if choice.with_theirs
            && !contestants.is_empty()
            && let Some(work) = theirs::work(&fixture, of)?
        {
            contestants.push((Side::Theirs, of.action.name(), work));
        }
        if !contestants.is_empty() {
            entries.push(Entry { algo: of.title(), contestants });
        }
    }
    for of in all() {
        for (name, kind) in choice.batches(of) {
            let work = batch::work(&fixture, kind, choice.items)?;
            entries.push(Entry { algo: of.title(), contestants: vec![(Side::Ours, name, work)] });
        }
    }
    Ok(entries)
}

fn of_number(algorithm: Algorithm, choice: &Choice) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let wanted = Tool::Speed.operations_of(algorithm).map(|of| (of, choice.forms(of)));
    let wanted: Vec<_> = wanted.filter(|(_, forms)| !forms.is_empty()).collect();
    if wanted.is_empty() {
        return Ok(entries);
    }
    let fixture = number::Fixture::new(algorithm, choice.reference.clone(), choice.damage)?;
    let fixture = shared(fixture);
    for (of, forms) in wanted {
        for (name, _) in forms {
            let work = Number::new(&fixture, of.action)?;
            let mut contestants: Vec<(Side, &'static str, Box<dyn Work>)> =
                vec![(Side::Ours, name, Box::new(work))];
            if choice.with_theirs
                && let Some(work) = their_numbers::theirs(&fixture, of)?
            {
                contestants.push((Side::Theirs, name, work));
            }
            entries.push(Entry { algo: of.title(), contestants });
        }
    }
    Ok(entries)
}

/// A fixture that several works use. Other tools of the laboratory run theirs on a thread, so the
/// catalogue takes an `Arc`; OpenSSL's keys keep this one on its own.
fn shared<T>(fixture: T) -> Arc<T> {
    Arc::new(fixture)
}

fn batches_of_number(algorithm: Algorithm, choice: &Choice) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for of in Tool::Speed.operations_of(algorithm) {
        for (name, kind) in choice.batches(of) {
            let fixture = number::Fixture::new(algorithm, choice.reference.clone(), choice.damage)?;
            let fixture = shared(fixture);
            let work = match algorithm {
                Algorithm::MlDsa(_) => mldsa_batch::work(&fixture, kind, choice.items)?,
                _ => rsa_batch::work(&fixture, kind.action, choice.items)?,
            };
            entries.push(Entry { algo: of.title(), contestants: vec![(Side::Ours, name, work)] });
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::gaps;

    /// Goal: every operation of the catalogue that this command has to have is a row of it, and so
    /// is every batch. Method: all rows by name; and the same with one algorithm taken away.
    #[test]
    fn every_operation_is_a_row() {
        let choice = |pattern: &str, batches_alone| Choice {
            pattern: Pattern::new(pattern),
            reference: Reference(None),
            with_theirs: false,
            items: 8,
            batches_alone,
            damage: false,
        };
        let covered = |pattern: &str| -> Vec<Operation> {
            let choice = choice(pattern, false);
            Operation::all()
                .filter(|of| Tool::Speed.leaves_out(*of).is_none() && !choice.forms(*of).is_empty())
                .collect()
        };
        assert_eq!(gaps(Tool::Speed, &covered("")), [""; 0]);
        let without = gaps(Tool::Speed, &covered("ecd|x25519|x448|ed448|rsa|dsa"));
        let planted =
            ["keygen", "sign", "verify"].map(|it| format!("Speed does not cover ed25519 {it}"));
        assert_eq!(without, planted);
        let batches: Vec<_> =
            Operation::all().filter(|of| !choice("", true).batches(*of).is_empty()).collect();
        assert_eq!(gaps(Tool::Batches, &batches), [""; 0]);
    }
}
