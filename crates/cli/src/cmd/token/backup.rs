//! Backups of a token: written, looked at, restored.
use super::reached::Reached;
use super::{keys_of, named, tell};
use crate::args::token as args;
use crate::cmd::key::output_of;
use crate::cmd::{date, print_json};
use crate::failure::Failure;
use crate::input::{Input, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Reader, Target, to_stdout};
use sealane_hsm::Error;
use sealane_hsm::token::{BackupSource, Fingerprint, inspect_backup};
use serde_json::{Value, json};
use std::fmt::Write;

pub fn backup(args: &args::Backup) -> Result<(), Failure> {
    let inputs = [Input::new("--for", &args.recipient)];
    let inputs: Vec<Input> = inputs.into_iter().chain(args.by.pin.inputs()).collect();
    refuse_two_pipes(&inputs)?;
    let sources: Vec<_> = inputs.iter().map(|input| (input.argument, input.source)).collect();
    let at = args.by.at.location();
    let output = output_of(&args.out, Content::Binary, &at, &sources)?;
    let target = keys::peer(inputs[0])?;
    let mut reached = Reached::new(at, args.by.officer.who, args.by.pin.file.as_ref())?;
    let made = reached.backup(&target.to_spki_der());
    let (backup, count) = made.map_err(|error| match error {
        Error::KeyType => named("--for: no key of `token backup-target`", error),
        other => Failure::token(other),
    })?;
    output.write(&backup, Reader::OwnerOnly)?;
    match args.out.target {
        Target::Stdout => Ok(()),
        Target::File(_) => tell(&format!("{} backed up", keys_of(count))),
    }
}

pub fn verify(args: &args::BackupVerify) -> Result<(), Failure> {
    let input = Input::new("--in", &args.input);
    let refused = |error| named(&input.name(), error);
    let backup = input.read_long(MAX_BACKUP)?;
    let report = inspect_backup(&backup).map_err(refused)?;
    if let Some(from) = args.from {
        match report.signer {
            Some(signer) if signer == from => {}
            Some(_) => return Err(refused(Error::BackupForeign)),
            None => return Err(refused(Error::BackupUnsigned)),
        }
    }
    demand_restorable(args, &backup, report.signer)?;
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
    let input = Input::new("--in", &args.input);
    let inputs: Vec<Input> = [input].into_iter().chain(args.by.pin.inputs()).collect();
    refuse_two_pipes(&inputs)?;
    // Anybody can write keys for a public one: whose they are is not read from the file.
    let from = args.from.ok_or_else(|| {
        let sentence = "--from FINGERPRINT is missing: say which token made the backup, by what \
                        `token status` of that token shows; `token backup-verify` says what is in \
                        the file, which anybody may have written";
        Failure::usage("USAGE", sentence)
    })?;
    let backup = input.read_long(MAX_BACKUP)?;
    let mut reached =
        Reached::new(args.by.at.location(), args.by.officer.who, args.by.pin.file.as_ref())?;
    let target = reached.find(&args.target)?;
    let restored = reached.restore(target.id, &backup, from);
    let count = restored.map_err(|error| about_backup(input, error))?;
    tell(&format!("{} restored", keys_of(count)))
}

/// Demands that the token of `--target` could restore a backup, if it is named.
fn demand_restorable(
    args: &args::BackupVerify,
    backup: &[u8],
    signer: Option<Fingerprint>,
) -> Result<(), Failure> {
    let (target, at) = match (&args.target, args.at.location()) {
        (Some(target), Some(at)) => (target, at),
        (None, None) => return Ok(()),
        _ => {
            let sentence = "--target KEY goes with the token that has the key: --store or --socket";
            return Err(Failure::usage("USAGE", sentence));
        }
    };
    let mut reached = Reached::new(at, args.officer.who, args.pin.as_ref())?;
    let target = reached.find(target)?;
    let from = signer.map_or(BackupSource::Unsigned, BackupSource::Token);
    let verified = reached.verify(target.id, backup, from);
    verified.map(drop).map_err(|error| about_backup(Input::new("--in", &args.input), error))
}

/// Why a backup is not restored, with the argument that it is about.
fn about_backup(input: Input, error: Error) -> Failure {
    match error.code() {
        "USAGE_DENIED" | "KEY_TYPE" => named("--target", error),
        "NAME_EXISTS" => named("--in: a key of the backup is in the token, or", error),
        "BACKUP_FOREIGN" => named("--from", error),
        "NOT_LOGGED_IN" | "ROLE_DENIED" => Failure::token(error),
        _ => named(&input.name(), error),
    }
}

/// The most bytes of a backup: some hundred thousand keys.
const MAX_BACKUP: usize = 256 << 20;
