//! `Watched`: a machine that says which phase of an operation it is in.
//!
//! A formula names its phases by [`Machine::span`](crate::field::Machine::span). The other machines
//! do the work and nothing else; this one tells a [`Watcher`] when a phase is entered and left. Its
//! elements are those of the machine below, so field arithmetic and point formulas are the very
//! functions of the product, and a profile is no other program.

use super::Single;
use crate::field::Machine;
use crate::prime::Prime;
use core::hint::black_box;
use core::marker::PhantomData;

/// A phase of an operation: what a profile has a line for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The whole of it.
    Operation,
    /// Random bytes of the system.
    Random,
    /// Hashing of messages and keys.
    Hash,
    /// The nonce by RFC 6979.
    Nonce,
    /// A multiple of a point, or a sum of two of them.
    Multiplication,
    /// A scalar taken apart by an endomorphism.
    Halves,
    /// The multiples of a point that a multiplication picks from.
    Table,
    /// The entry of a whole table for one digit.
    Lookup,
    /// An addition of points, with the choices beside it.
    Addition,
    /// Doublings of a point, as many as stand between two additions.
    Doubling,
    /// A step of the Montgomery ladder: a doubling and an addition.
    Step,
    /// From projective to plain coordinates.
    Affine,
    /// The inverse of a field element.
    Inversion,
    /// Arithmetic modulo the group order.
    Scalar,
    /// Square roots and equations: points from their encodings.
    Decoding,
    /// Bytes of a result.
    Encoding,
}

impl Phase {
    /// Every phase, in the order of their numbers.
    pub const ALL: [Self; 16] = [
        Self::Operation,
        Self::Random,
        Self::Hash,
        Self::Nonce,
        Self::Multiplication,
        Self::Halves,
        Self::Table,
        Self::Lookup,
        Self::Addition,
        Self::Doubling,
        Self::Step,
        Self::Affine,
        Self::Inversion,
        Self::Scalar,
        Self::Decoding,
        Self::Encoding,
    ];

    /// The name as a profile prints it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Operation => "operation",
            Self::Random => "random bytes",
            Self::Hash => "hash",
            Self::Nonce => "nonce",
            Self::Multiplication => "scalar multiplication",
            Self::Halves => "halves of the scalar",
            Self::Table => "multiples of the point",
            Self::Lookup => "lookup",
            Self::Addition => "addition",
            Self::Doubling => "doubling",
            Self::Step => "ladder step",
            Self::Affine => "to affine",
            Self::Inversion => "inversion",
            Self::Scalar => "scalar arithmetic",
            Self::Decoding => "decoding",
            Self::Encoding => "encoding",
        }
    }
}

/// What is told of phases. Calls come in pairs, as brackets do, on one thread for one operation.
pub trait Watcher: 'static {
    /// A phase is entered.
    fn enter(phase: Phase);
    /// The phase entered last is left.
    fn leave();
}

/// Machine `M`, watched by `W`.
pub struct Watched<M, W>(M, PhantomData<fn() -> W>);

impl<M: Copy, W> Clone for Watched<M, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Copy, W> Copy for Watched<M, W> {}

impl<M: Copy, W> Watched<M, W> {
    /// The machine below.
    pub fn below(self) -> M {
        self.0
    }
}

impl<M: Machine, W: Watcher> Machine for Watched<M, W> {
    const NAME: &'static str = M::NAME;
    const LANES: usize = M::LANES;
    type Mask = M::Mask;
    type Of<P: Prime> = M::Of<P>;
    type Digit = M::Digit;
    type Stored<P: Prime> = M::Stored<P>;
    const GROUP: usize = M::GROUP;

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run(work)
    }
    #[inline(always)]
    fn span<T>(self, phase: Phase, task: impl FnOnce() -> T) -> T {
        W::enter(phase);
        // Arithmetic has no effect that must stay before the clock is read: left to itself, the
        // compiler moves it to where its result is used, which is another phase.
        let result = black_box(task());
        W::leave();
        result
    }
    #[inline(always)]
    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> M::Of<P> {
        self.0.load::<P>(lanes)
    }
    #[inline(always)]
    fn unload<P: Prime>(self, x: M::Of<P>, lanes: &mut [P::Limbs]) {
        self.0.unload::<P>(x, lanes);
    }
    #[inline(always)]
    fn unload_first<P: Prime>(self, x: M::Of<P>) -> P::Limbs {
        self.0.unload_first::<P>(x)
    }
    #[inline(always)]
    fn turn<P: Prime>(self, x: M::Of<P>, by: usize) -> M::Of<P> {
        self.0.turn::<P>(x, by)
    }
    #[inline(always)]
    fn turn_mask(self, mask: M::Mask, by: usize) -> M::Mask {
        self.0.turn_mask(mask, by)
    }
    #[inline(always)]
    fn digit(self, lanes: &[u64]) -> M::Digit {
        self.0.digit(lanes)
    }
    #[inline(always)]
    fn keep<P: Prime>(self, group: &[M::Of<P>]) -> M::Stored<P> {
        self.0.keep(group)
    }
    #[inline(always)]
    fn lookup<P: Prime, const K: usize>(
        self,
        table: &[[M::Stored<P>; K]],
        index: M::Digit,
    ) -> [M::Of<P>; K] {
        self.0.lookup(table, index)
    }
    #[inline(always)]
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[M::Of<P>; K]],
        index: M::Digit,
    ) -> [M::Of<P>; K] {
        self.0.lookup_own(table, index)
    }
    #[inline(always)]
    fn recall<P: Prime, const K: usize>(
        self,
        table: &[[M::Stored<P>; K]],
        at: usize,
    ) -> [M::Of<P>; K] {
        self.0.recall(table, at)
    }
}

impl<M: Single, W: Watcher> Single for Watched<M, W> {
    #[inline(always)]
    fn machine() -> Self {
        Watched(M::machine(), PhantomData)
    }

    #[inline]
    fn enter() -> Self {
        Watched(M::enter(), PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::P256P;
    use crate::machine::One;
    use core::sync::atomic::{AtomicUsize, Ordering};

    /// Goal: the phases stand in the order of their numbers, under different names.
    #[test]
    fn rooms_are_where_their_numbers_say() {
        for (i, phase) in Phase::ALL.iter().enumerate() {
            assert_eq!(*phase as usize, i);
            assert!(Phase::ALL[..i].iter().all(|other| other.name() != phase.name()));
        }
    }

    static ENTERED: AtomicUsize = AtomicUsize::new(0);
    static LEFT: AtomicUsize = AtomicUsize::new(0);

    struct Counter;

    impl Watcher for Counter {
        fn enter(phase: Phase) {
            ENTERED.fetch_add(1 + 100 * phase as usize, Ordering::Relaxed);
        }
        fn leave() {
            LEFT.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Goal: a watched machine gives what the machine below gives and tells of each phase; the
    /// machine below tells nobody.
    #[test]
    fn a_watched_machine_computes_and_tells() {
        fn square<M: Machine>(machine: M) -> M::Of<P256P> {
            let x = machine.load::<P256P>(&[[7, 0, 0, 0]]);
            machine.span(Phase::Lookup, || x * x)
        }
        assert_eq!(square(One).plain(), [49, 0, 0, 0]);
        assert_eq!(ENTERED.load(Ordering::Relaxed), 0);
        assert_eq!(square(Watched::<One, Counter>::machine()).plain(), [49, 0, 0, 0]);
        assert_eq!(ENTERED.load(Ordering::Relaxed), 1 + 100 * Phase::Lookup as usize);
        assert_eq!(LEFT.load(Ordering::Relaxed), 1);
    }
}
