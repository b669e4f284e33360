//! ECDSA and ECDH, exhaustively, on groups small enough for it.

use sealane::curve::{NLimbs, PLimbs};
use sealane::ecc::{ecdh, ecdsa};
use sealane::group::comb::Comb;
use sealane::group::short::Short;
use sealane::group::short_a3::MinusThree;
use sealane_arith::machine::One;
use sealane_arith::secret::Secret;
use testkit::inputs::Random;
use testkit::toy::{ForEachGroup, Toy, ToyCurve, for_each_whole_group};

fn scalar<C: ToyCurve>(k: u64) -> Secret<[NLimbs<C>; 1]> {
    Secret::new([[k]])
}

/// What a signature over a toy group must be, by table and schoolbook arithmetic on words.
struct Oracle {
    n: u64,
    /// `x(i G) mod n`, and `None` for infinity.
    x: Vec<Option<u64>>,
    /// `1 / i mod n`, and 0 for 0.
    inverse: Vec<u64>,
}

impl Oracle {
    fn of<C: ToyCurve>(toy: &Toy<C>) -> Self {
        let n = toy.n;
        let x = |point: &Option<[PLimbs<C>; 2]>| point.as_ref().map(|p| p[0].as_ref()[0] % n);
        let inverse = |i: u64| (1..n).find(|j| i * j % n == 1).unwrap_or(0);
        Oracle { n, x: toy.points.iter().map(x).collect(), inverse: (0..n).map(inverse).collect() }
    }

    /// Returns `(r, s)`; a half may be zero.
    fn sign(&self, d: u64, k: u64, e: u64) -> (u64, u64) {
        let r = self.x[k as usize].expect("a nonce is not 0");
        (r, self.inverse[k as usize] * ((e + r * d) % self.n) % self.n)
    }

    fn verify(&self, d: u64, e: u64, r: u64, s: u64) -> bool {
        let w = self.inverse[s as usize];
        let sum = (e * w + r * w % self.n * d) % self.n;
        self.x[sum as usize] == Some(r)
    }
}

fn product_verifies<C: ToyCurve>(
    toy: &Toy<C>,
    comb: &Comb<Short<C>, One>,
    d: u64,
    e: u64,
    (r, s): (u64, u64),
) -> bool {
    let q = toy.point(d).as_ref().expect("a key is not 0");
    ecdsa::verify_vartime::<C, One>(One, comb, q, &[e], &[r], &[s])
}

fn product_signs<C: ToyCurve>(
    comb: &Comb<Short<C>, One>,
    d: u64,
    k: u64,
    e: u64,
) -> (u64, u64, bool) {
    let (d, k) = ([scalar::<C>(d)], [scalar::<C>(k)]);
    let [signed] = ecdsa::sign::<C, One, 1, 1>(One, comb, &d, &k, &[[[e]]]);
    (signed.r[0][0], signed.s[0][0], signed.good == 1)
}

/// Every key, nonce and message, or many of them.
struct Signing {
    random: Random,
    refused: u64,
    /// How many groups had a coordinate at or above the order, and below it throughout.
    wrapped: [u64; 2],
}

impl Signing {
    fn check<C: ToyCurve>(
        &mut self,
        toy: &Toy<C>,
        oracle: &Oracle,
        comb: &Comb<Short<C>, One>,
        (d, k, e): (u64, u64, u64),
    ) {
        let (r, s) = oracle.sign(d, k, e);
        let good = r != 0 && s != 0;
        let name = &toy.name;
        assert_eq!(product_signs::<C>(comb, d, k, e), (r, s, good), "{d} {k} {e} in {name}");
        if !good {
            self.refused += 1;
            return;
        }
        let verifies = |r, s| product_verifies(toy, comb, d, e, (r, s));
        assert!(verifies(r, s), "key {d}, nonce {k}, message {e} in {name}");
        assert!(verifies(r, oracle.n - s), "the twin of key {d}, nonce {k}, message {e} in {name}");
    }
}

impl ForEachGroup for Signing {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let comb = Comb::<Short<C>, One>::build(One, C::COMB_WIDTH);
        let oracle = Oracle::of(toy);
        let high = toy.points.iter().flatten().any(|p| p[0].as_ref()[0] >= toy.n);
        self.wrapped[usize::from(high)] += 1;
        if toy.n < 45 {
            for d in 1..toy.n {
                for k in 1..toy.n {
                    (0..toy.n).for_each(|e| self.check(toy, &oracle, &comb, (d, k, e)));
                }
            }
            return;
        }
        // Every nonce, with keys and messages at the edges and at random.
        for k in 1..toy.n {
            let d = 1 + self.random.below(toy.n as usize - 1) as u64;
            let e = self.random.below(toy.n as usize) as u64;
            for case in [(d, k, e), (1, k, 0), (toy.n - 1, k, toy.n - 1)] {
                self.check(toy, &oracle, &comb, case);
            }
        }
    }
}

/// Goal: signing is right, refuses exactly the zero halves, and what it makes verifies. All keys,
/// nonces and messages of the groups below order 45; every nonce of the others.
#[test]
fn signing_is_right_for_every_key_nonce_and_message() {
    let random = Random::seeded("signing_is_right_for_every_key_nonce_and_message");
    let mut test = Signing { random, refused: 0, wrapped: [0, 0] };
    for_each_whole_group(&mut test);
    assert!(test.refused > 0, "zero halves occur in small groups");
    assert!(test.wrapped[0] > 0 && test.wrapped[1] > 0, "orders on both sides of the prime");
}

/// Every signature, good or bad, of a group below order 30; many of the others.
struct Verifying {
    random: Random,
    accepted: u64,
    refused: u64,
}

impl Verifying {
    fn check<C: ToyCurve>(
        &mut self,
        toy: &Toy<C>,
        oracle: &Oracle,
        comb: &Comb<Short<C>, One>,
        [d, e, r, s]: [u64; 4],
    ) {
        let expected = oracle.verify(d, e, r, s);
        let answer = product_verifies(toy, comb, d, e, (r, s));
        assert_eq!(answer, expected, "key {d}, message {e}, ({r}, {s}) in {}", toy.name);
        *(if answer { &mut self.accepted } else { &mut self.refused }) += 1;
    }
}

impl ForEachGroup for Verifying {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let comb = Comb::<Short<C>, One>::build(One, C::COMB_WIDTH);
        let oracle = Oracle::of(toy);
        let n = toy.n;
        if n < 30 {
            for d in 1..n {
                for e in 0..n {
                    for r in 1..n {
                        (1..n).for_each(|s| self.check(toy, &oracle, &comb, [d, e, r, s]));
                    }
                }
            }
            return;
        }
        for _ in 0..4000 {
            let mut below = |limit: u64| self.random.below(limit as usize) as u64;
            let (d, e, k) = (1 + below(n - 1), below(n), 1 + below(n - 1));
            let (r, s) = oracle.sign(d, k, e);
            let anything = [1 + below(n - 1), 1 + below(n - 1)];
            for [r, s] in [[r, s], [r % (n - 1) + 1, s], [r, s % (n - 1) + 1], anything] {
                if r != 0 && s != 0 {
                    self.check(toy, &oracle, &comb, [d, e, r, s]);
                }
            }
        }
    }
}

/// Goal: verification accepts exactly the signatures. Every key, message, r and s of the smallest
/// group; 16,000 made, damaged and random ones of each other group.
#[test]
fn verification_is_exact() {
    let random = Random::seeded("verification_is_exact");
    let mut test = Verifying { random, accepted: 0, refused: 0 };
    for_each_whole_group(&mut test);
    assert!(test.accepted > 60_000 && test.refused > 600_000);
}

/// The shared secret of every key with every peer, or many of them.
struct Agreement;

impl ForEachGroup for Agreement {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        for i in toy.some_logarithms(40) {
            let peer = toy.point(i).as_ref().expect("a finite point").map(|c| [c]);
            for d in 1..toy.n {
                let shared = ecdh::shared_x::<C, One, 1, 1>(One, &[scalar::<C>(d)], &[peer]);
                let expected = toy.point(d * i).as_ref().expect("the order is prime")[0];
                assert_eq!(
                    shared.reveal("a test may look")[0][0],
                    expected,
                    "{d}, {i} {}",
                    toy.name
                );
            }
        }
    }
}

/// Goal: key agreement gives the coordinate of the product. Every key with every peer of the small
/// groups, with 40 peers of the others.
#[test]
fn agreement_gives_the_product() {
    for_each_whole_group(&mut Agreement);
}

/// Goal: the oracle itself is the slow reference, and says no to a wrong signature.
#[test]
fn the_oracle_agrees_with_the_reference() {
    let toy = Toy::<testkit::toy::Whole<MinusThree, 31, 29, 15, 3, 8>>::of();
    let oracle = Oracle::of(&toy);
    let big = num_bigint::BigUint::from;
    for (d, k, e) in [(1, 1, 0), (5, 7, 11), (28, 28, 28), (3, 17, 2), (9, 4, 20)] {
        let (r, s) = oracle.sign(d, k, e);
        let slow = toy.group.sign_integer(&big(d), &big(e), &big(k));
        assert_eq!(slow, (r != 0 && s != 0).then(|| (big(r), big(s))));
        let q = toy.group.curve.mul(&big(d), &toy.group.g);
        for s in 1..29 {
            let slow = r != 0 && toy.group.verify_integer(&q, &big(e), &(big(r), big(s)));
            assert_eq!(r != 0 && oracle.verify(d, e, r, s), slow);
        }
    }
}
