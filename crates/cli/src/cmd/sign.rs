//! `sealane sign`: a signature of a message.
use crate::args::{Sign, SignatureForm};
use crate::cmd::served::Served;
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::{Content, Output, Reader, Target};
use crate::scheme::{self, Op};
use crate::{keys, message};
use sealane::any::{self, PrivateKey, PublicKey};
use sealane::{Nonces, SignOptions, Signature, dsa, key};
use serde_json::json;
use std::io::{self, Write};

/// A signature in the form asked for.
struct Signed {
    hash: &'static str,
    format: &'static str,
    bytes: Vec<u8>,
}

pub fn run(args: &Sign) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), message::input(&args.message)];
    let pin = args.through.pin.as_ref().map(|source| Input::new("--pin-file", source));
    let inputs: Vec<Input> = inputs.into_iter().chain(pin).collect();
    refuse_two_pipes(&inputs)?;
    let only_report = args.json && args.out.target == Target::Stdout;
    let content = if only_report { Content::Text } else { Content::Binary };
    let output = Output::new(&args.out.target, args.out.force, content, &inputs)?;
    let (algorithm, signed) = match Served::find(&args.through, &args.key)? {
        Some(key) => (key.public.algorithm(), by_service(args, key)?),
        None => by_file(args, inputs[0])?,
    };
    if !only_report {
        output.write(&signed.bytes, Reader::Anyone)?;
    }
    if !args.json && !args.quiet && message::takes_usual_hash(algorithm, &args.message) {
        // Nobody listening on standard error changes nothing.
        let _ = writeln!(io::stderr(), "note: signed with {}; --hash names another", signed.hash);
    }
    if args.json {
        return print_json(&json!({
            "algorithm": algorithm.to_string(),
            "hash": signed.hash,
            "format": signed.format,
            "signature": hex(&signed.bytes),
        }));
    }
    Ok(())
}

fn by_file(args: &Sign, key: Input) -> Result<(any::Algorithm, Signed), Failure> {
    let key = keys::private(key)?;
    let nonces = if args.deterministic { Nonces::Deterministic } else { Nonces::Hedged };
    let options = SignOptions { nonces, low_s: args.low_s, check: args.check };
    let signed = match &key {
        PrivateKey::Curve(key) => by_curve(args, key, options)?,
        key => by_other(args, key, options)?,
    };
    Ok((key.algorithm(), signed))
}

fn by_service(args: &Sign, mut key: Served) -> Result<Signed, Failure> {
    let (bytes, hash) = key.sign(args)?;
    let decoded = |error| Failure::decode("the signature", error);
    let is_raw = args.format == SignatureForm::Raw;
    let (format, bytes) = match &key.public {
        PublicKey::Curve(of)
            if is_raw && !args.message.bip340 && of.algorithm().partner().is_none() =>
        {
            (
                SignatureForm::Raw,
                Signature::from_der(of.algorithm(), &bytes).map_err(decoded)?.to_bytes(),
            )
        }
        PublicKey::Dsa(of) if is_raw => {
            let signature = dsa::Signature::from_der(of.parameters(), &bytes);
            (SignatureForm::Raw, signature.map_err(decoded)?.to_bytes())
        }
        PublicKey::Rsa(_) => (SignatureForm::Raw, bytes),
        _ => (args.format, bytes),
    };
    Ok(Signed { hash, format: format.name(), bytes })
}

fn by_curve(args: &Sign, key: &key::PrivateKey, options: SignOptions) -> Result<Signed, Failure> {
    scheme::refuse_rsa_options(key.algorithm().into(), &args.message)?;
    message::refuse_other_schemes(key.algorithm(), &args.message, args.low_s)?;
    let subject = message::subject(key.algorithm(), &args.message)?;
    let signature = subject.sign(key, options).map_err(scheme::refused)?;
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
