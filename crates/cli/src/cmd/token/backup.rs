//! Backups of a token: written, looked at, restored.
use super::{find, keys_of, login, named, output, tell};
use crate::args::token as args;
use crate::cmd::{date, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Reader, Target, to_stdout};
use sealane_hsm::Error;
use sealane_hsm::role::Role;
use sealane_hsm::token::inspect_backup;
use serde_json::{Value, json};
use std::fmt::Write;

pub fn backup(args: &args::Backup) -> Result<(), Failure> {
    let inputs = [Input::new("--for", &args.recipient), Input::new("--pin-file", &args.pin)];
    refuse_two_pipes(&inputs)?;
    let sources = inputs.map(|input| (input.argument, input.source));
    let output = output(&args.out, Content::Binary, &args.store, &sources)?;
    let target = keys::peer(inputs[0])?;
    let (token, session) = login(&args.store, Role::Officer, &args.pin)?;
    let backup = token.backup(&session, &target.to_spki_der()).map_err(|error| match error {
        Error::KeyType => named("--for: no key of `token backup-target`", error),
        other => Failure::token(other),
    })?;
    output.write(&backup, Reader::OwnerOnly)?;
    match args.out.target {
        Target::Stdout => Ok(()),
        // Nobody else has the store meanwhile: all keys are those of the backup.
        Target::File(_) => tell(&format!("{} backed up", keys_of(token.count()))),
    }
}

pub fn verify(args: &args::BackupVerify) -> Result<(), Failure> {
    let input = Input::new("--in", &args.input);
    let refused = |error| named(&input.name(), error);
    let report = inspect_backup(&input.read()?).map_err(refused)?;
    if let Some(from) = args.from {
        match report.signer {
            Some(signer) if signer == from => {}
            Some(_) => return Err(refused(Error::BackupForeign)),
            None => return Err(refused(Error::BackupUnsigned)),
        }
    }
    let signer = report.signer.map(|it| it.to_string());
    if args.json {
        let keys = report.objects.iter().map(|object| {
            json!({
                "id": object.id.to_string(), "label": object.attributes.label,
                "class": object.class.name(), "algorithm": object.kind.to_string(),
            })
        });
        return print_json(&json!({
            "format": report.format, "token": report.token.to_string(), "label": report.label,
            "changes": report.sequence, "made": report.made, "fingerprint": signer,
            "keys": keys.collect::<Vec<Value>>(),
        }));
    }
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "not said".to_owned());
    let mut text = format!(
        "token:       {}\nlabel:       {}\nmade:        {}\nchanges:     {}\nfingerprint: {}\n\
         keys:        {}\n",
        report.token,
        or_none(report.label),
        or_none(report.made.map(date)),
        or_none(report.sequence.map(|it| it.to_string())),
        signer.unwrap_or_else(|| "nobody has signed it".to_owned()),
        report.objects.len(),
    );
    for object in &report.objects {
        let (class, kind) = (object.class.name(), object.kind.to_string());
        let _ = writeln!(text, "{}  {class:8} {kind:22} {}", object.id, object.attributes.label);
    }
    to_stdout(text.as_bytes())
}

pub fn restore(args: &args::Restore) -> Result<(), Failure> {
    let inputs = [Input::new("--in", &args.input), Input::new("--pin-file", &args.pin)];
    refuse_two_pipes(&inputs)?;
    // Anybody can write keys for a public one: whose they are is not read from the file.
    let from = args.from.ok_or_else(|| {
        let sentence = "--from FINGERPRINT is missing: say which token made the backup, by what \
                        `token status` of that token shows; `token backup-verify` says what is in \
                        the file, which anybody may have written";
        Failure::usage("USAGE", sentence)
    })?;
    let backup = inputs[0].read()?;
    let (token, session) = login(&args.store, Role::Officer, &args.pin)?;
    let target = find(&token, &args.target)?;
    let objects = token.restore(&session, target.id, &backup, from);
    let objects = objects.map_err(|error| match error {
        Error::UsageDenied | Error::KeyType => named("--target", error),
        Error::NameExists => named("--in: a key of the backup is in the token, or", error),
        Error::BackupForeign => named("--from", error),
        other => named(&inputs[0].name(), other),
    })?;
    tell(&format!("{} restored", keys_of(objects.len())))
}
