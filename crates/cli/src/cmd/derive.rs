//! `sealane derive`: a shared secret with the owner of another key.
use crate::args::Derive;
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Output, Reader, Target};
use crate::subject::cannot;
use sealane::DeriveError;
use serde_json::json;
use zeroize::Zeroizing;

pub fn run(args: &Derive) -> Result<(), Failure> {
    let inputs = [Input::new("--key", &args.key), Input::new("--peer", &args.peer)];
    refuse_two_pipes(&inputs)?;
    let only_report = args.json && args.out.target == Target::Stdout;
    let content = if args.hex || only_report { Content::Text } else { Content::Binary };
    let output = Output::new(&args.out.target, args.out.force, content, &inputs)?;
    let key = keys::curve_private(inputs[0])?;
    if !key.algorithm().derives() {
        return Err(cannot(key.algorithm(), "DERIVE_UNSUPPORTED", "derive"));
    }
    let peer = keys::peer(inputs[1])?;
    let refused = |error: DeriveError| {
        let sentence = match error {
            DeriveError::KeyCurveMismatch => {
                let (theirs, ours) = (peer.algorithm(), key.algorithm());
                format!("--peer is {theirs}, --key is {ours}: both must be of one curve")
            }
            error => format!("{}: {error}", inputs[1].name()),
        };
        Failure::refused(error.code(), sentence)
    };
    let secret = key.derive(&peer).map_err(refused)?;
    if args.hex {
        let text = Zeroizing::new(hex(secret.as_bytes()) + "\n");
        return output.write(text.as_bytes(), Reader::OwnerOnly);
    }
    if !only_report {
        output.write(secret.as_bytes(), Reader::OwnerOnly)?;
    }
    if !args.json {
        return Ok(());
    }
    let mut report = json!({ "algorithm": key.algorithm().name() });
    if only_report {
        report["secret"] = json!(hex(secret.as_bytes()));
    }
    print_json(&report)
}
