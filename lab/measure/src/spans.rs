//! Spans: how often the phases of an operation are entered and how many ticks pass in them, as a
//! tree by who entered whom.
//!
//! One tree a thread, without allocation: entering and leaving cost some tens of cycles, which
//! [`Cost`] measures, so that they can be taken off.
use crate::ticks;
use std::cell::Cell;
use std::hint::black_box;

/// Rooms have numbers below this.
pub const PHASES: usize = 16;
/// More nodes than this no operation has.
const NODES: usize = 96;

/// The node that is not left: what is entered from outside is below it.
const TOP: usize = 0;

struct Tree {
    at: Cell<usize>,
    used: Cell<usize>,
    /// The child of each node in each phase; 0 is none, for nothing has the top as its child.
    children: [[Cell<u8>; PHASES]; NODES],
    nodes: [Provenance; NODES],
}

struct Provenance {
    parent: Cell<usize>,
    phase: Cell<usize>,
    start: Cell<u64>,
    ticks: Cell<u64>,
    calls: Cell<u64>,
}

impl Provenance {
    const fn new() -> Self {
        let (parent, phase) = (Cell::new(TOP), Cell::new(0));
        Self { parent, phase, start: Cell::new(0), ticks: Cell::new(0), calls: Cell::new(0) }
    }
}

thread_local! {
    static TREE: Tree = const {
        Tree {
            at: Cell::new(TOP),
            used: Cell::new(1),
            children: [const { [const { Cell::new(0) }; PHASES] }; NODES],
            nodes: [const { Provenance::new() }; NODES],
        }
    };
}

/// A phase is entered; `phase` is below [`PHASES`].
#[inline(always)]
pub fn enter(phase: usize) {
    TREE.with(|tree| {
        let at = tree.at.get();
        let child = usize::from(tree.children[at][phase].get());
        let child = if child == 0 { tree.add(at, phase) } else { child };
        tree.at.set(child);
        tree.nodes[child].start.set(ticks::now());
    });
}

/// The phase entered last is left.
#[inline(always)]
pub fn leave() {
    let now = ticks::now();
    TREE.with(|tree| {
        let node = &tree.nodes[tree.at.get()];
        node.ticks.set(node.ticks.get() + (now - node.start.get()));
        node.calls.set(node.calls.get() + 1);
        tree.at.set(node.parent.get());
    });
}

impl Tree {
    #[cold]
    fn add(&self, parent: usize, phase: usize) -> usize {
        let child = self.used.get();
        assert!(child < NODES, "an operation has more phases than there is room for");
        self.used.set(child + 1);
        self.children[parent][phase].set(child as u8);
        self.nodes[child].parent.set(parent);
        self.nodes[child].phase.set(phase);
        child
    }
}

/// What is known of one node: a phase, and the way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The phase.
    pub phase: usize,
    /// The node it was entered from, which comes before it; `None` from outside.
    pub parent: Option<usize>,
    /// How often it was entered and left.
    pub calls: u64,
    /// Ticks between the two, those of the nodes below included.
    pub ticks: u64,
}

/// Returns every node of this thread since the last call and sets their counts to zero. Nodes keep
/// their numbers until [`forget`].
#[must_use]
pub fn take() -> Vec<Node> {
    TREE.with(|tree| {
        assert_eq!(tree.at.get(), TOP, "every phase was left");
        let node = |place: &Provenance| Node {
            phase: place.phase.get(),
            parent: place.parent.get().checked_sub(1),
            calls: place.calls.take(),
            ticks: place.ticks.take(),
        };
        tree.nodes[1..tree.used.get()].iter().map(node).collect()
    })
}

/// Forgets every node of this thread.
pub fn forget() {
    TREE.with(|tree| {
        tree.at.set(TOP);
        tree.used.set(1);
        tree.children.iter().flatten().for_each(|child| child.set(0));
        for place in &tree.nodes {
            place.calls.set(0);
            place.ticks.set(0);
        }
    });
}

/// What a span costs, in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Counted as time in the phase.
    pub inside: f64,
    /// Altogether, for who entered it.
    pub whole: f64,
}

/// Products of a stretch of work between two readings of the clock: about as much as a look-up.
const STRETCH: usize = 200;

/// Returns four words after a stretch of work that keeps the core as busy as field arithmetic does:
/// four chains of wide products.
#[inline(never)]
fn stretch(mut words: [u64; 4]) -> [u64; 4] {
    for _ in 0..STRETCH / 4 {
        for word in &mut words {
            let product = u128::from(*word) * 0x9e37_79b9_7f4a_7c15;
            *word = (product >> 64) as u64 ^ product as u64;
        }
    }
    words
}

impl Cost {
    /// Measures spans between and around stretches of work, for the core does what it can of the
    /// work beside the readings of the clock; the median of many rounds. Forgets the tree.
    #[must_use]
    pub fn measure() -> Self {
        const SPANS: u64 = 64;
        let (mut inside, mut whole) = (Vec::new(), Vec::new());
        let mut words = black_box([3, 5, 7, 11]);
        forget();
        for _ in 0..600 {
            let start = ticks::now();
            for _ in 0..SPANS {
                words = stretch(stretch(words));
            }
            let plain = (ticks::now() - start) as f64 / SPANS as f64;
            enter(0);
            for _ in 0..SPANS {
                words = stretch(words);
                enter(black_box(1));
                words = stretch(words);
                leave();
            }
            leave();
            let nodes = take();
            let [outer, inner] = nodes[..] else { unreachable!("one phase in another") };
            whole.push(outer.ticks as f64 / SPANS as f64 - plain);
            inside.push(inner.ticks as f64 / SPANS as f64 - plain / 2.0);
        }
        black_box(words);
        forget();
        let median = |mut ticks: Vec<f64>| {
            ticks.sort_unstable_by(f64::total_cmp);
            ticks[ticks.len() / 2].max(0.0)
        };
        Self { inside: median(inside), whole: median(whole) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(rounds: u64) {
        let mut x = black_box(3u64);
        for _ in 0..rounds {
            x = black_box(x.wrapping_mul(5));
        }
    }

    /// Goal: calls and parents are exact, a phase's time holds that of the phases below, and a
    /// phase entered from two others is two nodes.
    #[test]
    fn the_tree_is_who_entered_whom() {
        forget();
        for _ in 0..3 {
            enter(2);
            for _ in 0..5 {
                enter(1);
                work(2000);
                leave();
            }
            enter(4);
            enter(1);
            leave();
            leave();
            leave();
        }
        let nodes = take();
        let shape: Vec<_> = nodes.iter().map(|n| (n.phase, n.parent, n.calls)).collect();
        let expected = [(2, None, 3), (1, Some(0), 15), (4, Some(0), 3), (1, Some(2), 3)];
        assert_eq!(shape, expected);
        assert!(nodes[0].ticks >= nodes[1].ticks + nodes[2].ticks);
        assert!(nodes[1].ticks > nodes[3].ticks);
        assert!(take().iter().all(|node| node.calls == 0 && node.ticks == 0));
        forget();
        assert!(take().is_empty());
    }

    /// Goal: a span costs something, and not much.
    #[test]
    fn a_span_has_a_cost() {
        let cost = Cost::measure();
        assert!(cost.whole > 0.0 && cost.whole < 1e5, "{cost:?}");
    }

    #[test]
    #[should_panic(expected = "every phase was left")]
    fn an_open_room_is_found() {
        forget();
        enter(1);
        let _ = take();
    }
}
