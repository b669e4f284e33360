//! `sealane encrypt` and `sealane decrypt`: RSA by OAEP.
use super::served::Kept;
use crate::args::token::TokenLocation;
use crate::args::{Decrypt, Encrypt, Oaep};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Output, Reader};
use sealane::rsa::{self, OaepError};
use sealane::{Algorithm, Lengths, PrivateKey, PublicKey};
use sealane_hsm::queue::Ciphertext;

pub fn encrypt(args: &Encrypt) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), Input::new("--in", &args.input)];
    refuse_two_pipes(&inputs)?;
    let output = Output::new(&args.out.target, args.out.force, Content::Binary, &inputs)?;
    let key = match keys::public_of_any(inputs[0], Lengths::Current)? {
        PublicKey::Rsa(key) => key,
        other => return Err(no_rsa(other.algorithm(), "encrypt")),
    };
    let ciphertext = key.encrypt_oaep(&inputs[1].read()?, oaep(&args.oaep));
    output.write(&ciphertext.map_err(|error| refused(inputs, error))?, Reader::Anyone)
}

pub fn decrypt(args: &Decrypt) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), Input::new("--in", &args.input)];
    if let Some(at) = args.token.location()? {
        return decrypt_by_token(args, at);
    }
    refuse_two_pipes(&inputs)?;
    let output = Output::new(&args.out.target, args.out.force, Content::Binary, &inputs)?;
    let key = match keys::private(inputs[0])? {
        PrivateKey::Rsa(key) => key,
        other => return Err(no_rsa(other.algorithm(), "decrypt")),
    };
    let message = key.decrypt_oaep(&inputs[1].read()?, oaep(&args.oaep));
    output.write(&message.map_err(|error| refused(inputs, error))?, Reader::OwnerOnly)
}

/// More bytes than the modulus of any key has, and fewer than a request to a service.
const MAX_CIPHERTEXT: usize = 1 << 16;

fn decrypt_by_token(args: &Decrypt, at: TokenLocation) -> Result<(), Failure> {
    let (input, pin) = (Input::new("--in", &args.input), args.token.pin.as_ref());
    let output = Kept::output(&args.out, Content::Binary, &at, pin, input)?;
    let bytes = input.read()?.to_vec();
    if bytes.len() > MAX_CIPHERTEXT {
        let (name, got) = (input.name(), bytes.len());
        let sentence = format!("{name}: {got} bytes; no key has a modulus of so many");
        return Err(Failure::refused("CIPHERTEXT_LENGTH", sentence));
    }
    let mut key = Kept::find(at, args.token.who(), pin, &args.key)?;
    let rsa::Oaep { hash, mgf, label } = oaep(&args.oaep);
    let ciphertext = Ciphertext { bytes, hash, mgf, label: label.to_vec() };
    let message = key.keys.decrypt(key.object.id, ciphertext);
    output.write(&message.map_err(|error| key.about(error, input))?, Reader::OwnerOnly)
}

fn oaep(args: &Oaep) -> rsa::Oaep<'_> {
    let label = args.label_hex.as_ref().map_or(&[][..], |label| &label.0);
    rsa::Oaep { hash: args.hash, mgf: args.mgf_hash.unwrap_or(args.hash), label }
}

fn no_rsa(algorithm: Algorithm, what: &str) -> Failure {
    let sentence = format!("--key: {algorithm} keys cannot {what}; RSA keys can");
    Failure::refused("KEY_ALGORITHM", sentence)
}

/// What was refused of a key and an input, with the one that is at fault.
fn refused([key, input]: [Input; 2], error: OaepError) -> Failure {
    let at_fault = match error {
        OaepError::Random | OaepError::Fault => {
            return Failure::failed(error.code(), error.to_string());
        }
        OaepError::NotPermitted | OaepError::TooLong { most: None } => key,
        _ => input,
    };
    let why = match error {
        OaepError::CiphertextLength { expected, got } => {
            format!("{got} bytes; a ciphertext has the {expected} of the key's modulus")
        }
        other => other.to_string(),
    };
    Failure::refused(error.code(), format!("{}: {why}", at_fault.name()))
}
