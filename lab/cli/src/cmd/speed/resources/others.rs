//! RSA and DSA in the table of resources. They have no operations into the caller's buffers: what
//! they give is allocated, and counted.
use super::{Row, first_call_elsewhere};
use crate::cmd::speed::others::{ROWS, Row as Key, generate_like, text};
use sealane::{Digest, Hash, Nonces, PrivateKey, PublicKey, Scheme, Signature};
use sealane_measure::clock::ThreadTime;
use sealane_measure::{INPUTS, Pattern, Work, digests};

/// The rows that are wanted, as keys with an operation.
pub fn wanted(pattern: &Pattern) -> impl Iterator<Item = (&'static Key, &'static str)> {
    const KEYS: &[Key] = &ROWS;
    let all = KEYS.iter().flat_map(|key| key.operations().map(move |op| (key, op)));
    all.filter(|(key, op)| pattern.wants(key.name, op))
}

/// Measures a row.
pub fn measure(key: &Key, op: &'static str, seconds: f64) -> Result<Row, String> {
    let mut bench = Bench::new(key, op)?;
    let first_ns = || first_call_elsewhere(key.name, op);
    Row::measure(&mut bench, key.name.into(), op, seconds, None, first_ns)
}

/// Reads a key and does one operation; nanoseconds of CPU time. `None`: there is no such row.
pub fn first_call(name: &str, op: &str) -> Option<Result<f64, String>> {
    let row = ROWS.iter().find(|row| row.name == name)?;
    let op = row.operations().find(|known| *known == op)?;
    Some(first_call_of(row, op))
}

fn first_call_of(row: &Key, op: &'static str) -> Result<f64, String> {
    // What is verified is made in another process, or the call would not be the first one.
    let digest = Digest::of(Hash::Sha256, b"a first call");
    let start = ThreadTime::now();
    let (key, scheme) = (row.key()?, row.scheme()?);
    let public = key.public_key();
    let read_ns = start.elapsed_ns();
    let signature = match op {
        "verify" => key.sign_digest(&digest, &scheme, Nonces::Hedged).map_err(text)?,
        _ => Vec::new().into(),
    };
    let start = ThreadTime::now();
    let done = match op {
        "keygen" => generate_like(&public).is_some(),
        "sign" => key.sign_digest(&digest, &scheme, Nonces::Hedged).is_ok(),
        _ => public.verify_digest(&digest, &scheme, &signature).is_ok(),
    };
    let spent_ns = read_ns + start.elapsed_ns();
    if done { Ok(spent_ns) } else { Err(format!("{} {op} gave no result", row.name)) }
}

/// Everything an operation needs, made beforehand.
struct Bench {
    op: &'static str,
    key: PrivateKey,
    public: PublicKey,
    scheme: Scheme,
    digests: Vec<Digest>,
    /// A signature of each digest: the one that is verified, or the one that was made.
    signatures: Vec<Signature>,
    made: Option<PrivateKey>,
}

impl Bench {
    fn new(row: &Key, op: &'static str) -> Result<Self, String> {
        let (key, scheme) = (row.key()?, row.scheme()?);
        let digests: Vec<_> = digests().map(|digest| Digest::of(Hash::Sha256, &digest)).into();
        let sign = |digest| key.sign_digest(digest, &scheme, Nonces::Hedged).map_err(text);
        let signatures = digests.iter().map(sign).collect::<Result<_, _>>()?;
        let public = key.public_key();
        Ok(Self { op, key, public, scheme, digests, signatures, made: None })
    }

    fn verifies(&self, digest: usize, signature: usize) -> bool {
        let (digest, signature) = (&self.digests[digest], &self.signatures[signature]);
        self.public.verify_digest(digest, &self.scheme, signature).is_ok()
    }
}

impl Work for Bench {
    fn inputs(&self) -> usize {
        if self.op == "keygen" { 1 } else { INPUTS }
    }

    fn run(&mut self, input: usize) -> bool {
        match self.op {
            "keygen" => {
                self.made = generate_like(&self.public);
                self.made.is_some()
            }
            "sign" => {
                let digest = &self.digests[input];
                let signed = self.key.sign_digest(digest, &self.scheme, Nonces::Hedged);
                signed.map(|signature| self.signatures[input] = signature).is_ok()
            }
            _ => self.verifies(input, input),
        }
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let right = match self.op {
            "keygen" => self.made.as_ref().is_some_and(|key| {
                let digest = &self.digests[0];
                let signed = key.sign_digest(digest, &self.scheme, Nonces::Hedged);
                let public = key.public_key();
                signed.is_ok_and(|it| public.verify_digest(digest, &self.scheme, &it).is_ok())
            }),
            "sign" => self.verifies(input, input),
            _ => !self.verifies((input + 1) % INPUTS, input),
        };
        if right { Ok(()) } else { Err("a result is wrong".into()) }
    }
}
