//! Keccak-f on every machine: one state and eight, registers and plain words give the same, which
//! is what the standard says step by step.

use crate::random::Random;
use sealane_arith::keccak::{
    LANES, WORDS, permute, permute_8, permute_8_plain, permute_each, permute_plain,
};

type State = [u64; WORDS];

/// The constants of iota: FIPS 202, algorithms 5 and 6, bit by bit.
fn constants() -> Vec<u64> {
    let rc = |t: usize| {
        let mut r = vec![1u64, 0, 0, 0, 0, 0, 0, 0];
        for _ in 0..t % 255 {
            r.insert(0, 0);
            for i in [0, 4, 5, 6] {
                r[i] ^= r[8];
            }
            r.truncate(8);
        }
        r[0]
    };
    let constant = |round: usize| (0..7).map(|j| rc(j + 7 * round) << ((1 << j) - 1)).sum();
    (0..24).map(constant).collect()
}

/// A round as sections 3.2.1 to 3.2.5 have it: one step after the other, offsets and places by
/// their formulas.
fn round(a: &State, constant: u64) -> State {
    let at = |x: usize, y: usize| x % 5 + 5 * (y % 5);
    let c = |x: usize| (0..5).fold(0, |sum, y| sum ^ a[at(x, y)]);
    let d = |x: usize| c(x + 4) ^ c(x + 1).rotate_left(1);
    let theta: State = core::array::from_fn(|i| a[i] ^ d(i % 5));
    let (mut rho, mut x, mut y) = (theta, 1, 0);
    for t in 0..24 {
        rho[at(x, y)] = theta[at(x, y)].rotate_left((t + 1) * (t + 2) / 2 % 64);
        (x, y) = (y, (2 * x + 3 * y) % 5);
    }
    let pi: State = core::array::from_fn(|i| rho[at(i % 5 + 3 * (i / 5), i % 5)]);
    let chi = |i: usize| {
        let (x, y) = (i % 5, i / 5);
        pi[i] ^ (!pi[at(x + 1, y)] & pi[at(x + 2, y)])
    };
    let mut next: State = core::array::from_fn(chi);
    next[0] ^= constant;
    next
}

/// Checks that every machine permutes the states, one a lane, as the standard says.
#[track_caller]
fn check(states: [State; LANES]) {
    let constants = constants();
    let right = states.map(|state| constants.iter().fold(state, |a, rc| round(&a, *rc)));
    for permute in [permute, permute_plain] {
        for (state, right) in states.iter().zip(&right) {
            let mut state = *state;
            permute(&mut state);
            assert_eq!(state, *right);
        }
    }
    for permute in [permute_8, permute_8_plain, permute_each] {
        let mut rows: [[u64; LANES]; WORDS] =
            core::array::from_fn(|i| states.each_ref().map(|state| state[i]));
        permute(&mut rows);
        for (lane, right) in right.iter().enumerate() {
            assert_eq!(rows.map(|row| row[lane]), *right, "lane {lane}");
        }
    }
}

/// Goal: random states come out right on every machine, each lane another.
#[test]
fn random_states_are_permuted_by_the_standard() {
    let mut random = Random(1);
    for _ in 0..2000 {
        check([(); LANES].map(|()| [(); WORDS].map(|()| random.word())));
    }
}

/// Goal: so do extreme states. Method: no bit, all bits, each of the 1600 bits alone, all but it.
#[test]
fn extreme_states_are_permuted_by_the_standard() {
    check([[0; WORDS]; LANES]);
    check([[u64::MAX; WORDS]; LANES]);
    let bit = |at: usize| {
        let mut state = [0; WORDS];
        state[at / 64] = 1 << (at % 64);
        state
    };
    for first in (0..64 * WORDS).step_by(LANES) {
        let states = core::array::from_fn(|lane| bit(first + lane));
        check(states);
        check(states.map(|state| state.map(|word| !word)));
    }
}

/// Goal: lanes do not mix. Method: a bit changes in one lane, and the others stay.
#[test]
fn lanes_are_apart() {
    let mut random = Random(2);
    let rows: [[u64; LANES]; WORDS] = [(); WORDS].map(|()| [(); LANES].map(|()| random.word()));
    for permute in [permute_8, permute_8_plain, permute_each] {
        let mut right = rows;
        permute(&mut right);
        for lane in 0..LANES {
            let mut other = rows;
            other[random.word() as usize % WORDS][lane] ^= 1 << (random.word() % 64);
            permute(&mut other);
            for (right, other) in right.iter().zip(&other) {
                for (at, (right, other)) in right.iter().zip(other).enumerate() {
                    assert_eq!(right != other, at == lane);
                }
            }
        }
    }
}

/// Goal: the permutation of zeros, and of its result, is the published one: the intermediate values
/// of the team that designed it, their first row of words.
#[test]
fn published_values_come_out() {
    let published = [
        [
            0xf125_8f79_40e1_dde7,
            0x84d5_ccf9_33c0_478a,
            0xd598_261e_a65a_a9ee,
            0xbd15_4730_6f80_494d,
            0x8b28_4e05_6253_d057,
        ],
        [
            0x2d5c_954d_f96e_cb3c,
            0x6a33_2cd0_7057_b56d,
            0x093d_8d12_70d7_6b6c,
            0x8a20_d9b2_5569_d094,
            0x4f9c_4f99_e5e7_f156,
        ],
    ];
    for permute in [permute, permute_plain] {
        let mut state = [0; WORDS];
        for row in published {
            permute(&mut state);
            assert_eq!(state[..5], row);
        }
    }
}
