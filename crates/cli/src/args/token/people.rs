//! The arguments of people: identities, what keys are for whom, how much of a service a peer has.
use super::{AsOfficer, KeyName, NewPin, OfficerArgs, TokenLocationArgs, UserArgs, role};
use clap::Args;
use sealane_hsm::permission::Grantee;
use sealane_hsm::role::Role;

#[derive(Debug, Args)]
pub struct IdentityAdd {
    /// Its name: 1 to 64 bytes, without blanks, commas and colons
    #[arg(value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub by: OfficerArgs,
    /// What it may do: officer, user, operator or auditor
    #[arg(long, value_name = "ROLE", value_parser = role)]
    pub role: Role,
    /// The one user of this machine that may log in as it, by number
    #[arg(long, value_name = "UID")]
    pub uid: Option<u32>,
    #[command(flatten)]
    pub new_pin: NewPin,
}

#[derive(Debug, Args)]
pub struct IdentityRemove {
    /// Its name
    #[arg(value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub by: OfficerArgs,
}

#[derive(Debug, Args)]
pub struct Identities {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Limits {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    #[command(flatten)]
    pub pin: super::OptionalPin,
    /// Requests of a peer in a second; 0 for no limit
    #[arg(long, value_name = "N")]
    pub requests: Option<u32>,
    /// Bytes of requests of a peer in a second; 0 for no limit
    #[arg(long, value_name = "N")]
    pub bytes: Option<u64>,
    /// Logins, changes and keys being made of a peer that wait or are being done; 0 for no limit
    #[arg(long, value_name = "N")]
    pub slow_jobs: Option<u32>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Permit {
    /// Label or id of the key
    #[arg(value_name = "KEY")]
    pub key: KeyName,
    #[command(flatten)]
    pub user: UserArgs,
    #[command(flatten)]
    pub lists: Lists,
    /// Let all use and change it whose role may
    #[arg(long, conflicts_with = "users")]
    pub all_users: bool,
    /// Let everybody see it
    #[arg(long, conflicts_with = "viewers")]
    pub all_viewers: bool,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Whom a key is for.
#[derive(Debug, Args)]
pub struct Lists {
    /// Who alone may use and change it: names of identities, or role:NAME for all of a role, with
    /// commas; all whose role may if it is not given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 0..=1,
          value_parser = grantee)]
    pub users: Option<Vec<Grantee>>,
    /// Who else may see it, and nobody but these
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 0..=1,
          value_parser = grantee)]
    pub viewers: Option<Vec<Grantee>>,
}

fn grantee(text: &str) -> Result<Grantee, String> {
    text.parse().map_err(|error: sealane_hsm::Error| error.to_string())
}
