//! `sealane sign`: a signature of a message.
use crate::args::{Sign, SignatureForm};
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::{Content, Output, Reader, Target};
use crate::scheme::{self, Op};
use crate::{keys, message};
use sealane::any::{self, PrivateKey};
use sealane::{Nonces, SignOptions, dsa, key};
use serde_json::json;

/// A signature in the form asked for.
struct Signed {
    hash: &'static str,
    format: &'static str,
    bytes: Vec<u8>,
}

pub fn run(args: &Sign) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), message::input(&args.message)];
    refuse_two_pipes(&inputs)?;
    let only_report = args.json && args.out.target == Target::Stdout;
    let content = if only_report { Content::Text } else { Content::Binary };
    let output = Output::new(&args.out.target, args.out.force, content, &inputs)?;
    let key = keys::private(inputs[0])?;
    let nonces = if args.deterministic { Nonces::Deterministic } else { Nonces::Hedged };
    let options = SignOptions { nonces, low_s: args.low_s, check: args.check };
    let signed = match &key {
        PrivateKey::Curve(key) => by_curve(args, key, options)?,
        key => by_other(args, key, options)?,
    };
    if !only_report {
        output.write(&signed.bytes, Reader::Anyone)?;
    }
    if args.json {
        return print_json(&json!({
            "algorithm": key.algorithm().to_string(),
            "hash": signed.hash,
            "format": signed.format,
            "signature": hex(&signed.bytes),
        }));
    }
    Ok(())
}

fn by_curve(args: &Sign, key: &key::PrivateKey, options: SignOptions) -> Result<Signed, Failure> {
    scheme::refuse_rsa_options(key.algorithm().into(), &args.message)?;
    message::refuse_other_schemes(key.algorithm(), &args.message, args.low_s)?;
    let subject = message::subject(key.algorithm(), &args.message)?;
    let signature = subject.sign(key, options).map_err(Failure::sign)?;
    let bytes = match args.format {
        SignatureForm::Der if !args.message.bip340 => signature.to_der(),
        _ => signature.to_bytes(),
    };
    Ok(Signed { hash: subject.hash, format: args.format.name(), bytes })
}

/// Signs by RSA or DSA. A signature of RSA has one form.
fn by_other(args: &Sign, key: &PrivateKey, options: SignOptions) -> Result<Signed, Failure> {
    let subject = scheme::subject(Op::Sign, &key.public_key(), &args.message, args.low_s)?;
    let signature = key.sign_digest(&subject.digest, subject.scheme, options);
    let mut bytes = signature.map_err(scheme::refused)?;
    let is_rsa = matches!(key.algorithm(), any::Algorithm::Rsa { .. });
    let format = if is_rsa { SignatureForm::Raw } else { args.format };
    if let (PrivateKey::Dsa(key), SignatureForm::Raw) = (key, format) {
        let parameters = key.public_key().parameters();
        let signature = dsa::Signature::from_der(parameters, &bytes);
        bytes = signature.map_err(|error| Failure::decode("the signature", error))?.to_bytes();
    }
    Ok(Signed { hash: subject.hash, format: format.name(), bytes })
}
