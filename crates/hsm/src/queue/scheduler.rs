//! What waits: lines, in each the peers in turn, and of each the clients in turn.

use foldhash::{HashMap, HashMapExt};
use std::collections::VecDeque;
use std::hash::Hash;
use std::time::Duration;

/// Who stands behind clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Peer {
    /// One that has a number.
    Numbered(u64),
    /// A client by itself.
    Alone(u64),
}

/// Whose turn it is: a client's among those of its peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    pub(super) peer: Peer,
    pub(super) client: u64,
}

/// What waits, in the order in which it is taken.
pub(super) struct FairScheduler<L, T> {
    lines: HashMap<L, Line<T>>,
    /// The time of the line that was taken from last.
    clock: Duration,
}

/// A queue that is kept for the next one who waits, once it is empty.
trait Reusable: Default {
    /// Whether it is small enough to be kept.
    fn is_small(&self) -> bool;
}

/// How many are kept of each sort.
const KEPT: usize = 64;

impl<T> Reusable for VecDeque<T> {
    fn is_small(&self) -> bool {
        self.capacity() <= 8
    }
}

impl<K, Q> Reusable for Ring<K, Q> {
    fn is_small(&self) -> bool {
        self.turns.capacity() <= KEPT
    }
}

/// Those who wait for their turns, the next one first, each with a queue of some sort.
struct Ring<K, Q> {
    turns: VecDeque<K>,
    queues: HashMap<K, Q>,
    /// Empty ones: making them anew for each item takes longer than all else here.
    spare: Vec<Q>,
}

impl<K, Q> Default for Ring<K, Q> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), queues: HashMap::new(), spare: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash, Q: Reusable> Ring<K, Q> {
    /// Returns the queue of one who waits from now on, or does already.
    fn queue(&mut self, key: K) -> &mut Q {
        self.queues.entry(key).or_insert_with(|| {
            self.turns.push_back(key);
            self.spare.pop().unwrap_or_default()
        })
    }

    /// Lets the next one take, who waits on if something stays: one item, or `most` if nobody else
    /// waits. `take` gets the queue and how many, and returns whether the queue is empty now.
    fn next(&mut self, most: usize, take: impl FnOnce(&mut Q, usize) -> bool) {
        let Some(key) = self.turns.pop_front() else { return };
        let queue = self.queues.get_mut(&key).expect("who has a turn has a queue");
        if !take(queue, if self.turns.is_empty() { most } else { 1 }) {
            self.turns.push_back(key);
        } else if let Some(empty) = self.queues.remove(&key)
            && empty.is_small()
            && self.spare.len() < KEPT
        {
            self.spare.push(empty);
        }
    }
}

/// What waits in one line.
struct Line<T> {
    peers: Ring<Peer, Ring<u64, VecDeque<T>>>,
    /// The workers' time that it has had. One that was empty starts where the others are: what it
    /// did not use is not saved up.
    spent: Duration,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { peers: Ring::default(), spent: Duration::ZERO }
    }
}

impl<T> Line<T> {
    fn is_empty(&self) -> bool {
        self.peers.turns.is_empty()
    }

    /// Takes the items of the next turn, at most so many.
    fn next(&mut self, most: usize, items: &mut Vec<T>) {
        self.peers.next(most, |clients, most| {
            let full = items.len() + most;
            while items.len() < full && !clients.turns.is_empty() {
                clients.next(full - items.len(), |queue, most| {
                    items.extend(queue.drain(..most.min(queue.len())));
                    queue.is_empty()
                });
            }
            clients.turns.is_empty()
        });
    }
}

impl<L: Copy + Eq + Hash, T> FairScheduler<L, T> {
    pub(super) fn new() -> Self {
        Self { lines: HashMap::new(), clock: Duration::ZERO }
    }

    pub(super) fn push(&mut self, line: L, turn: Turn, item: T) {
        let line = self.lines.entry(line).or_default();
        if line.is_empty() {
            line.spent = line.spent.max(self.clock);
        }
        line.peers.queue(turn.peer).queue(turn.client).push_back(item);
    }

    /// Takes the next items, all of one line that is `wanted`, and at most as many as `most` says
    /// for it: of the line that has had the least time, one of each peer in turn.
    pub(super) fn take(
        &mut self,
        wanted: impl Fn(L) -> bool,
        most: impl Fn(L) -> usize,
    ) -> Option<(L, Vec<T>)> {
        let waiting = self.lines.iter_mut().filter(|(of, line)| !line.is_empty() && wanted(**of));
        let (&name, line) = waiting.min_by_key(|(_, line)| line.spent)?;
        self.clock = line.spent;
        let (mut items, most) = (Vec::new(), most(name));
        while items.len() < most && !line.is_empty() {
            line.next(most - items.len(), &mut items);
        }
        Some((name, items))
    }

    /// Puts processor time that a worker took on a line's account.
    pub(super) fn charge(&mut self, line: L, time: Duration) {
        if let Some(line) = self.lines.get_mut(&line) {
            line.spent += time;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.values().all(Line::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane::Algorithm;

    const SHORT: Algorithm = Algorithm::Curve(sealane::ecc::Algorithm::EcP256);
    const LONG: Algorithm = Algorithm::Rsa { bits: 2048 };

    /// The turn of a client that is a peer of its own.
    fn alone(client: u64) -> Turn {
        Turn { peer: Peer::Alone(client), client }
    }

    fn taken(lines: &mut FairScheduler<Algorithm, (u64, u32)>, most: usize) -> Vec<(u64, u32)> {
        lines.take(|_| true, |_| most).map_or(vec![], |(_, items)| items)
    }

    /// Goal: a client with much gets one turn of each round, and its own items keep their order.
    #[test]
    fn clients_are_taken_in_turn() {
        let mut lines = FairScheduler::new();
        (0..100).for_each(|i| lines.push(SHORT, alone(1), (1, i)));
        lines.push(SHORT, alone(2), (2, 0));
        lines.push(SHORT, alone(3), (3, 0));
        lines.push(SHORT, alone(3), (3, 1));
        assert_eq!(taken(&mut lines, 4), [(1, 0), (2, 0), (3, 0), (1, 1)]);
        assert_eq!(taken(&mut lines, 3), [(3, 1), (1, 2), (1, 3)]);
        lines.push(SHORT, alone(2), (2, 1));
        assert_eq!(taken(&mut lines, 2), [(1, 4), (2, 1)]);
        assert_eq!(taken(&mut lines, 200).len(), 95);
        assert!(lines.is_empty() && taken(&mut lines, 1).is_empty());
    }

    /// Goal: a peer with many clients gets as many turns as one with a single one, and its clients
    /// share them.
    #[test]
    fn peers_are_taken_in_turn() {
        let mut lines = FairScheduler::new();
        let turn = |peer, client| Turn { peer: Peer::Numbered(peer), client };
        for client in 0..72 {
            (0..10).for_each(|i| lines.push(SHORT, turn(1, client), (client, i)));
        }
        (0..5).for_each(|i| lines.push(SHORT, turn(2, 99), (99, i)));
        let first = taken(&mut lines, 10);
        assert_eq!(first.iter().filter(|(client, _)| *client == 99).count(), 5, "{first:?}");
        let others: Vec<u64> = first.iter().map(|it| it.0).filter(|it| *it != 99).collect();
        assert_eq!(others, [0, 1, 2, 3, 4]);
        assert_eq!(taken(&mut lines, 1000).len(), 715);
        assert!(lines.is_empty());
    }

    /// Goal: what is kept of clients that have nothing more is bounded, and small. Method: many
    /// clients, one of which has much; they come back, and their items are all there.
    #[test]
    fn empty_queues_are_kept_within_bounds() {
        let mut lines = FairScheduler::new();
        for _ in 0..3 {
            (0..200).for_each(|client| lines.push(SHORT, alone(client), (client, 0)));
            let turn = Turn { peer: Peer::Numbered(7), client: 300 };
            (0..1000).for_each(|i| lines.push(SHORT, turn, (300, i)));
            assert_eq!(taken(&mut lines, 2000).len(), 1200);
            let peers = &lines.lines[&SHORT].peers;
            assert!(lines.is_empty() && peers.queues.is_empty());
            assert_eq!(peers.spare.len(), KEPT);
            let kept = peers.spare.iter().flat_map(|clients| &clients.spare);
            assert!(kept.map(VecDeque::capacity).all(|capacity| capacity <= 8));
        }
    }

    /// Goal: lines share the time, whatever an item costs. Method: items a hundred times as long
    /// in one line; each line must have had half the time after many groups.
    #[test]
    fn lines_share_time() {
        let mut lines = FairScheduler::new();
        for i in 0..20_000 {
            lines.push(SHORT, alone(1), (1, i));
            lines.push(LONG, alone(2), (2, i));
        }
        let mut spent = std::collections::HashMap::from([(SHORT, 0), (LONG, 0)]);
        for _ in 0..1000 {
            let (algorithm, items) = lines.take(|_| true, |_| 8).unwrap();
            let time = items.len() as u64 * if algorithm == LONG { 100 } else { 1 };
            *spent.get_mut(&algorithm).unwrap() += time;
            lines.charge(algorithm, Duration::from_micros(time));
        }
        assert!(spent[&SHORT].abs_diff(spent[&LONG]) <= 800, "{spent:?}");
    }

    /// Goal: a line that was empty for long does not take all afterwards.
    #[test]
    fn idle_lines_save_nothing_up() {
        let mut lines = FairScheduler::new();
        (0..1000).for_each(|i| lines.push(LONG, alone(1), (1, i)));
        for _ in 0..100 {
            let (of, _) = lines.take(|_| true, |_| 1).unwrap();
            lines.charge(of, Duration::from_secs(1));
        }
        (0..1000).for_each(|i| lines.push(SHORT, alone(2), (2, i)));
        let mut long = 0;
        for _ in 0..100 {
            let (of, _) = lines.take(|_| true, |_| 1).unwrap();
            long += u32::from(of == LONG);
            lines.charge(of, Duration::from_secs(1));
        }
        assert!((49..=51).contains(&long), "{long}");
        let short_only = lines.take(|of| of == SHORT, |_| 1).unwrap();
        assert_eq!(short_only.0, SHORT);
    }
}
