//! A note beside a store that a service has it, and at which socket: who names the store is told.
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

/// The end of its name, behind that of the store.
const END: &str = "-service";
/// Longer names are none of a socket.
const MAX_BYTES: u64 = 4096;

/// A note that goes with the service.
pub struct Note(PathBuf);

impl Note {
    /// Leaves it. Without room for it, all else goes on.
    pub fn leave(store: &Path, socket: &Path) -> Self {
        let place = beside(store);
        let socket = std::path::absolute(socket).unwrap_or_else(|_| socket.to_owned());
        // Those who serve have the folder for themselves: nothing stands in the way of it.
        let _ = std::fs::write(&place, socket.as_os_str().as_bytes());
        Self(place)
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        // Somebody may have taken it away already.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Returns the socket of the service that has left a note beside a store.
pub fn socket_of(store: &Path) -> Option<PathBuf> {
    let mut bytes = vec![];
    std::fs::File::open(beside(store)).ok()?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    Some(std::ffi::OsStr::from_bytes(&bytes).into()).filter(|it: &PathBuf| it.is_absolute())
}

/// The name of a socket that the service manager has passed.
pub fn place_of(socket: &UnixListener) -> Option<PathBuf> {
    socket.local_addr().ok()?.as_pathname().map(Path::to_owned)
}

fn beside(store: &Path) -> PathBuf {
    let mut name = store.to_owned().into_os_string();
    name.push(END);
    name.into()
}
