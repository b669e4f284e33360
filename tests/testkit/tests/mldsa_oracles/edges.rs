//! Answers and hints at their limits and beyond, which chance never meets. Their signatures are
//! whole but for that: they are of keys by which anyone can sign. See
//! [`testkit::reference::mldsa`].

use super::changes::{FORMS, reformed};
use super::{Case, Signed, libraries, set_of};
use sealane::mldsa::ParameterSet;
use testkit::inputs::Random;
use testkit::reference::mldsa::{Set, mu, pure};

/// A key by which anyone can sign, and a message.
struct Forger {
    set: Set,
    public: Vec<u8>,
    of: Signed,
    mu: Vec<u8>,
}

/// What is presented to all: its name, the signature, and whether it is good.
type Row = (String, Vec<u8>, bool);

impl Forger {
    fn new(set: ParameterSet, random: &mut Random) -> Self {
        let of = Signed { set, context: vec![7; 3], prehash: None, message: random.bytes(40) };
        let set = set_of(set);
        let rho = random.bytes(32).try_into().expect("32 bytes");
        let public = set.open_key(&rho);
        let mu = mu(&public, &pure(&of.context, &of.message));
        Self { set, public, of, mu }
    }

    /// Draws an answer whose coefficients are in range.
    fn answer(&self, random: &mut Random) -> Vec<i64> {
        let (limit, _) = self.set.answer_limits();
        let coefficient = |_| random.below(2 * limit as usize + 1) as i64 - limit;
        (0..self.set.answer_length()).map(coefficient).collect()
    }

    /// Signs with hints at these places.
    fn sign(&self, answer: &[i64], commitment: &[i64], places: &[usize]) -> Vec<u8> {
        let mut hints = vec![false; commitment.len()];
        places.iter().for_each(|place| hints[*place] = true);
        self.set.sign_openly(&self.mu, answer, commitment, &hints)
    }

    /// Answers at the limits, and with one coefficient beyond.
    fn answers(&self, random: &mut Random) -> Vec<Row> {
        let (length, (limit, most)) = (self.set.answer_length(), self.set.answer_limits());
        let signs = |i: usize| if i.is_multiple_of(2) { limit } else { -limit };
        let mut all = vec![
            ("zeros".to_owned(), vec![0; length], true),
            ("the limit".to_owned(), vec![limit; length], true),
            ("its opposite".to_owned(), vec![-limit; length], true),
            ("both".to_owned(), (0..length).map(signs).collect(), true),
        ];
        let places = [0, random.below(length), length - 1].into_iter().cycle();
        for (value, place) in
            [limit + 1, -limit - 1, most - 1, 1 - most, most].into_iter().zip(places)
        {
            let mut answer = self.answer(random);
            answer[place] = value;
            all.push((format!("{value} at {place}"), answer, false));
        }
        let signed = all.into_iter().map(|(name, answer, good)| {
            let commitment = self.set.commitment(&self.public, &answer);
            (format!("answer: {name}"), self.sign(&answer, &commitment, &[5, 300]), good)
        });
        signed.collect()
    }

    /// Coefficients where corrections change, each with a hint and without.
    fn corrections(&self) -> Vec<Row> {
        let unit = self.set.unit(&self.public);
        let rows = self.set.edges().into_iter().flat_map(|edge| {
            let found = self.set.answer_for(&unit, edge);
            let (answer, commitment, place) = found.expect("there are many coefficients");
            [&[place][..], &[]].map(|places| {
                let name = format!("{edge} with {} hints", places.len());
                (name, self.sign(&answer, &commitment, places), true)
            })
        });
        rows.collect()
    }

    /// As many hints as there may be, one more, and hints in forms that are not theirs.
    fn hints(&self, random: &mut Random) -> Vec<Row> {
        let (most, rows) = (self.set.most_hints(), self.set.rows());
        let answer = self.answer(random);
        let commitment = self.set.commitment(&self.public, &answer);
        let length = commitment.len();
        let sign = |places: &[usize]| self.sign(&answer, &commitment, places);
        let from = |start: usize, count: usize| (start..start + count).collect::<Vec<_>>();
        let spread = |count: usize| (0..count).map(|i| i * length / count).collect::<Vec<_>>();
        let mut all = vec![
            ("none".to_owned(), sign(&[]), true),
            ("all in the first row".to_owned(), sign(&from(0, most)), true),
            ("all in the last row".to_owned(), sign(&from(length - most, most)), true),
            ("as many as may be".to_owned(), sign(&spread(most)), true),
        ];
        let half = sign(&spread(most / 2));
        for (name, form) in FORMS {
            let other = reformed(&self.set, &half, form).expect("half of the bytes are free");
            all.push((name.to_owned(), other, false));
        }
        // One more than there may be: the end of the first row would be its place, in the last row.
        let first = most - 2;
        let last_row = length - 256;
        let mut more = from(0, first);
        more.extend([0, 1, first].map(|place| last_row + place));
        all.push(("one more".to_owned(), sign(&more), false));
        // The second row ends before the first: it would be empty, and the third have two again.
        let mut falling = sign(&[4, 5, 6, 7, 8, 512 + 7, 512 + 8]);
        let start = falling.len() - most - rows;
        falling[start..].fill(0);
        falling[start..start + 5].copy_from_slice(&[4, 5, 6, 7, 8]);
        falling[start + most..].fill(5);
        falling[start + most + 1] = 3;
        all.push(("an end before the last one".to_owned(), falling, false));
        all.into_iter().map(|(name, it, good)| (format!("hints: {name}"), it, good)).collect()
    }
}

/// Goal: all libraries take answers and hints up to their limits, and refuse what is one beyond or
/// in another form. Method: signatures that are good but for that.
#[test]
fn limits_are_the_same() {
    let mut random = Random::seeded("limits of ML-DSA are the same");
    let all = libraries();
    for set in ParameterSet::ALL {
        let forger = Forger::new(set, &mut random);
        let mut rows = forger.answers(&mut random);
        rows.extend(forger.corrections());
        rows.extend(forger.hints(&mut random));
        let good = rows.iter().filter(|(_, _, good)| *good).count();
        println!("{set}: {good} good signatures, {} bad ones", rows.len() - good);
        for (name, signature, good) in rows {
            let case = Case { of: forger.of.clone(), public: forger.public.clone(), signature };
            case.demand(&all, good).unwrap_or_else(|why| panic!("{set}, {name}: {why}"));
        }
    }
}

/// Goal: what is refused for its form differs from a good signature in its form alone. Method: the
/// bytes before the hints, and the definition's verdicts.
#[test]
fn forms_are_refused_for_themselves() {
    let mut random = Random::seeded("forms of hints are refused for themselves");
    for set in ParameterSet::ALL {
        let forger = Forger::new(set, &mut random);
        let answer = forger.answer(&mut random);
        let commitment = forger.set.commitment(&forger.public, &answer);
        let signature = forger.sign(&answer, &commitment, &[1, 2, 300]);
        let verify = |it: &[u8]| forger.set.verify(&forger.public, &forger.mu, it);
        assert!(verify(&signature), "{set}");
        let bytes = signature.len() - forger.set.most_hints() - forger.set.rows();
        for (name, form) in FORMS {
            let other = reformed(&forger.set, &signature, form).expect("there is room");
            assert_ne!(other, signature, "{name}");
            assert_eq!(other[..bytes], signature[..bytes], "{name}");
            assert!(!verify(&other), "{set}: {name}");
        }
    }
}
