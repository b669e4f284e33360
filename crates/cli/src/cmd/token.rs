//! `sealane token`: a token's store, roles, log, and backups.
use super::served::connect;
use crate::args::token::{self as args, TokenLocation};
use crate::args::{KeyName, MasterArgs, Out, Store, TokenCommand};
use crate::cmd::key::{about_label, made_all_the_same};
use crate::cmd::{date, print_json};
use crate::failure::Failure;
use crate::input::{Input, Source, refuse_two_pipes};
use crate::keys;
use crate::output::{Content, Output, Reader, to_stdout};
use crate::secrets::shown;
use sealane::{Lengths, PublicKey};
use sealane_hsm::master::Master;
use sealane_hsm::object::Object;
use sealane_hsm::role::{MAX_WRONG, Pin, Role};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{Session, Token};
use sealane_hsm::{Error, Platform};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use zeroize::Zeroizing;

pub fn run(args: &args::Token) -> Result<(), Failure> {
    match &args.command {
        TokenCommand::Init(args) => init(args),
        TokenCommand::Status(args) => status(args),
        TokenCommand::Check(args) => check(args),
        TokenCommand::SetPin(args) => set_pin(args),
        TokenCommand::Audit(args) => audit(args),
        TokenCommand::Rekey(args) => rekey(args),
        TokenCommand::BackupTarget(args) => backup_target(args),
        TokenCommand::Backup(args) => backup(args),
        TokenCommand::Restore(args) => restore(args),
    }
}

fn init(args: &args::Init) -> Result<(), Failure> {
    // All that may be refused is looked at before there is a file.
    let new_pin = pin("--new-pin-file", &args.new_pin.new_file)?;
    let master = master(&args.store.master)?;
    sealane_hsm::object::check_label(&args.label).map_err(Failure::token)?;
    let made = Sqlite::create_whole(&args.store.path, |storage| {
        let platform = Platform::system();
        Token::init(Box::new(storage), platform, &master, &args.label, &new_pin).map(drop)
    });
    made.map_err(|error| about_store(&args.store, error))
}

fn status(args: &args::Status) -> Result<(), Failure> {
    let status = open(&args.store)?.status().map_err(Failure::token)?;
    let role = |wrong: Option<u32>| match wrong {
        None => "no PIN".to_owned(),
        Some(wrong) if wrong >= MAX_WRONG => "locked".to_owned(),
        Some(0) => "ready".to_owned(),
        Some(wrong) => format!("{wrong} wrong PINs in a row"),
    };
    if args.json {
        let roles =
            status.roles.iter().map(|(who, wrong)| (who.name().to_owned(), json!(role(*wrong))));
        return print_json(&json!({
            "token": status.token.to_string(), "label": status.label,
            "sequence": status.sequence, "objects": status.objects,
            "generation": status.generation,
            "roles": roles.collect::<serde_json::Map<String, _>>(),
        }));
    }
    let mut text = format!(
        "token:      {}\nlabel:      {}\nkeys:       {}\nchanges:    {}\ngeneration: {}\n",
        status.token, status.label, status.objects, status.sequence, status.generation
    );
    for (who, wrong) in status.roles {
        let _ = writeln!(text, "{:11} {}", format!("{}:", who.name()), role(wrong));
    }
    to_stdout(text.as_bytes())
}

fn check(args: &args::Status) -> Result<(), Failure> {
    let (records, rows) = open(&args.store)?.check().map_err(Failure::token)?;
    if args.json {
        return print_json(&json!({ "records": records, "audit_rows": rows }));
    }
    to_stdout(format!("{records} records and {rows} rows of the log are as written\n").as_bytes())
}

fn set_pin(args: &args::SetPin) -> Result<(), Failure> {
    let pins = [
        Input::new("--pin-file", &args.pin.file),
        Input::new("--new-pin-file", &args.new_pin.new_file),
    ];
    refuse_two_pipes(&pins)?;
    let new_pin = first_line(pins[1])?;
    let checked = Pin::new(&new_pin).map_err(|error| named(pins[1].argument, error))?;
    match args.at.location() {
        TokenLocation::Store(store) => {
            let (token, session) = login(&store, args.role, &args.pin.file)?;
            token.set_pin(&session, args.whose, &checked).map_err(Failure::token)
        }
        TokenLocation::Service(place, users) => {
            let mut connection = connect(place, users, args.role, Some(&args.pin.file))?;
            connection.set_pin(args.whose, &new_pin).map_err(Failure::token)
        }
    }
}

fn audit(args: &args::Audit) -> Result<(), Failure> {
    let (token, session) = login(&args.store, args.role, &args.pin.file)?;
    let rows = token.audit(&session, args.first, args.most).map_err(Failure::token)?;
    let mut text = String::new();
    for (number, row) in rows {
        if args.json {
            let row = json!({
                "number": number, "time": row.time, "actor": row.actor, "action": row.action,
                "subject": row.subject, "sequence": row.sequence,
            });
            let _ = writeln!(text, "{row}");
        } else {
            let (time, actor) = (date(row.time), row.actor);
            let _ = writeln!(text, "{number}\t{time}\t{actor}\t{}\t{}", row.action, row.subject);
        }
    }
    to_stdout(text.as_bytes())
}

fn rekey(args: &args::Rekey) -> Result<(), Failure> {
    let fresh = args.new_master_file.as_deref();
    let fresh = fresh.map(|path| master_of_file("--new-master-file", path)).transpose()?;
    let (token, session) = login(&args.store, Role::Officer, &args.pin)?;
    token.rekey(&session, fresh.as_ref()).map_err(Failure::token)
}

fn backup_target(args: &args::BackupTarget) -> Result<(), Failure> {
    let output = output(&args.out, Content::Text, &args.store, &[("--pin-file", &args.pin)])?;
    let (token, session) = login(&args.store, Role::Officer, &args.pin)?;
    let object = token.backup_target(&session, &args.label);
    let object = object.map_err(|error| about_label(&args.label, error))?;
    let written = output.write(public_pem(&object)?.as_bytes(), Reader::Anyone);
    written.map_err(|failure| made_all_the_same(&object, failure))
}

fn backup(args: &args::Backup) -> Result<(), Failure> {
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
    output.write(&backup, Reader::OwnerOnly)
}

fn restore(args: &args::Restore) -> Result<(), Failure> {
    let inputs = [Input::new("--in", &args.input), Input::new("--pin-file", &args.pin)];
    refuse_two_pipes(&inputs)?;
    let backup = inputs[0].read()?;
    let (token, session) = login(&args.store, Role::Officer, &args.pin)?;
    let target = find(&token, &args.target)?;
    let objects = token.restore(&session, target.id, &backup);
    let objects = objects.map_err(|error| match error {
        Error::UsageDenied | Error::KeyType => named("--target", error),
        Error::NameExists => named("--in: a key of the backup is in the token, or", error),
        other => named(&inputs[0].name(), other),
    })?;
    to_stdout(format!("{} keys restored\n", objects.len()).as_bytes())
}

/// Checks an output, which must be none of the files that are read: not the store, what SQLite has
/// beside it, the master key, nor one of `inputs`, arguments with their sources.
pub fn output(
    out: &Out,
    content: Content,
    store: &Store,
    inputs: &[(&'static str, &Source)],
) -> Result<Output, Failure> {
    let beside = |end: &str| {
        let mut name = store.path.clone().into_os_string();
        name.push(end);
        ("--store", Source::File(name.into()))
    };
    let master = store.master.master_file.iter();
    let master = master.map(|path| ("--master-file", Source::File(path.clone())));
    let own: Vec<_> =
        ["", "-wal", "-shm", "-journal"].map(beside).into_iter().chain(master).collect();
    let passphrase = store.master.master_passphrase_file.iter();
    let passphrase = passphrase.map(|source| ("--master-passphrase-file", source));
    let own = own.iter().map(|(argument, source)| (*argument, source));
    let all = inputs.iter().copied().chain(own).chain(passphrase);
    let all: Vec<Input> = all.map(|(argument, source)| Input::new(argument, source)).collect();
    Output::new(&out.target, out.force, content, &all)
}

/// Opens the token of a store.
pub fn open(store: &Store) -> Result<Token, Failure> {
    let master = master(&store.master)?;
    let token = Sqlite::open(&store.path)
        .and_then(|storage| Token::open(Box::new(storage), Platform::system(), &master));
    token.map_err(|error| about_store(store, error))
}

/// What a store is refused for, with its name where the sentence has none.
fn about_store(store: &Store, error: Error) -> Failure {
    let name = match &error {
        Error::MasterWrong => master_name(&store.master),
        // Its sentence begins with the path.
        Error::Permission(_) => "--store".into(),
        error if error.code().starts_with("STORE_") => format!("--store {}", shown(&store.path)),
        _ => return Failure::token(error),
    };
    named(&name, error)
}

/// Opens the token of a store, and a session of a role.
pub fn login(store: &Store, role: Role, source: &Source) -> Result<(Token, Session), Failure> {
    let passphrase = store.master.master_passphrase_file.as_ref();
    let inputs = passphrase.map(|source| Input::new("--master-passphrase-file", source));
    let inputs: Vec<Input> = inputs.into_iter().chain([Input::new("--pin-file", source)]).collect();
    refuse_two_pipes(&inputs)?;
    let pin = pin("--pin-file", source)?;
    let token = open(store)?;
    let session = token.login(role, &pin);
    let input = Input::new("--pin-file", source);
    let session = session.map_err(|error| about_login(input, role, error))?;
    Ok((token, session))
}

/// Returns the object of a label or an id.
fn find(token: &Token, name: &KeyName) -> Result<Arc<Object>, Failure> {
    let found = match name {
        KeyName::Id(id) => token.find(*id),
        KeyName::Label(label) => token.find_label(label),
    };
    found.map_err(|error| about_name(name, error))
}

/// Why a role was not let in, with its name and the place of its PIN.
pub fn about_login(input: Input, role: Role, error: Error) -> Failure {
    if error.code().starts_with("PIN_") {
        return named(&format!("{}, the {}'s", input.name(), role.name()), error);
    }
    Failure::token(error)
}

/// Why there is no object of a label or an id.
pub fn about_name(name: &KeyName, error: Error) -> Failure {
    let what = match name {
        KeyName::Id(id) => format!("no id {id} (label:{id} would be the label)"),
        KeyName::Label(label) => format!("no label {label:?}"),
    };
    let unknown = error.code() == Error::KeyUnknown.code();
    let failure = Failure::token(error);
    if unknown { failure.about(|sentence| format!("{sentence}: {what}")) } else { failure }
}

/// The PEM of an object's public half; empty for an AES key.
pub fn public_pem(object: &Object) -> Result<String, Failure> {
    if object.public.is_empty() {
        return Ok(String::new());
    }
    Ok(public(object)?.to_spki_pem())
}

/// The public half of an object that has one.
pub fn public(object: &Object) -> Result<PublicKey, Failure> {
    let key = PublicKey::from_spki_der(&object.public, Lengths::Legacy);
    key.map_err(|error| Failure::decode("the token", error))
}

fn master(args: &MasterArgs) -> Result<Master, Failure> {
    match args {
        MasterArgs { master_file: Some(path), .. } => master_of_file("--master-file", path),
        MasterArgs { master_passphrase_file: Some(source), .. } => {
            let input = Input::new("--master-passphrase-file", source);
            let master = Master::from_passphrase(&first_line(input)?);
            master.map_err(|error| named(&input.name(), error))
        }
        MasterArgs { master_credential: Some(name), .. } => Master::from_credential(name)
            .map_err(|error| named(&format!("--master-credential {name:?}"), error)),
        _ => Err(Failure::token(Error::MasterUnset)),
    }
}

/// The argument that names the master key, with what it names.
fn master_name(args: &MasterArgs) -> String {
    match args {
        MasterArgs { master_file: Some(path), .. } => format!("--master-file {}", shown(path)),
        MasterArgs { master_passphrase_file: Some(source), .. } => {
            Input::new("--master-passphrase-file", source).name()
        }
        MasterArgs { master_credential, .. } => {
            format!("--master-credential {:?}", master_credential.as_deref().unwrap_or_default())
        }
    }
}

fn master_of_file(argument: &'static str, path: &Path) -> Result<Master, Failure> {
    let name = format!("{argument} {}", shown(path));
    Master::from_file(path).map_err(|error| named(&name, error))
}

/// What was refused, with the argument that it came from.
fn named(argument: &str, error: Error) -> Failure {
    Failure::token(error).about(|sentence| format!("{argument}: {sentence}"))
}

fn pin(argument: &'static str, source: &Source) -> Result<Pin, Failure> {
    let text = first_line(Input::new(argument, source))?;
    Pin::new(&text).map_err(|error| named(argument, error))
}

/// The first line of an input with a secret, without its end. Wiped on drop, as what it is taken
/// from.
pub fn first_line(input: Input) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let text = input.read_own()?;
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(Zeroizing::new(line.strip_suffix(b"\r").unwrap_or(line).to_vec()))
}
