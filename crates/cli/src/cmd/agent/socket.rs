//! The socket of an agent: in a folder of its user alone, and taken away with the agent.
use crate::failure::{Failure, Status};
use crate::output::folder;
use crate::secrets::shown;
use rustix::fs::Mode;
use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Bytes of the name of a socket, without the zero at its end.
const MAX_NAME: usize = 107;

/// A socket that is listened on.
pub struct AgentSocket {
    pub listener: UnixListener,
    /// Its name, from the root.
    pub path: PathBuf,
    /// Device and inode: what has its name later may be another's.
    identity: (u64, u64),
    /// The folder that was made for it alone.
    own_folder: Option<TempDir>,
}

impl AgentSocket {
    /// Makes a socket, in a new folder if it is not named.
    ///
    /// Errors: `PERMISSION` for a folder that others may read or change, or in which they may put
    /// another one in its place, and for a name that somebody has; `USAGE` for a long name.
    pub fn open(named: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = named else {
            let made = own_folder().map_err(|why| refused("a folder for the socket", &why))?;
            let path = made.path().join(format!("agent.{}", std::process::id()));
            return Self::listen(path, Some(made));
        };
        let path = std::path::absolute(path).map_err(|why| refused(&shown(path), &why))?;
        let made = DirBuilder::new().mode(0o700).create(folder(&path));
        match made {
            Err(why) if why.kind() != ErrorKind::AlreadyExists => {
                Err(refused(&shown(folder(&path)), &why))
            }
            _ => Self::listen(path, None),
        }
    }

    fn listen(path: PathBuf, own_folder: Option<TempDir>) -> Result<Self, Failure> {
        let bytes = path.as_os_str().as_bytes().len();
        if bytes > MAX_NAME {
            let sentence = format!(
                "--agent-socket: the name from the root has {bytes} bytes; it may have {MAX_NAME}"
            );
            return Err(Failure::usage("USAGE", sentence));
        }
        demand_safe(folder(&path))?;
        let failed = |why: &dyn std::fmt::Display| refused(&shown(&path), why);
        remove_dead(&path)?;
        // From its first moment nobody else may connect, whatever the folder lets them.
        let before = rustix::process::umask(Mode::from_raw_mode(0o177));
        // Where a link or a file is, whatever it leads to, this fails.
        let listener = UnixListener::bind(&path);
        rustix::process::umask(before);
        let listener = listener.map_err(|why| failed(&why))?;
        let found = fs::symlink_metadata(&path).map_err(|why| failed(&why))?;
        demand_safe(folder(&path))?;
        if !found.file_type().is_socket() || found.uid() != own_uid() || found.mode() & 0o077 != 0 {
            return Err(failed(&"it is not the socket that was made there"));
        }
        let identity = (found.dev(), found.ino());
        Ok(Self { listener, path, identity, own_folder })
    }

    /// Takes it away, and the folder that was made for it.
    pub fn remove(&self) {
        if identity_of(&self.path) == Some(self.identity) {
            let _ = fs::remove_file(&self.path);
        }
        if let Some(own) = &self.own_folder {
            let _ = fs::remove_dir(own.path());
        }
    }
}

fn identity_of(path: &Path) -> Option<(u64, u64)> {
    fs::symlink_metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn refused(place: &str, why: &dyn std::fmt::Display) -> Failure {
    Failure::refused("PERMISSION", format!("--agent-socket: {place}: {why}"))
        .with_status(Status::Store)
}

/// A folder of this user alone, under a name that nobody knew before.
fn own_folder() -> io::Result<TempDir> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").filter(|name| !name.is_empty());
    let above = runtime.map(PathBuf::from).filter(|folder| demand_safe(folder).is_ok());
    let above = std::path::absolute(above.unwrap_or_else(std::env::temp_dir))?;
    let mut builder = tempfile::Builder::new();
    builder.prefix("sealane-agent-").permissions(Permissions::from_mode(0o700));
    builder.tempdir_in(above)
}

/// Takes away the socket of an agent that is gone, of this user. Errors: of a name that something
/// else has.
fn remove_dead(path: &Path) -> Result<(), Failure> {
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
    let refuse = |why: &str| Err(refused(&shown(path), &why));
    if found.file_type().is_symlink() {
        return refuse("it is a symbolic link");
    }
    if !found.file_type().is_socket() || found.uid() != own_uid() {
        return refuse("something is there that is no socket of this user");
    }
    match UnixStream::connect(path) {
        Err(why) if why.kind() == ErrorKind::ConnectionRefused => {}
        _ => return refuse("another agent has it"),
    }
    fs::remove_file(path).map_err(|why| refused(&shown(path), &why))
}

/// Demands that nobody else can look into the folder of a socket, or put another one in its place.
fn demand_safe(folder: &Path) -> Result<(), Failure> {
    const STICKY: u32 = 0o1000;
    let look = |path: &Path| -> Result<Metadata, Failure> {
        fs::symlink_metadata(path).map_err(|why| refused(&shown(path), &why))
    };
    let found = look(folder)?;
    let refuse =
        |path: &Path, why: &str| Err(refused(&format!("the folder {}", shown(path)), &why));
    if !found.is_dir() {
        return refuse(folder, "it is none, or a symbolic link to one");
    }
    if found.uid() != own_uid() {
        return refuse(folder, "it is another user's");
    }
    if found.mode() & 0o077 != 0 {
        return refuse(folder, "others may look into it; give it mode 700");
    }
    let whole = fs::canonicalize(folder).map_err(|why| refused(&shown(folder), &why))?;
    for above in whole.ancestors().skip(1) {
        let found = look(above)?;
        let is_trusted = [0, own_uid()].contains(&found.uid());
        // Many systems let a user's own group write what the user makes, and give each a group.
        let others = if is_own_alone(found.gid()) { 0o002 } else { 0o022 };
        // In a sticky folder, as /tmp is, folders stay their owners'.
        if !is_trusted || (found.mode() & others != 0 && found.mode() & STICKY == 0) {
            return refuse(above, "others may put another folder in the place of one in it");
        }
    }
    Ok(())
}

/// Whether nobody but this user is in a group, by the files of this machine. Of a group that is not
/// in them nothing is known: it is not.
fn is_own_alone(group: u32) -> bool {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    is_alone(&file("/etc/passwd"), &file("/etc/group"), own_uid(), group)
}

/// The same by the texts of both files.
fn is_alone(users: &str, groups: &str, user: u32, group: u32) -> bool {
    let rows = |text| str::lines(text).map(|line| line.split(':').collect::<Vec<_>>());
    let is = |row: &[&str], at: usize, number: u32| {
        row.get(at).and_then(|it| it.parse().ok()) == Some(number)
    };
    let Some(own) = rows(users).find(|row| is(row, 2, user)) else { return false };
    let is_of_another = rows(users).any(|row| is(&row, 3, group) && !is(&row, 2, user));
    let Some(found) = rows(groups).find(|row| is(row, 2, group)) else { return false };
    let members = found.get(3).copied().unwrap_or_default();
    !is_of_another && members.split(',').all(|name| name.is_empty() || name == own[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(result: Result<T, Failure>) -> String {
        match result {
            Err(Failure::Said { sentence, .. }) => sentence,
            Err(other) => panic!("{other:?}"),
            Ok(_) => panic!("taken"),
        }
    }

    fn made() -> TempDir {
        tempfile::Builder::new().permissions(Permissions::from_mode(0o700)).tempdir().expect("one")
    }

    /// Goal: a socket is its user's alone and goes with the agent, with the folder made for it.
    #[test]
    fn sockets_are_private_and_taken_away() {
        let above = made();
        let path = above.path().join("new/socket");
        let open = AgentSocket::open(Some(&path)).expect("the folder is made");
        let mode = |path: &Path| path.metadata().expect("it is there").mode() & 0o7777;
        assert_eq!((mode(&path), mode(path.parent().expect("one"))), (0o600, 0o700));
        assert!(code(AgentSocket::open(Some(&path))).contains("another agent has it"));
        open.remove();
        assert!(!path.exists());
        let usual = AgentSocket::open(None).expect("a folder");
        let (path, own) = (usual.path.clone(), folder(&usual.path).to_owned());
        assert_eq!((mode(&path), mode(&own)), (0o600, 0o700));
        usual.remove();
        assert!(!own.exists());
    }

    /// Goal: what is left of an agent that was killed is no hindrance; what is another's stays.
    #[test]
    fn dead_sockets_are_taken_away_and_nothing_else() {
        let above = made();
        let path = above.path().join("socket");
        drop(UnixListener::bind(&path).expect("a socket"));
        let open = AgentSocket::open(Some(&path)).expect("nobody listens");
        // Another one in its place is not taken away with it.
        fs::remove_file(&path).expect("it goes");
        fs::write(&path, "mine").expect("a file");
        open.remove();
        assert!(path.exists());
        assert!(code(AgentSocket::open(Some(&path))).contains("no socket of this user"));
        let link = above.path().join("link");
        for target in [above.path().join("nothing"), path.clone()] {
            std::os::unix::fs::symlink(&target, &link).expect("a link");
            assert!(code(AgentSocket::open(Some(&link))).contains("symbolic link"));
            assert_eq!(target.exists(), target == path, "nothing is made through a link");
            fs::remove_file(&link).expect("it goes");
        }
        assert_eq!(fs::read(&path).expect("it stays"), b"mine");
    }

    /// Goal: a group counts as the user's own if nobody else is in it. Method: members by either
    /// file, a group and a user that neither has, lines that are none.
    #[test]
    fn groups_of_one_are_known() {
        let users = "root:x:0:0:root:/root:/bin/sh\njo:x:7:7::/:/bin/sh\nal:x:8:9::/:/bin/sh\n\nx:";
        let groups = "root:x:0:\njo:x:7:jo\nall:x:9:\nboth:x:10:jo,al\nnone\n";
        let alone = |user, group| is_alone(users, groups, user, group);
        assert!(alone(7, 7) && alone(0, 0) && alone(8, 9));
        assert!(!alone(7, 9) && !alone(7, 10) && !alone(8, 7) && !alone(7, 11) && !alone(9, 9));
    }

    /// Goal: a folder that others can look into or replace is refused, and one by a link.
    #[test]
    fn folders_of_sockets_are_looked_at() {
        let above = made();
        let inner = above.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        let set = |path: &Path, mode| {
            fs::set_permissions(path, Permissions::from_mode(mode)).expect("permissions");
        };
        for (mode, good) in [(0o700, true), (0o500, true), (0o710, false), (0o701, false)] {
            set(&inner, mode);
            assert_eq!(demand_safe(&inner).is_ok(), good, "{mode:o}");
        }
        set(&inner, 0o700);
        for (mode, good) in [(0o755, true), (0o1777, true), (0o777, false), (0o775, true)] {
            set(above.path(), mode);
            assert_eq!(demand_safe(&inner).is_ok(), good, "{mode:o}");
        }
        set(above.path(), 0o700);
        let link = above.path().join("link");
        std::os::unix::fs::symlink(&inner, &link).expect("a link");
        assert!(code(AgentSocket::open(Some(&link.join("socket")))).contains("symbolic link"));
        let long = inner.join("x".repeat(200));
        assert!(code(AgentSocket::open(Some(&long))).contains("it may have 107"));
    }
}
