//! Tickets that `sealane login` leaves for the commands after it: files of their user alone.
//!
//! A ticket is one file for each service, in `sealane` of the user's runtime directory, or in the
//! folder that --ticket or SEALANE_TICKET names. It is as good as the PIN while the session lasts,
//! so it is taken only from a file that nobody else can have written or read.
use crate::args::service::ServiceUsers;
use crate::args::token::Who;
use crate::cmd::hex;
use crate::failure::{Failure, Status};
use crate::secrets::shown;
use rustix::fs::OFlags;
use rustix::io::Errno;
use sealane::{Digest, Hash};
use sealane_hsm::Error;
use sealane_hsm::remote::{Connection, Endpoint, Ticket};
use sealane_hsm::role::Role;
use sealane_hsm::wire::TokenName;
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Names the folder of tickets, where no option does.
const VARIABLE: &str = "SEALANE_TICKET";
/// The most bytes of a file.
const MAX_BYTES: u64 = 8192;

/// What is in a file.
#[derive(Serialize, Deserialize)]
struct Contents {
    version: u8,
    /// Of which service, for people.
    service: String,
    role: String,
    /// Whose it is, and of which start of the machine.
    uid: u32,
    boot: String,
    ticket: String,
}

/// The file of the ticket for one service.
pub struct TicketFile {
    folder: PathBuf,
    /// Whether the folder is of tickets alone, and made where there is none.
    is_ours: bool,
    path: PathBuf,
    service: String,
}

fn refused(code: &'static str, sentence: String) -> Failure {
    Failure::refused(code, sentence).with_status(Status::Login)
}

/// The start of the machine: a number that the kernel makes at each.
fn boot() -> String {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id");
    text.unwrap_or_default().trim().to_owned()
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

impl TicketFile {
    /// The file for a service, in the folder of --ticket or the usual one; nothing where there is
    /// no folder.
    pub fn new(endpoint: &Endpoint, users: &ServiceUsers) -> Option<Self> {
        let named = users.ticket().map(Path::to_owned).or_else(|| of_variable(VARIABLE));
        let is_ours = named.is_none();
        let usual = || of_variable("XDG_RUNTIME_DIR").map(|folder| folder.join("sealane"));
        let folder = named.or_else(usual)?;
        let service = match endpoint {
            // However the socket is named, it has one ticket.
            Endpoint::Socket(path) => {
                let whole = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
                whole.unwrap_or_else(|_| path.clone()).to_string_lossy().into_owned()
            }
            Endpoint::Loopback(address) => address.to_string(),
        };
        // A login is to one token, as it is named.
        let service = match users.token() {
            None | Some(TokenName::Slot(0)) => service,
            Some(TokenName::Slot(slot)) => format!("{service} slot {slot}"),
            Some(TokenName::Label(label)) => format!("{service} token {label}"),
        };
        let digest = Digest::of(Hash::Sha256, service.as_bytes());
        let path = folder.join(format!("{}.ticket", hex(&digest.as_bytes()[..16])));
        Some(Self { folder, is_ours, path, service })
    }

    /// Its name, for messages.
    pub fn name(&self) -> String {
        shown(&self.path)
    }

    /// Leaves a ticket. Errors: of the folder, or of writing.
    pub fn write(&self, role: Who, ticket: &Ticket) -> Result<(), Failure> {
        if self.is_ours {
            let made = DirBuilder::new().mode(0o700).create(&self.folder);
            made.or_else(
                |why| if why.kind() == ErrorKind::AlreadyExists { Ok(()) } else { Err(why) },
            )
            .map_err(|why| Failure::write(&shown(&self.folder), &why))?;
        }
        self.demand_folder()?;
        let contents = Contents {
            version: 1,
            service: self.service.clone(),
            role: role.name().to_owned(),
            uid: own_uid(),
            boot: boot(),
            ticket: hex(ticket.as_bytes()),
        };
        let text = serde_json::to_string(&contents).map(|text| Zeroizing::new(text + "\n"));
        let text = text.map_err(|why| Failure::failed("INTERNAL", why.to_string()))?;
        // Of mode 0600, and in its place only when it is whole.
        let written = tempfile::NamedTempFile::new_in(&self.folder).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.persist(&self.path).map_err(|error| error.error)
        });
        written.map(drop).map_err(|why| Failure::write(&self.name(), &why))
    }

    /// Takes the file away, if it is there.
    pub fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(why) if why.kind() != ErrorKind::NotFound => {
                Err(Failure::write(&self.name(), &why))
            }
            _ => Ok(()),
        }
    }

    /// Reads the ticket, if there is one.
    ///
    /// Errors: `TICKET_UNSAFE` for a file or a folder that others could have changed or read;
    /// `TICKET_FOREIGN` for another user's; `TICKET_BOOT` for one of before the machine started;
    /// `TICKET_INVALID`.
    pub fn read(&self) -> Result<Option<(Ticket, String)>, Failure> {
        let Some(file) = self.open()? else { return Ok(None) };
        self.demand_folder()?;
        let mut text = Zeroizing::new(String::new());
        let read = file.take(MAX_BYTES).read_to_string(&mut text);
        let contents = read.ok().and_then(|_| serde_json::from_str::<Contents>(&text).ok());
        let invalid = || refused("TICKET_INVALID", format!("{} is no ticket", self.name()));
        let contents = contents.filter(|it| it.version == 1).ok_or_else(invalid)?;
        if contents.uid != own_uid() {
            let sentence = format!("{} is a ticket of user {}", self.name(), contents.uid);
            return Err(refused("TICKET_FOREIGN", sentence));
        }
        if contents.boot != boot() {
            let sentence = format!(
                "{} is of before the machine was started; `sealane login` makes another",
                self.name()
            );
            self.remove()?;
            return Err(refused("TICKET_BOOT", sentence));
        }
        let bytes = base16ct::lower::decode_vec(&contents.ticket).map(Zeroizing::new);
        Ok(Some((Ticket::from_bytes(&bytes.map_err(|_| invalid())?), contents.role)))
    }

    /// Opens the file, if it is there and its user's alone.
    fn open(&self) -> Result<Option<File>, Failure> {
        let unsafe_file = |why: &str| {
            refused("TICKET_UNSAFE", format!("{}: {why}; it is not taken", self.name()))
        };
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
        let file = match OpenOptions::new().read(true).custom_flags(flags).open(&self.path) {
            Ok(file) => file,
            Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
            Err(why) if why.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => {
                return Err(unsafe_file("it is a symbolic link"));
            }
            Err(why) => return Err(unsafe_file(&why.to_string())),
        };
        let found = file.metadata().map_err(|why| unsafe_file(&why.to_string()))?;
        if !found.is_file() {
            return Err(unsafe_file("it is no regular file"));
        }
        if found.uid() != own_uid() {
            let sentence = format!("{} is user {}'s; it is not taken", self.name(), found.uid());
            return Err(refused("TICKET_FOREIGN", sentence));
        }
        match found.mode() & 0o7777 {
            0o600 => Ok(Some(file)),
            mode => Err(unsafe_file(&format!("its mode is {mode:04o} where 0600 is needed"))),
        }
    }

    /// Who may write in the folder may put another file in this one's place.
    fn demand_folder(&self) -> Result<(), Failure> {
        const OTHERS_WRITE: u32 = 0o022;
        const STICKY: u32 = 0o1000;
        let refuse = |why: String| {
            refused("TICKET_UNSAFE", format!("the folder {}: {why}", shown(&self.folder)))
        };
        let found = fs::metadata(&self.folder).map_err(|why| refuse(why.to_string()))?;
        if ![0, own_uid()].contains(&found.uid()) {
            return Err(refuse(format!("it is user {}'s", found.uid())));
        }
        if found.mode() & OTHERS_WRITE != 0 && found.mode() & STICKY == 0 {
            return Err(refuse("others may write there".to_owned()));
        }
        Ok(())
    }

    /// Joins the session of the ticket, if there is one. One that is worth nothing any more is
    /// taken away, so that it is told once.
    ///
    /// Errors: also `TICKET_FOREIGN` for another identity's than `who`, unless that is no more than
    /// the name of a role.
    pub fn join(&self, connection: &mut Connection, who: &str) -> Result<bool, Failure> {
        let Some((ticket, whose)) = self.read()? else { return Ok(false) };
        if who != whose && Role::from_name(who).is_err() {
            let sentence = format!(
                "--as {who}: the ticket {} is of {whose}; --pin-file logs in as another",
                self.name()
            );
            return Err(refused("TICKET_FOREIGN", sentence));
        }
        let Err(error) = connection.join(&ticket) else { return Ok(true) };
        if is_spent(&error) {
            self.remove()?;
            let failure = Failure::token(error);
            return Err(failure.about(|said| format!("{said}; `sealane login` makes another")));
        }
        Err(Failure::token(error))
    }
}

/// Whether the service says that nobody can join by the ticket any more.
pub fn is_spent(error: &Error) -> bool {
    matches!(
        error,
        Error::TicketUnknown | Error::TicketExpired | Error::TicketEnded | Error::TicketPinChanged
    )
}

/// The folder that a variable names, if it names one.
fn of_variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|text| !text.is_empty()).map(PathBuf::from)
}
