//! Batches over curves: many keys and messages in one call, with many keys and with one.

use crate::curve::{Checker, Fixture};
use crate::judge::{Judge, looks_at};
use crate::one_off::{shown, shown_key};
use crate::operation::Action;
use crate::text;
use data_encoding::HEXLOWER;
use sealane::Algorithm as Any;
use sealane::ecc::batch::{Batch, KeyTables, SignItem, VerifyItem};
use sealane::ecc::{
    Algorithm, PrivateKey, PublicKey, Scheme, SharedSecret, Signature, derive_batch, keygen_batch,
    sign_batch,
};
use sealane::raw::{MAX_DER_BYTES, prepare, signature_to_der};
use sealane::{Digest, Hash, Nonces};
use sealane_measure::Work;
use std::sync::Arc;

/// How many keys items have in turn, where it is more than one.
const KEYS: usize = 64;

/// Bytes that tables of that many keys of any curve find room in.
const TABLE_BYTES: usize = 64 << 20;

/// A batch: its name, that of the single operation that it stands beside, and what is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The name of its row.
    pub name: &'static str,
    /// The name beside rows of single operations.
    pub single: &'static str,
    /// What is done with each item.
    pub action: Action,
    /// How many keys have tables of their own.
    tables: usize,
}

const fn kind(name: &'static str, single: &'static str, action: Action, tables: usize) -> Kind {
    Kind { name, single, action, tables }
}

/// Every kind of batch.
const KINDS: [Kind; 6] = [
    kind("keygen-batch", "keygen", Action::Keygen, 0),
    kind("sign-batch", "sign", Action::Sign, 0),
    kind("verify-batch", "verify", Action::Verify, 0),
    kind("verify-batch-cached", "verify-cached", Action::Verify, 1),
    kind("verify-batch-cached-64", "verify-cached-64", Action::Verify, KEYS),
    kind("derive-batch", "derive", Action::Derive, 0),
];

impl Kind {
    /// The kinds of an action of an algorithm: keys over curves have tables, and one of ML-DSA.
    pub fn of(algorithm: Any, action: Action) -> impl Iterator<Item = Self> {
        let most = match algorithm {
            Any::Curve(_) => KEYS,
            Any::MlDsa(_) => 1,
            _ => 0,
        };
        let kinds = KINDS.into_iter().filter(move |kind| kind.action == action);
        kinds.filter(move |kind| kind.tables <= most)
    }

    /// Whether keys have tables.
    pub(crate) fn has_tables(self) -> bool {
        self.tables > 0
    }
}

/// Prepares a batch over a curve. Errors: the text says what failed.
pub fn work<J: Judge + 'static>(
    fixture: &Arc<Fixture<J>>,
    kind: Kind,
    items: usize,
) -> Result<Box<dyn Work>, String> {
    prepare(fixture.algorithm);
    let fixture = Arc::clone(fixture);
    Ok(match (kind.action, kind.tables) {
        (Action::Keygen, _) => Box::new(Keygen { fixture, items, kept: Vec::new(), rota: Rota(0) }),
        (Action::Sign, _) => Box::new(Sign::new(fixture, items, KEYS)?),
        (Action::Verify, 0) => Box::new(Verify::new(fixture, items, KEYS, 0)?),
        (Action::Verify, keys) => Box::new(Verify::new(fixture, items, keys, TABLE_BYTES)?),
        (Action::Derive, _) => Box::new(Derive::new(&fixture, items)?),
        (Action::Decrypt, _) => return Err("keys over curves do not decrypt".into()),
    })
}

/// Which items are looked at after a batch: all of them the first time, then a part in turn.
struct Rota(usize);

impl Rota {
    fn next(&mut self, items: usize) -> impl Iterator<Item = usize> + use<> {
        const PARTS: usize = 16;
        let turn = self.0;
        self.0 += 1;
        (0..items).filter(move |at| turn == 0 || at % PARTS == turn % PARTS)
    }
}

/// Messages of 32 bytes, all different.
fn messages<J>(fixture: &Fixture<J>, items: usize) -> Vec<[u8; 32]> {
    let message = |at: usize| {
        let mut message = fixture.digests[at % fixture.digests.len()];
        for (byte, more) in message.iter_mut().zip((at as u64).to_le_bytes()) {
            *byte ^= more;
        }
        message
    };
    (0..items).map(message).collect()
}

/// Fresh keys.
fn keys(algorithm: Algorithm, count: usize) -> Result<Vec<PrivateKey>, String> {
    keygen_batch(&vec![algorithm; count]).into_iter().map(|key| key.map_err(text)).collect()
}

struct Keygen<J> {
    fixture: Arc<Fixture<J>>,
    items: usize,
    kept: Vec<PrivateKey>,
    rota: Rota,
}

impl<J: Judge> Work for Keygen<J> {
    fn inputs(&self) -> usize {
        1
    }

    fn operations(&self) -> usize {
        self.items
    }

    fn run(&mut self, _: usize) -> bool {
        let keys = keygen_batch(&vec![self.fixture.algorithm; self.items]);
        self.kept = keys.into_iter().filter_map(Result::ok).collect();
        self.kept.len() == self.items
    }

    fn check(&mut self, _: usize) -> Result<(), String> {
        let fixture = &self.fixture;
        let mut places = self.rota.next(self.items);
        places.try_for_each(|at| fixture.check_key(&self.kept[at], looks_at(at)))
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        shown_key(self.kept.first()?)
    }
}

/// Messages with their keys, in turn.
struct Letters<J: Judge> {
    fixture: Arc<Fixture<J>>,
    scheme: Scheme<'static>,
    keys: Vec<PrivateKey>,
    messages: Vec<[u8; 32]>,
    checkers: Vec<Checker<J>>,
}

impl<J: Judge> Letters<J> {
    fn new(fixture: Arc<Fixture<J>>, items: usize, count: usize) -> Result<Self, String> {
        let algorithm = fixture.algorithm;
        let scheme = match algorithm.usual_scheme().ok_or("such keys do not sign")? {
            Scheme::Ecdsa(_) => Scheme::Ecdsa(Hash::Sha256),
            scheme => scheme,
        };
        let keys = keys(algorithm, count)?;
        let checker = |key: &PrivateKey| Checker::new(&fixture.judge, key.public_key());
        let checkers = keys.iter().map(checker).collect::<Result<_, _>>()?;
        let messages = messages(&fixture, items);
        Ok(Self { fixture, scheme, keys, messages, checkers })
    }

    fn key(&self, at: usize) -> &PrivateKey {
        &self.keys[at % self.keys.len()]
    }

    fn to_sign(&self) -> Vec<SignItem<'_>> {
        let messages = self.messages.iter().enumerate();
        messages
            .map(|(at, message)| SignItem::new(self.key(at), message, self.scheme, Nonces::Hedged))
            .collect()
    }

    /// The item of one place with the message of another.
    fn to_verify<'a>(
        &'a self,
        at: usize,
        message: usize,
        signature: &'a Signature,
    ) -> VerifyItem<'a> {
        VerifyItem::new(self.key(at).public_key(), &self.messages[message], self.scheme, signature)
    }

    /// What the other side takes: the digest of ECDSA, the message of EdDSA.
    fn input(&self, at: usize) -> [u8; 32] {
        match self.scheme {
            Scheme::Ecdsa(hash) => {
                let digest = Digest::of(hash, &self.messages[at]);
                digest.as_bytes().try_into().expect("SHA-256 has 32 bytes")
            }
            _ => self.messages[at],
        }
    }

    fn check(&mut self, at: usize, der: &[u8]) -> Result<(), String> {
        let (input, count) = (self.input(at), self.checkers.len());
        self.checkers[at % count].check(&input, der)
    }
}

struct Sign<J: Judge> {
    letters: Letters<J>,
    kept: Vec<([u8; MAX_DER_BYTES], usize)>,
    rota: Rota,
}

impl<J: Judge> Sign<J> {
    fn new(fixture: Arc<Fixture<J>>, items: usize, keys: usize) -> Result<Self, String> {
        let letters = Letters::new(fixture, items, keys)?;
        Ok(Self { letters, kept: vec![([0; MAX_DER_BYTES], 0); items], rota: Rota(0) })
    }
}

impl<J: Judge> Work for Sign<J> {
    fn inputs(&self) -> usize {
        1
    }

    fn operations(&self) -> usize {
        self.kept.len()
    }

    /// As documents hold signatures: encoding is part of the work.
    fn run(&mut self, _: usize) -> bool {
        let signed = sign_batch(&self.letters.to_sign());
        let encode = |(signed, (out, length)): (_, &mut ([u8; MAX_DER_BYTES], usize))| {
            let Ok(signed): Result<Signature, _> = signed else { return false };
            signature_to_der(&signed, out).map(|bytes| *length = bytes).is_ok()
        };
        signed.into_iter().zip(&mut self.kept).map(encode).fold(true, |all, good| all & good)
    }

    fn check(&mut self, _: usize) -> Result<(), String> {
        for at in self.rota.next(self.kept.len()) {
            let (der, length) = &mut self.kept[at];
            if self.letters.fixture.damage && at + 1 == self.letters.messages.len() {
                der[*length - 1] ^= 1;
            }
            self.letters.check(at, &der[..*length])?;
        }
        Ok(())
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        let (der, length) = self.kept.first()?;
        shown(self.letters.key(0), &self.letters.input(0), &der[..*length])
    }
}

struct Verify<J: Judge> {
    letters: Letters<J>,
    signatures: Vec<Signature>,
    tables: KeyTables,
    rota: Rota,
}

impl<J: Judge> Verify<J> {
    /// The signatures are ours, found right by the other side. Keys may have tables, up to so many
    /// bytes, which are made before the time is taken.
    fn new(
        fixture: Arc<Fixture<J>>,
        items: usize,
        keys: usize,
        table_bytes: usize,
    ) -> Result<Self, String> {
        let mut letters = Letters::new(fixture, items, keys)?;
        let signatures: Result<Vec<_>, _> = sign_batch(&letters.to_sign()).into_iter().collect();
        let signatures = signatures.map_err(text)?;
        for (at, signature) in signatures.iter().enumerate() {
            letters.check(at, &signature.to_der())?;
        }
        let tables = KeyTables::new(table_bytes);
        let mut verify = Self { letters, signatures, tables, rota: Rota(0) };
        // Each key is seen often enough.
        const SEEN: usize = 128;
        for _ in 0..(SEEN * keys).div_ceil(items) {
            verify.run(0);
        }
        Ok(verify)
    }
}

impl<J: Judge> Work for Verify<J> {
    fn inputs(&self) -> usize {
        1
    }

    fn operations(&self) -> usize {
        self.signatures.len()
    }

    fn run(&mut self, _: usize) -> bool {
        let Self { letters, signatures, tables, .. } = self;
        let item = |(at, signature)| letters.to_verify(at, at, signature);
        let items: Vec<_> = signatures.iter().enumerate().map(item).collect();
        Batch::new().verify_with(tables, &items).iter().all(Result::is_ok)
    }

    /// That the answers were yes has been seen; they must be no for other messages.
    fn check(&mut self, _: usize) -> Result<(), String> {
        let count = self.signatures.len();
        if count < 2 {
            return Ok(());
        }
        let places: Vec<usize> = self.rota.next(count).collect();
        let Self { letters, signatures, tables, .. } = self;
        let item = |at: &usize| letters.to_verify(*at, (at + 1) % count, &signatures[*at]);
        let items: Vec<_> = places.iter().map(item).collect();
        match Batch::new().verify_with(tables, &items).iter().any(Result::is_ok) {
            true => Err("a signature verifies for another message".into()),
            false => Ok(()),
        }
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        shown(self.letters.key(0), &self.letters.input(0), &self.signatures.first()?.to_der())
    }
}

struct Derive {
    keys: Vec<PrivateKey>,
    peers: Vec<PrivateKey>,
    /// The secrets as the peers have them, alone.
    expected: Vec<SharedSecret>,
    kept: Vec<SharedSecret>,
}

impl Derive {
    fn new<J>(fixture: &Fixture<J>, items: usize) -> Result<Self, String> {
        let keys = keys(fixture.algorithm, KEYS)?;
        let peers = keygen_batch(&vec![fixture.algorithm; items]);
        let peers: Vec<PrivateKey> = peers.into_iter().collect::<Result<_, _>>().map_err(text)?;
        let theirs = |(at, peer): (usize, &PrivateKey)| {
            peer.derive(keys[at % KEYS].public_key()).map_err(text)
        };
        let expected = peers.iter().enumerate().map(theirs).collect::<Result<_, _>>()?;
        Ok(Self { keys, peers, expected, kept: Vec::new() })
    }
}

impl Work for Derive {
    fn inputs(&self) -> usize {
        1
    }

    fn operations(&self) -> usize {
        self.peers.len()
    }

    fn run(&mut self, _: usize) -> bool {
        let peers = self.peers.iter().enumerate();
        let items: Vec<(&PrivateKey, &PublicKey)> =
            peers.map(|(at, peer)| (&self.keys[at % KEYS], peer.public_key())).collect();
        self.kept = derive_batch(&items).into_iter().filter_map(Result::ok).collect();
        self.kept.len() == self.peers.len()
    }

    fn check(&mut self, _: usize) -> Result<(), String> {
        let both = self.kept.iter().zip(&self.expected);
        match both.clone().all(|(ours, theirs)| ours.as_bytes() == theirs.as_bytes()) {
            true => Ok(()),
            false => Err("a secret is not the other side's".into()),
        }
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        let secret = HEXLOWER.encode(self.kept.first()?.as_bytes());
        let public = HEXLOWER.encode(&self.peers[0].public_key().to_spki_der());
        Some([public, HEXLOWER.encode(&self.keys[0].to_bytes()), format!("x:{secret}")])
    }
}
