//! Keys, signatures and verifications of ML-DSA a second, alone and 64 at a time.

use sealane::mldsa::{
    Content, KeyTables, ParameterSet, PrivateKey, Scheme, SignItem, VerifyItem, VerifyKey,
    keygen_batch, sign_batch, verify_batch, verify_batch_with,
};
use sealane::{Nonces, SignError};
use sealane_measure::{INPUTS, Work, contest, rehearse};
use std::cell::RefCell;
use std::fmt::Write;
use std::ops::Range;
use std::rc::Rc;

/// What the operations of a parameter set work on.
struct Inputs {
    set: ParameterSet,
    /// The first one signs; each of the others has made one signature.
    keys: Vec<PrivateKey>,
    messages: Vec<[u8; 32]>,
    /// Of each message, by the key of the same number.
    signatures: Vec<Vec<u8>>,
    /// Of each message, by the first key.
    signatures_of_first: Vec<Vec<u8>>,
    known: VerifyKey,
    tables: RefCell<KeyTables>,
}

impl Inputs {
    fn new(set: ParameterSet) -> Result<Self, SignError> {
        let keys: Vec<_> = keygen_batch(&[set; INPUTS]).into_iter().collect::<Result<_, _>>()?;
        let messages: Vec<[u8; 32]> = (0..INPUTS as u8).map(|i| [i; 32]).collect();
        let sign = |(key, message): (&PrivateKey, &[u8; 32])| {
            key.sign(message, Scheme::PURE, Nonces::Hedged)
        };
        let signatures = keys.iter().zip(&messages).map(sign).collect::<Result<_, _>>()?;
        let of_first = messages.iter().map(|message| sign((&keys[0], message)));
        let signatures_of_first = of_first.collect::<Result<_, _>>()?;
        let known = VerifyKey::new(keys[0].public_key());
        let tables = RefCell::new(KeyTables::new(KeyTables::table_bytes(set)));
        Ok(Self { set, keys, messages, signatures, signatures_of_first, known, tables })
    }

    fn content(&self, i: usize) -> Content<'_> {
        Content::Message(&self.messages[i], Scheme::PURE)
    }

    /// Verifications of the signatures by all keys, or by the first.
    fn to_verify(&self, numbers: Range<usize>, first: bool) -> Vec<VerifyItem<'_>> {
        let item = |i: usize| VerifyItem {
            key: self.keys[if first { 0 } else { i }].public_key(),
            content: self.content(i),
            signature: if first { &self.signatures_of_first[i] } else { &self.signatures[i] },
        };
        numbers.map(item).collect()
    }
}

/// What an operation has given.
enum Kept {
    Keys(Vec<Option<PrivateKey>>),
    /// By the first key, of the messages from a number on.
    Signatures(usize, Vec<Option<Vec<u8>>>),
    Verdicts(Vec<bool>),
}

impl Kept {
    fn is_whole(&self) -> bool {
        match self {
            Self::Keys(keys) => keys.iter().all(Option::is_some),
            Self::Signatures(_, all) => all.iter().all(Option::is_some),
            Self::Verdicts(all) => all.iter().all(|good| *good),
        }
    }

    /// Errors: what is wrong.
    fn check(&self, inputs: &Inputs) -> Result<(), String> {
        let good = match self {
            Self::Keys(keys) => keys.iter().flatten().all(|key| {
                let again =
                    key.to_seed().and_then(|seed| PrivateKey::from_seed(inputs.set, &*seed).ok());
                again.is_some_and(|again| again.public_key() == key.public_key())
            }),
            Self::Signatures(first, all) => all.iter().flatten().enumerate().all(|(i, it)| {
                let message = &inputs.messages[first + i];
                inputs.keys[0].public_key().verify(message, Scheme::PURE, it).is_ok()
            }),
            Self::Verdicts(_) => true,
        };
        if good && self.is_whole() { Ok(()) } else { Err("a wrong result".into()) }
    }
}

/// What an operation does with inputs of these numbers.
type Operation = fn(&Inputs, Range<usize>) -> Kept;

/// The operations: a name, and how many results it gives at a time.
const OPERATIONS: [(&str, usize, Operation); 8] = [
    ("keygen", 1, |inputs, _| Kept::Keys(vec![PrivateKey::generate(inputs.set).ok()])),
    ("keygen, 64 at a time", INPUTS, |inputs, _| {
        Kept::Keys(keygen_batch(&[inputs.set; INPUTS]).into_iter().map(Result::ok).collect())
    }),
    ("sign", 1, |inputs, numbers| {
        let message = &inputs.messages[numbers.start];
        let signature = inputs.keys[0].sign(message, Scheme::PURE, Nonces::Hedged);
        Kept::Signatures(numbers.start, vec![signature.ok()])
    }),
    ("sign, 64 at a time", INPUTS, |inputs, numbers| {
        let (key, options) = (&inputs.keys[0], Nonces::Hedged.into());
        let item = |i| SignItem { key, content: inputs.content(i), options };
        let signed = sign_batch(&numbers.clone().map(item).collect::<Vec<_>>());
        Kept::Signatures(numbers.start, signed.into_iter().map(Result::ok).collect())
    }),
    ("verify", 1, |inputs, numbers| {
        let (i, key) = (numbers.start, inputs.keys[numbers.start].public_key());
        let verdict = key.verify(&inputs.messages[i], Scheme::PURE, &inputs.signatures[i]);
        Kept::Verdicts(vec![verdict.is_ok()])
    }),
    ("verify, 64 at a time", INPUTS, |inputs, numbers| {
        let verdicts = verify_batch(&inputs.to_verify(numbers, false));
        Kept::Verdicts(verdicts.iter().map(Result::is_ok).collect())
    }),
    ("verify, known key", 1, |inputs, numbers| {
        let (message, i) = (&inputs.messages[numbers.start], numbers.start);
        let verdict = inputs.known.verify(message, Scheme::PURE, &inputs.signatures_of_first[i]);
        Kept::Verdicts(vec![verdict.is_ok()])
    }),
    ("verify, known key, 64 at a time", INPUTS, |inputs, numbers| {
        let items = inputs.to_verify(numbers, true);
        let verdicts = verify_batch_with(&mut inputs.tables.borrow_mut(), &items);
        Kept::Verdicts(verdicts.iter().map(Result::is_ok).collect())
    }),
];

/// An operation that is measured.
struct Measured {
    inputs: Rc<Inputs>,
    size: usize,
    operation: Operation,
    /// By the number of the input.
    kept: Vec<Option<Kept>>,
}

impl Work for Measured {
    fn inputs(&self) -> usize {
        INPUTS / self.size
    }
    fn operations(&self) -> usize {
        self.size
    }
    fn run(&mut self, input: usize) -> bool {
        let kept = (self.operation)(&self.inputs, input * self.size..(input + 1) * self.size);
        let whole = kept.is_whole();
        self.kept[input] = Some(kept);
        whole
    }
    fn check(&mut self, input: usize) -> Result<(), String> {
        self.kept[input].as_ref().ok_or("no result")?.check(&self.inputs)
    }
}

/// Measures every operation of each parameter set in turn, about `seconds` each, and returns lines
/// for people. Errors: a result that is wrong, no random bytes.
pub fn measure(sets: &[ParameterSet], seconds: f64) -> Result<String, String> {
    let mut text = String::new();
    for set in sets {
        let inputs = Rc::new(Inputs::new(*set).map_err(|why| why.to_string())?);
        let measured = |(_, size, operation): &(&str, usize, Operation)| Measured {
            inputs: Rc::clone(&inputs),
            size: *size,
            operation: *operation,
            kept: (0..INPUTS / size).map(|_| None).collect(),
        };
        let mut all: Vec<Measured> = OPERATIONS.iter().map(measured).collect();
        let mut works: Vec<&mut dyn Work> = Vec::new();
        for work in &mut all {
            works.push(work);
        }
        let wrong = |(at, why): (usize, String)| format!("{}: {why}", OPERATIONS[at].0);
        rehearse(&mut works).map_err(wrong)?;
        let figures = contest(&mut works, seconds).map_err(wrong)?;
        for ((name, ..), figures) in OPERATIONS.iter().zip(&figures) {
            let (ops, us) = (figures.ops_per_s(), figures.median_ns() / 1e3);
            // Text is written to a string, which takes all.
            let _ = writeln!(text, "{set} {name}: {ops:.0} a second, {us:.1} us each");
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every operation of every set is told, with results that are right.
    #[test]
    fn all_operations_are_told() {
        let text = measure(&ParameterSet::ALL, 0.001).expect("right results");
        for set in ParameterSet::ALL {
            for (name, ..) in OPERATIONS {
                assert!(text.contains(&format!("{set} {name}: ")), "{text}");
            }
        }
    }

    /// Goal: a signature, a key and a verdict that are wrong are found, and so is one that lacks.
    #[test]
    fn wrong_results_are_found() {
        let mut inputs = Inputs::new(ParameterSet::MlDsa44).expect("random bytes");
        let signature = || Some(inputs.signatures_of_first[1].clone());
        assert_eq!(Kept::Signatures(1, vec![signature()]).check(&inputs), Ok(()));
        assert!(Kept::Signatures(2, vec![signature()]).check(&inputs).is_err());
        assert!(Kept::Signatures(1, vec![signature(), None]).check(&inputs).is_err());
        assert_eq!(Kept::Verdicts(vec![true, true]).check(&inputs), Ok(()));
        assert!(Kept::Verdicts(vec![true, false]).check(&inputs).is_err());
        let key = inputs.keys[0].clone();
        assert_eq!(Kept::Keys(vec![Some(key.clone())]).check(&inputs), Ok(()));
        inputs.set = ParameterSet::MlDsa65;
        assert!(Kept::Keys(vec![Some(key)]).check(&inputs).is_err());
    }
}
