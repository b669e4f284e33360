//! ML-DSA beside other libraries: keys of seeds, signatures to the bit and both ways, verdicts on
//! what was changed, and on answers and hints at their limits.
//!
//! `SEALANE_MLDSA_ROUNDS=33334` runs 100,002 rounds over all parameter sets, and tells how far it
//! is; `SEALANE_SEED` repeats a run. `SEALANE_MLDSA_ORACLES` names more libraries: see
//! [`programs`].

mod certificates;
mod changes;
mod crates;
mod documents;
mod edges;
mod programs;

use changes::CHANGES;
use sealane::mldsa::{ParameterSet, PrivateKey, PublicKey, Scheme};
use sealane::{Hash, Nonces};
use std::collections::BTreeMap;
use testkit::inputs::Random;
use testkit::reference::mldsa::{SETS, Set};

/// How many rounds each parameter set has, unless the environment says it.
const FEW: usize = 12;
/// After so many rounds it is told how far they are.
const TOLD: usize = 1000;
/// Changes of a signature in each round.
const CHANGES_EACH: usize = 3;

/// What a key is made from.
pub type Seed = [u8; 32];

/// A key by another library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    public: Vec<u8>,
    /// If the library gives it out.
    expanded: Option<Vec<u8>>,
}

/// What another library can do.
#[derive(Debug, Clone)]
pub struct Abilities {
    /// Contexts that are not empty.
    contexts: bool,
    /// The hashes that it can prehash with.
    prehashes: Vec<Hash>,
    /// Signatures that are those of the deterministic variant.
    deterministic: bool,
    /// Documents of keys, private ones with the seed.
    documents: bool,
    /// Those of private keys with the expanded key, and with both.
    expanded_documents: bool,
    /// Certificates.
    certificates: bool,
}

/// What is signed, by a key of which set, and how it is presented.
#[derive(Debug, Clone)]
pub struct Signed {
    set: ParameterSet,
    context: Vec<u8>,
    prehash: Option<Hash>,
    message: Vec<u8>,
}

impl Signed {
    fn scheme(&self) -> Scheme<'_> {
        Scheme { context: &self.context, prehash: self.prehash }
    }
}

/// Another library. `None` is a refusal.
pub trait Oracle {
    /// The library.
    fn name(&self) -> &str;
    /// What it can do. It is asked for nothing else.
    fn can(&self) -> Abilities;
    /// The key of a seed.
    fn key(&self, set: ParameterSet, seed: &Seed) -> Option<Keys>;
    /// Signs by the key of a seed.
    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>>;
    /// Whether a signature is good.
    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()>;
    /// The documents of a seed's key: PKCS#8 and SubjectPublicKeyInfo.
    fn documents(&self, _: ParameterSet, _: &Seed) -> Option<(Vec<u8>, Vec<u8>)> {
        None
    }
    /// The SubjectPublicKeyInfo of the key in a PKCS#8 document.
    fn read(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
    /// A certificate that the key of a seed signs for itself.
    fn certificate(&self, _: ParameterSet, _: &Seed) -> Option<Vec<u8>> {
        None
    }
    /// Whether a certificate is signed by its own key.
    fn is_issued(&self, _: &[u8]) -> bool {
        false
    }
}

/// Every other library: crates, and those of programs that the environment names.
fn libraries() -> Vec<Box<dyn Oracle>> {
    let mut all = crates::rows();
    all.extend(programs::rows());
    all
}

/// Every other library that can present what is signed.
fn able<'a>(
    all: &'a [Box<dyn Oracle>],
    of: &'a Signed,
) -> impl Iterator<Item = &'a dyn Oracle> + 'a {
    let is_able = |can: Abilities| {
        (can.contexts || of.context.is_empty())
            && of.prehash.is_none_or(|hash| can.prehashes.contains(&hash))
    };
    all.iter().map(|oracle| &**oracle).filter(move |oracle| is_able(oracle.can()))
}

/// The reference's numbers of a set.
pub fn set_of(set: ParameterSet) -> Set {
    let named = |row: &&Set| row.name.parse() == Ok(set);
    *SETS.iter().find(named).expect("both have the same sets")
}

/// A signature, and what it is of.
#[derive(Debug, Clone)]
pub struct Case {
    of: Signed,
    public: Vec<u8>,
    signature: Vec<u8>,
}

impl Case {
    /// Our verdict.
    fn verify(&self) -> bool {
        let key = PublicKey::from_bytes(self.of.set, &self.public);
        key.is_ok_and(|key| key.verify(&self.of.message, self.of.scheme(), &self.signature).is_ok())
    }

    /// Demands a verdict of us and of all libraries. Errors: who has another one.
    fn demand(&self, all: &[Box<dyn Oracle>], good: bool) -> Result<(), String> {
        let verdict = |it: &dyn Oracle| it.verify(&self.public, &self.of, &self.signature);
        let verdicts = able(all, &self.of).map(|it| (it.name(), verdict(it).is_some()));
        let verdicts = [("sealane", self.verify())].into_iter().chain(verdicts);
        let wrong: Vec<_> = verdicts.filter(|(_, is)| *is != good).map(|(name, _)| name).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(format!("{} do not say {good} of {self:02x?}", wrong.join(", ")))
    }
}

/// Demands equal keys of a seed. Errors: what differs.
fn compare_keys(it: &dyn Oracle, key: &PrivateKey, seed: &Seed) -> Result<(), String> {
    let set = key.parameter_set();
    let ours = Keys {
        public: key.public_key().as_bytes().to_vec(),
        expanded: Some(key.to_expanded_bytes().to_vec()),
    };
    let mut theirs = it.key(set, seed).ok_or(format!("{} makes no key", it.name()))?;
    theirs.expanded = theirs.expanded.or_else(|| ours.expanded.clone());
    let what = || format!("{set} by {}: keys of {seed:02x?}", it.name());
    if theirs == ours { Ok(()) } else { Err(what()) }
}

/// Demands that each side accepts the other's signatures, and that deterministic ones are equal.
/// Errors: what is not so.
fn compare_signatures(
    it: &dyn Oracle,
    key: &PrivateKey,
    seed: &Seed,
    of: &Signed,
) -> Result<(), String> {
    let what = |why: &str| format!("{why} {} of {seed:02x?}: {of:02x?}", it.name());
    let public = key.public_key().as_bytes();
    let [deterministic, hedged] = [Nonces::Deterministic, Nonces::Hedged]
        .map(|nonces| key.sign(&of.message, of.scheme(), nonces).expect("it signs"));
    for ours in [&deterministic, &hedged] {
        it.verify(public, of, ours).ok_or_else(|| what("ours is refused by"))?;
    }
    let signature = it.sign(seed, of).ok_or_else(|| what("nothing is signed by"))?;
    if it.can().deterministic && signature != deterministic {
        return Err(what("another signature by"));
    }
    let case = Case { of: of.clone(), public: public.to_vec(), signature };
    if case.verify() { Ok(()) } else { Err(what("we refuse that by")) }
}

/// Draws a seed: those at the ends first, then of bytes that are all the same, and random ones.
fn draw_seed(random: &mut Random, number: usize) -> Seed {
    match (number, random.below(8)) {
        (0, _) => [0; 32],
        (1, _) => [255; 32],
        (_, 0) => [random.word() as u8; 32],
        _ => random.bytes(32).try_into().expect("32 bytes"),
    }
}

/// Draws what is signed. Lengths are those around blocks of the hash, and at the ends.
fn draw_signed(random: &mut Random, set: ParameterSet) -> Signed {
    let context = [0, 0, 0, 1, 32, 69, 70, 71, 254, 255][random.below(10)];
    let message = match random.below(4) {
        0 => [0, 1, 68, 69, 70, 71, 136, 205, 206, 207][random.below(10)],
        1 => random.below(5000),
        _ => random.below(200),
    };
    let prehash = (random.below(4) == 0).then(|| {
        let hashes = Hash::ALL.iter().filter(|hash| **hash != Hash::Sha1);
        let hashes: Vec<_> = hashes.collect();
        *hashes[random.below(hashes.len())]
    });
    let [context, message] = [context, message].map(|length| random.bytes(length));
    Signed { set, context, prehash, message }
}

/// How often what was done.
type Tally = BTreeMap<String, usize>;

/// One key and one message: what is made of them by all, and changes of a signature. Errors: the
/// first difference.
fn round(
    all: &[Box<dyn Oracle>],
    set: ParameterSet,
    (random, number): (&mut Random, usize),
    tally: &mut Tally,
) -> Result<(), String> {
    let mut count = |what: &str| *tally.entry(what.to_owned()).or_default() += 1;
    let seed = draw_seed(random, number);
    let key = PrivateKey::from_seed(set, &seed).expect("it has the length of a seed");
    for it in all {
        compare_keys(&**it, &key, &seed)?;
        count("keys");
    }
    let of = draw_signed(random, set);
    for it in able(all, &of) {
        compare_signatures(it, &key, &seed, &of)?;
        count("signatures");
    }
    let signature = key.sign(&of.message, of.scheme(), Nonces::Hedged).expect("it signs");
    let good = Case { of, public: key.public_key().as_bytes().to_vec(), signature };
    good.demand(all, true)?;
    for _ in 0..CHANGES_EACH {
        let (name, change) = CHANGES[random.below(CHANGES.len())];
        let mut changed = good.clone();
        if change(&mut changed, random).is_some() {
            changed.demand(all, false).map_err(|why| format!("{name}: {why}"))?;
            count(name);
        }
    }
    Ok(())
}

/// Rounds of one set, told of as they go. Errors: the first difference.
fn rounds_of(set: ParameterSet, rounds: usize) -> Result<Tally, String> {
    let mut random = Random::seeded(&format!("all libraries agree on {set}"));
    let (all, mut tally) = (libraries(), Tally::new());
    let start = std::time::Instant::now();
    for number in 0..rounds {
        round(&all, set, (&mut random, number), &mut tally)?;
        if (number + 1).is_multiple_of(TOLD) {
            println!("{} of {rounds} rounds of {set} in {:?}", number + 1, start.elapsed());
        }
    }
    println!("{rounds} rounds of {set} in {:?}: {tally:?}", start.elapsed());
    Ok(tally)
}

/// Goal: keys, deterministic signatures and verdicts are those of all libraries, and each accepts
/// the signatures of the others. Method: random keys, messages, contexts, hashes and changes, a
/// thread for each parameter set.
#[test]
fn all_libraries_agree() {
    let rounds = std::env::var("SEALANE_MLDSA_ROUNDS");
    let rounds = rounds.map_or(FEW, |text| text.parse().expect("a number of rounds"));
    let tallies = std::thread::scope(|scope| {
        let running = ParameterSet::ALL.map(|set| scope.spawn(move || rounds_of(set, rounds)));
        running
            .map(|one| one.join().expect("a comparison ends").unwrap_or_else(|why| panic!("{why}")))
    });
    for tally in tallies {
        let signatures = tally["signatures"];
        assert!(tally["keys"] >= 3 * rounds && 3 * signatures >= 4 * rounds, "{tally:?}");
        assert!(rounds < 300 || CHANGES.iter().all(|(name, _)| tally[*name] > 0), "{tally:?}");
    }
}

/// Goal: a context of 256 bytes is refused by all, whose length would be written as 0. Method: the
/// signature of the message behind that context, without one, is good.
#[test]
fn contexts_that_are_too_long_are_refused() {
    let (all, seed) = (libraries(), [3; 32]);
    for set in ParameterSet::ALL {
        let key = PrivateKey::from_seed(set, &seed).expect("it has the length of a seed");
        let (context, message) = (vec![5; 256], b"message".to_vec());
        let whole = [&context[..], &message].concat();
        let signature = key.sign(&whole, Scheme::PURE, Nonces::Hedged).expect("it signs");
        let public = key.public_key().as_bytes().to_vec();
        let of = Signed { set, context: vec![], prehash: None, message: whole };
        let good = Case { of, public, signature };
        good.demand(&all, true).unwrap_or_else(|why| panic!("{why}"));
        let of = Signed { set, context, prehash: None, message };
        let bad = Case { of: of.clone(), ..good };
        bad.demand(&all, false).unwrap_or_else(|why| panic!("{why}"));
        assert!(key.sign(&of.message, of.scheme(), Nonces::Hedged).is_err());
        for it in able(&all, &of) {
            assert_eq!(it.sign(&seed, &of), None, "{} {set}", it.name());
        }
    }
}

/// A library that errs in one thing.
struct Erring(Box<dyn Oracle>, Error);

/// In what a library errs.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Error {
    Public,
    Expanded,
    Randomness,
    Context,
    Form,
    Refusal,
}

impl Erring {
    fn errs(&self, error: Error) -> bool {
        self.1 == error
    }
}

impl Oracle for Erring {
    fn name(&self) -> &str {
        "one that errs"
    }

    fn can(&self) -> Abilities {
        self.0.can()
    }

    fn key(&self, set: ParameterSet, seed: &Seed) -> Option<Keys> {
        let mut keys = self.0.key(set, seed)?;
        if self.errs(Error::Public) {
            *keys.public.last_mut()? ^= 128;
        }
        if self.errs(Error::Expanded) {
            *keys.expanded.as_mut()?.last_mut()? ^= 128;
        }
        Some(keys)
    }

    fn sign(&self, seed: &Seed, of: &Signed) -> Option<Vec<u8>> {
        let mut of = of.clone();
        if self.errs(Error::Context) {
            of.context.clear();
        }
        if self.errs(Error::Randomness) {
            let key = PrivateKey::from_seed(of.set, seed).ok()?;
            return key.sign(&of.message, of.scheme(), Nonces::Hedged).ok();
        }
        self.0.sign(seed, &of)
    }

    fn verify(&self, public: &[u8], of: &Signed, signature: &[u8]) -> Option<()> {
        let verdict = self.0.verify(public, of, signature);
        match self.1 {
            Error::Refusal => None,
            // Bytes after a whole signature, and none but those.
            Error::Form => {
                verdict.or_else(|| self.0.verify(public, of, signature.get(..signature.len() - 1)?))
            }
            _ => verdict,
        }
    }
}

/// Goal: each comparison says no. Method: a library that errs in one thing only, beside one that
/// does not.
#[test]
fn a_library_that_errs_is_seen() {
    let (set, seed) = (ParameterSet::MlDsa44, [9; 32]);
    let key = PrivateKey::from_seed(set, &seed).expect("it has the length of a seed");
    let of = Signed { set, context: vec![1], prehash: None, message: vec![2; 9] };
    let signature = key.sign(&of.message, of.scheme(), Nonces::Hedged).expect("it signs");
    let good = Case { of, public: key.public_key().as_bytes().to_vec(), signature };
    let longer = Case { signature: [&good.signature[..], &[0]].concat(), ..good.clone() };
    let differences = |it: Box<dyn Oracle>| {
        let all = [it];
        let found = [
            compare_keys(&*all[0], &key, &seed),
            compare_signatures(&*all[0], &key, &seed, &good.of),
            good.demand(&all, true),
            longer.demand(&all, false),
        ];
        found.map(|found| found.is_err())
    };
    for it in libraries() {
        assert_eq!(differences(it), [false; 4]);
    }
    for (error, expected) in [
        (Error::Public, [true, false, false, false]),
        (Error::Expanded, [true, false, false, false]),
        (Error::Randomness, [false, true, false, false]),
        (Error::Context, [false, true, false, false]),
        (Error::Form, [false, false, false, true]),
        (Error::Refusal, [false, true, true, false]),
    ] {
        let one = crates::rows().swap_remove(0);
        assert_eq!(differences(Box::new(Erring(one, error))), expected, "{error:?}");
    }
}
