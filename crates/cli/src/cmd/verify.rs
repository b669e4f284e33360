//! `sealane verify`: does the signature belong to the message and the key?
use crate::args::{AnySignatureForm, Verify};
use crate::cmd::print_json;
use crate::cmd::served::Served;
use crate::failure::{Failure, Status};
use crate::input::{Input, refuse_two_pipes};
use crate::output::to_stdout;
use crate::subject::{
    Op, bad_signature, read_signature, refuse_other_schemes, refused_signature, subject,
};
use crate::{keys, message};
use sealane::{DecodeError, Lengths, PublicKey};
use serde_json::json;

pub fn run(args: &Verify) -> Result<(), Failure> {
    let answer = verify(args);
    if !args.json {
        answer?;
        return to_stdout(b"signature: valid\n");
    }
    // An invalid signature is an answer too; other refusals are not.
    match &answer {
        Ok(()) => print_json(&json!({ "result": "valid" }))?,
        Err(Failure::Said { status: Status::InvalidSignature, code, .. }) => {
            print_json(&json!({ "result": "invalid", "code": code }))?;
        }
        Err(_) => {}
    }
    answer
}

fn verify(args: &Verify) -> Result<(), Failure> {
    let signature_input = Input::new("--signature", &args.signature);
    let key_input = Input::new("--key", &args.key);
    let inputs = [key_input, signature_input, message::input(&args.message)];
    let pin = args.through.pin.as_ref().map(|source| Input::new("--pin-file", source));
    refuse_two_pipes(&inputs.into_iter().chain(pin).collect::<Vec<_>>())?;
    let lengths = if args.legacy { Lengths::Legacy } else { Lengths::Current };
    let key = match Served::find(&args.through, &args.key)? {
        Some(key) => key.public,
        None => keys::public_of_any(key_input, lengths)?,
    };
    if let PublicKey::Curve(key) = &key {
        // Before the signature is read by another scheme.
        refuse_other_schemes(Op::Verify, key.algorithm(), &args.message, args.low_s)?;
    }
    let (message, bytes) = (&args.message, signature_input.read()?);
    // BIP 340 has one form.
    let form = if message.bip340 { AnySignatureForm::Raw } else { args.format };
    let refused = |error| refused_signature(&signature_input.name(), error, &key, &bytes, form);
    let signature = read_signature(&key, &bytes, args.format, message.bip340, args.low_s);
    let signature = signature.map_err(refused)?;
    let subject = subject(Op::Verify, &key, message, args.low_s)?;
    subject.verify(&key, &signature).map_err(|error| match error {
        DecodeError::SigInvalid => bad_signature(&key, &subject, message),
        error => refused(error),
    })
}
