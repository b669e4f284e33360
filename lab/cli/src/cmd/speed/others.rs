//! RSA and DSA: the rows of keys that are not over curves. RSA signs by PKCS#1 v1.5.
use super::{Entry, Side, rsa_batches};
use data_encoding::HEXLOWER;
use sealane::{Algorithm, Digest, Hash, Lengths, Nonces, PrivateKey, PublicKey, Scheme, dsa};
use sealane_measure::libcrypto::{Key, Libcrypto, Signer, Verifier};
use sealane_measure::{INPUTS, Pattern, Work, digests};
use std::rc::Rc;

/// A row by name: its algorithm, and whether keys are made, which takes a while for long ones.
pub struct Row {
    pub name: &'static str,
    algorithm: Algorithm,
    keygen: bool,
    /// A key to work with: to make one takes up to a second, and domain parameters several.
    pem: &'static str,
}

impl Row {
    /// The operations that are measured.
    pub fn operations(&self) -> impl Iterator<Item = &'static str> {
        ["keygen", "sign", "verify"].into_iter().filter(|op| self.keygen || *op != "keygen")
    }

    /// Reads the key.
    pub fn key(&self) -> Result<PrivateKey, String> {
        PrivateKey::from_pem(self.pem, Lengths::Current).map_err(text)
    }

    pub fn scheme(&self) -> Result<Scheme, String> {
        self.algorithm.usual_scheme().ok_or("such keys do not sign".into())
    }
}

/// Makes a key like that one: of RSA a fresh one, of DSA one with the same parameters.
pub fn generate_like(public: &PublicKey) -> Option<PrivateKey> {
    match public {
        PublicKey::Dsa(key) => {
            dsa::PrivateKey::generate(key.parameters()).ok().map(PrivateKey::Dsa)
        }
        key => PrivateKey::generate(key.algorithm()).ok(),
    }
}

const fn rsa(name: &'static str, bits: usize, keygen: bool, pem: &'static str) -> Row {
    Row { name, algorithm: Algorithm::Rsa { bits }, keygen, pem }
}

const fn dsa(name: &'static str, bits: usize, pem: &'static str) -> Row {
    let algorithm = Algorithm::Dsa { bits, order_bits: 256 };
    Row { name, algorithm, keygen: true, pem }
}

pub const ROWS: [Row; 5] = [
    rsa("rsa-2048", 2048, true, include_str!("rsa2048.pem")),
    rsa("rsa-3072", 3072, false, include_str!("rsa3072.pem")),
    rsa("rsa-4096", 4096, false, include_str!("rsa4096.pem")),
    dsa("dsa-2048", 2048, include_str!("dsa2048.pem")),
    dsa("dsa-3072", 3072, include_str!("dsa3072.pem")),
];

/// The entries that are wanted, ready to run, with theirs if they are to be shown.
pub fn entries(
    pattern: &Pattern,
    libcrypto: Option<&Rc<Libcrypto>>,
    with_theirs: bool,
    damage: bool,
) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for row in &ROWS {
        let ops: Vec<_> = row.operations().filter(|op| pattern.wants(row.name, op)).collect();
        if ops.is_empty() {
            continue;
        }
        let fixture = Fixture::new(row, libcrypto, damage)?;
        for op in ops {
            let mut contestants = vec![(Side::Ours, op, ours(&fixture, op)?)];
            if with_theirs && let Some(theirs) = theirs(&fixture, op)? {
                contestants.push((Side::Theirs, op, theirs));
            }
            entries.push(Entry { algo: row.name.into(), contestants });
        }
    }
    Ok(entries)
}

/// The rows of batches that are wanted; `single` gives and asks for them by the names of single
/// operations.
pub fn batches(
    pattern: &Pattern,
    libcrypto: Option<&Rc<Libcrypto>>,
    items: usize,
    single: bool,
    damage: bool,
) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let with_lanes = ROWS.iter().filter(|row| matches!(row.algorithm, Algorithm::Rsa { .. }));
    for row in with_lanes.filter(|_| items > 0) {
        for (op, alone) in rsa_batches::OPS {
            let name = if single { alone } else { op };
            if pattern.wants(row.name, name) {
                let fixture = Fixture::new(row, libcrypto, damage)?;
                let work = rsa_batches::work(&fixture, op, items)?;
                let contestants = vec![(Side::Ours, name, work)];
                entries.push(Entry { algo: row.name.into(), contestants });
            }
        }
    }
    Ok(entries)
}

/// What both sides work on.
pub struct Fixture {
    pub key: PrivateKey,
    pub public: PublicKey,
    pub scheme: Scheme,
    pub digests: [[u8; 32]; INPUTS],
    libcrypto: Option<Rc<Libcrypto>>,
    pub damage: bool,
}

pub fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Fixture {
    fn new(row: &Row, libcrypto: Option<&Rc<Libcrypto>>, damage: bool) -> Result<Rc<Self>, String> {
        let (key, scheme) = (row.key()?, row.scheme()?);
        let (public, libcrypto) = (key.public_key(), libcrypto.cloned());
        Ok(Rc::new(Self { key, public, scheme, digests: digests(), libcrypto, damage }))
    }

    fn digest(&self, input: usize) -> Digest {
        Digest::from_bytes(Hash::Sha256, &self.digests[input]).expect("SHA-256 has 32 bytes")
    }

    fn sign(&self, input: usize) -> Result<Vec<u8>, String> {
        let digest = self.digest(input);
        let signature = self.key.sign_digest(&digest, &self.scheme, Nonces::Hedged);
        signature.map(Vec::from).map_err(text)
    }

    fn verifies(&self, input: usize, signature: &[u8]) -> bool {
        self.public.verify_digest(&self.digest(input), &self.scheme, signature).is_ok()
    }

    fn signatures(&self) -> Result<Vec<Vec<u8>>, String> {
        (0..INPUTS).map(|input| self.sign(input)).collect()
    }

    pub fn their_verifier(&self) -> Result<Option<Verifier>, String> {
        let Some(libcrypto) = &self.libcrypto else { return Ok(None) };
        let verifier = Key::from_spki_der(libcrypto, &self.public.to_spki_der());
        let verifier = verifier.and_then(|key| key.verifier());
        verifier.map(Some).ok_or("OpenSSL refuses our public key".into())
    }

    fn shown(&self, input: usize, signature: &[u8]) -> Option<[String; 3]> {
        self.shown_for(&self.digests[input], signature)
    }

    pub fn shown_for(&self, digest: &[u8], signature: &[u8]) -> Option<[String; 3]> {
        let hex = |bytes: &[u8]| HEXLOWER.encode(bytes);
        let digest = format!("digest:{}", hex(digest));
        Some([hex(&self.public.to_spki_der()), digest, format!("der:{}", hex(signature))])
    }
}

fn ours(fixture: &Rc<Fixture>, op: &str) -> Result<Box<dyn Work>, String> {
    let fixture = Rc::clone(fixture);
    Ok(match op {
        "keygen" => Box::new(Keygen { fixture, kept: None, checked: 0 }),
        "sign" => {
            let theirs = fixture.their_verifier()?;
            Box::new(Sign { fixture, theirs, kept: vec![Vec::new(); INPUTS] })
        }
        _ => Box::new(Verify { signatures: fixture.signatures()?, fixture }),
    })
}

/// OpenSSL's contestant, if there is one.
fn theirs(fixture: &Rc<Fixture>, op: &str) -> Result<Option<Box<dyn Work>>, String> {
    let Some(libcrypto) = &fixture.libcrypto else { return Ok(None) };
    let fixture = Rc::clone(fixture);
    let key = Key::from_private_der(libcrypto, &fixture.key.to_pkcs8_der());
    let key = key.ok_or("OpenSSL refuses our private key")?;
    let missing = || format!("OpenSSL does not prepare {op}");
    Ok(match op {
        "sign" => {
            let signer = key.signer().ok_or_else(missing)?;
            Some(Box::new(TheirSign { fixture, signer, kept: vec![([0; ROOM], 0); INPUTS] }))
        }
        "verify" => {
            let verifier = key.verifier().ok_or_else(missing)?;
            let signatures = fixture.signatures()?;
            Some(Box::new(TheirVerify { fixture, verifier, signatures }))
        }
        _ => None,
    })
}

struct Keygen {
    fixture: Rc<Fixture>,
    kept: Option<PrivateKey>,
    checked: usize,
}

impl Work for Keygen {
    fn inputs(&self) -> usize {
        1
    }

    fn run(&mut self, _: usize) -> bool {
        self.kept = generate_like(&self.fixture.public);
        self.kept.is_some()
    }

    /// What the private key signs, the public key verifies; some are read again, which takes long.
    fn check(&mut self, _: usize) -> Result<(), String> {
        const READ: usize = 256;
        let key = self.kept.as_ref().ok_or("no key")?;
        let (digest, scheme, public) =
            (self.fixture.digest(0), &self.fixture.scheme, key.public_key());
        let signature = key.sign_digest(&digest, scheme, Nonces::Hedged).map_err(text)?;
        let mut right = public.verify_digest(&digest, scheme, &signature).is_ok();
        if self.checked.is_multiple_of(READ) {
            let again = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der(), Lengths::Current);
            right &= again.map_err(text)?.public_key() == public;
        }
        self.checked += 1;
        if right { Ok(()) } else { Err("a public key is not that of its private key".into()) }
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        let key = self.kept.as_ref()?;
        let public = HEXLOWER.encode(&key.public_key().to_spki_der());
        Some([public, HEXLOWER.encode(&key.to_pkcs8_der()), "-".into()])
    }
}

struct Sign {
    fixture: Rc<Fixture>,
    theirs: Option<Verifier>,
    kept: Vec<Vec<u8>>,
}

impl Work for Sign {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.fixture.sign(input).unwrap_or_default();
        !self.kept[input].is_empty()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let signature = &mut self.kept[input];
        if self.fixture.damage && input == INPUTS - 1 {
            *signature.last_mut().ok_or("an empty signature")? ^= 1;
        }
        let valid = match &mut self.theirs {
            Some(verifier) => verifier.verify(&self.fixture.digests[input], signature),
            None => self.fixture.verifies(input, signature),
        };
        if valid { Ok(()) } else { Err("a signature does not verify".into()) }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        self.fixture.shown(input, &self.kept[input])
    }
}

struct Verify {
    fixture: Rc<Fixture>,
    signatures: Vec<Vec<u8>>,
}

impl Work for Verify {
    fn run(&mut self, input: usize) -> bool {
        self.fixture.verifies(input, &self.signatures[input])
    }

    /// That the answer was yes has been seen; it must be no for another digest.
    fn check(&mut self, input: usize) -> Result<(), String> {
        match self.fixture.verifies((input + 1) % INPUTS, &self.signatures[input]) {
            true => Err("a signature verifies for another digest".into()),
            false => Ok(()),
        }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        self.fixture.shown(input, &self.signatures[input])
    }
}

/// Room for a signature of the longest key.
const ROOM: usize = 1024;

struct TheirSign {
    fixture: Rc<Fixture>,
    signer: Signer,
    kept: Vec<([u8; ROOM], usize)>,
}

impl Work for TheirSign {
    fn run(&mut self, input: usize) -> bool {
        let (out, length) = &mut self.kept[input];
        let written = self.signer.sign(&self.fixture.digests[input], out);
        *length = written.unwrap_or(0);
        written.is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let (out, length) = &self.kept[input];
        match self.fixture.verifies(input, &out[..*length]) {
            true => Ok(()),
            false => Err("a signature does not verify".into()),
        }
    }
}

struct TheirVerify {
    fixture: Rc<Fixture>,
    verifier: Verifier,
    signatures: Vec<Vec<u8>>,
}

impl Work for TheirVerify {
    fn run(&mut self, input: usize) -> bool {
        self.verifier.verify(&self.fixture.digests[input], &self.signatures[input])
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let other = &self.fixture.digests[(input + 1) % INPUTS];
        match self.verifier.verify(other, &self.signatures[input]) {
            true => Err("a signature verifies for another digest".into()),
            false => Ok(()),
        }
    }
}
