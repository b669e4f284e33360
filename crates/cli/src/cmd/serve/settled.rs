//! What a service does, of the command line and its configuration together: an option wins over the
//! key of the file that says the same.
use super::serving::Note;
use crate::args::service::Serve;
use crate::args::token::Store;
use crate::cmd::token::{master, open};
use crate::config::{Config, Fault, TokenEntry, USUAL_FILE, invalid};
use crate::failure::{Failure, Status};
use crate::output::to_stdout;
use crate::secrets::shown;
use sealane_hsm::Error;
use sealane_hsm::engine::Settings;
use sealane_hsm::remote::Endpoint;
use sealane_hsm::service::{Options, Tokens};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use tracing::level_filters::LevelFilter;

/// Bytes of the name of a socket, without the zero at its end.
const MAX_SOCKET_NAME: usize = 107;

pub struct Settled {
    pub socket: Option<PathBuf>,
    pub activated: bool,
    pub options: Options,
    pub log_level: LevelFilter,
    settings: Settings,
    tokens: Vec<TokenEntry>,
    /// What the file says, if there is one.
    config: Option<Config>,
}

impl Settled {
    /// Errors: `USAGE` for an option; `CONFIG_INVALID` with all that is wrong with the file.
    pub fn new(args: &Serve) -> Result<Self, Failure> {
        let config = file_of(args)?.map(|path| Config::read(&path)).transpose()?;
        let none = Config::default();
        let file = config.as_ref().unwrap_or(&none);
        let options = file.limits.set(Options::default());
        let users =
            if args.users.is_empty() { file.users.clone() } else { Some(args.users.clone()) };
        let options = Options {
            threads: args.threads.or(file.threads).map_or(options.threads, usize::from),
            loopback: args.listen.or(file.listen),
            metrics: args.metrics.clone().or_else(|| file.metrics.clone()),
            users: users.unwrap_or_default().into_iter().collect(),
            ..options
        };
        let usual = Settings::default();
        let settings = Settings {
            policy: args.keep_keys.or(file.keep_keys).unwrap_or(usual.policy),
            most_hot: args.most_keys.or(file.most_keys).unwrap_or(usual.most_hot),
            ..usual
        };
        // An option that says how the socket comes to be stands for both keys.
        let (socket, activated) = match (&args.socket, args.activated) {
            (None, false) => (file.socket.clone(), file.activated.unwrap_or_default()),
            (socket, activated) => (socket.clone(), activated),
        };
        let log_level = args.log_level.or(file.log_level).unwrap_or(LevelFilter::INFO);
        let tokens = tokens_of(args, &file.tokens)?;
        let settled = Self { socket, activated, options, log_level, settings, tokens, config };
        settled.demand_whole(args)?;
        Ok(settled)
    }

    /// Errors: of what is missing, or cannot be.
    fn demand_whole(&self, args: &Serve) -> Result<(), Failure> {
        let mut faults = vec![];
        // What an option says is wrong there, and all else in the file.
        let mut refuse = |key: &str, (option, given): (&str, bool), why: &str| match &self.config {
            Some(config) if !given => {
                faults.push(config.fault(key, why));
                Ok(())
            }
            _ => Err(Failure::usage("USAGE", format!("{option}: {why}"))),
        };
        let by_socket = ("--socket", args.socket.is_some());
        if self.socket.is_none() && !self.activated {
            let why = "required and missing: the name of the socket to make, or activated";
            refuse("service.socket", by_socket, why)?;
        }
        let metrics = match &self.options.metrics {
            Some(Endpoint::Socket(path)) => Some(path),
            _ => None,
        };
        let by_metrics = ("--metrics", args.metrics.is_some());
        for (key, option, path) in [
            ("service.socket", by_socket, self.socket.as_ref()),
            ("service.metrics", by_metrics, metrics),
        ] {
            let bytes = path.map_or(0, |path| path.as_os_str().len());
            if bytes > MAX_SOCKET_NAME {
                let why = format!("a name of {bytes} bytes; it has {MAX_SOCKET_NAME} at most");
                refuse(key, option, &why)?;
            }
        }
        if self.tokens.is_empty() {
            let why = "required and missing: a table [[token]] with store and master key";
            refuse("token", ("--store", false), why)?;
        }
        match &self.config {
            Some(config) if !faults.is_empty() => Err(invalid(&config.path, faults)),
            _ => Ok(()),
        }
    }

    /// Looks at the files that are named, and says how it would serve: nothing is opened that a
    /// running service has. Errors: `CONFIG_INVALID`.
    pub fn check(&self) -> Result<(), Failure> {
        let mut faults = vec![];
        for (number, token) in self.tokens.iter().enumerate() {
            let mut refuse = |key: &str, why: String| match &self.config {
                Some(config) => faults.push(config.fault(&format!("token[{number}].{key}"), &why)),
                None => faults.push(Fault { line: 1, key: format!("--{key}"), why }),
            };
            if let Err(why) = token.store.metadata() {
                refuse("store", format!("{}: {why}", shown(&token.store)));
            }
            let (key, is_elsewhere) = match &token.master {
                it if it.master_credential.is_some() => {
                    ("master_credential", std::env::var_os("CREDENTIALS_DIRECTORY").is_none())
                }
                it if it.master_passphrase_file.is_some() => ("master_passphrase_file", false),
                _ => ("master_file", false),
            };
            // A credential is there when the service manager starts the service.
            if !is_elsewhere && let Err(Failure::Said { sentence, .. }) = master(&token.master) {
                refuse(key, sentence);
            }
        }
        let path = self.config.as_ref().map_or(Path::new("command line"), |config| &config.path);
        if !faults.is_empty() {
            return Err(invalid(path, faults));
        }
        let mut text = match (&self.socket, self.activated) {
            (Some(socket), _) => format!("socket: {}\n", shown(socket)),
            (None, _) => "socket: passed by the service manager\n".to_owned(),
        };
        for TokenEntry { slot, label, store, .. } in &self.tokens {
            let label = label.as_ref().map(|label| format!(" {label:?}")).unwrap_or_default();
            text += &format!("slot {slot}:{label} {}\n", shown(store));
        }
        to_stdout(format!("{text}no mistakes in {}\n", shown(path)).as_bytes())
    }

    /// Opens the tokens. Errors: those of each store; of a token that has another label than the
    /// file says, or that of another one.
    pub fn open_tokens(&self) -> Result<Tokens, Failure> {
        let mut tokens = vec![];
        for (number, entry) in self.tokens.iter().enumerate() {
            let store = Store { path: entry.store.clone(), master: entry.master.clone() };
            let token = open(&store)?;
            if let (Some(label), Some(config)) = (&entry.label, &self.config)
                && label != token.label()
            {
                let why = format!("the token of {} is {:?}", shown(&store.path), token.label());
                let fault = config.fault(&format!("token[{number}].label"), &why);
                return Err(invalid(&config.path, vec![fault]));
            }
            tokens.push((entry.slot, token));
        }
        Tokens::new(tokens, self.settings).map_err(|error| {
            Failure::token(error)
                .about(|_| "two tokens have one label: nobody could name them".into())
        })
    }

    /// Says beside the stores who has them.
    pub fn notes(&self, socket: &Option<PathBuf>) -> Vec<Note> {
        let stores = self.tokens.iter().map(|token| &token.store);
        socket.iter().flat_map(|socket| stores.clone().map(|it| Note::leave(it, socket))).collect()
    }

    /// Why a place is none to listen at, with what names it: another one is to be given.
    pub fn about_place(&self, error: Error) -> Failure {
        let Error::Permission(why) = &error else { return Failure::token(error) };
        let listens = |address: SocketAddr| why.starts_with(&format!("{address}:"));
        let metrics = self.options.metrics.as_ref();
        let name = match (self.options.loopback, metrics, &self.socket) {
            (Some(address), ..) if listens(address) => "--listen".into(),
            (_, Some(Endpoint::Loopback(address)), _) if listens(*address) => "--metrics".into(),
            (_, Some(Endpoint::Socket(path)), _) if why.starts_with(&*path.to_string_lossy()) => {
                format!("--metrics {}", shown(path))
            }
            (.., Some(socket)) => format!("--socket {}", shown(socket)),
            _ => return Failure::token(error),
        };
        let failure = Failure::token(error).with_status(Status::Usage);
        failure.about(|sentence| format!("{name}: {sentence}"))
    }
}

/// The file to be read, if there is one: a store that is named is served without the usual one.
/// Errors: `USAGE` if nothing says what is to be served.
fn file_of(args: &Serve) -> Result<Option<PathBuf>, Failure> {
    let usual = Path::new(USUAL_FILE);
    match (&args.config, &args.store) {
        (Some(path), _) => Ok(Some(path.clone())),
        (None, Some(_)) => Ok(None),
        (None, None) if usual.exists() => Ok(Some(usual.to_owned())),
        (None, None) => {
            let sentence = format!(
                "required and missing: --store <FILE>, or --config <FILE>, for there is no \
                 {USUAL_FILE} (see `sealane serve --help`)"
            );
            Err(Failure::usage("USAGE", sentence))
        }
    }
}

/// The tokens to be served: that of the command line alone, or those of the file.
fn tokens_of(args: &Serve, of_file: &[TokenEntry]) -> Result<Vec<TokenEntry>, Failure> {
    let master = args.master.clone();
    if let Some(store) = args.store.clone() {
        return Ok(vec![TokenEntry { slot: 0, label: None, store, master, line: 1 }]);
    }
    match of_file {
        all if !master.is_given() => Ok(all.to_vec()),
        [one] => Ok(vec![TokenEntry { master, ..one.clone() }]),
        all => {
            let many = all.len();
            let why = format!("the file has {many} tokens: the master key of which one is meant?");
            Err(Failure::usage("USAGE", format!("--master-file, or its like: {why}")))
        }
    }
}
