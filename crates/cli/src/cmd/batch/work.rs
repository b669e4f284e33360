//! What is done with the items of a manifest: signing and verifying.
use super::encoding::decode;
use super::fields::{Field, Fields};
use super::item::{self, Keyring, is_ecdsa};
use super::served::BatchService;
use crate::args::{AnySignatureForm, BatchFiles, Message, SignBatch, SignatureForm, VerifyBatch};
use crate::cmd::hex;
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::keys;
use crate::subject::{
    Op, Subject, cannot, in_form, read_signature, refuse_other_schemes, refused, refused_signature,
    subject,
};
use sealane::batch::{Batch, KeyTables};
use sealane::{
    Algorithm, BadSignature, DecodeError, Lengths, Nonces, PrivateKey, PublicKey, SignOptions,
    Signature,
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
    /// Does them all. Errors: if none could be done, and none is to have a result.
    fn run(&mut self, batch: Batch, items: &[&Self::Prepared]) -> Result<Vec<Answer>, Failure>;
}

/// What the command line says for items, as a text that results are tied to. Whether unknown fields
/// are passed over stands there only if they are, as results of earlier versions have it.
pub fn options(op: &str, files: &BatchFiles, own: &impl fmt::Debug) -> String {
    let ignored = if files.ignore_unknown { " ignore-unknown" } else { "" };
    format!("{op} {:?} {:?} {own:?}{ignored}", files.key, files.hash)
}

pub struct Signing<'a> {
    args: &'a SignBatch,
    options: String,
    keys: Keyring<SigningKey>,
}

/// A private key that many items may have, with its public half.
pub type SigningKey = Rc<(PrivateKey, PublicKey)>;

fn signing_key(input: Input) -> Result<SigningKey, Failure> {
    let key = keys::private(input)?;
    let public = key.public_key();
    Ok(Rc::new((key, public)))
}

impl<'a> Signing<'a> {
    pub fn new(args: &'a SignBatch) -> Self {
        let files = &args.files;
        let own = (args.format, args.deterministic, args.low_s, args.check);
        let options = options("sign", files, &own);
        Self { args, options, keys: Keyring::new(signing_key) }
    }

    /// The message of an item, whether `s` is to be the lower one, and the form of the signature.
    fn settings(
        &self,
        fields: &Fields,
        algorithm: Algorithm,
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
pub struct ToSign {
    key: SigningKey,
    subject: Subject,
    options: SignOptions,
    format: SignatureForm,
}

impl Work for Signing<'_> {
    const OP: Op = Op::Sign;
    const GOOD: &'static str = "signed";
    type Prepared = ToSign;

    fn options(&self) -> &str {
        &self.options
    }

    fn prepare(&mut self, fields: &Fields) -> Result<ToSign, Failure> {
        let key = self.keys.key(fields, self.args.files.key.as_deref())?;
        let (message, options, format) = self.settings(fields, key.1.algorithm())?;
        let subject = subject(Op::Sign, &key.1, &message, options.low_s)?;
        Ok(ToSign { key, subject, options, format })
    }

    fn kept_bytes(prepared: &ToSign) -> usize {
        prepared.subject.kept_bytes()
    }

    fn run(&mut self, batch: Batch, items: &[&ToSign]) -> Result<Vec<Answer>, Failure> {
        let to_sign: Vec<_> =
            items.iter().map(|item| item.subject.sign_item(&item.key.0, item.options)).collect();
        let answer = |(item, signed): (&&ToSign, Result<Signature, _>)| {
            let signed = signed.map_err(|error| refused(error, &item.subject.scheme))?.into();
            let formed = in_form(&item.key.1, &item.subject.scheme, signed, item.format);
            let (_, bytes) = formed.map_err(|error| Failure::decode("the signature", error))?;
            Ok(Some(hex(&bytes)))
        };
        Ok(items.iter().zip(batch.sign(&to_sign)).map(answer).collect())
    }
}

pub struct Verifying<'a> {
    args: &'a VerifyBatch,
    options: String,
    keys: Keyring<Rc<PublicKey>>,
    tables: KeyTables,
    /// Whose keys they are, if not those of files.
    service: Option<Rc<BatchService>>,
    /// The bytes of the signature that was read last.
    signature: Vec<u8>,
}

impl<'a> Verifying<'a> {
    pub fn new(args: &'a VerifyBatch, service: Option<Rc<BatchService>>) -> Self {
        let files = &args.files;
        let own = (args.format, args.low_s, args.legacy);
        let op = if service.is_some() { "verify by a service" } else { "verify" };
        let options = options(op, files, &own);
        let lengths = if args.legacy { Lengths::Legacy } else { Lengths::Current };
        let of_service = service.clone();
        let keys = Keyring::new(move |input: Input| match &of_service {
            Some(service) if input.here().is_none() => {
                Ok(Rc::new(service.key(input)?.public.clone()))
            }
            _ => verifying_key(input, lengths),
        });
        let tables = KeyTables::new(args.key_tables << 20);
        Self { args, options, keys, tables, service, signature: Vec::new() }
    }

    /// The message of an item, whether the lower `s` is demanded, and the form of the signature.
    fn settings(
        &self,
        fields: &Fields,
        algorithm: Algorithm,
    ) -> Result<(Message, bool, AnySignatureForm), Failure> {
        let args = self.args;
        let message = item::message(fields, algorithm, &args.files)?;
        let usual_low_s = args.low_s && is_ecdsa(algorithm, &message);
        let low_s = fields.truth(Field::LowS).unwrap_or(usual_low_s);
        Ok((message, low_s, item::format(fields, args.format)?))
    }
}

/// Reads a public key that many items may have.
fn verifying_key(input: Input, lengths: Lengths) -> Result<Rc<PublicKey>, Failure> {
    // A private key does not stand in a manifest.
    let key = match input.here() {
        Some(_) => keys::public_alone(input, lengths)?,
        None => keys::public_of_any(input, lengths)?,
    };
    Ok(Rc::new(key))
}

/// A signature to verify, in the form that documents hold.
pub struct ToVerify {
    key: Rc<PublicKey>,
    subject: Subject,
    signature: Vec<u8>,
}

impl Work for Verifying<'_> {
    const OP: Op = Op::Verify;
    const GOOD: &'static str = "valid";
    type Prepared = ToVerify;

    fn options(&self) -> &str {
        &self.options
    }

    fn prepare(&mut self, fields: &Fields) -> Result<ToVerify, Failure> {
        let key = self.keys.key(fields, self.args.files.key.as_deref())?;
        if let PublicKey::Curve(key) = &*key
            && !key.algorithm().signs()
        {
            return Err(cannot(key.algorithm(), "SCHEME_UNSUPPORTED", "verify"));
        }
        let (message, low_s, format) = self.settings(fields, key.algorithm())?;
        if let PublicKey::Curve(key) = &*key {
            refuse_other_schemes(Op::Verify, key.algorithm(), &message, low_s)?;
        }
        let of_signature = |field: Field, bytes: &[u8]| match &*key {
            PublicKey::Rsa(key) if bytes.len() != key.signature_bytes() => {
                let (expected, got) = (key.signature_bytes(), bytes.len());
                let error = DecodeError::SigLength { expected, got };
                Err(Failure::decode(&format!("field {field}"), error))
            }
            key => read_signature(key, bytes, format, message.bip340, low_s).map_err(|error| {
                let name = match error {
                    DecodeError::SigHighS => "--signature",
                    _ => &format!("field {field}"),
                };
                let form = if message.bip340 { AnySignatureForm::Raw } else { format };
                refused_signature(name, error, key, bytes, form)
            }),
        };
        let signature = signature(fields, &mut self.signature, of_signature)?;
        let subject = subject(Op::Verify, &key, &message, low_s)?;
        Ok(ToVerify { key, subject, signature })
    }

    fn kept_bytes(prepared: &ToVerify) -> usize {
        prepared.subject.kept_bytes()
    }

    fn run(&mut self, batch: Batch, items: &[&ToVerify]) -> Result<Vec<Answer>, Failure> {
        self.service.as_ref().map_or(Ok(()), |service| service.demand_there())?;
        let to_verify: Vec<_> =
            items.iter().map(|item| item.subject.verify_item(&item.key, &item.signature)).collect();
        let verdicts = batch.verify_with(&mut self.tables, &to_verify).into_iter();
        let answer = |verdict: Result<(), _>| match verdict {
            Ok(()) => Ok(None),
            Err(DecodeError::SigInvalid) => Err(Failure::bad_signature(BadSignature)),
            Err(error) => Err(Failure::decode("--signature", error)),
        };
        Ok(verdicts.map(answer).collect())
    }
}

/// The signature of an item, from a text or a file, as `read` takes it, which is told the field it
/// is from. `slot` is for its bytes.
fn signature(
    fields: &Fields,
    slot: &mut Vec<u8>,
    read: impl FnOnce(Field, &[u8]) -> Result<Vec<u8>, Failure>,
) -> Result<Vec<u8>, Failure> {
    let all = [Field::Signature, Field::SignatureBase64, Field::SignatureFile];
    let (field, text) = fields.one_of(&all)?;
    match field {
        Field::SignatureFile => {
            let source = Source::File(text.into());
            read(field, &Input::new("--signature-file", &source).read()?)
        }
        _ => read(field, decode(field, text, slot)?),
    }
}
