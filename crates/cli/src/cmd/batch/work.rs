//! What is done with the items of a manifest: signing and verifying.
use super::fields::{Fields, Op};
use super::item::{self, Keyring, is_ecdsa};
use crate::args::{AnySignatureForm, SignBatch, SignatureForm, VerifyBatch};
use crate::cmd::{hex, verify};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::keys;
use crate::message::{self, Subject};
use sealane::batch::{Batch, KeyTables, SignItem, VerifyItem};
use sealane::{Nonces, PrivateKey, PublicKey, SignOptions, Signature};
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

pub struct Signing<'a> {
    args: &'a SignBatch,
    options: String,
    keys: Keyring<PrivateKey>,
}

impl<'a> Signing<'a> {
    pub fn new(args: &'a SignBatch) -> Self {
        let files = &args.files;
        let own = (args.format, args.deterministic, args.low_s, args.check);
        let options = format!("sign {:?} {:?} {own:?}", files.key, files.hash);
        Self { args, options, keys: Keyring::new(keys::curve_private) }
    }
}

/// A message to sign.
pub struct ToSign {
    key: Rc<PrivateKey>,
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
        let args = self.args;
        let key = self.keys.key(fields, args.files.key.as_ref())?;
        let algorithm = key.algorithm();
        let message = item::message(fields, algorithm, &args.files)?;
        let usual_low_s = args.low_s && is_ecdsa(algorithm, &message);
        let low_s = fields.truth("low_s").unwrap_or(usual_low_s);
        message::refuse_other_schemes(algorithm, &message, low_s)?;
        let mut format = item::format(fields, args.format)?;
        if message.bip340 {
            format = SignatureForm::Raw;
        }
        let subject = message::subject(algorithm, &message)?;
        let deterministic = fields.truth("deterministic").unwrap_or(args.deterministic);
        let nonces = if deterministic { Nonces::Deterministic } else { Nonces::Hedged };
        let check = fields.truth("check").unwrap_or(args.check);
        let options = SignOptions { nonces, low_s, check };
        Ok(ToSign { key, subject, options, format })
    }

    fn kept_bytes(prepared: &ToSign) -> usize {
        prepared.subject.kept_bytes()
    }

    fn run(&mut self, batch: Batch, items: &[&ToSign]) -> Vec<Answer> {
        let each = items.iter().map(|it| it.subject.sign_item(&it.key, it.options));
        let to_sign: Vec<SignItem> = each.collect();
        let text = |(item, signed): (&&ToSign, Result<Signature, _>)| {
            let signed = signed.map_err(Failure::sign)?;
            Ok(Some(hex(&match item.format {
                SignatureForm::Der => signed.to_der(),
                SignatureForm::Raw => signed.to_bytes(),
            })))
        };
        items.iter().zip(batch.sign(&to_sign)).map(text).collect()
    }
}

/// Most bytes of tables of the keys that sign most: of some 80 keys of 256 bits.
const TABLE_BYTES: usize = 16 << 20;

pub struct Verifying<'a> {
    args: &'a VerifyBatch,
    options: String,
    keys: Keyring<PublicKey>,
    tables: KeyTables,
}

impl<'a> Verifying<'a> {
    pub fn new(args: &'a VerifyBatch) -> Self {
        let files = &args.files;
        let own = (args.format, args.low_s);
        let options = format!("verify {:?} {:?} {own:?}", files.key, files.hash);
        let keys = Keyring::new(keys::curve_public_of_any);
        Self { args, options, keys, tables: KeyTables::new(TABLE_BYTES) }
    }
}

/// A signature to verify.
pub struct ToVerify {
    key: Rc<PublicKey>,
    subject: Subject,
    signature: Signature,
}

impl Work for Verifying<'_> {
    const OP: Op = Op::Verify;
    const GOOD: &'static str = "valid";
    type Prepared = ToVerify;

    fn options(&self) -> &str {
        &self.options
    }

    fn prepare(&mut self, fields: &Fields) -> Result<ToVerify, Failure> {
        let args = self.args;
        let key = self.keys.key(fields, args.files.key.as_ref())?;
        let algorithm = key.algorithm();
        if !algorithm.signs() {
            return Err(message::cannot(algorithm, "SCHEME_UNSUPPORTED", "sign"));
        }
        let message = item::message(fields, algorithm, &args.files)?;
        let usual_low_s = args.low_s && is_ecdsa(algorithm, &message);
        let low_s = fields.truth("low_s").unwrap_or(usual_low_s);
        message::refuse_other_schemes(algorithm, &message, low_s)?;
        let format = item::format(fields, args.format)?;
        let signature = signature(fields, &key, message.bip340, format)?;
        if low_s {
            let refused = |error| Failure::decode("--signature", error);
            signature.require_low_s().map_err(refused)?;
        }
        let subject = message::subject(algorithm, &message)?;
        Ok(ToVerify { key, subject, signature })
    }

    fn kept_bytes(prepared: &ToVerify) -> usize {
        prepared.subject.kept_bytes()
    }

    fn run(&mut self, batch: Batch, items: &[&ToVerify]) -> Vec<Answer> {
        let each = items.iter().map(|it| it.subject.verify_item(&it.key, &it.signature));
        let to_verify: Vec<VerifyItem> = each.collect();
        let answer =
            |verdict: Result<(), _>| verdict.map_err(Failure::bad_signature).map(|()| None);
        batch.verify_with(&mut self.tables, &to_verify).into_iter().map(answer).collect()
    }
}

/// The signature of an item, in hex or in a file.
fn signature(
    fields: &Fields,
    key: &PublicKey,
    bip340: bool,
    format: AnySignatureForm,
) -> Result<Signature, Failure> {
    let (field, text) = fields.one_of(&["signature", "signature_file"])?;
    let bytes = match field {
        "signature" => item::bytes(field, text)?,
        _ => {
            let source = Source::File(text.into());
            Input::new("--signature-file", &source).read()?.to_vec()
        }
    };
    let read = if bip340 {
        Signature::from_bip340_bytes(key.algorithm(), &bytes)
    } else {
        verify::read(key.algorithm(), &bytes, format)
    };
    read.map_err(|error| Failure::decode(&format!("field {field}"), error))
}
