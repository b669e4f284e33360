//! `sealane mu`: the hash that stands for a message where ML-DSA signs it.
use crate::args::Mu;
use crate::cmd::hex;
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Output, Reader};
use crate::subject::{context_of, mldsa};
use sealane::{DecodeError, Lengths, PublicKey};

pub fn run(args: &Mu) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), Input::new("--in", &args.input)];
    refuse_two_pipes(&inputs)?;
    let content = if args.hex { Content::Text } else { Content::Binary };
    let output = Output::new(&args.out.target, args.out.force, content, &inputs)?;
    let [key, message] = inputs;
    let public = match keys::public_of_any(key, Lengths::Current)? {
        PublicKey::MlDsa(public) => public,
        other => {
            let (name, algorithm) = (key.name(), other.algorithm());
            let sentence = format!("{name}: {algorithm} keys sign no mu, ML-DSA keys do");
            return Err(Failure::refused(DecodeError::KeyAlgorithm.code(), sentence));
        }
    };
    let context = context_of(args.context.as_deref(), args.context_hex.as_ref())?;
    let mu = mldsa::mu(&public, &context.unwrap_or_default(), message)?;
    if args.hex {
        return output.write((hex(&mu) + "\n").as_bytes(), Reader::Anyone);
    }
    output.write(&mu, Reader::Anyone)
}
