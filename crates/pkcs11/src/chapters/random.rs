//! Random number generation. PKCS#11, section 5.18.

use crate::module::with_module;
use crate::raw;
use crate::rv::{Rv, answered};
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::signer::Keys;
use std::fs::File;
use std::io::{Read, Write};
use zeroize::Zeroizing;

/// The most bytes that are asked for at once.
const PIECE: usize = 1024;

/// Where this system has its random bytes, and takes in what makes them better.
const SYSTEM: &str = "/dev/urandom";

/// Mixes bytes into those of this system, which the service draws from too. They cannot make them
/// worse, whoever knows them. Errors: `CKR_RANDOM_SEED_NOT_SUPPORTED` where the system takes none.
pub unsafe extern "C" fn C_SeedRandom(
    session: CK_SESSION_HANDLE,
    seed: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        with_module(|module| module.session(session).map(drop))?;
        // SAFETY: the caller's promise.
        let seed = unsafe { raw::bytes(seed, length) }?;
        let pool = File::options().write(true).open(SYSTEM);
        let mixed = pool.and_then(|mut pool| pool.write_all(seed));
        mixed.map_err(|_| Rv(CKR_RANDOM_SEED_NOT_SUPPORTED))
    })
}

/// Random bytes of this system, for who has not logged in.
fn of_system(count: usize) -> Result<Zeroizing<Vec<u8>>, Rv> {
    let mut bytes = Zeroizing::new(vec![0; count]);
    let read = File::open(SYSTEM).and_then(|mut file| file.read_exact(&mut bytes));
    read.map(|()| bytes).map_err(|_| Rv(CKR_DEVICE_ERROR))
}

/// Random bytes: of the service, after a login.
pub unsafe extern "C" fn C_GenerateRandom(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (slot, has_login) = with_module(|module| {
            let slot = module.slot_of(session)?;
            Ok((slot.id, slot.login.is_some()))
        })?;
        let length = raw::extent(data, length)?;
        let mut done = 0;
        while done < length {
            let count = PIECE.min(length - done);
            let bytes = match has_login {
                true => ask(slot, Repeat::Harmless, |connection| connection.random(count))?,
                false => of_system(count)?,
            };
            if bytes.len() != count {
                return Err(Rv(CKR_DEVICE_ERROR));
            }
            // SAFETY: the caller's promise: `length` bytes, of which `done + count` are used.
            unsafe { std::ptr::copy(bytes.as_ptr(), data.add(done), count) };
            done += count;
        }
        Ok(())
    })
}
