//! `sealane derive`: a shared secret with the owner of another key.
use super::served::Kept;
use crate::args::Derive;
use crate::args::token::TokenLocation;
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Output, Reader, Target};
use crate::subject::cannot;
use sealane::DeriveError;
use serde_json::json;
use zeroize::Zeroizing;

/// A secret, and the algorithm that it is of.
type Agreed = (String, Zeroizing<Vec<u8>>);

pub fn run(args: &Derive) -> Result<(), Failure> {
    let only_report = args.json && args.out.target == Target::Stdout;
    let content = if args.hex || only_report { Content::Text } else { Content::Binary };
    let (output, (algorithm, secret)) = match args.token.location()? {
        Some(at) => by_token(args, content, at)?,
        None => by_file(args, content)?,
    };
    if args.hex {
        let mut line = Zeroizing::new(vec![b'\n'; 2 * secret.len() + 1]);
        base16ct::lower::encode(&secret, &mut line).expect("the line has two digits a byte");
        return output.write(&line, Reader::OwnerOnly);
    }
    if !only_report {
        output.write(&secret, Reader::OwnerOnly)?;
    }
    if !args.json {
        return Ok(());
    }
    let mut report = json!({ "algorithm": algorithm });
    if only_report {
        report["secret"] = json!(hex(&secret));
    }
    print_json(&report)
}

fn by_file(args: &Derive, content: Content) -> Result<(Output, Agreed), Failure> {
    let inputs = [Input::new("--key", &args.key), Input::new("--peer", &args.peer)];
    refuse_two_pipes(&inputs)?;
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
    let secret = Zeroizing::new(secret.as_bytes().to_vec());
    Ok((output, (key.algorithm().name().to_owned(), secret)))
}

fn by_token(
    args: &Derive,
    content: Content,
    at: TokenLocation,
) -> Result<(Output, Agreed), Failure> {
    let (input, pin) = (Input::new("--peer", &args.peer), args.token.pin.as_ref());
    let output = Kept::output(&args.out, content, &at, pin, input)?;
    let peer = keys::peer(input)?.to_spki_der();
    let mut key = Kept::find(at, args.token.who(), pin, &args.key)?;
    let secret = key.keys.derive(key.object.id, &peer);
    let secret = secret.map_err(|error| key.about(error, input))?;
    Ok((output, (key.object.kind.to_string(), secret)))
}
