//! `sealane pubkey`: the public key that belongs to a key.
use crate::args::{Pubkey, PublicEncoding};
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Content, Output, Reader, Target};
use crate::{keys, openssh};
use sealane::{Lengths, PublicKey};
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
    let key = keys::public_of_any(input, Lengths::Legacy)?;
    if !only_report {
        let bytes = match args.outform {
            PublicEncoding::Pem => key.to_spki_pem().into_bytes(),
            PublicEncoding::Der => key.to_spki_der(),
            PublicEncoding::Point => point(&key, false)?,
            PublicEncoding::PointCompressed => point(&key, true)?,
            PublicEncoding::Openssh => openssh::to_line(&key)?.into_bytes(),
        };
        output.write(&bytes, Reader::Anyone)?;
    }
    if args.json {
        let mut report = json!({
            "algorithm": key.algorithm().to_string(),
            "public_key": key.to_spki_pem(),
        });
        if let PublicKey::Curve(key) = &key {
            report["point"] = json!(hex(&key.to_sec1(false)));
        }
        return print_json(&report);
    }
    Ok(())
}

/// The octets of a key over a curve. Errors: `KEY_ALGORITHM` for others, which have none.
fn point(key: &PublicKey, compressed: bool) -> Result<Vec<u8>, Failure> {
    match key {
        PublicKey::Curve(key) => Ok(key.to_sec1(compressed)),
        other => {
            let sentence = format!("--outform point: {} keys are no points", other.algorithm());
            Err(Failure::refused("KEY_ALGORITHM", sentence))
        }
    }
}
