//! The token that has the key, for commands that take keys of files too.
use super::source;
use super::token::{AnyTokenArgs, TokenLocation, Who};
use crate::failure::Failure;
use crate::input::Source;
use clap::Args;
use sealane_hsm::role::Role;

/// A token, in its store or behind the service that has it open, if one is named.
#[derive(Debug, Args)]
pub struct KeptKeyArgs {
    #[command(flatten)]
    at: AnyTokenArgs,
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
        if let Some(location) = self.at.location() {
            return Ok(Some(location));
        }
        if self.pin.is_some() || self.who.is_some() || self.at.has_master() {
            let sentence =
                "a PIN, an identity or a master key is for a token: --socket or --store names it";
            return Err(Failure::usage("USAGE", sentence));
        }
        Ok(None)
    }
}
