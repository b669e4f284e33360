//! The arguments of the log.
use super::{AsOfficer, OfficerArgs, PinOrTicket, TokenLocationArgs, Who, who};
use crate::args::source;
use crate::input::Source;
use clap::Args;
use sealane_hsm::audit::Uses;

#[derive(Debug, Args)]
pub struct Audit {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    /// Who reads it: the auditor or the officer
    #[arg(long = "as", value_name = "NAME", default_value = "auditor", value_parser = who)]
    pub role: Who,
    #[command(flatten)]
    pub pin: PinOrTicket,
    /// Number of the first row
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub first: u64,
    /// Show at most so many rows
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    pub most: usize,
    /// Report as JSON, a row a line
    #[arg(long, visible_alias = "json-lines")]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct AuditTrim {
    #[command(flatten)]
    pub by: OfficerArgs,
    /// Number of the first row that stays; the last row always does
    #[arg(long, value_name = "N")]
    pub before: u64,
}

#[derive(Debug, Args)]
pub struct AuditSetting {
    #[command(flatten)]
    pub at: TokenLocationArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    /// The officer's PIN, to set something: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Option<Source>,
    /// How uses of keys come into the log: minute, a row a minute for each user, key and mechanism;
    /// each, a row for each request, before the key is used; none
    #[arg(long, value_name = "WHEN")]
    pub uses: Option<Uses>,
    /// How many rows are kept at least, and not many more; 0 for all
    #[arg(long, value_name = "N")]
    pub keep_rows: Option<u64>,
    /// For how many days rows are kept; 0 for ever
    #[arg(long, value_name = "DAYS")]
    pub keep_days: Option<u32>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

impl AuditSetting {
    /// Whether something is to be set.
    pub fn is_change(&self) -> bool {
        self.uses.is_some() || self.keep_rows.is_some() || self.keep_days.is_some()
    }
}
