//! The configuration: where the service is, or the token that has none, and as whom a program logs
//! in.
//!
//! One TOML file: the one that `SEALANE_PKCS11_CONF` names, or else the first that there is of
//! `sealane/pkcs11.toml` in the user's folder of configuration and `/etc/sealane/pkcs11.toml`.
//! Without any, all is as usual.

use crate::rv::Rv;
use cryptoki_sys::CKR_GENERAL_ERROR;
use sealane_client::connection::Endpoint;
use serde::Deserialize;
use std::env;
use std::path::PathBuf;
use std::time::Duration;

/// What names the file.
pub const VARIABLE: &str = "SEALANE_PKCS11_CONF";

/// What a file says; what it does not say is as in [`Config::default`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// A socket, or an address of this machine with its port.
    pub socket: String,
    /// Users who may serve, beside root and the one who runs the program.
    pub service_users: Vec<u32>,
    /// The identity of `CKU_USER`.
    pub user: String,
    /// The identity of `CKU_SO`.
    pub officer: String,
    /// What a child is after a fork.
    pub fork: Fork,
    /// How long an answer is waited for.
    pub wait_seconds: u64,
    /// The token that this process serves itself, if there is to be no service.
    pub embedded: Option<Store>,
}

/// Where a token is that is not in a service.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    /// Its file.
    pub store: PathBuf,
    /// The file of its master key.
    pub master_file: Option<PathBuf>,
    /// In place of that, the credential of the service manager.
    pub master_credential: Option<String>,
}

impl Store {
    /// Errors: a sentence that says what is wrong.
    fn check(&self) -> Result<(), &'static str> {
        let paths = [Some(&self.store), self.master_file.as_ref()];
        if cfg!(not(feature = "embedded")) {
            return Err("embedded: the module was built without it");
        }
        if self.master_file.is_some() == self.master_credential.is_some() {
            return Err("embedded: one of master_file and master_credential is needed");
        }
        if paths.into_iter().flatten().any(|path| path.is_relative()) {
            return Err("embedded: paths must begin with /");
        }
        Ok(())
    }
}

/// What the module is in the child of a fork.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fork {
    /// Sessions and handles go on, over connections of the child's own.
    Reconnect,
    /// As the standard says: not initialised.
    Strict,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            socket: "/run/sealane/socket".to_owned(),
            service_users: vec![],
            user: "user".to_owned(),
            officer: "officer".to_owned(),
            fork: Fork::Reconnect,
            wait_seconds: 60,
            embedded: None,
        }
    }
}

impl Config {
    /// Reads the file, if there is one.
    ///
    /// Errors: `CKR_GENERAL_ERROR` for one that cannot be read or has a mistake; a line on the
    /// error output says which, for no return value could.
    pub fn read() -> Result<Self, Rv> {
        let Some(path) = place() else { return Ok(Self::default()) };
        let text = std::fs::read_to_string(&path).map_err(|why| why.to_string());
        text.and_then(|text| Self::from_text(&text)).map_err(|why| {
            eprintln!("sealane-pkcs11: {}: {}", path.display(), why.trim_end());
            Rv(CKR_GENERAL_ERROR)
        })
    }

    /// Reads a text. Errors: a sentence that says where the mistake is.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        if !(1..=3600).contains(&config.wait_seconds) {
            return Err("wait_seconds: allowed are 1 to 3600".to_owned());
        }
        if let Some(store) = &config.embedded {
            store.check()?;
            if config.socket != Self::default().socket {
                return Err("socket: it has no meaning beside [embedded]".to_owned());
            }
        }
        Ok(config)
    }

    /// Where the service is.
    #[must_use]
    pub fn endpoint(&self) -> Endpoint {
        match self.socket.parse() {
            Ok(endpoint) => endpoint,
            Err(never) => match never {},
        }
    }

    /// How long an answer is waited for.
    #[must_use]
    pub fn wait(&self) -> Duration {
        Duration::from_secs(self.wait_seconds)
    }
}

/// The file that there is.
fn place() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(named) = variable(VARIABLE) {
        return Some(named);
    }
    let home = || variable("HOME").map(|home| home.join(".config"));
    let own = variable("XDG_CONFIG_HOME").or_else(home);
    let folders = own.into_iter().chain([PathBuf::from("/etc")]);
    folders.map(|folder| folder.join("sealane/pkcs11.toml")).find(|path| path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is said counts, what is not is as usual, what is wrong is refused with its place.
    #[test]
    fn files_are_read() {
        assert_eq!(Config::from_text(""), Ok(Config::default()));
        let text = "socket = \"127.0.0.1:8\"\nfork = \"strict\"\nservice_users = [7]\n";
        let config = Config::from_text(text).unwrap();
        assert_eq!((config.fork, &config.service_users[..]), (Fork::Strict, &[7][..]));
        assert!(matches!(config.endpoint(), Endpoint::Loopback(_)));
        for (wrong, word) in [
            ("sokcet = \"x\"", "sokcet"),
            ("fork = \"maybe\"", "maybe"),
            ("wait_seconds = 0", "3600"),
            ("[", "line 1"),
        ] {
            let said = Config::from_text(wrong).unwrap_err();
            assert!(said.contains(word), "{said}");
        }
    }

    /// Goal: a token without a service is named whole, and alone. Method: each part left out, given
    /// twice, or of no use.
    #[cfg(feature = "embedded")]
    #[test]
    fn embedded_tokens_are_named() {
        let (store, file) = ("store = \"/t.db\"", "master_file = \"/m\"");
        let text = |lines: &[&str]| format!("[embedded]\n{}\n", lines.join("\n"));
        let config = Config::from_text(&text(&[store, file])).unwrap();
        assert_eq!(config.embedded.unwrap().store, PathBuf::from("/t.db"));
        assert!(Config::from_text(&text(&[store, "master_credential = \"m\""])).is_ok());
        for (wrong, word) in [
            (text(&[store]), "master_file"),
            (text(&[file]), "store"),
            (text(&[store, file, "master_credential = \"m\""]), "one of"),
            (text(&["store = \"t.db\"", file]), "begin with /"),
            (text(&[store, "master_file = \"m\""]), "begin with /"),
            (text(&[store, file, "pin = \"1234\""]), "pin"),
            (format!("socket = \"/s\"\n{}", text(&[store, file])), "socket"),
        ] {
            let said = Config::from_text(&wrong).unwrap_err();
            assert!(said.contains(word), "{said}");
        }
    }
}
