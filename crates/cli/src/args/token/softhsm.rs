//! The arguments of moving the objects of another token.
use super::UserArgs;
use crate::args::source;
use crate::input::Source;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct ImportSofthsm {
    #[command(flatten)]
    pub from: OtherToken,
    #[command(flatten)]
    pub user: UserArgs,
    /// Say what would be done, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// The token that objects come from.
#[derive(Debug, Args)]
pub struct OtherToken {
    /// SoftHSM's files: the folder of its tokens, that of one token, or the softhsm2.conf that
    /// names the folder
    #[arg(
        long,
        value_name = "PATH",
        required_unless_present = "module",
        conflicts_with = "module"
    )]
    pub folder: Option<PathBuf>,
    /// The PKCS#11 module of the other token, a shared library: its code runs in this process
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
    /// The label of the other token, where there are several
    #[arg(long, value_name = "TEXT", conflicts_with = "slot")]
    pub token_label: Option<String>,
    /// The slot of the other token, where there are several
    #[arg(long, value_name = "N")]
    pub slot: Option<u64>,
    /// The user PIN of the other token: the first line of this file
    #[arg(long = "from-pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Source,
}
