//! `sealane sign`: a signature of a message.
use crate::args::{Sign, SignatureForm};
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::{Content, Output, Reader, Target};
use crate::{keys, message};
use sealane::{Nonces, SignOptions};
use serde_json::json;

pub fn run(args: &Sign) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), message::input(&args.message)];
    refuse_two_pipes(&inputs)?;
    let only_report = args.json && args.out.target == Target::Stdout;
    let content = if only_report { Content::Text } else { Content::Binary };
    let output = Output::new(&args.out.target, args.out.force, content, &inputs)?;
    let key = keys::private(inputs[0])?;
    message::refuse_other_schemes(key.algorithm(), &args.message, args.low_s)?;
    let subject = message::subject(key.algorithm(), &args.message)?;
    let nonces = if args.deterministic { Nonces::Deterministic } else { Nonces::Hedged };
    let options = SignOptions { nonces, low_s: args.low_s, check: args.check };
    let signature = subject.sign(&key, options).map_err(Failure::sign)?;
    let bytes = match args.format {
        SignatureForm::Der if !args.message.bip340 => signature.to_der(),
        _ => signature.to_bytes(),
    };
    if !only_report {
        output.write(&bytes, Reader::Anyone)?;
    }
    if args.json {
        return print_json(&json!({
            "algorithm": key.algorithm().name(),
            "hash": subject.hash,
            "format": args.format.name(),
            "signature": hex(&bytes),
        }));
    }
    Ok(())
}
