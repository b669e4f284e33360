//! `sealane token`: a token's store, roles, log, and backups.
use super::serve::serving;
use super::served::connect;
use crate::args::token::{self as args, TokenLocation};
use crate::args::{KeyName, MasterArgs, Out, Store, TokenCommand};
use crate::cmd::key::{about_label, output_of, with_made_key};
use crate::cmd::print_json;
use crate::failure::{Failure, Status};
use crate::input::{Input, Source, refuse_two_pipes};
use crate::output::{Content, Output, Reader, Target, to_stdout};
use crate::secrets::shown;
use reached::Reached;
use sealane::{Lengths, PublicKey};
use sealane_hsm::master::{Master, demand_own};
use sealane_hsm::object::Object;
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{Fingerprint, Session, Token};
use sealane_hsm::{Error, Platform};
use serde_json::json;
use std::fmt::Write;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use zeroize::Zeroizing;

mod audit;
mod backup;
mod guard;
mod people;
pub mod reached;
mod softhsm;

pub fn run(args: &args::Token) -> Result<(), Failure> {
    match &args.command {
        TokenCommand::Init(args) => init(args),
        TokenCommand::Status(args) => status(args),
        TokenCommand::Check(args) => check(args),
        TokenCommand::SetPin(args) => set_pin(args),
        TokenCommand::Unlock(args) => guard::unlock(args),
        TokenCommand::Guard(args) => guard::run(args),
        TokenCommand::Identities(args) => people::list(args),
        TokenCommand::IdentityAdd(args) => people::add(args),
        TokenCommand::IdentityRemove(args) => people::remove(args),
        TokenCommand::Limits(args) => people::limits(args),
        TokenCommand::Audit(args) => audit::rows(args),
        TokenCommand::AuditTrim(args) => audit::trim(args),
        TokenCommand::AuditSetting(args) => audit::settings(args),
        TokenCommand::Rekey(args) => rekey(args),
        TokenCommand::BackupTarget(args) => backup_target(args),
        TokenCommand::Backup(args) => backup::backup(args),
        TokenCommand::BackupVerify(args) => backup::verify(args),
        TokenCommand::Restore(args) => backup::restore(args),
        TokenCommand::ImportSofthsm(args) => softhsm::run(args),
        TokenCommand::Migrate(args) => migrate(args),
    }
}

fn init(args: &args::Init) -> Result<(), Failure> {
    // All that may be refused is looked at before there is a file.
    let input = Input::new("--new-pin-file", &args.new_pin.new_file);
    let new_pin = new_pin(input, &first_line(input)?)?;
    let master = master(&args.store.master)?;
    let label = sealane_hsm::object::check_label(&args.label);
    label.map_err(|error| about_label(&args.label, error))?;
    let (platform, mut code) = (Platform::system(), None);
    let made = Sqlite::create_whole(&args.store.path, |storage| {
        let storage = Box::new(storage);
        let made = Token::init_recoverable(storage, platform, &master, &args.label, &new_pin);
        code = Some(made?.1);
        Ok(())
    });
    made.map_err(|error| about_store(&args.store, error))?;
    let code = code.unwrap_or_default();
    let text = Zeroizing::new(format!(
        "token {:?} is made in {}\nrecovery code: {}\nKeep it apart from the PINs: `token unlock` \
         takes it, and it is shown this once.\n",
        args.label,
        shown(&args.store.path),
        *code
    ));
    to_stdout(text.as_bytes())
}

/// Says what was done, which stays done if it cannot be said.
fn tell(done: &str) -> Result<(), Failure> {
    let told = to_stdout(format!("{done}\n").as_bytes());
    told.map_err(|failure| failure.about(|sentence| format!("{sentence}; all the same, {done}")))
}

fn keys_of(count: u64) -> String {
    if count == 1 { "1 key".into() } else { format!("{count} keys") }
}

fn migrate(args: &args::Migrate) -> Result<(), Failure> {
    let (pin, master) = (pin("--pin-file", &args.pin)?, master(&args.store.master)?);
    let made = Sqlite::open(&args.store.path)
        .and_then(|storage| Token::migrate(Box::new(storage), Platform::system(), &master, &pin));
    let token = made.map_err(|error| {
        let input = Input::new("--pin-file", &args.pin);
        let of_pin = matches!(error, Error::PinWrong { .. });
        let login = of_pin.then(|| about_login(input, Role::Officer, error.clone()));
        login.unwrap_or_else(|| about_store(&args.store, error))
    })?;
    tell(&format!("{} in the new format", keys_of(token.count() as u64)))
}

fn status(args: &args::Status) -> Result<(), Failure> {
    let reached = Reached::new(args.at.location(), args.officer.who, args.pin.as_ref());
    let status = reached?.status().map_err(Failure::token)?;
    let fingerprint = Fingerprint(status.fingerprint);
    let role = |who: Role, wrong: Option<u32>| match wrong {
        None => "no PIN".to_owned(),
        Some(_) if status.locked.contains(&who) => "locked for a user".to_owned(),
        Some(0) => "ready".to_owned(),
        Some(wrong) if wrong >= status.guard.free => {
            format!("delayed, {wrong} wrong PINs in a row")
        }
        Some(1) => "1 wrong PIN".to_owned(),
        Some(wrong) => format!("{wrong} wrong PINs in a row"),
    };
    if args.json {
        let roles = status.roles.iter();
        let roles = roles.map(|(who, wrong)| (who.name().to_owned(), json!(role(*who, *wrong))));
        return print_json(&json!({
            "token": status.token.to_string(), "label": status.label,
            "fingerprint": fingerprint.to_string(),
            "sequence": status.sequence, "objects": status.objects,
            "generation": status.generation,
            "roles": roles.collect::<serde_json::Map<String, _>>(),
        }));
    }
    let mut text = format!(
        "token:      {}\nlabel:      {}\nkeys:       {}\nchanges:    {}\ngeneration: {}\n\
         fingerprint: {}\n",
        status.token, status.label, status.objects, status.sequence, status.generation, fingerprint
    );
    for (who, wrong) in &status.roles {
        let _ = writeln!(text, "{:11} {}", format!("{}:", who.name()), role(*who, *wrong));
    }
    to_stdout(text.as_bytes())
}

fn check(args: &args::Status) -> Result<(), Failure> {
    let mut reached = Reached::new(args.at.location(), args.officer.who, args.pin.as_ref())?;
    let (records, rows) = reached.check().map_err(Failure::token)?;
    if args.json {
        return print_json(&json!({ "records": records, "audit_rows": rows }));
    }
    to_stdout(format!("{records} records and {rows} rows of the log are as written\n").as_bytes())
}

fn set_pin(args: &args::SetPin) -> Result<(), Failure> {
    let new = Input::new("--new-pin-file", &args.new_pin.new_file);
    refuse_two_pipes(&args.pin.inputs().chain([new]).collect::<Vec<_>>())?;
    let fresh = first_line(new)?;
    let checked = new_pin(new, &fresh)?;
    let set = match args.at.location() {
        TokenLocation::Store(store) => {
            let (token, session) = login(&store, args.role, args.pin.demanded()?)?;
            token.set_pin(&session, args.whose, &checked)
        }
        TokenLocation::Service(place, users) => {
            let mut connection = connect(place, users, args.role, args.pin.file.as_ref())?;
            connection.set_pin(args.whose, &fresh)
        }
    };
    set.map_err(|error| {
        about_role(args.role, "the officer sets those of others", Failure::token(error))
    })?;
    tell(&format!("the {}'s PIN is set", args.whose.name()))
}

fn rekey(args: &args::Rekey) -> Result<(), Failure> {
    let (count, master) = match (&args.new_master_file, args.by.at.location()) {
        (Some(path), TokenLocation::Store(store)) => {
            let fresh = master_of_file("--new-master-file", path)?;
            let (token, session) = login(&store, args.by.officer.who, args.by.pin.demanded()?)?;
            token.rekey(&session, Some(&fresh)).map_err(Failure::token)?;
            (token.count() as u64, ", by the new master key")
        }
        (_, at) => {
            let mut reached = Reached::new(at, args.by.officer.who, args.by.pin.file.as_ref())?;
            (reached.rekey().map_err(Failure::token)?, "")
        }
    };
    tell(&format!("{} wrapped anew{master}", keys_of(count)))
}

fn backup_target(args: &args::BackupTarget) -> Result<(), Failure> {
    let (at, inputs) = (args.by.at.location(), args.by.pin.named().collect::<Vec<_>>());
    let output = output_of(&args.out, Content::Text, &at, &inputs)?;
    let mut reached = Reached::new(at, args.by.officer.who, args.by.pin.file.as_ref())?;
    let object = reached.backup_target(&args.label);
    let object = object.map_err(|error| about_label(&args.label, error))?;
    let written = output.write(public_pem(&object)?.as_bytes(), Reader::Anyone);
    written.map_err(|failure| with_made_key(&object, failure))?;
    match &args.out.target {
        Target::Stdout => Ok(()),
        Target::File(path) => {
            tell(&format!("key {:?} is made, its public half is in {}", args.label, shown(path)))
        }
    }
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
    let own: Vec<_> = ["", "-wal", "-shm", "-journal", "-service"]
        .map(beside)
        .into_iter()
        .chain(master)
        .collect();
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
        Error::StoreCorrupt(_) if store.path.is_dir() => {
            let sentence =
                format!("--store {} is a directory; a file is needed", shown(&store.path));
            return Failure::refused("INPUT_DIRECTORY", sentence);
        }
        Error::MasterInvalid(why) if why.starts_with("the token's comes from") => {
            return named(&master_name(&store.master), error).about(|sentence| {
                format!("{sentence}; {} is needed", other_sources(&store.master))
            });
        }
        Error::MasterWrong | Error::MasterInvalid(_) => master_name(&store.master),
        // Its sentence begins with the path.
        Error::Permission(_) => match open_folder(&store.path) {
            Some(why) => return Failure::token(error).about(|_| format!("--store: {why}")),
            None => "--store".into(),
        },
        Error::StoreLocked => {
            let name = format!("--store {}", shown(&store.path));
            let Some(socket) = serving::socket_of(&store.path) else { return named(&name, error) };
            let socket = shown(&socket);
            let advice = format!("a service has it: name --socket {socket} in its place");
            return named(&name, error).about(|sentence| format!("{sentence}; {advice}"));
        }
        error if error.code().starts_with("STORE_") => format!("--store {}", shown(&store.path)),
        _ => return Failure::token(error),
    };
    named(&name, error)
}

/// What is wrong with the folder of a store, if nothing is with the store itself.
fn open_folder(store: &Path) -> Option<String> {
    let is_own = |found: Metadata| found.is_file() && demand_own(&found).is_ok();
    let folder = store.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mode = folder.metadata().ok()?.mode() & 0o7777;
    if mode & 0o022 == 0 || !store.symlink_metadata().map_or(true, is_own) {
        return None;
    }
    let folder = shown(folder);
    Some(format!("folder {folder} has mode {mode:03o}: others may write there; give it mode 700"))
}

/// Opens the token of a store, and a session of a role.
pub fn login(
    store: &Store,
    who: impl AsRef<str>,
    source: &Source,
) -> Result<(Token, Session), Failure> {
    let who = who.as_ref();
    let passphrase = store.master.master_passphrase_file.as_ref();
    let inputs = passphrase.map(|source| Input::new("--master-passphrase-file", source));
    let inputs: Vec<Input> = inputs.into_iter().chain([Input::new("--pin-file", source)]).collect();
    refuse_two_pipes(&inputs)?;
    let pin = pin("--pin-file", source)?;
    let token = open(store)?;
    let session = token.login(who, &pin);
    let input = Input::new("--pin-file", source);
    let session = session.map_err(|error| about_login(input, who, error))?;
    Ok((token, session))
}

/// Returns the object of a label or an id.
fn find(token: &Token, name: &KeyName) -> Result<Arc<Object>, Failure> {
    let found = match name {
        KeyName::Id(id) => token.find(*id),
        KeyName::Label(label) => token.find_label(label),
        KeyName::Other(..) => Err(Error::KeyType),
    };
    found.map_err(|error| about_name(name, error))
}

/// Why a role was not let in, with its name and the place of its PIN.
pub fn about_login(input: Input, who: impl AsRef<str>, error: Error) -> Failure {
    if error.code().starts_with("PIN_") {
        return named(&format!("{}, the {}'s", input.name(), who.as_ref()), error);
    }
    Failure::token(error)
}

/// What was refused, with the role that asked if it is that, and `who` may.
pub fn about_role(role: impl AsRef<str>, who: &str, failure: Failure) -> Failure {
    match &failure {
        Failure::Said { code, .. } if code == Error::RoleDenied.code() => {
            failure.about(|sentence| format!("--as {}: {sentence}; {who}", role.as_ref()))
        }
        _ => failure,
    }
}

/// Why there is no object of a label or an id.
pub fn about_name(name: &KeyName, error: Error) -> Failure {
    let what = match name {
        KeyName::Id(id) => format!("no id {id} (label:{id} would be the label)"),
        KeyName::Label(label) => format!("no label {label:?}"),
        KeyName::Other(class, label) => format!("no {} {label:?}", class.name()),
    };
    let unknown = error.code() == Error::KeyUnknown.code();
    let failure = Failure::token(error);
    if unknown { failure.about(|sentence| format!("{sentence}: {what}")) } else { failure }
}

/// The PEM of an object's public half; empty for what has none.
pub fn public_pem(object: &Object) -> Result<String, Failure> {
    if object.public.is_empty() || !object.class.is_key() {
        return Ok(String::new());
    }
    Ok(public(object)?.to_spki_pem())
}

/// The public half of an object that has one.
pub fn public(object: &Object) -> Result<PublicKey, Failure> {
    let key = PublicKey::from_spki_der(&object.public, Lengths::Legacy);
    key.map_err(|error| Failure::decode("the token", error))
}

pub fn master(args: &MasterArgs) -> Result<Master, Failure> {
    match args {
        MasterArgs { master_file: Some(path), .. } => master_of_file("--master-file", path),
        MasterArgs { master_passphrase_file: Some(source), .. } => {
            let input = Input::new("--master-passphrase-file", source);
            let master = Master::from_passphrase(&first_line(input)?);
            master.map_err(|error| named(&input.name(), error))
        }
        MasterArgs { master_credential: Some(name), .. } => {
            Master::from_credential(name).map_err(|error| {
                let unset = error == Error::MasterUnset;
                let why = "CREDENTIALS_DIRECTORY is not set: no service manager has passed it";
                let say = |sentence| if unset { why.to_owned() } else { sentence };
                Failure::token(error)
                    .about(|it| format!("--master-credential {name:?}: {}", say(it)))
            })
        }
        _ => Err(Failure::token(Error::MasterUnset).about(|_| {
            "--master-file, --master-passphrase-file or --master-credential is needed".into()
        })),
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

/// The arguments that name master keys of another kind than these name.
fn other_sources(args: &MasterArgs) -> &'static str {
    match args.master_passphrase_file {
        Some(_) => "--master-file or --master-credential",
        None => "--master-passphrase-file",
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

/// Reads a PIN: the first line of an input. Errors: `PIN_LENGTH`, `PIN_ENCODING`, those of inputs.
pub fn pin(argument: &'static str, source: &Source) -> Result<Pin, Failure> {
    let input = Input::new(argument, source);
    checked_pin(input, &first_line(input)?)
}

/// A PIN to be set. What is none is an input that is refused, whoever is logged in.
fn new_pin(input: Input, text: &[u8]) -> Result<Pin, Failure> {
    checked_pin(input, text).map_err(|failure| failure.with_status(Status::Refused))
}

fn checked_pin(input: Input, text: &[u8]) -> Result<Pin, Failure> {
    Pin::new(text).map_err(|error| match error {
        Error::PinLength => named(&format!("{}: {} bytes", input.name(), text.len()), error),
        _ => named(&input.name(), error),
    })
}

/// The first line of an input with a secret, without its end. Wiped on drop, as what it is taken
/// from.
pub fn first_line(input: Input) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let text = input.read_own()?;
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(Zeroizing::new(line.strip_suffix(b"\r").unwrap_or(line).to_vec()))
}
