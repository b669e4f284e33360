//! Every form over signed limbs computes what the emitted arithmetic of the prime computes.
#![cfg(feature = "forms")]

use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::generated::P256P;
use sealane_arith::generated::forms::{P256PS26X10A0, P256PS26X10A2, P256PS29X9A0, P256PS29X9A1};
use sealane_arith::prime::{Prime, Words};

type Word4 = [u64; 4];

/// Values below the prime: ends, limb and word borders, full limbs, and random ones.
fn values() -> Vec<Word4> {
    let p = P256P::MODULUS;
    let mut values = vec![[0; 4], [1, 0, 0, 0], [2, 0, 0, 0]];
    values.push([p[0] - 1, p[1], p[2], p[3]]);
    values.push([p[0] - 2, p[1], p[2], p[3]]);
    for bit in 0..255 {
        let mut power = [0; 4];
        power[bit / 64] = 1 << (bit % 64);
        values.push(power);
        let mut ones = [0; 4];
        for below in 0..bit {
            ones[below / 64] |= 1 << (below % 64);
        }
        values.push(ones);
    }
    let mut state = 0x5ea1_a4e5u64;
    for _ in 0..200 {
        let mut words = [0; 4];
        for word in &mut words {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *word = state ^ state >> 29;
        }
        words[3] >>= 1;
        values.push(words);
    }
    values
}

fn load<P: Prime>(value: &Word4) -> Fe<P> {
    let mut words = P::Limbs::ZERO;
    words.as_mut()[..4].copy_from_slice(value);
    Fe::new(&words)
}

fn plain<P: Prime>(x: Fe<P>) -> Word4 {
    let words = x.plain();
    assert!(words.as_ref()[4..].iter().all(|word| *word == 0));
    words.as_ref()[..4].try_into().expect("four words")
}

/// Sums as deep as the factors of a product may be.
fn deep<P: Prime>(x: Fe<P>, additions: u32) -> Fe<P> {
    (0..additions).fold(x, |sum, _| sum + sum)
}

/// Both fields through the same lines: `additions` deep factors, sums, differences, inverses.
fn agrees<P: Prime>(additions: u32) {
    let values = values();
    for (i, a) in values.iter().enumerate() {
        let b = &values[(7 * i + 3) % values.len()];
        let (x, y) = (load::<P>(a), load::<P>(b));
        let (u, v) = (load::<P256P>(a), load::<P256P>(b));
        assert_eq!(plain(x), *a, "{}", P::NAME);
        assert_eq!(plain(x * y), plain(u * v), "{}", P::NAME);
        let (s, t) = (deep(x - y, additions.saturating_sub(1)), deep(-y, additions));
        let (g, h) = (deep(u - v, additions.saturating_sub(1)), deep(-v, additions));
        assert_eq!(plain(s * t), plain(g * h), "{}", P::NAME);
        assert_eq!(plain(s.sqr()), plain(g.sqr()), "{}", P::NAME);
        assert_eq!(plain((s + t).carry() * x), plain((g + h) * u), "{}", P::NAME);
        assert_eq!(plain(s - t), plain(g - h), "{}", P::NAME);
        assert!(((x + y) - y).equals(x).to_bool_vartime(), "{}", P::NAME);
        assert!((x * y - y * x).is_zero().to_bool_vartime(), "{}", P::NAME);
        assert!((x + -x).is_zero().to_bool_vartime(), "{}", P::NAME);
        assert_eq!((x - y).is_zero().to_bool_vartime(), a == b);
        if i % 40 == 0 {
            assert_eq!(plain(x.invert()), plain(u.invert()), "{}", P::NAME);
        }
    }
}

/// A long chain of products of full factors: bounds that grow would overflow, and panic here.
fn stays_at_rest<P: Prime>(additions: u32) {
    let values = values();
    let (mut x, mut u) = (load::<P>(&values[4]), load::<P256P>(&values[4]));
    for value in values.iter().cycle().take(3000) {
        x = deep(x, additions) * deep(-load::<P>(value), additions) + x;
        u = deep(u, additions) * deep(-load::<P256P>(value), additions) + u;
        (x, u) = (x.carry(), u.carry());
    }
    assert_eq!(plain(x), plain(u), "{}", P::NAME);
}

#[test]
fn forms_agree_with_the_emitted_field() {
    agrees::<P256PS26X10A0>(0);
    agrees::<P256PS26X10A2>(2);
    agrees::<P256PS29X9A0>(0);
    agrees::<P256PS29X9A1>(1);
}

#[test]
fn chains_of_full_factors_stay_within_the_words() {
    stays_at_rest::<P256PS26X10A0>(0);
    stays_at_rest::<P256PS26X10A2>(2);
    stays_at_rest::<P256PS29X9A0>(0);
    stays_at_rest::<P256PS29X9A1>(1);
}
