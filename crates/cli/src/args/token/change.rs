//! The arguments of changes of a key that is there.
use super::attributes::{ExternalId, external_id, usage};
use super::{KeyName, PinOrTicket, TokenLocationArgs, Who, who};
use clap::Args;
use sealane_hsm::object::Usage;

/// A key, and who removes it, or changes it.
#[derive(Debug, Args)]
pub struct Delete {
    /// Label or id of the key
    #[arg(value_name = "KEY")]
    pub key: KeyName,
    #[command(flatten)]
    pub at: TokenLocationArgs,
    /// Who does it: the user; the officer for a key that reads backups
    #[arg(long = "as", value_name = "NAME", default_value = "user", value_parser = who)]
    pub role: Who,
    #[command(flatten)]
    pub pin: PinOrTicket,
}

#[derive(Debug, Args)]
pub struct SetKey {
    #[command(flatten)]
    pub of: Delete,
    /// Another label
    #[arg(long, value_name = "TEXT")]
    pub label: Option<String>,
    /// What it is still for, with commas: some of the uses that it has
    #[arg(long, value_name = "USES", value_delimiter = ',', value_parser = usage)]
    pub usage: Vec<Usage>,
    /// Let it leave the token no more
    #[arg(long)]
    pub not_exportable: bool,
    /// Let it leave the token wrapped only
    #[arg(long)]
    pub sensitive: bool,
    /// Another id for programs (CKA_ID): up to 128 hexadecimal digits
    #[arg(long = "id", value_name = "HEX", value_parser = external_id)]
    pub external_id: Option<ExternalId>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}
