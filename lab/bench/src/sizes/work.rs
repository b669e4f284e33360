//! What is measured: signatures, verifications and agreements of 64 keys, by batches.
//!
//! Items stand ready before the clock starts: what is timed is the call alone, with its results.

use super::Batches;
use sealane::ecc::batch::{Batch, SignItem, VerifyItem};
use sealane::ecc::{
    Algorithm, PrivateKey, Scheme, SharedSecret, Signature, keygen_batch, sign_batch,
};
use sealane::{Digest, Hash, Nonces};
use sealane_measure::digests;
use sealane_measure::libcrypto::{Key, Libcrypto, Verifier};
use std::iter;
use std::rc::Rc;

/// How many keys items have in turn.
const KEYS: usize = 64;
/// In how many turns every result is looked at.
const PARTS: usize = 16;

/// Which items are looked at: all, or a part of them in turn.
#[derive(Default)]
struct Rota(usize);

impl Rota {
    fn next(&mut self, items: usize, all: bool) -> impl Iterator<Item = usize> + use<> {
        let parts = if all { 1 } else { PARTS.min(items) };
        self.0 += 1;
        (self.0 % parts..items).step_by(parts)
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

fn keys(algorithm: Algorithm, count: usize) -> Result<Vec<PrivateKey>, String> {
    keygen_batch(&vec![algorithm; count]).into_iter().map(|key| key.map_err(text)).collect()
}

/// Messages of 32 bytes, their keys, and a signature of each.
pub struct Letters {
    algorithm: Algorithm,
    scheme: Scheme<'static>,
    keys: Vec<PrivateKey>,
    messages: Vec<[u8; 32]>,
    signatures: Vec<Signature>,
    libcrypto: Option<Rc<Libcrypto>>,
}

impl Letters {
    /// So many, with fresh keys of an algorithm that signs. The signatures have yet to be checked.
    pub fn new(
        algorithm: Algorithm,
        count: usize,
        libcrypto: Option<&Rc<Libcrypto>>,
    ) -> Result<Self, String> {
        let scheme = match algorithm.usual_scheme().ok_or("such keys do not sign")? {
            Scheme::Ecdsa(_) => Scheme::Ecdsa(Hash::Sha256),
            scheme => scheme,
        };
        let inputs = digests();
        let message = |at: usize| {
            let mut message = inputs[at % inputs.len()];
            for (byte, more) in message.iter_mut().zip((at as u64).to_le_bytes()) {
                *byte ^= more;
            }
            message
        };
        let (keys, messages) = (keys(algorithm, KEYS)?, (0..count).map(message).collect());
        let libcrypto = libcrypto.cloned();
        let mut letters =
            Self { algorithm, scheme, keys, messages, signatures: Vec::new(), libcrypto };
        let signed = sign_batch(&letters.to_sign());
        letters.signatures = signed.into_iter().collect::<Result<_, _>>().map_err(text)?;
        Ok(letters)
    }

    fn name(&self, op: &str) -> String {
        let family = if matches!(self.scheme, Scheme::Ecdsa(_)) { "ecdsa-" } else { "" };
        format!("{family}{} {op}", self.algorithm.name())
    }

    fn key(&self, at: usize) -> &PrivateKey {
        &self.keys[at % KEYS]
    }

    fn to_sign(&self) -> Vec<SignItem<'_>> {
        let messages = self.messages.iter().enumerate();
        messages
            .map(|(at, message)| SignItem::new(self.key(at), message, self.scheme, Nonces::Hedged))
            .collect()
    }

    /// Each signature, with the message so many places further on.
    fn to_verify(&self, further: usize) -> Vec<VerifyItem<'_>> {
        let count = self.messages.len();
        let item = |(at, signature)| {
            let message = &self.messages[(at + further) % count];
            VerifyItem::new(self.key(at).public_key(), message, self.scheme, signature)
        };
        self.signatures.iter().enumerate().map(item).collect()
    }

    /// A verifier of the other side for each key, if there is one that knows the algorithm.
    fn verifiers(&self) -> Vec<Option<Verifier>> {
        let verifier = |key: &PrivateKey| {
            let spki = key.public_key().to_spki_der();
            Key::from_spki_der(self.libcrypto.as_ref()?, &spki)?.verifier()
        };
        self.keys.iter().map(verifier).collect()
    }

    /// Checks one signature by the single operation and by the other side.
    fn check(
        &self,
        at: usize,
        signature: &Signature,
        theirs: &mut [Option<Verifier>],
    ) -> Result<[usize; 2], String> {
        let message = &self.messages[at];
        let ours = self.key(at).public_key().verify(message, self.scheme, signature);
        ours.map_err(|_| format!("signature {at} does not verify, says Sealane"))?;
        let Some(verifier) = &mut theirs[at % KEYS] else { return Ok([1, 0]) };
        let good = match self.scheme {
            Scheme::Ecdsa(hash) => {
                verifier.verify(Digest::of(hash, message).as_bytes(), &signature.to_der())
            }
            _ => verifier.verify(message, &signature.to_der()),
        };
        match good {
            true => Ok([1, 1]),
            false => Err(format!("signature {at} does not verify, says OpenSSL")),
        }
    }
}

fn sum(all: impl Iterator<Item = Result<[usize; 2], String>>) -> Result<[usize; 2], String> {
    let mut sum = [0; 2];
    for one in all {
        let [ours, theirs] = one?;
        sum = [sum[0] + ours, sum[1] + theirs];
    }
    Ok(sum)
}

/// Signs.
pub struct Sign<'a> {
    letters: &'a Letters,
    items: Vec<SignItem<'a>>,
    theirs: Vec<Option<Verifier>>,
    kept: Vec<Signature>,
    rota: Rota,
}

impl<'a> Sign<'a> {
    /// These messages, with hedged nonces.
    pub fn new(letters: &'a Letters) -> Self {
        let (items, theirs) = (letters.to_sign(), letters.verifiers());
        Self { letters, items, theirs, kept: Vec::new(), rota: Rota::default() }
    }
}

impl Batches for Sign<'_> {
    fn name(&self) -> String {
        self.letters.name("sign")
    }

    fn run(&mut self, threads: usize, items: usize) -> bool {
        let signed = Batch::new().threads(threads).sign(&self.items[..items]);
        self.kept = signed.into_iter().filter_map(Result::ok).collect();
        self.kept.len() == items
    }

    fn check(&mut self, _: usize, items: usize, all: bool) -> Result<[usize; 2], String> {
        let Self { letters, theirs, kept, rota, .. } = self;
        sum(rota.next(items, all).map(|at| letters.check(at, &kept[at], theirs)))
    }
}

/// Verifies.
pub struct Verify<'a> {
    letters: &'a Letters,
    items: Vec<VerifyItem<'a>>,
    /// The same signatures with other messages.
    others: Vec<VerifyItem<'a>>,
    rota: Rota,
}

impl<'a> Verify<'a> {
    /// The signatures of these letters, once each is found right. Errors: one is not.
    pub fn new(letters: &'a Letters) -> Result<Self, String> {
        let mut theirs = letters.verifiers();
        let all = letters.signatures.iter().enumerate();
        sum(all.map(|(at, signature)| letters.check(at, signature, &mut theirs)))?;
        let (items, others) = (letters.to_verify(0), letters.to_verify(1));
        Ok(Self { letters, items, others, rota: Rota::default() })
    }
}

impl Batches for Verify<'_> {
    fn name(&self) -> String {
        self.letters.name("verify")
    }

    fn run(&mut self, threads: usize, items: usize) -> bool {
        let verdicts = Batch::new().threads(threads).verify(&self.items[..items]);
        verdicts.len() == items && verdicts.iter().all(Result::is_ok)
    }

    /// That the answers were yes has been seen; they must be no for other messages.
    fn check(&mut self, threads: usize, items: usize, all: bool) -> Result<[usize; 2], String> {
        let others: Vec<_> = self.rota.next(items, all).map(|at| self.others[at]).collect();
        let verdicts = Batch::new().threads(threads).verify(&others);
        match verdicts.iter().any(Result::is_ok) {
            true => Err("a signature verifies for another message".into()),
            false => Ok([others.len(), 0]),
        }
    }
}

/// Private keys and the peers that they agree with, all pairs different.
pub struct Pairs {
    algorithm: Algorithm,
    mine: Vec<PrivateKey>,
    theirs: Vec<PrivateKey>,
    /// The secrets as the peers have them, alone.
    expected: Vec<SharedSecret>,
}

impl Pairs {
    /// So many of them, at most [`super::MAX_ITEMS`], by fresh keys of an algorithm that derives.
    pub fn new(algorithm: Algorithm, count: usize) -> Result<Self, String> {
        let (mine, theirs) = (keys(algorithm, KEYS)?, keys(algorithm, KEYS)?);
        let pairs = Self { algorithm, mine, theirs, expected: Vec::new() };
        let secret = |at| {
            let (mine, theirs) = pairs.at(at);
            theirs.derive(mine.public_key()).map_err(text)
        };
        let expected = (0..count).map(secret).collect::<Result<_, _>>()?;
        Ok(Self { expected, ..pairs })
    }

    fn at(&self, at: usize) -> (&PrivateKey, &PrivateKey) {
        (&self.mine[at % KEYS], &self.theirs[(at + at / KEYS) % KEYS])
    }
}

/// Derives.
pub struct Derive<'a> {
    pairs: &'a Pairs,
    items: Vec<(&'a PrivateKey, &'a sealane::ecc::PublicKey)>,
    kept: Vec<SharedSecret>,
}

impl<'a> Derive<'a> {
    /// The secrets of these pairs.
    pub fn new(pairs: &'a Pairs) -> Self {
        let both = (0..pairs.expected.len()).map(|at| pairs.at(at));
        let items = both.map(|(mine, theirs)| (mine, theirs.public_key())).collect();
        Self { pairs, items, kept: Vec::new() }
    }
}

impl Batches for Derive<'_> {
    fn name(&self) -> String {
        format!("{} derive", self.pairs.algorithm.name())
    }

    fn run(&mut self, threads: usize, items: usize) -> bool {
        let secrets = Batch::new().threads(threads).derive(&self.items[..items]);
        self.kept = secrets.into_iter().filter_map(Result::ok).collect();
        self.kept.len() == items
    }

    fn check(&mut self, _: usize, items: usize, _: bool) -> Result<[usize; 2], String> {
        let both = iter::zip(&self.kept, &self.pairs.expected);
        match both.clone().position(|(ours, theirs)| ours.as_bytes() != theirs.as_bytes()) {
            Some(at) => Err(format!("secret {at} is not the other side's")),
            None => Ok([both.count().min(items), 0]),
        }
    }
}

/// What a run measures, of batches up to so many items.
pub struct Material {
    letters: [Letters; 2],
    pairs: Pairs,
}

impl Material {
    /// P-256, Ed25519 and X25519.
    pub fn new(items: usize, libcrypto: Option<&Rc<Libcrypto>>) -> Result<Self, String> {
        // A signature's other message must be another one.
        let count = items.max(2);
        let letters = |algorithm| Letters::new(algorithm, count, libcrypto);
        Ok(Self {
            letters: [letters(Algorithm::EcP256)?, letters(Algorithm::Ed25519)?],
            pairs: Pairs::new(Algorithm::X25519, items)?,
        })
    }

    /// The operations. Errors: a signature is wrong.
    pub fn works(&self) -> Result<Vec<Box<dyn Batches + '_>>, String> {
        let mut works: Vec<Box<dyn Batches + '_>> = Vec::new();
        for letters in &self.letters {
            works.push(Box::new(Sign::new(letters)));
            works.push(Box::new(Verify::new(letters)?));
        }
        works.push(Box::new(Derive::new(&self.pairs)));
        Ok(works)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: usize = 20;

    fn letters(algorithm: Algorithm) -> Letters {
        let libcrypto = Libcrypto::load().ok();
        Letters::new(algorithm, ITEMS, libcrypto.as_ref()).expect("they sign")
    }

    /// Goal: right results are found right, on one thread and on two.
    #[test]
    fn right_results_are_counted() {
        let material = Material::new(ITEMS, Libcrypto::load().ok().as_ref()).expect("keys");
        for work in &mut material.works().expect("right signatures") {
            for threads in [1, 2] {
                assert!(work.run(threads, ITEMS), "{}", work.name());
                let [ours, _] = work.check(threads, ITEMS, true).expect("they are right");
                assert_eq!(ours, ITEMS, "{}", work.name());
            }
        }
    }

    /// Goal: in as many turns as there are parts every result is looked at once.
    #[test]
    fn every_result_has_its_turn() {
        for items in [1, 3, 16, 40] {
            let mut rota = Rota::default();
            let mut seen: Vec<usize> =
                (0..PARTS.min(items)).flat_map(|_| rota.next(items, false)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..items).collect::<Vec<_>>());
            assert_eq!(rota.next(items, true).count(), items);
        }
    }

    /// Goal: one signature of another message among the results is found.
    #[test]
    fn wrong_signature_is_found() {
        for algorithm in [Algorithm::EcP256, Algorithm::Ed25519] {
            let letters = letters(algorithm);
            let mut sign = Sign::new(&letters);
            assert!(sign.run(1, ITEMS));
            sign.kept[7] = sign.kept[8].clone();
            let why = sign.check(1, ITEMS, true).expect_err("a planted error");
            assert!(why.contains("signature 7 does not verify"), "{why}");
        }
    }

    /// Goal: a wrong signature is refused before it is verified by the clock, and a yes to another
    /// message, as a verification that says yes to all would give, is an error.
    #[test]
    fn wrong_verdict_is_found() {
        let mut wrong = letters(Algorithm::EcP256);
        wrong.signatures.swap(1, 2);
        assert!(Verify::new(&wrong).is_err());
        let letters = letters(Algorithm::Ed25519);
        let mut verify = Verify::new(&letters).expect("right signatures");
        verify.others[3] = verify.items[3];
        assert!(verify.check(1, ITEMS, true).is_err_and(|why| why.contains("another message")));
        verify.items = letters.to_verify(1);
        assert!(!verify.run(1, ITEMS));
    }

    #[test]
    fn wrong_secret_is_found() {
        let mut pairs = Pairs::new(Algorithm::X25519, ITEMS).expect("they agree");
        pairs.expected.swap(4, 5);
        let mut derive = Derive::new(&pairs);
        assert!(derive.run(1, ITEMS));
        let why = derive.check(1, ITEMS, false).expect_err("a planted error");
        assert!(why.contains("secret 4"), "{why}");
    }
}
