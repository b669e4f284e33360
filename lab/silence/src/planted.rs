//! Leaks planted beside the operations, which memcheck must find: those of all tools that look for
//! leaks, on a secret.

use crate::cases::secret;
use operations::word_leaks::WordLeak;
use sealane_arith::generated::P256N;
use std::hint::black_box;

/// Runs a leak on a secret scalar.
pub fn leaks(leak: WordLeak) -> bool {
    let told = secret::<P256N>().map(leak);
    let _ = black_box(told.reveal("a test looks at what was told"));
    true
}

#[cfg(test)]
mod tests {
    /// Goal: every leak of words that is planted for other tools is planted here.
    #[test]
    fn every_leak_is_planted() {
        let cases = crate::cases::all();
        for (name, _) in operations::word_leaks::WORDS {
            assert!(cases.iter().any(|case| case.name == format!("planted-{name}")), "{name}");
        }
    }
}
