//! D11: the log says who was refused, at whose end, and does not grow for ever.

use crate::common;
use common::{OFFICER, draft, init, open, pin, quick_folder, user};
use sealane_hsm::Error;
use sealane_hsm::peer::Peer;
use sealane_hsm::role::Role;

/// Goal: logins, refusals and changes have their peer. Method: one of each, by two peers.
#[test]
fn hardening_d11_rows_have_their_peer_and_refusals() {
    let folder = quick_folder();
    let token = init(folder.path());
    let session = user(&token);
    let stranger = Peer::Uid(4_000_000_000);
    token.login_from(stranger, Role::User, &pin("a guess")).err().unwrap();
    token.login_from(Peer::Address, Role::Officer, &pin("a guess")).err().unwrap();
    token.generate(&session, draft("p256", "web")).unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let rows = token.audit(&officer, 0, usize::MAX).unwrap();
    let has = |action: &str, subject: Option<&str>, peer: Peer| {
        rows.iter().any(|(_, row)| {
            let named = subject.is_none_or(|subject| row.subject == subject);
            row.action == action && row.peer == Some(peer) && named
        })
    };
    assert!(has("login refused", Some("user"), stranger));
    assert!(has("login refused", Some("officer"), Peer::Address));
    for action in ["login", "generate", "set PIN"] {
        assert!(has(action, None, Peer::own()), "{action}");
    }
}

/// Goal: the log can be made shorter, and its chain is proven still. Method: trimmed twice, by more
/// than there is too; looked at, opened anew, and with a row of before put back or one taken away.
#[test]
fn hardening_d11_a_trimmed_log_keeps_its_chain() {
    let folder = quick_folder();
    let token = init(folder.path());
    let session = user(&token);
    for n in 0..8 {
        token.generate(&session, draft("p256", &format!("key {n}"))).unwrap();
    }
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    assert_eq!(token.trim_audit(&session, 3), Err(Error::RoleDenied));
    let before = token.audit(&officer, 0, usize::MAX).unwrap();
    token.trim_audit(&officer, 5).unwrap();
    let after = token.audit(&officer, 0, usize::MAX).unwrap();
    assert_eq!(after[..after.len() - 1], before[5..]);
    let (number, row) = after.last().unwrap();
    assert_eq!((*number, &row.action[..]), (before.len() as u64, "trim audit"));
    assert!(row.subject.starts_with("before 5, chain "), "{}", row.subject);
    token.trim_audit(&officer, 2).unwrap();
    assert_eq!(token.audit(&officer, 0, 1).unwrap()[0].0, 5, "what went does not come back");
    token.check().unwrap();
    drop(token);
    let token = open(folder.path()).unwrap();
    // Both trims have a row, and what was refused before them has one.
    assert_eq!(token.check().unwrap().1, before.len() as u64 + 3 - 5);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.trim_audit(&officer, u64::MAX).unwrap();
    assert_eq!(token.audit(&officer, 0, usize::MAX).unwrap().len(), 2);
    token.check().unwrap();
    drop(token);
    let store = common::path(folder.path());
    let whole = std::fs::read(&store).unwrap();
    for edit in [
        "INSERT INTO audit SELECT min(number) - 1, body FROM audit",
        "DELETE FROM audit WHERE number = (SELECT min(number) FROM audit)",
    ] {
        std::fs::write(&store, &whole).unwrap();
        rusqlite::Connection::open(&store).unwrap().execute_batch(edit).unwrap();
        assert!(open(folder.path()).and_then(|token| token.check()).is_err(), "{edit}");
    }
}
