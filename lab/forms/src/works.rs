//! What is timed: signing messages and making keys, by a form and by OpenSSL.
//!
//! Every result is checked, outside the clock, by the P-256 that ships.

use sealane::ecc::key::forms::Form;
use sealane::ecc::{PrivateKey, PublicKey, Signature};
use sealane::{Digest, Hash, Nonces};
use sealane_measure::libcrypto::{Generator, Key, Libcrypto, Signer};
use sealane_measure::{INPUTS, Work, digests};
use std::rc::Rc;

/// Room for a DER signature.
const ROOM: usize = 80;

/// Messages of one size, and the key that signs them.
pub struct Messages {
    key: PrivateKey,
    texts: Vec<Vec<u8>>,
    digests: Vec<Digest>,
}

impl Messages {
    /// Makes different messages of `bytes` bytes, the same in every run, and a fresh key.
    pub fn new(bytes: usize) -> Result<Rc<Self>, String> {
        let text = |seed: &[u8; 32]| seed.iter().copied().cycle().take(bytes).collect();
        let texts: Vec<Vec<u8>> = digests().iter().map(text).collect();
        let digests = texts.iter().map(|text| Digest::of(Hash::Sha256, text)).collect();
        let key = PrivateKey::generate(Form::ALGORITHM).map_err(|error| error.to_string())?;
        Ok(Rc::new(Self { key, texts, digests }))
    }

    fn check(&self, input: usize, signature: Option<&Signature>) -> Result<(), String> {
        let signature = signature.ok_or("no signature")?;
        let verdict = self.key.public_key().verify_digest(&self.digests[input], signature);
        verdict.map_err(|_| "a signature does not verify".into())
    }
}

/// Signing by a form: hash, hedged nonce and equation.
pub struct Sign {
    form: Rc<Form>,
    messages: Rc<Messages>,
    kept: Vec<Option<Signature>>,
}

impl Sign {
    /// Prepares it.
    pub fn new(form: &Rc<Form>, messages: &Rc<Messages>) -> Self {
        let (form, messages) = (Rc::clone(form), Rc::clone(messages));
        Self { form, messages, kept: vec![None; INPUTS] }
    }
}

impl Work for Sign {
    fn run(&mut self, input: usize) -> bool {
        let text = &self.messages.texts[input];
        let signature = self.form.sign(&self.messages.key, text, Hash::Sha256, Nonces::Hedged);
        self.kept[input] = signature.ok();
        self.kept[input].is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        self.messages.check(input, self.kept[input].as_ref())
    }
}

/// Making keys by a form.
pub struct Keygen {
    form: Rc<Form>,
    kept: Vec<Option<PrivateKey>>,
}

impl Keygen {
    /// Prepares it.
    pub fn new(form: &Rc<Form>) -> Self {
        Self { form: Rc::clone(form), kept: (0..INPUTS).map(|_| None).collect() }
    }
}

impl Work for Keygen {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.form.generate().ok();
        self.kept[input].is_some()
    }

    /// The public key is the one that what ships computes.
    fn check(&mut self, input: usize) -> Result<(), String> {
        let key = self.kept[input].as_ref().ok_or("no key")?;
        let again = PrivateKey::from_bytes(Form::ALGORITHM, &key.to_bytes());
        let again = again.map_err(|error| error.to_string())?;
        let right = again.public_key() == key.public_key();
        if right { Ok(()) } else { Err("a public key is not that of its private key".into()) }
    }
}

/// Signing by OpenSSL; the hash is ours, as in every row.
pub struct TheirSign {
    signer: Signer,
    messages: Rc<Messages>,
    kept: Vec<([u8; ROOM], usize)>,
}

impl TheirSign {
    /// Prepares it.
    pub fn new(libcrypto: &Rc<Libcrypto>, messages: &Rc<Messages>) -> Result<Self, String> {
        let signer = Key::from_private_der(libcrypto, &messages.key.to_pkcs8_der())
            .and_then(|key| key.signer())
            .ok_or("OpenSSL refuses our private key")?;
        let messages = Rc::clone(messages);
        Ok(Self { signer, messages, kept: vec![([0; ROOM], 0); INPUTS] })
    }
}

impl Work for TheirSign {
    fn run(&mut self, input: usize) -> bool {
        let digest = Digest::of(Hash::Sha256, &self.messages.texts[input]);
        let digest = digest.as_bytes();
        let (out, length) = &mut self.kept[input];
        *length = self.signer.sign(digest, out).unwrap_or(0);
        *length > 0
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let (der, length) = &self.kept[input];
        let signature = Signature::from_der(Form::ALGORITHM, &der[..*length]);
        self.messages.check(input, signature.ok().as_ref())
    }
}

/// Making keys by OpenSSL.
pub struct TheirKeygen {
    generator: Generator,
    kept: Vec<Option<Key>>,
}

impl TheirKeygen {
    /// Prepares it.
    pub fn new(libcrypto: &Rc<Libcrypto>) -> Result<Self, String> {
        let generator = Generator::new(libcrypto, "P-256").ok_or("OpenSSL does not know P-256")?;
        Ok(Self { generator, kept: (0..INPUTS).map(|_| None).collect() })
    }
}

impl Work for TheirKeygen {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.generator.generate();
        self.kept[input].is_some()
    }

    /// The public key is a point of the curve.
    fn check(&mut self, input: usize) -> Result<(), String> {
        let point = self.kept[input].as_ref().and_then(Key::public_octets).ok_or("no key")?;
        let public = PublicKey::from_sec1(Form::ALGORITHM, &point);
        public.map(|_| ()).map_err(|error| error.to_string())
    }
}
