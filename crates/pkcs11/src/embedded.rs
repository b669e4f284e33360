//! The token of this process, where the configuration names a store and no service.
//!
//! It is opened when it is first asked for, and closed by `C_Finalize`. One lock lies around all
//! work on it: who works has it together with others, who forks has it alone. So a child has no
//! half of a request, and no lock that a thread of its parent holds.
//!
//! A child leaves what it has of its parent as it is, for it must not touch its parent's files, and
//! opens the store anew. A child that the C library does not know of (`clone`) waits for the lock
//! only a little: a thread that it does not have may hold it.

use crate::config::{Config, Store};
use crate::process;
use crate::rv::Rv;
use cryptoki_sys::{
    CKR_ARGUMENTS_BAD, CKR_FUNCTION_FAILED, CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_WRITE_PROTECTED,
};
use sealane_client::Error;
use sealane_client::connection::Stream;
use sealane_hsm::Platform;
use sealane_hsm::embedded::{Channel, Embedded};
use sealane_hsm::engine::Settings;
use sealane_hsm::master::Master;
use sealane_hsm::role::Pin;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};
use std::time::{Duration, Instant};

/// The token that is open.
struct Opened {
    /// By which process.
    process: u32,
    store: Store,
    token: Embedded,
}

impl Opened {
    fn is_own(&self) -> bool {
        self.process == process::id()
    }

    fn channel(&self) -> Own {
        Own { process: self.process, channel: Some(self.token.channel()) }
    }
}

/// What the lock guards.
pub struct Place(Option<Opened>);

static PLACE: RwLock<Place> = RwLock::new(Place(None));
/// The process that has had the lock; none before the first one.
static PROCESS: AtomicU32 = AtomicU32::new(0);
/// How long a process that is new waits for it.
const PATIENCE: Duration = Duration::from_secs(1);

impl Place {
    /// What is open of a store, by this process.
    fn of(&self, store: &Store) -> Option<&Opened> {
        self.0.as_ref().filter(|opened| opened.is_own() && opened.store == *store)
    }

    /// Lets go of what is open: closes it, or leaves it alone if it is the parent's.
    fn clear(&mut self) {
        match self.0.take() {
            Some(opened) if !opened.is_own() => std::mem::forget(opened),
            opened => drop(opened),
        }
    }
}

/// Takes the lock in one way or the other; a process that is new tries it.
///
/// Errors: `Internal` if it stays taken, by a thread that this process does not have.
fn taken<G>(
    wait: impl FnOnce() -> Result<G, PoisonError<G>>,
    attempt: impl Fn() -> Result<G, TryLockError<G>>,
) -> Result<G, Error> {
    let own = process::id();
    let known = PROCESS.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed);
    // Of the first process all threads are there.
    if known.is_ok() || known == Err(own) {
        return Ok(wait().unwrap_or_else(PoisonError::into_inner));
    }
    let begun = Instant::now();
    let taken = loop {
        match attempt() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::yield_now();
            }
            Err(TryLockError::WouldBlock) => return Err(Error::Internal),
            Err(TryLockError::Poisoned(guard)) => break guard.into_inner(),
            Ok(guard) => break guard,
        }
    };
    PROCESS.store(own, Ordering::Relaxed);
    Ok(taken)
}

fn shared() -> Result<RwLockReadGuard<'static, Place>, Error> {
    taken(|| PLACE.read(), || PLACE.try_read())
}

fn alone() -> Result<RwLockWriteGuard<'static, Place>, Error> {
    taken(|| PLACE.write(), || PLACE.try_write())
}

/// The time in which nobody works on the token.
pub struct Pause(Option<RwLockWriteGuard<'static, Place>>);

/// Waits until nobody works on the token, and lets nobody begin.
#[must_use]
pub fn pause() -> Pause {
    Pause(alone().ok())
}

/// Ends the pause in the child of a fork, which goes on without its parent's token.
pub fn after_fork(pause: Pause) {
    if pause.0.is_some() {
        PROCESS.store(process::id(), Ordering::Relaxed);
    }
}

/// Returns a way to the token of a store, which is opened if it is not.
///
/// Errors: `StoreMissing`, `StoreLocked`, and all that opening it may say, which stands on the
/// error output too.
pub fn channel(store: &Store) -> Result<Box<dyn Stream>, Error> {
    if let Some(opened) = shared()?.of(store) {
        return Ok(Box::new(opened.channel()));
    }
    let mut place = alone()?;
    // Another thread may have opened it meanwhile.
    if place.of(store).is_none() {
        place.clear();
        let token = open(store).inspect_err(|error| {
            if *error != Error::StoreMissing {
                eprintln!("sealane-pkcs11: {}: {error}", store.store.display());
            }
        })?;
        place.0 = Some(Opened { process: process::id(), store: store.clone(), token });
    }
    let opened = place.of(store).ok_or(Error::Internal)?;
    Ok(Box::new(opened.channel()))
}

fn open(store: &Store) -> Result<Embedded, Error> {
    let storage = Sqlite::open_shared(&store.store)?;
    let token = Token::open(Box::new(storage), Platform::system(), &master(store)?)?;
    Embedded::new(token, Settings::default())
}

fn master(store: &Store) -> Result<Master, Error> {
    match (&store.master_file, &store.master_credential) {
        (Some(path), _) => Master::from_file(path),
        (_, Some(name)) => Master::from_credential(name),
        _ => Err(Error::MasterUnset),
    }
}

/// Closes the token, and writes what was counted for its log.
pub fn close() {
    if let Ok(mut place) = alone() {
        place.clear();
    }
}

/// Whether there is a place for a token, and none in it.
#[must_use]
pub fn can_be_made(config: &Config) -> bool {
    let store = config.embedded.as_ref();
    store.is_some_and(|store| store.store.symlink_metadata().is_err() && master(store).is_ok())
}

/// Makes the token of the configuration.
///
/// Errors: `CKR_TOKEN_WRITE_PROTECTED` if there is one, or no place for one; `CKR_ARGUMENTS_BAD`
/// for a label that no token may have; those of PINs; `CKR_TOKEN_NOT_PRESENT` without a master key.
pub fn make(config: &Config, label: &str, pin: &[u8]) -> Result<(), Rv> {
    let store = config.embedded.as_ref().ok_or(Rv(CKR_TOKEN_WRITE_PROTECTED))?;
    let pin = Pin::new(pin).map_err(Rv::from)?;
    let master = master(store).map_err(|_| Rv(CKR_TOKEN_NOT_PRESENT))?;
    // Nobody forks, nor opens it, meanwhile.
    let _place = alone().map_err(|_| Rv(CKR_FUNCTION_FAILED))?;
    let made = Sqlite::create_whole(&store.store, |storage| {
        Token::init(Box::new(storage), Platform::system(), &master, label, &pin).map(drop)
    });
    made.map_err(|error| match error {
        Error::StoreExists => Rv(CKR_TOKEN_WRITE_PROTECTED),
        Error::NameInvalid => Rv(CKR_ARGUMENTS_BAD),
        error => {
            eprintln!("sealane-pkcs11: {}: {error}", store.store.display());
            Rv::from(error)
        }
    })
}

/// A way to the token, of the process that has made it.
struct Own {
    process: u32,
    channel: Option<Channel>,
}

impl Own {
    /// Works with it, under the lock. Errors: `BrokenPipe` in the child of a fork.
    fn with<T>(&mut self, work: impl FnOnce(&mut Channel) -> io::Result<T>) -> io::Result<T> {
        let own = self.channel.as_mut().filter(|_| self.process == process::id());
        let channel = own.ok_or(ErrorKind::BrokenPipe)?;
        let _place = shared().map_err(|_| ErrorKind::BrokenPipe)?;
        work(channel)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let channel = self.channel.take();
        // The parent's is left alone, and the lock is not asked for: it may be held for a fork.
        let place = (self.process == process::id()).then(shared);
        match place {
            Some(Ok(_place)) => drop(channel),
            _ => std::mem::forget(channel),
        }
    }
}

impl Read for Own {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        // It touches nothing that others have.
        self.channel.as_mut().ok_or(ErrorKind::BrokenPipe)?.read(out)
    }
}

impl Write for Own {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|channel| channel.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Own {}
