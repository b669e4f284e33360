//! What clients and their peers have outstanding, and how much more they may have.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// What a client of a peer may always have outstanding, however much the peer has.
const RESERVED: usize = 64;

/// What is outstanding of a client.
pub(super) struct Account {
    own: AtomicUsize,
    /// What its peer and all peers have beyond what is reserved for their clients; nothing for a
    /// client that is a peer by itself.
    beyond: Option<[Arc<AtomicUsize>; 2]>,
}

/// The accounts of peers.
#[derive(Default)]
pub(super) struct Accounts {
    /// What all of them have beyond what is reserved.
    beyond: Arc<AtomicUsize>,
    /// The same of each, while it has clients.
    peers: Mutex<HashMap<u64, Weak<AtomicUsize>>>,
}

impl Accounts {
    /// Opens the account of a client: of a peer, or of nobody else.
    pub(super) fn open(&self, peer: Option<u64>) -> Arc<Account> {
        let of_peer = |peer| {
            let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
            peers.get(&peer).and_then(Weak::upgrade).unwrap_or_else(|| {
                peers.retain(|_, of_peer| of_peer.strong_count() > 0);
                let fresh = Arc::default();
                peers.insert(peer, Arc::downgrade(&fresh));
                fresh
            })
        };
        let beyond = peer.map(|peer| [of_peer(peer), self.beyond.clone()]);
        Arc::new(Account { own: AtomicUsize::new(0), beyond })
    }
}

impl Account {
    /// Whether there may be `count` more, where a client may have `per_client`, all may have
    /// `in_all`, and all have `outstanding`. Asked under the lock of the queue, so that no two pass
    /// a bound together.
    pub(super) fn has_room(
        &self,
        count: usize,
        per_client: usize,
        in_all: usize,
        outstanding: usize,
    ) -> bool {
        let own = self.own.load(Ordering::Relaxed) + count;
        let fits = match &self.beyond {
            None => outstanding + count <= in_all,
            Some([of_peer, of_all]) => {
                let free = in_all.saturating_sub(of_all.load(Ordering::Relaxed));
                own <= RESERVED || of_peer.load(Ordering::Relaxed) + count <= free
            }
        };
        own <= per_client && fits
    }

    pub(super) fn add(&self, count: usize) {
        let before = self.own.fetch_add(count, Ordering::Relaxed);
        let beyond = (before + count).saturating_sub(RESERVED) - before.saturating_sub(RESERVED);
        for sum in self.beyond.iter().flatten() {
            sum.fetch_add(beyond, Ordering::Relaxed);
        }
    }

    pub(super) fn subtract_one(&self) {
        if self.own.fetch_sub(1, Ordering::Relaxed) > RESERVED {
            for sum in self.beyond.iter().flatten() {
                sum.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a peer may have as many as are free, which leaves half for the next one; what is
    /// reserved counts for nobody; sums go back to nothing. Method: clients that take all they
    /// get.
    #[test]
    fn peers_leave_room() {
        let accounts = Accounts::default();
        let take = |account: &Account, most: usize| {
            let one = |_: &usize| {
                let fits = account.has_room(1, 1000, 1000, 0);
                account.add(usize::from(fits));
                fits
            };
            (0..most).take_while(one).count()
        };
        let clients: Vec<_> = (0..4).map(|_| accounts.open(Some(7))).collect();
        let taken: Vec<usize> = clients.iter().map(|client| take(client, 2000)).collect();
        assert_eq!(taken, [RESERVED + 500, RESERVED, RESERVED, RESERVED]);
        let other = accounts.open(Some(8));
        assert_eq!(take(&other, 2000), RESERVED + 250);
        for (client, taken) in clients.iter().zip(taken).chain([(&other, RESERVED + 250)]) {
            (0..taken).for_each(|_| client.subtract_one());
        }
        assert_eq!(accounts.beyond.load(Ordering::Relaxed), 0);
        assert_eq!(take(&accounts.open(None), 2000), 1000);
    }
}
