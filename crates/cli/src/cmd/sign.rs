//! `sealane sign`: a signature of a message.
use crate::args::Sign;
use crate::cmd::served::Served;
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::{Content, Output, Reader, Target};
use crate::subject::{Op, Subject, in_form, refused, subject, takes_usual_hash};
use crate::{keys, message};
use sealane::{Algorithm, Nonces, PublicKey, SignOptions};
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
    if !args.json && !args.quiet && takes_usual_hash(algorithm, &args.message) {
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

fn by_file(args: &Sign, key: Input) -> Result<(Algorithm, Signed), Failure> {
    let key = keys::private(key)?;
    let nonces = if args.deterministic { Nonces::Deterministic } else { Nonces::Hedged };
    let options = SignOptions { nonces, low_s: args.low_s, check: args.check };
    let public = key.public_key();
    let subject = subject(Op::Sign, &public, &args.message, args.low_s)?;
    let bytes = subject.sign(&key, options).map_err(|error| refused(error, &subject.scheme))?;
    Ok((key.algorithm(), signed(args, &public, &subject, bytes)?))
}

fn by_service(args: &Sign, mut key: Served) -> Result<Signed, Failure> {
    let subject = subject(Op::Sign, &key.public, &args.message, false)?;
    let bytes = key.sign(&subject, args.deterministic)?;
    signed(args, &key.public, &subject, bytes)
}

/// The signature in the form that is asked for.
fn signed(
    args: &Sign,
    key: &PublicKey,
    subject: &Subject,
    bytes: Vec<u8>,
) -> Result<Signed, Failure> {
    let formed = in_form(key, &subject.scheme, bytes, args.format);
    let (format, bytes) = formed.map_err(|error| Failure::decode("the signature", error))?;
    Ok(Signed { hash: subject.hash, format: format.name(), bytes })
}
