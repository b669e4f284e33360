//! The arguments of what wrong PINs cost.
use super::{AsOfficer, TokenLocationArgs, Who, role, who};
use crate::args::source;
use crate::input::Source;
use clap::Args;
use sealane_hsm::role::Role;

#[derive(Debug, Args)]
pub struct Unlock {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    /// Which identity
    #[arg(long, value_name = "NAME", value_parser = who)]
    pub role: Who,
    /// The recovery code that `token init` printed, the first line of this file: the log then says
    /// that it was used
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub recovery_file: Option<Source>,
    /// The officer's PIN, where neither root nor the service's own user asks a service: the first
    /// line of this file
    #[arg(long = "pin-file", value_name = "FILE", requires = "socket",
          conflicts_with = "recovery_file", value_parser = source())]
    pub pin: Option<Source>,
}

#[derive(Debug, Args)]
pub struct Guard {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    /// The officer's PIN, to set something: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Option<Source>,
    /// Wrong PINs in a row of one user before the first delay
    #[arg(long, value_name = "N")]
    pub free: Option<u32>,
    /// The first delay; each further one is twice as long
    #[arg(long, value_name = "SECONDS")]
    pub first_delay: Option<u32>,
    /// The longest delay
    #[arg(long, value_name = "SECONDS")]
    pub longest_delay: Option<u32>,
    /// Wrong PINs in a row after which a user is locked out of the role; 0 for never
    #[arg(long, value_name = "N")]
    pub lock_after: Option<u32>,
    /// Let only these users log in to a role: its name, and their numbers with commas, as in
    /// officer=0,1000; nothing behind the sign for everybody
    #[arg(long, value_name = "ROLE=UIDS", value_parser = permitted)]
    pub permit: Vec<(Role, Vec<u32>)>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

impl Guard {
    /// Whether something is to be set.
    pub fn is_change(&self) -> bool {
        let numbers = [self.free, self.first_delay, self.longest_delay, self.lock_after];
        numbers.iter().any(Option::is_some) || !self.permit.is_empty()
    }
}

/// A role and the users who may log in to it.
fn permitted(text: &str) -> Result<(Role, Vec<u32>), String> {
    let (name, uids) = text.split_once('=').ok_or("a role, the sign =, and numbers of users")?;
    let uids = uids.split(',').filter(|uid| !uid.is_empty());
    let uids: Result<Vec<u32>, _> = uids.map(str::parse).collect();
    Ok((role(name)?, uids.map_err(|_| "users are named by their numbers")?))
}
