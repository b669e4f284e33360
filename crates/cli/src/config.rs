//! The configuration of `serve`: one TOML file, of which every mistake is told at once, with its
//! line, its key and what is allowed there.
mod reader;

use crate::args::service::{address, log_level, policy};
use crate::args::token::MasterArgs;
use crate::failure::{Failure, Status};
use crate::input::{Input, Source};
use crate::secrets::shown;
pub use reader::Fault;
use reader::{Reader, Section, list, number, text};
use rustix::process::geteuid;
use sealane_hsm::Error;
use sealane_hsm::hot::Policy;
use sealane_hsm::remote::Endpoint;
use sealane_hsm::service::Options;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fs::Metadata;
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tracing::level_filters::LevelFilter;

/// Where it is if nothing else is said.
pub const USUAL_FILE: &str = "/etc/sealane/sealane.toml";
/// The largest number of a slot.
pub const MAX_SLOT: u16 = u16::MAX;
/// The most tokens of a service.
const MAX_TOKENS: usize = 64;

/// What a file says, and where in it.
#[derive(Debug, Default)]
pub struct Config {
    pub path: PathBuf,
    pub socket: Option<PathBuf>,
    pub activated: Option<bool>,
    pub listen: Option<SocketAddr>,
    pub metrics: Option<Endpoint>,
    pub users: Option<Vec<u32>>,
    pub threads: Option<u16>,
    pub keep_keys: Option<Policy>,
    pub most_keys: Option<usize>,
    pub log_level: Option<LevelFilter>,
    pub limits: Limits,
    pub tokens: Vec<TokenEntry>,
    /// The lines of its keys.
    lines: HashMap<String, usize>,
}

/// How much a service takes on.
#[derive(Debug, Default)]
pub struct Limits {
    connections: Option<usize>,
    outstanding: Option<usize>,
    outstanding_bytes: Option<usize>,
    frame: Option<u64>,
    idle: Option<u64>,
    stranger_idle: Option<u64>,
    write: Option<u64>,
    drain: Option<u64>,
}

/// One token.
#[derive(Debug, Clone)]
pub struct TokenEntry {
    pub slot: u16,
    /// What the token must be called, if that is said.
    pub label: Option<String>,
    pub store: PathBuf,
    pub master: MasterArgs,
    pub line: usize,
}

impl Config {
    /// Reads a file, which others may not write: it says where the master keys are, and who may
    /// connect.
    ///
    /// Errors: those of files; `PERMISSION`; `CONFIG_INVALID` with all that is wrong.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let source = Source::File(path.to_owned());
        let input = Input::new("--config", &source);
        let bytes = input.read()?;
        if let Some(why) = path.metadata().ok().and_then(|found| distrusted(&found)) {
            let why = format!("{} {why}", input.name());
            return Err(Failure::token(Error::Permission(why)).with_status(Status::Usage));
        }
        let faults = |faults| invalid(path, faults);
        let Ok(text) = std::str::from_utf8(&bytes) else {
            let fault = Fault { line: 1, key: String::new(), why: "not TOML: no UTF-8".into() };
            return Err(faults(vec![fault]));
        };
        Self::from_text(text, path).map_err(faults)
    }

    /// Reads a text; names of files in it are relative to the folder of `path`. Errors: all that is
    /// wrong with it.
    pub fn from_text(text: &str, path: &Path) -> Result<Self, Vec<Fault>> {
        let mut reader = Reader::new(text);
        let document = reader.document();
        let root = document.get_ref();
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut config = Self { path: path.to_owned(), ..Self::default() };
        let mut service = reader.section(root, "service");
        config.read_service(&mut reader, &mut service, folder);
        reader.finish(service);
        let mut limits = reader.section(root, "limits");
        config.limits = Limits::read(&mut reader, &mut limits);
        reader.finish(limits);
        for section in reader.sections(root, "token") {
            let slot = config.tokens.len() as u16;
            config.tokens.extend(TokenEntry::read(&mut reader, section, slot, folder));
        }
        reader.refuse_others(root, "", &["service", "limits", "token"]);
        config.refuse_twins(&mut reader);
        let Reader { mut faults, lines, .. } = reader;
        faults.sort_by_key(|fault| fault.line);
        config.lines = lines;
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }

    fn read_service(&mut self, reader: &mut Reader<'_>, from: &mut Section<'_>, folder: &Path) {
        let file = "the name of a file";
        self.socket = reader.take(from, "socket", file, text(place(folder)));
        self.activated = reader.take(from, "activated", "true or false", |value| value.as_bool());
        let loopback = "an address of this machine alone with a port, such as \"127.0.0.1:8000\"";
        self.listen = reader.take(from, "listen", loopback, text(own_address));
        let metrics = format!("{loopback}, or the name of a socket");
        self.metrics = reader.take(from, "metrics", &metrics, text(metrics_place(folder)));
        let users = "a list of users' numbers, such as [1000, 1001]";
        self.users = reader.take(from, "users", users, list(number(0, u32::MAX.into())));
        self.threads = reader.take(from, "threads", "1 to 1024", number(1, 1024));
        let keep = "\"off\", \"until-logout\", or \"1\" to \"86400\", which are seconds";
        self.keep_keys = reader.take(from, "keep_keys", keep, text(policy));
        let most = "0 to 1000000";
        self.most_keys = reader.take(from, "most_keys", most, number(0, 1_000_000));
        let level = "\"off\", \"error\", \"warn\", \"info\", \"debug\" or \"trace\"";
        self.log_level = reader.take(from, "log_level", level, text(log_level));
        if self.activated == Some(true) && self.socket.is_some() {
            let why = "true goes with no socket: the service manager passes one";
            let line = reader.lines["service.activated"];
            reader.add(line, "service.activated", why);
        }
    }

    /// Refuses two tokens in one slot, of one label or in one store.
    fn refuse_twins(&self, reader: &mut Reader<'_>) {
        if self.tokens.len() > MAX_TOKENS {
            let line = self.tokens[MAX_TOKENS].line;
            reader.add(line, "token", &format!("allowed: {MAX_TOKENS} of them"));
        }
        for (number, token) in self.tokens.iter().enumerate() {
            let mut refuse = |key: &str, is_same: &dyn Fn(&TokenEntry) -> bool| {
                if let Some(first) = self.tokens[..number].iter().find(|other| is_same(other)) {
                    let full = format!("token[{number}].{key}");
                    let line = reader.lines.get(&full).copied().unwrap_or(token.line);
                    let why = format!("the token of line {} has it", first.line);
                    reader.add(line, &full, &why);
                }
            };
            refuse("slot", &|other| other.slot == token.slot);
            refuse("label", &|other| other.label == token.label && token.label.is_some());
            refuse("store", &|other| other.store == token.store);
        }
    }

    /// A mistake in what stands at a key, or is missing there.
    pub fn fault(&self, key: &str, why: &str) -> Fault {
        let section = key.split_once('.').map_or(key, |(section, _)| section);
        let near = |name: &&String| name.starts_with(section);
        let line = self.lines.get(key).copied();
        let line = line.or_else(|| self.lines.keys().filter(near).map(|it| self.lines[it]).min());
        Fault { line: line.unwrap_or(1), key: key.to_owned(), why: why.to_owned() }
    }
}

impl Limits {
    fn read(reader: &mut Reader<'_>, from: &mut Section<'_>) -> Self {
        let day = |reader: &mut Reader<'_>, from: &mut _, key| {
            reader.take(from, key, "1 to 86400 seconds", number(1, 86_400))
        };
        let many = "1 to 1000000";
        Self {
            connections: reader.take(from, "connections", many, number(1, 1_000_000)),
            outstanding: reader.take(from, "outstanding", many, number(1, 1_000_000)),
            outstanding_bytes: reader.take(
                from,
                "outstanding_bytes",
                "1048576 to 1073741824",
                number(1 << 20, 1 << 30),
            ),
            frame: day(reader, from, "frame_seconds"),
            idle: day(reader, from, "idle_seconds"),
            stranger_idle: day(reader, from, "stranger_idle_seconds"),
            write: day(reader, from, "write_seconds"),
            drain: day(reader, from, "drain_seconds"),
        }
    }

    /// Options with what is said here.
    pub fn set(&self, usual: Options) -> Options {
        let time = |seconds: Option<u64>, usual| seconds.map_or(usual, Duration::from_secs);
        Options {
            most_connections: self.connections.unwrap_or(usual.most_connections),
            most_outstanding: self.outstanding.unwrap_or(usual.most_outstanding),
            most_bytes: self.outstanding_bytes.unwrap_or(usual.most_bytes),
            frame: time(self.frame, usual.frame),
            idle: time(self.idle, usual.idle),
            stranger_idle: time(self.stranger_idle, usual.stranger_idle),
            write: time(self.write, usual.write),
            drain: time(self.drain, usual.drain),
            ..usual
        }
    }
}

impl TokenEntry {
    /// Reads a token; without a slot it has that of its place. Nothing without a store.
    fn read(
        reader: &mut Reader<'_>,
        mut from: Section<'_>,
        place_slot: u16,
        folder: &Path,
    ) -> Option<Self> {
        let line = from.line;
        let from = &mut from;
        let slots = format!("0 to {MAX_SLOT}");
        let slot = reader.take(from, "slot", &slots, number(0, MAX_SLOT.into()));
        let label = "the token's label, 1 to 128 bytes";
        let checked = |text: &str| sealane_hsm::object::check_label(text).map(|()| text.to_owned());
        let label = reader.take(from, "label", label, text(checked));
        let file = "the name of a file";
        let store = reader.take(from, "store", file, text(place(folder)));
        let master = MasterArgs {
            master_file: reader.take(from, "master_file", file, text(place(folder))),
            master_passphrase_file: reader
                .take(from, "master_passphrase_file", file, text(place(folder)))
                .map(Source::File),
            master_credential: reader.take(
                from,
                "master_credential",
                "the name of a credential",
                text(|text| Ok::<_, Infallible>(text.to_owned())),
            ),
        };
        let kinds = "master_file, master_passphrase_file or master_credential";
        if store.is_none() {
            from.missing(reader, "store", "the file of the token");
        }
        match master.count() {
            1 => {}
            0 => from.missing(reader, "master_file", &format!("{kinds}, one of them")),
            _ => reader.add(line, "token", &format!("allowed: one of {kinds}")),
        }
        reader.finish(std::mem::take(from));
        Some(Self { slot: slot.unwrap_or(place_slot), label, store: store?, master, line })
    }
}

/// The failure of a file that has mistakes.
pub fn invalid(path: &Path, faults: Vec<Fault>) -> Failure {
    let count = faults.len();
    let errors = if count == 1 { "1 error".into() } else { format!("{count} errors") };
    let lines: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
    let sentence = format!("--config {}: {errors}{}", shown(path), lines.concat());
    Failure::usage("CONFIG_INVALID", sentence)
}

/// Why a file of these properties is not believed: who may write it may have any token served.
fn distrusted(found: &Metadata) -> Option<String> {
    let (owner, mode) = (found.uid(), found.mode() & 0o7777);
    if ![0, geteuid().as_raw()].contains(&owner) {
        return Some(format!(
            "is user {owner}'s, who may write it: it must be root's or one's own"
        ));
    }
    (mode & 0o022 != 0).then(|| format!("has mode {mode:03o}: others may write it"))
}

/// The place of a file that is named in a file of this folder.
fn place(folder: &Path) -> impl Fn(&str) -> Result<PathBuf, &'static str> {
    move |name| if name.is_empty() { Err("no name") } else { Ok(folder.join(name)) }
}

fn own_address(text: &str) -> Result<SocketAddr, String> {
    let address = address(text)?;
    if address.ip().is_loopback() { Ok(address) } else { Err("other machines reach it".into()) }
}

/// Where figures are told: an address, or a socket.
fn metrics_place(folder: &Path) -> impl Fn(&str) -> Result<Endpoint, String> {
    let place = place(folder);
    move |text| match text.parse::<SocketAddr>() {
        Ok(_) => own_address(text).map(Endpoint::Loopback),
        Err(_) => Ok(Endpoint::Socket(place(text)?)),
    }
}

#[cfg(test)]
mod tests;
