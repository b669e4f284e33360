//! `sealane key`: the keys of a token.
use super::served::{found, reach};
use super::token::{output, public_pem};
use crate::args::token::{self as args, Whence};
use crate::args::{Attributed, KeyCommand};
use crate::cmd::print_json;
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Output, Reader, to_stdout};
use sealane::any::Lengths;
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::object::{Attributes, Class, Mechanism, Object, Usage};
use serde_json::{Value, json};
use std::fmt::Write;

pub fn run(args: &args::Key) -> Result<(), Failure> {
    match &args.command {
        KeyCommand::Generate(args) => generate(args),
        KeyCommand::List(args) => list(args),
        KeyCommand::Show(args) => show(args),
        KeyCommand::Import(args) => import(args),
        KeyCommand::Export(args) => export(args),
        KeyCommand::Delete(args) => delete(args),
    }
}

fn generate(args: &args::Generate) -> Result<(), Failure> {
    let mut keys = reach(&args.at, Some(&args.pin.file))?;
    let attributes = attributes(&args.attributes, args.algorithm);
    let made = keys.generate(args.algorithm, attributes).map_err(Failure::token)?;
    report(&made, args.json)
}

fn list(args: &args::List) -> Result<(), Failure> {
    let mut keys = reach(&args.at, args.looks.pin.as_ref())?;
    let objects = keys.list().map_err(Failure::token)?;
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
    let mut keys = reach(&args.at, args.looks.pin.as_ref())?;
    report(&found(&mut *keys, &args.key)?, args.json)
}

fn import(args: &args::Import) -> Result<(), Failure> {
    let inputs = [Input::new("--in", &args.input), Input::new("--pin-file", &args.pin.file)];
    refuse_two_pipes(&inputs)?;
    if args.public {
        let key = keys::public_of_any(inputs[0], Lengths::Current)?;
        let mut keys = reach(&args.at, Some(&args.pin.file))?;
        let made = keys.import_public(&key.to_spki_der(), &args.attributes.label);
        return report(&made.map_err(Failure::token)?, args.json);
    }
    let key = Key::from_pkcs8(&keys::private(inputs[0])?.to_pkcs8_der());
    let key = key.map_err(Failure::token)?;
    let attributes = attributes(&args.attributes, key.kind());
    let mut keys = reach(&args.at, Some(&args.pin.file))?;
    report(&keys.import(key, attributes).map_err(Failure::token)?, args.json)
}

fn export(args: &args::Export) -> Result<(), Failure> {
    let inputs = [("--pin-file", &args.pin.file)];
    let output = match args.at.whence() {
        Whence::Store(store) => output(&args.out, Content::Text, &store, &inputs)?,
        Whence::Service(_) => {
            let inputs = inputs.map(|(argument, source)| Input::new(argument, source));
            Output::new(&args.out.target, args.out.force, Content::Text, &inputs)?
        }
    };
    let mut keys = reach(&args.at, Some(&args.pin.file))?;
    let object = found(&mut *keys, &args.key)?;
    if object.class == Class::Secret {
        let sentence = "keys of AES leave the token in no document; wrap them instead";
        return Err(Failure::refused("KEY_TYPE", sentence));
    }
    let document = keys.export(object.id).map_err(Failure::token)?;
    let key = sealane::any::PrivateKey::from_pkcs8_der(&document, Lengths::Legacy);
    let key = key.map_err(|error| Failure::decode("the token", error))?;
    output.write(key.to_pkcs8_pem().as_bytes(), Reader::OwnerOnly)
}

fn delete(args: &args::Delete) -> Result<(), Failure> {
    let mut keys = reach(&args.at, Some(&args.pin.file))?;
    let object = found(&mut *keys, &args.key)?;
    keys.delete(object.id).map_err(Failure::token)
}

fn attributes(args: &Attributed, kind: KeyKind) -> Attributes {
    let usage = match &args.usage[..] {
        [] => Usage::usual(kind),
        uses => uses.iter().fold(Usage::NONE, |all, one| all.with(*one)),
    };
    let (label, mechanisms) = (args.label.clone(), args.mechanism.clone());
    let exportable = args.exportable;
    Attributes { label, usage, exportable, sensitive: !exportable, mechanisms }
}

fn report(object: &Object, as_json: bool) -> Result<(), Failure> {
    let value = value(object)?;
    if as_json {
        return print_json(&value);
    }
    let mut text = String::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        let value = match value {
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
    let by = |mechanism: &Mechanism| {
        Mechanism::ALL.iter().find(|row| row.0 == *mechanism).map(|row| row.1)
    };
    let mechanisms: Vec<_> = attributes.mechanisms.iter().filter_map(by).collect();
    Ok(json!({
        "id": object.id.to_string(),
        "label": attributes.label,
        "class": object.class.name(),
        "algorithm": object.kind.to_string(),
        "usage": attributes.usage.names(),
        "mechanisms": mechanisms,
        "exportable": attributes.exportable,
        "sensitive": attributes.sensitive,
        "created": object.created,
        "public_key": public_pem(object)?,
    }))
}
