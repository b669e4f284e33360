//! What a connection brings, and what a client is answered: requests and replies out of any bytes.
//!
//! The first byte says how many bytes come at once, and whether there was a login.

use sealane_hsm::service::hooks::{Heard, heard, reply};

/// Both readers say yes or no, whatever comes; requests do not hang on how their bytes were cut.
pub fn run(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let (piece, is_known) = (usize::from(first >> 1) + 1, first & 1 == 1);
    let whole = heard(bytes, usize::MAX, is_known);
    assert_eq!(heard(bytes, piece, is_known), whole, "in pieces of {piece} bytes");
    let _ = reply(bytes);
}

/// The same with a fault that was put in, which the search has to find: two requests are too many.
/// Each of those that it begins with is one.
pub fn run_planted(bytes: &[u8]) {
    run(bytes);
    let all = heard(bytes.get(1..).unwrap_or_default(), usize::MAX, true);
    let requests = all.iter().filter(|it| matches!(it, Heard::Request(_)));
    assert!(requests.count() < 2, "planted");
}
