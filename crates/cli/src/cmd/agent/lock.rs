//! An agent that is locked: `ssh-add -x`, and `ssh-add -X` with the same passphrase.
use sealane::{Hash, Hmac};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the answer to a wrong passphrase takes, for each one before it, and at most.
const DELAY: Duration = Duration::from_millis(100);
const MAX_DELAYS: u32 = 100;

#[derive(Default)]
pub struct Lock {
    is_locked: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// A key of this lock alone, and the MAC of the passphrase by it: comparing two MACs tells
    /// nothing of the passphrase, however long it takes.
    expected: Option<([u8; 32], Vec<u8>)>,
    wrong: u32,
}

impl Lock {
    pub fn is_locked(&self) -> bool {
        self.is_locked.load(Ordering::Acquire)
    }

    /// Locks. Returns whether it has: not if it is locked, nor without random bytes.
    pub fn lock(&self, passphrase: &[u8]) -> bool {
        let mut state = self.state();
        let mut key = [0; 32];
        if state.expected.is_some() || getrandom::fill(&mut key).is_err() {
            return false;
        }
        state.expected = Some((key, mac(&key, passphrase)));
        self.is_locked.store(true, Ordering::Release);
        true
    }

    /// Unlocks. Returns whether it has: not by another passphrase, whose answer takes the longer
    /// the more there were, nor if it is not locked. One is looked at after the other.
    pub fn unlock(&self, passphrase: &[u8]) -> bool {
        let mut state = self.state();
        let Some((key, expected)) = &state.expected else { return false };
        if mac(key, passphrase) == *expected {
            *state = State::default();
            self.is_locked.store(false, Ordering::Release);
            return true;
        }
        state.wrong = (state.wrong + 1).min(MAX_DELAYS);
        std::thread::sleep(DELAY * state.wrong);
        false
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn mac(key: &[u8; 32], passphrase: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::new(Hash::Sha256, key);
    mac.update(passphrase);
    mac.finish().as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the passphrase that locks is the one that unlocks, and each only where it can.
    #[test]
    fn the_same_passphrase_unlocks() {
        let lock = Lock::default();
        assert!(!lock.is_locked() && !lock.unlock(b"a"));
        assert!(lock.lock(b"a") && lock.is_locked());
        assert!(!lock.lock(b"a"), "once is enough");
        for wrong in [&b"b"[..], b"", b"a ", b"aa"] {
            assert!(!lock.unlock(wrong) && lock.is_locked());
        }
        assert!(lock.unlock(b"a") && !lock.is_locked());
        assert!(lock.lock(b"") && lock.unlock(b""));
    }
}
