//! What waits: a line for each algorithm, in it a queue for each client, taken in turn.

use sealane::Algorithm;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// What waits, in the order in which it is taken.
pub(super) struct FairScheduler<T> {
    lines: HashMap<Algorithm, Line<T>>,
    /// The time of the line that was taken from last.
    clock: Duration,
}

/// What waits for one algorithm.
struct Line<T> {
    /// The clients that wait, the next one first.
    turns: VecDeque<u64>,
    queues: HashMap<u64, VecDeque<T>>,
    /// The workers' time that it has had. One that was empty starts where the others are: what it
    /// did not use is not saved up.
    spent: Duration,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), queues: HashMap::new(), spent: Duration::ZERO }
    }
}

impl<T> FairScheduler<T> {
    pub(super) fn new() -> Self {
        Self { lines: HashMap::new(), clock: Duration::ZERO }
    }

    pub(super) fn push(&mut self, algorithm: Algorithm, client: u64, item: T) {
        let line = self.lines.entry(algorithm).or_default();
        if line.turns.is_empty() {
            line.spent = line.spent.max(self.clock);
        }
        let queue = line.queues.entry(client).or_insert_with(|| {
            line.turns.push_back(client);
            VecDeque::new()
        });
        queue.push_back(item);
    }

    /// Takes the next items, all of one algorithm that is `wanted`, and at most as many as `most`
    /// says for it: of the line that has had the least time, one of each client in turn.
    pub(super) fn take(
        &mut self,
        wanted: impl Fn(Algorithm) -> bool,
        most: impl Fn(Algorithm) -> usize,
    ) -> Option<(Algorithm, Vec<T>)> {
        let waiting =
            self.lines.iter_mut().filter(|(of, line)| !line.turns.is_empty() && wanted(**of));
        let (&algorithm, line) = waiting.min_by_key(|(_, line)| line.spent)?;
        self.clock = line.spent;
        let mut items = Vec::new();
        while items.len() < most(algorithm) {
            let Some(client) = line.turns.pop_front() else { break };
            let queue = line.queues.get_mut(&client).expect("who has a turn has a queue");
            items.extend(queue.pop_front());
            if queue.is_empty() {
                line.queues.remove(&client);
            } else {
                line.turns.push_back(client);
            }
        }
        Some((algorithm, items))
    }

    /// Puts time that a worker took on a line's account.
    pub(super) fn charge(&mut self, algorithm: Algorithm, time: Duration) {
        if let Some(line) = self.lines.get_mut(&algorithm) {
            line.spent += time;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.values().all(|line| line.turns.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Algorithm = Algorithm::Curve(sealane::ecc::Algorithm::EcP256);
    const LONG: Algorithm = Algorithm::Rsa { bits: 2048 };

    fn taken(lines: &mut FairScheduler<(u64, u32)>, most: usize) -> Vec<(u64, u32)> {
        lines.take(|_| true, |_| most).map_or(vec![], |(_, items)| items)
    }

    /// Goal: a client with much gets one turn of each round, and its own items keep their order.
    #[test]
    fn clients_are_taken_in_turn() {
        let mut lines = FairScheduler::new();
        (0..100).for_each(|i| lines.push(SHORT, 1, (1, i)));
        lines.push(SHORT, 2, (2, 0));
        lines.push(SHORT, 3, (3, 0));
        lines.push(SHORT, 3, (3, 1));
        assert_eq!(taken(&mut lines, 4), [(1, 0), (2, 0), (3, 0), (1, 1)]);
        assert_eq!(taken(&mut lines, 3), [(3, 1), (1, 2), (1, 3)]);
        lines.push(SHORT, 2, (2, 1));
        assert_eq!(taken(&mut lines, 2), [(1, 4), (2, 1)]);
        assert_eq!(taken(&mut lines, 200).len(), 95);
        assert!(lines.is_empty() && taken(&mut lines, 1).is_empty());
    }

    /// Goal: lines share the time, whatever an item costs. Method: items a hundred times as long
    /// in one line; each line must have had half the time after many groups.
    #[test]
    fn lines_share_time() {
        let mut lines = FairScheduler::new();
        for i in 0..20_000 {
            lines.push(SHORT, 1, (1, i));
            lines.push(LONG, 2, (2, i));
        }
        let mut spent = HashMap::from([(SHORT, 0), (LONG, 0)]);
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
        (0..1000).for_each(|i| lines.push(LONG, 1, (1, i)));
        for _ in 0..100 {
            let (of, _) = lines.take(|_| true, |_| 1).unwrap();
            lines.charge(of, Duration::from_secs(1));
        }
        (0..1000).for_each(|i| lines.push(SHORT, 2, (2, i)));
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
