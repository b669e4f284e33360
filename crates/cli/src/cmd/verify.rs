//! `sealane verify`: does the signature belong to the message and the key?
use crate::args::{AnySignatureForm, Verify};
use crate::cmd::print_json;
use crate::cmd::served::Served;
use crate::failure::{Failure, Status};
use crate::input::{Input, refuse_two_pipes};
use crate::output::to_stdout;
use crate::scheme::{self, Op};
use crate::{keys, message};
use sealane::any::{self, Lengths};
use sealane::{Algorithm, DecodeError, Hash, Signature, dsa, key};
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
    match key {
        any::PublicKey::Curve(key) => verify_by_curve(args, &key, signature_input),
        key => verify_by_other(args, &key, signature_input),
    }
}

/// Verifies by RSA or DSA.
fn verify_by_other(args: &Verify, key: &any::PublicKey, input: Input) -> Result<(), Failure> {
    let refused = |error| Failure::decode(&input.name(), error);
    let mut bytes = input.read()?.to_vec();
    if let any::PublicKey::Dsa(key) = key {
        // Before the message, as below.
        bytes = read_dsa(key.parameters(), &bytes, args.format).map_err(refused)?.to_der();
    }
    let subject = scheme::subject(Op::Verify, key, &args.message, args.low_s)?;
    let verdict = key.verify_digest(&subject.digest, subject.scheme, &bytes);
    verdict.map_err(|error| match error {
        DecodeError::SigInvalid => scheme::bad_signature(subject.scheme, &args.message),
        error => refused(error),
    })
}

/// Reads a signature of DSA. What begins like a sequence is meant as one, unless it is no DER and
/// has the fixed length.
pub fn read_dsa(
    of: &dsa::Parameters,
    bytes: &[u8],
    form: AnySignatureForm,
) -> Result<dsa::Signature, DecodeError> {
    let (der, fixed) = (dsa::Signature::from_der(of, bytes), dsa::Signature::from_bytes(of, bytes));
    let wrong_length = matches!(fixed, Err(DecodeError::SigLength { .. }));
    match form {
        AnySignatureForm::Der => der,
        AnySignatureForm::Raw => fixed,
        AnySignatureForm::Auto if der.is_err() && !wrong_length => fixed,
        AnySignatureForm::Auto => der,
    }
}

fn verify_by_curve(
    args: &Verify,
    key: &key::PublicKey,
    signature_input: Input,
) -> Result<(), Failure> {
    scheme::refuse_rsa_options(key.algorithm().into(), &args.message)?;
    if !key.algorithm().signs() {
        return Err(message::cannot(key.algorithm(), "SCHEME_UNSUPPORTED", "sign"));
    }
    message::refuse_other_schemes(key.algorithm(), &args.message, args.low_s)?;
    let bytes = signature_input.read()?;
    // Before the message, which may be long: what is no signature needs no hash.
    let signature = if args.message.bip340 {
        Signature::from_bip340_bytes(key.algorithm(), &bytes)
    } else {
        read(key.algorithm(), &bytes, args.format)
    };
    let signature = signature.map_err(|error| Failure::decode(&signature_input.name(), error))?;
    if args.low_s {
        let refused = |error| Failure::decode(&signature_input.name(), error);
        signature.require_low_s().map_err(refused)?;
    }
    let subject = message::subject(key.algorithm(), &args.message)?;
    let failure = |error| {
        let failure = Failure::bad_signature(error);
        // Where it is another than SHA-256, many signers do not take the usual one.
        let hint = format!("; with {}, for no --hash is given", subject.hash);
        let usual = message::takes_usual_hash(key.algorithm().into(), &args.message);
        let hinted = usual && subject.hash != Hash::Sha256.name();
        if hinted { failure.about(|sentence| sentence + &hint) } else { failure }
    };
    subject.verify(key, &signature).map_err(failure)
}

/// Reads a signature in the form that is asked for.
pub fn read(
    algorithm: Algorithm,
    bytes: &[u8],
    form: AnySignatureForm,
) -> Result<Signature, DecodeError> {
    match form {
        AnySignatureForm::Der => Signature::from_der(algorithm, bytes),
        AnySignatureForm::Raw => Signature::from_bytes(algorithm, bytes),
        AnySignatureForm::Auto => read_any(algorithm, bytes),
    }
}

/// Reads either form. What is whole DER is DER, even where it has the fixed length, and what has
/// that length otherwise is r and s; what is left and begins like a sequence is meant as one.
fn read_any(algorithm: Algorithm, bytes: &[u8]) -> Result<Signature, DecodeError> {
    let der = Signature::from_der(algorithm, bytes);
    let fixed = bytes.len() == 2 * algorithm.order_bytes() || bytes.first() != Some(&0x30);
    if der.is_err() && fixed { Signature::from_bytes(algorithm, bytes) } else { der }
}
