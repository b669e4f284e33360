//! `sealane keygen`: a new key pair.
use crate::args::{Encoding, Keygen};
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::openssh;
use crate::output::{Content, Output, Reader, Target};
use sealane::PrivateKey;
use serde_json::json;

pub fn run(args: &Keygen) -> Result<(), Failure> {
    let to_stdout = args.out.target == Target::Stdout;
    let content = match args.outform {
        Encoding::Der if !args.json || !to_stdout => Content::Binary,
        _ => Content::Text,
    };
    let output = Output::new(&args.out.target, args.out.force, content, &[])?;
    let key = PrivateKey::generate(args.algorithm).map_err(Failure::sign)?;
    let mut report = json!({
        "algorithm": args.algorithm.to_string(),
        "public_key": key.public_key().to_spki_pem(),
    });
    if args.json && to_stdout {
        report["private_key"] = match args.outform {
            Encoding::Pem => json!(*key.to_pkcs8_pem()),
            Encoding::Der => json!(hex(&key.to_pkcs8_der())),
            Encoding::Openssh => json!(*openssh::to_pem(&key)?),
        };
        return print_json(&report);
    }
    match args.outform {
        Encoding::Pem => output.write(key.to_pkcs8_pem().as_bytes(), Reader::OwnerOnly)?,
        Encoding::Der => output.write(&key.to_pkcs8_der(), Reader::OwnerOnly)?,
        Encoding::Openssh => output.write(openssh::to_pem(&key)?.as_bytes(), Reader::OwnerOnly)?,
    }
    if args.json { print_json(&report) } else { Ok(()) }
}
