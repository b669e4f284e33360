//! Who serves: looked at before a client says anything, for it will say a PIN.

use super::Endpoint;
use crate::error::Error;
use crate::folder::folder_of;
use rustix::net::sockopt::socket_peercred;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Whose processes may be told a PIN.
pub(super) struct TrustedUsers<'a> {
    own: u32,
    named: &'a [u32],
}

impl<'a> TrustedUsers<'a> {
    /// Root, the user of this process, and those that are named.
    pub(super) fn new(named: &'a [u32]) -> Self {
        Self { own: rustix::process::geteuid().as_raw(), named }
    }

    fn has(&self, uid: u32) -> bool {
        uid == 0 || uid == self.own || self.named.contains(&uid)
    }

    /// Demands that who serves at the other end of `stream` is one of them.
    ///
    /// Errors: `Permission`, with what is wrong and what to do.
    pub(super) fn demand(&self, stream: &impl AsFd, endpoint: &Endpoint) -> Result<(), Error> {
        match endpoint {
            Endpoint::Socket(path) => {
                let peer = socket_peercred(stream);
                let unknown =
                    |_| refused(format!("{endpoint}: the system does not say who serves"));
                self.demand_server(peer.map_err(unknown)?.uid.as_raw(), endpoint)?;
                self.demand_folder(folder_of(path))
            }
            Endpoint::Loopback(address) => {
                let listening = listening_users(*address);
                if listening.is_empty() {
                    return Err(refused(format!(
                        "{endpoint}: the system does not say who serves (no row of /proc/net/tcp); \
                         use the service's socket"
                    )));
                }
                listening.into_iter().try_for_each(|uid| self.demand_server(uid, endpoint))
            }
        }
    }

    fn demand_server(&self, uid: u32, endpoint: &Endpoint) -> Result<(), Error> {
        if self.has(uid) {
            return Ok(());
        }
        Err(refused(format!(
            "{endpoint}: user {uid} serves there, who is neither root nor user {} and may be \
             anybody; nothing was said; if the service runs as that user, name it (--service-user \
             {uid})",
            self.own
        )))
    }

    /// Who may put another socket in the place of this one must be trusted as well.
    fn demand_folder(&self, folder: &Path) -> Result<(), Error> {
        const ALL_WRITE: u32 = 0o002;
        const STICKY: u32 = 0o1000;
        let refuse = |why: &str| Err(refused(format!("{}: {why}", folder.display())));
        let Ok(found) = std::fs::metadata(folder) else {
            return refuse("the folder of the socket cannot be looked at");
        };
        if found.mode() & (ALL_WRITE | STICKY) == ALL_WRITE {
            return refuse(
                "everybody may put another socket there: nothing was said; take write permission \
                 from others (chmod o-w), or put the socket elsewhere",
            );
        }
        if !self.has(found.uid()) {
            let uid = found.uid();
            return refuse(&format!(
                "the folder of the socket is user {uid}'s, who may put another one there: nothing \
                 was said; if the service runs as that user, name it (--service-user {uid})"
            ));
        }
        Ok(())
    }
}

fn refused(why: String) -> Error {
    Error::Permission(why)
}

/// Returns the users who listen on an address, or on all addresses with its port.
fn listening_users(address: SocketAddr) -> Vec<u32> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"];
    let texts = tables.iter().filter_map(|table| std::fs::read_to_string(table).ok());
    texts.flat_map(|text| users_of(&text, address)).collect()
}

/// Returns the same of the text of one table.
fn users_of(table: &str, address: SocketAddr) -> Vec<u32> {
    const LISTENS: &str = "0A";
    let user = |row: &str| {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [_, local, _, LISTENS, _, _, _, uid, ..] = fields[..] else { return None };
        let (ip, port) = local.split_once(':')?;
        let ip = parse_ip(ip)?.to_canonical();
        let here = ip == address.ip().to_canonical() || ip.is_unspecified();
        let listens = here && u16::from_str_radix(port, 16).ok()? == address.port();
        if listens { uid.parse().ok() } else { None }
    };
    table.lines().filter_map(user).collect()
}

/// Takes an address as the kernel prints it: words of 32 bits in hexadecimal digits, each in the
/// order of the machine's memory.
fn parse_ip(text: &str) -> Option<IpAddr> {
    let word = |at: usize| u32::from_str_radix(text.get(8 * at..8 * at + 8)?, 16).ok();
    match text.len() {
        8 => Some(IpAddr::from(word(0)?.to_ne_bytes())),
        32 => {
            let mut bytes = [0; 16];
            for (at, four) in bytes.chunks_exact_mut(4).enumerate() {
                four.copy_from_slice(&word(at)?.to_ne_bytes());
            }
            Some(Ipv6Addr::from(bytes).into())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Goal: root, the own user and the named ones are trusted, and no others.
    #[test]
    fn users_are_trusted_by_name() {
        let endpoint = Endpoint::Socket("/run/sealane/socket".into());
        let users = TrustedUsers { own: 1000, named: &[998] };
        for (uid, good) in [(0, true), (1000, true), (998, true), (999, false), (65534, false)] {
            let said = users.demand_server(uid, &endpoint);
            assert_eq!(said.is_ok(), good, "{uid}");
            if let Err(error) = said {
                assert_eq!(error.code(), "PERMISSION");
                assert!(error.to_string().contains(&format!("--service-user {uid}")), "{error}");
            }
        }
    }

    /// Goal: a folder where another one could put a socket is refused.
    #[test]
    fn folders_of_sockets_are_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let owner = std::fs::metadata(folder.path()).unwrap().uid();
        for (mode, good) in [(0o700, true), (0o755, true), (0o1777, true), (0o777, false)] {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(folder.path(), permissions).unwrap();
            let users = TrustedUsers { own: owner, named: &[] };
            assert_eq!(users.demand_folder(folder.path()).is_ok(), good, "{mode:o}");
        }
        if owner != 0 {
            let others = TrustedUsers { own: owner + 1, named: &[] };
            assert!(others.demand_folder(folder.path()).is_err());
        }
    }

    /// Goal: the kernel's table says who listens. Method: rows that listen at the address, on all
    /// addresses, at another one, on another port, and one that only is connected.
    #[test]
    fn listeners_are_found_in_the_kernels_table() {
        let row = |local: &str, state: &str, uid: u32| {
            format!(" 0: {local} 00000000:0000 {state} 0:0 0:0 0 {uid} 0 1\n")
        };
        let word = |bytes: [u8; 4]| format!("{:08X}", u32::from_ne_bytes(bytes));
        let (own, other) = (word([127, 0, 0, 1]), word([127, 0, 0, 2]));
        let mapped = format!("{0}{0}{1}{own}", word([0; 4]), word([0, 0, 0xff, 0xff]));
        let text = row(&format!("{own}:1F90"), "0A", 1)
            + &row("00000000:1F90", "0A", 2)
            + &row(&format!("{mapped}:1F90"), "0A", 3)
            + &row(&format!("{other}:1F90"), "0A", 4)
            + &row(&format!("{own}:1F91"), "0A", 5)
            + &row(&format!("{own}:1F90"), "01", 6);
        assert_eq!(users_of(&text, "127.0.0.1:8080".parse().unwrap()), [1, 2, 3]);
        assert!(users_of("", "[::1]:8080".parse().unwrap()).is_empty());
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let own = rustix::process::geteuid().as_raw();
        assert_eq!(listening_users(listener.local_addr().unwrap()), [own]);
    }
}
