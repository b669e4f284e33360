//! `sealane key wrap` and `key unwrap`: keys wrapped by AES keys of a token.
use super::{attributes, output_of, told};
use crate::args::wrapping::{By, Unwrap, Wrap};
use crate::cmd::served::{found, reach};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::output::{Content, Reader};
use sealane_hsm::engine::Keys;
use sealane_hsm::key::KeyKind;
use sealane_hsm::keywrap::Wrapping;

pub fn wrap(args: &Wrap) -> Result<(), Failure> {
    let inputs: Vec<_> = args.user.pin.named().collect();
    let output = output_of(&args.out, Content::Binary, &args.user.at.location(), &inputs)?;
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    let by = wrapping(&mut *keys, &args.by)?;
    let object = found(&mut *keys, &args.key)?;
    let wrapped = keys.wrap(by, object.id).map_err(Failure::token)?;
    output.write(&wrapped, Reader::OwnerOnly)
}

pub fn unwrap(args: &Unwrap) -> Result<(), Failure> {
    let inputs = [Input::new("--in", &args.input)].into_iter().chain(args.user.pin.inputs());
    let inputs: Vec<_> = inputs.collect();
    refuse_two_pipes(&inputs)?;
    let attributes = attributes(&args.attributes, args.algorithm)?;
    let wrapped = inputs[0].read()?;
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    let by = wrapping(&mut *keys, &args.by)?;
    let made = keys.unwrap(by, &wrapped, attributes);
    if let Ok(object) = &made
        && object.kind != args.algorithm
    {
        let (found, wanted): (KeyKind, KeyKind) = (object.kind, args.algorithm);
        keys.delete(object.id).map_err(Failure::token)?;
        let sentence = format!("--algorithm {wanted}: the wrapped key is one of {found}");
        return Err(Failure::refused("KEY_TYPE", sentence));
    }
    told(made, &args.attributes.label, args.json)
}

fn wrapping(keys: &mut dyn Keys, by: &By) -> Result<Wrapping, Failure> {
    let key = found(keys, &by.by).map_err(|failure| failure.about(|it| format!("--by: {it}")))?;
    Ok(Wrapping { by: key.id, form: by.form.into() })
}
