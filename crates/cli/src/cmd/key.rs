//! `sealane key`: the keys of a token.
use super::served::{found, reach};
use super::token::reached::Reached;
use super::token::{about_role, output, public, public_pem};
use crate::args::token::{self as args, TokenLocation};
use crate::args::{Attributed, Encoding, KeyCommand, Out};
use crate::cmd::{date, hex, print_json};
use crate::failure::Failure;
use crate::input::{Input, Source, refuse_two_pipes};
use crate::output::{Content, Output, Reader, to_stdout};
use crate::{keys, openssh};
use sealane::Lengths;
use sealane_hsm::Error;
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::object::{Attributes, Class, Mechanism, Object, Patch, Usage};
use sealane_hsm::role::Role;
use serde_json::{Value, json};
use std::fmt::Write;

mod others;
mod wrapping;

pub fn run(args: &args::Key) -> Result<(), Failure> {
    match &args.command {
        KeyCommand::Generate(args) => generate(args),
        KeyCommand::List(args) => list(args),
        KeyCommand::Show(args) => show(args),
        KeyCommand::Import(args) => import(args),
        KeyCommand::Export(args) => export(args),
        KeyCommand::Pubkey(args) => pubkey(args),
        KeyCommand::Set(args) => set(args),
        KeyCommand::Delete(args) => delete(args),
        KeyCommand::Permit(args) => others::permit(args),
        KeyCommand::Wrap(args) => wrapping::wrap(args),
        KeyCommand::Unwrap(args) => wrapping::unwrap(args),
    }
}

fn generate(args: &args::Generate) -> Result<(), Failure> {
    let attributes = attributes(&args.attributes, args.algorithm)?;
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    let made = keys.generate(args.algorithm, attributes);
    told(made, &args.attributes.label, args.json)
}

fn set(args: &args::SetKey) -> Result<(), Failure> {
    let uses = args.usage.iter().fold(Usage::NONE, |all, one| all.with(*one));
    let patch = Patch {
        label: args.label.clone(),
        usage: (!args.usage.is_empty()).then_some(uses),
        exportable: args.not_exportable.then_some(false),
        sensitive: args.sensitive.then_some(true),
        external_id: args.external_id.as_ref().map(|id| id.0.clone()),
        ..Patch::default()
    };
    if patch == Patch::default() {
        let sentence =
            "nothing is to be changed: --label, --id, --usage, --not-exportable or --sensitive";
        return Err(Failure::usage("USAGE", sentence));
    }
    let (of, who) = (&args.of, "the user changes keys, the officer those that read backups");
    let mut reached = Reached::new(of.at.location(), of.role, of.pin.file.as_ref())?;
    let key = reached.find(&of.key)?;
    let label = args.label.as_deref().unwrap_or(&key.attributes.label);
    let made = reached.modify(key.id, patch).map_err(|error| about_label(label, error));
    report(&made.map_err(|failure| about_role(of.role, who, failure))?, args.json)
}

/// Reports a key that was made, or why it was not.
fn told(made: Result<Object, Error>, label: &str, as_json: bool) -> Result<(), Failure> {
    let made = made.map_err(|error| about_label(label, error))?;
    report(&made, as_json).map_err(|failure| with_made_key(&made, failure))
}

fn list(args: &args::List) -> Result<(), Failure> {
    let mut keys = reach(&args.reader.at, args.reader.whom.who, args.reader.pin.pin.as_ref())?;
    let objects = match others::template(&args.parts) {
        Some(template) => keys.search(&template, None, usize::MAX),
        None => keys.list(),
    };
    let objects = objects.map_err(Failure::token)?;
    if args.json {
        let objects: Vec<Value> = objects.iter().map(value).collect::<Result<_, _>>()?;
        return print_json(&json!({ "keys": objects }));
    }
    let mut text = String::new();
    for object in objects {
        let (id, class, kind) = (object.id, object.class.name(), object.kind.to_string());
        let uses = object.attributes.usage.names().join(",");
        let label = &object.attributes.label;
        let _ = writeln!(text, "{id}  {class:8} {kind:22} {uses:22} {label}");
    }
    to_stdout(text.as_bytes())
}

fn show(args: &args::Show) -> Result<(), Failure> {
    let mut keys = reach(&args.reader.at, args.reader.whom.who, args.reader.pin.pin.as_ref())?;
    report(&found(&mut *keys, &args.key)?, args.json)
}

fn import(args: &args::Import) -> Result<(), Failure> {
    let inputs = [Input::new("--in", &args.input)].into_iter().chain(args.user.pin.inputs());
    let inputs: Vec<_> = inputs.collect();
    refuse_two_pipes(&inputs)?;
    let label = &args.attributes.label;
    if args.certificate || args.data {
        return others::import(args, inputs[0]);
    }
    if args.public {
        let key = keys::public_of_any(inputs[0], Lengths::Current)?;
        let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
        return told(keys.import_public(&key.to_spki_der(), label), label, args.json);
    }
    let key = Key::Private(keys::private(inputs[0])?);
    let attributes = attributes(&args.attributes, key.kind())?;
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    told(keys.import(key, attributes), label, args.json)
}

/// Where a document of a key goes: apart from all that the command reads.
pub fn output_of(
    out: &Out,
    content: Content,
    at: &TokenLocation,
    inputs: &[(&'static str, &Source)],
) -> Result<Output, Failure> {
    match at {
        TokenLocation::Store(store) => output(out, content, store, inputs),
        TokenLocation::Service(..) => {
            let inputs: Vec<Input> =
                inputs.iter().map(|(argument, source)| Input::new(argument, source)).collect();
            Output::new(&out.target, out.force, content, &inputs)
        }
    }
}

fn export(args: &args::Export) -> Result<(), Failure> {
    let inputs: Vec<_> = args.user.pin.named().collect();
    let output = output_of(&args.out, Content::Text, &args.user.at.location(), &inputs)?;
    let mut keys = reach(&args.user.at, args.user.whom.who, args.user.pin.file.as_ref())?;
    let object = found(&mut *keys, &args.key)?;
    if !object.class.is_key() {
        return others::export(&mut *keys, &object, output);
    }
    if object.class == Class::Secret {
        let sentence = "keys of AES leave the token in no document; wrap them instead";
        return Err(Failure::refused("KEY_TYPE", sentence));
    }
    if object.class == Class::Public {
        let sentence = "the token has the public key alone, which `sealane key pubkey` prints";
        return Err(Failure::refused("KEY_TYPE", sentence));
    }
    let document = keys.export(object.id).map_err(Failure::token)?;
    let key = sealane::PrivateKey::from_pkcs8_der(&document, Lengths::Legacy);
    let key = key.map_err(|error| Failure::decode("the token", error))?;
    output.write(key.to_pkcs8_pem().as_bytes(), Reader::OwnerOnly)
}

fn pubkey(args: &args::Pubkey) -> Result<(), Failure> {
    let content = if args.outform == Encoding::Der { Content::Binary } else { Content::Text };
    let inputs: Vec<_> = args.reader.pin.pin.iter().map(|source| ("--pin-file", source)).collect();
    let output = output_of(&args.out, content, &args.reader.at.location(), &inputs)?;
    let mut keys = reach(&args.reader.at, args.reader.whom.who, args.reader.pin.pin.as_ref())?;
    let object = found(&mut *keys, &args.key)?;
    if object.class == Class::Secret {
        let sentence = format!("a key of {} has no public half", object.kind);
        return Err(Failure::refused("KEY_TYPE", sentence));
    }
    let bytes = match args.outform {
        Encoding::Der => object.public.clone(),
        Encoding::Pem => public_pem(&object)?.into_bytes(),
        Encoding::Openssh => openssh::to_line(&public(&object)?)?.into_bytes(),
    };
    output.write(&bytes, Reader::Anyone)
}

fn delete(args: &args::Delete) -> Result<(), Failure> {
    let mut keys = reach(&args.at, args.role, args.pin.file.as_ref())?;
    let object = found(&mut *keys, &args.key)?;
    keys.delete(object.id).map_err(|error| {
        let restores = object.attributes.mechanisms.contains(&Mechanism::Restore);
        let who = if restores { Role::Officer } else { Role::User };
        about_role(args.role, &format!("the {} may", who.name()), Failure::token(error))
    })
}

/// What was made stays when nobody could be told: its id is the way to find it.
pub fn with_made_key(object: &Object, failure: Failure) -> Failure {
    let (id, label) = (object.id, &object.attributes.label);
    let made = format!("the token has the key all the same: id {id}, label {label:?}");
    match failure {
        Failure::ClosedPipe => {
            let sentence = format!("standard output: nobody reads it any more; {made}");
            Failure::failed("OUTPUT_FAILED", sentence)
        }
        said => said.about(|sentence| format!("{sentence}; {made}")),
    }
}

/// What was refused of a new key, with its label if that is it.
pub fn about_label(label: &str, error: Error) -> Failure {
    let of_label = matches!(error, Error::NameExists | Error::NameInvalid);
    let failure = Failure::token(error);
    let named = |sentence| format!("--label {label:?}: {sentence}");
    if of_label { failure.about(named) } else { failure }
}

/// The attributes asked for. Errors: `USAGE_DENIED`, `KEY_TYPE` for those that keys of the kind do
/// not have, with those that they have.
fn attributes(args: &Attributed, kind: KeyKind) -> Result<Attributes, Failure> {
    let refused = |error, option: &str, name: &str, possible: Vec<&str>| {
        let possible = possible.join(", ");
        let say = |_| format!("{option} {name}: a key of {kind} has none but: {possible}");
        Err(Failure::token(error).about(say))
    };
    let possible = Usage::possible(kind);
    if let Some(usage) = args.usage.iter().find(|usage| !possible.has(**usage)) {
        let name = usage.names().join(",");
        return refused(Error::UsageDenied, "--usage", &name, possible.names());
    }
    if let Some(mechanism) = args.mechanism.iter().find(|mechanism| !mechanism.fits(kind)) {
        let fit = Mechanism::ALL.iter().filter(|row| row.0.fits(kind));
        let possible = fit.map(|row| row.1).collect();
        return refused(Error::KeyType, "--mechanism", mechanism_name(*mechanism), possible);
    }
    let usage = match &args.usage[..] {
        [] => Usage::usual(kind),
        uses => uses.iter().fold(Usage::NONE, |all, one| all.with(*one)),
    };
    let (label, mechanisms) = (&args.label, args.mechanism.clone());
    let exportable = args.exportable;
    let usual = Attributes::usual(label, kind);
    let sensitive = !exportable;
    let (external_id, permissions) = others::more(args);
    Ok(Attributes { usage, exportable, sensitive, mechanisms, external_id, permissions, ..usual })
}

fn mechanism_name(mechanism: Mechanism) -> &'static str {
    let row = Mechanism::ALL.iter().find(|row| row.0 == mechanism);
    row.map_or("unknown", |row| row.1)
}

fn report(object: &Object, as_json: bool) -> Result<(), Failure> {
    let value = value(object)?;
    if as_json {
        return print_json(&value);
    }
    let mut text = String::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        let value = match value {
            Value::Number(seconds) if name == "created" => {
                seconds.as_u64().map_or_else(|| seconds.to_string(), date)
            }
            Value::String(text) if text.contains('\n') => continue,
            Value::String(text) => text.clone(),
            Value::Array(names) => {
                names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        };
        let _ = writeln!(text, "{:12} {value}", format!("{name}:"));
    }
    text.push_str(&public_pem(object)?);
    to_stdout(text.as_bytes())
}

/// What everybody may know of a key.
fn value(object: &Object) -> Result<Value, Failure> {
    let attributes = &object.attributes;
    let mechanisms: Vec<_> =
        attributes.mechanisms.iter().map(|mechanism| mechanism_name(*mechanism)).collect();
    Ok(json!({
        "id": object.id.to_string(),
        "label": attributes.label,
        "class": object.class.name(),
        "algorithm": object.kind.to_string(),
        "usage": attributes.usage.names(),
        "mechanisms": mechanisms,
        "exportable": attributes.exportable,
        "sensitive": attributes.sensitive,
        "external_id": hex(&attributes.external_id),
        "users": others::said(attributes.permissions.users.as_ref()),
        "viewers": others::said(attributes.permissions.viewers.as_ref()),
        "created": object.created,
        "public_key": public_pem(object)?,
    }))
}
