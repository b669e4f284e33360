//! The token that has the key, for commands that take keys of files too.
use super::service::ServiceUsers;
use super::source;
use super::token::{MasterArgs, Store, TokenLocation, Who};
use crate::failure::Failure;
use crate::input::Source;
use clap::Args;
use sealane_hsm::remote::Endpoint;
use sealane_hsm::role::Role;
use std::path::PathBuf;

/// A token, in its store or behind the service that has it open, if one is named.
#[derive(Debug, Args)]
pub struct KeptKeyArgs {
    /// The service whose key --key names, by label or id: its socket, or the address it listens on
    #[arg(long, value_name = "FILE", conflicts_with_all = ["store", "MasterArgs"])]
    socket: Option<Endpoint>,
    #[command(flatten)]
    users: ServiceUsers,
    /// The file of the token whose key --key names, where no service has it open
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    master: MasterArgs,
    /// Who uses a key of a token: the name of an identity, `user` if it is not given
    #[arg(long = "as", value_name = "NAME", value_parser = super::token::who)]
    who: Option<Who>,
    /// The PIN of who does it, for a key of a token: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Option<Source>,
}

impl KeptKeyArgs {
    /// The name of who uses the key.
    pub fn who(&self) -> &'static str {
        self.who.map_or(Role::User.name(), Who::name)
    }

    /// Returns where the token is; nothing for a key in a file. Errors: of options that only the
    /// key of a token has a use for.
    pub fn location(&self) -> Result<Option<TokenLocation<'_>>, Failure> {
        if let Some(endpoint) = &self.socket {
            return Ok(Some(TokenLocation::Service(endpoint, &self.users)));
        }
        if let Some(path) = &self.store {
            let (path, master) = (path.clone(), self.master.clone());
            return Ok(Some(TokenLocation::Store(Store { path, master })));
        }
        if self.pin.is_some() || self.who.is_some() || self.master.is_given() {
            let sentence =
                "a PIN, an identity or a master key is for a token: --socket or --store names it";
            return Err(Failure::usage("USAGE", sentence));
        }
        Ok(None)
    }
}
