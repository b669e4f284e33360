//! The arguments of the agent of OpenSSH.
use super::service::ServiceArgs;
use super::source;
use super::token::{KeyName, Part, part};
use crate::input::Source;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

pub const AGENT_HELP: &str = "\
Example:
  sealane agent --socket sealane.socket --pin-file operator.pin --key web -- ssh user@host
  eval \"$(sealane agent --socket sealane.socket --pin-file operator.pin)\"
  ssh-add -L
  sealane agent --socket sealane.socket --pin-file operator.pin --key host --foreground \\
    --agent-socket /run/sealane-agent/socket

Answers programs that ask an ssh-agent (ssh, git, ssh-keygen -Y and -U, sshd's HostKeyAgent) by keys
of a service's token: p256, p384, p521, ed25519, and RSA with SHA-256 or SHA-512. It prints the
lines by which a shell finds it and goes into the background, as ssh-agent does; with a command
behind -- it runs for that command alone, and ends with its status.
The keys stay in the service. None can be added, removed or taken out, and no module is loaded;
ssh-add -x and -X lock the agent and unlock it. Keys are chosen when it starts. Processes of this
user and root are answered, and no others.
SSH_ASKPASS names the program that asks for --confirm; ssh-askpass is meant if it is not set.";

#[derive(Debug, Args)]
pub struct Agent {
    #[command(flatten)]
    pub service: ServiceArgs,
    /// A key to offer, by label or id, and others by this option again; all that can sign for
    /// OpenSSH if neither this nor --where is given
    #[arg(long = "key", value_name = "KEY")]
    pub keys: Vec<KeyName>,
    /// Offer the keys that are so: label=TEXT, id=HEX, kind=NAME or usage=NAME; all of them if this
    /// is given again
    #[arg(long = "where", value_name = "NAME=VALUE", value_parser = part, conflicts_with = "keys")]
    pub parts: Vec<Part>,
    /// A certificate of OpenSSH for one of the keys, to be offered too: the file that ssh-keygen -s
    /// wrote
    #[arg(long = "certificate", value_name = "FILE", value_parser = source())]
    pub certificates: Vec<Source>,
    /// Ask on the screen before each signature, by the program that SSH_ASKPASS names
    #[arg(long)]
    pub confirm: bool,
    /// The same for this key alone, by its label
    #[arg(long = "confirm-key", value_name = "LABEL", conflicts_with = "confirm")]
    pub confirm_keys: Vec<String>,
    /// Sign nothing any more after this time: seconds, or a number with s, m, h, d or w
    #[arg(long, value_name = "TIME", value_parser = lifetime)]
    pub lifetime: Option<Duration>,
    /// Sign nothing for a machine to which ssh -A has forwarded the agent
    #[arg(long)]
    pub no_forwarded: bool,
    /// The agent's own socket to make, in a folder of this user alone; a new folder for it in
    /// XDG_RUNTIME_DIR or TMPDIR if it is not given
    #[arg(long = "agent-socket", value_name = "FILE")]
    pub place: Option<PathBuf>,
    /// Print the lines for csh
    #[arg(long, conflicts_with = "command")]
    pub csh: bool,
    /// Stay in the foreground
    #[arg(long, conflicts_with = "command")]
    pub foreground: bool,
    /// This is the process in the background.
    #[arg(long, hide = true, conflicts_with_all = ["command", "foreground"])]
    pub detached: bool,
    /// A command to run for which the agent is there, and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// A time as `ssh-add -t` takes it, one number and one unit.
fn lifetime(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 's' | 'S')) => (&text[..at], 1),
        Some((at, 'm' | 'M')) => (&text[..at], 60),
        Some((at, 'h' | 'H')) => (&text[..at], 3600),
        Some((at, 'd' | 'D')) => (&text[..at], 86_400),
        Some((at, 'w' | 'W')) => (&text[..at], 604_800),
        _ => (text, 1),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let seconds = digits.parse::<u64>().ok().filter(|_| is_number);
    let seconds = seconds.and_then(|number| number.checked_mul(unit));
    let seconds = seconds.filter(|seconds| (1..=MAX_LIFETIME).contains(seconds));
    let limits = "needs seconds, or a number with s, m, h, d or w: from 1 second to 52 weeks";
    seconds.map(Duration::from_secs).ok_or_else(|| limits.to_owned())
}

const MAX_LIFETIME: u64 = 52 * 604_800;

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: times are those of `ssh-add -t`, within their limits, and no others.
    #[test]
    fn lifetimes_are_times() {
        for (text, seconds) in [
            ("1", 1),
            ("90s", 90),
            ("5m", 300),
            ("8H", 28_800),
            ("2d", 172_800),
            ("52w", 31_449_600),
        ] {
            assert_eq!(lifetime(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        let long = "9".repeat(30);
        for text in ["", "0", "0h", "s", "+1", "-1", "1.5h", "1 h", "53w", "1h30m", "é", &long] {
            assert!(lifetime(text).is_err(), "{text}");
        }
    }
}
