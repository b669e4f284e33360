//! Where a token is.
use super::{AsOfficer, AsWhom, MasterArgs, OptionalPin, PinOrTicket, Store};
use crate::args::service::ServiceUsers;
use clap::Args;
use sealane_hsm::remote::Endpoint;
use std::path::PathBuf;

/// Where a token is: in its store, or behind the service that has it open.
#[derive(Debug, Args)]
pub struct TokenLocationArgs {
    /// The file of the token
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "socket",
        conflicts_with = "socket"
    )]
    store: Option<PathBuf>,
    #[command(flatten)]
    master: MasterArgs,
    /// The socket of the service that has the token, or the address that it listens on
    #[arg(long, value_name = "FILE", conflicts_with = "MasterArgs")]
    socket: Option<Endpoint>,
    #[command(flatten)]
    users: ServiceUsers,
}

/// The same, as one of the two.
pub enum TokenLocation<'a> {
    Store(Store),
    Service(&'a Endpoint, &'a ServiceUsers),
}

impl TokenLocationArgs {
    pub fn location(&self) -> TokenLocation<'_> {
        match (&self.socket, &self.store) {
            (Some(endpoint), _) => TokenLocation::Service(endpoint, &self.users),
            (None, path) => TokenLocation::Store(Store {
                path: path.clone().unwrap_or_default(),
                master: self.master.clone(),
            }),
        }
    }
}

/// Where a token is, and which officer looks after it.
#[derive(Debug, Args)]
pub struct OfficerArgs {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    #[command(flatten)]
    pub pin: PinOrTicket,
}

/// Where a token is, and who uses its keys.
#[derive(Debug, Args)]
pub struct UserArgs {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub whom: AsWhom,
    #[command(flatten)]
    pub pin: PinOrTicket,
}

/// Where a token is, and who looks at its keys, if it is said.
#[derive(Debug, Args)]
pub struct ReaderArgs {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub whom: AsWhom,
    #[command(flatten)]
    pub pin: OptionalPin,
}

/// A token, in its store or behind the service that has it open, if one is named.
#[derive(Debug, Args)]
pub struct AnyTokenArgs {
    /// The socket of the service that has the token, or the address that it listens on
    #[arg(long, value_name = "FILE", conflicts_with_all = ["store", "MasterArgs"])]
    socket: Option<Endpoint>,
    #[command(flatten)]
    users: ServiceUsers,
    /// The file of the token, where no service has it open
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    master: MasterArgs,
}

impl AnyTokenArgs {
    pub fn location(&self) -> Option<TokenLocation<'_>> {
        if let Some(endpoint) = &self.socket {
            return Some(TokenLocation::Service(endpoint, &self.users));
        }
        let (path, master) = (self.store.clone()?, self.master.clone());
        Some(TokenLocation::Store(Store { path, master }))
    }

    /// Whether a master key is named.
    pub fn has_master(&self) -> bool {
        self.master.is_given()
    }
}
