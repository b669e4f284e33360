//! The arguments of tokens, and of the keys in them.
use super::wrapping::{Unwrap, Wrap};
use super::{Encoding, Out, examples, source};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::names;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Subcommand};
use sealane_hsm::Error;
use sealane_hsm::key::KeyKind;
use sealane_hsm::role::Role;
use std::path::PathBuf;

mod attributes;
mod audit;
mod backup;
mod change;
mod guard;
mod location;
mod name;
mod people;
mod softhsm;
mod who;

pub use attributes::{Attributed, Part, part};
pub use audit::{Audit, AuditSetting, AuditTrim};
pub use backup::{Backup, BackupTarget, BackupVerify, Restore};
pub use change::{Delete, SetKey};
pub use guard::{Guard, Unlock};
pub use location::{
    AnyTokenArgs, OfficerArgs, ReaderArgs, TokenLocation, TokenLocationArgs, UserArgs,
};
pub use name::KeyName;
pub use people::{Identities, IdentityAdd, IdentityRemove, Limits, Lists, Permit};
pub use softhsm::{ImportSofthsm, OtherToken};
pub use who::{AsOfficer, AsWhom, Who, who};

pub const TOKEN_HELP: &str = "\
Example:
  sealane token init --store token.db --master-file master.key --label signing \\
    --new-pin-file officer.pin
  sealane token set-pin --store token.db --master-file master.key --pin-file officer.pin \\
    --for user --new-pin-file user.pin
  sealane token status --store token.db --master-file master.key
  sealane token set-pin --socket sealane.socket --pin-file officer.pin --for user \\
    --new-pin-file user.pin

A token keeps keys in one file, each wrapped by AES. To use one takes the master key and the PIN of
a role. The officer sets PINs, backs up and makes the token's own keys anew; the user makes, uses
and deletes keys; the operator signs; the auditor reads the log. After ten wrong PINs in a row of
one user each further one has to wait, from one second up to an hour, and after a hundred that user
is locked out of the role: the officer's new PIN, `token unlock` and the recovery code that `token
init` prints lift both, and `token guard` sets other numbers. The folder of the store must be one
where nobody else writes.
A master key has 32 random bytes: (umask 077; head -c 32 /dev/urandom > master.key)";

pub const KEY_HELP: &str = "\
Example:
  sealane key generate --store token.db --master-file master.key --pin-file user.pin \\
    --algorithm p256 --label web
  sealane key list --store token.db --master-file master.key
  sealane key show web --store token.db --master-file master.key
  sealane key list --socket sealane.socket
  sealane key wrap web --by wrapping --socket sealane.socket --pin-file user.pin --out web.wrapped
  sealane key unwrap --by wrapping --in web.wrapped --algorithm p256 --label again \\
    --socket sealane.socket --pin-file user.pin

A service has its store for itself: name its --socket then. KEY is a label, or an id of 32
hexadecimal digits; label:TEXT is a label whatever it looks like. A private key leaves the token in
the clear or wrapped by an AES key only if it was made with --exportable; the officer's backups hold
all keys, for the holder of the key that they are made for. --usage says what a key is for: sign and
verify if it is not given and the key can sign. A key of RSA with --usage decrypt is for `sealane
encrypt`, by its public half, and `sealane decrypt`; one for derive for `sealane derive`.";

/// The store of a token, and its master key.
#[derive(Debug, Args)]
pub struct Store {
    /// The file of the token
    #[arg(long = "store", value_name = "FILE")]
    pub path: PathBuf,
    #[command(flatten)]
    pub master: MasterArgs,
}

/// Where the master key is; one of them.
#[derive(Debug, Clone, Default, Args)]
#[group(multiple = false)]
pub struct MasterArgs {
    /// Master key: a file of 32 bytes or 64 hexadecimal digits that its owner alone may read
    #[arg(long, value_name = "FILE", value_parser = key_file())]
    pub master_file: Option<PathBuf>,
    /// Master key: derived from the passphrase in this file (its first line)
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub master_passphrase_file: Option<Source>,
    /// Master key: the credential of this name that the service manager has passed
    #[arg(long, value_name = "NAME")]
    pub master_credential: Option<String>,
}

impl MasterArgs {
    /// Whether one of them is named.
    pub fn is_given(&self) -> bool {
        self.count() > 0
    }

    /// How many of them are.
    pub fn count(&self) -> usize {
        let files = [self.master_file.is_some(), self.master_passphrase_file.is_some()];
        let named = files.into_iter().chain([self.master_credential.is_some()]);
        named.filter(|it| *it).count()
    }
}

/// The file of a master key, which comes through no pipe.
fn key_file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text| match Source::from(text) {
        Source::File(path) => Ok(path),
        _ => Err("a master key is in a file; it is not read from standard input"),
    })
}

/// The file of a PIN.
#[derive(Debug, Args)]
pub struct PinFile {
    /// The PIN of who does it: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub file: Source,
}

/// The file of a PIN, for which a ticket stands at a service.
#[derive(Debug, Args)]
pub struct PinOrTicket {
    /// The PIN of who does it: the first line of this file. Without it, a service is asked by the
    /// ticket of `sealane login`
    #[arg(long = "pin-file", value_name = "FILE", required_unless_present = "socket",
          value_parser = source())]
    pub file: Option<Source>,
}

impl PinOrTicket {
    /// The PIN that a store asks for. Errors: `NOT_LOGGED_IN` without one.
    pub fn demanded(&self) -> Result<&Source, Failure> {
        self.file.as_ref().ok_or_else(|| Failure::token(Error::NotLoggedIn))
    }

    /// The argument with its source, if it is given.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &Source)> {
        self.file.iter().map(|source| ("--pin-file", source))
    }

    /// The same, as what is read.
    pub fn inputs(&self) -> impl Iterator<Item = Input<'_>> {
        self.named().map(|(argument, source)| Input::new(argument, source))
    }
}

/// Says that a change of what is set in a store takes a PIN.
pub fn needs_pin() -> Failure {
    Failure::usage("USAGE", "required and missing, to set something in a store: --pin-file <FILE>")
}

/// A PIN to be set.
#[derive(Debug, Args)]
pub struct NewPin {
    /// The new PIN: the first line of this file, 4 to 255 bytes
    #[arg(long = "new-pin-file", value_name = "FILE", value_parser = source())]
    pub new_file: Source,
}

/// A role by its name.
pub fn role(name: &str) -> Result<Role, String> {
    let names = Role::ALL.map(Role::name).join(", ");
    Role::from_name(name).map_err(|_| format!("the roles are: {names}"))
}

#[derive(Debug, Args)]
pub struct Token {
    #[command(subcommand)]
    pub command: TokenCommand,
}

#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Makes a token in a new file, with the officer's PIN
    #[command(after_help = examples::INIT)]
    Init(Init),
    /// Says what everybody may know: label, fingerprint, number of keys and changes, wrong PINs
    #[command(after_help = examples::STATUS)]
    Status(Status),
    /// Looks at every record and at the log
    #[command(after_help = examples::CHECK)]
    Check(Status),
    /// Sets the PIN of an identity, which also unlocks it
    #[command(after_help = examples::SET_PIN)]
    SetPin(SetPin),
    /// Lists who may log in, and how their logins are
    #[command(after_help = examples::IDENTITIES)]
    Identities(Identities),
    /// Adds an identity: a name, a role, a PIN, and perhaps a user of this machine
    #[command(after_help = examples::IDENTITY_ADD)]
    IdentityAdd(IdentityAdd),
    /// Removes an identity, and makes the token's own keys anew
    #[command(after_help = examples::IDENTITY_REMOVE)]
    IdentityRemove(IdentityRemove),
    /// Shows or sets how much of a service each peer may have
    #[command(after_help = examples::LIMITS)]
    Limits(Limits),
    /// Lifts the delays and the lock of an identity: for the master key, or who serves it
    #[command(after_help = examples::UNLOCK)]
    Unlock(Unlock),
    /// Shows or sets what wrong PINs cost, and who may log in to a role
    #[command(after_help = examples::GUARD)]
    Guard(Guard),
    /// Shows the log: changes, logins, uses of keys, and what was refused
    #[command(after_help = examples::AUDIT)]
    Audit(Audit),
    /// Lets old rows of the log go; what stays is proven as before
    #[command(after_help = examples::AUDIT_TRIM)]
    AuditTrim(AuditTrim),
    /// Shows or sets what the log tells of uses of keys, and how much of it is kept
    #[command(after_help = examples::AUDIT_SETTING)]
    AuditSetting(AuditSetting),
    /// Makes the token's own keys anew and wraps every key again
    #[command(after_help = examples::REKEY)]
    Rekey(Rekey),
    /// Makes the key that backups of other tokens for this one are made for
    #[command(after_help = examples::BACKUP_TARGET)]
    BackupTarget(BackupTarget),
    /// Writes all keys, encrypted to the target of another token
    #[command(after_help = examples::BACKUP)]
    Backup(Backup),
    /// Says what is in a backup and who has signed it, without a token
    #[command(after_help = examples::BACKUP_VERIFY)]
    BackupVerify(BackupVerify),
    /// Takes all keys of a backup that was made for this token
    #[command(after_help = examples::RESTORE)]
    Restore(Restore),
    /// Brings the keys, certificates and data of SoftHSM, or of another PKCS#11 token
    #[command(after_help = examples::IMPORT_SOFTHSM)]
    ImportSofthsm(ImportSofthsm),
    /// Brings a store of an earlier format to this one
    #[command(after_help = examples::MIGRATE)]
    Migrate(Migrate),
}

#[derive(Debug, Args)]
pub struct Migrate {
    #[command(flatten)]
    pub store: Store,
    /// The officer's PIN: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Source,
}

#[derive(Debug, Args)]
pub struct Init {
    #[command(flatten)]
    pub store: Store,
    /// Name of the token: 1 to 128 bytes
    #[arg(long, value_name = "TEXT")]
    pub label: String,
    #[command(flatten)]
    pub new_pin: NewPin,
}

#[derive(Debug, Args)]
pub struct Status {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    /// The officer's PIN, where neither root nor the service's own user asks a service: the first
    /// line of this file
    #[arg(long = "pin-file", value_name = "FILE", requires = "socket", value_parser = source())]
    pub pin: Option<Source>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SetPin {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    /// Who does it
    #[arg(long = "as", value_name = "NAME", default_value = "officer", value_parser = who)]
    pub role: Who,
    #[command(flatten)]
    pub pin: PinOrTicket,
    /// Whose PIN it is
    #[arg(long = "for", value_name = "NAME", value_parser = who)]
    pub whose: Who,
    #[command(flatten)]
    pub new_pin: NewPin,
}

#[derive(Debug, Args)]
pub struct Rekey {
    #[command(flatten)]
    pub by: OfficerArgs,
    /// Change the master key too, to that of this file; with --store alone, for a service is told
    /// where its master key is when it starts
    #[arg(long, value_name = "FILE", conflicts_with = "socket", value_parser = key_file())]
    pub new_master_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Key {
    #[command(subcommand)]
    pub command: KeyCommand,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Makes a key in the token
    #[command(after_help = examples::GENERATE)]
    Generate(Generate),
    /// Lists the keys by their labels
    #[command(after_help = examples::LIST)]
    List(List),
    /// Says what everybody may know of a key, its public half included
    #[command(after_help = examples::SHOW)]
    Show(Show),
    /// Takes a key in: a private key, or somebody's public key
    #[command(after_help = examples::IMPORT)]
    Import(Import),
    /// Writes a private key that was made exportable, in the clear
    #[command(after_help = examples::EXPORT)]
    Export(Export),
    /// Writes the public half of a key, or somebody's public key
    #[command(after_help = examples::PUBKEY)]
    Pubkey(Pubkey),
    /// Says for whom a key is: who alone may use and see it
    #[command(after_help = examples::PERMIT)]
    Permit(Permit),
    /// Changes what is said of a key: its label, or towards less
    #[command(after_help = examples::SET)]
    Set(SetKey),
    /// Removes a key for ever
    #[command(after_help = examples::DELETE)]
    Delete(Delete),
    /// Writes a key that was made exportable, wrapped by an AES key of the token
    #[command(after_help = examples::WRAP)]
    Wrap(Wrap),
    /// Takes a key in that is wrapped by an AES key of the token
    #[command(after_help = examples::UNWRAP)]
    Unwrap(Unwrap),
}

#[derive(Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    pub user: UserArgs,
    /// Algorithm of the key: one that `sealane algorithms` lists, such as p256, ed25519, x25519,
    /// rsa3072; aes128, aes192, aes256 for keys that wrap; secret256 and other whole bytes for MACs
    #[arg(long, value_name = "NAME", value_parser = names::key_kinds())]
    pub algorithm: KeyKind,
    #[command(flatten)]
    pub attributes: Attributed,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// A PIN, where a service at an address must know who asks.
#[derive(Debug, Args)]
pub struct OptionalPin {
    /// The user's PIN, for a service at an address: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Option<Source>,
}

#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// Only what is so: label=TEXT, id=HEX, class=NAME, kind=NAME or usage=NAME; certificates and
    /// data too
    #[arg(long = "where", value_name = "NAME=VALUE", value_parser = part)]
    pub parts: Vec<Part>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Show {
    /// Label or id of the key
    #[arg(value_name = "KEY")]
    pub key: KeyName,
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Import {
    #[command(flatten)]
    pub user: UserArgs,
    /// The key: PEM, DER or a form of OpenSSH
    #[arg(long = "in", value_name = "FILE", value_parser = source())]
    pub input: Source,
    /// Take somebody's public key in, or the public half of a private one: to verify, and no more
    #[arg(long, conflicts_with_all = ["usage", "mechanism", "exportable"])]
    pub public: bool,
    /// Take a certificate in, PEM or DER
    #[arg(long, conflicts_with_all = ["public", "usage", "mechanism", "exportable"])]
    pub certificate: bool,
    /// Take the bytes of the file in as data, to be wrapped like a key
    #[arg(long, conflicts_with_all = ["public", "certificate", "usage", "mechanism"])]
    pub data: bool,
    #[command(flatten)]
    pub attributes: Attributed,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Export {
    /// Label or id of the key
    #[arg(value_name = "KEY")]
    pub key: KeyName,
    #[command(flatten)]
    pub user: UserArgs,
    #[command(flatten)]
    pub out: Out,
}

#[derive(Debug, Args)]
pub struct Pubkey {
    /// Label or id of the key
    #[arg(value_name = "KEY")]
    pub key: KeyName,
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// Encoding of the public key
    #[arg(long, value_name = "FORM", default_value = "pem")]
    pub outform: Encoding,
    #[command(flatten)]
    pub out: Out,
}
