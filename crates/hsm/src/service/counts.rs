//! How often something was refused, and why; logins.

use crate::error::Error;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Different codes that are told apart; others are counted together.
const MAX_CODES: usize = 128;

/// Sums by code.
#[derive(Default)]
pub(super) struct ByCode(Mutex<BTreeMap<String, u64>>);

/// What a service counts of its answers.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) logins: AtomicU64,
    /// Sessions that another connection has joined.
    pub(super) joins: AtomicU64,
    pub(super) logins_refused: ByCode,
    pub(super) refusals: ByCode,
}

impl ByCode {
    pub(super) fn add(&self, code: &str) {
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match sums.get_mut(code) {
            Some(sum) => *sum += 1,
            None => {
                let code = if sums.len() < MAX_CODES { code } else { "others" };
                *sums.entry(code.to_owned()).or_default() += 1;
            }
        }
    }

    pub(super) fn sums(&self) -> BTreeMap<String, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Counts {
    pub(super) fn login(&self, refused: Option<&Error>) {
        match refused {
            None => drop(self.logins.fetch_add(1, Ordering::Relaxed)),
            Some(error) => self.logins_refused.add(error.code()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: codes are told apart up to the bound, and nothing is lost beyond it.
    #[test]
    fn codes_have_a_bound() {
        let sums = ByCode::default();
        (0..2 * MAX_CODES).for_each(|code| sums.add(&format!("CODE_{code:03}")));
        sums.add("CODE_000");
        let sums = sums.sums();
        assert_eq!((sums.len(), sums["CODE_000"]), (MAX_CODES + 1, 2));
        assert_eq!(sums["others"], MAX_CODES as u64);
    }
}
