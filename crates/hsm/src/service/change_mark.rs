//! A number that clients see without a request: another one after each change of an object of a
//! token, and after each end of a session.
//!
//! It stands in a file without a name, which clients have for reading. Who may have one is whoever
//! may ask for the number of changes; it tells how often something has happened, and nothing else.

use rustix::fs::{MemfdFlags, Mode, OFlags, fchmod, memfd_create, open};
use rustix::io::{Errno, pwrite};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of one token.
pub(crate) struct ChangeMark {
    /// As it was written last.
    number: Mutex<u64>,
    /// To write, and what clients get; nothing where the system has no such files: then they ask.
    file: Option<(OwnedFd, Arc<OwnedFd>)>,
}

impl ChangeMark {
    /// Begins at a number that no service before has had, but by chance.
    pub(crate) fn new() -> Self {
        let number = RandomState::new().build_hasher().finish();
        let made = Self { number: Mutex::new(number), file: file().ok() };
        made.mark();
        made
    }

    /// Writes another number, before anybody is told of what has happened.
    pub(crate) fn mark(&self) {
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        *number = number.wrapping_add(1);
        if let Some((file, _)) = &self.file {
            // Who sees half of it sees a number that is not the one of before.
            while pwrite(file, &number.to_ne_bytes(), 0) == Err(Errno::INTR) {}
        }
    }

    /// Returns the file, for reading alone: the same for all clients, so that none can make the
    /// service have more files.
    pub(crate) fn for_reading(&self) -> Option<Arc<OwnedFd>> {
        self.file.as_ref().map(|(_, reader)| reader.clone())
    }
}

/// Makes the file, and opens it for reading alone.
fn file() -> Result<(OwnedFd, Arc<OwnedFd>), Errno> {
    let made = |flags| memfd_create("changes of a token", MemfdFlags::CLOEXEC | flags);
    // Systems before 6.3 know no file that is never a program.
    let own = made(MemfdFlags::NOEXEC_SEAL).or_else(|_| made(MemfdFlags::empty()))?;
    // Nobody but this user opens it for writing.
    fchmod(&own, Mode::RUSR | Mode::RGRP | Mode::ROTH)?;
    let path = format!("/proc/self/fd/{}", own.as_raw_fd());
    let reader = open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    Ok((own, Arc::new(reader)))
}

impl fmt::Debug for ChangeMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangeMark").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::pread;
    use rustix::io::write;

    /// Goal: a reader sees another number after each mark, and can write none. Method: two readers,
    /// of which one has the file from before.
    #[test]
    fn readers_see_each_mark() {
        let mark = ChangeMark::new();
        let read = |file: &OwnedFd| {
            let mut number = [0; 8];
            assert_eq!(pread(file, &mut number, 0), Ok(8));
            u64::from_ne_bytes(number)
        };
        let first = mark.for_reading().unwrap();
        let mut before = read(&first);
        for _ in 0..3 {
            mark.mark();
            let (now, second) = (read(&first), mark.for_reading().unwrap());
            assert_ne!(now, before);
            assert_eq!(now, read(&second));
            assert_eq!(write(&second, &[0; 8]), Err(Errno::BADF));
            before = now;
        }
        assert_ne!(read(&ChangeMark::new().for_reading().unwrap()), before);
    }
}
