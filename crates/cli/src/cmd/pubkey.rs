//! `sealane pubkey`: the public key that belongs to a key.
use crate::args::{Pubkey, PublicEncoding};
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Content, Output, Reader, Target};
use crate::{keys, openssh};
use serde_json::json;

pub fn run(args: &Pubkey) -> Result<(), Failure> {
    let input = Input::new("--key", &args.key);
    let only_report = args.json && args.out.target == Target::Stdout;
    let content = match args.outform {
        PublicEncoding::Pem | PublicEncoding::Openssh => Content::Text,
        _ if only_report => Content::Text,
        _ => Content::Binary,
    };
    let output = Output::new(&args.out.target, args.out.force, content, &[input])?;
    let key = keys::public_of_any(input)?;
    if !only_report {
        let bytes = match args.outform {
            PublicEncoding::Pem => key.to_spki_pem().into_bytes(),
            PublicEncoding::Der => key.to_spki_der(),
            PublicEncoding::Point => key.to_sec1(false),
            PublicEncoding::PointCompressed => key.to_sec1(true),
            PublicEncoding::Openssh => openssh::to_line(&key)?.into_bytes(),
        };
        output.write(&bytes, Reader::Anyone)?;
    }
    if args.json {
        return print_json(&json!({
            "algorithm": key.algorithm().name(),
            "public_key": key.to_spki_pem(),
            "point": hex(&key.to_sec1(false)),
        }));
    }
    Ok(())
}
