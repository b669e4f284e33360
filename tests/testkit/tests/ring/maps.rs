//! Every map of one coefficient against its definition, for every coefficient.

use super::{Machine, OnEachMachine};
use sealane_arith::ring::maps::{
    Decompose, HighBits, LowBits, MakeHint, Power2Round, Reduce, ScaleByD, ToPositive, UseHint,
};
use sealane_arith::ring::tasks::Each;
use sealane_arith::ring::{Gamma2, N, Polynomial, Q, make_hint};
use testkit::inputs::Random;
use testkit::reference::ring as reference;

/// Returns all numbers from `first` to `last`, 256 at a time. The last polynomial is filled up with
/// `last`.
fn all(first: i32, last: i32) -> impl Iterator<Item = Polynomial> {
    let starts = (first..=last).step_by(N);
    starts.map(move |start| Polynomial(std::array::from_fn(|i| last.min(start + i as i32))))
}

/// Returns `f` of each coefficient.
fn each(x: &Polynomial, f: impl Fn(i64) -> i64) -> [i32; N] {
    x.0.map(|x| i32::try_from(f(x.into())).expect("a coefficient"))
}

/// What 256 numbers become, by the definitions.
struct Expected {
    r: Polynomial,
    gamma2: Gamma2,
    high: [i32; N],
    low: [i32; N],
    /// What hints of 0 and of 1 make of them.
    hinted: [[i32; N]; 2],
    /// Numbers that are added, and where they change the high part.
    added: Vec<([i32; N], [i32; N])>,
}

impl Expected {
    fn new(r: Polynomial, gamma2: Gamma2, random: &mut Random) -> Self {
        let value = i64::from(gamma2.value());
        let hinted = |hint| each(&r, |r| reference::use_hint(value, hint, r));
        let edges = [-value, -1, 1, value];
        let mut added: Vec<[i32; N]> = vec![[edges[random.below(4)] as i32; N]];
        let any = |random: &mut Random| random.below(2 * value as usize + 1) as i32 - value as i32;
        added.push([(); N].map(|()| any(random)));
        let changes = |z: [i32; N]| {
            let at = |i: usize| reference::make_hint(value, z[i].into(), r.0[i].into());
            (z, std::array::from_fn(|i| i32::from(at(i))))
        };
        Expected {
            gamma2,
            high: each(&r, |r| reference::decompose(value, r).0),
            low: each(&r, |r| reference::decompose(value, r).1),
            hinted: [hinted(false), hinted(true)],
            added: added.into_iter().map(changes).collect(),
            r,
        }
    }
}

impl OnEachMachine for Expected {
    fn on<M: Machine>(&mut self) {
        let (mut low, mut high) = (self.r, Polynomial([-1; N]));
        M::run(Each::new(Decompose(self.gamma2), [&mut low, &mut high], []));
        assert!(low.0 == self.low && high.0 == self.high, "{}", M::NAME);
        let mut half = self.r;
        M::run(Each::new(HighBits(self.gamma2), [&mut half], []));
        assert!(half.0 == self.high, "{}", M::NAME);
        let mut half = self.r;
        M::run(Each::new(LowBits(self.gamma2), [&mut half], []));
        assert!(half.0 == self.low, "{}", M::NAME);
        for (hint, hinted) in self.hinted.iter().enumerate() {
            let mut r = self.r;
            let hint = Polynomial([hint as i32; N]);
            M::run(Each::new(UseHint(self.gamma2), [&mut r], [&hint]));
            assert!(r.0 == *hinted, "{}", M::NAME);
        }
        for (added, changes) in &self.added {
            let mut sum = Polynomial(std::array::from_fn(|i| low.0[i] + added[i]));
            M::run(Each::new(MakeHint(self.gamma2), [&mut sum], [&high]));
            assert!(sum.0 == *changes, "{}", M::NAME);
        }
    }
}

/// Goal: high and low parts and hints are right for every number and both ranges, on every machine.
#[test]
fn parts_and_hints_are_right_for_every_number() {
    let mut random = Random::seeded("numbers that are added");
    for gamma2 in Gamma2::ALL {
        for r in all(0, Q - 1) {
            Expected::new(r, gamma2, &mut random).on_all();
        }
    }
}

/// Goal: hints are counted, and stand where the high part changes.
#[test]
fn hints_are_counted() {
    for gamma2 in Gamma2::ALL {
        let mut low = Polynomial::ZERO;
        (low.0[3], low.0[200], low.0[255]) = (gamma2.value() + 1, -gamma2.value(), gamma2.value());
        assert_eq!(make_hint(gamma2, &mut low.clone(), &Polynomial::ZERO), 1);
        assert_eq!(make_hint(gamma2, &mut low, &Polynomial([1; N])), 2);
        let set: Vec<usize> = (0..N).filter(|i| low.0[*i] == 1).collect();
        assert_eq!(set, [3, 200]);
    }
}

/// Numbers, and what becomes of them by a map of one kind.
struct Rounded(Polynomial);

impl OnEachMachine for Rounded {
    fn on<M: Machine>(&mut self) {
        let (mut low, mut high) = (self.0, Polynomial([-1; N]));
        M::run(Each::new(Power2Round, [&mut low, &mut high], []));
        assert!(high.0 == each(&self.0, |r| reference::power2round(r).0), "{}", M::NAME);
        assert!(low.0 == each(&self.0, |r| reference::power2round(r).1), "{}", M::NAME);
    }
}

/// Goal: Power2Round is right for every number, on every machine.
#[test]
fn powers_are_split_off_every_number() {
    all(0, Q - 1).for_each(|r| Rounded(r).on_all());
}

struct Positive(Polynomial);

impl OnEachMachine for Positive {
    fn on<M: Machine>(&mut self) {
        let mut x = self.0;
        M::run(Each::new(ToPositive, [&mut x], []));
        assert!(x.0 == each(&self.0, |x| x.rem_euclid(reference::Q)), "{}", M::NAME);
    }
}

/// Goal: every number between -q and q becomes the one from 0 to q - 1.
#[test]
fn every_number_becomes_positive() {
    all(1 - Q, Q - 1).for_each(|x| Positive(x).on_all());
}

struct Scaled(Polynomial);

impl OnEachMachine for Scaled {
    fn on<M: Machine>(&mut self) {
        let mut x = self.0;
        M::run(Each::new(ScaleByD, [&mut x], []));
        assert!(x.0 == each(&self.0, |x| 8192 * x % reference::Q), "{}", M::NAME);
    }
}

/// Goal: every high part is the number it stands for, already reduced.
#[test]
fn every_high_part_is_scaled() {
    all(0, 1023).for_each(|x| Scaled(x).on_all());
}

struct Reduced(Polynomial);

impl OnEachMachine for Reduced {
    fn on<M: Machine>(&mut self) {
        let mut x = self.0;
        M::run(Each::new(Reduce, [&mut x], []));
        for (x, before) in x.0.iter().zip(self.0.0) {
            assert!(x.abs() <= 6_283_009, "{before} on {}", M::NAME);
            assert_eq!((i64::from(*x) - i64::from(before)) % reference::Q, 0, "{}", M::NAME);
        }
    }
}

/// Goal: every number that may be reduced is. Method: between two neighbours with the same multiple
/// of q taken away the result moves as the number does, so the ends decide; the ends of all 512
/// stretches, and some numbers between.
#[test]
fn numbers_are_reduced() {
    let mut random = Random::seeded("numbers to reduce");
    let (least, greatest) = (i64::from(i32::MIN), (1 << 31) - (1 << 22) - 1);
    let mut numbers = Vec::new();
    for multiple in -256..256 {
        let middle: i64 = multiple << 23;
        let inside = random.below(1 << 23) as i64 - (1 << 22);
        numbers.extend([middle - (1 << 22), middle + inside, middle + (1 << 22) - 1]);
    }
    let ends = [least, greatest];
    numbers.iter_mut().for_each(|number| *number = (*number).clamp(ends[0], ends[1]));
    for some in numbers.chunks(N) {
        let mut x = Polynomial::ZERO;
        x.0.iter_mut().zip(some).for_each(|(x, number)| *x = *number as i32);
        Reduced(x).on_all();
    }
}
