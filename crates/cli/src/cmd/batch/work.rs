//! What is done with the items of a manifest: signing and verifying.
use super::encoding::decode;
use super::fields::{Field, Fields};
use super::item::{self, Keyring, is_ecdsa};
use crate::args::{AnySignatureForm, BatchFiles, Message, SignBatch, SignatureForm, VerifyBatch};
use crate::cmd::{hex, verify};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::keys;
use crate::message::{self, Subject};
use crate::scheme::{self, Op};
use sealane::any::{self, Lengths};
use sealane::ecc::batch::{Batch, KeyTables};
use sealane::{
    DecodeError, Digest, Nonces, PrivateKey, PublicKey, SignOptions, Signature, dsa, rsa,
};
use std::fmt;
use std::rc::Rc;

/// The output of an item, if it has one.
pub type Answer = Result<Option<String>, Failure>;

/// An operation on items.
pub trait Work {
    const OP: Op;
    /// What is said of an item that went well.
    const GOOD: &'static str;
    /// An item with its key and message.
    type Prepared;

    /// What the command line says for items that do not, as a text.
    fn options(&self) -> &str;
    /// Reads what an item names.
    fn prepare(&mut self, fields: &Fields) -> Result<Self::Prepared, Failure>;
    /// Bytes of a message that are kept for it.
    fn kept_bytes(prepared: &Self::Prepared) -> usize;
    /// Does them all.
    fn run(&mut self, batch: Batch, items: &[&Self::Prepared]) -> Vec<Answer>;
}

/// What the command line says for items, as a text that results are tied to. Whether unknown fields
/// are passed over stands there only if they are, as results of earlier versions have it.
fn options(op: &str, files: &BatchFiles, own: &impl fmt::Debug) -> String {
    let ignored = if files.ignore_unknown { " ignore-unknown" } else { "" };
    format!("{op} {:?} {:?} {own:?}{ignored}", files.key, files.hash)
}

/// Does items that batches take all at once, cut into as many pieces as there are threads.
fn in_threads<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    if threads == 1 || items.is_empty() {
        return work(items);
    }
    let pieces = items.chunks(items.len().div_ceil(threads));
    std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = pieces.map(|piece| scope.spawn(move || work(piece))).collect();
        let done = running.into_iter().map(|it| it.join().expect("its work does not stop"));
        done.flatten().collect()
    })
}

/// Items of one kind of keys, with their places among all.
struct Placed<T> {
    places: Vec<usize>,
    items: Vec<T>,
}

impl<T> Placed<T> {
    fn new() -> Self {
        Self { places: Vec::new(), items: Vec::new() }
    }

    fn push(&mut self, place: usize, item: T) {
        self.places.push(place);
        self.items.push(item);
    }
}

/// The answers to all items, as they come from the kinds of keys.
struct Answers(Vec<Option<Answer>>);

impl Answers {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| None).collect())
    }

    fn put(&mut self, places: &[usize], found: impl Iterator<Item = Answer>) {
        places.iter().zip(found).for_each(|(place, answer)| self.0[*place] = Some(answer));
    }

    fn all(self) -> Vec<Answer> {
        self.0.into_iter().map(|answer| answer.expect("each item is of one kind")).collect()
    }
}

pub struct Signing<'a> {
    args: &'a SignBatch,
    options: String,
    keys: Keyring<SigningKey>,
}

/// A private key that many items may have.
#[derive(Clone)]
pub enum SigningKey {
    Curve(Rc<PrivateKey>),
    Rsa(Rc<rsa::PrivateKey>),
    Dsa(Rc<dsa::PrivateKey>),
}

impl SigningKey {
    fn read(input: Input) -> Result<Self, Failure> {
        Ok(match keys::private(input)? {
            any::PrivateKey::Curve(key) => Self::Curve(Rc::new(key)),
            any::PrivateKey::Rsa(key) => Self::Rsa(Rc::new(key)),
            any::PrivateKey::Dsa(key) => Self::Dsa(Rc::new(key)),
            other => return Err(keys::unknown(input, other.algorithm())),
        })
    }
}

impl<'a> Signing<'a> {
    pub fn new(args: &'a SignBatch) -> Self {
        let files = &args.files;
        let own = (args.format, args.deterministic, args.low_s, args.check);
        let options = options("sign", files, &own);
        Self { args, options, keys: Keyring::new(SigningKey::read) }
    }

    /// The message of an item, whether `s` is to be the lower one, and the form of the signature.
    fn settings(
        &self,
        fields: &Fields,
        algorithm: any::Algorithm,
    ) -> Result<(Message, SignOptions, SignatureForm), Failure> {
        let args = self.args;
        let message = item::message(fields, algorithm, &args.files)?;
        let usual_low_s = args.low_s && is_ecdsa(algorithm, &message);
        let low_s = fields.truth(Field::LowS).unwrap_or(usual_low_s);
        let deterministic = fields.truth(Field::Deterministic).unwrap_or(args.deterministic);
        let nonces = if deterministic { Nonces::Deterministic } else { Nonces::Hedged };
        let check = fields.truth(Field::Check).unwrap_or(args.check);
        let format = item::format(fields, args.format)?;
        Ok((message, SignOptions { nonces, low_s, check }, format))
    }
}

/// A message to sign.
pub enum ToSign {
    Curve { key: Rc<PrivateKey>, subject: Subject, options: SignOptions, format: SignatureForm },
    Rsa { key: Rc<rsa::PrivateKey>, subject: scheme::Subject<rsa::Scheme> },
    Dsa { key: Rc<dsa::PrivateKey>, digest: Digest, options: SignOptions, format: SignatureForm },
}

/// A message to sign by DSA, one at a time.
type ByDsa<'a> = (&'a dsa::PrivateKey, &'a Digest, SignOptions, SignatureForm);

impl Work for Signing<'_> {
    const OP: Op = Op::Sign;
    const GOOD: &'static str = "signed";
    type Prepared = ToSign;

    fn options(&self) -> &str {
        &self.options
    }

    fn prepare(&mut self, fields: &Fields) -> Result<ToSign, Failure> {
        match self.keys.key(fields, self.args.files.key.as_deref())? {
            SigningKey::Curve(key) => {
                let algorithm = key.algorithm();
                let (message, options, mut format) = self.settings(fields, algorithm.into())?;
                scheme::refuse_rsa_options(algorithm.into(), &message)?;
                message::refuse_other_schemes(algorithm, &message, options.low_s)?;
                if message.bip340 {
                    format = SignatureForm::Raw;
                }
                let subject = message::subject(algorithm, &message)?;
                Ok(ToSign::Curve { key, subject, options, format })
            }
            SigningKey::Rsa(key) => {
                let algorithm = any::Algorithm::Rsa { bits: key.public_key().bits() };
                let (message, options, _) = self.settings(fields, algorithm)?;
                let subject = scheme::of_rsa(Op::Sign, key.public_key(), &message, options.low_s)?;
                Ok(ToSign::Rsa { key, subject })
            }
            SigningKey::Dsa(key) => {
                let of = key.public_key().parameters();
                let (bits, order_bits) = (of.bits(), of.order_bits());
                let algorithm = any::Algorithm::Dsa { bits, order_bits };
                let (message, options, format) = self.settings(fields, algorithm)?;
                let digest = scheme::of_dsa(algorithm, &message, options.low_s)?.digest;
                Ok(ToSign::Dsa { key, digest, options, format })
            }
        }
    }

    fn kept_bytes(prepared: &ToSign) -> usize {
        match prepared {
            ToSign::Curve { subject, .. } => subject.kept_bytes(),
            _ => 0,
        }
    }

    fn run(&mut self, batch: Batch, items: &[&ToSign]) -> Vec<Answer> {
        let (mut curves, mut formats) = (Placed::new(), Vec::new());
        let (mut rsa, mut dsa) = (Placed::new(), Placed::new());
        for (place, item) in items.iter().enumerate() {
            match item {
                ToSign::Curve { key, subject, options, format } => {
                    curves.push(place, subject.sign_item(key, *options));
                    formats.push(*format);
                }
                ToSign::Rsa { key, subject } => {
                    let (digest, scheme) = (&subject.digest, subject.scheme);
                    rsa.push(place, rsa::SignItem::of_digest(key, digest, scheme));
                }
                ToSign::Dsa { key, digest, options, format } => {
                    dsa.push(place, (&**key, digest, *options, *format));
                }
            }
        }
        let threads = self.args.files.threads;
        let mut answers = Answers::new(items.len());
        let written = |der: Vec<u8>, raw: Vec<u8>, format| match format {
            SignatureForm::Der => Some(hex(&der)),
            SignatureForm::Raw => Some(hex(&raw)),
        };
        let signed = batch.sign(&curves.items).into_iter().zip(formats);
        answers.put(
            &curves.places,
            signed.map(|(signed, format)| {
                let signed = signed.map_err(scheme::refused)?;
                Ok(written(signed.to_der(), signed.to_bytes(), format))
            }),
        );
        let signed = in_threads(threads, &rsa.items, rsa::sign_batch).into_iter();
        answers.put(
            &rsa.places,
            signed.map(|signed| signed.map(|bytes| Some(hex(&bytes))).map_err(scheme::refused)),
        );
        let signed = in_threads(threads, &dsa.items, |piece| {
            let sign = |(key, digest, options, format): &ByDsa| {
                key.sign_digest(digest, *options).map(|signed| (signed, *format))
            };
            piece.iter().map(sign).collect()
        });
        answers.put(
            &dsa.places,
            signed.into_iter().map(|signed| {
                let (signed, format) = signed.map_err(scheme::refused)?;
                Ok(written(signed.to_der(), signed.to_bytes(), format))
            }),
        );
        answers.all()
    }
}

pub struct Verifying<'a> {
    args: &'a VerifyBatch,
    options: String,
    keys: Keyring<VerifyingKey>,
    tables: KeyTables,
    /// The bytes of the signature that was read last.
    signature: Vec<u8>,
}

impl<'a> Verifying<'a> {
    pub fn new(args: &'a VerifyBatch) -> Self {
        let files = &args.files;
        let own = (args.format, args.low_s, args.legacy);
        let options = options("verify", files, &own);
        let read = if args.legacy {
            |input: Input| VerifyingKey::read(input, Lengths::Legacy)
        } else {
            |input: Input| VerifyingKey::read(input, Lengths::Current)
        };
        let tables = KeyTables::new(args.key_tables << 20);
        Self { args, options, keys: Keyring::new(read), tables, signature: Vec::new() }
    }

    /// The message of an item, whether the lower `s` is demanded, and the form of the signature.
    fn settings(
        &self,
        fields: &Fields,
        algorithm: any::Algorithm,
    ) -> Result<(Message, bool, AnySignatureForm), Failure> {
        let args = self.args;
        let message = item::message(fields, algorithm, &args.files)?;
        let usual_low_s = args.low_s && is_ecdsa(algorithm, &message);
        let low_s = fields.truth(Field::LowS).unwrap_or(usual_low_s);
        Ok((message, low_s, item::format(fields, args.format)?))
    }
}

/// A public key that many items may have.
#[derive(Clone)]
pub enum VerifyingKey {
    Curve(Rc<PublicKey>),
    Rsa(Rc<rsa::PublicKey>),
    Dsa(Rc<dsa::PublicKey>),
}

impl VerifyingKey {
    fn read(input: Input, lengths: Lengths) -> Result<Self, Failure> {
        // A private key does not stand in a manifest.
        let key = match input.here() {
            Some(_) => keys::public_alone(input, lengths)?,
            None => keys::public_of_any(input, lengths)?,
        };
        Ok(match key {
            any::PublicKey::Curve(key) => Self::Curve(Rc::new(key)),
            any::PublicKey::Rsa(key) => Self::Rsa(Rc::new(key)),
            any::PublicKey::Dsa(key) => Self::Dsa(Rc::new(key)),
            other => return Err(keys::unknown(input, other.algorithm())),
        })
    }
}

/// A signature to verify.
pub enum ToVerify {
    Curve { key: Rc<PublicKey>, subject: Subject, signature: Signature },
    Rsa { key: Rc<rsa::PublicKey>, subject: scheme::Subject<rsa::Scheme>, signature: Vec<u8> },
    Dsa { key: Rc<dsa::PublicKey>, digest: Digest, signature: dsa::Signature },
}

/// A signature to verify by DSA, one at a time.
type OfDsa<'a> = (&'a dsa::PublicKey, &'a Digest, &'a dsa::Signature);

impl Work for Verifying<'_> {
    const OP: Op = Op::Verify;
    const GOOD: &'static str = "valid";
    type Prepared = ToVerify;

    fn options(&self) -> &str {
        &self.options
    }

    fn prepare(&mut self, fields: &Fields) -> Result<ToVerify, Failure> {
        match self.keys.key(fields, self.args.files.key.as_deref())? {
            VerifyingKey::Curve(key) => {
                let algorithm = key.algorithm();
                if !algorithm.signs() {
                    return Err(message::cannot(algorithm, "SCHEME_UNSUPPORTED", "sign"));
                }
                let (message, low_s, format) = self.settings(fields, algorithm.into())?;
                scheme::refuse_rsa_options(algorithm.into(), &message)?;
                message::refuse_other_schemes(algorithm, &message, low_s)?;
                let signature = signature(fields, &mut self.signature, |bytes| {
                    if message.bip340 {
                        Signature::from_bip340_bytes(algorithm, bytes)
                    } else {
                        verify::read(algorithm, bytes, format)
                    }
                })?;
                if low_s {
                    let refused = |error| Failure::decode("--signature", error);
                    signature.require_low_s().map_err(refused)?;
                }
                let subject = message::subject(algorithm, &message)?;
                Ok(ToVerify::Curve { key, subject, signature })
            }
            VerifyingKey::Rsa(key) => {
                let algorithm = any::Algorithm::Rsa { bits: key.bits() };
                let (message, low_s, _) = self.settings(fields, algorithm)?;
                let expected = key.signature_bytes();
                let signature =
                    signature(fields, &mut self.signature, |bytes| match bytes.len() {
                        got if got == expected => Ok(bytes.to_vec()),
                        got => Err(DecodeError::SigLength { expected, got }),
                    })?;
                let subject = scheme::of_rsa(Op::Verify, &key, &message, low_s)?;
                Ok(ToVerify::Rsa { key, subject, signature })
            }
            VerifyingKey::Dsa(key) => {
                let of = key.parameters();
                let (bits, order_bits) = (of.bits(), of.order_bits());
                let algorithm = any::Algorithm::Dsa { bits, order_bits };
                let (message, low_s, format) = self.settings(fields, algorithm)?;
                let signature = signature(fields, &mut self.signature, |bytes| {
                    verify::read_dsa(of, bytes, format)
                })?;
                let digest = scheme::of_dsa(algorithm, &message, low_s)?.digest;
                Ok(ToVerify::Dsa { key, digest, signature })
            }
        }
    }

    fn kept_bytes(prepared: &ToVerify) -> usize {
        match prepared {
            ToVerify::Curve { subject, .. } => subject.kept_bytes(),
            _ => 0,
        }
    }

    fn run(&mut self, batch: Batch, items: &[&ToVerify]) -> Vec<Answer> {
        let (mut curves, mut rsa, mut dsa) = (Placed::new(), Placed::new(), Placed::new());
        for (place, item) in items.iter().enumerate() {
            match item {
                ToVerify::Curve { key, subject, signature } => {
                    curves.push(place, subject.verify_item(key, signature));
                }
                ToVerify::Rsa { key, subject, signature } => {
                    let (digest, scheme) = (&subject.digest, subject.scheme);
                    rsa.push(place, rsa::VerifyItem::of_digest(key, digest, scheme, signature));
                }
                ToVerify::Dsa { key, digest, signature } => {
                    dsa.push(place, (&**key, digest, signature));
                }
            }
        }
        let threads = self.args.files.threads;
        let mut answers = Answers::new(items.len());
        let answer =
            |verdict: Result<(), _>| verdict.map_err(Failure::bad_signature).map(|()| None);
        let verdicts = batch.verify_with(&mut self.tables, &curves.items);
        answers.put(&curves.places, verdicts.into_iter().map(answer));
        let verdicts = in_threads(threads, &rsa.items, rsa::verify_batch);
        answers.put(&rsa.places, verdicts.into_iter().map(answer));
        let verdicts = in_threads(threads, &dsa.items, |piece| {
            let verify = |(key, digest, signature): &OfDsa| key.verify_digest(digest, signature);
            piece.iter().map(verify).collect()
        });
        answers.put(&dsa.places, verdicts.into_iter().map(answer));
        answers.all()
    }
}

/// The signature of an item, from a text or a file, as `read` takes it. `room` is for its bytes.
fn signature<S>(
    fields: &Fields,
    room: &mut Vec<u8>,
    read: impl FnOnce(&[u8]) -> Result<S, DecodeError>,
) -> Result<S, Failure> {
    let all = [Field::Signature, Field::SignatureBase64, Field::SignatureFile];
    let (field, text) = fields.one_of(&all)?;
    let read = match field {
        Field::SignatureFile => {
            let source = Source::File(text.into());
            read(&Input::new("--signature-file", &source).read()?)
        }
        _ => read(decode(field, text, room)?),
    };
    read.map_err(|error| Failure::decode(&format!("field {field}"), error))
}
